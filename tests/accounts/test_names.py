"""User names: lookalikes, broken addresses and staff names are refused; a new name appears everywhere."""

from typing import Any

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core import mail
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from games.engine import preset
from games.engine.sentences import message
from games.tables import services
from games.tables.chat import messages, reports
from games.tables.models import ChatMessage, Report, Table
from spades_site.accounts import names
from spades_site.accounts.guests import create_guest
from spades_site.accounts.models import FormerName, User
from spades_site.accounts.renaming import rename
from spades_site.common import audit, outbox
from spades_site.common.errors import Refused
from spades_site.common.models import AuditEntry
from spades_site.common.people.renaming import renamed
from spades_site.notices.models import Notice
from spades_site.notices.services import send_notice
from tests.support.factors import with_second_factor
from tournaments.leagues.services import create_league

pytestmark = pytest.mark.django_db
SIGN_UP = {
    "email": "new@example.org",
    "password1": "seven-of-hearts-9",
}
TAKEN = "That name is taken, or looks like one that is. Choose another."


@pytest.fixture(autouse=True)
def fresh_limits() -> None:
    cache.clear()


def sign_up(name: str, client: Client | None = None) -> list[str]:
    """Return the form's errors about the name; [] if the account was created."""
    answer = (client or Client()).post(reverse("account_signup"), {**SIGN_UP, "username": name})
    return [] if answer.status_code == 302 else answer.context["form"].errors["username"]


# ------------------------------------------------------------------------------------------------ lookalikes
@pytest.mark.parametrize(("taken", "name"), [
    ("anna", "аnnа"),  # Cyrillic а
    ("anna", "ANNA"),
    ("anna", "ａｎｎａ"),  # full width
    ("anna", "𝐚nna"),  # mathematical bold
    ("ivan", "ıvan"),  # without a dot
    ("ivan", "İvan"),  # with a dot too many
    ("Ivan", "lvan"),
    ("ivan", "1van"),
    ("modern", "modem"),
    ("bob", "b0b"),
    ("strasse", "straße"),
    ("paul", "ρaul"),  # Greek
    ("finn", "ﬁnn"),  # a ligature
])  # fmt: skip
def test_a_lookalike_name_is_refused_wherever_names_are_set(
    member: Any, taken: str, name: str
) -> None:
    member(taken)
    other = member("somebody")
    assert sign_up(name) == [TAKEN]
    guest = Client()
    guest.post(reverse("become_guest"))
    assert sign_up(name, guest) == [TAKEN]
    with pytest.raises(Refused) as refusal:
        rename(user_id=other.pk, name=name, by=None)
    assert (refusal.value.code, str(refusal.value)) == ("name_taken", TAKEN)
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user(username=name)


@pytest.mark.parametrize(
    ("taken", "name"), [("anna", "hanna"), ("bob", "rob"), ("zoé", "zoe"), ("jose", "josé")]
)
def test_names_that_differ_to_the_eye_are_free(member: Any, taken: str, name: str) -> None:
    member(taken)
    assert sign_up(name) == []


@pytest.mark.parametrize("name", [
    "adaline", "ada.lovelace", "grace-2", "botond", "bottom", "enclosed", "stafford", "king.of.spades", "theo", "you.and.me", "BadminTon",
])  # fmt: skip
def test_names_that_only_contain_a_reserved_word_are_free(name: str) -> None:
    assert sign_up(name) == []


@pytest.mark.parametrize("name", ["anna", "Ivan", "straße", "Ω", "İ", "日本", "p10", "ﬁ", "ſ", "ΐ"])
def test_the_skeleton_of_a_skeleton_is_itself(name: str) -> None:
    assert names.skeleton(names.skeleton(name)) == names.skeleton(name)


def test_the_stored_skeletons_are_of_the_version_that_computes_them() -> None:
    """Another version may compute others: then User.save() must run over all users, and FormerName's follow."""
    import disarm

    assert disarm.KEY_SCHEMA_VERSION == 10


# --------------------------------------------------------------------------------------- what may be a name
@pytest.mark.sweep(32)
@pytest.mark.parametrize(("name", "sentence"), [
    *[(name, "A name begins and ends with a letter or digit.")
      for name in ("..", "...", ".ann", "ann.", "-ann", "__", "+a")],
    *[(name, "Use only letters, digits and the characters . + - _")
      for name in ("a/b", "a\\b", "a?b", "a#b", "a%2fb", "a b", "ann@example.org", "a&b", "a<b")],
    *[(name, "User name contains an invisible or control character. Type it again without pasting.")
      for name in ("a\u202eb", "a\u200bb", "a\u200db", "a\u0007b", "a\u2066b", "bob\u3164", "a\ufeffb")],
    *[(name, "This name is reserved for the site. Choose another.")
      for name in ("admin", "ADMIN", "аdmin", "adm1n", "Organizer", "0rganizer", "staff", "bot", "system",
                   "ad.min", "a-d_m+i.n", "4dm1n", "admin7", "the-staff", "thestaff", "5taff-anna", "anna.organizer",
                   "m0der4tor", "n.u.l.l", "Ada", "a-da", "h3dy", "b1aise", "1admin2", "the.admin",
                   "organiser", "SpadesAdmin", "clubStaff-2")],
    *[(name, "Names like those of guests, bots and closed accounts are reserved. Choose another.")
      for name in ("guest-7", "Guest-x", "gu\u0435st-x", "b0t-9", "closed-account-7", "c1osed-x",
                   "guest_x", "gue5t-a", "g.uest-x", "guest864xkkvv", "closed_account_5", "closedaccount5",
                   "c.l.o.s.e.d-1", "bot_ada", "bot7", "8ot+1")],
])  # fmt: skip
def test_names_that_break_addresses_mislead_or_are_kept(name: str, sentence: str) -> None:
    assert sign_up(name) == [sentence]
    with pytest.raises(Refused) as refusal:
        names.clean_username(name)
    assert str(refusal.value) == sentence
    assert User.objects.count() == 0


def test_a_name_has_at_least_two_signs() -> None:
    with pytest.raises(Refused, match="needs at least 2 characters"):
        names.clean_username("a")


def test_a_name_is_stored_composed() -> None:
    assert sign_up("ｚｏe\u0301") == []
    assert User.objects.get().username == "zoé"


def test_guests_have_names_that_look_like_nobody_elses() -> None:
    guest = create_guest()
    assert guest.name_key == names.skeleton(guest.username)
    assert not {*guest.username[6:]} & set("aeiouyl01")


# -------------------------------------------------------------------------------------------------- renaming
def a_past(member: Any) -> tuple[User, Table, Table]:
    """Return a person with a table in play, a finished one, and their name in many places."""
    ann, bob = member("ann"), member("bob")
    tables = []
    for _ in range(2):
        table = services.open_table(
            services.TableTerms(rules=preset("cardgames_io")), created_by=ann
        )
        services.take_seat(table_id=table.pk, user=ann, seat=0, salt_hash="")
        services.take_seat(table_id=table.pk, user=bob, seat=1, salt_hash="")
        services.fill_with_bots(table_id=table.pk, by=ann)
        tables.append(table)
    messages.say(table_id=tables[0].pk, user=ann, to="table", text="hello")
    reports.report(table_id=tables[0].pk, user=bob, name="ann", reason="spam")
    services.abandon_table(table_id=tables[1].pk, reason="over")
    send_notice([bob], "invited", "x:1", "/", {"who": "ann", "tournament": "anna & ann's"})
    send_notice(
        [bob], "entry", "x:2", "/", {"sentence": message("%(who)s withdrew.", who="bob & ann")}
    )
    audit.record(actor=bob, verb="tournament.asked", subject=bob, name="ann", first="bob & ann")
    kind = ContentType.objects.get_for_model(User)
    LogEntry.objects.create(
        user=bob, content_type=kind, object_id=str(ann.pk), object_repr="ann", action_flag=CHANGE
    )
    return ann, tables[0], tables[1]


def test_a_new_name_is_the_name_everywhere_and_the_old_address_leads_to_it(
    client: Client, member: Any
) -> None:
    ann, playing, over = a_past(member)

    rename(user_id=ann.pk, name="anette", by=None)
    outbox.deliver_due()

    for table in (playing, over):
        assert table.seats.get(index=0).name == "anette"
    assert ChatMessage.objects.get().name == "anette"
    report = Report.objects.get()
    assert (report.about_name, report.context["seats"][0]["name"]) == ("anette", "anette")
    assert report.context["messages"][0]["name"] == "anette"
    assert Notice.objects.get(kind="invited").params == {
        "who": "anette", "tournament": "anna & ann's",
    }  # fmt: skip
    sentence = Notice.objects.get(kind="entry").params["sentence"]
    assert sentence["values"] == {"who": "bob & anette"}
    entry = AuditEntry.objects.get(verb="tournament.asked")
    assert entry.data == {"name": "anette", "first": "bob & anette"}
    assert LogEntry.objects.get().object_repr == "anette"
    for page in ("profile", "encounters"):
        answer = client.get(reverse(page, args=["Ann"]))
        assert (answer.status_code, answer["Location"]) == (302, reverse(page, args=["anette"]))
        assert client.get(reverse(page, args=["nobody"])).status_code == 404
    assert AuditEntry.objects.filter(verb="user.renamed").count() == 1


def test_an_old_name_stays_its_owners(member: Any) -> None:
    ann = member("ann")
    rename(user_id=ann.pk, name="anette", by=None)
    assert sign_up("ann") == [TAKEN]
    assert sign_up("аnn") == [TAKEN]
    rename(user_id=ann.pk, name="ann", by=None)
    assert list(FormerName.objects.values_list("name", flat=True)) == ["anette"]
    rename(user_id=ann.pk, name="ann", by=None)
    assert AuditEntry.objects.filter(verb="user.renamed").count() == 2


def test_news_of_a_name_heard_twice_changes_nothing_more(member: Any) -> None:
    ann, _playing, _over = a_past(member)
    rename(user_id=ann.pk, name="anette", by=None)
    outbox.deliver_due()
    version = Table.objects.order_by("pk").first().version  # type: ignore[union-attr]
    for handler in outbox._handlers["user.renamed"].values():
        handler({"user": ann.pk})
        handler({"user": 0})
    assert Table.objects.order_by("pk").first().version == version  # type: ignore[union-attr]


def test_staff_rename_people_and_are_told_what_is_wrong(client: Client, member: Any) -> None:
    boss = with_second_factor(member("boss", is_staff=True, is_superuser=True))
    ann, _playing, over = a_past(member)
    client.force_login(boss)
    address = reverse("admin:accounts_user_change", args=[ann.pk])
    form = client.get(address).context["adminform"].form
    fields = {name: form.initial.get(name) or "" for name in form.fields if name != "password"}
    fields |= {"date_joined_0": "2026-01-01", "date_joined_1": "10:00", "is_active": "on"}
    fields |= {"groups": [], "user_permissions": [], "time_zone": "UTC", "calendar_version": 1}
    fields = {name: value for name, value in fields.items() if value is not False}
    fields["reason"] = "Offensive"

    wrong = client.post(address, {**fields, "username": "b0b"})
    assert wrong.context["adminform"].form.errors == {"username": [TAKEN]}
    done = client.post(address, {**fields, "username": "anette"})
    assert done.status_code == 302
    outbox.deliver_due()
    assert over.seats.get(index=0).name == "anette"
    assert FormerName.objects.get().name == "ann"
    assert client.get(reverse("admin:accounts_user_delete", args=[ann.pk])).status_code == 403


def test_a_name_is_replaced_only_where_it_is_the_whole_word() -> None:
    value = {"a": "ann", "b": ["bob & ann", "ann, bob", "anna", "ann wrote"], "c": 1, "ann": None}
    assert renamed(value, "ann", "kim") == {
        "a": "kim", "b": ["bob & kim", "kim, bob", "anna", "ann wrote"], "c": 1, "ann": None,
    }  # fmt: skip


def test_a_name_is_replaced_only_where_people_are_named(member: Any) -> None:
    ann, forfeit, club = member("ann"), member("forfeit"), member("Club")
    league = create_league(by=ann, name="Club")
    audit.record(actor=ann, verb="match.decided", subject=league, kind="forfeit", name="forfeit")
    notice = {"who": "forfeit", "opponent": "Club – bob & forfeit", "tournament": "Club"}
    send_notice([ann], "drawn", "x:1", "/", notice)
    rename(user_id=forfeit.pk, name="kim", by=None)
    rename(user_id=club.pk, name="lee", by=None)
    outbox.deliver_due()
    written = AuditEntry.objects.exclude(verb="user.renamed").order_by("pk")
    assert list(written.values_list("data", flat=True)) == [
        {"name": "Club"},
        {"kind": "forfeit", "name": "kim"},
    ]
    assert Notice.objects.get().params == {
        "who": "kim", "opponent": "lee – bob & kim", "tournament": "Club",
    }  # fmt: skip


def test_saving_other_settings_asks_nothing_about_a_name_that_is_not_new(member: Any) -> None:
    old = member("guest-1-of-old")
    client = Client()
    client.force_login(old)
    client.post(reverse("settings"), {"time_zone": "Asia/Tokyo"})
    assert get_user_model().objects.get(time_zone="Asia/Tokyo") == old


def test_a_name_beyond_ascii_is_found_in_json_too(member: Any) -> None:
    joe, bob = member("joël"), member("bob")
    send_notice([bob], "invited", "x:1", "/", {"who": "bob & joël", "tournament": "Cup"})
    rename(user_id=joe.pk, name="jürgen", by=None)
    outbox.deliver_due()
    assert Notice.objects.get().params["who"] == "bob & jürgen"


def test_staff_close_accounts_at_their_owners_request(client: Client, member: Any) -> None:
    boss = with_second_factor(member("boss", is_staff=True, is_superuser=True))
    ann = member("ann")
    client.force_login(boss)
    fields = {"action": "close_accounts", "_selected_action": [ann.pk, boss.pk]}
    answer = client.post(reverse("admin:accounts_user_changelist"), fields, follow=True)
    assert [str(message) for message in answer.context["messages"]] == [
        "boss: You are staff: ask another staff member to remove that first."
    ]
    names_now = set(User.objects.values_list("username", "is_active"))
    assert names_now == {("boss", True), (f"closed-account-{ann.pk}", False)}
    assert AuditEntry.objects.get(verb="account.closed").actor == boss


def test_s1_staff_who_may_only_look_at_accounts_close_none(client: Client, member: Any) -> None:
    looks = with_second_factor(member("looks", is_staff=True))
    looks.user_permissions.add(Permission.objects.get(codename="view_user"))
    ann = member("ann")
    client.force_login(looks)
    fields = {"action": "close_accounts", "_selected_action": [ann.pk]}
    client.post(reverse("admin:accounts_user_changelist"), fields)
    ann.refresh_from_db()
    assert (ann.username, ann.is_active) == ("ann", True)


def account_fields(client: Client, person: Any, **changes: Any) -> dict[str, Any]:
    """Return what the admin's form about a person would send."""
    form = client.get(f"/admin/accounts/user/{person.pk}/change/").context["adminform"].form
    fields = {name: form.initial.get(name) or "" for name in form.fields if name != "password"}
    fields |= {"date_joined_0": "2026-01-01", "date_joined_1": "10:00", "is_active": "on"}
    fields |= {"groups": [], "user_permissions": [], "time_zone": "UTC", "calendar_version": 1}
    return {name: value for name, value in (fields | changes).items() if value not in (False, None)}


@pytest.mark.slow
def test_staff_ban_with_a_reason_that_ends_sessions_and_lift_the_ban_and_reset_second_factors(
    client: Client, member: Any, django_capture_on_commit_callbacks: Any
) -> None:
    boss = with_second_factor(member("boss", is_staff=True, is_superuser=True))
    ann = with_second_factor(member("ann", language="de"))
    playing = Client()
    playing.force_login(ann)
    client.force_login(boss)
    address = reverse("admin:accounts_user_change", args=[ann.pk])
    refused = client.post(address, account_fields(client, ann, is_active=None))
    assert "reason" in refused.context["adminform"].form.errors
    banned = account_fields(client, ann, is_active=None, reset_second_factor="on", reason="Insults")
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post(address, banned).status_code == 302
    (told,) = mail.outbox
    assert (told.to, told.subject) == (
        ["ann@example.org"],
        "[Spades] Der Betrieb der Seite hat dein Konto geändert",
    )
    assert "Betrieb von Spades hat den zweiten Faktor deines Kontos" in " ".join(told.body.split())
    ann.refresh_from_db()
    assert (ann.is_active, ann.authenticator_set.count()) == (False, 0)
    assert playing.get(reverse("settings")).status_code == 302
    client.post(address, account_fields(client, ann, reason="An apology"))
    ann.refresh_from_db()
    assert ann.is_active
    entries = AuditEntry.objects.filter(verb__startswith="user.").order_by("pk")
    kept = ("user.banned", "user.second_factor_reset", "user.ban_lifted")
    assert [(one.verb, one.reason) for one in entries.filter(verb__in=kept)] == [
        ("user.banned", "Insults"), ("user.second_factor_reset", "Insults"), ("user.ban_lifted", "An apology"),
    ]  # fmt: skip
    assert {one.actor for one in entries} == {boss}


def test_s1_staff_without_all_rights_change_no_staff_and_no_rights_and_nobody_changes_the_log(
    client: Client, member: Any
) -> None:
    boss = with_second_factor(member("boss", is_staff=True, is_superuser=True))
    helper = with_second_factor(member("helper", is_staff=True))
    helper.user_permissions.add(
        *Permission.objects.filter(codename__in=("view_user", "change_user", "view_auditentry"))
    )
    ann = member("ann")
    client.force_login(helper)
    fields = account_fields(client, ann, is_superuser="on", is_staff="on")
    assert (
        client.post(reverse("admin:accounts_user_change", args=[ann.pk]), fields).status_code == 302
    )
    ann.refresh_from_db()
    assert (ann.is_staff, ann.is_superuser) == (False, False)
    for person in (boss, helper):
        path = reverse("admin:accounts_user_change", args=[person.pk])
        assert client.post(path, {"username": "other"}).status_code == 403
    entry = audit.record(actor=boss, verb="league.edited", subject=ann)
    listed = client.get(reverse("admin:common_auditentry_changelist")).content.decode()
    assert '<td class="field-what">changed the league</td>' in listed
    address = reverse("admin:common_auditentry_change", args=[entry.pk])
    assert (client.get(address).status_code, client.post(address, {}).status_code) == (200, 403)
    client.force_login(boss)
    assert (
        client.post(reverse("admin:common_auditentry_delete", args=[entry.pk])).status_code == 403
    )
