"""Entries that withdrew under way come back: by themselves until the next draw, by an organizer until the end. What they
played, whom they met and their byes stay as they were; a forfeit stays, and so does the end in a bracket.
"""

from typing import Any

import pytest

from games import engine
from spades_site.common.errors import Refused
from spades_site.notices.models import Notice
from tests.events import teams
from tests.events.rows import results_of
from tests.events.singles import alone, finish
from tournaments.events.actions import entering, lifecycle, returning
from tournaments.events.actions.draws import drafts
from tournaments.events.draw import redrawing
from tournaments.events.entries import substitutes
from tournaments.events.models import Entry, Match, Round, Status, Tournament
from tournaments.events.plan.stages import StagePlan
from tournaments.events.queries.selectors import tournament_view
from tournaments.events.scoring.ranking import standings_of

pytestmark = pytest.mark.django_db
SWISS: dict[str, Any] = {"format": "swiss", "rounds": 3}
WINDOWS: dict[str, Any] = {"timing": "windows", "round_every_minutes": 7 * 24 * 60}


def refusal(call: Any, **kwargs: Any) -> tuple[str, str]:
    with pytest.raises(Refused) as refused:
        call(**kwargs)
    return refused.value.code, str(refused.value)


def leave(club: Any, cup: Tournament, name: str) -> Entry:
    entry: Entry = cup.entries.get(players__user=club.player(name))
    entering.withdraw(tournament_id=cup.pk, user=club.player(name))
    return entry


def rejoin(club: Any, cup: Tournament, name: str) -> Entry:
    return returning.rejoin(tournament_id=cup.pk, user=club.player(name))


def why_not(club: Any, cup: Tournament, name: str) -> tuple[str, str]:
    return refusal(returning.rejoin, tournament_id=cup.pk, user=club.player(name))


def put_back(club: Any, entry: Entry) -> Entry:
    return returning.restore_entry(entry_id=entry.pk, by=club.organizer)


def play_round(club: Any, cup: Tournament, leave_open: int = 0) -> None:
    """Play the round in play, the better seed winning each match, except the last matches."""
    matches = club.in_play(cup)
    for match in matches[: len(matches) - leave_open]:
        a_wins = match.entries[0].seed_no < match.entries[1].seed_no
        club.finish(match, *((500, 300) if a_wins else (300, 500)))


def whole(cup: Tournament) -> tuple[Any, ...]:
    """Everything that a withdrawal and its taking back must leave as it was."""
    rows = [(row.name, row.points, row.byes, row.forfeits_lost) for row in standings_of(cup)]
    met = [
        (match.round.number, match.slot, sorted(entry.name for entry in match.entries))
        for match in cup.matches.select_related("round").order_by("round", "number")
    ]
    kept = cup.entries.order_by("pk").values_list("name", "status", "seed_no", "joined_round")
    return rows, met, list(kept), results_of(cup)


def points_of(cup: Tournament, entry: Entry) -> int:
    return next(int(row.points) for row in standings_of(cup) if row.name == entry.name)


def opponents(cup: Tournament, entry: Entry) -> list[list[str]]:
    """Whom an entry met, round by round; nobody for a bye."""
    places = Match.objects.filter(tournament=cup, sides__places__entry=entry).order_by("round")
    return [[one.name for one in match.entries if one != entry] for match in places]


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    "fields",
    [SWISS, {"format": "round_robin"}, {"format": "knock_out"}, {"format": "double_knock_out"}],
    ids=lambda fields: fields["format"],
)
def test_what_is_taken_back_before_anything_follows_leaves_no_trace(
    club: Any, fields: dict[str, Any]
) -> None:
    cup = club.started(5, **fields)
    play_round(club, cup, leave_open=1)
    before = whole(cup)
    gone = leave(club, cup, "a1")
    assert whole(cup) != before
    assert rejoin(club, cup, "b1") == gone
    assert rejoin(club, cup, "a1") == gone
    assert whole(cup) == before
    partner = Notice.objects.filter(user=club.player("a1"), kind="entry").latest("pk")
    assert (partner.params["news"], partner.params["who"]) == ("back", "b1")


@pytest.mark.slow
def test_a_pair_of_a_swiss_plays_on_with_its_points_and_gets_no_second_bye(club: Any) -> None:
    cup = club.started(5, **SWISS)
    (bye,) = (match.entries[0] for match in cup.matches.all() if len(match.entries) == 1)
    first = bye.players.first().user.username
    play_round(club, cup, leave_open=1)
    leave(club, cup, first)
    rejoin(club, cup, first)
    play_round(club, cup)
    club.play_all(cup)
    cup.refresh_from_db()
    assert (cup.status, cup.rounds.count()) == (Status.FINISHED, 3)
    rows = {row.name: (row.byes, row.forfeits_lost) for row in standings_of(cup)}
    assert rows[bye.name] == (1, 0)
    assert sorted(rows.values()) == [(0, 0), (0, 0), (1, 0), (1, 0), (1, 0)]
    for entry in cup.entries.all():
        met = [names for names in opponents(cup, entry) if names]
        assert len(met) == len({name for (name,) in met})


@pytest.mark.slow
def test_after_the_next_draw_only_the_organizer_puts_them_back(club: Any) -> None:
    cup = club.started(6, **SWISS)
    play_round(club, cup, leave_open=1)
    gone = leave(club, cup, "a1")
    play_round(club, cup)
    points = points_of(cup, gone)
    assert why_not(club, cup, "a1") == (
        "drawn_since",
        "You withdrew, and a round was drawn without you. Ask the organizer to put you back.",
    )
    assert refusal(returning.restore_entry, entry_id=gone.pk, by=club.player("a2"))[0] == (
        "not_organizer"
    )
    assert returning.restorable(cup) == {gone.pk}
    for _twice in range(2):
        assert put_back(club, gone).status == Entry.Status.ENTERED
    assert returning.restorable(cup) == set()
    assert {one.user.username for one in Notice.objects.filter(params__news="back")} == {"a1", "b1"}
    assert points_of(cup, gone) == points
    club.play_all(cup)
    assert [len(names) for names in opponents(cup, gone)] == [1, 1]
    row = next(row for row in standings_of(cup) if row.name == gone.name)
    assert (row.played, row.byes, row.forfeits_lost) == (2, 0, 0)


@pytest.mark.slow
def test_who_was_put_back_and_leaves_again_comes_back_until_the_next_draw(club: Any) -> None:
    cup = club.started(6, **SWISS)
    play_round(club, cup, leave_open=1)
    gone = leave(club, cup, "a1")
    play_round(club, cup)
    assert why_not(club, cup, "a1")[0] == "drawn_since"
    put_back(club, gone)
    leave(club, cup, "b1")
    assert rejoin(club, cup, "a1").status == Entry.Status.ENTERED
    leave(club, cup, "a1")
    play_round(club, cup)
    assert why_not(club, cup, "a1")[0] == "drawn_since"


def test_a_forfeit_stays_a_forfeit(club: Any) -> None:
    cup = club.started(4, **SWISS, **WINDOWS)
    gone = leave(club, cup, "a1")
    forfeits = [row for row in results_of(cup) if row[3] and row[3][0] == "forfeit"]
    assert len(forfeits) == 1
    rejoin(club, cup, "a1")
    assert [row for row in results_of(cup) if row[3] and row[3][0] == "forfeit"] == forfeits
    row = next(row for row in standings_of(cup) if row.name == gone.name)
    assert (row.points, row.forfeits_lost) == (0, 1)


@pytest.mark.slow
def test_a_draft_made_without_them_names_them_and_may_be_drawn_again_with_them(club: Any) -> None:
    cup = club.started(6, confirm_draws=True, **SWISS)
    drafts.confirm(round_id=drafts.draft_of(cup).pk, by=club.organizer)
    play_round(club, cup, leave_open=1)
    gone = leave(club, cup, "a1")
    play_round(club, cup)
    assert why_not(club, cup, "a1")[0] == "drawn_since"
    put_back(club, gone)
    draft = drafts.draft_of(cup)
    news = redrawing.news_of(draft)
    assert ([*news.gone], [*news.late], news.may_draw, news.blocks) == ([], [gone], True, False)
    anew = drafts.draw_anew(round_id=draft.pk, by=club.organizer)
    assert anew.flags[-1] == "Redrawn with a1 & b1."
    gone.refresh_from_db()
    assert gone.joined_round == 1
    drafts.confirm(round_id=anew.pk, by=club.organizer)
    club.in_play(cup)
    assert len(opponents(cup, gone)) == 2


def test_a_draft_that_has_them_stands_once_they_are_back(club: Any) -> None:
    cup = club.started(6, confirm_draws=True, **SWISS)
    draft = drafts.draft_of(cup)
    gone = leave(club, cup, "a1")
    assert redrawing.news_of(draft).blocks
    assert rejoin(club, cup, "b1") == gone
    assert redrawing.news_of(draft) == redrawing.News()
    drafts.confirm(round_id=draft.pk, by=club.organizer)
    assert len(club.in_play(cup)) == 3


@pytest.mark.slow
def test_who_joined_after_the_last_draw_can_take_it_back_too(club: Any) -> None:
    cup = club.started(4, late_until_round=3, **SWISS)
    late = club.enter_pair(cup, "lea", "leo")
    assert late.joined_round == 2
    leave(club, cup, "lea")
    assert rejoin(club, cup, "leo") == late
    club.play_all(cup)
    assert len(opponents(cup, late)) == 2


def test_nobody_gets_a_second_life_in_a_bracket(club: Any) -> None:
    cup = club.started(4, format="knock_out", **WINDOWS)
    gone = leave(club, cup, "a1")
    met = opponents(cup, gone)
    assert len(met) == 1
    assert why_not(club, cup, "a1") == (
        "out",
        "You withdrew, and have no match left: you are out.",
    )
    put_back(club, gone)
    results = results_of(cup)
    club.play_all(cup)
    assert results_of(cup)[: len(results)] == results
    assert opponents(cup, gone) == met
    cup.refresh_from_db()
    assert cup.winner != gone


@pytest.mark.slow
def test_who_withdrew_before_the_next_match_of_a_bracket_plays_it_once_back(club: Any) -> None:
    cup = club.started(4, format="knock_out")
    play_round(club, cup, leave_open=1)
    name = cup.entries.get(seed_no=1).name[:2]
    gone = leave(club, cup, name)
    rejoin(club, cup, name)
    club.play_all(cup)
    cup.refresh_from_db()
    assert (cup.winner, [row[3][0] for row in results_of(cup)]) == (gone, ["played"] * 3)


@pytest.mark.slow
def test_a_stage_that_was_drawn_without_them_goes_on_without_them(club: Any) -> None:
    stages = (StagePlan("groups", groups=2, advance=1), StagePlan("knock_out"))
    cup = club.started(6, stages=stages)
    gone = leave(club, cup, "a6")
    while cup.stages.get(index=2).rounds.count() == 0:
        play_round(club, cup)
    assert why_not(club, cup, "a6") == (
        "out",
        "You withdrew, and the present stage was drawn without you: you are out.",
    )
    drawn = opponents(cup, gone)
    put_back(club, gone)
    club.play_all(cup)
    assert opponents(cup, gone) == drawn


@pytest.mark.slow
def test_a_round_robin_goes_on_with_the_matches_that_were_not_forfeited(club: Any) -> None:
    cup = club.started(4, format="round_robin")
    gone = leave(club, cup, "b4")
    play_round(club, cup)
    rejoin(club, cup, "a4")
    club.play_all(cup)
    kinds = [row[3][0] for row in results_of(cup) if gone.name in row[1:3]]
    assert kinds == ["played", "forfeit", "played"]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["rotation", "solo"])
def test_a_single_player_is_drawn_again(club: Any, kind: str) -> None:
    fields = {
        "rotation": {"format": "rotation", "rounds": 3},
        "solo": {"format": "solo", "rounds": 3, "rules": engine.preset("bicycle_4")},
    }[kind]
    cup = alone(club, 8, **fields)
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    gone = leave(club, cup, "p8")
    assert rejoin(club, cup, "p8") == gone
    while matches := club.in_play(cup):
        for match in matches:
            finish(match, *((500, 300) if kind == "rotation" else (500, 300, 200, 100)))
    assert len(opponents(cup, gone)) == 3


@pytest.mark.slow
def test_a_team_comes_back_by_its_captain(club: Any) -> None:
    cup = teams.begun(club, 4, timing="windows", round_every_minutes=2 * teams.DAY)
    gone = cup.entries.order_by("pk")[0]
    captain = gone.captain
    member = gone.players.exclude(user__in=[captain, gone.vice_captain]).first().user
    entering.withdraw(tournament_id=cup.pk, user=captain)
    assert refusal(returning.rejoin, tournament_id=cup.pk, user=member) == (
        "not_captain",
        "Your team withdrew. Ask its captain or vice-captain to take that back.",
    )
    assert returning.rejoin(tournament_id=cup.pk, user=captain) == gone
    gone.refresh_from_db()
    assert gone.status in Entry.TAKING_PART


def test_a_removal_under_way_is_the_organizers_to_take_back(club: Any) -> None:
    cup = club.started(4, **SWISS)
    gone = cup.entries.get(players__user=club.player("a1"))
    entering.remove_entry(entry_id=gone.pk, by=club.organizer, reason="Noise")
    assert why_not(club, cup, "a1") == (
        "not_withdrawn",
        "The organizer removed your entry. Ask them to put it back.",
    )
    put_back(club, gone)
    leave(club, cup, "a1")
    assert rejoin(club, cup, "a1") == gone


def test_nothing_comes_back_once_it_is_over_or_was_never_there(club: Any) -> None:
    cup = club.started(4, **SWISS)
    gone = leave(club, cup, "a1")
    assert why_not(club, cup, "zed") == (
        "not_entered",
        "There is no withdrawal of yours here to take back.",
    )
    lifecycle.end_tournament(tournament_id=cup.pk, by=club.organizer, reason="Fire")
    cup.refresh_from_db()
    assert why_not(club, cup, "a1") == (
        "over",
        "The tournament is over, so the withdrawal stays.",
    )
    assert refusal(returning.restore_entry, entry_id=gone.pk, by=club.organizer) == (
        "over",
        "The tournament is over, so its entries stay as they are.",
    )
    assert returning.restorable(cup) == set()


def test_who_left_before_the_draw_has_no_place_to_come_back_to(club: Any) -> None:
    cup = club.with_entries(5, **SWISS)
    gone = leave(club, cup, "a5")
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    assert why_not(club, cup, "a5")[0] == "not_entered"
    assert refusal(returning.restore_entry, entry_id=gone.pk, by=club.organizer) == (
        "too_late",
        "This entry left before it was drawn, so it has no place to come back to.",
    )


@pytest.mark.slow
def test_a_place_that_was_taken_meanwhile_comes_back_by_the_organizer_only(club: Any) -> None:
    cup = club.started(4, late_until_round=3, max_entries=4, waiting_list=True, **SWISS)
    gone = leave(club, cup, "a1")
    club.enter_pair(cup, "lea", "leo")
    assert why_not(club, cup, "a1") == (
        "full",
        "You withdrew, and your place has been taken. Ask the organizer to put you back.",
    )
    assert put_back(club, gone).status == Entry.Status.ENTERED
    assert cup.entries.filter(status__in=Entry.LIVE).count() == 5


@pytest.mark.slow
def test_sentences_about_somebody_who_withdrew_say_so(club: Any) -> None:
    cup = club.started(4, late_until_round=3, **SWISS)
    leave(club, cup, "a1")
    mine = tournament_view(Tournament.objects.get(pk=cup.pk), club.player("a1")).mine
    assert (mine.why_not_enter, mine.may) == (
        "You withdrew. Take that back to play on.",
        frozenset({"rejoin"}),
    )
    again = {"tournament_id": cup.pk, "user": club.player("a1"), "partner": "zed"}
    club.player("zed")
    assert refusal(entering.enter, **again) == (
        "already_entered",
        "You withdrew. Take that back to play on.",
    )
    other = again | {"user": club.player("zed"), "partner": "b1"}
    assert refusal(entering.enter, **other) == (
        "partner_entered",
        "b1 withdrew from this tournament. Choose another partner.",
    )
    a2 = cup.entries.get(players__user=club.player("a2"))
    swapped = {"entry_id": a2.pk, "out_id": club.player("a2").pk, "reason": "Ill"}
    assert refusal(substitutes.substitute, **swapped, username="b1", by=club.organizer) == (
        "user_entered",
        "b1 withdrew with another entry. Choose somebody else.",
    )
    assert refusal(substitutes.substitute, **swapped, username="b2", by=club.organizer) == (
        "user_entered",
        "b2 is in this entry already. Choose somebody else.",
    )
    play_round(club, cup)
    assert cup.rounds.filter(number=2, status=Round.Status.PLAYING).exists()
    mine = tournament_view(Tournament.objects.get(pk=cup.pk), club.player("a1")).mine
    assert (mine.why_not_enter, mine.may) == (
        "You withdrew, and a round was drawn without you. Ask the organizer to put you back.",
        frozenset(),
    )


def test_entering_after_a_withdrawal_says_how_to_come_back_even_without_late_entries(
    club: Any,
) -> None:
    cup = club.started(4, **SWISS)
    leave(club, cup, "a1")
    assert refusal(entering.enter, tournament_id=cup.pk, user=club.player("a1"), partner="zoe") == (
        "already_entered",
        "You withdrew. Take that back to play on.",
    )
