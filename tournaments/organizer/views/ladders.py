"""Creating and editing ladders, and correcting them."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET

from spades_site.accounts.actions import Action, Place
from spades_site.accounts.requests import SignedInRequest
from spades_site.common.forms import FormsOfPage, PageForm
from spades_site.common.pages import member_required, page_of
from tournaments.ladders import correcting, entering, making
from tournaments.ladders.core import ladder_for
from tournaments.ladders.models import Ladder, LadderStep
from tournaments.ladders.pages import entries_of, log_of
from tournaments.organizer.forms.ladder import FreezeForm, LadderForm, MoveForm
from tournaments.organizer.views.league_things import LeagueThing

LADDER = LeagueThing(
    form=LadderForm,
    find=ladder_for,
    create=lambda league, by, made: making.create_ladder(league_id=league, by=by, proposal=made),
    edit=lambda key, by, made: making.edit_ladder(ladder_id=key, by=by, proposal=made),
    title=gettext_lazy("New ladder"),
    lead=gettext_lazy(
        "Members join when they like, challenge each other and play when both can. No dates, no end."
    ),
    done=gettext_lazy("The ladder is saved."),
)
ladder_create = LADDER.creating()
ladder_edit = LADDER.editing()


@require_GET
@member_required
def ladder_desk(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the organizers how to correct a ladder."""
    return _show(request, LADDER.own_or_404(request, slug))


class AtDesk(Place):
    """A ladder's desk."""

    page = ("ladder_desk",)

    def __init__(self, request: HttpRequest, **address: Any) -> None:
        super().__init__(request, **address)
        self.ladder = LADDER.own_or_404(request, self.slug)

    def show(self, form: PageForm) -> HttpResponse:
        return _show(self.request, self.ladder, form)


ladder_freeze = Action(
    AtDesk,
    lambda at: making.freeze(ladder_id=at.ladder.pk, by=at.by, **at.values),
    form=FreezeForm,
    done=gettext_lazy("The ladder is frozen."),
)
ladder_resume = Action(
    AtDesk,
    lambda at: making.resume(ladder_id=at.ladder.pk, by=at.by),
    done=gettext_lazy("The ladder goes on. Open challenges got their time back."),
)
ladder_move = Action(
    AtDesk,
    lambda at: correcting.move(
        ladder_id=at.ladder.pk,
        by=at.by,
        entry_id=at.values["entry"],
        rung=at.values["rung"],
        reason=at.values["reason"],
    ),
    form=lambda at: at.bound(MoveForm, ladder=at.ladder),
    done=gettext_lazy("The entry is moved."),
)
ladder_remove = Action(
    AtDesk,
    lambda at: entering.leave(entry_id=at.pk, by=at.by),
    done=gettext_lazy("The entry is off the ladder, and its players are notified."),
)
ladder_undo = Action(
    AtDesk,
    lambda at: correcting.undo(ladder_id=at.ladder.pk, by=at.by, step_id=at.pk),
    done=gettext_lazy("Undone. The later lines were counted again."),
)
ladder_redo = Action(
    AtDesk,
    lambda at: correcting.undo(ladder_id=at.ladder.pk, by=at.by, step_id=at.pk, undone=False),
    done=gettext_lazy("It counts again, and the later lines were counted again."),
)


def _show(request: HttpRequest, one: Ladder, refused: PageForm | None = None) -> HttpResponse:
    """Render the desk, with the form that was `refused` in its place."""
    forms = FormsOfPage(refused)
    slug = one.slug
    context: dict[str, Any] = {
        "ladder": one,
        "league": one.league,
        "forms": forms,
        "entries": page_of(request, entries_of(one), key="entries"),
        "log": page_of(request, log_of(one)),
        "undoable": LadderStep.UNDOABLE,
        "move_form": forms.place(MoveForm(ladder=one, action=reverse("ladder_move", args=[slug]))),
    }
    if one.frozen_at is None:
        form = FreezeForm(action=reverse("ladder_freeze", args=[slug]))
        context["freeze_form"] = forms.place(form)
    return render(request, "organizer/ladder/desk.html", context)
