"""A ladder's page: its rungs, challenges, matches and log."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_GET

from games.tables.texts.rules import rules_said
from spades_site.accounts.actions import Action, Place
from spades_site.common.forms import FormsOfPage, PageForm
from spades_site.common.pages import page_of
from tournaments.ladders import challenges, entering, picking
from tournaments.ladders.core import ladder_for
from tournaments.ladders.history import entry_page
from tournaments.ladders.models import Ladder
from tournaments.ladders.pages import LadderPage, ladder_page, log_of, matches_of
from tournaments.public.forms.ladders import LadderPartnerForm, LadderTimeForm

PARTS = (
    ("ladder", pgettext_lazy("part of a page", "Ladder")),
    ("matches", gettext_lazy("Matches")),
    ("log", gettext_lazy("Log")),
)
RUNGS = 50
"""Rungs per page."""


@require_GET
def ladder(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a ladder: what the viewer must do and its rungs, or another of its parts."""
    return show_ladder(request, ladder_or_404(request, slug))


@require_GET
def ladder_entry(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show an entry that is or was on a ladder: its matches, and its rungs over time."""
    one = ladder_or_404(request, slug)
    view = entry_page(one, pk)
    if view is None:
        raise Http404
    context = {
        "view": view,
        "entry": view.entry,
        "ladder": one,
        "league": one.league,
        "matches": page_of(request, view.matches),
    }
    return render(request, "ladders/entry.html", context)


def ladder_or_404(request: HttpRequest, slug: str) -> Ladder:
    """Return the ladder; 404 if it doesn't exist or the viewer may not see it."""
    found = ladder_for(slug, request.user)
    if found is None:
        raise Http404
    return found


class AtLadder(Place):
    """A ladder's page."""

    page, is_public = ("ladder",), True

    def __init__(self, request: HttpRequest, **address: Any) -> None:
        super().__init__(request, **address)
        self.ladder = ladder_or_404(request, self.slug)

    def show(self, form: PageForm) -> HttpResponse:
        return show_ladder(self.request, self.ladder, form)


ladder_join = Action(
    AtLadder,
    lambda at: entering.join(ladder_id=at.ladder.pk, user=at.by),
    done=gettext_lazy("You are on the ladder, on its lowest rung."),
)
ladder_join_pair = Action(
    AtLadder,
    lambda at: entering.join(ladder_id=at.ladder.pk, user=at.by, **at.values),
    form=LadderPartnerForm,
    people=lambda at: picking.to_join(at.ladder, at.by),
    done=gettext_lazy("Your partner has been asked. You are in once they accept."),
)
ladder_accept = Action(
    AtLadder,
    lambda at: entering.answer(entry_id=at.pk, user=at.by, accept=True),
    done=gettext_lazy("You are on the ladder, on its lowest rung."),
)
ladder_decline = Action(
    AtLadder,
    lambda at: entering.answer(entry_id=at.pk, user=at.by, accept=False),
    done=gettext_lazy("Declined. They can ask somebody else."),
)
ladder_leave = Action(
    AtLadder,
    lambda at: entering.leave(entry_id=at.pk, by=at.by),
    done=gettext_lazy("You have left the ladder."),
)
ladder_challenge = Action(
    AtLadder,
    lambda at: challenges.challenge(ladder_id=at.ladder.pk, by=at.by, entry_id=at.pk),
    done=gettext_lazy("The challenge is made, and the other side is notified."),
)
challenge_accept = Action(
    AtLadder,
    lambda at: challenges.answer(challenge_id=at.pk, by=at.by, accept=True),
    done=gettext_lazy("Accepted. Agree on a time, or play now."),
)
challenge_decline = Action(
    AtLadder,
    lambda at: challenges.answer(challenge_id=at.pk, by=at.by, accept=False),
    done=gettext_lazy("Declined. That counts as a failure."),
)
challenge_withdraw = Action(
    AtLadder,
    lambda at: challenges.withdraw(challenge_id=at.pk, by=at.by),
    done=gettext_lazy("The challenge is taken back."),
)
challenge_play = Action(
    AtLadder,
    lambda at: challenges.play_now(challenge_id=at.pk, by=at.by),
    done=lambda _at, made: (
        "" if made.table else str(gettext_lazy("The other side is asked to come now."))
    ),
    to=lambda at, made: made.table.get_absolute_url() if made.table else at.back,
)
challenge_offer = Action(
    AtLadder,
    lambda at: challenges.offer_time(challenge_id=at.pk, by=at.by, **at.values),
    form=lambda at: at.bound(LadderTimeForm, key=at.pk),
    done=gettext_lazy("The time is offered."),
)
challenge_agree = Action(
    AtLadder,
    lambda at: challenges.accept_time(challenge_id=at.pk, by=at.by),
    done=gettext_lazy("Agreed. The table opens at that time."),
)


def show_ladder(request: HttpRequest, one: Ladder, refused: PageForm | None = None) -> HttpResponse:
    """Render a ladder's page, with the form that was `refused` in its place."""
    view = ladder_page(one, request.user)
    asked = "ladder" if refused else request.GET.get("show", "ladder")
    part = asked if asked in dict(PARTS) else "ladder"
    forms = FormsOfPage(refused)
    context: dict[str, Any] = {
        "view": view,
        "ladder": one,
        "league": one.league,
        "rules": rules_said(one.rules),
        "parts": PARTS,
        "part": part,
        "forms": forms,
    }
    if part == "matches":
        context["matches"] = page_of(request, matches_of(one))
    elif part == "log":
        context["log"] = page_of(request, log_of(one))
    else:
        context |= _rungs(request, view, forms)
    return render(request, "ladders/ladder.html", context)


def _rungs(request: HttpRequest, view: LadderPage, forms: FormsOfPage) -> dict[str, Any]:
    """Return the rungs, and the forms with which somebody joins or offers a time."""
    slug = view.ladder.slug
    page = page_of(request, view.order, RUNGS)
    context: dict[str, Any] = {"page": page, "rungs": view.rungs(list(page.object_list))}
    if view.mine is not None and view.mine.pk not in page.object_list:
        context["own_page"] = -(-(view.mine.rung or 1) // RUNGS)
    if view.can_join and view.ladder.is_pairs:
        action = reverse("ladder_join_pair", args=[slug])
        context["join_form"] = forms.place(LadderPartnerForm(action=action))
    context["my_matches"] = [
        (
            mine,
            forms.place(
                LadderTimeForm(
                    action=reverse("challenge_offer", args=[slug, mine.challenge.pk]),
                    key=mine.challenge.pk,
                )
            )
            if mine.challenge.status == "accepted"
            else None,
        )
        for mine in view.my_matches
    ]
    return context
