"""Leagues, their members, seasons and teams."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.engine import RuleSet
from spades_site.common.folding import Named
from spades_site.common.models import Hideable
from spades_site.common.text import LONGEST_NAME, LONGEST_REASON
from tournaments.leagues.crests import LONGEST
from tournaments.leagues.mailed import MailedLink

TEAM_SIZE = 8
"""The most players of a team; its captain and vice-captain needn't be among them."""


class League(Named, Hideable):
    """A club on the platform, run by its own organizers."""

    name = models.CharField(_("name"), max_length=60)
    slug = models.SlugField(max_length=80, unique=True)
    description = models.TextField(_("description"), blank=True, max_length=2000)
    conduct = models.TextField(
        _("conduct rules"), blank=True, max_length=2000, help_text="How members treat each other."
    )
    rules = models.JSONField(
        default=dict,
        blank=True,
        help_text="A preset and its house rules, with which seasons begin; empty: none stated.",
    )
    accent = models.CharField(max_length=12, default="green", help_text="One of crests.ACCENTS.")
    crest = models.CharField(
        max_length=LONGEST,
        blank=True,
        help_text="See crests.Crest; empty: it follows from the name.",
    )
    is_public = models.BooleanField(
        _("public"),
        default=True,
        help_text=_("Visible to everybody; otherwise only to its members."),
    )
    is_open = models.BooleanField(
        _("open"),
        default=True,
        help_text=_("Open to everybody; otherwise organizers invite members or admit them."),
    )
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="leagues_made"
    )
    created_at = models.DateTimeField()

    class Meta:
        verbose_name, verbose_name_plural = _("league"), _("leagues")
        constraints = [
            models.UniqueConstraint(
                fields=["folded_name"],
                # A private league may share another's name: refusing the name would reveal it.
                condition=models.Q(is_public=True),
                name="public_league_name_once",
                violation_error_message=_(
                    "There is already a league with that name. Choose another."
                ),
            )
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the address of the league's page."""
        return reverse("league", args=[self.slug])


class Membership(models.Model):
    """One person's membership in one league."""

    class Role(models.TextChoices):
        OWNER = "owner", _("owner")
        ORGANIZER = "organizer", _("organizer")
        ARBITER = "arbiter", _("arbiter")
        MEMBER = "member", _("member")

    RUNS = (Role.OWNER, Role.ORGANIZER)
    """Who runs the league."""
    DECIDES = (*RUNS, Role.ARBITER)
    """Who decides about tables and results of the league's tournaments."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships"
    )
    role = models.CharField(max_length=12, choices=Role, default=Role.MEMBER)
    joined_at = models.DateTimeField()

    class Meta:
        verbose_name, verbose_name_plural = _("membership"), _("memberships")
        constraints = [
            models.UniqueConstraint(fields=["league", "user"], name="league_member_once"),
            models.UniqueConstraint(
                fields=["league"], condition=models.Q(role="owner"), name="one_owner_a_league"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} in {self.league}"

    @property
    def is_organizer(self) -> bool:
        """Return whether this member runs the league."""
        return self.role in self.RUNS

    @property
    def is_owner(self) -> bool:
        """Return whether this member is the owner, whom nobody can remove or demote."""
        return self.role == self.Role.OWNER


class Admission(models.Model):
    """A non-member's open invitation or request to join."""

    class State(models.TextChoices):
        INVITED = "invited", _("invited")
        ASKING = "asking", _("asks to join")

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="admissions")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="admissions"
    )
    state = models.CharField(max_length=8, choices=State)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="The person who invited or asked.",
    )
    at = models.DateTimeField()
    reminded_at = models.DateTimeField(null=True, blank=True, help_text="The last reminder.")

    class Meta:
        verbose_name, verbose_name_plural = _("admission"), _("admissions")
        constraints = [
            models.UniqueConstraint(fields=["league", "user"], name="one_admission_a_person")
        ]

    def __str__(self) -> str:
        return f"{self.user} {self.state} of {self.league}"


class InvitationLink(MailedLink):
    """A secret link by which people accept an invitation: shared by an organizer, or mailed to one address."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="links")
    max_uses = models.PositiveSmallIntegerField()
    uses = models.PositiveSmallIntegerField(default=0)
    reminded_at = models.DateTimeField(
        null=True, blank=True, help_text="When it was last to be mailed again."
    )

    class Meta:
        verbose_name, verbose_name_plural = _("invitation link"), _("invitation links")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(uses__lte=models.F("max_uses"), max_uses__gte=1),
                name="link_used_at_most_so_often",
            ),
            models.CheckConstraint(
                condition=models.Q(email="") | models.Q(max_uses=1), name="mailed_link_used_once"
            ),
            models.UniqueConstraint(
                "league", Lower("email"), condition=~models.Q(email=""), name="mailed_link_once"
            ),
        ]

    def __str__(self) -> str:
        return f"link {self.pk} to {self.league}"

    def get_absolute_url(self) -> str:
        """Return the address of the page that accepts it."""
        return reverse("league_link", args=[self.key])


class Announcement(models.Model):
    """An organizer's message to all members of a league."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="announcements")
    title = models.CharField(_("title"), max_length=100)
    text = models.TextField(_("text"), max_length=2000)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        verbose_name, verbose_name_plural = _("announcement"), _("announcements")
        ordering = ["-at", "-pk"]
        indexes = [models.Index(fields=["league", "-at"], name="announcement_of_league")]

    def __str__(self) -> str:
        return self.title


class Ban(models.Model):
    """A person's exclusion from a league, for a time or for good. An expired row remains until the person's next ban."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="bans")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="league_bans"
    )
    reason = models.CharField(max_length=LONGEST_REASON)
    until = models.DateTimeField(null=True, blank=True, help_text="Empty: for good.")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        verbose_name, verbose_name_plural = _("ban"), _("bans")
        constraints = [models.UniqueConstraint(fields=["league", "user"], name="one_ban_a_person")]

    def __str__(self) -> str:
        return f"{self.user} banned from {self.league}"


class Season(Named):
    """A period of a league in which pairs, teams or single evenings are ranked; both days are included.

    `tournaments.seasons` changes it. What was settled beforehand, such as the length of a match, is in `terms`
    (`tournaments.seasons.terms.Terms`), which don't change once the season is published.
    """

    class Kind(models.TextChoices):
        PAIRS = "pairs", _("pairs league")
        TEAMS = "teams", _("team league")
        SERIES = "series", _("series of tournaments")

    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        OPEN = "open", _("open for sign-up")
        RUNNING = "running", _("under way")
        FINISHED = "finished", _("finished")

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(_("name"), max_length=40)
    slug = models.SlugField(max_length=80, unique=True)
    kind = models.CharField(_("kind"), max_length=8, choices=Kind, default=Kind.SERIES)
    status = models.CharField(max_length=8, choices=Status, default=Status.RUNNING)
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    zone = models.CharField(
        _("time zone"), max_length=64, default="UTC", help_text=_("Of its days and times.")
    )
    sign_up_until = models.DateTimeField(
        _("sign-up closes"), null=True, blank=True, help_text=_("Empty: until it is published.")
    )
    terms = models.JSONField(default=dict, blank=True)
    follows = models.ForeignKey(
        "self",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="followed_by",
        help_text="The season before, from which its divisions were proposed.",
    )
    published_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    ended_early = models.CharField(
        max_length=300, blank=True, default="", help_text="Why it was ended before its last match."
    )

    class Meta:
        verbose_name, verbose_name_plural = _("season"), _("seasons")
        ordering = ["-starts_on", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["league", "folded_name"], name="season_name_once"),
            models.CheckConstraint(
                condition=models.Q(ends_on__gte=models.F("starts_on")),
                name="season_ends_after_start",
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=("draft", "open"), published_at=None)
                | models.Q(status__in=("running", "finished"), published_at__isnull=False),
                name="season_published_when_running",
            ),
            models.CheckConstraint(
                condition=models.Q(status="finished", finished_at__isnull=False)
                | (~models.Q(status="finished") & models.Q(finished_at=None)),
                name="season_over_has_its_end",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the address of the season's page."""
        return reverse("season", args=[self.slug])

    @property
    def has_divisions(self) -> bool:
        """Return whether the season has divisions, rather than being a series of tournaments."""
        return self.kind != self.Kind.SERIES


class Team(Named):
    """Members of a league who play under one name; the captain and the vice-captain run it."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="teams")
    name = models.CharField(_("name"), max_length=40)
    captain = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="teams_led"
    )
    vice = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="The vice-captain.",
    )
    is_open = models.BooleanField(
        _("open"),
        default=True,
        help_text=_("Members of the league can join by themselves while there is room."),
    )
    created_at = models.DateTimeField()
    crest = models.CharField(
        max_length=LONGEST,
        blank=True,
        help_text="See crests.Crest; empty: it follows from the name.",
    )

    class Meta:
        verbose_name, verbose_name_plural = _("team"), _("teams")
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["league", "folded_name"], name="team_name_once"),
            models.CheckConstraint(
                condition=models.Q(vice=None) | ~models.Q(vice=models.F("captain")),
                name="captain_is_not_vice",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the address of the team's page."""
        return reverse("team", args=[self.league.slug, self.pk])

    def is_led_by(self, user_id: int | None) -> bool:
        """Return whether this user is the captain or the vice-captain."""
        return user_id is not None and user_id in (self.captain_id, self.vice_id)


class TeamMember(models.Model):
    """One person's place in a team; one team per person in each league."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="members")
    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="team_places"
    )
    plays = models.BooleanField(
        default=True, help_text="No: a captain or vice-captain who doesn't play."
    )
    joined_at = models.DateTimeField()

    class Meta:
        verbose_name, verbose_name_plural = _("team member"), _("team members")
        ordering = ["joined_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["league", "user"], name="one_team_in_a_league")
        ]

    def __str__(self) -> str:
        return f"{self.user} in {self.team}"


class NameLink(models.Model):
    """A question to a member: whether they are somebody without an account, whose places they then take over."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="name_links")
    person = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="linked_to",
        help_text="Without an account.",
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="name_links",
        help_text="Who is asked.",
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        verbose_name, verbose_name_plural = (
            _("question who somebody is"),
            _("questions who somebody is"),
        )
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.user} asked whether they are {self.person}"


class NameAddress(models.Model):
    """The mail address of somebody without an account, for an invitation; only organizers see it."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="name_addresses")
    person = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="name_address",
        help_text="Without an account.",
    )
    email = models.EmailField()

    class Meta:
        verbose_name, verbose_name_plural = (
            _("mail address of somebody without an account"),
            _("mail addresses of people without an account"),
        )
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"address of {self.person}"


class KeptRules(Named):
    """A league's own rule set, which its seasons, tournaments and tables copy. `rule_sets.py` changes it."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="kept_rules")
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    rules = models.JSONField(_("rules"), help_text=_("A preset, and what differs from it."))

    class Meta:
        verbose_name, verbose_name_plural = _("rule set"), _("rule sets")
        ordering = ["folded_name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["league", "folded_name"], name="kept_rules_name_once")
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the address of its page, which is the link to share."""
        return reverse("rule_set", args=[self.league.slug, self.pk])

    @property
    def key(self) -> str:
        """Return its value among the choices of a form."""
        return f"kept-{self.pk}"

    @property
    def rule_set(self) -> RuleSet:
        """Return the rules."""
        return RuleSet.from_dict(self.rules)


class TeamInvitation(models.Model):
    """A captain's open invitation to a member of the league to join the team."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="invitations")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="team_invitations"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["team", "user"], name="team_invitation_once")
        ]

    def __str__(self) -> str:
        return f"{self.user} invited to {self.team}"
