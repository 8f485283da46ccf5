"""A tournament's terms as text: format and rules, clock, rating, and the handling of absent players."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import engine
from games.engine.rule_sentence import LENGTH
from games.tables.game.rated import is_long_enough
from games.tables.levels import LEVEL_NAMES, levels_here, playable
from games.tables.texts.rules import RuleLine, rule_lines, rules_said
from spades_site.common.templatetags.times import duration
from spades_site.common.translation import translate
from tournaments.events.entries.substitutes import has_stand_ins
from tournaments.events.models import NoShow, NoTime, Timing, Tournament
from tournaments.events.plan.choices import Carry
from tournaments.events.plan.match_terms import MatchTerms, has_own_terms
from tournaments.events.plan.stages import StagePlan
from tournaments.events.scoring.ranking import policy_of
from tournaments.standings import TIE_BREAKS


@dataclass(frozen=True)
class Terms:
    """`facts` are pairs of a label and a text, the most important first; `short` are those shown on a match's
    page.
    """

    facts: list[tuple[str, str]]
    short: list[tuple[str, str]]
    house_rules: list[RuleLine]
    tie_breaks: list[str]
    """In the order in which they apply; none where only a bracket decides."""
    preset: str
    """The preset whose rules page explains them; "" without a preset."""


def terms_of(tournament: Tournament, stage_id: int | None = None) -> Terms:
    """Return a tournament's terms, or those of matches in one of its stages."""
    matches = tournament.match_terms if stage_id is None else tournament.terms_in(stage_id)
    where = [(_("Where"), str(tournament.get_where_display()))] if tournament.is_in_room else []
    game = [
        *where,
        (_("Rules"), rules_said(matches.rules, LENGTH)),
        (_("Match"), _match(tournament, matches)),
    ]
    if tournament.is_in_room:
        play = [
            (_("A renege costs"), str(tournament.get_renege_display())),
            (_("Rated"), _("No: games in a room aren’t rated.")),
        ]
        absent = (_("Absent players"), _absent_from_room(tournament))
    else:
        rated = _rated([matches] if stage_id is not None else _by_stage(tournament))
        play = [(_("Pace"), _clock(matches)), (_("Rated"), rated)]
        absent = (_("Absent players"), _absent(tournament))
    return Terms(
        facts=[
            *game,
            *play,
            *_of_stages(tournament),
            (_("Format"), _format(tournament)),
            (_("Rounds"), _rounds(tournament)),
            absent,
            (_("Entries"), _entries(tournament)),
            *([] if _brackets_alone(tournament) else [(_("Points"), _points(tournament))]),
            (_("Contesting a result"), _disputes(tournament)),
            *([(_("Prizes"), _prizes(tournament))] if tournament.prize_list else []),
        ],
        short=[*game, *play, absent],
        house_rules=_house_rules(matches.rule_set),
        tie_breaks=[]
        if _brackets_alone(tournament)
        else [translate(TIE_BREAKS[code].title) for code in tournament.scoring["tie_breaks"]],
        preset=str(matches.rules.get("preset", "")),
    )


def _of_stages(tournament: Tournament) -> list[tuple[str, str]]:
    """Return the stages whose matches differ from the tournament's, with their rules, length and clock."""
    usual, found = tournament.match_terms, list[tuple[str, str]]()
    for number, plan in enumerate(tournament.plans, start=1):
        if not has_own_terms(plan):
            continue
        own = usual.of_stage(plan)
        parts = [rules_said(own.rules, LENGTH), _length(own)]
        if own.match_minutes or usual.match_minutes:
            parts.append(_time_limit(own))
        if _clock(own) != _clock(usual) and not tournament.is_in_room:
            parts.append(_clock(own))
        rated = is_long_enough(own.rule_set)
        if rated != is_long_enough(usual.rule_set) and not tournament.is_in_room:
            parts.append(_("rated") if rated else _("not rated"))
        label = _("Stage %(number)d, %(format)s") % {"number": number, "format": plan.title}
        found.append((label, "; ".join(parts)))
    return found


def _by_stage(tournament: Tournament) -> list[MatchTerms]:
    return [tournament.match_terms.of_stage(plan) for plan in tournament.plans]


def _rated(stages: Sequence[MatchTerms]) -> str:
    """Return where games are rated: in all of these stages, in some, or in none."""
    rated = [number for number, one in enumerate(stages, 1) if is_long_enough(one.rule_set)]
    if not rated:
        return _("No: the games are too short for ratings.")
    if len(rated) < len(stages):
        where = ngettext(
            "Only in stage %(numbers)s; elsewhere the games are too short.",
            "Only in stages %(numbers)s; elsewhere the games are too short.",
            len(rated),
        ) % {"numbers": ", ".join(map(str, rated))}
        return f"{where} {_how_rated()}"
    return _("Yes.") + " " + _how_rated()


def _how_rated() -> str:
    return _(
        "It counts for everybody who has a seat at the first card. Who leaves is rated as lost; a win against somebody who left "
        "before choosing half of their cards doesn’t count, a loss does. Not rated: a forfeit and a deciding extra hand."
    )


def _prizes(tournament: Tournament) -> str:
    numbered = enumerate(tournament.prize_list, start=1)
    return " · ".join(f"{number}. {prize}" for number, prize in numbered)


def _house_rules(rules: engine.RuleSet) -> list[RuleLine]:
    """Return the rules that differ from the preset's; the length of a match is a separate term."""
    plain = engine.PRESETS.get(rules.preset)
    if plain is None:
        return []
    return [line for line in rule_lines(rules, plain, apart=LENGTH) if line.differs]


def _match(tournament: Tournament, matches: MatchTerms) -> str:
    parts = [_length(matches)]
    if tournament.games_title:
        parts.append(tournament.games_title)
    if matches.match_minutes:
        parts.append(_time_limit(matches))
    if tournament.shares_deals:
        parts.append(_("the same deals at every table"))
    if tournament.is_team:
        parts.append(_("at two tables with the same deals, the sides crossed"))
        parts.append(
            _("line-ups until %(span)s before the match")
            % {"span": duration(tournament.line_up_minutes * 60) or duration(0)}
        )
    return "; ".join(parts)


def _length(matches: MatchTerms) -> str:
    hands, target = matches.rules.get("max_hands"), matches.rules.get("target")
    some = ngettext("%(n)d hand", "%(n)d hands", hands or 0) % {"n": hands or 0}
    if hands and target:
        return _("to %(n)d points, %(hands)s at most") % {"n": target, "hands": some}
    return some if hands else _("to %(n)d points") % {"n": target}


def _time_limit(matches: MatchTerms) -> str:
    if not matches.match_minutes:
        return _("without a time limit")
    span = duration(matches.match_minutes * 60)
    return _("after %(span)s the current hand is the last") % {"span": span}


def _clock(matches: MatchTerms) -> str:
    turn = _("%(span)s per turn") % {"span": duration(matches.turn_seconds)}
    if not matches.bank_seconds:
        return turn
    bank = _("%(span)s in the bank per match") % {"span": duration(matches.bank_seconds)}
    return f"{turn}, {bank}"


def _format(tournament: Tournament) -> str:
    """Return every stage with its options and qualifiers, and the total number of rounds once drawn."""
    texts = [_stage(plan) for plan in tournament.plans]
    stages = "".join([texts[0], *(_("; then %(stage)s") % {"stage": each} for each in texts[1:])])
    rounds = tournament.rounds_planned
    if not rounds or all(plan.facts.is_continuous for plan in tournament.plans):
        return stages
    count = ngettext("%(n)d round", "%(n)d rounds", rounds) % {"n": rounds}
    if len(texts) > 1:
        return _("%(stages)s. %(count)s in all") % {"stages": stages, "count": count}
    return stages if tournament.plans[0].rounds == rounds else f"{stages}, {count}"


def _stage(plan: StagePlan) -> str:
    parts = [plan.title]
    if plan.double:
        parts.append(_("everybody meets twice"))
    if plan.rounds:
        parts.append(ngettext("%(n)d round", "%(n)d rounds", plan.rounds) % {"n": plan.rounds})
    if plan.lasts_minutes:
        parts.append(duration(plan.lasts_minutes * 60))
    if plan.streak:
        parts.append(
            ngettext(
                "%(n)d extra point for each win after two wins running",
                "%(n)d extra points for each win after two wins running",
                plan.streak,
            )
            % {"n": plan.streak}
        )
    if plan.third_place:
        parts.append(_("with a third-place match"))
    if plan.carry:
        parts.append(_("carried over: %(what)s") % {"what": Carry(plan.carry).label})
    if plan.advance and plan.groups > 1:
        going = ngettext(
            "the best of each group advances",
            "the best %(n)d of each group advance",
            plan.advance,
        )
        parts.append(going % {"n": plan.advance})
    elif plan.advance:
        parts.append(
            ngettext("%(n)d advances", "%(n)d advance", plan.advance) % {"n": plan.advance}
        )
    if plan.best_next:
        more = ngettext(
            "with the best next one",
            "with the %(n)d best next ones",
            plan.best_next,
        )
        parts.append(more % {"n": plan.best_next})
    return ", ".join(parts)


def _rounds(tournament: Tournament) -> str:
    pause = duration(tournament.pause_between_rounds) if tournament.pause_between_rounds else ""
    if tournament.timing == Timing.FIXED:
        return _("At fixed times.")
    if tournament.timing == Timing.WINDOWS:
        if tournament.default_minutes is not None:
            return _(
                "Within windows: each match has a default time, and its two sides may agree on another."
            )
        late = (
            _("A side that did not offer a time early enough forfeits.")
            if tournament.no_time == NoTime.FORFEIT
            else _("Without an agreed time the table opens when the window closes.")
        )
        return _("Within windows: the two sides agree on a time.") + f" {late}"
    if pause:
        return _("Each begins %(span)s after the previous one.") % {"span": pause}
    return _("Each begins right after the previous one.")


def _absent_from_room(tournament: Tournament) -> str:
    return " ".join(
        [*_check_in(tournament), _("The organizer decides when an absent side forfeits.")]
    )


def _check_in(tournament: Tournament) -> list[str]:
    if not tournament.check_in_minutes:
        return []
    parts = [
        _("Entries that have not checked in by the start do not play; check-in opens %(span)s before.")
        % {"span": duration(tournament.check_in_minutes * 60)}
    ]  # fmt: skip
    if tournament.hold_minutes:
        parts.append(_("Whoever says that they are on the way is drawn all the same."))
    return parts


def _absent(tournament: Tournament) -> str:
    parts = _check_in(tournament)
    sentences = {
        NoShow.BOT: _("A table waits %(span)s; then a bot plays until the player comes."),
        NoShow.SUBSTITUTE: _(
            "A table waits %(span)s; then a substitute plays, first from the waiting list, then whoever is ready to stand in, or else a bot."
        ),
        NoShow.FORFEIT: _("A table waits %(span)s; then the absent side forfeits."),
    }
    if tournament.is_team:
        sentences[NoShow.SUBSTITUTE] = _(
            "A table waits %(span)s; then a team-mate plays, or else a bot."
        )
    if tournament.is_individual:
        sentences[NoShow.FORFEIT] = _(
            "A table waits %(span)s; then a bot plays, and the absent player forfeits the round."
        )
    span = {"span": duration(tournament.grace_minutes * 60) or duration(0)}
    parts.append(sentences[NoShow(tournament.no_show)] % span)
    if has_stand_ins(tournament):
        parts += _substituting(tournament)
    if len(levels_here()) > 1:
        level = LEVEL_NAMES[playable(tournament.bots_level)]
        parts.append(_("Bots that stand in play at the level %(level)s.") % {"level": level})
    return " ".join(parts)


def _substituting(tournament: Tournament) -> list[str]:
    most, times = tournament.substitutes_a_side, tournament.disconnections
    parts = [
        ngettext(
            "At most %(n)d substitute a side is called to a match.",
            "At most %(n)d substitutes a side are called to a match.",
            most,
        )
        % {"n": most}
    ]
    if times:
        parts.append(
            ngettext(
                "When a bot has taken over for a player %(n)d time, somebody who is ready to stand in plays on for good.",
                "When a bot has taken over for a player %(n)d times, somebody who is ready to stand in plays on for good.",
                times,
            )
            % {"n": times}
        )
    return parts


def _entries(tournament: Tournament) -> str:
    parts = [
        _("%(least)d to %(most)d can play")
        % {"least": tournament.min_entries, "most": tournament.max_entries}
    ]
    if tournament.side_size == 2:
        ways = {
            (True, True): _("with a partner or alone"),
            (True, False): _("with a partner"),
            (False, True): _("alone; partners are drawn"),
        }
        parts.append(ways.get((tournament.entry_with_partner, tournament.entry_alone), ""))
    low, high = tournament.rating_min, tournament.rating_max
    if low and high:
        parts.append(_("ratings from %(low)d to %(high)d") % {"low": low, "high": high})
    elif low:
        parts.append(_("ratings from %(low)d") % {"low": low})
    elif high:
        parts.append(_("ratings up to %(high)d") % {"high": high})
    if tournament.invited_only:
        parts.append(_("by invitation only"))
    if tournament.bot_accounts:
        parts.append(_("open to bot accounts"))
    if tournament.waiting_list:
        parts.append(_("with a waiting list"))
    if tournament.late_until_round:
        parts.append(_("late entries until round %(n)d") % {"n": tournament.late_until_round})
    return "; ".join(part for part in parts if part)


def _points(tournament: Tournament) -> str:
    if tournament.comparison:
        return _("By comparison with those who held the same cards.")
    if tournament.scoring.get("spread"):
        return _("Victory points, 0 to 20 a match by its margin.")
    if tournament.facts.places_score:
        return _("By place at each table: 12 for the first, none for the last.")
    worth = policy_of(tournament).to_dict()
    return (
        _(
            "Win %(win)s, draw %(draw)s, loss %(loss)s, bye %(bye)s, won by forfeit %(forfeit_win)s, lost by forfeit %(forfeit_loss)s"
        )
        % worth
    )


def _disputes(tournament: Tournament) -> str:
    if not tournament.dispute_hours:
        return _("Not possible.")
    return _("Within %(span)s of the result.") % {"span": duration(tournament.dispute_hours * 3600)}


def _brackets_alone(tournament: Tournament) -> bool:
    return all(plan.is_knock_out for plan in tournament.plans)
