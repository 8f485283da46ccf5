"""A second implementation of Spades from the documents alone: slow, plain, and independent of the engine.

Cards are texts, hands are lists. Rules come as a dict of fields named as in docs/rules.md.
"""

from collections.abc import Iterator
from typing import Any

ORDER = "23456789TJQKA"
Rules = dict[str, Any]


def suit(rules: Rules, card: str) -> str:
    """Return the suit; that of jokers and high deuces is spades."""
    return "S" if card in ("LJ", "BJ", *rules.get("high_deuces", ())) else card[1]


def strength(rules: Rules, card: str) -> int:
    """Return how high a card stands in its suit."""
    top_down = ["BJ", "LJ", *rules.get("high_deuces", ())]
    return 100 - top_down.index(card) if card in top_down else ORDER.index(card[0])


def playable(
    rules: Rules, hand: list[str], trick: list[str], broken: bool, first: bool
) -> list[str]:
    """Return the cards of a hand that may be played."""
    if first and rules["first_trick"] != "free":
        return opening_cards(rules, hand, trick)
    if trick:
        same = [card for card in hand if suit(rules, card) == suit(rules, trick[0])]
        return same if same and rules["revoke"] == "prevented" else hand
    if first and rules["opening_lead"] == "two_of_clubs":
        return ["2C"]
    others = [card for card in hand if suit(rules, card) != "S"]
    if not others or rules["spade_lead"] == "anytime":
        return hand
    if rules["spade_lead"] == "after_break" and broken:
        return hand
    return others


def opening_cards(rules: Rules, hand: list[str], trick: list[str]) -> list[str]:
    """Return the cards that may be played to a first trick that takes no spades, or the lowest clubs."""
    may = [card for card in hand if not trick or suit(rules, card) == suit(rules, trick[0])] or hand
    if not trick and rules["opening_lead"] == "two_of_clubs":
        return ["2C"]
    if rules["first_trick"] == "lowest_club" and any(suit(rules, card) == "C" for card in may):
        return [
            min(
                (card for card in may if suit(rules, card) == "C"),
                key=lambda card: strength(rules, card),
            )
        ]
    return [card for card in may if suit(rules, card) != "S"] or may


def taker(rules: Rules, trick: list[str]) -> int:
    """Return the index of the card that wins a trick."""
    trumps = [card for card in trick if suit(rules, card) == "S"]
    running = trumps or [card for card in trick if suit(rules, card) == suit(rules, trick[0])]
    return trick.index(max(running, key=lambda card: strength(rules, card)))


def lines_of_play(
    rules: Rules, hands: list[list[str]], leader: int
) -> Iterator[tuple[tuple[str, ...], tuple[int, ...], int]]:
    """Yield every way in which a hand can be played: the cards in order, the tricks won, how many revoked."""
    if rules["opening_lead"] == "two_of_clubs":
        leader = next(seat for seat, hand in enumerate(hands) if "2C" in hand)
    yield from _from_here(rules, hands, leader, [], False, (), [0] * len(hands), 0)


def _from_here(
    rules: Rules,
    hands: list[list[str]],
    leader: int,
    trick: list[str],
    broken: bool,
    history: tuple[str, ...],
    won: list[int],
    revokes: int,
) -> Iterator[tuple[tuple[str, ...], tuple[int, ...], int]]:
    if len(trick) == len(hands):
        winner = (leader + taker(rules, trick)) % len(hands)
        won = [tricks + (seat == winner) for seat, tricks in enumerate(won)]
        leader, trick = winner, []
    if not any(hands):
        yield history, tuple(won), revokes
        return
    seat = (leader + len(trick)) % len(hands)
    for card in playable(rules, hands[seat], trick, broken, len(history) < len(hands)):
        after = [[c for c in hand if c != card] for hand in hands]
        now = broken
        if suit(rules, card) == "S":
            if trick:
                now = broken or suit(rules, trick[0]) != "S"
            else:
                now = broken or rules["lone_spades_break"]
        revoked = bool(trick) and suit(rules, card) != suit(rules, trick[0])
        revoked = revoked and any(suit(rules, c) == suit(rules, trick[0]) for c in after[seat])
        yield from _from_here(
            rules, after, leader, [*trick, card], now, (*history, card), won, revokes + revoked
        )


def biddable(rules: Rules, told: list[int | None], seat: int, hand: list[str]) -> set[int]:
    """Return the bids of a seat that has looked, 0 for nil; `told` holds every seat's bid so far."""
    spades = sum(suit(rules, card) == "S" for card in hand)
    top = rules["max_bid"] or len(hand)
    numbers = set(range(rules["min_bid"], top + 1))
    bids = numbers | ({0} if rules["nil"] else set())
    if rules["bidding"] == "mirror":
        return {spades}
    if rules["bidding"] == "whiz":
        return {spades, 0}
    partner = (seat + 2) % 4 if rules["sides"] == "partners" else None
    said = None if partner is None else told[partner]
    if rules["bidding"] == "suicide":
        if said == 0:
            bids -= {0}
        elif said is not None:
            bids = {0}
        else:
            least = max(rules["min_side_bid"], rules["nil_partner_min"])
            bids = {bid for bid in bids if bid == 0 or bid >= least}
    if rules["nil_partner_min"] and said == 0:
        bids = {bid for bid in bids if bid >= rules["nil_partner_min"]}
    elif said is not None and said < rules["nil_partner_min"]:
        bids = bids - {0}
    if partner is None or said is not None:
        bids = {bid for bid in bids if bid + (said or 0) >= rules["min_side_bid"]}
    elif rules["bidding"] != "suicide":
        bids = {bid for bid in bids if bid + max(bids) >= rules["min_side_bid"]}
    if rules["forbidden_total"] and told.count(None) == 1:
        spoken = sum(bid for bid in told if bid is not None)
        bids -= {rules["forbidden_total"] - spoken}
    return bids


def biddable_by_word(
    rules: Rules, word: str, told: list[int | None], seat: int, hand: list[str]
) -> set[int]:
    """Return the bids, 0 for nil, that a hand's word of a programme leaves a seat."""
    if word == "free":
        return biddable(rules, told, seat, hand)
    spades = sum(suit(rules, card) == "S" for card in hand)
    anything = set(range(1, len(hand) + 1)) | ({0} if rules["nil"] else set())
    partner = told[(seat + 2) % 4] if rules["sides"] == "partners" else None
    if word == "nil" or (word.startswith("holder ") and word[7:] in hand):
        return {0}
    if word.startswith("bid "):
        return {int(word[4:])}
    if word == "mirror":
        return {spades}
    if word == "whiz":
        return {spades, 0}
    if word == "copy" and partner is not None:
        return {partner}
    if word == "suicide" and partner is not None:
        return anything - {0} if partner == 0 else {0}
    if word.startswith("total ") and told.count(None) == 1:
        missing = int(word[6:]) - sum(bid or 0 for bid in told)
        nearest = min(abs(bid - missing) for bid in anything)
        return {bid for bid in anything if abs(bid - missing) == nearest}
    return anything


def may_be_thrown_in(rules: Rules, hand: list[str]) -> bool:
    """Return whether a player at turn to bid may throw this hand in."""
    shut_out = all(suit(rules, card) != "S" for card in hand)
    plain = not {"K", "Q", "J"} & {card[0] for card in hand if card != "BJ"}
    return {"never": False, "no_spades": shut_out, "no_spades_or_faces": shut_out and plain}[
        rules["throw_in"]
    ]


def said_by_side(rules: Rules, before: list[str], tricks: int) -> set[str]:
    """Return what a seat that has looked may say for its side; `before` is what its partner said."""
    numbers = range(rules["min_bid"], (rules["max_bid"] or tricks) + 1)
    enough = {number for number in numbers if number >= rules["nil_partner_min"]}
    if not before:
        return {f"bid {number}" for number in numbers} | ({"nil"} if rules["nil"] else set())
    if before == ["nil"]:
        second = {"nil"} if rules["nil_partner_min"] == 0 else set()
        return {f"bid {number}" for number in enough} | second
    closing = {f"bid {number}" for number in numbers if number >= rules["min_side_bid"]}
    return closing | ({f"nil {number}" for number in enough} if rules["nil"] else set())


def score_together(
    rules: Rules, first: str, second: str, won: list[int], bags: int, whole: int
) -> tuple[int, int, int]:
    """Return the score of partners who bid together: what the first and the second said, and the tricks of each.

    A number is the whole side's, as if it were one player's.
    """
    if first == "nobody bid":
        points = sum(won) * rules["trick_points"]
        points += rules["boston_bonus"] if sum(won) == whole else 0
        return points, 0, bags if rules["bag_limit"] is not None else 0
    if first.startswith("blind side "):
        return score(rules, [(int(first.split()[2]), True)], [sum(won)], bags, False, whole)
    if second.startswith("nil "):
        pair = [(int(second[4:]), False), (0, False)]
    elif first == "nil":
        pair = [(0, False), (0 if second == "nil" else int(second[4:]), False)]
    else:
        return score(rules, [(int(second[4:]), False)], [sum(won)], bags, False, whole)
    return score(rules, pair, won, bags, False, whole)


def score(
    rules: Rules, bids: list[tuple[int, bool]], won: list[int], bags: int, revoked: bool, whole: int
) -> tuple[int, int, int]:
    """Return a side's points, its new bags and the bags carried on; a bid is its number and whether it was blind."""
    points = new = 0
    contract = sum(number for number, _blind in bids)
    nil_tricks = sum(tricks for (number, _), tricks in zip(bids, won, strict=True) if number == 0)
    helped = rules["failed_nil"] == "help_partner"
    made = sum(won) - (0 if helped else nil_tricks)
    price = (200, -200) if rules["ten_for_200"] and contract > 9 else None
    for text in rules["high_contracts"]:
        least, if_made, if_failed = map(int, text.split(" "))
        if contract >= least:
            price = (if_made, if_failed)
    if contract and made < contract:
        for number, blind in bids:
            if price is None:
                dear = blind and rules["blind_bid_failed"] is not None
                points += number * (-rules["blind_bid_failed"] if dear else rules["set_points"])
        points += price[1] if price else 0
    elif contract and not revoked:
        if price:
            points += price[0]
        else:
            for number, blind in bids:
                points += number * (
                    rules["blind_bid"] if blind and number else rules["trick_points"]
                )
        new = made - contract
        for (number, blind), tricks in zip(bids, won, strict=True):
            if number and blind and tricks > number:
                new -= tricks - number
        new = max(new, 0)
    elif not contract and helped:
        new = nil_tricks
    if rules["failed_nil"] == "bags":
        new += nil_tricks
    points += new * rules["overtrick_points"]
    if rules["double_nil"] is not None and bids in (
        [(0, b), (0, c)] for b in (0, 1) for c in (0, 1)
    ):
        bids = bids if sum(won) else []
        points += 0 if bids else rules["double_nil"]
    for (number, blind), tricks in zip(bids, won if bids else [], strict=True):
        if number == 0:
            worth = rules["blind_nil"] if blind else rules["nil"]
            lost = rules["blind_nil_failed"] if blind else rules["nil_failed"]
            points += worth if tricks == 0 else -(worth if lost is None else lost)
    if sum(won) == whole:
        points += rules["boston_bonus"]
    if rules["bag_limit"] is None:
        return points, new, 0
    carried = bags + new
    while carried >= rules["bag_limit"]:
        carried -= rules["bag_limit"]
        points -= rules["bag_penalty"]
    return points, new, carried
