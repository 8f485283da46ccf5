"""Every sentence of the live table, in the page's language: static/js/table/words.js reads them from the page.

A key that ends in `_one` or `_other` is chosen by number; `%(n)s` and the like are filled in by the script.
"""

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

register = template.Library()


@register.simple_tag
def table_words() -> dict[str, str]:
    """Return the dictionary for the page's block of words."""
    return {**_cards(), **_people(), **_state(), **_choices(), **_sheets(), **_line(), **_events()}


def _cards() -> dict[str, str]:
    return {
        "card": pgettext("card", "%(rank)s of %(suit)s"),
        "rank_A": _("ace"),
        "rank_K": _("king"),
        "rank_Q": _("queen"),
        "rank_J": _("jack"),
        "rank_T": "10",
        "suit_S": _("spades"),
        "suit_H": _("hearts"),
        "suit_D": _("diamonds"),
        "suit_C": _("clubs"),
        "card_BJ": _("big joker"),
        "card_LJ": _("little joker"),
        "your_hand": _("Your cards"),
        "cards_one": _("%(n)s card"),
        "cards_other": _("%(n)s cards"),
        "card_playable": _("%(card)s, can be played"),
        "card_marked": _("%(card)s, marked to pass"),
        "card_received": _("%(card)s, passed to you"),
    }


def _people() -> dict[str, str]:
    return {
        "we": _("We"),
        "they": _("They"),
        "you": _("You"),
        "partner": _("partner"),
        "bot": _("bot"),
        "empty_seat": _("Empty seat"),
        "seat_no": _("Seat %(n)s"),
        "side_no": _("Side %(n)s"),
        "stand_in": _("a bot plays"),
        "stand_in_of": _("A bot plays for %(name)s"),
        "away": _("away"),
        "dealer": _("Dealer"),
        "provisional": _("Provisional: few games played yet"),
        "and": _("%(a)s & %(b)s"),
        "watching": _("You are watching"),
        "watchers_one": _("%(n)s watching"),
        "watchers_other": _("%(n)s watching"),
        "bid": _("bid %(bid)s"),
        "bid_none": _("to bid"),
        "won": _("won %(n)s"),
        "nil": _("nil"),
        "blind": _("blind %(bid)s"),
        "drew": _("drew %(card)s"),
    }


def _state() -> dict[str, str]:
    return {
        "hand_no": _("Hand %(n)s"),
        "to_target": _("to %(n)s"),
        "of_hands": _("Hand %(n)s of %(all)s"),
        "bags_one": _("%(n)s bag"),
        "bags_other": _("%(n)s bags"),
        "our_contract": _("Our contract %(bid)s, won %(won)s"),
        "their_contract": _("Their contract %(bid)s, won %(won)s"),
        "contract_of": _("%(name)s: contract %(bid)s, won %(won)s"),
        "contract_open": _("Contract after the bids"),
        "broken": _("Spades are broken"),
        "unbroken": _("Spades not broken"),
        "your_turn_lead": _("Your lead"),
        "your_turn_follow": _("Your turn: follow %(suit)s"),
        "your_turn_any": _("Your turn: you have no %(suit)s, any card goes"),
        "your_turn_bid": _("Your bid"),
        "your_turn_pass": _("Choose cards to pass"),
        "your_turn_draw": _("Keep the card or refuse it"),
        "turn_of": _("%(name)s to play"),
        "bid_of": _("%(name)s to bid"),
        "pass_of": _("%(name)s to pass cards"),
        "draw_of": _("%(name)s to draw"),
        "next_hand": _("The next hand is being dealt"),
        "over": _("The game is over"),
        "abandoned": _("This table was given up"),
        "sent": _("Sent"),
        "rated": _("rated"),
        "casual": _("casual"),
        "time_left": _("%(time)s left for this turn"),
        "seconds_left_one": _("%(n)s second left"),
        "seconds_left_other": _("%(n)s seconds left"),
        "take_back": _("Take my seat back"),
        "stand_in_you": _("A bot plays for you."),
    }


def _choices() -> dict[str, str]:
    return {
        "bid_title": _("Your bid"),
        "bid_with": _("With %(name)s’s %(bid)s that makes %(sum)s"),
        "bid_with_nil": _("%(name)s bid nil, so this is your contract"),
        "bid_so_far": _("Bid so far: %(sum)s of %(tricks)s"),
        "bid_first": _("You bid first"),
        "bid_pick": _("Choose how many tricks you will take"),
        "bid_confirm": _("Bid %(n)s"),
        "bid_nil": _("Bid nil"),
        "bid_blind_nil": _("Bid blind nil"),
        "bid_blind_n": _("Bid blind %(n)s"),
        "nil_pays": _("no trick: ±%(points)s"),
        "nil_plain": _("take no trick"),
        "blind_nil": _("blind nil"),
        "blind_title": _("Bid before you look?"),
        "blind_text": _("A blind bid pays more. Once you look, the chance is gone."),
        "look": _("Look at my cards"),
        "blind_number": _("Blind bid"),
        "blind_number_pays": _("%(points)s a trick"),
        "back": _("Back"),
        "draw_title": _("You drew the %(card)s"),
        "draw_left_one": _("%(n)s card left in the stock"),
        "draw_left_other": _("%(n)s cards left in the stock"),
        "keep": _("Keep it"),
        "keep_text": _("the next card goes away unseen by the other"),
        "refuse": _("Refuse it"),
        "refuse_text": _("the next card is yours, whatever it is"),
        "discards": _("Your discards"),
        "pass_title_one": _("Choose %(n)s card for %(name)s"),
        "pass_title_other": _("Choose %(n)s cards for %(name)s"),
        "pass_marked": _("%(n)s of %(all)s chosen"),
        "pass_confirm": _("Pass these cards"),
        "pass_received": _("%(name)s passed you %(cards)s"),
        "wait_title": _("Waiting for players"),
        "wait_one": _("%(n)s seat is free"),
        "wait_other": _("%(n)s seats are free"),
        "wait_full": _("Every seat is taken. The game begins when everybody is here."),
        "guest": _("Play as a guest"),
        "sit": _("Sit here"),
        "sit_at": _("Sit at seat %(n)s"),
        "move": _("Move here"),
        "add_bot": _("Add a bot"),
        "add_bot_at": _("Add a bot at seat %(n)s"),
        "fill": _("Fill with bots"),
        "start": _("Start the game"),
        "leave": _("Leave"),
        "leave_table": _("Leave the table"),
        "copy": _("Copy link"),
        "copied": _("Copied"),
        "invite": _("Send the link to others to have them join."),
    }


def _sheets() -> dict[str, str]:
    return {
        "tools": _("Table tools"),
        "sheet": _("Score sheet"),
        "sheet_empty": _(
            "No hand is finished yet. Each hand’s points will stand here, line by line."
        ),
        "last": _("Last trick"),
        "last_none": _("No trick is finished yet."),
        "last_by": _("%(name)s won it"),
        "more": _("More"),
        "close": _("Close"),
        "keys": _("Keys"),
        "key_arrows": _("move among your cards"),
        "key_enter": _("play the card or press the button"),
        "key_digits": _("choose a bid"),
        "key_last": _("last trick"),
        "key_sheet": _("score sheet"),
        "key_escape": _("close"),
        "rules": _("Rules of this table"),
        "rule_target": _("Play to"),
        "rule_hands": _("Most hands"),
        "rule_nil": _("Nil"),
        "rule_blind_nil": _("Blind nil"),
        "rule_bags": _("Bags"),
        "rule_bags_cost": _("%(n)s cost %(points)s"),
        "rule_off": _("not played"),
        "rule_clock": _("Time for a turn"),
        "sound": _("Sounds"),
        "large_faces": _("Large card faces"),
        "four_colours": _("Four-colour suits"),
        "theme": _("Light or dark"),
        "lobby": _("Back to the lobby"),
        "hand_done": _("Hand %(n)s"),
        "points": _("Points"),
        "before": _("before"),
        "total": _("Total"),
        "took": _("%(name)s: %(bid)s, won %(won)s"),
        "hands_open": _("The cards as dealt"),
        "leave_title": _("Leave the table?"),
        "leave_playing": _(
            "A bot will play your turns. You can come back and take your seat again."
        ),
        "leave_yes": _("Leave"),
        "leave_no": _("Stay"),
        "win_you": _("You win"),
        "win_we": _("You and %(name)s win"),
        "win_other": _("%(names)s wins"),
        "win_others": _("%(names)s win"),
        "win_nobody": _("The game is drawn"),
        "rating_change": _("Rating"),
        "rematch": _("Play again"),
        "match_page": _("To the match"),
        "verify": _("Check the deals"),
        "record": _("The game’s record"),
        "replay": _("Replay"),
        "final": _("Final score"),
    }


def _line() -> dict[str, str]:
    return {
        "connecting": _("Connecting to the table…"),
        "lost": _("No connection. Trying again…"),
        "closed": _("The table has closed this page’s connection."),
        "reload": _("Reload"),
        "unanswered": _("Your move is on its way. It will count once the connection is back."),
        "must_follow": _("You have %(suit)s, so you must follow with one of them."),
        "spades_not_broken": _("Spades are not broken yet, so they can’t be led."),
        "card_not_now": _("That card can’t be played now."),
        "not_your_turn": _("It is not your turn: %(name)s is to act."),
        "not_started": _("The game has not begun yet."),
    }


def _events() -> dict[str, str]:
    return {
        "say_played": _("%(name)s plays %(card)s."),
        "say_you_played": _("You play %(card)s."),
        "say_bid": _("%(name)s: %(bid)s."),
        "say_won": _("%(name)s wins the trick."),
        "say_you_won": _("You win the trick."),
        "say_broken": _("Spades are broken."),
        "say_deal": _("Hand %(n)s. You have %(cards)s."),
        "say_deal_unseen": _("Hand %(n)s."),
        "say_hand": _("Hand %(n)s is over. %(scores)s."),
        "say_side": _("%(name)s %(points)s, total %(total)s"),
        "say_game": _("The game is over. %(winner)s."),
        "say_joined": _("%(name)s sits down."),
        "say_left": _("%(name)s has left."),
        "say_boston": _("%(name)s took every trick."),
    }
