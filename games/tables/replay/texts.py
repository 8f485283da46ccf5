"""The texts of the replay page's script, in the page's language, in addition to those of the live table."""

from django.utils.translation import gettext as _


def replay_words() -> dict[str, str]:
    """Return the dictionary for the page; a key that ends in `_one` or `_other` is chosen by number."""
    return {**_player(), **_happened(), **_deals()}


def _player() -> dict[str, str]:
    return {
        "controls": _("Move through the game"),
        "hand_before": _("Previous hand"),
        "step_back": _("One step back"),
        "step_on": _("One step forward"),
        "hand_after": _("Next hand"),
        "play": _("Autoplay"),
        "pause": _("Pause"),
        "place": _("Position in the hand"),
        "hand_of": _("Hand %(n)s of %(all)s"),
        "go_to_hand": _("Go to hand"),
        "eye": _("Show the cards of"),
        "eye_all": _("everybody"),
        "next_mark": _("Next card that cost points"),
        "copy_here": _("Copy link to this position"),
        "picture_here": _("Picture of this position"),
        "comment_here": _("Comment"),
        "comments_one": _("%(n)s comment"),
        "comments_other": _("%(n)s comments"),
        "score_none": _("No hand has been scored yet."),
        "score_after": _("After hand %(n)s"),
        "by_bot": _("a bot played"),
        "by_clock": _("time ran out, a bot played"),
        "by_claim": _("%(name)s has claimed the rest"),
        "by_other": _("played by somebody who has left"),
        "hand_cards": _("The cards of %(name)s"),
        "hidden_one": _("%(n)s card face down"),
        "hidden_other": _("%(n)s cards face down"),
        "trick": _("Trick %(n)s"),
        "discards": _("Discards"),
        "stock": _("Stock: %(n)s"),
        "failed": _(
            "The game’s data could not be loaded. Check your connection and load the page again."
        ),
    }


def _happened() -> dict[str, str]:
    return {
        "at_deal": _("%(name)s has dealt."),
        "at_draw": _("The stock is ready for the draw."),
        "at_high_card": _("Drawn for the deal: %(cards)s. %(name)s deals."),
        "at_keep": _("%(name)s keeps the %(card)s."),
        "at_refuse": _("%(name)s refuses the %(gone)s and gets the %(card)s."),
        "at_keep_hidden": _("%(name)s keeps the card."),
        "at_refuse_hidden": _("%(name)s refuses the card."),
        "at_look": _("%(name)s looks at the cards."),
        "at_bid": _("%(name)s bids %(bid)s."),
        "at_pass": _("%(name)s passes %(cards)s."),
        "at_pass_hidden_one": _("%(name)s passes %(n)s card."),
        "at_pass_hidden_other": _("%(name)s passes %(n)s cards."),
        "at_lead": _("%(name)s leads the %(card)s."),
        "at_play": _("%(name)s plays the %(card)s."),
        "at_won": _("%(name)s wins the trick."),
        "at_broken": _("Spades are broken."),
        "at_score": _("Hand %(n)s is over. %(scores)s."),
        "at_side": _("%(name)s %(points)s, total %(total)s"),
        "at_end": _("The game is over. %(winner)s."),
    }


def own_words() -> dict[str, str]:
    """Return the sentences for the findings of static/js/verify/own.js."""
    return {
        "own_in": _(
            "Your own salt is in these deals: until your browser revealed it, nobody could know them."
        ),
        "own_left_out": _(
            "Your salt was left out of these deals, though your browser had committed to it. If you were connected at"
            " the start, the server dropped it."
        ),
        "own_missing": _(
            "This browser’s salt isn’t in these deals: it came too late, or another of your "
            "devices contributed one."
        ),
        "own_late": _(
            "You joined after the deals were fixed, so they don’t include a salt of yours."
        ),
        "own_commitment": _(
            "Don’t trust these deals: the commitment isn’t the one that your browser saw at the table."
        ),
        "own_list": _(
            "Don’t trust these deals: the list of hashes isn’t the one that your browser saw before it revealed its salt."
        ),
        "own_unknown": _(
            "This browser stored nothing from the start of this game, so it can’t tell whether "
            "your salt is in the deals. Use the browser you played with."
        ),
    }


def _deals() -> dict[str, str]:
    return {
        **own_words(),
        "all_agree_one": _(
            "The secret matches its commitment, and %(n)s hand was dealt accordingly."
        ),
        "all_agree_other": _(
            "The secret matches its commitment, and all %(n)s hands were dealt accordingly."
        ),
        "differ_one": _("%(n)s check failed. See the page for checking deals."),
        "differ_other": _("%(n)s checks failed. See the page for checking deals."),
        "unreadable": _("The record can’t be checked: %(place)s."),
    }
