"""Notices about leagues (`spades_site.notices`). Called in the transaction that makes the change."""

from django.urls import reverse
from django.utils.text import Truncator

from spades_site.accounts.models import User
from spades_site.notices.models import Notice
from spades_site.notices.services import by_staff, mark_handled, send_notice
from tournaments.leagues.models import (
    Admission,
    Announcement,
    Ban,
    League,
    Membership,
    NameLink,
    Team,
    TeamInvitation,
)

SHOWN = 500
"""Maximum length of an announcement in its notice and mail, in characters."""


def invited(admission: Admission) -> None:
    """Notify somebody of an organizer's invitation, once more after each reminder."""
    again = admission.reminded_at
    key = _key(admission)
    if again is not None:
        request_handled(admission)
        key += f":{int(again.timestamp())}"
    send_notice(
        [admission.user],
        "league_invited",
        key,
        invitation_page(admission.league),
        {"league": admission.league.name, "who": admission.by.username if admission.by else "–"},
    )


def asks(admission: Admission) -> None:
    """Notify the organizers of a request to join."""
    places = admission.league.memberships.filter(role__in=Membership.RUNS)
    send_notice(
        [place.user for place in places.select_related("user").order_by("user_id")],
        "league_asked",
        _key(admission),
        members_page(admission.league),
        {"league": admission.league.name, "who": admission.user.username},
    )


def answered(admission: Admission, news: str, answer: str = "") -> None:
    """Notify somebody who asked to join: `news` is "admitted", "turned_down" or, with an answer, "turned_down_why"."""
    params = {"reason": answer} if answer else {}
    _news(admission.league, admission.user, _key(admission), news, **params)


def removed(league: League, user: User, reason: str, entry: int) -> None:
    """Notify somebody that an organizer has ended their membership; `entry` is the audit entry's key."""
    _news(league, user, f"audit:{entry}", "removed", reason=reason or "–")


def banned(ban: Ban, entry: int) -> None:
    """Notify somebody that they are banned; `entry` is the audit entry's key."""
    request_handled(ban)
    key, params = f"audit:{entry}", {"reason": ban.reason}
    if ban.until is None:
        _news(ban.league, ban.user, key, "banned", **params)
    else:
        _news(ban.league, ban.user, key, "banned_until", until_at=ban.until.isoformat(), **params)


def ban_lifted(league: League, user: User, entry: int) -> None:
    """Notify somebody that their ban has been lifted; `entry` is the audit entry's key."""
    _news(league, user, f"audit:{entry}", "ban_lifted")


def handed_over(league: League, user: User, by: User, entry: int) -> None:
    """Notify a member that the owner has handed the league over to them; `entry` is the audit entry's key."""
    _news(league, user, f"audit:{entry}", "owner", who=by.username)


def hidden(league: League, reason: str, entry: int) -> None:
    """Notify a league's organizers that staff have hidden it or shown it again; `entry` is the audit entry's key."""
    news = "hidden" if league.hidden_at is not None else "shown"
    places = league.memberships.filter(role__in=Membership.RUNS).select_related("user")
    people = [place.user for place in places.order_by("user_id")]
    by_staff(people, news, league.name, league.get_absolute_url(), reason, entry)


def given(league: League, user: User, former: User | None, reason: str, entry: int) -> None:
    """Notify the new and the former owner of a league that staff handed it over."""
    path = league.get_absolute_url()
    by_staff([user], "given", league.name, path, reason, entry)
    by_staff(
        [former] if former else [], "taken", league.name, path, reason, entry, who=user.username
    )


def announced(made: Announcement) -> None:
    """Notify all members except the author of an announcement, with the beginning of its text."""
    places = made.league.memberships.exclude(user=made.by).select_related("user")
    send_notice(
        [place.user for place in places.order_by("user_id")],
        "announcement",
        f"announcement:{made.pk}",
        _announcement_page(made),
        {
            "league": made.league.name,
            "title": made.title,
            "text": Truncator(made.text).chars(SHOWN),
        },
    )


def announcement_removed(made: Announcement) -> None:
    """Withdraw the notices of an announcement."""
    Notice.objects.filter(kind="announcement", key=f"announcement:{made.pk}").delete()


def _announcement_page(made: Announcement) -> str:
    return f"{reverse('league_announcements', args=[made.league.slug])}#announcement-{made.pk}"


def team_invited(made: TeamInvitation) -> None:
    """Notify a member of the league of an invitation to a team."""
    send_notice(
        [made.user],
        "team_invited",
        f"team_invitation:{made.pk}",
        made.team.get_absolute_url(),
        {
            "league": made.team.league.name,
            "team": made.team.name,
            "who": made.by.username if made.by else "–",
        },
    )


def team_invitation_handled(made: TeamInvitation) -> None:
    """Mark the notice of an invitation to a team as read, because it was answered or cancelled."""
    mark_handled({made.user_id}, "team_invited", made.team.get_absolute_url())


def team_news(team: Team, user: User, news: str, entry: int) -> None:
    """Notify a member of a team: `news` is "team_captain" or "team_removed"; `entry` is the audit entry's key."""
    send_notice(
        [user],
        "league",
        f"audit:{entry}",
        team.get_absolute_url(),
        {"league": team.league.name, "league_news": news, "team": team.name},
    )


def name_asked(made: NameLink) -> None:
    """Ask a member whether they are somebody without an account."""
    send_notice(
        [made.user],
        "league",
        f"name_link:{made.pk}",
        name_page(made.league),
        {
            "league": made.league.name,
            "league_news": "name_asked",
            "who": made.by.username if made.by else "–",
            "out": made.person.username,
        },
    )


def name_handled(made: NameLink, news: str = "") -> None:
    """Mark the question as read, because it was answered or cancelled; `news` tells who asked that it was "name_linked" or
    "name_declined".
    """
    mark_handled({made.user_id}, "league", name_page(made.league))
    if news and made.by is not None:
        params = {"who": made.user.username, "out": made.person.username}
        _news(made.league, made.by, f"name_link:{made.pk}", news, **params)


def name_page(league: League) -> str:
    """Return the address of the page on which a member answers whether they are somebody without an account."""
    return reverse("name_link", args=[league.slug])


def request_handled(one: Admission | Ban) -> None:
    """Mark the notice of an invitation as read, because it was answered or cancelled."""
    mark_handled({one.user_id}, "league_invited", invitation_page(one.league))


def invitation_page(league: League) -> str:
    """Return the address of the page on which an invitation to the league is answered."""
    return reverse("league_invitation", args=[league.slug])


def members_page(league: League) -> str:
    """Return the address of the league's list of members."""
    return f"{league.get_absolute_url()}?show=members"


def _news(league: League, user: User, key: str, news: str, **params: str) -> None:
    # Non-members can't open a private league's page.
    out = news not in ("admitted", "owner") and not league.is_public
    path = reverse("league_list") if out else league.get_absolute_url()
    params = {"league": league.name, "league_news": news, **params}
    send_notice([user], "league", f"{key}:{news}", path, params)


def _key(admission: Admission) -> str:
    return f"admission:{admission.pk}:{int(admission.at.timestamp() * 1000)}"
