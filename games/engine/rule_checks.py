"""Which fields of a rule set go together."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from games.engine.cards import DEUCES, FIRST_SPADE, JOKERS, TWO_OF_CLUBS
from games.engine.errors import InconsistentRules
from games.engine.programme import FREE, NEEDS_NIL, NEEDS_PARTNERS, word_of
from games.engine.rule_fields import FieldName, FieldValue
from games.engine.sentences import message

if TYPE_CHECKING:
    from games.engine.rules import RuleSet


def check_together(rules: "RuleSet") -> None:
    """Raise InconsistentRules for the first fields that don't go together. Lists must already be tuples."""
    for check in _CHECKS:
        check(rules)


def _check_seats(rules: "RuleSet") -> None:
    if rules.sides == "partners" and rules.players != 4:
        raise InconsistentRules(
            ("sides", "players"),
            message(
                "Partnerships need four players. Set %(players)s to 4, or %(sides)s to “%(solo)s”.",
                solo=FieldValue.of("sides", "solo"),
                **_names("players", "sides"),
            ),
        )
    if rules.deal == "draw" and rules.players != 2:
        raise InconsistentRules(
            ("deal", "players"),
            message(
                "The draw is for two players. Set %(players)s to 2, or %(deal)s to “%(dealt)s”.",
                dealt=FieldValue.of("deal", "deal"),
                **_names("players", "deal"),
            ),
        )
    if rules.deal == "draw" and rules.offers_blind:
        raise InconsistentRules(
            ("deal", "blind_bid", "blind_nil"),
            message(
                "A hand drawn card by card has been seen. Leave %(blind_bid)s and %(blind_nil)s empty, "
                "or set %(deal)s to “%(dealt)s”.",
                dealt=FieldValue.of("deal", "deal"),
                **_names("blind_bid", "blind_nil", "deal"),
            ),
        )


def _check_deuces(rules: "RuleSet") -> None:
    others = [name for name in rules.high_deuces if name not in DEUCES]
    if others:
        raise InconsistentRules(
            ("high_deuces",),
            message(
                "Only deuces are raised above the ace of spades: 2C, 2D, 2H or 2S. Take %(cards)s out of %(high_deuces)s.",
                cards=", ".join(others),
                **_names("high_deuces"),
            ),
        )
    gone = [name for name in rules.high_deuces if name in rules.removed]
    if gone:
        raise InconsistentRules(
            ("high_deuces", "removed"),
            message(
                "A card can’t be raised and removed. Take %(cards)s out of %(high_deuces)s or out of %(removed)s.",
                cards=", ".join(gone),
                **_names("high_deuces", "removed"),
            ),
        )
    if rules.opening_lead == "two_of_clubs" and "2C" in rules.high_deuces:
        raise InconsistentRules(
            ("high_deuces", "opening_lead"),
            message(
                "The two of clubs can’t lead: it is raised, and so a spade. Take it out of %(high_deuces)s, or set "
                "%(opening_lead)s to “%(left)s”.",
                left=FieldValue.of("opening_lead", "left_of_dealer"),
                **_names("high_deuces", "opening_lead"),
            ),
        )


def _check_pack(rules: "RuleSet") -> None:
    if not JOKERS.isdisjoint(rules.removed):
        raise InconsistentRules(
            ("removed", "jokers"),
            message(
                "Jokers aren’t removed one by one. Leave them out of %(removed)s, and turn %(jokers)s off "
                "to play without them.",
                **_names("removed", "jokers"),
            ),
        )
    share = rules.players * (2 if rules.deal == "draw" else 1)
    size = len(rules.pack)
    if size % share or size < share:
        raise InconsistentRules(
            ("players", "jokers", "removed"),
            message(
                "A pack of %(size)s cards can’t be dealt evenly to %(players)s players. "
                "Add %(more)s more to %(removed)s, or change %(jokers)s.",
                size=size,
                players=rules.players,
                more=size % share,
                **_names("removed", "jokers"),
            ),
        )
    if not any(card >= FIRST_SPADE for card in rules.pack):
        raise InconsistentRules(
            ("removed",), message("The pack has no spades left. Remove fewer cards.")
        )
    plain = [card for card in rules.pack if rules.names[card] not in JOKERS]
    if rules.first_dealer == "high_card" and len(plain) < rules.players:
        raise InconsistentRules(
            ("first_dealer", "removed"),
            message(
                "The draw for high card needs one card per seat besides the jokers. Remove fewer, "
                "or set %(first_dealer)s to “%(random)s”.",
                random=FieldValue.of("first_dealer", "random"),
                **_names("first_dealer"),
            ),
        )
    if rules.opening_lead == "two_of_clubs" and TWO_OF_CLUBS not in rules.pack:
        raise InconsistentRules(
            ("opening_lead", "removed"),
            message(
                "The two of clubs can’t lead: it isn’t in the pack. Set %(opening_lead)s to “%(left)s”.",
                left=FieldValue.of("opening_lead", "left_of_dealer"),
                **_names("opening_lead"),
            ),
        )
    if rules.opening_lead == "two_of_clubs" and rules.deal == "draw":
        raise InconsistentRules(
            ("opening_lead", "deal"),
            message(
                "In the draw the two of clubs may be discarded. Set %(opening_lead)s to “%(left)s”.",
                left=FieldValue.of("opening_lead", "left_of_dealer"),
                **_names("opening_lead"),
            ),
        )


def _check_bids(rules: "RuleSet") -> None:
    if rules.max_bid is not None and rules.max_bid > rules.tricks:
        raise InconsistentRules(
            ("max_bid",),
            message(
                "A hand has %(tricks)s tricks: %(max_bid)s can’t be %(bid)s. Lower it, or leave it empty.",
                tricks=rules.tricks,
                bid=rules.max_bid,
                **_names("max_bid"),
            ),
        )
    if rules.min_bid > rules.highest_bid:
        raise InconsistentRules(
            ("min_bid", "max_bid"),
            message(
                "%(min_bid)s is above the highest bid, %(most)s. Lower it, or raise %(max_bid)s.",
                most=rules.highest_bid,
                **_names("min_bid", "max_bid"),
            ),
        )
    if rules.blind_nil is not None and rules.nil is None:
        raise InconsistentRules(
            ("blind_nil", "nil"),
            message(
                "A blind nil needs nil. Set the points of %(nil)s, or leave %(blind_nil)s empty.",
                **_names("nil", "blind_nil"),
            ),
        )
    # In suicide Spades one partner bids nil, so the other alone must reach it.
    together = rules.sides == "partners" and rules.bidding != "suicide" and rules.bid_by == "player"
    most = rules.highest_bid * (2 if together else 1)
    if rules.min_side_bid > most:
        raise InconsistentRules(
            ("min_side_bid", "max_bid"),
            message(
                "A side can bid at most %(most)s. Lower %(min_side_bid)s to that, or raise %(max_bid)s.",
                most=most,
                **_names("min_side_bid", "max_bid"),
            ),
        )
    least = max(rules.min_bid, rules.min_side_bid, rules.nil_partner_min)
    one_number = rules.highest_bid <= least
    nil_always = rules.nil is not None and not rules.min_side_bid and not rules.nil_partner_min
    fixed = one_number and not nil_always
    if rules.forbidden_total is not None and fixed:
        raise InconsistentRules(
            ("forbidden_total", "min_bid", "max_bid", "min_side_bid", "nil_partner_min"),
            message(
                "The last bidder would have no choice left. Allow more bids, or leave "
                "%(forbidden_total)s empty.",
                **_names("forbidden_total"),
            ),
        )


def _check_blind_numbers(rules: "RuleSet") -> None:
    most = rules.highest_blind_bid
    if rules.blind_bid is not None and not rules.blind_bid_min <= most <= rules.highest_bid:
        raise InconsistentRules(
            ("blind_bid_min", "blind_bid_max", "max_bid"),
            message(
                "No blind bid of a number would be left. Set %(blind_bid_min)s and %(blind_bid_max)s in this order, "
                "both at most %(most)s, the highest bid.",
                most=rules.highest_bid,
                **_names("blind_bid_min", "blind_bid_max"),
            ),
        )
    if rules.bid_by == "side" and rules.blind_bid is not None and not rules.blind_side_numbers:
        raise InconsistentRules(
            ("blind_bid_max", "min_side_bid", "bid_by"),
            message(
                "A side could bid no number blind. Leave %(blind_bid_max)s empty, or set it to %(least)s at least, the least a side bids.",
                least=rules.blind_side_numbers.start,
                **_names("blind_bid_max"),
            ),
        )


def _check_partners_nil(rules: "RuleSet") -> None:
    if rules.double_nil is not None and (rules.sides != "partners" or rules.nil is None):
        raise InconsistentRules(
            ("double_nil", "sides", "nil"),
            message(
                "Two partners can’t both bid nil under these rules. Leave %(double_nil)s empty.",
                **_names("double_nil"),
            ),
        )
    if not rules.nil_partner_min:
        return
    if rules.sides != "partners" or rules.nil is None or rules.bidding in ("mirror", "whiz"):
        raise InconsistentRules(
            ("nil_partner_min", "sides", "nil", "bidding"),
            message(
                "%(nil_partner_min)s is for partners who may bid nil and choose their numbers. Set it to 0.",
                **_names("nil_partner_min"),
            ),
        )
    if rules.nil_partner_min > rules.highest_bid:
        raise InconsistentRules(
            ("nil_partner_min", "max_bid"),
            message(
                "%(nil_partner_min)s is above the highest bid, %(most)s. Lower it, or raise %(max_bid)s.",
                most=rules.highest_bid,
                **_names("nil_partner_min", "max_bid"),
            ),
        )


def _check_first_trick(rules: "RuleSet") -> None:
    if rules.first_trick != "free" and rules.revoke == "penalised":
        raise InconsistentRules(
            ("first_trick", "revoke"),
            message(
                "Where a wrong card may be played, the first trick can’t be limited. Set %(first_trick)s to “%(free)s”, or "
                "%(revoke)s to “%(prevented)s”.",
                free=FieldValue.of("first_trick", "free"),
                prevented=FieldValue.of("revoke", "prevented"),
                **_names("first_trick", "revoke"),
            ),
        )


def _check_side_bids(rules: "RuleSet") -> None:
    player = FieldValue.of("bid_by", "player")
    if rules.bid_by == "player":
        if rules.partners_talk:
            raise InconsistentRules(
                ("partners_talk", "bid_by"),
                message(
                    "Partners talk about the number that their side bids together. Turn off %(partners_talk)s, or set %(bid_by)s to “%(side)s”.",
                    side=FieldValue.of("bid_by", "side"),
                    **_names("partners_talk", "bid_by"),
                ),
            )
        return
    if rules.sides != "partners":
        raise InconsistentRules(
            ("bid_by", "sides"),
            message(
                "Only partners can bid together. Set %(bid_by)s to “%(player)s”, or %(sides)s to “%(partners)s”.",
                player=player,
                partners=FieldValue.of("sides", "partners"),
                **_names("bid_by", "sides"),
            ),
        )
    if rules.bidding != "free":
        raise InconsistentRules(
            ("bid_by", "bidding"),
            message(
                "“%(how)s” tells each player what to bid. Set %(bid_by)s to “%(player)s”, or %(bidding)s to “%(free)s”.",
                how=FieldValue.of("bidding", rules.bidding),
                player=player,
                free=FieldValue.of("bidding", "free"),
                **_names("bid_by", "bidding"),
            ),
        )
    for name in ("blind_nil", "forbidden_total"):
        if getattr(rules, name) is not None:
            raise InconsistentRules(
                ("bid_by", name),
                message(
                    "%(name)s is for players who bid by themselves. Leave it empty, or set %(bid_by)s to “%(player)s”.",
                    name=FieldName(name),
                    player=player,
                    **_names("bid_by"),
                ),
            )


def _check_programme(rules: "RuleSet") -> None:
    if not rules.programme:
        return
    for name, plain in (("bidding", "free"), ("bid_by", "player")):
        if getattr(rules, name) != plain:
            raise InconsistentRules(
                ("programme", name),
                message(
                    "%(programme)s says how each hand is bid. Set %(name)s to “%(plain)s”, or leave it empty.",
                    name=FieldName(name),
                    plain=FieldValue.of(name, plain),
                    **_names("programme"),
                ),
            )
    names = {rules.names[card] for card in rules.pack}
    for text in rules.programme:
        word = word_of(text)
        assert word is not None
        if word.kind in NEEDS_NIL and rules.nil is None:
            raise InconsistentRules(
                ("programme", "nil"),
                message(
                    "“%(word)s” needs nil. Set the points of %(nil)s, or leave this word out.",
                    word=text,
                    **_names("nil"),
                ),
            )
        if word.kind in NEEDS_PARTNERS and rules.sides != "partners":
            raise InconsistentRules(
                ("programme", "sides"),
                message("“%(word)s” is for partnerships. Leave this word out.", word=text),
            )
        if word.kind == "bid" and word.number > rules.tricks:
            raise InconsistentRules(
                ("programme",),
                message(
                    "“%(word)s” is more than the %(tricks)s tricks of a hand. Lower the number.",
                    word=text,
                    tricks=rules.tricks,
                ),
            )
        if word.kind == "holder" and word.card not in names:
            raise InconsistentRules(
                ("programme", "removed", "jokers"),
                message(
                    "“%(word)s” names a card that isn’t in the pack. Name another one.", word=text
                ),
            )


def _check_first_hand(rules: "RuleSet") -> None:
    if rules.first_hand_loses and (rules.first_hand == "bid" or not rules.min_side_bid):
        raise InconsistentRules(
            ("first_hand_loses", "first_hand", "min_side_bid"),
            message(
                "%(first_hand_loses)s needs a first hand that bids itself and a minimum. Set %(first_hand)s to "
                "“%(itself)s” and %(min_side_bid)s to at least 1, or turn it off.",
                itself=FieldValue.of("first_hand", "bids_itself"),
                **_names("first_hand_loses", "first_hand", "min_side_bid"),
            ),
        )


def _check_thrown_in(rules: "RuleSet") -> None:
    if not rules.throws_in:
        return
    name = "throw_in" if rules.throw_in != "never" else "throw_in_below"
    off: dict[str, object] = {
        "field": FieldName(name),
        "off": FieldValue.of("throw_in", "never") if name == "throw_in" else 0,
    }
    if rules.deal == "draw":
        raise InconsistentRules(
            (name, "deal"),
            message(
                "Who draws a hand chooses its cards, and so can’t throw it in. Set %(field)s to “%(off)s”, or "
                "%(deal)s to “%(dealt)s”.",
                dealt=FieldValue.of("deal", "deal"),
                **off,
                **_names("deal"),
            ),
        )
    how = "programme" if rules.programme else "bidding"
    if FREE not in (rules.programme or (rules.bidding,)):
        raise InconsistentRules(
            (name, how),
            message(
                "Only hands that are bid freely are thrown in. Set %(field)s to “%(off)s”, or allow free bids in %(how)s.",
                how=FieldName(how),
                **off,
            ),
        )
    if rules.throw_in_below > min(rules.tricks, rules.players * rules.highest_bid):
        raise InconsistentRules(
            ("throw_in_below",),
            message(
                "Nearly every hand would be thrown in. Set %(throw_in_below)s to at most %(most)s.",
                most=min(rules.tricks, rules.players * rules.highest_bid),
                **_names("throw_in_below"),
            ),
        )


def _check_prices(rules: "RuleSet") -> None:
    if rules.ten_for_200 and rules.high_contracts:
        raise InconsistentRules(
            ("ten_for_200", "high_contracts"),
            message(
                "Both %(ten_for_200)s and %(high_contracts)s set the price of a contract. Turn the first off.",
                **_names("ten_for_200", "high_contracts"),
            ),
        )


def _check_bidding(rules: "RuleSet") -> None:
    if rules.bidding == "free":
        return
    how, free = FieldValue.of("bidding", rules.bidding), FieldValue.of("bidding", "free")
    if rules.nil is None:
        raise InconsistentRules(
            ("bidding", "nil"),
            message(
                "“%(how)s” needs nil. Set the points of %(nil)s, or set %(bidding)s to “%(free)s”.",
                how=how,
                free=free,
                **_names("nil", "bidding"),
            ),
        )
    if how == "suicide" and rules.sides != "partners":
        raise InconsistentRules(
            ("bidding", "sides"),
            message(
                "“%(how)s” is for partnerships. Set %(bidding)s to “%(free)s”, or %(sides)s to “%(partners)s”.",
                how=how,
                free=free,
                partners=FieldValue.of("sides", "partners"),
                **_names("bidding", "sides"),
            ),
        )
    if rules.forbidden_total is not None:
        raise InconsistentRules(
            ("bidding", "forbidden_total"),
            message(
                "“%(how)s” leaves the last bidder no choice. Leave %(forbidden_total)s empty.",
                how=how,
                **_names("forbidden_total"),
            ),
        )
    if how == "suicide":
        return
    if rules.min_bid != 1 or rules.highest_bid != rules.tricks or rules.min_side_bid:
        raise InconsistentRules(
            ("bidding", "min_bid", "max_bid", "min_side_bid"),
            message(
                "With “%(how)s” players bid their number of spades, whatever it is. Set %(min_bid)s to 1 and "
                "%(min_side_bid)s to 0, and leave %(max_bid)s empty.",
                how=how,
                **_names("min_bid", "max_bid", "min_side_bid"),
            ),
        )
    if rules.blind_bid is not None or (how == "mirror" and rules.blind_nil is not None):
        raise InconsistentRules(
            ("bidding", "blind_bid", "blind_nil"),
            message(
                "With “%(how)s” players count their spades, which they can’t do blind. Leave %(blind_bid)s and "
                "%(blind_nil)s empty.",
                how=how,
                **_names("blind_bid", "blind_nil"),
            ),
        )


def _check_passing(rules: "RuleSet") -> None:
    for name, bid in (("nil_pass", rules.nil), ("blind_nil_pass", rules.blind_nil)):
        cards = getattr(rules, name)
        if not cards:
            continue
        if rules.sides != "partners":
            raise InconsistentRules(
                (name, "sides"),
                message(
                    "There is no partner to pass cards to. Set %(name)s to 0.", name=FieldName(name)
                ),
            )
        if bid is None:
            raise InconsistentRules(
                (name, name.removesuffix("_pass")),
                message(
                    "%(name)s needs that bid. Set the points of %(bid)s, or set %(name)s to 0.",
                    name=FieldName(name),
                    bid=FieldName(name.removesuffix("_pass")),
                ),
            )
        if cards > rules.tricks:
            raise InconsistentRules(
                (name,),
                message(
                    "%(name)s is more than a hand of %(cards)s cards.",
                    name=FieldName(name),
                    cards=rules.tricks,
                ),
            )


def _check_end(rules: "RuleSet") -> None:
    if rules.target is None and rules.max_hands is None:
        raise InconsistentRules(
            ("target", "max_hands"),
            message(
                "The game would never end. Set %(target)s or %(max_hands)s.",
                **_names("target", "max_hands"),
            ),
        )
    if rules.winner == "lowest" and rules.max_hands is None and rules.loss_limit is None:
        # Whoever bids more than they win keeps away from every target.
        raise InconsistentRules(
            ("winner", "max_hands", "loss_limit"),
            message(
                "Where the lowest total wins, the game might never end. Set %(max_hands)s or %(loss_limit)s, too.",
                **_names("max_hands", "loss_limit"),
            ),
        )


def _names(*fields: str) -> dict[str, FieldName]:
    return {name: FieldName(name) for name in fields}


_CHECKS: Final[tuple[Callable[["RuleSet"], None], ...]] = (
    _check_seats,
    _check_deuces,
    _check_pack,
    _check_blind_numbers,
    _check_partners_nil,
    _check_bids,
    _check_side_bids,
    _check_programme,
    _check_first_hand,
    _check_thrown_in,
    _check_bidding,
    _check_prices,
    _check_first_trick,
    _check_passing,
    _check_end,
)
