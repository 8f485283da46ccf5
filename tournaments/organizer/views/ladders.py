"""Creating and editing ladders, and correcting them."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods

from games.tables.rule_forms import carried_over
from spades_site.accounts.actions import Action, Place
from spades_site.accounts.requests import SignedInRequest, person_of
from spades_site.common.forms import FormsOfPage, PageForm
from spades_site.common.pages import answer_form, member_required, page_of
from tournaments.ladders import correcting, entering, making
from tournaments.ladders.core import ladder_for
from tournaments.ladders.making import LadderProposal
from tournaments.ladders.models import Ladder, LadderStep
from tournaments.ladders.pages import entries_of, log_of
from tournaments.leagues.models import League
from tournaments.leagues.permissions import is_organizer
from tournaments.leagues.rule_sets import own_rules_in
from tournaments.leagues.selectors import league_for
from tournaments.organizer.forms.ladder import FreezeForm, LadderForm, MoveForm


@require_http_methods(["GET", "POST"])
@member_required
def ladder_create(request: SignedInRequest, slug: str) -> HttpResponse:
    """Create a ladder, which begins with the league's rules."""
    league = league_for(slug, request.user)
    if league is None or not is_organizer(league, request.user):
        raise Http404
    one: League = league
    own = own_rules_in(one)

    def make(data: QueryDict | None = None, rules: dict[str, Any] | None = None) -> LadderForm:
        return LadderForm(
            data,
            rules=one.rules if rules is None else rules,
            own=own,
            action=request.path,
            back=one.get_absolute_url(),
        )

    return _answer(
        request,
        one,
        make,
        lambda proposal: making.create_ladder(league_id=one.pk, by=request.user, proposal=proposal),
    )


@require_http_methods(["GET", "POST"])
@member_required
def ladder_edit(request: SignedInRequest, slug: str) -> HttpResponse:
    """Change a ladder's settings."""
    one = own_ladder_or_404(request, slug)
    own = own_rules_in(one.league)

    def make(data: QueryDict | None = None, rules: dict[str, Any] | None = None) -> LadderForm:
        back = one.get_absolute_url()
        return LadderForm(data, edited=one, rules=rules, own=own, action=request.path, back=back)

    return _answer(
        request,
        one.league,
        make,
        lambda proposal: making.edit_ladder(ladder_id=one.pk, by=request.user, proposal=proposal),
    )


@require_GET
@member_required
def ladder_desk(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the organizers how to correct a ladder."""
    return _show(request, own_ladder_or_404(request, slug))


def own_ladder_or_404(request: HttpRequest, slug: str) -> Ladder:
    """Return a ladder of the viewer's league; 404 for everybody but its organizers."""
    found = ladder_for(slug, request.user)
    if found is None or not is_organizer(found.league, person_of(request)):
        raise Http404
    return found


class AtDesk(Place):
    """A ladder's desk."""

    page = ("ladder_desk",)

    def __init__(self, request: HttpRequest, **address: Any) -> None:
        super().__init__(request, **address)
        self.ladder = own_ladder_or_404(request, self.slug)

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


def _answer(
    request: SignedInRequest,
    league: League,
    make: Callable[..., LadderForm],
    act: Callable[[LadderProposal], Ladder],
) -> HttpResponse:
    """Show or handle the form, including its request for another preset's rules."""

    def show(form: LadderForm) -> HttpResponse:
        context = {"league": league, "form": form, "edited": form.edited}
        return render(request, "organizer/ladder/edit.html", context)

    if request.method == "GET":
        if request.htmx:
            renewed = {"form": make(rules=carried_over(make(request.GET))), "renewed": True}
            return render(request, "tables/rules/_house.html", renewed)
        return show(make())
    form = make(request.POST)
    return answer_form(
        request,
        form,
        lambda _values: act(form.proposal()),
        page=lambda: show(form),
        done=_("The ladder is saved."),
        back=Ladder.get_absolute_url,
    )
