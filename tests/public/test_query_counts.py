"""Every page and feed of tournaments takes as many queries with 512 entries as with 8, for every viewer."""

import random
import secrets
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games import engine
from games.tables.models import Seat, Table
from spades_site.common.clock import now
from tests.events.conftest import Club
from tournaments.events import advance
from tournaments.events.actions import lifecycle
from tournaments.events.matches import match_games
from tournaments.events.models import Entry, EntryPlayer, Match, MatchTable, Tournament
from tournaments.events.plan.stages import StagePlan
from tournaments.events.queries import shared_views
from tournaments.events.scoring.recording import Outcome, SideOutcome, record_result
from tournaments.leagues import services as leagues
from tournaments.organizer import urls as organizer_urls
from tournaments.public import urls as public_urls
from tournaments.standings.placing import places_by

pytestmark = pytest.mark.django_db
FEW, MANY = 8, 512
SWISS: dict[str, Any] = {"format": "swiss", "rounds": 3}
FORMATS: dict[str, tuple[int, dict[str, Any]]] = {
    "swiss": (MANY, SWISS),
    "groups": (
        128,
        {
            "stages": (StagePlan("groups", groups=2, advance=2), StagePlan("knock_out")),
            "min_entries": 8,
        },
    ),
    "rotation": (64, {"format": "rotation", "rounds": 3}),
    "solo": (64, {"format": "solo", "rounds": 3, "preset": "bicycle_4"}),
    "knock_out": (128, {"format": "knock_out"}),
    "double_knock_out": (128, {"format": "double_knock_out"}),
    "round_robin": (32, {"format": "round_robin"}),
    "arena": (128, {"format": "arena"}),
}
"""Each with as many entries as it takes, or as are drawn in a moment."""
LISTS = ("home", "home_next", "tournament_list", "organizer", "night_desk", "personal_calendar")
OF_TOURNAMENT = {
    *("tournament", "tournament_now", "tournament_screen", "tournament_screen_now", "tournament_calendar", "tournament_trf", "tournament_archive", "match", "match_now"),
    *(f"tournament_{what}_{kind}" for what in ("entries", "pairings", "results", "standings") for kind in ("csv", "json")),
    *("organizer_tournament", "tournament_desk", "tournament_log", "tournament_matches", "organizer_match", "organizer_entry", "tournament_seeds"),
}  # fmt: skip
API = {
    "api_tournaments": "tournaments",
    "api_games": "games",
    "api_leagues": "leagues",
    "api_match": "matches/{match}",
    **{f"api_{what}": f"tournaments/{{cup}}/{what}" for what in ("entries", "pairings", "results", "standings")},
}  # fmt: skip
"""Addresses of the API, where everybody is a visitor; the tokens' owners' lists are read in tests/api."""
OF_LEAGUE = {"league", "league_calendar", "league_index", "league_news_atom", "league_results_atom"}
NO_PAGES_OF_TOURNAMENTS = {
    *(
        "tournament_people",
        "wall_screen",
        "screen_link",
        "home_table",
        "manifest",
        "offline",
        "service_worker",
        "security_txt",
        "score_pad",
        "score_rules",
        "room_table",
        "room_digits",
        "room_pad",
        "room_state",
        "room_send",
        "tournament_room",
        "room_cards",
        "first_night",
        "league_list",
        "league_create",
        "league_edit",
        "league_join",
        "league_leave",
    ),
    *(
        "season_new",
        "season_create",
        "member_invite",
        "member_remove",
        "member_role",
        "league_hand_over",
        "league_bans",
        "ban_lift",
        "league_look",
        "league_announcements",
        "announcement_remove",
        "league_invite",
        "mail_invite",
        "link_create",
        "link_revoke",
        "members_remind",
        "league_link",
    ),
    *("rule_sets", "rule_set", "rule_set_json"),  # tests/public/test_rule_sets.py
    *("rule_set_new", "rule_set_edit", "rule_set_import", "rule_set_keep", "rule_set_remove"),
    *("ladder_create", "ladder", "ladder_entry", "ladder_desk", "ladder_edit"),  # tests/ladders
    *(
        "own_time",
        "own_time_deal",
        "own_time_create",
        "own_time_edit",
        "own_time_settings",
    ),  # tests/own_time
    *("league_ask", "league_invitation", "league_decline"),
    *("role_invite", "role_set", "role_remove", "role_revoke", "role_leave", "role_link"),
    *("role_invitation", "role_decline", "tournament_hand_over"),
    *("member_let_in", "member_turn_down", "member_take_back"),
    *("team_create", "team_join", "team_leave", "new_calendar_addresses"),
    *(
        "league_import",
        "league_members_csv",
        "league_members_json",
        "league_seasons_csv",
        "league_seasons_json",
        "league_teams_csv",
        "league_teams_json",
    ),
    *("league_log", "team", "team_edit", "team_decline", "team_invite", "team_change"),
    *("tournament_create", "tournament_preview", "tournament_edit", "entry_import"),
    *("fair_play", "fair_play_signal"),  # tests/fair_play
    *("tournament_plans", "unfinished_drop", "league_schedules", "template_delete"),
    *("league_webhooks", "tournament_webhooks", "webhook_secret", "webhook_step"),
    *("schedule_create", "schedule_change", "schedule_step", "schedule_skip", "schedule_restore"),
}
"""Forms, buttons, and pages that show no tournament's rows."""
VIEWERS = ("nobody", "a player", "an organizer")


class World:
    """One tournament of some size in its second round (an arena in its second matches), with a table for every match."""

    def __init__(self, club: Club, monkeypatch: Any, number: int, **fields: Any) -> None:
        self.club, self.number = club, number
        self.league = leagues.create_league(by=club.organizer, name=f"League of {number}")
        self.cup = self._entered(f"Cup of {number}", league=self.league, **fields)
        _without_tables(monkeypatch)
        lifecycle.start_now(tournament_id=self.cup.pk, by=club.organizer)
        self._play_round()
        playing = self.cup.matches.filter(status="playing")
        self.present = playing.order_by("-round__number", "number")[0]
        self.player = self.present.entries[0].players.order_by("position")[0].user
        self._open_tables()
        self.cup.refresh_from_db()

    def _entered(self, name: str, *, preset: str = "cardgames_io", **fields: Any) -> Tournament:
        cup = self.club.open(
            name=name,
            max_entries=self.number,
            match_hands=2,
            rules=engine.preset(preset),
            **fields,
        )
        users, size = get_user_model().objects, cup.side_size
        people = users.bulk_create(
            users.model(username=name, name_key=name)
            for name in (f"{each}of{self.number}" for each in range(self.number * size))
        )
        entries = Entry.objects.bulk_create(
            Entry(tournament=cup, name=f"Entry {each}", status="entered", created_at=now())
            for each in range(self.number)
        )
        EntryPlayer.objects.bulk_create(
            EntryPlayer(entry=entry, tournament=cup, user=people[size * at + place], position=place)
            for at, entry in enumerate(entries)
            for place in range(size)
        )
        return cup

    def _play_round(self) -> None:
        dice, at = random.Random(1), now()
        for match in self.cup.matches.filter(status="playing"):
            record_result(match, _outcome(match, dice), at=at)
        advance.advance(self.cup.pk, at)

    def _open_tables(self) -> None:
        """Put every match at a table in play or over, copied from one that a real match has."""
        at_tables = self.cup.matches.filter(sides__index=1).exclude(status="drawn")
        matches = list(at_tables.order_by("round__number", "number"))
        rules = engine.RuleSet.from_dict(self.cup.rules)
        game = engine.deal(engine.new_game(rules, first_dealer=0), engine.pack_for(rules))
        made = Table.objects.bulk_create(
            Table(
                public_id=secrets.token_hex(5), kind="match", preset=rules.preset, version=1,
                rules=rules.to_dict(), state=engine.snapshot(game), started_at=now(),
                commitment="0" * 64, created_at=now(), match_url=match.get_absolute_url(),
                status="finished" if match.status == "done" else "playing",
                finished_at=now() if match.status == "done" else None,
                result={"winners": [0, 2], "totals": [1, 0], "bags": [0, 0], "hands": 2},
            )
            for match in matches
        )  # fmt: skip
        MatchTable.objects.bulk_create(
            MatchTable(match=match, number=1, table=table, over=match.status == "done")
            for match, table in zip(matches, made, strict=True)
        )
        mine = next(at for at, match in enumerate(matches[::-1]) if self._plays(match))
        Seat.objects.bulk_create(
            Seat(
                table=table, index=index, name=f"Player {index}", arrived_at=now(),
                user=self.player if index == 0 and table == made[::-1][mine] else None,
            )
            for table in made
            for index in range(4)
        )  # fmt: skip

    def _plays(self, match: Match) -> bool:
        return self.player.entry_places.filter(entry__in=match.entries).exists()

    def addresses(self) -> dict[str, str]:
        """Return the address of every page by its name; those of a match are the player's present one."""
        match, found = self.present, {}
        for pattern in (*public_urls.urlpatterns, *organizer_urls.urlpatterns):
            for one in getattr(pattern, "url_patterns", [pattern]):
                found[one.name] = one.pattern.converters
        rows = dict.fromkeys(("match", "match_now", "organizer_match"), match.pk)
        rows["organizer_entry"] = match.entries[0].pk

        def value(name: str, key: str) -> object:
            return self._slug(name) if key == "slug" else rows.get(name, 0)

        keys = {"match": match.pk, "cup": self.cup.slug}
        api = {name: f"/api/v1/{address.format(**keys)}" for name, address in API.items()}
        return api | {
            name: reverse(name, kwargs={key: value(name, key) for key in keys})
            for name, keys in found.items()
            if set(keys) <= {"slug", "pk"}
        }

    def _slug(self, name: str) -> str:
        return str(
            self.league.slug
            if name.startswith(("league", "member", "season", "team"))
            else self.cup.slug
        )


def _outcome(match: Match, dice: random.Random) -> Outcome:
    """A result as its table would say it."""
    points = dice.sample(range(100, 500), len(match.sides))
    sides = (SideOutcome(*both) for both in zip(places_by(points), points, strict=True))
    return Outcome("played", tuple(sides), hands=2)


def _without_tables(monkeypatch: Any) -> None:
    def in_play(tournament: Tournament, match: Match, kind: str = "game") -> None:
        match.status = Match.Status.PLAYING
        match.save(update_fields=["status"])

    monkeypatch.setattr("tournaments.events.matches.open_round.open_game", in_play)
    monkeypatch.setattr(match_games, "open_game", in_play)


def counts(world: World, viewers: Any) -> dict[tuple[str, str], int]:
    """Return how many queries each page takes, by its name and who looks; pages that lead elsewhere are left out."""
    users = {"nobody": None, "a player": world.player, "an organizer": world.club.organizer}
    # How long games take here is kept for some minutes.
    cache.clear()
    shared_views.forget()
    found = {}
    for who in viewers:
        client, user = Client(), users[who]
        if user is not None:
            client.force_login(user)
        for name, address in world.addresses().items():
            with CaptureQueriesContext(connection) as queries:
                answer = client.get(address)
            assert answer.status_code in (200, 204, 302, 404, 405, 422), (
                f"{name} {answer.status_code}"
            )
            if answer.status_code in (200, 204):
                # Once a minute a visit is noted as well.
                found[name, who] = sum(each["sql"].startswith("SELECT") for each in queries)
    return found


def holds(club: Club, monkeypatch: Any, format_: str, number: int, viewers: Any) -> None:
    """Compare few entries with many."""
    fields = FORMATS[format_][1]
    few = counts(World(club, monkeypatch, FEW, **fields), viewers)
    larger: dict[str, Any] = {}
    if format_ == "groups":
        first, last = fields["stages"]
        larger = {"stages": (replace(first, groups=number // 8), last), "min_entries": number}
    much = counts(World(club, monkeypatch, number, **{**fields, **larger}), viewers)
    # The form for a tournament begins with an organizer's only league, and reads its rule sets; the second world has another.
    differ = {
        key: (few.get(key), much.get(key))
        for key in {*few, *much}
        if few.get(key) != much.get(key) and key[0] != "tournament_create"
    }
    assert differ == {}
    expected = {*API, *LISTS, *OF_TOURNAMENT, *OF_LEAGUE, *NO_PAGES_OF_TOURNAMENTS}
    assert {name for name, _ in few} <= expected


def test_pages_take_as_many_queries_for_many_entries_as_for_few(
    club: Club, monkeypatch: Any
) -> None:
    holds(club, monkeypatch, "swiss", 32, ["a player"])


def test_a_page_that_is_kept_for_all_takes_as_many_queries_for_many_entries_as_for_few(
    club: Club, monkeypatch: Any
) -> None:
    monkeypatch.setattr(shared_views, "LARGE", 2)
    holds(club, monkeypatch, "swiss", 32, ["nobody", "an organizer"])


@pytest.mark.long
@pytest.mark.parametrize("format_", FORMATS)
def test_pages_take_as_many_queries_for_the_most_entries_as_for_few(
    club: Club, monkeypatch: Any, format_: str
) -> None:
    # Both are kept for all, or neither.
    monkeypatch.setattr(shared_views, "LARGE", 2)
    holds(club, monkeypatch, format_, FORMATS[format_][0], VIEWERS)
