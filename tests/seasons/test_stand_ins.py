"""Stand-ins: the season's list, whom a side may ask, and the match that they play."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from games.ratings.models import Rating
from spades_site.common.errors import Refused
from tests.seasons.conftest import SeasonClub
from tests.seasons.test_team_season import entered
from tournaments.events.actions.fixtures.time_offers import side_for
from tournaments.events.actions.teams import name_line_up
from tournaments.events.entries import nominations, substitute_offers
from tournaments.events.entries import stand_ins as agreed
from tournaments.events.matches import no_shows
from tournaments.events.models import Match, SubstituteOffer, Substitution
from tournaments.events.notices.recipients import players_of_match
from tournaments.events.setup.individual import pool_of
from tournaments.leagues import bans, members
from tournaments.leagues.models import Season
from tournaments.public.feeds.seasons import document
from tournaments.public.stand_ins import candidates, stand_ins_panel
from tournaments.seasons.entries import stand_ins
from tournaments.seasons.lifecycle import publishing
from tournaments.seasons.lifecycle.planning import DivisionPlan
from tournaments.seasons.models import StandIn
from tournaments.seasons.queries.statistics import statistics_of
from tournaments.seasons.terms import Terms

pytestmark = pytest.mark.django_db
SMALL = (DivisionPlan("First", 4),)


def said(call: Any, **given: Any) -> tuple[str, str]:
    """Return the code and the sentence with which a call is refused."""
    with pytest.raises(Refused) as refusal:
        call(**given)
    return refusal.value.code, str(refusal.value)


def listed(club: SeasonClub, season: Season, *names: str) -> list[Any]:
    """Put these members on the list by their own hand."""
    people = [club.joined(name) for name in names]
    for person in people:
        stand_ins.put_on_list(season_id=season.pk, by=person)
    return people


def matches_of(season: Season) -> list[Match]:
    return list(
        Match.objects.filter(tournament__season=season)
        .select_related("round", "tournament__season__league")
        .order_by("round__number", "number")
    )


def test_the_list_is_its_members_own(client: Any, club: SeasonClub) -> None:
    season = club.published(2, divisions=(DivisionPlan("First", 2),))
    zoe, stranger = club.joined("zoe"), club.player("stranger")
    client.force_login(zoe)
    page = season.get_absolute_url()
    assert client.post(f"{page}stand-ins/").status_code == 302
    assert "Take me off the list" in client.get(f"{page}?show=fixtures").content.decode()
    put, take = stand_ins.put_on_list, stand_ins.take_off_list
    key = {"season_id": season.pk}
    assert said(put, by=stranger, **key) == (
        "not_member",
        "stranger isn’t a member of the league, and seasons are for its members.",
    )
    assert said(put, by=zoe, username="a1", **key)[0] == "not_organizer"
    assert said(take, by=club.people["a1"], user_id=zoe.pk, **key)[0] == "not_organizer"
    assert [one.user for one in StandIn.objects.all()] == [zoe]
    put(by=club.organizer, username="a1", **key)
    client.force_login(club.organizer)
    refused = client.post(f"{page}stand-ins/", {"username": "nobody"}).content.decode()
    assert "Add a member" in refused
    assert client.post(f"{page}stand-ins/{zoe.pk}/remove/").status_code == 302
    assert [one.user.username for one in StandIn.objects.all()] == ["a1"]
    # Who isn't of the league sees no list.
    client.logout()
    assert "stand-ins/" not in client.get(f"{page}?show=fixtures").content.decode()
    none = club.draft(name="None", divisions=SMALL, terms=Terms(match_hands=2, stand_in_matches=0))
    assert said(put, season_id=none.pk, by=zoe)[0] == "no_stand_ins"


@pytest.mark.slow
def test_a_pair_asks_and_the_stand_in_plays_one_match(client: Any, club: SeasonClub) -> None:
    season = club.published(2, divisions=(DivisionPlan("First", 2),))
    (zoe,) = listed(club, season, "zoe")
    (match,) = matches_of(season)
    one, two = club.people["a1"], club.people["b1"]
    page = match.get_absolute_url()
    client.force_login(one)
    assert f"{page}stand-in/{two.pk}/" in client.get(page).content.decode()
    assert "zoe" in client.get(f"{page}stand-in/{two.pk}/").content.decode()
    assert client.post(f"{page}stand-in/{two.pk}/", {"user": "zoe"}).status_code == 302
    offer = SubstituteOffer.objects.get()
    assert (offer.match, offer.out, offer.into, offer.by) == (match, two, zoe, one)
    # Nobody plays without accepting.
    assert nominations.active_of(offer.entry, match) == [one, two]
    client.force_login(zoe)
    assert "asks you to stand in for b1 in round 1" in client.get(page).content.decode()
    answer = f"{match.tournament.get_absolute_url()}substitute-offers/{offer.pk}/accept/"
    assert client.post(answer).headers["Location"] == page
    assert nominations.active_of(offer.entry, match) == [one, zoe]
    assert {zoe} <= set(players_of_match(match))
    assert side_for(match, zoe) == offer.entry
    ask = {"match_id": match.pk, "out_id": two.pk, "by": one}
    assert said(stand_ins.ask, username=zoe.username, **ask)[0] == "in_match"
    assert "zoe substitutes for b1" in client.get(page).content.decode()
    # It can be cancelled until the table opens, and agreed again.
    made = Substitution.objects.get()
    assert client.post(f"{page}stand-in/cancel/{made.pk}/").status_code == 302
    assert (Substitution.objects.count(), nominations.active_of(offer.entry, match)) == (
        0, [one, two],
    )  # fmt: skip
    again = stand_ins.ask(username=zoe.username, **ask)
    substitute_offers.accept(offer_id=again.pk, user=zoe)
    made = Substitution.objects.get()
    assert match.starts_at is not None
    club.go_to(match.starts_at + timedelta(minutes=1))
    match.refresh_from_db()
    seated = set(match.table.seats.values_list("name", flat=True))
    assert seated == {"a1", "zoe", "a2", "b2"}
    assert said(agreed.cancel, substitution_id=made.pk, by=one)[0] == "match_begun"
    # Somebody who doesn't come is treated by the season's rule, stand-in or not.
    assert not no_shows.called_to(match).exists()
    club.finish(match, 300, 200)
    assert [(one.user.username, one.matches) for one in statistics_of(season).stand_ins] == [
        ("zoe", 1)
    ]
    rows = document(season, "line_ups", AnonymousUser())["line_ups"]
    assert {row["user"]: row["instead_of"] for row in rows} == {
        "a1": None, "zoe": "b1", "a2": None, "b2": None,
    }  # fmt: skip


@pytest.mark.slow
def test_the_reason_why_somebody_can_t_stand_in(club: SeasonClub) -> None:
    terms = Terms(match_hands=2, stand_in_matches=2, stand_in_for_one=1, stand_in_rating=100)
    season = club.published(4, divisions=SMALL, terms=terms)
    names = ("able", "banned", "gone", "strong", "often", "asked")
    able, _banned, gone, strong, often, asked = listed(club, season, *names)
    listed(club, season, "a3")
    first, *_rest, last, _end = matches_of(season)
    entry = first.entries[0]
    out, partner = (place.user for place in entry.players.select_related("user").order_by("pk"))
    bans.ban(league_id=club.league.pk, by=club.organizer, username="banned", reason="Rude")
    members.leave_league(league_id=club.league.pk, user=gone)
    Rating.objects.create(
        user=strong, pool=pool_of(first.tournament), millis=1700000, games=9, peak=1700000
    )
    ask = {"match_id": first.pk, "by": partner}
    before = [other for other in matches_of(season) if entry in other.entries][1]
    for match, who in ((before, often), (first, asked)):
        stand_ins.ask(match_id=match.pk, out_id=out.pk, username=who.username, by=partner)
    found = candidates(first, out.pk, partner)
    assert found is not None
    assert [one.user for one in found.able] == [able]
    assert {one.user.username: str(one.refused) for one in found.others} == {
        "banned": "banned is banned from the league.",
        "gone": "gone isn’t a member of the league any more.",
        "strong": f"strong is rated 1700; who stands in for {out} is rated at most 1600.",
        "often": "often has reached the most matches of a stand-in for one side: 1.",
        "asked": "asked has been asked for this match, or stands in already.",
        "a3": "a3 plays in this division.",
    }
    # Asking refuses with the same reasons.
    codes = {
        one.user.username: said(stand_ins.ask, out_id=out.pk, username=one.user.username, **ask)[0]
        for one in found.others
        if one.user != asked
    }
    assert codes == {
        "banned": "stand_in_banned", "gone": "not_member", "strong": "too_strong",
        "often": "too_often_for_one", "a3": "plays_here",
    }  # fmt: skip
    stranger = club.joined("unlisted")
    assert said(stand_ins.ask, out_id=out.pk, username=stranger.username, **ask)[0] == "not_on_list"
    assert (
        said(stand_ins.ask, match_id=first.pk, out_id=out.pk, username=able.username, by=stranger)[
            0
        ]
        == "not_your_entry"
    )
    # The season's number, over all sides: a request counts until it is answered.
    others = [match for match in matches_of(season) if entry not in match.entries]
    for match in others[:1]:
        other = match.entries[0].players.get(position=0).user
        stand_ins.ask(match_id=match.pk, out_id=other.pk, username=often.username, by=other)
    other = last.entries[1].players.get(position=0).user
    assert said(stand_ins.ask, match_id=last.pk, out_id=other.pk, username=often.username, by=other) == (
        "too_often", "often has reached the most matches of a stand-in in a season: 2.",
    )  # fmt: skip
    assert candidates(first, out.pk, stranger) is None
    assert SubstituteOffer.objects.count() == 3


@pytest.mark.slow
def test_a_captain_lines_up_a_stand_in(club: SeasonClub) -> None:
    season = entered(club, "Red", "Blue")
    publishing.publish(season_id=season.pk, by=club.organizer)
    (zoe,) = listed(club, season, "zoe")
    (match,) = matches_of(season)
    one, two, three, four = (club.player(f"red{n}") for n in (1, 2, 3, 4))
    ask = {"match_id": match.pk, "out_id": four.pk, "username": "zoe"}
    assert said(stand_ins.ask, by=two, **ask)[0] == "not_your_entry"
    name_line_up(match_id=match.pk, by=one, pairs=[[one.pk, two.pk], [three.pk, four.pk]])
    offer = stand_ins.ask(by=one, **ask)
    assert stand_ins.ask(by=one, **ask) == offer
    panel = stand_ins_panel(match, one)
    assert panel is not None
    assert [place.out for place in panel.places if place.offer] == [four]
    # Whoever is on the roster but replaced can't be named, and the stand-in can.
    substitute_offers.accept(offer_id=offer.pk, user=zoe)
    assert nominations.pairs_of(match, offer.entry) == ((one, two), (three, zoe))
    pairs = [[zoe.pk, two.pk], [three.pk, one.pk]]
    name_line_up(match_id=match.pk, by=one, pairs=pairs)
    assert (
        said(
            name_line_up, match_id=match.pk, by=one, pairs=[[four.pk, two.pk], [three.pk, one.pk]]
        )[0]
        == "not_in_roster"
    )
    assert nominations.may_see(match, offer.entry, zoe)
    assert match.starts_at is not None
    club.go_to(match.starts_at + timedelta(minutes=1))
    match.refresh_from_db()
    names = {
        name for at in match.counting for name in at.table.seats.values_list("name", flat=True)
    }
    assert {"red1", "red2", "red3", "zoe"} <= names
    assert "red4" not in names
