"""What the engine refuses, and how it says so.

Every error has a stable `code`, the number of the `rule` in docs/rules.md where there is one, and a sentence for the
player: what was wrong and what to do.
"""

from games.engine.said import Sentence


class EngineError(Exception):
    """The base of the family: `code` is stable, `rule` a number in docs/rules.md or "", `str()` the sentence."""

    code = "engine"

    def __init__(self, sentence: Sentence, *, rule: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.rule = rule


class BadCard(EngineError):
    """A text that names no card."""

    code = "bad_card"


class BadAction(EngineError):
    """A text that is no action at all."""

    code = "bad_action"


class WrongPhase(EngineError):
    """An action that belongs to another part of the hand, or a deal that isn't due."""

    code = "wrong_phase"


class NotYourTurn(EngineError):
    """An action by a seat that isn't to act now."""

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
    """A card of another suit, though the suit led is in the hand."""

    code = "must_follow"


class SpadesNotBroken(EngineError):
    """A spade led too early."""

    code = "spades_not_broken"


class MustLead(EngineError):
    """Another card led than the one that must be led."""

    code = "must_lead"


class BadDeal(EngineError):
    """A pack that isn't the rule set's pack, or a start that can't be."""

    code = "bad_deal"


class InconsistentRules(EngineError):
    """A rule set that can't be played. `fields` names the fields; the sentence says what would make it consistent."""

    code = "inconsistent_rules"

    def __init__(self, fields: tuple[str, ...], sentence: Sentence) -> None:
        super().__init__(sentence)
        self.fields = fields
