"""The objects of the route matrix: everything that an address may name, once public and once in a private league.

`build` makes it in one transaction that the caller rolls back. Both sides are alike: the same people have the same
part in the public league and its tournaments as in the private ones.
"""

from datetime import timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import make_password
from django.core import signing

from games import engine
from games.practice.daily import today
from games.problems import days
from games.ratings import services as ratings
from games.tables import services
from games.tables.chat import reports, silences
from games.tables.models import Silence, Table
from games.tables.replay.comments import comment
from games.tables.server.wakeups import begin_match
from spades_site.accounts.guests import create_guest
from spades_site.common import audit, outbox
from spades_site.common.clock import now
from spades_site.notices import mailing
from spades_site.notices.models import Notice, PushDevice
from tests.events.conftest import Club
from tests.ratings.tables import finished_table
from tests.security.ladders import ladders_of
from tests.security.own_time import own_time_of
from tests.security.rooms import room_of
from tests.security.seasons import seasons_of
from tests.support.factors import with_second_factor
from tests.support.salts import hash_of, reveal
from tournaments.events.actions import entering, lifecycle
from tournaments.events.actions.planning import schedules, templates
from tournaments.events.entries import inviting
from tournaments.events.models import (
    Apart,
    ConductMark,
    Dispute,
    ForfeitClaim,
    PartnerInvitation,
    Penalty,
    RoleLink,
    SubstituteOffer,
    Substitution,
    TimeOffer,
    Tournament,
    TournamentRole,
)
from tournaments.events.plan.stages import StagePlan
from tournaments.fair_play.models import Signal, SignalPerson
from tournaments.leagues import announcing, bans, links, rule_sets, teams
from tournaments.leagues import services as leagues
from tournaments.leagues.mailed import to_be_mailed
from tournaments.leagues.models import Admission, League, Membership, Season, Team
from tournaments.webhooks.services import add_webhook

ROLES = (
    "anonymous",
    "guest",
    "user",
    "elsewhere",
    "player",
    "captain",
    "organizer",
    "rival",
    "staff",
)
"""Nobody signed in; a guest; a member of the site alone; one who plays in another league's tournament; one who plays
here; one who leads a team here; who runs the league here; who runs another league; the platform's staff. The one who
plays elsewhere is invited to the league here, and has not answered; the captain is asked to be a substitute."""

Objects = dict[str, Any]


class World:
    """People by role, and what addresses name: `public`, `secret`, and `unknown`, where nothing is."""

    def __init__(self) -> None:
        self.people = _people()
        self.public = _side(self.people, "Open", public=True)
        self.secret = _side(self.people, "Hidden", public=False)
        self.unknown = {name: _nothing(value) for name, value in self.public.items()}
        # A visit is noted once a minute: not while the matrix looks.
        get_user_model().objects.update(last_seen=now() + timedelta(days=1))


def _people() -> dict[str, Any]:
    make = get_user_model().objects.create_user
    names = ["user", "elsewhere", "player", "captain", "organizer", "rival"]
    names += ["pal", "m1", "m2", "m3", "m4", "m5", "m6", "e1", "asker", "banned"]
    people = {name: make(name, f"{name}@example.org") for name in names}
    people["staff"] = with_second_factor(
        get_user_model().objects.create_superuser("staff", "staff@example.org")
    )
    for name, person in people.items():
        EmailAddress.objects.create(
            user=person, email=f"{name}@example.org", primary=True, verified=True
        )
    get_user_model().objects.update(password=make_password("secret"))
    for person in people.values():
        person.refresh_from_db()
    people["guest"] = create_guest()
    other = _league(people, "Elsewhere", people["rival"], ["elsewhere", "e1"], public=False)
    club = WorldClub(people, people["rival"])
    cup = club.open(name="Elsewhere cup", league=other)
    club.enter_pair(cup, "elsewhere", "e1")
    return people


class WorldClub(Club):
    """The club of the tournaments' tests, with people who are there already."""

    def __init__(self, people: dict[str, Any], organizer: Any) -> None:
        self.people, self.organizer, self.hands = people, organizer, None


def _league(
    people: dict[str, Any], name: str, organizer: Any, members: list[str], *, public: bool
) -> League:
    league = leagues.create_league(by=organizer, name=f"{name} league", is_public=public)
    Membership.objects.bulk_create(
        Membership(league=league, user=people[each], role="member", joined_at=now())
        for each in members
    )
    return league


MEMBERS = ["player", "captain", "pal", "m1", "m2", "m3", "m4", "m5", "m6"]
PAIRS = (("player", "pal"), ("m1", "m2"), ("m3", "m4"), ("m5", "m6"))
CUP: dict[str, Any] = {
    "rules": engine.preset("cardgames_io"),
    "stages": (StagePlan("swiss", rounds=2),),
    "match_hands": 1,
}


def _side(people: dict[str, Any], name: str, *, public: bool) -> Objects:
    organizer = people["organizer"]
    league = _league(people, name, organizer, MEMBERS, public=public)
    team = teams.create_team(league_id=league.pk, by=people["captain"], name="Team")
    other_team = Team.objects.create(
        league=league, name="Others", captain=people["m1"], created_at=now()
    )
    (named,) = teams.add_by_name(team_id=team.pk, by=organizer, names="Kim Bo, kim@example.org")
    club = WorldClub(people, organizer)
    cup = entered(club, f"{name} cup", league)
    cup = lifecycle.start_now(tournament_id=cup.pk, by=organizer)
    mine, other = cup.matches.filter(sides__index=1).order_by("number")
    if not mine.entries[0].players.filter(user=people["player"]).exists() and not (
        mine.entries[1].players.filter(user=people["player"]).exists()
    ):
        mine, other = other, mine
    _begin(mine.table)
    _play(other.table)
    other.refresh_from_db()
    drawn = entered(club, f"{name} drawn", league, confirm_draws=True)
    drawn = lifecycle.start_now(tournament_id=drawn.pk, by=organizer)
    coming = _coming(club, f"{name} coming", league)
    draft = club.tournament(name=f"{name} draft", league=league)
    entries = list(cup.entries.order_by("pk"))
    own = next(one for one in entries if one.players.filter(user=people["player"]).exists())
    rest = [one for one in entries if one != own]
    wait = services.open_table(
        services.TableTerms(
            rules=engine.preset("cardgames_io"),
            visibility="open" if public else "league",
            ref="" if public else f"league:{league.pk}",
        ),
        created_by=people["pal"],
        seats=[people["pal"]],
    )
    services.invite(table_id=wait.pk, by=people["pal"], name="player")
    by = {"by": organizer, "at": now()}
    Admission.objects.create(league=league, user=people["asker"], state="asking", **by)
    Admission.objects.create(league=league, user=people["elsewhere"], state="invited", **by)
    link = links.make_link(
        league_id=league.pk, by=organizer, ends_at=now() + timedelta(days=1), max_uses=3
    )
    seasons = seasons_of(people, league, organizer)
    counted = club.open(name=f"{name} evening", league=league)
    Tournament.objects.filter(pk=counted.pk).update(
        season=Season.objects.get(league=league, name="Spring")
    )
    return {
        "cup_key": cup.pk,
        "counted": counted.pk,
        **seasons,
        **ladders_of(people, league, organizer),
        **own_time_of(people, league, organizer),
        **room_of(club, f"{name} room", league),
        "league": league.slug,
        "lesson": "tricks",
        "problem": _problem_of_today(),
        "document": "ratings",
        "preset": "cardgames_io",
        "link": link.pk,
        "announcement": announcing.announce(
            league_id=league.pk, by=organizer, title=f"News of {name}", text="x"
        ).pk,
        "kept": rule_sets.keep_rules(
            league_id=league.pk, by=organizer, name="Ours", rules={"preset": "whiz"}
        ).pk,
        "elsewhere_league": League.objects.get(name="Elsewhere league").pk,
        "key_of_link": link.key,
        "tomorrow": (now().date() + timedelta(days=1)).isoformat(),
        "member": people["m6"].pk,
        "team": team.pk,
        "other_team": other_team.pk,
        "named": named.user_id,
        "captain_key": people["captain"].pk,
        "plays_not": "plays_not",
        "cup": cup.slug,
        "coming": coming.slug,
        "drawn": drawn.slug,
        "draft": draft.slug,
        "draft_name": draft.name,
        "asker": people["asker"].pk,
        "invited": people["elsewhere"].pk,
        "banned": bans.ban(
            league_id=league.pk, by=organizer, username="banned", reason="x"
        ).user_id,
        "round": drawn.rounds.get().pk,
        "draw": 2,
        "off": "off",
        "round_number": 1,
        "drawn_a": drawn.matches.get(number=1).entries[0].pk,
        "drawn_b": drawn.matches.get(number=2).entries[0].pk,
        "match": mine.pk,
        "over": other.pk,
        "at": mine.table_rows.get().pk,
        "table": mine.table.public_id,
        "done": other.table.public_id,
        "comment": comment(
            table_id=other.table_id, user=people["player"], at="h1s1", text="x", request_id=name
        ).pk,
        "wait": wait.public_id,
        "entry": rest[0].pk,
        "out": rest[0].players.get(position=0).user_id,
        "own": own.pk,
        "substitute": SubstituteOffer.objects.create(
            entry=own, out=people["pal"], into=people["captain"], reason="x", **by
        ).pk,
        "invitation": PartnerInvitation.objects.get(entry__tournament=coming, status="sent").pk,
        "guest": coming.player_invitations.get().pk,
        "single": coming.singles.get().pk,
        "penalty": (
            penalty := Penalty.objects.create(
                entry=own, stage=cup.stages.get(), points=1, reason="x", **by
            )
        ).pk,
        "line": audit.record(
            actor=organizer, verb="tournament.penalized", subject=cup, penalty=penalty.pk
        ).pk,
        "apart": Apart.objects.create(first=rest[0], second=rest[1], **by).pk,
        "substitution": Substitution.objects.create(
            entry=own, position=0, out=people["m6"], into=people["player"], reason="x", **by
        ).pk,
        "offer": TimeOffer.objects.create(
            match=mine, entry=rest[0], times=[(now() + timedelta(hours=1)).isoformat()],
            expires_at=now() + timedelta(hours=1), **by
        ).pk,
        "webhook": add_webhook(
            about=league, by=organizer, url="https://hooks.example.org/new"
        ).pk,
        "mark": ConductMark.objects.create(
            match=mine, entry=rest[0], kind="late_answer", at=now()
        ).pk,
        "claim": ForfeitClaim.objects.create(
            match=mine, entry=own, decides_at=now() + timedelta(days=9), status="open",
            evidence={"opened_at": now().isoformat(), "players": []}, **by
        ).pk,
        "dispute": Dispute.objects.create(
            match=other, entry=other.entries[0], version=1, text="x", **by
        ).pk,
        "report": reports.report(
            table_id=mine.table_id, user=people["player"], name="pal", message_id=0,
            reason="abuse", text="x", request_id=name,
        ).pk,
        "device": PushDevice.objects.create(
            user=people["player"], endpoint=f"https://push.example.org/{name}", created_at=now()
        ).pk,
        "notice": Notice.objects.filter(user=people["player"]).latest("pk").pk,
        "mail": signing.dumps((people["player"].pk, "result"), salt=mailing.OFF_SALT),
        "person": "player",
        "switch": "leagues",
        "league_key": league.pk,
        "rating_key": _rated(people).pk,
        "muted": _muted(people, name).user_id,
        "signal": _signal(cup, mine, people).pk,
        "helper": _role(cup, people["m5"], organizer, accepted_at=now()).user_id,
        "role_asked": _role(cup, people["elsewhere"], organizer).user_id,
        "role_mail": (mailed := _role_link(cup, organizer)).pk,
        "key_of_role": mailed.key,
        "key": 987654,
        "nokey": "nokey",
        "1": "1",
        "set-password": "set-password",
        "pause": "pause",
        "picture": "0" * 32,
        "score": "score",
        "award": "award-0",
        "on_the_way": f"way entry:{own.pk}",
        **_schedules(league, organizer),
    }  # fmt: skip


def _rated(people: dict[str, Any]) -> ratings.RatedResult:
    """Rate a game of people whom no other row needs."""
    table = finished_table([people[name] for name in ("m1", "m2", "m3", "m4")], (0, 2))
    result = ratings.rate_table(table.pk)
    assert result is not None
    return result


def _signal(cup: Tournament, match: Any, people: dict[str, Any]) -> Signal:
    pair = sorted(people[name].pk for name in ("player", "pal"))
    times = [now().isoformat()] * 2
    table = {"table": match.table.pk, "people": {str(key): times for key in pair}}
    row = Signal.objects.create(
        tournament=cup, kind="network", key=",".join(map(str, pair)), found_at=now(),
        evidence={"tables": [table]},
    )  # fmt: skip
    SignalPerson.objects.bulk_create([SignalPerson(signal=row, user_id=key) for key in pair])
    return row


def _muted(people: dict[str, Any], name: str) -> Silence:
    person = people["e1" if name == "Open" else "m6"]
    return silences.silence(user_id=person.pk, by=people["staff"], days=1, reason="x")


def _role(cup: Tournament, user: Any, by: Any, **more: Any) -> TournamentRole:
    return TournamentRole.objects.create(
        tournament=cup, user=user, role="organizer", by=by, at=now(), **more
    )


def _role_link(cup: Tournament, by: Any) -> RoleLink:
    fields = to_be_mailed("helper@example.org", by, now())
    return RoleLink.objects.create(tournament=cup, role="arbiter", **fields)


def _schedules(league: League, organizer: Any) -> dict[str, Any]:
    """Return a template with a schedule one of whose dates is skipped, and a template that nothing uses."""
    start = (now() + timedelta(days=40)).replace(hour=20, minute=0, second=0, microsecond=0)
    kept, unused = (
        templates.save_template(
            by=organizer, zone="UTC", name=name, league=league, starts_at=start,
            rules={"preset": "cardgames_io"},
        )
        for name in ("Every week", "Unused")
    )  # fmt: skip
    planned = schedules.create_schedule(
        template_id=kept.pk, by=organizer, rhythm="week", first_on=start.date(), last_on=None,
        time=start.time(), zone="UTC", ahead_days=1,
    )  # fmt: skip
    schedules.skip_date(schedule_id=planned.pk, by=organizer, day=start.date())
    return {
        "schedule": planned.pk,
        "template": kept.pk,
        "unused_template": unused.pk,
        "skipped_date": start.date().isoformat(),
        "a_date": (start.date() + timedelta(days=7)).isoformat(),
    }


def entered(club: Club, name: str, league: League, **fields: Any) -> Tournament:
    cup = club.open(name=name, league=league, **{**CUP, **fields})
    for pair in PAIRS:
        club.enter_pair(cup, *pair)
    return cup


def _coming(club: Club, name: str, league: League) -> Tournament:
    """Return a tournament that takes entries: m1 & m2 are in, m6 alone, the captain has asked the player, m3 is invited."""
    cup = club.open(name=name, league=league, **CUP)
    club.enter_pair(cup, "m1", "m2")
    entering.enter(tournament_id=cup.pk, user=club.player("captain"), partner="player")
    inviting.ask(tournament_id=cup.pk, by=club.organizer, username="m3")
    entering.enter(tournament_id=cup.pk, user=club.player("m6"), alone=True)
    return cup


def _begin(table: Table) -> None:
    """Let a match begin with all its players there."""
    for seat in list(table.seats.select_related("user")):
        services.arrive(table_id=table.pk, user=seat.user, salt_hash=hash_of("s"))
    for seat in list(table.seats.select_related("user")):
        reveal(table, seat.user, "s")


def _play(table: Table) -> None:
    """Have bots play a match to its end, and count it as a rated game that its players came to."""
    begin_match(table.pk)
    later = now() + timedelta(days=1)
    while services.wake_table(table.pk, later):
        pass
    table.refresh_from_db()
    table.rated = True
    table.save(update_fields=["rated"])
    table.seats.update(arrived_at=table.created_at, stand_in=False)
    ratings.rate_table(table.pk)
    outbox.deliver_due()


def _problem_of_today() -> int:
    """Return the key of the day's bidding problem, which nil answers."""
    days.choose_due()
    return days.of_day(today())[0].pk


def _nothing(value: Any) -> Any:
    """Return an identifier of the same kind that names nothing."""
    return 987654 if isinstance(value, int) else "nowhere"
