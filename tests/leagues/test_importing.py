"""Importing members and teams: every line says what is wrong or what happens; nothing is written by halves."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from games.tables.access.mutes import set_block
from spades_site.accounts.guests import create_guest
from spades_site.common.errors import Refused
from tests.support.audited import entries_about
from tournaments.leagues import bans, services, teams
from tournaments.leagues.importing import ImportRefused, carry_out, check
from tournaments.leagues.models import (
    Admission,
    InvitationLink,
    League,
    Membership,
    Team,
    TeamInvitation,
    TeamMember,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(member: Callable[..., Any], settings: Any) -> League:
    """Ann's league with m1 to m3, on a site that sends mails; zoe and yan are outside."""
    settings.NOTICE_MAILS = True
    made = services.create_league(by=member("ann"), name="Club")
    for name in ("m1", "m2", "m3"):
        services.join_league(league_id=made.pk, user=member(name))
    for name in ("zoe", "yan"):
        member(name)
    return made


def stored() -> list[Any]:
    models = (Admission, InvitationLink, Membership, Team, TeamInvitation, TeamMember)
    return [list(model.objects.order_by("pk").values_list()) for model in models]


def said(league: League, text: str) -> list[str]:
    """Return what the check says of each line; it changes nothing."""
    before = stored()
    lines = check(league_id=league.pk, by=league.created_by, text=text)
    assert stored() == before
    return [f"{line.number}: {line.problem or line.effect}" for line in lines]


GOOD = "user;email;team;captain\r\nzoe;;;\r\n;new@example.org;;\r\nM1;;Owls;yes\r\n\r\nm2;;owls;\r\nm3;;;no\r\n"


def test_people_are_invited_and_teams_are_made(league: League) -> None:
    assert said(league, GOOD) == [
        "2: is invited to the league",
        "3: is invited by mail",
        "4: becomes captain of the new team “Owls”",
        "6: is invited to the team “owls”",
        "7: is already a member",
    ]
    for _ in range(2):
        carry_out(league_id=league.pk, by=league.created_by, text="\ufeff" + GOOD)
    assert said(league, "user\nzoe") == ["2: is already invited"]
    assert list(league.admissions.values_list("user__username", "state")) == [("zoe", "invited")]
    assert [one.email for one in league.links.all()] == ["new@example.org"]
    (team,) = Team.objects.all()
    assert (team.name, team.captain.username, team.members.count()) == ("Owls", "m1", 1)
    assert [one.user.username for one in team.invitations.all()] == ["m2"]
    assert entries_about(league).filter(verb="league.imported").first().data == {"lines": 5}


def test_each_line_says_what_is_wrong_and_nothing_is_imported(league: League, member: Any) -> None:
    ann, guest = league.created_by, create_guest()
    bans.ban(league_id=league.pk, by=ann, username="yan", reason="Rude")
    set_block(user=member("blocker"), name="ann", yes=True)
    kings = teams.create_team(
        league_id=league.pk, by=Membership.objects.get(user__username="m3").user, name="Kings"
    )
    text = "\n".join(
        [
            "user,email,team,captain",
            "nobody,,,",
            "zoe,,,",
            "ZOE,,,",
            f"{guest.username},,,",
            "yan,,,",
            "blocker,,,",
            "m1,m1@example.org,,",
            ",wrong,,",
            "m3,,Owls,yes",
            "zoe2,,Owls,",
            "m1,,Aces,",
            "m2,,Kings,yes",
            "ann,,,yes",
            "member,,,perhaps",
            "a,b,c,d,e",
        ]
    )
    lines = said(league, text)
    assert lines[0] == "2: There is no player called “nobody”. Check the spelling."
    assert lines[1] == "3: is invited to the league"
    assert lines[2] == "4: The same person is in line 3. Remove one."
    assert (
        lines[3]
        == f"5: {guest.username} is a guest. Guests need an account before they can join a league."
    )
    assert lines[4] == "6: yan is banned from the league. Lift the ban first."
    assert lines[5].startswith("7: ")
    assert "invited" not in lines[5]
    assert lines[6:] == [
        "8: Fill in either “user” or “email”.",
        "9: This isn’t a mail address. Check the spelling.",
        "10: m3 is in the team “Kings”. They must leave it first.",
        "11: There is no player called “zoe2”. Check the spelling.",
        "12: The new team “Aces” has no captain. Write “yes” in the column “captain” of one line.",
        "13: The team “Kings” has another captain.",
        "14: A captain needs a team. Fill in the column “team”.",
        "15: Write “yes” or nothing in the column “captain”.",
        "16: This line has more cells than columns.",
    ]
    before = stored()
    with pytest.raises(ImportRefused) as refusal:
        carry_out(league_id=league.pk, by=ann, text=text)
    assert len(refusal.value.lines) == 15
    assert (stored(), kings.members.count()) == (before, 1)


def test_a_german_list_is_read_with_its_own_yes(league: League) -> None:
    assert said(league, "Benutzer;Team;Kapitän\nm1;Owls;ja\nm2;Owls;nein\n") == said(
        league, "user;team;captain\nm1;Owls;yes\nm2;Owls;no\n"
    )
    assert said(league, "Benutzer;Team;Kapitän\nm1;Owls;ja\n") == [
        "2: becomes captain of the new team “Owls”"
    ]


def test_only_members_are_put_into_teams_and_at_most_eight(league: League, member: Any) -> None:
    assert said(league, "user,team,captain\nm1,Owls,yes\nzoe,Owls,\n")[1].startswith(
        "3: Only members can be put into a team."
    )
    for number in range(9):
        services.join_league(league_id=league.pk, user=member(f"p{number}"))
    text = "user,team,captain\np0,Owls,yes\n" + "".join(f"p{n},Owls,\n" for n in range(1, 9))
    assert said(league, text)[7:] == [
        "9: is invited to the team “Owls”", "10: A team has at most 8 players.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "import_empty"),
        ("user,team", "import_empty"),
        ("name,team\nann,Owls", "import_columns"),
        ("user,user\nann,ann", "import_columns"),
        ("team,captain\nOwls,yes", "import_columns"),
        ("user\n" + "x\n" * 301, "import_long"),
        ("user\n" + "x" * 70_000, "import_long"),
    ],
)
def test_what_cannot_be_read(league: League, text: str, code: str) -> None:
    with pytest.raises(Refused) as refusal:
        check(league_id=league.pk, by=league.created_by, text=text)
    assert refusal.value.code == code


def test_only_organizers_import(league: League) -> None:
    m1 = Membership.objects.get(user__username="m1").user
    for call in (check, carry_out):
        with pytest.raises(Refused) as refusal:
            call(league_id=league.pk, by=m1, text=GOOD)
        assert refusal.value.code == "not_organizer"


def test_the_check_asks_the_same_for_many_lines_as_for_few(
    league: League, member: Any, django_assert_max_num_queries: Any
) -> None:
    counts = []
    for number in (2, 40):
        names = [member(f"q{number}x{n}").username for n in range(number)]
        with django_assert_max_num_queries(20) as queries:
            check(league_id=league.pk, by=league.created_by, text="user\n" + "\n".join(names))
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_the_page_shows_a_preview_first(client: Any, league: League) -> None:
    address = "/leagues/club/import/"
    client.force_login(league.created_by)
    assert client.post(address, {"text": ""}).context["form"].errors == {
        "text": ["Paste the lines, or choose a file."]
    }
    wrong = client.post(address, {"text": "user\nnobody\nzoe"})
    assert (wrong.status_code, len(wrong.context["wrong"])) == (200, 1)
    assert 'name="confirmed"' not in wrong.content.decode()
    assert client.post(address, {"text": "user\nnobody", "confirmed": "1"}).status_code == 422
    # A null byte is no text either: Postgres takes none.
    for content, sentence in (
        ("user\nJürgen".encode("latin-1"), "This file isn’t in UTF-8. Save it as “CSV UTF-8”."),
        (b"user\nzo\0e", "This file isn’t in UTF-8. Save it as “CSV UTF-8”."),
        (b"user\n" + "é".encode() * 200_000, "This file is too large. Split it."),
    ):
        file = SimpleUploadedFile("m.csv", content)
        assert client.post(address, {"file": file}).context["form"].errors == {"file": [sentence]}
    file = SimpleUploadedFile("m.csv", "user\nzoe".encode("utf-8-sig"))
    right = client.post(address, {"file": file})
    assert (right.context["wrong"], right.context["text"]) == ([], "user\nzoe")
    assert not league.admissions.exists()
    done = client.post(address, {"text": right.context["text"], "confirmed": "1"}, follow=True)
    assert done.redirect_chain == [("/leagues/club/invite/#invited", 302)]
    assert [str(one) for one in done.context["messages"]] == ["Imported: 1 invited."]
    assert league.admissions.get().user.username == "zoe"


def test_wrong_lines_are_corrected_beside_their_number(client: Any, league: League) -> None:
    client.force_login(league.created_by)
    address = "/leagues/club/import/"
    page = client.post(address, {"text": "user\nzoe\nnobody"})
    assert [(line.number, written) for line, written in page.context["wrong"]] == [(3, "nobody")]
    assert 'name="line-3"' in page.content.decode()
    again = client.post(address, {"text": page.context["text"], "line-3": "yan"})
    assert (again.context["text"], again.context["wrong"]) == ("user\nzoe\nyan", [])
    done = client.post(address, {"text": again.context["text"], "confirmed": "1"}, follow=True)
    assert [str(one) for one in done.context["messages"]] == ["Imported: 2 invited."]
    text = "user,email,team,captain\nzoe,,,\n,a@example.org,,\nm1,,Owls,yes"
    for said in ("1 invited, 1 for teams, 1 unchanged", "3 unchanged"):
        done = client.post(address, {"text": text, "confirmed": "1"}, follow=True)
        assert [str(one) for one in done.context["messages"]] == [f"Imported: {said}."]
    found = client.get("/leagues/club/invite/", {"find": "A@EX"})
    assert [len(found.context[part]) for part in ("invited", "mailed")] == [0, 1]


def test_members_and_teams_are_exported(client: Any, league: League) -> None:
    m1 = Membership.objects.get(user__username="m1").user
    teams.create_team(league_id=league.pk, by=m1, name="=Owls")
    assert client.get("/leagues/club/members.csv").status_code == 404
    rows = client.get("/leagues/club/teams.csv").content.decode("utf-8-sig").splitlines()
    assert rows == [
        "team,user,captain,vice_captain,plays,by_name",
        '"\'=Owls",m1,true,false,true,false',
    ]
    client.force_login(m1)
    assert client.get("/leagues/club/members.json").status_code == 404
    client.force_login(league.created_by)
    listed = client.get("/leagues/club/members.json").json()
    assert [(one["user"], one["role"], one["team"]) for one in listed["members"]] == [
        ("ann", "owner", None), ("m1", "member", "=Owls"), ("m2", "member", None),
        ("m3", "member", None),
    ]  # fmt: skip
    assert (
        client.get("/leagues/club/members.csv")
        .content.decode("utf-8-sig")
        .startswith("user,role,joined_at,team,by_name\r\nann,owner,")
    )
