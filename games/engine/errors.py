"""The engine's errors.

Every error has a stable `code`, the number of the `rule` in docs/rules.md where there is one, and a sentence for
the player: what was wrong and what to do.
"""

from typing import ClassVar, Literal

from games.engine.sentences import Sentence

ErrorCode = Literal[
    "bad_action", "bad_card", "bad_deal", "bad_record", "illegal_bid", "illegal_pass", "inconsistent_rules", "must_follow",
    "must_lead", "not_your_card", "not_your_turn", "spades_not_broken", "wrong_phase",
]  # fmt: skip


class EngineError(Exception):
    """The base class: `code` is stable, `rule` is a number in docs/rules.md or "", `str()` is the sentence."""

    code: ClassVar[ErrorCode]

    def __init__(self, sentence: Sentence, *, rule: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.rule = rule


class BadCard(EngineError):
    """A text that doesn't name a card."""

    code = "bad_card"


class BadAction(EngineError):
    """A text that isn't an action."""

    code = "bad_action"


class WrongPhase(EngineError):
    """An action that belongs to another phase of the hand, or a deal that isn't due."""

    code = "wrong_phase"


class NotYourTurn(EngineError):
    """An action by a seat whose turn it isn't."""

    code = "not_your_turn"


class IllegalBid(EngineError):
    """A bid that the rule set doesn't allow now."""

    code = "illegal_bid"


class IllegalPass(EngineError):
    """Cards that can't be passed."""

    code = "illegal_pass"


class NotYourCard(EngineError):
    """A card that isn't in the player's hand."""

    code = "not_your_card"


class MustFollow(EngineError):
    """A card of another suit while the player holds the suit led."""

    code = "must_follow"


class SpadesNotBroken(EngineError):
    """A spade led too early."""

    code = "spades_not_broken"


class MustLead(EngineError):
    """A lead other than the card that must be led."""

    code = "must_lead"


class BadDeal(EngineError):
    """A pack that isn't the rule set's pack, or an impossible start."""

    code = "bad_deal"


class InconsistentRules(EngineError):
    """A rule set that can't be played. `fields` names the fields; the sentence says how to make it consistent."""

    code = "inconsistent_rules"

    def __init__(self, fields: tuple[str, ...], sentence: Sentence) -> None:
        super().__init__(sentence)
        self.fields = fields
