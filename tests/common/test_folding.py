"""N1: one name is one key, on every database."""

import ast
import sys
import unicodedata
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from games import engine
from games.tables.access import mutes
from games.tables.seats import invitations
from spades_site.accounts import friends, renaming
from spades_site.accounts.models import FormerName, User
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.folding import (
    Named,
    _field_of,
    all_called,
    called,
    collisions,
    fill,
    fold_name,
    is_taken,
)
from spades_site.common.models import AuditEntry
from spades_site.staff import health
from tests.ratings.tables import finished_table
from tests.support.factors import with_second_factor
from tools.test import ROOT
from tournaments.events.actions import roles
from tournaments.events.entries import people
from tournaments.events.plan.stages import StagePlan
from tournaments.events.setup.creating import create_tournament
from tournaments.leagues import bans, importing, joining, services, team_invitations, teams
from tournaments.leagues.models import Team, TeamInvitation
from tournaments.organizer.log import log_of

pytestmark = pytest.mark.both

SAME = (
    ("ann", "ANN"), ("Özil", "öZIL"), ("ÄNNE", "änne"), ("Straße", "STRASSE"), ("Σίσυφος", "ΣΊΣΥΦΟΣ"),
    ("Élan", unicodedata.normalize("NFD", "élan")), ("ﬁne", "FINE"), ("Ａｎｎ", "ann"),
)  # fmt: skip
"""Spellings of one name."""
OTHER = (("İnci", "inci"), ("ılgaz", "ilgaz"), ("Müller", "Mueller"), ("Elan", "Élan"))
"""Different names."""
SPELLINGS = pytest.mark.parametrize(
    ("stored", "typed"),
    [
        ("özil", "ÖZIL"), ("straße", "STRASSE"), ("σίσυφος", "ΣΊΣΥΦΟΣ"),
        ("élan", unicodedata.normalize("NFD", "ÉLAN")), ("olga", "OLGA"),
    ],
)  # fmt: skip


@pytest.mark.parametrize(("one", "two"), SAME)
def test_n1_one_name_has_one_key(one: str, two: str) -> None:
    assert fold_name(one) == fold_name(two)


@pytest.mark.parametrize(("one", "two"), OTHER)
def test_n1_different_names_have_different_keys(one: str, two: str) -> None:
    assert fold_name(one) != fold_name(two)


def test_n1_the_key_of_a_key_is_itself() -> None:
    chars = map(chr, range(sys.maxunicode + 1))
    odd = [char for char in chars if fold_name(fold_name(char)) != fold_name(char)]
    assert odd == []


def test_n1_the_turkish_letters_stay_apart() -> None:
    assert [fold_name(char) for char in "İIıi"] == ["i\u0307", "i", "ı", "i"]


@pytest.mark.sweep(2)
@pytest.mark.django_db
@SPELLINGS
def test_n1_a_member_is_found_in_every_spelling(
    member: Callable[..., User], stored: str, typed: str
) -> None:
    owner, person = member("owner"), member(stored)
    person.set_password("long-enough-91")
    person.save()
    league = services.create_league(by=owner, name="Club")
    page = Client()
    page.post(reverse("account_login"), {"login": typed, "password": "long-enough-91"})
    assert page.session.get("_auth_user_id") == str(person.pk)
    assert joining.invite(league_id=league.pk, by=owner, username=typed).user == person
    read = importing.check(league_id=league.pk, by=owner, text=f"user;team\n{typed};")
    assert [(line.person, line.effect) for line in read] == [(person, "is already invited")]
    assert mutes.person_named(typed) == invitations._person(typed) == person
    assert people.account_named(typed) == person
    friends.ask(user=owner, name=typed)
    assert friends.questions_to(person) == [owner]
    assert Client().get(reverse("profile", args=[typed])).context["person"] == person


@pytest.mark.django_db
@SPELLINGS
def test_n1_roles_bans_and_logs_know_every_spelling(
    member: Callable[..., User], stored: str, typed: str
) -> None:
    owner, person = member("owner"), member(stored)
    league = services.create_league(by=owner, name="Club")
    joining.join_league(league_id=league.pk, user=person)
    team = teams.create_team(league_id=league.pk, by=owner, name="Owls")
    asked = team_invitations.invite_to_team(team_id=team.pk, by=owner, username=typed)
    cup = create_tournament(
        by=owner, name="Cup", rules=engine.preset("cardgames_io"), starts_at=now() + timedelta(hours=1),
        stages=(StagePlan("knock_out"),),
    )  # fmt: skip
    role = roles.invite(tournament_id=cup.pk, by=owner, username=typed, role="arbiter")
    assert (asked.user, role.user) == (person, person)
    made = bans.ban(league_id=league.pk, by=owner, username=typed, reason="Rude")
    assert made.user == person
    with pytest.raises(Refused) as refusal:
        joining.invite(league_id=league.pk, by=owner, username=typed)
    assert (refusal.value.code, str(refusal.value)) == (
        "banned", f"{stored} is banned from the league. Lift the ban first.",
    )  # fmt: skip
    (line,) = importing.check(league_id=league.pk, by=owner, text=f"user\n{typed}")
    assert line.problem == str(refusal.value)
    assert [entry.verb for entry in log_of(league, "", typed)] == [
        "league.banned", "team.invited", "league.joined",
    ]  # fmt: skip
    assert list(log_of(league, "", typed)) == list(log_of(league, "", stored))


@pytest.mark.django_db
@SPELLINGS
def test_n1_programs_and_staff_find_every_spelling(
    member: Callable[..., User], stored: str, typed: str
) -> None:
    person, other = member(stored), member("annika")
    staff = with_second_factor(member("boss", is_staff=True, is_superuser=True))
    for winner in (0, 1):
        finished_table([person, other], (winner,), key="rubl_two_player", at=now())
    finished_table([staff, other], (0,), key="rubl_two_player", at=now())
    client = Client()
    read = client.get(f"/api/v1/players/{quote(typed)}").json()
    assert read == client.get(f"/api/v1/players/{quote(stored)}").json()
    assert read["name"] == stored
    games = client.get("/api/v1/games", {"player": typed}).json()
    assert games == client.get("/api/v1/games", {"player": stored}).json()
    assert [game["players"] for game in games["results"]] == [[stored, "annika"]] * 2
    renaming.rename(user_id=other.pk, name=f"{stored}-2", by=None)
    services.create_league(by=person, name="Club")
    client.force_login(staff)
    for address, rows in (
        ("accounts_user", [other, person]),
        ("common_auditentry", [AuditEntry.objects.get(verb="league.created")]),
        ("ratings_ratingchange", []),
    ):
        page = client.get(reverse(f"admin:{address}_changelist"), {"q": typed})
        assert list(page.context["cl"].result_list) == rows


def test_n1_the_admin_searches_the_keys_of_names() -> None:
    found = []
    for model, page in admin.site._registry.items():
        for path in page.search_fields:
            at, field = model, None
            for name in path.lstrip("^=@").split("__"):
                field = at._meta.get_field(name) if name != "pk" else at._meta.pk
                at = field.related_model or at
            if issubclass(field.model, Named) and field.name == _field_of(field.model).of:
                found.append((model._meta.label, path))
    assert found == []


@pytest.mark.django_db
def test_n1_other_letters_sign_nobody_in(member: Callable[..., User]) -> None:
    person = member("inci")
    person.set_password("long-enough-91")
    person.save()
    for typed in ("İnci", "ıncı"):
        page = Client()
        page.post(reverse("account_login"), {"login": typed, "password": "long-enough-91"})
        assert page.session.get("_auth_user_id") is None
        assert called(User.objects.all(), typed) is None


@pytest.mark.django_db
def test_n1_a_former_name_is_found_in_every_spelling(member: Callable[..., User]) -> None:
    person = member("Özil")
    renaming.rename(user_id=person.pk, name="mesut", by=None)
    assert renaming.name_now("öZIL") == "mesut"
    assert FormerName.objects.get().folded_name == "özil"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("first", "second"),
    [("Élan", "élan"), ("Straße", "STRASSE"), ("Club", "CLUB"), ("Σοφός", "ΣΟΦΌΣ")],
)
def test_n1_leagues_and_teams_are_there_once(
    member: Callable[..., User], first: str, second: str
) -> None:
    ann, bob = member("ann"), member("bob")
    league = services.create_league(by=ann, name=first)
    with pytest.raises(Refused) as refusal:
        services.create_league(by=bob, name=second)
    assert refusal.value.code == "league_name_taken"
    services.join_league(league_id=league.pk, user=bob)
    teams.create_team(league_id=league.pk, by=ann, name=first)
    with pytest.raises(Refused) as refusal:
        teams.create_team(league_id=league.pk, by=bob, name=second)
    assert refusal.value.code == "team_name_taken"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("stored", "typed"), [("Éclair", "éclair"), ("Straße", "STRASSE"), ("Owls", "oWLS")]
)
def test_n1_an_import_does_what_its_preview_says(
    member: Callable[..., User], stored: str, typed: str
) -> None:
    ann, bob = member("ann"), member("bob")
    league = services.create_league(by=ann, name="Club")
    services.join_league(league_id=league.pk, user=bob)
    team = teams.create_team(league_id=league.pk, by=ann, name=stored)
    text = f"user;team\nBOB;{typed}"
    read = importing.check(league_id=league.pk, by=ann, text=text)
    assert [line.effect for line in read] == [f"is invited to the team “{typed}”"]
    importing.carry_out(league_id=league.pk, by=ann, text=text)
    assert list(Team.objects.all()) == [team]
    assert list(TeamInvitation.objects.values_list("team", "user")) == [(team.pk, bob.pk)]


@pytest.mark.django_db
def test_n1_a_row_keeps_its_key_up_to_date(member: Callable[..., User]) -> None:
    league = services.create_league(by=member("ann"), name="Élan")
    assert league.folded_name == "élan"
    league.name = "STRASSE"
    league.save(update_fields=["name"])
    league.refresh_from_db()
    assert (league.name, league.folded_name) == ("STRASSE", "strasse")
    made = User.objects.bulk_create([User(username="ÖZ", name_key="oz")])
    assert made[0].folded_name == "öz"


@pytest.mark.django_db
def test_n1_names_that_collided_before_keep_working(member: Callable[..., User]) -> None:
    ann = member("ann")
    league = services.create_league(by=ann, name="Club")
    made = [
        Team.objects.create(league=league, name=name, captain=ann, created_at=now())
        for name in ("One", "Two", "Three")
    ]
    # As an older version stored them on SQLite.
    for team, name, key in zip(made, ("Éclair", "éclair", "ÉCLAIR"), "abc", strict=True):
        Team.objects.filter(pk=team.pk).update(name=name, folded_name=key)
    rows = Team.objects.order_by("pk")
    taken = fill(_Blank(Team.objects.all()), within=["league_id"])  # type: ignore[arg-type]
    assert taken == ["éclair", "ÉCLAIR"]
    assert [row.folded_name for row in rows.all()] == ["éclair", "éclair\x1f2", "éclair\x1f3"]
    assert collisions() == {"leagues.Team": ["éclair", "ÉCLAIR"]}
    # Each is found in its own spelling; any other finds the oldest.
    assert [called(Team.objects.all(), name) for name in ("Éclair", "éclair", "ÉCLAIR", "éCLAIR")] == [
        *made, made[0],
    ]  # fmt: skip
    assert all_called(Team.objects.all(), ["ÉCLAIR", "éCLAIR", "nobody"]) == {
        "ÉCLAIR": made[2], "éCLAIR": made[0],
    }  # fmt: skip
    # Saving one changes nothing, and a free plain key is still taken.
    made[1].refresh_from_db()
    made[1].save()
    made[0].delete()
    assert is_taken(Team.objects.all(), "ÉCLAIR")
    found = next(each for each in health.checks() if each.title == "Names")
    assert (found.state, found.words) == (
        "soon", "2 names differ from others only in case: “éclair”, “ÉCLAIR”",
    )  # fmt: skip
    made[2].refresh_from_db()
    made[2].name = "Cake"
    made[2].save()
    assert collisions() == {"leagues.Team": ["éclair"]}


class _Blank:
    """Rows as a migration reads them: the column is new, and empty."""

    def __init__(self, rows: Any) -> None:
        self.rows, self.model = rows, rows.model

    def order_by(self, *fields: str) -> "_Blank":
        return _Blank(self.rows.order_by(*fields))

    def iterator(self, _size: int) -> Iterator[Any]:
        for row in self.rows:
            row.folded_name = ""
            yield row


ALLOWED = {
    "spades_site/accounts/names.py": "words of reserved names",
    "spades_site/accounts/sign_in/adapter.py": "mail addresses",
    "spades_site/accounts/sign_in/passwords.py": "words of passwords",
    "spades_site/accounts/tokens/middleware.py": "a header",
    "spades_site/addresses.py": "addresses of hosts",
    "spades_site/common/folding.py": "the one place",
    "spades_site/common/lists/imports.py": "headings",
    "spades_site/common/monitoring/safe_reports.py": "names of variables",
    "spades_site/common/templatetags/people.py": "a colour",
    "spades_site/common/translation/countries.py": "countries",
    "spades_site/env.py": "words of settings",
    "spades_site/production.py": "words of settings",
    "spades_site/settings.py": "addresses of hosts",
    "spades_site/staff/limit_uses.py": "mail addresses",
    "games/fairness/claim.py": "hexadecimal digits",
    "games/learn/rule_views.py": "words of the glossary",
    "games/live/middleware.py": "addresses of hosts",
    "tournaments/events/actions/personal.py": "mail addresses",
    "tournaments/events/actions/roles.py": "mail addresses",
    "tournaments/events/models/roles.py": "mail addresses",
    "tournaments/events/notices/notify.py": "names of models",
    "tournaments/leagues/importing.py": "headings, yes and no, mail addresses",
    "tournaments/leagues/link_mails.py": "mail addresses",
    "tournaments/leagues/links.py": "mail addresses",
    "tournaments/leagues/models.py": "mail addresses",
    "tournaments/leagues/personal.py": "mail addresses",
}
"""Modules that ignore the case of something other than a name."""


def _folds(tree: ast.AST) -> bool:
    """Return whether a module ignores case by itself, or writes a stored name without its key."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in {"casefold", "lower"}:
            return True
        if isinstance(node, ast.Name) and node.id in {"Lower", "Upper"}:
            return True
        if (
            isinstance(node, ast.keyword)
            and node.arg
            and node.arg.endswith(("iexact", "icontains"))
        ):
            return True
    return False


@pytest.mark.slow
def test_n1_no_module_ignores_the_case_of_a_name_by_itself() -> None:
    found = {
        str(path.relative_to(ROOT))
        for package in ("spades_site", "games", "tournaments")
        for path in (ROOT / package).rglob("*.py")
        if "migrations" not in path.parts and _folds(ast.parse(path.read_text()))
    }
    assert found == set(ALLOWED), "Use spades_site/common/folding.py for names."
