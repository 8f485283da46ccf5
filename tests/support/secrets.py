"""Everything that is stored and that nobody may read."""

from allauth.mfa.models import Authenticator
from django.contrib.sessions.models import Session

from games.tables.models import Action, Seat, SharedSecret, TableSecret
from spades_site.accounts.models import User
from tests.support.factors import SECRET
from tournaments.events.models import PadPhone, RoomTable, Tournament
from tournaments.leagues.models import InvitationLink


def secrets() -> list[str]:
    """Return what nobody may read: stored secrets, and the cards of games in play."""
    found = [SECRET, *Authenticator.objects.values_list("data__secret", flat=True)]
    for secret in (*TableSecret.objects.all(), *SharedSecret.objects.all()):
        found += [bytes(secret.master).hex(), repr(bytes(secret.master))[2:-1]]
    for salt, hashed in Seat.objects.exclude(salt_hash="").values_list("salt", "salt_hash"):
        found += [salt, hashed]
    found += Tournament.objects.values_list("seed", flat=True)
    found += Tournament.objects.exclude(form_token="").values_list("form_token", flat=True)
    found += RoomTable.objects.values_list("token", flat=True)
    found += PadPhone.objects.values_list("key", flat=True)
    found += InvitationLink.objects.values_list("key", flat=True)
    found += User.objects.values_list("password", flat=True)
    found += Session.objects.values_list("session_key", flat=True)
    deals = Action.objects.filter(kind=Action.Kind.DEAL).exclude(text__in=("", "draw"))
    found += deals.values_list("text", flat=True)
    return [text for text in found if text and len(text) > 5]
