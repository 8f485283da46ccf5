"""Cards that only the partner's hand explains: what the statistic says, what is stored of a match, and the signal."""

import random
from datetime import timedelta

import pytest
from django.test import Client

from games.analysis.models import Analysis
from games.bots import choose
from games.engine import State, deal, new_game, preset, view_for
from games.engine.actions import parse_action
from games.engine.cards import NAMES
from games.engine.state import PLAY
from games.fair_play import choices
from games.fair_play.models import Examination, PartnerChoice
from games.fair_play.partner_hand import Choice, allowance_of, examined, suspicion, unlikely
from games.tables.models import Table
from spades_site.common import outbox
from spades_site.common.clock import now
from tests.events.conftest import Club
from tests.fair_play.conftest import end_trust
from tournaments.events.models import MatchTable, Tournament
from tournaments.fair_play.models import Signal
from tournaments.fair_play.partners import look_at
from tournaments.fair_play.signals import judge, visible_to
from tournaments.leagues import services as leagues


def test_the_probability_is_that_of_independent_choices_with_the_allowance() -> None:
    # Odds of 1:1 count as 2:1.
    even = [Choice(won, 0.5) for won in (True, True, False)]
    assert unlikely(even) == pytest.approx((2 / 3) ** 3 + 3 * (2 / 3) ** 2 / 3)
    assert unlikely([]) == 1
    assert unlikely([Choice(False, 0.2)] * 9) == 1


def test_a_pair_is_looked_at_when_its_choices_have_doubled_and_more_strictly_among_many() -> None:
    lucky = [Choice(True, 0.3)] * 12
    plain = [Choice(False, 0.3)] * 12
    found = suspicion(lucky, 1)
    assert found is not None
    assert (found.choices, found.won, round(found.expected, 1)) == (12, 12, 5.5)
    assert suspicion(lucky[:11], 1) is None
    # What comes after the look doesn't change it until there are 24.
    assert suspicion([*lucky, *plain[:11]], 1) == found
    bound = found.probability
    assert suspicion(lucky, int(0.05 / (2 * bound) * 0.9)) == found
    assert suspicion(lucky, int(0.05 / (2 * bound) * 1.1)) is None


def test_the_allowance_follows_other_pairs_upwards_once_there_are_enough() -> None:
    others = [Choice(number % 2 == 0, 0.25) for number in range(400)]
    # Half of them win at a chance of 1 in 4: odds of 1:1 in place of 1:3, and what 95 % may hide.
    assert allowance_of(others) == pytest.approx(3.46, abs=0.01)
    assert allowance_of(others[1:]) == 2.0
    assert allowance_of([Choice(number % 4 == 0, 0.25) for number in range(400)]) == 2.0
    pair = [Choice(number < 14, 0.25) for number in range(24)]
    assert unlikely(pair, 3.46) > 0.3 > unlikely(pair)


def played(seed: int) -> tuple[State, int]:
    """Return a hand in which a seat leads to the second trick, and the seat."""
    dice = random.Random(seed)
    rules = preset("cardgames_io")
    draw = dice.sample([card for card in rules.pack if card < 52], rules.players)
    state = deal(new_game(rules, draw_for_deal=draw), dice.sample(rules.pack, len(rules.pack)))
    while state.phase != PLAY or len(state.tricks) < 1:
        state.act(
            parse_action(choose(view_for(state, state.to_act[0]), state.rules, dice)),
            state.to_act[0],
        )
    return state, state.to_act[0]


@pytest.mark.slow
def test_the_other_hands_of_the_partner_leave_the_players_own_knowledge_alone() -> None:
    state, seat = played(4)
    names = [NAMES[code] for code in state.legal]
    found = [examined(state, seat, card, names[0], "key") for card in names[1:]]
    again = [examined(state, seat, card, names[0], "key") for card in names[1:]]
    assert found == again
    assert all(0 < each.chance < 1 for each in found)
    # The chance is the same with another partner's hand, the answer needn't be.
    other = state.copy()
    partner, right = (seat + 2) % 4, (seat + 1) % 4
    hands = list(other.hands)
    hands[partner], hands[right] = hands[right], hands[partner]
    other.hands = tuple(hands)
    changed = [examined(other, seat, card, names[0], "key") for card in names[1:]]
    assert [each.chance for each in changed] == [each.chance for each in found]


def lucky_choices(club: Club, row: MatchTable, pair: tuple[str, str], number: int) -> None:
    one, other = map(club.player, pair)
    PartnerChoice.objects.bulk_create(
        PartnerChoice(
            table_id=row.table_id, hand=hand, step=9, card="4D", user=one, partner=other,
            won=True, chance=0.25, at=now(),
        )
        for hand in range(1, number + 1)
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.django_db
def test_many_such_cards_in_a_league_are_one_signal_to_the_leagues_organizers(
    club: Club, client: Client
) -> None:
    league = leagues.create_league(by=club.organizer, name="Club")
    cup = club.started(4)
    Tournament.objects.update(league=league)
    match = club.in_play(cup)[0]
    names = [one.user.username for one in match.line_up.filter(side__index=0)]
    club.finish(match, 500, 300)
    row = MatchTable.objects.select_related("match__tournament__league").get(match=match)
    lucky_choices(club, row, (names[0], names[1]), 11)
    look_at(row)
    assert not Signal.objects.exists()
    lucky_choices(club, row, (names[1], names[0]), 3)
    for _twice in range(2):
        look_at(row)
    (signal,) = visible_to(club.organizer)
    assert (signal.league, signal.tournament, signal.kind) == (league, None, "partner")
    client.force_login(club.organizer)
    # Listed with each tournament of the league, and with no other.
    listed = [
        signal.get_absolute_url() in client.get("/organize/fair-play/", {"of": of}).content.decode()
        for of in (cup.slug, "another")
    ]
    assert listed == [True, False]
    page = client.get(signal.get_absolute_url()).content.decode()
    assert "played 12 cards that cost points by what each could know" in page
    assert "12 of them gained points" in page
    assert f"/{row.table.public_id}/replay/#h11s10" in page

    # “No concern” holds into the next year, and then no longer.
    judge(
        signal_id=signal.pk, by=club.organizer, decision="no_concern", note="They know each other."
    )
    year = now().year + 1
    PartnerChoice.objects.update(at=now().replace(month=1, day=2, year=year))
    look_at(row)
    assert Signal.objects.get() == signal
    end_trust()
    look_at(row)
    assert [one.evidence["year"] for one in Signal.objects.order_by("pk")] == [year - 1, year]


@pytest.mark.slow
@pytest.mark.django_db
def test_an_analysed_match_is_examined_once(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[int] = []
    monkeypatch.setattr(choices.background, "takes_jobs", lambda: True)
    monkeypatch.setattr(choices.background, "send", lambda _job, table: sent.append(table))
    monkeypatch.setattr(choices, "_found", lambda _table: [])
    match = club.in_play(club.started(4))[0]
    club.finish(match, 500, 300)
    Analysis.objects.create(table=match.table, done_at=now(), searched=True)
    for _twice in range(2):
        choices.on_match_analysed({"table": match.table_id})
    row = Examination.objects.get()
    Examination.objects.update(due_at=now() - timedelta(seconds=1))
    choices.send_again()
    for _twice in range(2):
        choices.examine(match.table_id)
    row.refresh_from_db()
    assert (row.sends, row.due_at, row.done_at is not None) == (2, None, True)
    assert outbox.OutboxEvent.objects.filter(topic="cards.examined").count() == 1
    choices.send_again()
    assert len(sent) <= 2


def test_cards_of_partners_who_may_talk_are_no_evidence() -> None:
    rules = preset("jjdd_350", partners_talk=True)
    assert choices._found(Table(rules=rules.to_record())) == []
