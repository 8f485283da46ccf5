"""The order of the seeds: by rating, by lot, by an earlier tournament, by hand."""

from typing import Any

import pytest

from games.ratings.models import Rating
from spades_site.common.errors import Refused
from tournaments.events.actions import lifecycle
from tournaments.events.draw.seeding import ranks_by_player, set_seeds
from tournaments.events.models import Tournament
from tournaments.events.plan.stages import StagePlan
from tournaments.events.setup.proposal import NotValid

pytestmark = pytest.mark.django_db


def rate(club: Any, **values: int) -> None:
    """Give players ratings of partnerships."""
    for name, value in values.items():
        Rating.objects.create(
            user=club.player(name),
            pool="partnership",
            millis=value * 1000,
            peak=value * 1000,
            games=40,
        )


def order(cup: Tournament) -> list[str]:
    """Return the entries by seed."""
    return list(cup.entries.order_by("seed_no").values_list("name", flat=True))


def by_names(cup: Tournament) -> dict[str, int]:
    """Return the entries' keys by their first player."""
    return {entry.name.split(" ")[0]: entry.pk for entry in cup.entries.all()}


def start(club: Any, cup: Tournament) -> Tournament:
    return lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)


def test_by_rating_the_strongest_is_first(club: Any) -> None:
    rate(club, a3=1700, b3=1700, a1=1600, b1=1600)
    cup = start(club, club.with_entries(3))
    assert order(cup) == ["a3 & b3", "a1 & b1", "a2 & b2"]


def test_by_lot_the_rating_does_not_matter(club: Any) -> None:
    rate(club, a3=1700, b3=1700)
    cup = club.with_entries(3, seeding="lot")
    first = order(start(club, cup))
    assert sorted(first) == ["a1 & b1", "a2 & b2", "a3 & b3"]
    assert first == ["a1 & b1", "a3 & b3", "a2 & b2"]


def test_by_hand_the_numbered_come_first_and_the_others_by_rating(club: Any) -> None:
    rate(club, a3=1700, b3=1700)
    cup = club.with_entries(4, seeding="hand")
    keys = by_names(cup)
    set_seeds(
        tournament_id=cup.pk,
        by=club.organizer,
        seeds={keys["a4"]: 1, keys["a2"]: 2, keys["a1"]: None},
    )
    assert order(start(club, cup)) == ["a4 & b4", "a2 & b2", "a3 & b3", "a1 & b1"]


def test_seeds_by_hand_are_refused_where_they_make_no_sense(club: Any) -> None:
    cup = club.with_entries(3, seeding="hand")
    keys = by_names(cup)

    def code(by: Any, seeds: dict[int, int | None], of: Tournament = cup) -> str:
        with pytest.raises(Refused) as refusal:
            set_seeds(tournament_id=of.pk, by=by, seeds=seeds)
        return refusal.value.code

    assert code(club.organizer, {keys["a1"]: 1, keys["a2"]: 1}) == "seed_twice"
    assert code(club.organizer, {keys["a1"]: 0}) == "seed_low"
    assert code(club.organizer, {0: 1}) == "unknown_entry"
    assert code(club.player("a1"), {keys["a1"]: 1}) == "not_organizer"
    other = club.open(name="Other")
    assert code(club.organizer, {}, other) == "not_by_hand"
    start(club, cup)
    assert code(club.organizer, {keys["a1"]: 1}) == "begun"
    assert [entry.hand_seed for entry in cup.entries.all()] == [None] * 3


@pytest.mark.slow
def test_by_standings_the_earlier_order_holds(club: Any) -> None:
    earlier = club.started(
        4,
        stages=(StagePlan("swiss", rounds=2, advance=2), StagePlan("knock_out")),
        min_entries=4,
        max_entries=4,
        name="First",
    )
    rate(club, a4=1900, b4=1900)
    while matches := club.in_play(earlier):
        for match in matches:
            first = match.entries[0].seed_no > match.entries[1].seed_no
            club.finish(match, *((500, 300) if first else (300, 500)))
    earlier.refresh_from_db()
    ranks = ranks_by_player(earlier)
    names = {user.pk: name for name, user in club.people.items()}
    places = {names[user]: rank for user, rank in ranks.items() if names[user].startswith("a")}
    assert sorted(places.values()) == [1, 2, 5, 6]
    again = club.with_entries(4, seeding="standings", seeded_from=earlier, name="Second")
    wanted = sorted(places, key=lambda name: places[name])
    assert [name.split(" ")[0] for name in order(start(club, again))] == wanted


def test_standings_need_their_tournament(club: Any) -> None:
    with pytest.raises(NotValid) as refusal:
        club.tournament(seeding="standings")
    assert refusal.value.errors == {
        "seeded_from": ["Choose the tournament whose standings give the seeds."]
    }


def test_the_organizer_s_page_takes_seeds(client: Any, club: Any) -> None:
    cup = club.with_entries(2, seeding="hand")
    keys = by_names(cup)
    client.force_login(club.organizer)
    page = f"/organize/tournaments/{cup.slug}/seeds/"
    assert client.get(page).status_code == 200
    twice = client.post(page, {f"seed-{keys['a1']}": "1", f"seed-{keys['a2']}": "1"})
    assert (twice.status_code, twice.context["form"].non_field_errors()) == (
        422,
        ["Seed 1 is given twice. Give each once."],
    )
    assert client.post(page, {f"seed-{keys['a2']}": "1"}).status_code == 302
    assert {entry.name: entry.hand_seed for entry in cup.entries.all()} == {
        "a1 & b1": None,
        "a2 & b2": 1,
    }
