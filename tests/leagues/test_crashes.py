"""D4 and D3 for every action of a league: a crash at any write leaves nothing, the locks are taken in order, and the
same call again changes nothing more.
"""

import importlib
import inspect
import pkgutil
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tests.events.conftest import Club
from tests.faults.locks import recorded
from tests.leagues.members import add
from tests.support.crashes import crash_everywhere, everything
from tournaments import leagues
from tournaments.leagues import (
    announcing,
    bans,
    by_name,
    importing,
    joining,
    links,
    members,
    moderation,
    reminding,
    rule_sets,
    services,
    team_invitations,
    teams,
)
from tournaments.leagues.crests import Crest
from tournaments.leagues.models import Admission

pytestmark = pytest.mark.django_db
NO_ACTIONS = {"importing.check", "joining.decline_all_from", "team_invitations.decline_all_from"}
"""What only reads, and what calls an action for each of several leagues."""
IN_EARNEST = {"links.make_link"}
"""What somebody may mean twice: said again it is done again."""
ALWAYS = {
    "bans.ban",
    "importing.carry_out",
    "links.accept",
    "members.hand_over",
    "teams.set_captain",
}
"""What has most steps; the others only with `--long`."""
CREST = Crest("shield", "spade", "plum", "white")


class Scene:
    """A closed league: ann owns it; ben leads the Owls, cid is in them, dan is a member; hal too; eve asks,
    fay is invited, gus is banned, zoe is a stranger."""

    def __init__(self, club: Club, settings: Any) -> None:
        settings.NOTICE_MAILS = True
        self.ann = club.organizer
        names = ("ben", "cid", "dan", "eve", "fay", "gus", "hal", "zoe")
        self.people = [club.player(name) for name in names]
        self.ben, self.cid, self.dan, self.eve, self.fay, self.gus, self.hal, self.zoe = self.people
        self.league = services.create_league(by=self.ann, name="Club", is_open=False)
        for user in (self.ben, self.cid, self.dan, self.hal):
            add(self.league, user)
        self.team = teams.create_team(league_id=self.league.pk, by=self.ben, name="Owls")
        teams.join_team(team_id=self.team.pk, user=self.cid)
        teams.set_vice(team_id=self.team.pk, by=self.ben, user_id=self.cid.pk)
        joining.ask_to_join(league_id=self.league.pk, user=self.eve)
        joining.invite(league_id=self.league.pk, by=self.ann, username="fay")
        bans.ban(league_id=self.league.pk, by=self.ann, username="gus", reason="Rude")
        team_invitations.invite_to_team(team_id=self.team.pk, by=self.ben, username="dan")
        self.link = links.make_link(
            league_id=self.league.pk, by=self.ann, ends_at=now() + timedelta(days=1), max_uses=3
        )
        self.news = announcing.announce(
            league_id=self.league.pk, by=self.ann, title="News", text="Cards"
        )
        self.by_ann: dict[str, Any] = {"league_id": self.league.pk, "by": self.ann}
        self.kept = rule_sets.keep_rules(**self.by_ann, name="Ours", rules={"preset": "whiz"})
        boss = club.member("boss", is_staff=True, is_superuser=True)
        self.by_boss: dict[str, Any] = {"league_id": self.league.pk, "by": boss, "reason": "Spam"}
        self.by_ben: dict[str, Any] = {"team_id": self.team.pk, "by": self.ben}
        names = "Otto Meier, otto@example.org"
        (named,) = teams.add_by_name(team_id=self.team.pk, by=self.ann, names=names)
        self.otto = named.user
        self.kings = teams.create_team(league_id=self.league.pk, by=self.hal, name="Cards")
        self.settings = {"name": "Club", "description": "", "is_public": False, "is_open": True}


ACTIONS: dict[str, Callable[[Scene], Any]] = {
    "announcing.announce": lambda s: announcing.announce(**s.by_ann, title="More", text="Cards"),
    "announcing.remove": lambda s: announcing.remove(**s.by_ann, announcement_id=s.news.pk),
    "bans.ban": lambda s: bans.ban(**s.by_ann, username="cid", reason="Rude"),
    "bans.lift": lambda s: bans.lift(**s.by_ann, user_id=s.gus.pk),
    "importing.carry_out": lambda s: importing.carry_out(
        **s.by_ann,
        text="user,email,team,captain\neve,,,\n,new@example.org,,\ndan,,Kings,yes",
    ),
    "joining.accept_request": lambda s: joining.accept_request(**s.by_ann, user_id=s.eve.pk),
    "joining.ask_to_join": lambda s: joining.ask_to_join(league_id=s.league.pk, user=s.zoe),
    "joining.decline": lambda s: joining.decline(league_id=s.league.pk, user=s.fay),
    "joining.decline_request": lambda s: joining.decline_request(
        **s.by_ann, user_id=s.eve.pk, answer="Full"
    ),
    "joining.invite": lambda s: joining.invite(**s.by_ann, username=s.zoe.username),
    "joining.join_league": lambda s: joining.join_league(league_id=s.league.pk, user=s.fay),
    "joining.withdraw_invitation": lambda s: joining.withdraw_invitation(
        **s.by_ann, user_id=s.fay.pk
    ),
    "links.accept": lambda s: links.accept(key=s.link.key, user=s.eve),
    "links.invite_address": lambda s: links.invite_address(**s.by_ann, email="x@example.org"),
    "links.invite_named": lambda s: links.invite_named(**s.by_ann, person_id=s.otto.pk),
    "links.make_link": lambda s: links.make_link(
        **s.by_ann, ends_at=now() + timedelta(days=1), max_uses=2
    ),
    "links.revoke": lambda s: links.revoke(**s.by_ann, link_id=s.link.pk),
    "moderation.give_league": lambda s: moderation.give_league(**s.by_boss, username="zoe"),
    "moderation.hide_league": lambda s: moderation.hide_league(**s.by_boss),
    "moderation.show_league": lambda s: moderation.show_league(**s.by_boss),
    "by_name.add_members": lambda s: by_name.add_members(**s.by_ann, names="Otto Meier\nIda Ott"),
    "members.hand_over": lambda s: members.hand_over(**s.by_ann, user_id=s.dan.pk),
    "members.leave_league": lambda s: members.leave_league(league_id=s.league.pk, user=s.ben),
    "members.remove_member": lambda s: members.remove_member(**s.by_ann, user_id=s.ben.pk),
    "members.set_role": lambda s: members.set_role(**s.by_ann, user_id=s.dan.pk, role="arbiter"),
    "reminding.remind_all": lambda s: reminding.remind_all(**s.by_ann),
    "rule_sets.keep_rules": lambda s: rule_sets.keep_rules(
        **s.by_ann, name="Theirs", rules={"preset": "mirror"}
    ),
    "rule_sets.change_kept_rules": lambda s: rule_sets.change_kept_rules(
        **s.by_ann, rules_id=s.kept.pk, name="Mine", rules={"preset": "suicide"}
    ),
    "rule_sets.remove_kept_rules": lambda s: rule_sets.remove_kept_rules(
        **s.by_ann, rules_id=s.kept.pk
    ),
    "services.create_league": lambda s: services.create_league(by=s.dan, name="Another"),
    "services.edit_league": lambda s: services.edit_league(**s.by_ann, **s.settings),
    "services.set_look": lambda s: services.set_look(**s.by_ann, accent="plum", crest=CREST),
    "team_invitations.decline": lambda s: team_invitations.decline(team_id=s.team.pk, user=s.dan),
    "team_invitations.invite_to_team": lambda s: team_invitations.invite_to_team(
        **s.by_ben, username=s.ann.username
    ),
    "team_invitations.take_back": lambda s: team_invitations.take_back(
        **s.by_ben, user_id=s.dan.pk
    ),
    "teams.add_by_name": lambda s: teams.add_by_name(
        team_id=s.team.pk, by=s.ann, names="Otto Meier\nIda Ott"
    ),
    "teams.move_by_name": lambda s: teams.move_by_name(
        team_id=s.team.pk, by=s.ann, user_id=s.otto.pk, to=s.kings.pk
    ),
    "teams.create_team": lambda s: teams.create_team(league_id=s.league.pk, by=s.ann, name="Kings"),
    "teams.edit_team": lambda s: teams.edit_team(
        **s.by_ben, name="Hawks", is_open=False, crest=CREST
    ),
    "teams.join_team": lambda s: teams.join_team(team_id=s.team.pk, user=s.dan),
    "teams.leave_team": lambda s: teams.leave_team(team_id=s.team.pk, user=s.ben),
    "teams.remove_from_team": lambda s: teams.remove_from_team(**s.by_ben, user_id=s.cid.pk),
    "teams.set_captain": lambda s: teams.set_captain(**s.by_ben, user_id=s.cid.pk),
    "teams.set_playing": lambda s: teams.set_playing(**s.by_ben, user_id=s.ben.pk, plays=False),
    "teams.set_vice": lambda s: teams.set_vice(**s.by_ben, user_id=None),
}


@pytest.fixture
def scene(member: Callable[..., Any], hands: Any, settings: Any) -> Scene:
    """The league in which each action is possible."""
    return Scene(Club(member, hands), settings)


def functions_in_code() -> set[str]:
    """Return the public functions of `tournaments.leagues` that open a transaction."""
    found = set()
    for info in pkgutil.walk_packages(leagues.__path__, f"{leagues.__name__}."):
        module = importlib.import_module(info.name)
        for name, function in inspect.getmembers(module, inspect.isfunction):
            if function.__module__ != module.__name__ or name.startswith("_"):
                continue
            if "transaction.atomic(" in inspect.getsource(function):
                found.add(f"{info.name.rpartition('.')[2]}.{name}")
    return found


def test_every_action_is_tried() -> None:
    assert functions_in_code() - NO_ACTIONS == set(ACTIONS)


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    "name",
    [pytest.param(one, marks=[] if one in ALWAYS else pytest.mark.long) for one in sorted(ACTIONS)],
)
def test_d4_an_action_that_crashed_at_any_write_is_taken_again(scene: Scene, name: str) -> None:
    if name == "moderation.show_league":
        moderation.hide_league(**scene.by_boss)
    if name == "reminding.remind_all":
        Admission.objects.update(at=now() - reminding.AFTER)

    def call() -> Any:
        return ACTIONS[name](scene)

    with recorded() as recorder:
        assert crash_everywhere(call) >= 1
    assert recorder.disorderly == []
    done = everything()
    if name in IN_EARNEST:
        return
    try:
        call()
    except Refused:
        assert everything() == done
    else:
        assert _that_counts(everything()) == _that_counts(done)


def _that_counts(rows: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """Return the rows but for the log, and the key and moment of a ban put in the place of its like."""
    return {
        label: [row[1:4] if label == "leagues.Ban" else row for row in found]
        for label, found in rows.items()
        if label not in {"common.AuditEntry", "common.Tally", "notices.Notice"}
    }
