"""Roles of people who help run a tournament, and invitations to them."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.events.models.tournaments import Tournament
from tournaments.leagues.mailed import MailedLink


class Role(models.TextChoices):
    """A role in one tournament, with the same names as the roles of a league."""

    ORGANIZER = "organizer", _("organizer")
    ARBITER = "arbiter", _("arbiter")


class TournamentRole(models.Model):
    """A person's role in one tournament, in addition to the league's roles and the owner; or the invitation to it."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="roles")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tournament_roles"
    )
    role = models.CharField(max_length=9, choices=Role)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField()
    accepted_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="Empty: the invitation isn't answered, and gives no rights.",
    )

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user"], name="one_role_in_a_tournament")
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.role} of {self.tournament}"


class RoleLink(MailedLink):
    """A mailed invitation to a role, which one person can accept."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="role_links")
    role = models.CharField(max_length=9, choices=Role)

    class Meta:
        constraints = [
            models.UniqueConstraint("tournament", Lower("email"), name="one_role_link_an_address")
        ]

    def __str__(self) -> str:
        return f"link {self.pk} to {self.tournament}"

    def get_absolute_url(self) -> str:
        """Return the address of the page that accepts it."""
        return reverse("role_link", args=[self.key])
