"""Unconfirmed draws: changing and redrawing them."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods

from spades_site.accounts.actions import Action, Place
from spades_site.accounts.requests import person_of
from spades_site.common.errors import Refused
from spades_site.common.forms import FormsOfPage, PageForm, key_of
from spades_site.common.pages import answer_form, member_required
from tournaments.events.actions.draws import drafts
from tournaments.events.draw import choosing
from tournaments.events.draw.round_rows import LAST_LOT
from tournaments.events.models import Round, Tournament
from tournaments.organizer.draws import draws_page, quality_rows, version_of
from tournaments.organizer.forms.draws import (
    ChooseForm,
    PickForm,
    RedrawForm,
    RenewForm,
    SwapForm,
)
from tournaments.organizer.views.running import AtTournament, address_of, own_or_404


@require_http_methods(["GET", "POST"])
@member_required
def draft_swap(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show the effect of swapping two entries, and swap them when confirmed."""
    tournament = with_round_or_404(request, slug, pk)
    if request.method == "GET":
        return _show_swap(request, tournament, pk)
    back = f"{address_of(tournament)}#draft"
    form = SwapForm(request.POST, action=request.path, back=back)
    return answer_form(
        request,
        form,
        lambda values: drafts.swap(
            round_id=pk,
            by=person_of(request),
            first_id=values["first"],
            second_id=values["second"],
            reason=values["reason"],
            expected_version=values["expected_version"],
        ),
        page=lambda: _show_swap(request, tournament, pk, form),
        done=_("They have swapped places."),
        back=back,
    )


def _show_swap(
    request: HttpRequest, tournament: Tournament, pk: int, refused: PageForm | None = None
) -> HttpResponse:
    """Render the effect of a swap; if the draw is gone or changed, the tournament's page or the form for choosing
    entries.
    """
    draft = _draft(tournament, pk)
    if draft is None:
        return _gone(request, tournament, refused)
    data = request.POST if request.method == "POST" else request.GET
    keys = [key_of(data.get(name, "")) for name in ("first", "second")]
    changes = drafts.changes_of(draft)
    pick = PickForm(
        {"first": keys[0], "second": keys[1]} if any(keys) else None,
        action=request.path,
        changes=lambda: changes,
    )
    found, why, form, forms = None, "", None, FormsOfPage(refused)
    if any(keys):
        try:
            found = drafts.swap_of(draft, *keys)
        except Refused as refusal:
            why = str(refusal)
        else:
            initial = {
                "expected_version": version_of(draft),
                "first": found.first.pk,
                "second": found.second.pk,
            }
            back = f"{address_of(tournament)}#draft"
            new = SwapForm(action=request.path, initial=initial, back=back)
            form = forms.place(new)
    context = {
        "tournament": tournament,
        "draft": draft,
        "swap": found,
        "matches": found and list(zip(found.before, found.after, strict=True)),
        "news": found and [flag for flag in found.flags if flag not in draft.flags],
        "rows": found and quality_rows([found.was, found.becomes]),
        # The refusal of the swap takes precedence over that of the new preview.
        "why": " ".join(dict.fromkeys([*forms.missing.all_errors, why])) if forms.missing else why,
        "pick": pick,
        "form": form,
    }
    return render(request, "organizer/draft/swap.html", context)


@require_GET
@member_required
def draft_draws(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show alternative draws of a round beside the waiting one."""
    return _show_draws(request, with_round_or_404(request, slug, pk), pk)


class AtDraft(AtTournament):
    """The waiting draw on a tournament's page for its organizers. Decisions about draws aren't undone."""

    def __init__(self, request: HttpRequest, **address: Any) -> None:
        Place.__init__(self, request, **address)
        self.tournament = with_round_or_404(request, self.slug, self.pk)

    @property
    def back(self) -> str:
        return f"{address_of(self.tournament)}#draft"

    def undo(self) -> None:
        return None


class AtDraws(AtDraft):
    """The page with other draws of a round; `number` is the one in the address, with the title that it had."""

    def __init__(self, request: HttpRequest, *, number: int, **address: Any) -> None:
        super().__init__(request, **address)
        draft = _draft(self.tournament, self.pk)
        self.number, self.title = number, "" if draft is None else choosing.title(draft, number)

    def show(self, form: PageForm) -> HttpResponse:
        return _show_draws(self.request, self.tournament, self.pk, form)


draft_choose = Action(
    AtDraws,
    lambda at: drafts.choose(round_id=at.pk, number=at.number, by=at.by, **at.values),
    form=ChooseForm,
    done=lambda at, _made: _("“%(draw)s” is the draw that waits now.") % {"draw": at.title},
)


def _show_draws(
    request: HttpRequest, tournament: Tournament, pk: int, refused: PageForm | None = None
) -> HttpResponse:
    draft = _draft(tournament, pk)
    if draft is None or not choosing.may_choose(draft):
        return _gone(request, tournament, refused)
    forms = FormsOfPage(refused)
    start = min(key_of(request.GET.get("from", "")) or 1, LAST_LOT)
    context = {
        "tournament": tournament,
        "draft": draft,
        "page": draws_page(draft, start, forms),
        "forms": forms,
    }
    return render(request, "organizer/draft/draws.html", context)


def _draft(tournament: Tournament, pk: int) -> Round | None:
    """Return the round if its draw waits, with its stage and tournament loaded."""
    draft = drafts.draft_of(tournament)
    if draft is None or draft.pk != pk:
        return None
    draft.tournament = draft.stage.tournament = tournament
    return draft


def _gone(request: HttpRequest, tournament: Tournament, refused: PageForm | None) -> HttpResponse:
    """Return to the tournament with the refusal, or with the message that the draw no longer exists."""
    changed = _("The draw has changed since you looked at it. Look again, then decide.")
    messages.error(request, " ".join(refused.all_errors) if refused else changed)
    return redirect(f"{address_of(tournament)}#draft")


def _redraw(at: AtDraft, *, present: str = "", **values: Any) -> Round:
    """Redraw the round: by lot, or, with "present", for the current entries."""
    if present:
        return drafts.draw_anew(round_id=at.pk, by=at.by, **values)
    return drafts.redraw(round_id=at.pk, by=at.by, **values)


draft_redraw = Action(
    AtDraft,
    lambda at: _redraw(at, **at.values),
    form=lambda at: at.bound(RenewForm if "present" in at.request.POST else RedrawForm),
    done=gettext_lazy("The round has been redrawn."),
)


def with_round_or_404(request: HttpRequest, slug: str, pk: int) -> Tournament:
    """Return the user's own tournament; 404 if the round is another's.

    A round that no longer exists, because a late entry caused the first draw to be redone, is refused with a sentence.
    """
    tournament: Tournament = own_or_404(request, slug)
    if Round.objects.filter(pk=pk).exclude(tournament=tournament).exists():
        raise Http404
    return tournament
