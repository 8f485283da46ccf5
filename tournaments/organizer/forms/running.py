"""The forms for running a tournament. The domain functions check the values; forms only parse them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from spades_site.accounts.models import User
from spades_site.common.folding import fold_name
from spades_site.common.forms import (
    REASON_PLACES,
    KeyField,
    PageForm,
    ReasonField,
    TextField,
    Unnamed,
    UsernameField,
    VersionField,
    key_of,
)
from spades_site.common.local_time import LocalMomentField
from spades_site.common.people.bot_names import marked
from spades_site.common.people.by_name import plain
from spades_site.common.refusals import Code
from spades_site.common.text import LONGEST_NAME
from tournaments.events.actions import decisions
from tournaments.events.entries import by_name
from tournaments.events.entries.substitute_offers import drawn_matches
from tournaments.events.matches.disputes import LONGEST_ANSWER
from tournaments.events.matches.match_games import is_played
from tournaments.events.models import Entry, Match, Single, Tournament
from tournaments.leagues.by_name import likely_accounts
from tournaments.leagues.models import Team

MOST_DIGITS = 8
"""Characters of a number of points."""
PERSON_PLACES: Final[dict[Code, str]] = dict.fromkeys(
    ("unknown_user", "user_guest", "user_not_member", "user_entered", "blocked", "declined"),
    "username",
)


class DeleteDraftForm(PageForm):
    """Confirms the deletion of a draft by typing its name."""

    ids = "delete"
    button, kind = _("Delete the draft"), "danger"
    words = _("Only organizers have seen it, and nobody is notified. This can’t be undone.")
    name = TextField(label=_("Its name, to confirm"), max_length=LONGEST_NAME)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament

    def clean_name(self) -> str:
        """Return the name. Raises ValidationError "other_name"."""
        name = str(self.cleaned_data["name"])
        if fold_name(name) != fold_name(self.tournament.name):
            raise ValidationError(
                _("That isn’t its name. Enter “%(name)s”."), "other_name", {"name": self.tournament}
            )
        return name


# ------------------------------------------------------------------------------------------- entries
class EntryForm(PageForm):
    """Base form of actions on one entry."""

    kind = "small"

    def __init__(self, *args: Any, entry: Entry | Single, **kwargs: Any) -> None:
        super().__init__(*args, key=entry.pk, **kwargs)
        self.entry = entry


class RemoveForm(EntryForm):
    """The reason for removing an entry."""

    ids = "remove"
    places = REASON_PLACES
    button, kind = _("Remove entry"), "small danger"
    reason = ReasonField()


class SubstituteForm(EntryForm):
    """A substitution: the replaced player, the substitute, and whether for good or for one match (0: for good)."""

    ids = "substitute"
    places = (
        REASON_PLACES
        | PERSON_PLACES
        | {"not_in_entry": "out", "has_stand_in": "out", "unknown_match": "match"}
    )
    button = _("Ask to substitute")
    row = ("out", "username")
    out = KeyField(label=_("Player to replace"))
    username = UsernameField(label=_("Substitute (user name)"))
    match = KeyField(label=_("For how long"), initial=0)
    reason = ReasonField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        entry = self.entry
        assert isinstance(entry, Entry)
        places = entry.players
        self.fields["match"].offer(  # type: ignore[attr-defined]
            lambda: [
                (0, _("for good, from the next table on")),
                *((one.pk, only_round(one)) for one in drawn_matches(entry)),
            ]
        )
        self.fields["out"].offer(  # type: ignore[attr-defined]
            lambda: [(place.user_id, marked(str(place.user))) for place in places.all()]
        )


class LinkForm(EntryForm):
    """The account of a player who was entered by name only."""

    ids = "link"
    places = PERSON_PLACES | {"not_in_entry": "out"}
    button = _("Ask")
    row = ("out", "username")
    words = _(
        "They are asked first. If they accept, the results move to their account, in all tournaments of the league, and stay unrated."
    )
    out = KeyField(label=_("Without an account"))
    username = UsernameField(label=_("Their account (user name)"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        entry = self.entry
        assert isinstance(entry, Entry)
        self.fields["out"].offer(  # type: ignore[attr-defined]
            lambda: [(user.pk, plain(user.username)) for user in by_name.in_entry(entry)]
        )
        self.fields["username"].initial = _likely_account(entry)


def _likely_account(entry: Entry) -> str:
    """Return the user name of the league's member who has the same name as the entry's player without an account, or ""."""
    people = by_name.in_entry(entry)
    members = User.objects.filter(memberships__league=entry.tournament.league_id, by_name=False)
    found = likely_accounts([*people, *members]) if people else {}
    return next((user.username for user in found.values()), "")


def only_round(match: Match) -> str:
    """Return the label for a substitution in one match."""
    return _("only in round %(n)d") % {"n": match.round.number}


class PenaltyForm(EntryForm):
    """The number of points to deduct, and the reason."""

    ids = "penalty"
    places = REASON_PLACES | {"points_unclear": "points"}
    button = _("Deduct points")
    points = TextField(
        label=_("Points to deduct"),
        max_length=MOST_DIGITS,
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "decimal"}),
    )
    reason = ReasonField(label=_("Reason (shown to everybody)"))

    def clean_points(self) -> str:
        """Return the number with a decimal point, also if it was typed with a comma."""
        return str(self.cleaned_data["points"]).replace(",", ".")


class ApartForm(PageForm):
    """Two entries that a Swiss keeps apart."""

    ids = "apart"
    places = {"same_entry": "second"}
    button, kind = _("Keep apart"), "small"
    row = ("first", "second")
    first = KeyField(label=_("Entry"))
    second = KeyField(label=_("apart from"))

    def __init__(self, *args: Any, entries: Iterable[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer_two(self, lambda: entries)
        if not self.is_bound:
            self.fields["second"].initial = next((one.pk for one in islice(entries, 1, 2)), None)


def offer_two(form: PageForm, entries: Callable[[], Iterable[Entry]]) -> None:
    """Offer the entries as a form's `first` and `second`."""
    for name in ("first", "second"):
        field = form.fields[name]
        field.offer(lambda: [(entry.pk, marked(entry.name)) for entry in entries()])  # type: ignore[attr-defined]


class PlaceField(forms.ChoiceField):
    """An entry or single player, named as in the log. The domain checks whether it can be chosen."""

    def validate(self, value: Any) -> None:
        """Accept any name."""


class PairForm(PageForm):
    """Two people without a partner who become partners."""

    ids = "pair"
    places = {"same_person": "second"}
    button, kind = _("Make a pair"), "small"
    row = ("first", "second")
    first = PlaceField(label=_("Player"))
    second = PlaceField(label=_("Partner"))

    def __init__(self, *args: Any, alone: Sequence[Single | Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offered = [
            (f"entry:{one.pk}", _("%(name)s, not yet accepted") % {"name": one.name})
            if isinstance(one, Entry)
            else (f"single:{one.pk}", one.user.username)
            for one in alone
        ]
        for number, name in enumerate(("first", "second")):
            self.fields[name].choices = offered  # type: ignore[attr-defined]
            if not self.is_bound and len(offered) > number:
                self.fields[name].initial = offered[number][0]


class TeamForm(PageForm):
    """A team of the league that is entered as it is."""

    ids = "team"
    button, kind = _("Enter the team"), "small"
    words = _(
        "It plays with the members that it has now. Its captain and vice-captain name the line-ups."
    )
    team = KeyField(label=_("Team"))

    def __init__(self, *args: Any, teams: Sequence[Team], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["team"].offer(lambda: [(one.pk, one.name) for one in teams])  # type: ignore[attr-defined]


class MatchTimeForm(PageForm):
    """The time of a match that hasn't begun, and why an organizer sets it."""

    ids = "match-time"
    places = REASON_PLACES | dict.fromkeys(
        ("time_past", "before_window", "postpone_late", "no_window", "two_at_once"), "starts_at"
    )
    button, kind = _("Set the time"), ""
    starts_at = LocalMomentField(label=_("Time of the match"))
    reason = ReasonField()


class GuestForm(PageForm):
    """The person invited to enter."""

    ids = "guest"
    places = PERSON_PLACES
    button, kind = _("Invite"), ""
    username = UsernameField(label=_("User name"))


class SeedsForm(PageForm):
    """A number for each entry with a place; the fields are named by the entries' keys."""

    template = "organizer/_seeding.html"
    button = _("Save the seeds")

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, entries: Sequence[Entry], **kwargs: Any
    ) -> None:
        super().__init__(data, **kwargs)
        for entry in entries:
            self.fields[f"seed-{entry.pk}"] = forms.IntegerField(
                label=entry.name,
                required=False,
                min_value=1,
                max_value=len(entries),
                initial=entry.hand_seed,
                widget=forms.NumberInput(
                    attrs={"min": 1, "max": len(entries), "inputmode": "numeric"}
                ),
            )

    @property
    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """Return the fields with a number, in that order, and those without, each with its level for the script."""
        numbered = [bound for bound in self if bound.value()]
        numbered.sort(key=lambda bound: key_of(str(bound.value())))
        return [("1", numbered), ("", [bound for bound in self if not bound.value()])]

    def seeds(self) -> dict[int, int | None]:
        """Return the (valid) form's seeds by the entries' keys."""
        return {int(name.split("-")[1]): value for name, value in self.cleaned_data.items()}


# ------------------------------------------------------------------------------------------- matches
class AnswerForm(PageForm):
    """The reason for confirming a contested result."""

    ids = "answer"
    places = dict.fromkeys(REASON_PLACES, "answer")
    button, kind = _("The result stands"), ""
    words = _("Or decide the match below, which also answers this.")
    answer = TextField(label=_("Your answer"), max_length=LONGEST_ANSWER)


class RejectClaimForm(PageForm):
    """The reason for rejecting a forfeit claim."""

    ids = "claim"
    places = dict.fromkeys(REASON_PLACES, "answer")
    button, kind = _("Reject the claim"), ""
    words = _("Or decide the match below, which also answers this.")
    answer = TextField(label=_("Your answer"), max_length=LONGEST_ANSWER)


class ConductForm(PageForm):
    """Whether to uphold a warning or deducted points for conduct, and why. Without an appeal they can only be undone."""

    ids = "conduct"
    places = dict.fromkeys((*REASON_PLACES, "no_appeal"), "text")
    button, kind = _("Answer"), ""
    undo = forms.TypedChoiceField(
        label=_("Decision"),
        choices=(("yes", _("Undo it")), ("no", _("It stands"))),
        coerce=lambda value: value == "yes",
        initial="yes",
        widget=forms.RadioSelect,
    )
    text = TextField(label=_("Your answer"), max_length=LONGEST_ANSWER)

    def __init__(self, *args: Any, appealed: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not appealed:
            # Without an appeal there is nothing to uphold.
            self.button = _("Undo it")
            self.fields["undo"].widget = Unnamed()


VERDICTS: dict[str, tuple[decisions.Verdict, int | None]] = {
    "0": (decisions.Verdict.FORFEIT, 0),
    "1": (decisions.Verdict.FORFEIT, 1),
    "nobody": (decisions.Verdict.FORFEIT, None),
    "void": (decisions.Verdict.VOID, None),
    "played": (decisions.Verdict.PLAYED, None),
    "excused": (decisions.Verdict.EXCUSED, None),
}
"""The verdict and the index of the winning side for each choice except "replay"."""


def _may(match: Match, verdict: str) -> bool:
    if verdict == "replay":
        return decisions.may_replay(match)
    return decisions.may_decide(match, *VERDICTS[verdict])


class UndoDecisionForm(PageForm):
    """The reason for undoing the last decision about a match."""

    ids = "undo"
    places = REASON_PLACES
    stale = frozenset({"stale", "nothing_to_undo"})
    button, kind = _("Undo the last decision"), ""
    reason = ReasonField(help_text=_("Shown to everybody."))
    expected_version = VersionField()


class DecisionForm(PageForm):
    """An organizer's decision about a match, and the reason."""

    places = REASON_PLACES
    stale = frozenset({"stale"})
    button = _("Decide")
    verdict = forms.ChoiceField(label=_("Decision"), widget=forms.RadioSelect)
    reason = ReasonField(help_text=_("Shown to everybody."))
    expected_version = VersionField()

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = [marked(name) for name in match.side_names]
        two = [
            ("0", _("%(name)s win by forfeit") % {"name": names[0]}),
            ("1", _("%(name)s win by forfeit") % {"name": names[1]}),
            ("nobody", _("Nobody wins: both forfeit")),
        ]
        choices = [
            *(two if len(names) == 2 else []),
            *([] if match.slot else [("void", _("The match doesn’t count"))]),
            ("replay", _("Replay at a new table")),
        ]
        if is_played(match):
            choices.append(("played", _("The table’s result counts")))
            if any(place.absent for side in match.sides for place in side.places.all()):
                choices.append(
                    (
                        "excused",
                        _("The table’s result counts for everybody, absent players included"),
                    )
                )
        if not self.is_bound:
            choices = [(verdict, label) for verdict, label in choices if _may(match, verdict)]
        self.fields["verdict"].choices = choices  # type: ignore[attr-defined]
