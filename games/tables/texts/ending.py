"""The texts of a finished game at the table: who won, what decided it, and where to go next."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def ending_words() -> dict[str, str]:
    """Return the texts for the page's dictionary."""
    return {**_endings(), **_decided()}


def _endings() -> dict[str, str]:
    return {
        "you_won": _("You won %(own)s : %(other)s"),
        "you_lost": _("You lost %(own)s : %(other)s"),
        "analysis": _("See what you missed"),
        "over_more": _("More"),
        "win_you": _("You win"),
        "win_we": _("You and %(name)s win"),
        "win_other": _("%(names)s wins"),
        "win_others": _("%(names)s win"),
        "win_nobody": _("The game is drawn"),
        "win_shared": _("First place is shared: %(names)s"),
        "rating_change": _("Rating"),
        "rematch": _("Play again"),
        "another_table": _("Next free table"),
        "rematch_join": _("Join the next game"),
        "rematch_see": _("Watch the next game"),
        "rematch_waits": _("The same people are playing again: a table is open."),
        "again": _("Other rules"),
        "match_page": _("Go to the match"),
        "tournament_page": _("Go to the tournament"),
        "next_match": _("Your next match, if any, is listed on the tournament’s page."),
        "verify": _("Check the deals"),
        "record": _("The game’s record"),
        "replay": _("Replay"),
        "final": _("Final score"),
    }


def _decided() -> dict[str, str]:
    return {
        "decided_won": _("What won it: %(what)s."),
        "decided_lost": _("What cost you most: %(what)s."),
        "decided_cost": _("What cost %(name)s most: %(what)s."),
        "decided_more": _(
            "%(name)s bid and made more: %(winners)s points for contracts against %(losers)s."
        ),
        "decided_more_won": _(
            "You bid and made more: %(winners)s points for contracts against %(losers)s."
        ),
        "decided_more_lost": _(
            "The others bid and made more: %(winners)s points for contracts against your %(losers)s."
        ),
        "decided_both": _("%(a)s and %(b)s"),
        "decided_set_one": ngettext(
            "%(n)s missed contract (%(points)s)", "%(n)s missed contracts (%(points)s)", 1
        ),
        "decided_set_other": ngettext(
            "%(n)s missed contract (%(points)s)", "%(n)s missed contracts (%(points)s)", 2
        ),
        "decided_set_them_one": ngettext(
            "%(n)s contract missed by the others (%(points)s)",
            "%(n)s contracts missed by the others (%(points)s)",
            1,
        ),
        "decided_set_them_other": ngettext(
            "%(n)s contract missed by the others (%(points)s)",
            "%(n)s contracts missed by the others (%(points)s)",
            2,
        ),
        "decided_nil_lost_one": ngettext(
            "%(n)s failed nil (%(points)s)", "%(n)s failed nils (%(points)s)", 1
        ),
        "decided_nil_lost_other": ngettext(
            "%(n)s failed nil (%(points)s)", "%(n)s failed nils (%(points)s)", 2
        ),
        "decided_nil_lost_them_one": ngettext(
            "%(n)s nil the others failed (%(points)s)",
            "%(n)s nils the others failed (%(points)s)",
            1,
        ),
        "decided_nil_lost_them_other": ngettext(
            "%(n)s nil the others failed (%(points)s)",
            "%(n)s nils the others failed (%(points)s)",
            2,
        ),
        "decided_nil_kept_one": ngettext(
            "%(n)s nil kept (%(points)s)", "%(n)s nils kept (%(points)s)", 1
        ),
        "decided_nil_kept_other": ngettext(
            "%(n)s nil kept (%(points)s)", "%(n)s nils kept (%(points)s)", 2
        ),
        "decided_bags_other": _("bags (%(points)s)"),
        "decided_bags_them_other": _("the others’ bags (%(points)s)"),
        "decided_row_other": _("%(n)s contracts made in a row"),
    }
