"""Results from paper score sheets: a round's matches as rows, each with the form of one score."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from spades_site.accounts.models import User, Viewer
from spades_site.common.errors import Refused
from tournaments.events.actions import decisions
from tournaments.events.actions.decisions.scores import shares_deals, slots_of
from tournaments.events.core.permissions import may_organize, own_matches
from tournaments.events.matches.match_games import games_at_most
from tournaments.events.models import (
    Match,
    Result,
    Round,
    Tournament,
    named,
    with_scores,
    with_tables,
)

MOST_POINTS, MOST_HANDS = 100_000, 1000
NEEDS_MORE = frozenset({"winner_missing", "end_missing", "no_such_game", "match_not_over"})
"""Refusals after which a row leads to the question that asks for everything."""


class ScoreForm(forms.Form):
    """The score of a match of one game: each side's points, the hands, and the version of the result that it overwrites."""

    replaces = forms.IntegerField(required=False, min_value=0)

    def __init__(self, data: Any = None, *, match: Match, result: Result | None) -> None:
        super().__init__(data, auto_id=f"id_{match.pk}_%s")
        fixed = match.tournament.terms_in(match.round.stage_id).rules["max_hands"]
        known = result is not None and result.kind == Result.Kind.PLAYED
        self.sides = range(len(match.sides))
        for side, name in enumerate(match.side_names):
            self.fields[f"points-{side}"] = _number(
                _("Points of %(name)s") % {"name": name},
                -MOST_POINTS,
                MOST_POINTS,
                result.points[side] if known and result else None,
            )
        at_table = next(iter(match.counting), None)
        hands = at_table.hands if known and at_table is not None and at_table.hands else fixed
        self.fields["hands"] = _number(_("Hands played"), 1, MOST_HANDS, hands)

    @property
    def points(self) -> list[forms.BoundField]:
        """Return the fields for the points, by side."""
        return [self[f"points-{side}"] for side in self.sides]

    @property
    def wrong(self) -> str:
        """Return what is wrong with the numbers, in a sentence; "" if nothing is."""
        if not self.is_bound or not self.errors:
            return ""
        missing = any(
            not str(field.value() or "").strip() for field in [*self.points, self["hands"]]
        )
        if missing:
            return _("Enter the points of each side and the number of hands.")
        return _("Enter whole numbers: the points of each side and the number of hands.")


def _number(label: str, least: int, most: int, initial: int | None) -> Any:
    # Phones' number pads lack the minus, and a wheel must not change a score.
    box = forms.TextInput(
        attrs={"autocomplete": "off", "inputmode": "text", "size": 5, "aria-label": label}
    )
    return forms.IntegerField(
        min_value=least, max_value=most, initial=initial, localize=False, widget=box
    )


@dataclass(frozen=True)
class PaperRow:
    """A match with its present result. `form` is None where its score isn't one game's total, or the viewer may not
    decide it. `refused` is why what was entered isn't stored; `asks`: unless it is sent once more, to overwrite the result.
    """

    match: Match
    result: Result | None
    form: ScoreForm | None
    refused: str = ""
    asks: bool = False
    needs_more: bool = False
    saved: bool = False

    @property
    def cells(self) -> list[tuple[str, forms.BoundField | None]]:
        """Return each side's name with the field for its points."""
        fields = self.form.points if self.form else [None] * len(self.match.sides)
        return list(zip(self.match.side_names, fields, strict=True))


def rows_of(tournament: Tournament, round_: Round, viewer: Viewer) -> list[PaperRow]:
    """Return the rows of a round that has begun, by table, in a constant number of queries."""
    return _rows(tournament, Match.objects.filter(round=round_, sides__index=1), viewer)


def row_of(tournament: Tournament, match: Match, viewer: Viewer) -> PaperRow:
    """Return the row of one match."""
    return _rows(tournament, Match.objects.filter(pk=match.pk), viewer)[0]


def _rows(tournament: Tournament, found: QuerySet[Match], viewer: Viewer) -> list[PaperRow]:
    matches = list(
        found.order_by("number").select_related("round").prefetch_related(*named(), with_tables())
    )
    scores = Result.objects.filter(match__in=[one.pk for one in matches], current=True)
    results = {one.match_id: one for one in scores.prefetch_related(*with_scores())}
    theirs = frozenset() if may_organize(viewer, tournament) else own_matches(viewer, [tournament])
    rows = []
    for match in matches:
        match.tournament = tournament
        result = results.get(match.pk)
        if result is not None:
            result.match = match
        alone = is_one_score(match) and match.pk not in theirs
        rows.append(
            PaperRow(match, result, ScoreForm(match=match, result=result) if alone else None)
        )
    return rows


def is_one_score(match: Match) -> bool:
    """Return whether the score of a match is one game's total."""
    return not shares_deals(match.tournament) and games_at_most(match.tournament, match) == 1


def enter(row: PaperRow, data: Any, by: User) -> PaperRow:
    """Enter the score that was typed into a row; returns the row as it is then, with what is wrong."""
    form = ScoreForm(data, match=row.match, result=row.result)
    if not form.is_valid():
        return PaperRow(row.match, row.result, form, refused=form.wrong)
    values = form.cleaned_data
    points = tuple(values[f"points-{side}"] for side in form.sides)
    try:
        _store(row.match, by, points, values["hands"], values["replaces"] or 0)
    except Refused as refusal:
        now = row_of(row.match.tournament, row.match, by)
        if refusal.code == "stale" and now.result is not None:
            data = {
                **{name: data.get(name, "") for name in form.fields},
                "replaces": now.result.version,
            }
            again = ScoreForm(data, match=row.match, result=now.result)
            return PaperRow(row.match, now.result, again, asks=True)
        needs_more = refusal.code in NEEDS_MORE
        return PaperRow(row.match, now.result, form, str(refusal), needs_more=needs_more)
    after = row_of(row.match.tournament, row.match, by)
    return PaperRow(after.match, after.result, after.form, saved=True)


def _store(match: Match, by: User, points: Sequence[int], hands: int, replaces: int) -> None:
    slots = slots_of(match)
    if len(slots) != 1:
        raise Refused("no_such_game", _("Enter this score on the match’s own page."))
    decisions.enter_score(
        match_id=match.pk,
        by=by,
        games={slots[0].number: decisions.Given(tuple(points), hands)},
        reason=_("From the paper score sheet"),
        expected_version=replaces,
    )
