"""The forms currently available on a tournament's page for organizers."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from spades_site.common.forms import FormsOfPage, PageForm
from tournaments.events.actions.draws.drafts import changes_of
from tournaments.events.actions.partners import may_pair
from tournaments.events.actions.penalties import penalizable
from tournaments.events.actions.teams.rosters import entered_teams
from tournaments.events.core.state import OPEN, OVER, STEP_LABELS, possible
from tournaments.events.draw.choosing import may_choose
from tournaments.events.draw.redrawing import News
from tournaments.events.draw.renewing import Renewal
from tournaments.events.draw.separation import can_keep_apart
from tournaments.events.entries import by_name, inviting
from tournaments.events.entries.taking_part import why_left_for_good
from tournaments.events.models import Entry, Round, Single, Status, Tournament
from tournaments.organizer.forms.draws import PickForm, RedrawForm, RenewForm
from tournaments.organizer.forms.running import (
    ApartForm,
    DeleteDraftForm,
    GuestForm,
    LinkForm,
    PairForm,
    PenaltyForm,
    RemoveForm,
    SubstituteForm,
    TeamForm,
)


# ------------------------------------------------------------------------------------------- steps
@dataclass(frozen=True)
class Step:
    """An available step: the address of its question, its button's label, and a short explanation."""

    name: str
    url: str
    button: str
    kind: str = ""
    words: str = ""


@dataclass(frozen=True)
class Steps:
    """The available steps of the life cycle: the next one, and the others."""

    next: Step | None
    others: list[Step]


def steps_of(tournament: Tournament, names: Collection[str]) -> Steps:
    """Return the steps with these names."""

    def those(*wanted: str) -> list[Step]:
        return [_step(tournament, name) for name in wanted if name.replace("-", "_") in names]

    in_check_in = tournament.status == Status.CHECK_IN
    ahead = those("open-registration", "resume", *(["start"] if in_check_in else []))
    later = those("announce", *([] if in_check_in else ["start"]), "pause", "end", "cancel")
    return Steps(ahead[0] if ahead else None, later)


def _step(tournament: Tournament, name: str) -> Step:
    kind, text = "", ""
    match name:
        case "open-registration" | "resume":
            kind = "primary"
        case "start" if tournament.status == Status.CHECK_IN:
            kind = "primary"
        case "start":
            text = _("It starts automatically at its start time.")
        case "announce":
            text = _("Everybody can see it; registration opens later.")
        case "pause":
            text = _("Tables in play continue; no new round begins.")
        case "end":
            kind = "danger"
            text = (
                _("Tables in play are closed. Nobody wins before the final is over.")
                if tournament.is_knock_out
                else _("Tables in play are closed, and the current standings decide.")
            )
        case other:
            assert other == "cancel"
            kind, text = "danger", _("Nobody wins. This can’t be undone.")
    url = reverse("organizer_step", args=[tournament.slug, name])
    return Step(name, url, str(STEP_LABELS[name.replace("-", "_")]), kind, text)


def delete_form(tournament: Tournament, forms: FormsOfPage) -> DeleteDraftForm | None:
    """Return the form that deletes a draft, or None if it isn't one."""
    if tournament.status != Status.DRAFT:
        return None
    action = reverse("draft_delete", args=[tournament.slug])
    return forms.place(DeleteDraftForm(tournament=tournament, action=action))


# ------------------------------------------------------------------------------------------- entries
@dataclass(frozen=True)
class EntryForms:
    """The forms of an entry; None if there is nobody to replace, or nothing to deduct."""

    remove: RemoveForm
    substitute: SubstituteForm | None = None
    penalty: PenaltyForm | None = None
    link: LinkForm | None = None


def may_change(entry: Entry | Single, tournament: Tournament) -> bool:
    """Return whether an organizer can change an entry, or remove it, now."""
    return entry.status in entry.TAKING_PART and "cancel" in possible(tournament)


def why_unchanged(entry: Entry | Single, tournament: Tournament) -> str:
    """Return why an organizer can't change an entry now; "" if they can."""
    if may_change(entry, tournament):
        return ""
    if tournament.status in OVER:
        return _("The tournament is over, so its entries stay as they are.")
    if entry.status == entry.Status.WITHDRAWN:
        return str(why_left_for_good(tournament) or _("This entry has left the tournament."))
    params = {"status": entry.get_status_display()}
    return _("Only an entry that takes part can be changed. This one: %(status)s.") % params


def change_page(entry: Entry | Single, tournament: Tournament) -> str:
    """Return the address of the page on which an entry, or a person who entered alone, can be changed; "" if it can't."""
    if not may_change(entry, tournament):
        return ""
    name = "organizer_entry" if isinstance(entry, Entry) else "single_remove"
    return reverse(name, args=[tournament.slug, entry.pk])


def entry_forms(
    entry: Entry | Single, tournament: Tournament, forms: FormsOfPage
) -> EntryForms | None:
    """Return the forms of an entry, or None if it can't be changed now."""
    if not may_change(entry, tournament):
        return None
    if isinstance(entry, Single):
        action = reverse("single_remove", args=[tournament.slug, entry.pk])
        return EntryForms(forms.place(RemoveForm(entry=entry, action=action)))

    def form[F: PageForm](kind: type[F], name: str) -> F:
        action = reverse(name, args=[tournament.slug, entry.pk])
        return forms.place(kind(entry=entry, action=action))

    if entry.status not in Entry.LIVE:
        return EntryForms(form(RemoveForm, "entry_remove"))
    # One that was refused stays, even if the person was linked in the meantime.
    named = by_name.in_entry(entry) or isinstance(forms.refused, LinkForm)
    return EntryForms(
        form(RemoveForm, "entry_remove"),
        form(SubstituteForm, "entry_substitute"),
        form(PenaltyForm, "entry_penalty") if entry.pk in penalizable(tournament) else None,
        form(LinkForm, "entry_link") if named else None,
    )


def apart_form(
    tournament: Tournament, taking_part: Sequence[Entry], forms: FormsOfPage
) -> ApartForm | None:
    """Return the form to keep two entries apart, or None if no draw would."""
    if (
        not can_keep_apart(tournament)
        or "cancel" not in possible(tournament)
        or len(taking_part) < 2
    ):
        return None
    action = reverse("apart_add", args=[tournament.slug])
    return forms.place(ApartForm(entries=taking_part, action=action))


def pair_form(
    tournament: Tournament, alone: Sequence[Single | Entry], forms: FormsOfPage
) -> PairForm | None:
    """Return the form to make a pair of two people without a partner, or None if there aren't two."""
    if not may_pair(tournament) or len(alone) < 2:
        return None
    return forms.place(PairForm(alone=alone, action=reverse("pair_make", args=[tournament.slug])))


def team_form(tournament: Tournament, forms: FormsOfPage) -> TeamForm | None:
    """Return the form to enter a team of the league, or None if none can be entered now."""
    if not tournament.is_team or tournament.status not in OPEN or tournament.league is None:
        return None
    entered = entered_teams(tournament)
    teams = [team for team in tournament.league.teams.all() if team.folded_name not in entered]
    action = reverse("tournament_team_enter", args=[tournament.slug])
    return forms.place(TeamForm(teams=teams, action=action)) if teams else None


def guest_form(tournament: Tournament, forms: FormsOfPage) -> GuestForm | None:
    """Return the form to invite a person, or None if it is too late for that, or only teams play."""
    if tournament.is_team or tournament.status not in inviting.ASKING:
        return None
    return forms.place(GuestForm(action=reverse("guest_ask", args=[tournament.slug])))


# ------------------------------------------------------------------------------------------- draws
@dataclass(frozen=True)
class DraftForms:
    """The forms and addresses for an unconfirmed draw."""

    confirm: str
    """The address of the confirmation question; "" if the draw can't be confirmed."""
    buttons: list[PageForm]
    pick: PickForm | None
    others: str
    """The address of the alternative draws; "" if there are none."""


def draft_forms(
    tournament: Tournament,
    draft: Round,
    news: News,
    renewal: Renewal | None,
    forms: FormsOfPage,
) -> DraftForms:
    """Return the forms for a draft, each with the version of the draw shown."""
    changes = changes_of(draft)
    initial = {"expected_version": draft.matches.all()[0].pk}

    def form[F: PageForm](kind: type[F], name: str, **how: Any) -> F:
        action = reverse(name, args=[tournament.slug, draft.pk])
        return forms.place(kind(action=action, initial=initial, **how))

    confirm = "" if news.blocks else reverse("draft_confirm", args=[tournament.slug, draft.pk])
    if confirm:
        confirm += f"?seen={initial['expected_version']}"
    buttons: list[PageForm] = []
    if news.may_draw:
        buttons.append(form(RenewForm, "draft_redraw", is_urgent=news.blocks))
    elif renewal is not None and renewal.differs:
        buttons.append(form(RenewForm, "draft_redraw", is_urgent=True, by_results=True))
    if changes.redraw:
        buttons.append(form(RedrawForm, "draft_redraw"))
    pick = form(PickForm, "draft_swap", changes=lambda: changes) if changes.entries else None
    others = may_choose(draft) and reverse("draft_draws", args=[tournament.slug, draft.pk])
    return DraftForms(confirm, buttons, pick, others or "")
