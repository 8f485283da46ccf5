"""The form for changing a tournament once registration is open, with the consequences of each field."""

from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from spades_site.common.errors import Refused
from spades_site.common.forms import PageForm, ReasonField, TextField, VersionField
from spades_site.common.local_time import LocalMomentField
from spades_site.common.text import LONGEST_NAME, LONGEST_TEXT
from tournaments.events.actions.changing import STAGES, changeable, stages_to_come, version_of
from tournaments.events.entries.waiting import places_taken, queue
from tournaments.events.models import Tournament
from tournaments.events.notices.recipients import everybody_in
from tournaments.events.plan.match_terms import OF_MATCHES
from tournaments.events.plan.stages import StagePlan
from tournaments.events.setup.proposal import LONGEST_PRIZES, NotValid
from tournaments.leagues.rule_sets import own_rules_in
from tournaments.organizer.forms.condition_fields import setting
from tournaments.organizer.forms.matches import MatchFields, match_initial


@dataclass(frozen=True)
class LaterStage:
    """A stage that hasn't begun: its number from 1, its plan, and its form."""

    number: int
    plan: StagePlan
    form: MatchFields


class ChangeForm(PageForm):
    """The fields of a tournament that can be changed now; the others are left out."""

    button = _("Save the changes")
    stale = frozenset({"stale"})
    name = TextField(
        label=_("Name"),
        max_length=LONGEST_NAME,
        help_text=_("Shown everywhere at once; the page keeps its address."),
    )
    description = TextField(
        label=_("Description"),
        max_length=LONGEST_TEXT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    prizes = TextField(
        label=_("Prizes"),
        max_length=LONGEST_PRIZES,
        required=False,
        help_text=_(
            "One per line, the first for the first place. The page and the report show these at once; nobody is notified."
        ),
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    starts_at = LocalMomentField(label=_("Start"))
    check_in_minutes = setting(
        "check_in_minutes",
        required=True,
        help_text=_("It opens at once if its time has come by then; 0 for no check-in."),
    )
    pause_between_rounds = setting(
        "pause_between_rounds",
        required=True,
        help_text=_("Counts from the end of the round in play."),
    )
    max_entries = setting("max_entries", required=True)
    waiting_list = setting(
        "waiting_list", help_text=_("Those who wait already keep their places in it.")
    )
    expected_version = VersionField()
    reason = ReasonField(required=False, help_text=_("Kept in the log."))
    template = "organizer/making/_change_form.html"

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        offered = changeable(tournament)
        begin = {name: getattr(tournament, name) for name in offered if name != STAGES}
        begin["expected_version"] = version_of(tournament)
        super().__init__(*args, initial=begin, **kwargs)
        self.tournament = tournament
        self.later = self._later_stages() if STAGES in offered else []
        for name in [*self.fields]:
            if name not in (*offered, "reason", "expected_version"):
                del self.fields[name]
        notified = len(list(everybody_in(tournament)))
        if "starts_at" in offered and notified:
            text = ngettext(
                "%(n)d person who has entered is notified of a new start.",
                "%(n)d people who have entered are notified of a new start.",
                notified,
            ) % {"n": notified}
            start = self.fields["starts_at"]
            start.help_text = f"{start.help_text} {text}"
        if "max_entries" in offered:
            counts = {"taken": places_taken(tournament), "waiting": len(queue(tournament))}
            self.fields["max_entries"].help_text = (
                gettext(
                    "Taken: %(taken)d. On the waiting list: %(waiting)d, let in at once and in order if there are more places."
                )
                if counts["waiting"]
                else gettext("Taken: %(taken)d.")
            ) % counts

    def _later_stages(self) -> list[LaterStage]:
        """Return a form for each stage that hasn't begun."""
        league = self.tournament.league
        data, own = self.data if self.is_bound else None, own_rules_in(league) if league else []
        return [
            LaterStage(
                stage.index,
                stage.plan,
                MatchFields(
                    data,
                    prefix=f"{STAGES}-{stage.index - 1}",
                    initial=match_initial(stage.plan.options),
                    own=own,
                ),
            )
            for stage in stages_to_come(self.tournament)
        ]

    def clean(self) -> dict[str, Any]:
        """Put the stages into `stages`, with what was changed in those to come."""
        values: dict[str, Any] = super().clean() or self.cleaned_data
        offered = {f"{STAGES}-{one.number - 1}-" for one in self.later}
        sent = {name for name in self.data if name.startswith(f"{STAGES}-")}
        if any(not name.startswith(tuple(offered)) for name in sent):
            self.add_error(
                None,
                forms.ValidationError(
                    gettext(
                        "Meanwhile this tournament has gone on. Reload the page to see what can change."
                    ),
                    "stale",
                ),
            )
        elif sent:
            plans = list(self.tournament.plans)
            for one in self.later:
                if not one.form.is_valid():
                    self.add_error(
                        None,
                        gettext("Some fields need correcting. Each mistake is shown at its field."),
                    )
                    return values
                own: dict[str, Any] = dict.fromkeys(OF_MATCHES)
                own |= one.form.match_values(one.form.cleaned_data)
                plans[one.number - 1] = replace(one.plan, **own)
            values[STAGES] = tuple(plans)
        return values

    def refuse(self, refusal: Refused) -> None:
        """Show a field's mistake at the field."""
        if not isinstance(refusal, NotValid):
            super().refuse(refusal)
            return
        later = {f"{STAGES}-{one.number - 1}": one.form for one in self.later}
        for name, sentences in refusal.errors.items():
            stage, _dash, field = name.rpartition("-")
            form: forms.Form = later.get(stage, self)
            place = field if stage in later else name
            for sentence in sentences:
                form.add_error(place if place in form.fields else None, sentence)
        if refusal.errors.keys() - self.fields.keys() and not self.non_field_errors():
            self.add_error(
                None, gettext("Some fields need correcting. Each mistake is shown at its field.")
            )
