"""What every operation of the API needs to succeed: real rows for the path, and a body."""

from typing import Any

from django.contrib.auth import get_user_model

from tests.events.teams import ahead
from tests.security.world import World, WorldClub, entered
from tournaments.events.actions import entering, lifecycle
from tournaments.events.actions.decisions.scores import Given, enter_score
from tournaments.leagues.models import League
from tournaments.webhooks.services import send_test

WHY = {"reason": "x"}


class Rows(World):
    """The world of the route matrix, with a tournament in every state that an action asks for."""

    def __init__(self) -> None:
        super().__init__()
        made = self.public
        self.organizer = self.people["organizer"]
        send_test(webhook_id=made["webhook"], by=self.organizer)
        club = WorldClub(self.people, self.organizer)
        league = League.objects.get(slug=made["league"])
        gathering = entered(club, "Gathering", league, check_in_minutes=24 * 60)
        gone = gathering.entries.order_by("pk")[0]
        entering.remove_entry(entry_id=gone.pk, by=self.organizer, reason="x")
        fresh, other = (
            lifecycle.start_now(tournament_id=entered(club, name, league).pk, by=self.organizer)
            for name in ("Fresh", "Corrected")
        )
        corrected = other.matches.order_by("number")[0]
        for points in ((63, 40), (40, 63)):
            enter_score(
                match_id=corrected.pk, by=self.organizer, games={1: Given(points, 1)}, reason="x"
            )
        own = club.open(name="Own", league=league, check_in_minutes=24 * 60)
        entering.enter(tournament_id=own.pk, user=self.organizer, alone=True)
        asked = club.open(name="Asked", league=league)
        asker = self.people["player"]
        entering.enter(tournament_id=asked.pk, user=asker, partner=self.organizer.username)
        make = get_user_model().objects.create_user
        names = [f"{team}{place}" for team in ("red", "blue") for place in (1, 2, 3, 4, 5, "coach")]
        self.people |= {name: make(name) for name in names}
        _cup, match = ahead(club)
        self.named = {
            **made,
            "gathering": gathering.slug,
            "gone": gone.pk,
            "there": gathering.entries.order_by("pk")[1].pk,
            "fresh": fresh.slug,
            "corrected": corrected.pk,
            "own": own.slug,
            "asked": asked.slug,
            "asker": asker.username,
            "teams_match": match.pk,
            "out_name": get_user_model().objects.get(pk=made["out"]).username,
        }

    def needs_of(self, method: str, path: str) -> tuple[dict[str, Any], Any]:
        """Return an operation's path parameters and its body, None if it takes none. Raises KeyError for a new one."""
        where, body = NEEDS[f"{method} {path.removeprefix('/api/v1')}"]
        return self._filled(where), self._filled(body)

    def _filled(self, said: Any) -> Any:
        """Return a value with the rows that it names in the place of their names."""
        if isinstance(said, dict):
            return {key: self._filled(value) for key, value in said.items()}
        if isinstance(said, list):
            return [self._filled(value) for value in said]
        return self.named[said[1:]] if isinstance(said, str) and said.startswith("@") else said


SCORE = {"game": 1, "points": [63, 40], "hands": 1}
TEAM = {"pairs": [["red5", "red4"], ["red2", "red1"]]}
LEAGUE, SEASON = {"slug": "@league"}, {"slug": "@running_season"}
TOURNAMENT, DRAWN, OWN = {"slug": "@cup"}, {"slug": "@drawn"}, {"slug": "@own"}
ENTRY, THERE = {"slug": "@cup", "entry": "@entry"}, {"slug": "@gathering", "entry": "@there"}
MATCH, TEAMS_MATCH, GAME = {"match": "@over"}, {"match": "@teams_match"}, {"public_id": "@done"}
HOOKS, HOOK = {"kind": "leagues", "slug": "@league"}, {"webhook": "@webhook"}

NEEDS: dict[str, tuple[dict[str, Any], Any]] = {
    "GET /{kind}/{slug}/webhooks": (HOOKS, None),
    "POST /{kind}/{slug}/webhooks": (HOOKS, {"url": "https://hooks.example.org/more"}),
    "GET /webhooks/{webhook}/deliveries": (HOOK, None),
    "POST /webhooks/{webhook}/test": (HOOK, None),
    "POST /webhooks/{webhook}/again": (HOOK, None),
    "POST /webhooks/{webhook}/secret": (HOOK, None),
    "POST /webhooks/{webhook}/{switch}": (HOOK | {"switch": "off"}, None),
    "DELETE /webhooks/{webhook}": (HOOK, None),
    "GET /leagues": ({}, None),
    "GET /leagues/{slug}": (LEAGUE, None),
    "GET /leagues/{slug}/rule-sets": (LEAGUE, None),
    "GET /leagues/{slug}/seasons": (LEAGUE, None),
    "GET /seasons/{slug}": (SEASON, None),
    "GET /seasons/{slug}/entries": (SEASON, None),
    "POST /seasons/{slug}/entries": ({"slug": "@season"}, {"pairs": [["m5", "m6"]]}),
    "GET /seasons/{slug}/fixtures": (SEASON, None),
    "GET /seasons/{slug}/tables": (SEASON, None),
    "POST /seasons/{slug}/entries/{entry}/withdrawal": (
        {"slug": "@season", "entry": "@season_entry"},
        WHY,
    ),
    "POST /seasons/{slug}/end": (SEASON, WHY),
    "POST /seasons/{slug}/{step}": ({"slug": "@draft_season", "step": "open"}, None),
    "GET /templates": ({}, None),
    "POST /tournaments/{slug}/entries/{entry}/check-in": (THERE, None),
    "DELETE /tournaments/{slug}/entries/{entry}/check-in": (THERE, None),
    "POST /tournaments/{slug}/entries/{entry}/withdrawal": (THERE, WHY),
    "DELETE /tournaments/{slug}/entries/{entry}/withdrawal": (THERE | {"entry": "@gone"}, None),
    "POST /tournaments/{slug}/entries/{entry}/penalties": (ENTRY, {"points": "1"} | WHY),
    "POST /tournaments/{slug}/entries/{entry}/substitutes": (
        ENTRY,
        {"out": "@out_name", "into": "captain"} | WHY,
    ),
    "GET /substitutes": ({}, None),
    "DELETE /substitutes/{substitute}": ({"substitute": "@substitute"}, None),
    "GET /tournaments": ({}, None),
    "POST /tournaments": ({}, {"template": "@template"}),
    "GET /tournaments/{slug}/own-entry": (TOURNAMENT, None),
    "POST /tournaments/{slug}/own-entry": ({"slug": "@coming"}, {"partner": None}),
    "DELETE /tournaments/{slug}/own-entry": (OWN, None),
    "POST /tournaments/{slug}/own-entry/check-in": (OWN, None),
    "POST /tournaments/{slug}/own-entry/acceptance": ({"slug": "@asked"}, {"by": "@asker"}),
    "POST /tournaments/{slug}/own-entry/refusal": ({"slug": "@asked"}, {"by": "@asker"}),
    "GET /tournaments/{slug}": (TOURNAMENT, None),
    "DELETE /tournaments/{slug}": ({"slug": "@draft"}, None),
    "GET /tournaments/{slug}/entries": (TOURNAMENT, None),
    "POST /tournaments/{slug}/entries": ({"slug": "@coming"}, {"entries": [["m4", "m5"]]}),
    "GET /tournaments/{slug}/pairings": (TOURNAMENT, None),
    "GET /tournaments/{slug}/results": (TOURNAMENT, None),
    "GET /tournaments/{slug}/standings": (TOURNAMENT, None),
    "POST /tournaments/{slug}/draw/confirm": (DRAWN, None),
    "POST /tournaments/{slug}/draw/again": (DRAWN, WHY),
    "POST /tournaments/{slug}/draw/swap": (
        DRAWN,
        {"first": "@drawn_a", "second": "@drawn_b"} | WHY,
    ),
    "POST /tournaments/{slug}/draw/recall": ({"slug": "@fresh"}, WHY),
    "POST /tournaments/{slug}/{step}": (TOURNAMENT | {"step": "pause"}, WHY),
    "GET /matches/{match}": (MATCH, None),
    "GET /matches/{match}/line-ups": (TEAMS_MATCH, None),
    "POST /matches/{match}/line-ups": (TEAMS_MATCH, TEAM),
    "POST /matches/{match}/decision": (MATCH, {"verdict": "void"} | WHY),
    "POST /matches/{match}/score": (MATCH, {"games": [SCORE]} | WHY),
    "POST /matches/{match}/replay": (MATCH, {"expected_version": 1} | WHY),
    "POST /matches/{match}/undo": ({"match": "@corrected"}, {"expected_version": 2} | WHY),
    "GET /disputes": ({}, None),
    "POST /disputes/{dispute}/rejection": ({"dispute": "@dispute"}, WHY),
    "GET /claims": ({}, None),
    "POST /claims/{claim}/rejection": ({"claim": "@claim"}, WHY),
    "GET /ratings/{pool}": ({"pool": "partnership"}, None),
    "GET /players/{name}": ({"name": "@person"}, None),
    "GET /programs": ({}, None),
    "POST /challenges": ({}, {"to": ["captain"], "preset": "rubl_two_player"}),
    "GET /games": ({}, None),
    "GET /games.ndjson": ({}, None),
    "GET /games/{public_id}/record": (GAME, None),
    "GET /games/{public_id}/analysis": (GAME, None),
}
"""The path parameters and the body of every operation; `@cup` is what `Rows.named` has by that name."""
