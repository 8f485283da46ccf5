"""A bracket as a drawing: positioned boxes and lines, which the template renders as SVG, and the same as a table.

The main bracket with its finals is one sheet, the losers' bracket another. A column is a round. A match is centred
between the matches that feed it; one without drawn feeders takes the next free line, so that a field with many
byes needs no taller sheet than its matches do. Lengths are in the SVG's units, about a pixel each.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from games.engine.sentences import format_number
from spades_site.common.people.bot_names import marked
from tournaments.events.models import Entry
from tournaments.events.queries.view_models import BracketView, MatchLine
from tournaments.formats.elimination.bracket import Bracket, From, Kind, Part, Slot, Source
from tournaments.formats.elimination.progress import MatchState, Status

BOX_WIDTH, SIDE_HEIGHT = 208, 26
BOX_HEIGHT = 2 * SIDE_HEIGHT
GAP, ROW = 36, BOX_HEIGHT + 18
HEAD, EDGE = 30, 2
NAME_AT, SCORE_END = 34, 8
"""Where names begin and scores end, from the box's edges."""
MAIN = (Part.WINNERS, Part.FINAL, Part.THIRD)


@dataclass(frozen=True)
class Side:
    """One side of a match: `text` fits its box, `name` is complete."""

    seed: int | None
    name: str
    known: bool
    won: bool
    score: str
    by_bots: bool = False

    @property
    def text(self) -> str:
        """Return the name, shortened to fit its box before the score."""
        room = BOX_WIDTH - NAME_AT - SCORE_END
        return shortened(marked(self.name), room - breadth(self.score) - SIDE_HEIGHT / 4)


def breadth(text: str) -> float:
    """Return the approximate width of a text in the drawing's bold letters, never too small."""
    return sum(_breadth_of(char) for char in text)


def shortened(name: str, room: float) -> str:
    """Return a name, or as much of it as fits into `room` with an ellipsis."""
    if breadth(name) <= room:
        return name
    kept = name
    while kept and breadth(f"{kept}…") > room:
        kept = kept[:-1]
    return f"{kept.rstrip()}…"


def _breadth_of(char: str) -> float:
    if char in "iIjlt.,:;'’|!()[]- ":
        return 5.5
    if char in "mwMW@%&…":
        return 13
    if ord(char) >= 0x1100:
        return 14
    return 10 if char.isupper() else 9


@dataclass(frozen=True)
class Box:
    """One match. `x`, `y` are its upper left corner; `line` is None until it is drawn."""

    number: int
    title: str
    x: int
    y: int
    sides: tuple[Side, Side]
    line: MatchLine | None
    note: str
    in_play: bool
    mine: bool
    apart: bool
    """Whether it is drawn below its column's heading without belonging to that round."""

    @property
    def caption(self) -> str:
        """Return the caption above its right corner: its kind, status and number."""
        bots = _("bots played") if any(side.by_bots for side in self.sides) else ""
        notes = [self.title if self.apart else "", self.note, bots, str(self.number)]
        return " · ".join(filter(None, notes))

    @property
    def rows(self) -> list[tuple[Side, int]]:
        """Return both sides, each with the y coordinate of its line."""
        return [(side, self.y + n * SIDE_HEIGHT + 18) for n, side in enumerate(self.sides)]

    @property
    def middle(self) -> int:
        """Return the y coordinate at which lines enter and leave."""
        return self.y + SIDE_HEIGHT

    @property
    def text_x(self) -> int:
        """Return the x coordinate at which names begin."""
        return self.x + NAME_AT

    @property
    def seed_x(self) -> int:
        """Return the x coordinate at which seeds end."""
        return self.x + 26

    @property
    def right(self) -> int:
        """Return the x coordinate at which scores end."""
        return self.x + BOX_WIDTH - SCORE_END


@dataclass
class Sheet:
    """One drawing."""

    title: str
    width: int
    height: int
    heads: list[tuple[int, str]]
    """Column titles with their left edges."""
    boxes: list[Box]
    links: list[str]
    """Paths from matches to those of their winners."""
    box_width: int = BOX_WIDTH
    box_height: int = BOX_HEIGHT


@dataclass
class _Lines:
    """The y coordinate of each drawn match of a sheet, computed from the last round back to the first."""

    drawn: dict[str, Slot]
    y: dict[str, int] = field(default_factory=dict)
    free: int = 0

    def put(self, slot: Slot, bracket: Bracket) -> int:
        if slot.key in self.y:
            return self.y[slot.key]
        before = feeders(slot, bracket, self.drawn)
        if before:
            heights = [self.put(each, bracket) for each in before]
            self.y[slot.key] = sum(heights) // len(heights)
        else:
            self.y[slot.key] = HEAD + self.free * ROW
            self.free += 1
        return self.y[slot.key]


def sheets(view: BracketView) -> list[Sheet]:
    """Return the bracket's drawings, the main one first."""
    bracket = view.progress.bracket
    shown = [slot for slot in bracket.matches() if _shown(view, slot)]
    numbers = {slot.key: number for number, slot in enumerate(shown, start=1)}
    main = [slot for slot in shown if slot.part in MAIN]
    losers = [slot for slot in shown if slot.part == Part.LOSERS]
    titles = ((_("Main bracket") if losers else _("Bracket"), main), (_("Losers’ bracket"), losers))
    return [_sheet(view, title, slots, numbers) for title, slots in titles if slots]


def feeders(slot: Slot, bracket: Bracket, drawn: dict[str, Slot]) -> list[Slot]:
    """Return the drawn matches that feed a match with their winners, skipping byes."""
    found = []
    for source in (slot.a, slot.b):
        while source.kind == From.WINNER and bracket[source.match].kind == Kind.BYE:
            bye = bracket[source.match]
            source = bye.b if bye.a.kind == From.NOBODY else bye.a
        if source.kind == From.WINNER and source.match in drawn:
            found.append(drawn[source.match])
    return found


def _shown(view: BracketView, slot: Slot) -> bool:
    """Return whether to show a match: a second final that isn't needed is hidden."""
    return not (slot.reset and view.progress[slot.key].status == Status.UNUSED)


def _sheet(view: BracketView, title: str, slots: Sequence[Slot], numbers: dict[str, int]) -> Sheet:
    bracket = view.progress.bracket
    lines = _Lines({slot.key: slot for slot in slots})
    for slot in reversed([slot for slot in slots if slot.part != Part.THIRD]):
        lines.put(slot, bracket)
    for slot in slots:
        lines.put(slot, bracket)
    columns = sorted({_column(bracket, slot) for slot in slots})
    x = {column: EDGE + place * (BOX_WIDTH + GAP) for place, column in enumerate(columns)}
    boxes = {
        slot.key: _box(view, slot, (x[_column(bracket, slot)], lines.y[slot.key]), numbers)
        for slot in slots
    }
    heads = {x[_column(bracket, slot)]: stage_of(bracket, slot) for slot in reversed(slots)}
    return Sheet(
        title=title,
        width=EDGE + len(columns) * (BOX_WIDTH + GAP) - GAP + EDGE,
        height=HEAD + (lines.free - 1) * ROW + BOX_HEIGHT + EDGE,
        heads=sorted(heads.items()),
        boxes=list(boxes.values()),
        links=[
            _path(boxes[before.key], boxes[slot.key])
            for slot in slots
            for before in feeders(slot, bracket, lines.drawn)
        ],
    )


def _column(bracket: Bracket, slot: Slot) -> int:
    last = len(bracket.rounds(Part.WINNERS))
    if slot.part == Part.FINAL:
        return last + slot.round
    return last if slot.part == Part.THIRD else slot.round


def stage_of(bracket: Bracket, slot: Slot) -> str:
    """Return the name of the bracket's round to which a match belongs."""
    last = len(bracket.rounds(Part.WINNERS))
    double = bool(bracket.rounds(Part.FINAL))
    if slot.part == Part.THIRD:
        return _("Third place")
    if slot.part == Part.FINAL:
        return _("Second final") if slot.reset else _("Final")
    if slot.part == Part.LOSERS:
        # If byes leave the first round empty, the next one is the first that is played.
        played = sorted({each.round for each in bracket.matches() if each.part == Part.LOSERS})
        return _("Losers’ round %(number)d") % {"number": played.index(slot.round) + 1}
    if double:
        return _("Round %(number)d") % {"number": slot.round}
    names = {last: _("Final"), last - 1: _("Semi-finals"), last - 2: _("Quarter-finals")}
    return names.get(slot.round, _("Round %(number)d") % {"number": slot.round})


def _path(start: Box, end: Box) -> str:
    """Return the line from one box to the other, with a vertical part halfway."""
    left, right = start.x + BOX_WIDTH, end.x
    return f"M{left} {start.middle}H{(left + right) // 2}V{end.middle}H{right}"


def _box(view: BracketView, slot: Slot, at: tuple[int, int], numbers: dict[str, int]) -> Box:
    state, line = view.progress[slot.key], view.lines.get(slot.key)
    sides = (
        _side(view, state, state.a, slot.a, line, numbers),
        _side(view, state, state.b, slot.b, line, numbers),
    )
    return Box(
        number=numbers[slot.key],
        title=stage_of(view.progress.bracket, slot),
        x=at[0],
        y=at[1],
        sides=sides,
        line=line,
        note=_note(state, slot, line),
        in_play=line is not None and line.in_play,
        mine=line is not None and line.mine,
        apart=slot.part == Part.THIRD,
    )


def _side(
    view: BracketView,
    state: MatchState,
    entry: int | None,
    source: Source,
    line: MatchLine | None,
    numbers: dict[str, int],
) -> Side:
    if entry is None:
        name = _("nobody") if state.over else _source_words(view.progress.bracket, source, numbers)
        return Side(None, name, known=False, won=False, score="")
    who = view.field[entry]
    name = who.name if line is None else line.match.name_of(who)
    won = state.winner == entry and state.over
    return Side(entry + 1, name, True, won, _score(line, who), _by_bots(line, who))


def _by_bots(line: MatchLine | None, who: Entry) -> bool:
    return line is not None and line.result is not None and who.pk in line.result.stood_in


def _score(line: MatchLine | None, who: Entry) -> str:
    if line is None or line.result is None or line.result.kind != "played":
        return ""
    scores = line.result.games or line.result.points
    return format_number(scores[line.match.entries.index(who)])


def _source_words(bracket: Bracket, source: Source, numbers: dict[str, int]) -> str:
    """Return a phrase for the source of a side that isn't known yet."""
    while source.match and bracket[source.match].kind == Kind.BYE:
        bye = bracket[source.match]
        source = bye.b if bye.a.kind == From.NOBODY else bye.a
    params = {"number": numbers.get(source.match, 0)}
    if source.kind == From.LOSER:
        return _("Loser of %(number)d") % params
    return _("Winner of %(number)d") % params


def _note(state: MatchState, slot: Slot, line: MatchLine | None) -> str:
    """Return the note on a match besides its score; "" if there is none."""
    if line is not None and line.result is not None:
        score = line.score if line.result.kind != "played" else ""
        extra = _("by one more hand") if line.result.by_extra_hand else ""
        corrected = _("corrected") if line.result.is_corrected else ""
        return " · ".join(filter(None, (score, extra, line.result.other_end, corrected)))
    if line is not None and line.in_play:
        return _("in play")
    if slot.reset:
        return _("if needed") if state.status == Status.WAITING else ""
    return _("without play") if state.status == Status.WALKOVER else ""
