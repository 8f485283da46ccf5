"""The admin's pages for looking things up: nothing secret, nothing to be changed, and the same rules for every field.

`tests/security/test_routes.py` opens the pages in a world with games in play.
"""

import re
from typing import Any

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse
from django.utils import translation

from spades_site.accounts.models import User
from spades_site.common.admin import ReadOnlyAdmin
from spades_site.common.field_words import FIELDS
from spades_site.common.models import AuditEntry
from tests.support.factors import with_second_factor
from tournaments.events.models import Tournament

pytestmark = pytest.mark.django_db
OWN = ("games", "spades_site", "tournaments")
HARMLESS = {
    "auth": "", "common.AuditEntry": "", "ratings.Rating": "millis",
    "tables.Table": "commitment", "events.Entry": "seed_no hand_seed", "events.Tournament": "seeding seeded_from",
    "seasons.SeasonEntry": "seed_no", "notices.Notice": "key", "tables.Seat": "salt_waived",
    "leagues.Admission": "state",
}  # fmt: skip
"""Fields that only sound secret: a commitment is public, a seed is a place, a key names what a notice is about."""
SECRETIVE = re.compile(
    r"secret|salt|seed|key|token|password|hash|master|state$|digest|commitment|session"
)


def test_h1_every_field_that_sounds_secret_is_kept_or_known_to_be_harmless() -> None:
    """A new field called like a secret fails here until somebody decides."""
    shown = {
        f"{model._meta.label}.{field.name}"
        for model, page in admin.site._registry.items()
        if isinstance(page, ReadOnlyAdmin)
        for field in model._meta.concrete_fields
        if SECRETIVE.search(field.name)
        and field.name not in page.kept
        and field.name not in HARMLESS.get(model._meta.label, "").split()
    }
    assert shown == set()
    kept = {
        f"{model._meta.label}.{name}"
        for model, page in admin.site._registry.items()
        for name in getattr(page, "kept", ())
    }
    assert kept >= {
        "tables.Table.state", "tables.Action.text", "tables.Seat.salt", "events.Tournament.seed",
        "leagues.InvitationLink.key", "mfa.Authenticator.data", "usersessions.UserSession.session_key",
    }  # fmt: skip
    accounts = admin.site._registry[User]
    fields = {name for _title, part in accounts.fieldsets or () for name in part["fields"]}
    assert fields & {"password", "name_key", "calendar_version"} == set()


def test_s4_only_superusers_set_a_password_for_others_and_the_log_has_it(
    client: Client, member: Any
) -> None:
    boss = with_second_factor(member("boss", is_staff=True, is_superuser=True))
    ann = member("ann")
    client.force_login(boss)
    address = reverse("admin:auth_user_password_change", args=[ann.pk])
    said = {
        "password1": "seven-of-hearts-9",
        "password2": "seven-of-hearts-9",
        "usable_password": "true",
    }
    assert client.post(address, said).status_code == 302
    ann.refresh_from_db()
    assert ann.check_password("seven-of-hearts-9")
    assert AuditEntry.objects.get().verb == "user.password_set"
    boss.is_superuser = False
    boss.save()
    assert client.post(address, said).status_code == 403


def test_the_admin_has_a_name_in_german_for_all_that_it_shows_and_no_heading_twice() -> None:
    models = [
        model._meta for model in admin.site._registry if model.__module__.split(".")[0] in OWN
    ]
    english = {str(name) for one in models for name in (one.verbose_name, one.verbose_name_plural)}
    with translation.override("de"):
        german = {
            str(name) for one in models for name in (one.verbose_name, one.verbose_name_plural)
        }
        headings = {str(model._meta.app_config.verbose_name) for model in admin.site._registry}
    assert not english & german
    assert len(headings) == len({model._meta.app_label for model in admin.site._registry})
    with translation.override("de"):
        unnamed = {
            f"{model._meta.label}.{field.name}"
            for model, page in admin.site._registry.items()
            if isinstance(page, ReadOnlyAdmin) and model.__module__.split(".")[0] in OWN
            for field in model._meta.concrete_fields
            if field.name not in page.kept and field.name not in FIELDS
            if field.verbose_name == field.name.replace("_", " ")
        }
        assert str(Tournament._meta.get_field("created_at").verbose_name) == "erstellt am"
    assert unnamed == set()
