"""The forms that a tournament's page offers its organizers now."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from spades_site.common.forms import FormsOfPage, PageForm
from tournaments.events.actions.drafts import Changes
from tournaments.events.draw.redrawing import News
from tournaments.events.models import Entry, Round, Status, Tournament
from tournaments.organizer.running_forms import (
    ConfirmForm,
    PenaltyForm,
    ReasonedStepForm,
    RedrawForm,
    RemoveForm,
    RenewForm,
    StepForm,
    SubstituteForm,
    SwapForm,
)


# ------------------------------------------------------------------------------------------- steps
@dataclass(frozen=True)
class Steps:
    """The steps of the life cycle: the one that is next, and the others, the reasoned ones folded."""

    next: StepForm | None
    others: list[StepForm]
    reasoned: list[StepForm]


REASONED = ("pause", "end", "cancel")
"""The steps with a reason for the players."""


def steps_of(tournament: Tournament, possible: Collection[str], forms: FormsOfPage) -> Steps:
    """Return the forms of the steps that are `possible`."""

    def those(*names: str) -> list[StepForm]:
        found = [name for name in names if name.replace("-", "_") in possible]
        return [forms.place(step_form(tournament, name)) for name in found]

    in_check_in = tournament.status == Status.CHECK_IN
    ahead = those("open-registration", "resume", *(["start"] if in_check_in else []))
    return Steps(
        ahead[0] if ahead else None,
        those("announce", *([] if in_check_in else ["start"])),
        those(*REASONED),
    )


def step_form(tournament: Tournament, name: str, data: Mapping[str, Any] | None = None) -> StepForm:
    """Return the form of a step, by its name in the address."""
    kind, words = "", ""
    match name:
        case "open-registration":
            button, kind = _("Open registration"), "primary"
        case "resume":
            button, kind = _("Resume"), "primary"
        case "start" if tournament.status == Status.CHECK_IN:
            button, kind = _("Start now"), "primary"
        case "start":
            button, words = _("Start now"), _("It starts automatically at its start time.")
        case "announce":
            button, words = _("Announce"), _("Everybody can see it; registration opens later.")
        case "pause":
            button, words = _("Pause"), _("Tables in play continue; no new round begins.")
        case "end":
            button, kind = _("End now"), "danger"
            words = (
                _("Tables in play are closed. Nobody wins before the final is over.")
                if tournament.is_knock_out
                else _("Tables in play are closed, and the current standings decide.")
            )
        case other:
            assert other == "cancel"
            button, kind = _("Cancel the tournament"), "danger"
            words = _("Nobody wins. This can’t be undone.")
    action = reverse("organizer_step", args=[tournament.slug, name])
    form = ReasonedStepForm if name in REASONED else StepForm
    return form(data, action=action, key=name, button=button, kind=kind, words=words)


# ------------------------------------------------------------------------------------------- entries
@dataclass(frozen=True)
class EntryRow:
    """An entry, or a person who entered alone, with what can be done with it."""

    entry: Any
    remove: RemoveForm | None = None
    substitute: SubstituteForm | None = None
    penalty: PenaltyForm | None = None

    @property
    def is_wrong(self) -> bool:
        """Return whether one of its forms was refused."""
        return any(form and form.errors for form in (self.remove, self.substitute, self.penalty))


def rows_of(
    entries: Iterable[Any],
    tournament: Tournament,
    forms: FormsOfPage,
    *,
    changeable: bool,
    penalizable: Collection[int],
) -> list[EntryRow]:
    """Return the rows of entries; `changeable` says whether any can be changed now."""

    def row(entry: Any) -> EntryRow:
        if not changeable or not isinstance(entry, Entry) or entry.status not in Entry.LIVE:
            return EntryRow(entry)

        def form[F: PageForm](kind: type[F], name: str) -> F:
            action = reverse(name, args=[tournament.slug, entry.pk])
            return forms.place(kind(entry=entry, action=action))

        return EntryRow(
            entry,
            form(RemoveForm, "entry_remove"),
            form(SubstituteForm, "entry_substitute"),
            form(PenaltyForm, "entry_penalty") if entry.pk in penalizable else None,
        )

    return [row(entry) for entry in entries]


# ------------------------------------------------------------------------------------------- draws
@dataclass(frozen=True)
class DraftForms:
    """What can be done with an unconfirmed draw."""

    buttons: list[PageForm]
    swap: SwapForm | None


def draft_forms(
    tournament: Tournament, draft: Round, changes: Changes, news: News, forms: FormsOfPage
) -> DraftForms:
    """Return the forms for a draft, each with the version of the draw that it is shown with."""
    initial = {"expected_version": draft.matches.all()[0].pk}

    def form[F: PageForm](kind: type[F], name: str, **how: Any) -> F:
        action = reverse(name, args=[tournament.slug, draft.pk])
        return forms.place(kind(action=action, initial=initial, **how))

    buttons: list[PageForm] = []
    if not news.blocks:
        buttons.append(form(ConfirmForm, "draft_confirm"))
    if news.may_draw:
        buttons.append(form(RenewForm, "draft_redraw", is_urgent=news.blocks))
    if changes.redraw:
        buttons.append(form(RedrawForm, "draft_redraw"))
    swap = form(SwapForm, "draft_swap", changes=lambda: changes) if changes.entries else None
    return DraftForms(buttons, swap)
