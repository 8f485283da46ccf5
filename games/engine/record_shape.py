"""The shape of a game record (docs/rules.md 7): what each part must look like before any of it is replayed.

Every function here raises RecordError with the place of the first mistake.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.engine.actions import parse_action
from games.engine.cards import mask_of, parse_card, printable
from games.engine.errors import BadAction, EngineError
from games.engine.game import Start
from games.engine.rules import RuleSet
from games.engine.sentences import Sentence, message

FORMAT: Final = "spades-record/1"
FURTHEST_TOTAL: Final = 1_000_000_000
DEEPEST: Final = 40
RESULT_LISTS: Final = ("tricks", "points", "bags", "totals")

_RECORD_KEYS: Final = (
    "format",
    "rules",
    "players",
    "first_dealer",
    "draw_for_deal",
    "start",
    "hands",
    "result",
)


class RecordError(EngineError):
    """A malformed record, or one that contradicts the rules.

    `hand` counts from 1 and `action`, within its hand, from 1; None where the mistake isn't in one.
    """

    code = "bad_record"

    def __init__(
        self, sentence: str, *, hand: int | None = None, action: int | None = None, rule: str = ""
    ) -> None:
        # The reader of such an error is writing a program: English only.
        super().__init__(Sentence.of(sentence, "", 1, {}), rule=rule)
        self.hand = hand
        self.action = action


@dataclass(frozen=True, slots=True)
class Opening:
    """A record's fields before its first hand."""

    rules: RuleSet
    first_dealer: int | None
    draw_for_deal: tuple[int, ...] | None
    start: Start | None
    hands: Sequence[Any]
    result: dict[str, list[int]] | None


def read_opening(record: object) -> Opening:
    """Return the record's outer fields, checked; its hands are not checked yet."""
    fields = _object(record, "The record", _RECORD_KEYS)
    if _too_deep(fields):
        raise RecordError(
            "The record is nested too deeply: nothing in it needs more than 4 levels."
        )
    if fields.get("format") != FORMAT:
        raise RecordError(f"format isn't “{FORMAT}”: this is no record that this program knows.")
    rules = _rules(fields)
    _check_players(fields.get("players"), rules)
    dealer = fields.get("first_dealer")
    if dealer is not None and (type(dealer) is not int or not 0 <= dealer < rules.players):
        raise RecordError(f"first_dealer is a seat from 0 to {rules.players - 1}.")
    drawn = _drawn(fields.get("draw_for_deal"), rules)
    if dealer is None and drawn is None:
        raise RecordError("first_dealer is missing: name the seat that deals first.")
    hands = fields.get("hands")
    if not isinstance(hands, list):
        raise RecordError("hands is missing or no list: give a list of hands.")
    sides = len(rules.side_seats)
    return Opening(rules, dealer, drawn, _start(fields, sides), hands, _game_result(fields, rules))


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand of a record: a deal by seat or a stock, the actions' texts, and the lists of its result."""

    dealt: tuple[int, ...] | None
    stock: tuple[int, ...] | None
    actions: list[Any]
    result: dict[str, list[int]] | None


def read_hand(given: object, number: int, rules: RuleSet) -> Hand:
    """Return hand `number`, from 1, with everything but its actions checked."""
    try:
        fields = _object(given, "The hand", ("deal", "stock", "actions", "result"))
        wanted, other = ("stock", "deal") if rules.deal == "draw" else ("deal", "stock")
        if fields.get(other) is not None:
            raise RecordError(f"Under these rules a hand has a {wanted}, not a {other}.")
        cards = fields.get(wanted)
        dealt = stock = None
        if wanted == "stock":
            stock = _cards(cards, "stock", rules)
        elif isinstance(cards, list):
            dealt = tuple(_dealt(text, seat, rules) for seat, text in enumerate(cards))
        else:
            raise RecordError("deal is missing or no list: give one text of cards a seat.")
        actions = fields.get("actions")
        if not isinstance(actions, list):
            raise RecordError("actions is missing or no list: give a list of texts.")
        return Hand(dealt, stock, actions, _hand_result(fields, rules))
    except RecordError as mistake:
        mistake.hand = number
        raise


def read_action(given: object, rules: RuleSet) -> tuple[int, int]:
    """Return the seat and the action that a text like "2 play QS" names. Raises an EngineError."""
    if not isinstance(given, str):
        raise BadAction(
            message("An action is a text like “2 play QS”, not %(text)s.", text=printable(given))
        )
    seat, space, text = given.partition(" ")
    if not space or seat not in ("0", "1", "2", "3", "4") or int(seat) >= rules.players:
        raise BadAction(
            message(
                "“%(text)s” doesn’t begin with a seat from 0 to %(last)s and a space.",
                text=printable(given),
                last=rules.players - 1,
            )
        )
    return int(seat), parse_action(text, rules.codes)


def _object(given: object, name: str, known: Sequence[str]) -> dict[str, Any]:
    """Return the values of the known keys; keys that begin with `x-` are free for other programs and left out."""
    if not isinstance(given, dict):
        raise RecordError(f"{name} is no JSON object.")
    fields = {key: value for key, value in given.items() if not str(key).startswith("x-")}
    for key in fields:
        if key not in known:
            raise RecordError(
                f"{name} has an unknown key, “{printable(key)}”. Known are {', '.join(known)}; "
                "begin your own with x-."
            )
    return fields


def _too_deep(fields: Mapping[str, Any]) -> bool:
    level: list[Any] = [fields]
    for _depth in range(DEEPEST):
        level = [
            part
            for whole in level
            for part in (whole.values() if isinstance(whole, dict) else whole)
            if isinstance(part, (dict, list))
        ]
        if not level:
            return False
    return True


def _rules(fields: Mapping[str, Any]) -> RuleSet:
    given = fields.get("rules")
    if not isinstance(given, dict):
        raise RecordError(
            'rules is missing or no object: give one like {"preset": "cardgames_io"}.'
        )
    try:
        return RuleSet.from_dict({k: v for k, v in given.items() if not k.startswith("x-")})
    except EngineError as mistake:
        raise RecordError(f"rules: {mistake}", rule=mistake.rule) from mistake


def _check_players(names: Any, rules: RuleSet) -> None:
    if names is None:
        return
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise RecordError("players is a list of names, one a seat.")
    if len(names) != rules.players:
        raise RecordError(f"players has {len(names)} names for {rules.players} seats.")


def _drawn(names: Any, rules: RuleSet) -> tuple[int, ...] | None:
    if names is None:
        return None
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise RecordError("draw_for_deal is a list of cards, one a seat.")
    return tuple(_card(name, "draw_for_deal", rules) for name in names)


def _start(fields: Mapping[str, Any], sides: int) -> Start | None:
    if fields.get("start") is None:
        return None
    keys = ("totals", "bags", "sets", "sets_running")
    start = _object(fields["start"], "start", (*keys, "hands_played"))
    lists = {key: _numbers(start.get(key, [0] * sides), f"start: {key}", sides) for key in keys}
    (played,) = _numbers([start.get("hands_played", 0)], "start: hands_played", 1)
    return Start.from_dict({**lists, "hands_played": played})


def _game_result(fields: Mapping[str, Any], rules: RuleSet) -> dict[str, list[int]] | None:
    if fields.get("result") is None:
        return None
    result = _object(fields["result"], "result", ("winners", "totals"))
    for key, value in result.items():
        _numbers(value, f"result: {key}", len(rules.side_seats) if key == "totals" else None)
    return result


def _hand_result(fields: Mapping[str, Any], rules: RuleSet) -> dict[str, list[int]] | None:
    if fields.get("result") is None:
        return None
    result = _object(fields["result"], "The hand's result", RESULT_LISTS)
    for key, value in result.items():
        _numbers(value, key, rules.players if key == "tricks" else len(rules.side_seats))
    return result


def _numbers(given: Any, name: str, count: int | None) -> list[int]:
    if not isinstance(given, list) or not all(
        type(value) is int and abs(value) <= FURTHEST_TOTAL for value in given
    ):
        raise RecordError(f"{name} is a list of whole numbers.")
    if count is not None and len(given) != count:
        raise RecordError(f"{name} has {len(given)} numbers, not {count}.")
    return given


def _dealt(text: Any, seat: int, rules: RuleSet) -> int:
    cards = _cards(text, f"deal, seat {seat}", rules)
    if len(set(cards)) < len(cards):
        raise RecordError(f"deal, seat {seat}: a card is named twice.", rule="1.1")
    return mask_of(cards)


def _cards(text: Any, name: str, rules: RuleSet) -> tuple[int, ...]:
    if not isinstance(text, str):
        raise RecordError(f"{name} is missing or no text: give the cards with spaces between.")
    return tuple(_card(word, name, rules) for word in text.split())


def _card(word: str, name: str, rules: RuleSet) -> int:
    try:
        return parse_card(word, rules.codes)
    except EngineError as mistake:
        raise RecordError(f"{name}: {mistake}") from mistake
