"""Every text of the live table, in the page's language: static/js/table/words.js reads them from the page.

Keys that end in `_one` or `_other` are chosen by number; the script fills in `%(n)s` and the like.
"""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.tables.texts.chat import chat_words
from games.tables.texts.ending import ending_words
from games.tables.texts.score_lines import line_words
from games.tables.texts.waiting import waiting_words


def table_words() -> dict[str, str]:
    """Return the dictionary for the page."""
    return {key: text for part in PARTS for key, text in part().items()}


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
        "card_planned": _("%(card)s, will be played on your turn"),
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
        "carried": _("begins with %(points)s points"),
        "stand_in": _("a bot plays"),
        "stand_in_of": _("A bot plays for %(name)s"),
        "away": _("away"),
        "dealer": _("Dealer"),
        "provisional": _("Provisional: few games played yet"),
        "and": _("%(a)s & %(b)s"),
        "watching": _("You are watching"),
        "bid": _("bid %(bid)s"),
        "bid_none": _("to bid"),
        "won": _("won %(n)s"),
        "nil": _("nil"),
        "blind": _("blind %(bid)s"),
        "drew": _("drew %(card)s"),
        "bots_seats_one": ngettext(
            "%(n)s bot seat is free from the next hand.",
            "%(n)s bot seats are free from the next hand.",
            1,
        ),
        "bots_seats_other": ngettext(
            "%(n)s bot seat is free from the next hand.",
            "%(n)s bot seats are free from the next hand.",
            2,
        ),
        "guest_keep": _("With an account you keep this game and can play for a rating."),
        "make_account": _("Create an account"),
        "signed_out": _("You were signed out in another window. Sign in to take your seat again."),
        "signed_in_as": _("You are now signed in as %(name)s, who has no seat here."),
        "sign_in": _("Sign in"),
        "take_over_of": _("Take the seat of %(name)s"),
        "wants_end": _("wants to stop"),
    }


def _state() -> dict[str, str]:
    return {
        "hand_no": _("Hand %(n)s"),
        "trick_no": _("Trick %(n)s of %(all)s"),
        "to_target": _("to %(n)s"),
        "of_hands": _("Hand %(n)s of %(all)s"),
        "hand_no_last": _("Hand %(n)s, the last"),
        "last_hand": _("last hand"),
        "last_hand_at": _("last hand from %(time)s"),
        "last_hand_now": _("Time is up: this hand is the last."),
        "bags_one": ngettext("%(n)s bag", "%(n)s bags", 1),
        "bags_other": ngettext("%(n)s bag", "%(n)s bags", 2),
        "overtricks_one": ngettext("%(n)s overtrick", "%(n)s overtricks", 1),
        "overtricks_other": ngettext("%(n)s overtrick", "%(n)s overtricks", 2),
        "our_contract": _("Our contract %(bid)s, won %(won)s"),
        "their_contract": _("Their contract %(bid)s, won %(won)s"),
        "contract_of": _("%(name)s: contract %(bid)s, won %(won)s"),
        "contract_open": _("contract set after bidding"),
        "broken": _("Spades are broken"),
        "unbroken": _("Spades not broken"),
        "your_turn_lead": _("Your lead"),
        "your_turn_follow": _("Your turn: follow %(suit)s"),
        "your_turn_any": _("Your turn: no %(suit)s, play any card"),
        "your_turn_bid": _("Your bid"),
        "your_turn_pass": _("Choose cards to pass"),
        "your_turn_draw": _("Keep the card or refuse it"),
        "turn_of": _("%(name)s to play"),
        "bid_of": _("%(name)s to bid"),
        "pass_of": _("%(name)s to pass cards"),
        "draw_of": _("%(name)s to draw"),
        "next_hand": _("The next hand is being dealt"),
        "over": _("The game is over"),
        "abandoned": _("This table was abandoned"),
        "sending": _("Sending…"),
        "no_line": _("No connection"),
        "rated": _("rated"),
        "casual": _("casual"),
        "time_for_turn": _("Time left for this turn"),
        "time_and_bank": _("Time left for this turn, and %(bank)s in the bank"),
        "bank": _("bank"),
        "claim_text": _("Nobody can take another trick from you."),
        "claim": _("Claim the rest"),
        "premove_set": _("On your turn: %(card)s"),
        "premove_off": _("Take back"),
        "end_asked": _("%(name)s proposes to stop this game without a result."),
        "end_agree": _("Stop the game"),
        "take_back": _("Take my seat back"),
        "stand_in_you": _("A bot plays for you."),
        "from_next_hand": _("You join in at the next hand. A bot plays this one."),
    }


def _choices() -> dict[str, str]:
    return {
        "bid_title": _("Your bid"),
        "bid_with": _("With %(name)s’s %(bid)s that makes %(sum)s"),
        "bid_with_nil": _("%(name)s bid nil, so this is your contract"),
        "bid_so_far": _("Bid so far: %(sum)s of %(tricks)s"),
        "bid_first": _("You bid first"),
        "bid_choose": _("Choose a bid"),
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
        "blind_from": _("blind nil from %(points)s points behind"),
        "look": _("Look at my cards"),
        "blind_number": _("Blind bid"),
        "blind_number_pays": _("%(points)s per trick"),
        "back": _("Back"),
        "draw_title": _("You drew the %(card)s"),
        "draw_left_one": _("%(n)s card left in the stock"),
        "draw_left_other": _("%(n)s cards left in the stock"),
        "keep": _("Keep it"),
        "keep_text": _("the next card is discarded, unseen by your opponent"),
        "refuse": _("Refuse it"),
        "refuse_text": _("the next card is yours, whatever it is"),
        "discards": _("Your discards"),
        "pass_title_one": _("Choose %(n)s card for %(name)s"),
        "pass_title_other": _("Choose %(n)s cards for %(name)s"),
        "pass_marked": _("%(n)s of %(all)s chosen"),
        "pass_confirm": _("Pass these cards"),
        "pass_received": _("%(name)s passed you %(cards)s"),
    }


def _sheets() -> dict[str, str]:
    return {
        "tools": _("Table tools"),
        "sheet": _("Score sheet"),
        "sheet_empty": _(
            "No hand is finished yet. Each hand’s points will appear here, line by line."
        ),
        "last": _("Last trick"),
        "last_none": _("No trick is finished yet."),
        "last_by": _("%(name)s won it"),
        "last_by_you": _("You won it"),
        "more": _("More"),
        "close": _("Close"),
        "keys": _("Keys"),
        "key_arrows": _("move between your cards"),
        "key_enter": _("play the card or press the button"),
        "key_digits": _("choose a bid"),
        "key_last": _("last trick"),
        "key_sheet": _("score sheet"),
        "key_escape": _("close"),
        "rules": _("Rules of this table"),
        "rule_target": _("Play to"),
        "rule_hands": _("Maximum hands"),
        "rule_last_hand": _("Last hand from"),
        "rule_nil": _("Nil"),
        "rule_blind_nil": _("Blind nil"),
        "rule_bags": _("Bags"),
        "rule_bags_cost": _("%(n)s cost %(points)s"),
        "rule_bag_costs": _("each costs %(points)s"),
        "rule_off": _("not played"),
        "rule_clock": _("Time per turn"),
        "rule_bank": _("Time bank"),
        "rules_all": _("All rules"),
        "rules_page": _("The rules with examples (new tab)"),
        "glossary": _("What the words mean (new tab):"),
        "term_bid": _("bid"),
        "term_contract": _("contract"),
        "term_bag": _("bag"),
        "term_nil": _("nil"),
        "house_rule": _("house rule"),
        "house_rules": _("house rules"),
    }


def _likes() -> dict[str, str]:
    return {
        "sound_off": _("Sounds: off"),
        "sound_soft": _("Sounds: soft"),
        "sound_on": _("Sounds: on"),
        "order_suits": _("Hand: by suit, high first"),
        "order_suits_up": _("Hand: by suit, low first"),
        "order_ranks": _("Hand: by rank"),
        "still": _("Reduce motion"),
        "large_faces": _("Large card faces"),
        "four_colours": _("Four-colour deck"),
        "theme": _("Theme"),
        "lobby": _("Back to the lobby"),
    }


def _scores() -> dict[str, str]:
    return {
        "hand_done": _("Hand %(n)s"),
        "score_hand": _("Hand"),
        "score_lines": _("Line by line"),
        "before": _("before"),
        "total": _("Total"),
        "hands_open": _("The cards as dealt"),
        "revoked": _("Trick %(n)s: %(name)s played the %(card)s while holding %(suit)s."),
        "revoked_you": _("Trick %(n)s: you played the %(card)s while holding %(suit)s."),
    }


def _farewells() -> dict[str, str]:
    return {
        "leave_title": _("Leave the table?"),
        "leave_playing": _(
            "A bot plays on in your seat. Meanwhile you or somebody else can take over the seat."
        ),
        "leave_rated": _(
            "This game is rated. A bot plays on for you, and the game counts as lost for you unless you come back and take "
            "your seat again."
        ),
        "stop": _("Stop the game"),
        "stop_title": _("Stop the game without a result?"),
        "stop_text": _("The game ends when all present players agree. Nobody wins."),
        "stop_text_rated": _("It stops when every player agrees. Nobody’s rating changes."),
        "stop_agreed": _("In favour of stopping: %(names)s"),
        "stop_yes": _("Stop the game"),
        "stop_no": _("Play on"),
        "stop_take_back": _("Play on after all"),
        "leave_yes": _("Leave"),
        "leave_no": _("Stay"),
    }


def _line() -> dict[str, str]:
    return {
        "connecting": _("Connecting to the table…"),
        "lost": _("Connection lost. Reconnecting…"),
        "line_back": _("Connected again."),
        "paused": _("The arbiter paused this table."),
        "resumed": _("The game goes on."),
        "message": _("The arbiter: %(text)s"),
        "replaced": _("%(name)s plays on for %(text)s."),
        "message_read": _("OK"),
        "closed": _("The table has closed this page’s connection."),
        "reload": _("Reload"),
        "unanswered": _("Your move is on its way. It will count once the connection is back."),
        "must_follow": _("You have %(suit)s, so you must follow with one of them."),
        "spades_not_broken": _("Spades are not broken yet, so they can’t be led."),
        "card_not_now": _("That card can’t be played now."),
        "premove_void": _("The %(card)s can’t be played now. Choose another card."),
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
        "say_last_hand": _("This hand is the last."),
        "say_hand": _("Hand %(n)s is over. %(scores)s."),
        "say_side": _("%(name)s %(points)s, total %(total)s"),
        "say_game": _("The game is over. %(winner)s."),
        "say_swap": _("%(name)s asks to swap seats with you."),
        "say_took": _("You take the %(card)s."),
        "say_away": _("%(name)s is away."),
        "say_back": _("%(name)s is back."),
        "say_joined": _("%(name)s sits down."),
        "say_left": _("%(name)s has left."),
        "out_boston": _("Boston: %(name)s"),
        "out_set": _("Set: %(name)s"),
        "out_nil_kept": _("Nil kept: %(name)s"),
        "out_nil_broken": _("Nil broken: %(name)s"),
        "out_claim": _("Claimed the rest: %(name)s"),
        "out_claim_one": ngettext(
            "Claimed the rest: %(name)s, %(n)s trick", "Claimed the rest: %(name)s, %(n)s tricks", 1
        ),
        "out_claim_other": ngettext(
            "Claimed the rest: %(name)s, %(n)s trick", "Claimed the rest: %(name)s, %(n)s tricks", 2
        ),
    }


PARTS = (
    *(
        _cards,
        _people,
        _state,
        _choices,
        waiting_words,
        _sheets,
        _likes,
        _scores,
        _farewells,
        ending_words,
    ),
    *(_line, _events, chat_words, line_words),
)
"""Where the texts come from; no two parts have the same key."""
