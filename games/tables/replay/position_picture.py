"""The preview picture for a link to a position of a replay: all hands, the trick, bids and totals."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.engine import State
from games.engine.cards import cards_of
from games.tables.replay.canvas import Canvas, Colour, fitted, width_of
from games.tables.replay.places import Place, place_title
from games.tables.replay.share_picture import FELT, INK, MUTED, RIM, SIZE, TURN
from games.tables.replay.summary import RANKS, SUITS, bid_text, high_spades, plain, side_names
from games.tables.replay.timeline import Replay, state_at

EDGE = 40
WIDTH = SIZE[0]
PAPER: Colour = (0xFF, 0xFE, 0xFA)
RED: Colour = (0xC4, 0x23, 0x2B)
BLACK: Colour = (0x1C, 0x1F, 0x24)
PALE_RED: Colour = (0xFF, 0xB4, 0xA8)
"""Red suits on the felt."""
CARD = (88, 112)
LINE = 46
SEATS = {
    2: ("bottom", "top"),
    3: ("bottom", "left", "right"),
    4: ("bottom", "left", "top", "right"),
    5: ("bottom", "left", "top", "top", "right"),
}
"""Where the seats are drawn, clockwise."""
CARDS = {"bottom": (556, 322), "left": (452, 254), "top": (556, 186), "right": (660, 254)}
"""The upper left corner of a seat's card in the trick."""


def position_picture(replay: Replay, place: Place, site_name: str) -> bytes:
    """Return the picture as a PNG file."""
    state = state_at(replay, place.hand, place.step)
    canvas = Canvas(*SIZE, FELT)
    _head(canvas, replay, state, site_name)
    places = SEATS[replay.rules.players]
    actor = _actor(replay, place)
    for seat, where in enumerate(places):
        row = [one for one, at in enumerate(places) if at == where]
        share = WIDTH // len(row)
        middle = row.index(seat) * share + share // 2
        title = _title(replay, place, state, seat)
        colour = TURN if seat == actor else INK
        if where in ("top", "bottom"):
            base = 112 if where == "top" else 484
            shown = fitted(title, share - 2 * EDGE)
            canvas.text(middle - width_of(shown) // 2, base, shown, colour)
            _hand_in_line(canvas, middle, base + LINE, _hand(state, seat))
        else:
            _hand_in_rows(canvas, where, title, colour, _hand(state, seat))
    _trick(canvas, replay, place, state, places)
    canvas.box(0, SIZE[1] - 72, WIDTH, 72, RIM)
    # Without the character that asks browsers for the text form of a suit, which has no drawing.
    foot = fitted(place_title(replay, place).replace("\ufe0e", ""), WIDTH - 2 * EDGE)
    canvas.text(EDGE, SIZE[1] - 24, foot, TURN)
    return canvas.png()


def _head(canvas: Canvas, replay: Replay, state: State, site_name: str) -> None:
    canvas.box(0, 0, WIDTH, 72, RIM)
    sides = zip(side_names(replay), state.totals, strict=True)
    totals = fitted(" · ".join(f"{name} {plain(total)}" for name, total in sides), 860)
    left = WIDTH - EDGE - width_of(totals)
    canvas.text(left, 50, totals, INK)
    end = canvas.text(EDGE, 50, "♠ ", TURN)
    canvas.text(end, 50, fitted(site_name, left - end - EDGE), MUTED)


def _actor(replay: Replay, place: Place) -> int | None:
    """Return the seat that acted at a place; None for the deal and the score."""
    actions = replay.hands[place.hand - 1].actions
    return actions[place.step - 1][0] if 0 < place.step <= len(actions) else None


def _title(replay: Replay, place: Place, state: State, seat: int) -> str:
    """Return a seat's name with its bid and the tricks won so far."""
    taken = replay.hands[place.hand - 1].actions[: place.step]
    bids = [
        bid_text(text)
        for by, text in taken
        if by == seat and text.split(" ")[0] in ("bid", "nil", "blind")
    ]
    name = fitted(replay.seats[seat].name, 260)
    if not bids:
        return name
    params = {"bid": bids[-1], "won": state.won[seat]}
    return f"{name} · {_('bid %(bid)s · won %(won)s') % params}"


def _hand(state: State, seat: int) -> list[tuple[str, list[str]]]:
    """Return a seat's cards by suit as people write them, spades with those above the ace first, high cards first."""
    rules = state.rules
    held = [rules.names[card] for card in cards_of(state.hands[seat])]
    rows = []
    for suit, sign in SUITS.items():
        # The character that asks browsers for the text form of a suit has no drawing.
        high = [text.rstrip("\ufe0e") for text in high_spades(held, rules.high_deuces)]
        own = [card for card in held if card[1] == suit and card not in rules.high_deuces]
        cards = sorted((card[0] for card in own), key=RANKS.index)
        texts = [rank.replace("T", "10") for rank in cards]
        rows.append((sign, high + texts if suit == "S" else texts))
    return [row for row in rows if row[1]]


def _hand_in_line(
    canvas: Canvas, middle: int, base: int, hand: Sequence[tuple[str, list[str]]]
) -> None:
    texts = [(sign, f" {' '.join(ranks)}") for sign, ranks in hand]
    gap = 28
    full = sum(width_of(sign) + width_of(ranks) for sign, ranks in texts)
    left = middle - (full + gap * (len(texts) - 1)) // 2
    for sign, ranks in texts:
        left = canvas.text(left, base, sign, _on_felt(sign))
        left = canvas.text(left, base, ranks, INK) + gap


def _hand_in_rows(
    canvas: Canvas, where: str, title: str, colour: Colour, hand: Sequence[tuple[str, list[str]]]
) -> None:
    name, _dot, bid = title.partition(" · ")
    lines: list[tuple[str, str, Colour]] = [("", name, colour), ("", bid, MUTED)]
    lines += [(sign, f" {' '.join(ranks)}", INK) for sign, ranks in hand]
    shown = [(sign, fitted(text, 380 - width_of(sign)), ink) for sign, text, ink in lines]
    widest = max(width_of(sign) + width_of(text) for sign, text, _ink in shown)
    left = EDGE if where == "left" else WIDTH - EDGE - widest
    for row, (sign, text, ink) in enumerate(shown):
        base = 214 + row * LINE
        canvas.text(canvas.text(left, base, sign, _on_felt(sign)), base, text, ink)


def _trick(
    canvas: Canvas, replay: Replay, place: Place, state: State, places: Sequence[str]
) -> None:
    """Draw the current trick, or the one just completed with its winner marked."""
    count = replay.rules.players
    taken = replay.hands[place.hand - 1].actions[: place.step]
    if not any(text.startswith("play ") for _seat, text in taken):
        return
    leader, cards, winner = state.leader, list(state.trick), None
    if not cards and state.last_trick is not None:
        leader, cards, winner = state.last_trick[0], list(state.last_trick[1]), state.last_trick[2]
    for index, card in enumerate(cards):
        seat = (leader + index) % count
        x, y = CARDS[places[seat]]
        if places.count("top") > 1 and places[seat] == "top":
            x += -50 if seat == places.index("top") else 50
        if seat == winner:
            canvas.box(x - 5, y - 5, CARD[0] + 10, CARD[1] + 10, TURN)
        canvas.box(x, y, *CARD, PAPER)
        _face(canvas, x, y, state.rules.names[card])


def _face(canvas: Canvas, x: int, y: int, card: str) -> None:
    suit = "S" if card in ("BJ", "LJ") else card[1]
    ink = RED if suit in "HD" else BLACK
    rank = card if card in ("BJ", "LJ") else card[0].replace("T", "10")
    for text, base in ((rank, 48), (SUITS[suit], 94)):
        shown = fitted(text, CARD[0])
        canvas.text(x + (CARD[0] - width_of(shown)) // 2, y + base, shown, ink)


def _on_felt(sign: str) -> Colour:
    return PALE_RED if sign in (SUITS["H"], SUITS["D"]) else INK
