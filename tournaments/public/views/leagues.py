"""Leagues: the list, a new one, and a league's page with its teams."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods

from games.tables.rule_forms import carried_over
from spades_site.accounts.actions import Action, Place
from spades_site.accounts.models import User
from spades_site.accounts.requests import SignedInRequest
from spades_site.common.clock import now
from spades_site.common.forms import FormsOfPage, PageForm
from spades_site.common.pages import answer_form, member_required, page_of
from spades_site.common.people.by_name import plain
from tournaments.events.core.permissions import visible_to
from tournaments.events.models import Round, Status
from tournaments.events.queries.schedules import dates_to_come, schedules_of
from tournaments.events.queries.selectors import matches_in_play
from tournaments.leagues import by_name, joining, links, members, name_addresses, services
from tournaments.leagues.models import TEAM_SIZE, Admission, League, Membership, Season
from tournaments.leagues.rule_sets import own_rules_in
from tournaments.leagues.selectors import LeaguePage, league_for, league_page, visible_leagues
from tournaments.public.forms.leagues import (
    DeclineForm,
    EditLeagueForm,
    LookForm,
    NamesForm,
    NewLeagueForm,
    TeamForm,
)
from tournaments.public.league_rules import rules_of
from tournaments.public.season_calendar import days_of_play, months, months_between, span_of
from tournaments.seasons.queries.pages import glance_at
from tournaments.seasons.tables.champions import champions_of, most_wins, tournaments_won

if TYPE_CHECKING:
    from tournaments.leagues.selectors import VisibleLeague


@require_GET
def league_list(request: HttpRequest) -> HttpResponse:
    """Show the leagues that the viewer may see."""
    mine = request.GET.get("show") == "mine" and request.user.is_authenticated
    leagues = visible_leagues(request.user)
    if mine:
        leagues = leagues.filter(my_role__isnull=False)
    return render(
        request, "public/league/list.html", {"page": page_of(request, leagues), "mine": mine}
    )


@member_required
@require_http_methods(["GET", "POST"])
def league_create(request: SignedInRequest) -> HttpResponse:
    """Create a league, with the user as organizer."""
    data = request.POST if request.method == "POST" else None
    form = NewLeagueForm(data, action=request.path, back=reverse("league_list"))

    def page() -> HttpResponse:
        return render(request, "public/league/create.html", {"form": form})

    if request.method == "GET":
        return page()
    return answer_form(
        request,
        form,
        lambda values: services.create_league(by=request.user, **values),
        page=page,
        back=League.get_absolute_url,
    )


@member_required
@require_http_methods(["GET", "POST"])
def league_edit(request: SignedInRequest, slug: str) -> HttpResponse:
    """Change a league's settings; 404 for everybody but its organizers."""
    one = run_or_404(request, slug)

    def make(data: QueryDict | None = None, **begin: Any) -> EditLeagueForm:
        return EditLeagueForm(
            data,
            initial=begin,
            own=own_rules_in(one),
            action=request.path,
            back=one.get_absolute_url(),
        )

    if request.method == "GET" and request.htmx:
        form = make(**(carried_over(make(request.GET)) if request.GET.get("preset") else {}))
        return render(request, "tables/rules/_house.html", {"form": form, "renewed": True})
    data = request.POST if request.method == "POST" else None
    form = make(data, **EditLeagueForm.values_of(one))

    def page() -> HttpResponse:
        return render(request, "public/league/create.html", {"form": form, "league": one})

    if request.method == "GET":
        return page()
    return answer_form(
        request,
        form,
        lambda _values: services.edit_league(league_id=one.pk, by=request.user, **form.settings),
        page=page,
        done=_("The league has been changed."),
        back=League.get_absolute_url,
    )


@member_required
@require_http_methods(["GET", "POST"])
def league_look(request: SignedInRequest, slug: str) -> HttpResponse:
    """Change a league's colour and crest; 404 for everybody but its organizers."""
    one = run_or_404(request, slug)
    kept = {"accent": one.accent, **LookForm.initial_of(one)}
    data = request.POST if request.method == "POST" else None
    form = LookForm(data, initial=kept, action=request.path, back=one.get_absolute_url())

    def page() -> HttpResponse:
        return render(request, "public/league/look.html", {"form": form, "league": one})

    if request.method == "GET":
        return page()
    return answer_form(
        request,
        form,
        lambda said: services.set_look(
            league_id=one.pk, by=request.user, accent=said["accent"], crest=form.crest
        ),
        page=page,
        done=_("Colour and crest are changed."),
        back=request.path,
    )


@require_GET
def league(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a league: who is playing, what comes next, its calendar, teams and members."""
    one = league_or_404(request, slug)
    show = request.GET.get("show", "overview")
    return show_league(request, one, show if show in dict(PARTS) else "overview")


class AtLeague(Place):
    """A league's page, or a `part` of it."""

    page: ClassVar[tuple[str, ...]] = ("league",)
    part, is_public = "", True

    def __init__(self, request: HttpRequest, **address: Any) -> None:
        super().__init__(request, **address)
        self.league = self.find()

    def find(self) -> "VisibleLeague":
        """Return the league; 404 if the viewer can't act there."""
        return league_or_404(self.request, self.slug)

    @property
    def back(self) -> str:
        return part_or_404(self.league, self.part) if self.part else super().back

    def show(self, form: PageForm) -> HttpResponse:
        return show_league(self.request, self.league, self.part, form)


class AtMembers(AtLeague):
    """The members of a league."""

    part = "members"


class RunMembers(AtMembers):
    """The same, for organizers."""

    is_public = False

    def find(self) -> "VisibleLeague":
        return run_or_404(self.request, self.slug)


league_join = Action(
    AtLeague,
    lambda at: services.join_league(league_id=at.league.pk, user=at.by),
    done=lambda at, _made: _("You are now a member of %(league)s.") % {"league": at.league},
)
league_leave = Action(
    AtLeague,
    lambda at: members.leave_league(league_id=at.league.pk, user=at.by),
    done=lambda at, _made: _("You have left %(league)s.") % {"league": at.league},
    to=lambda at, _made: at.back if at.league.is_public else reverse("league_list"),
)
member_let_in = Action(
    AtMembers,
    lambda at: joining.accept_request(league_id=at.league.pk, by=at.by, user_id=at.pk),
    done=gettext_lazy("That person is now a member."),
)
members_named = Action(
    RunMembers,
    lambda at: by_name.add_members(league_id=at.league.pk, by=at.by, **at.values),
    form=NamesForm,
    done=lambda at, made: told_of_names(at.league, [place.user for place in made]),
)
member_take_back = Action(
    AtMembers,
    lambda at: joining.withdraw_invitation(league_id=at.league.pk, by=at.by, user_id=at.pk),
    done=gettext_lazy("The invitation is cancelled."),
)


def told_of_names(one: League, people: Sequence[User]) -> str:
    """Return the message after people without an account were added, with a warning about banned namesakes."""
    if not people:
        return _("They are all there already.")
    names = ", ".join(plain(person.username) for person in people)
    added = _("Added: %(names)s.") % {"names": names}
    banned = ", ".join(by_name.banned_as(one, people))
    warning = _("Somebody with the name is banned: %(names)s.") % {"names": banned}
    return f"{added} {warning}" if banned else added


def league_or_404(request: HttpRequest, slug: str) -> "VisibleLeague":
    """Return the league; 404 if it doesn't exist or the viewer may not see it."""
    found = league_for(slug, request.user)
    if found is None:
        raise Http404
    return found


def run_or_404(request: HttpRequest, slug: str) -> "VisibleLeague":
    """Return the league if the viewer runs it; 404 otherwise."""
    one = league_or_404(request, slug)
    if one.my_role not in Membership.RUNS:
        raise Http404
    return one


NEXT = (Status.RUNNING, Status.PAUSED, Status.CHECK_IN, Status.REGISTRATION, Status.ANNOUNCED)
SHORT_LIST = 6
PARTS = (
    ("overview", gettext_lazy("Overview")),
    ("calendar", gettext_lazy("Calendar")),
    ("history", gettext_lazy("Hall of fame")),
    ("teams", gettext_lazy("Teams")),
    ("members", gettext_lazy("Members")),
    ("rules", gettext_lazy("Rules")),
)
"""The parts of a league's page, by their name in the address."""


def part_or_404(one: League, part: str) -> str:
    """Return the address of a part of the league's page."""
    return f"{one.get_absolute_url()}?show={part}"


def show_league(
    request: HttpRequest, one: League, part: str, refused: PageForm | None = None
) -> HttpResponse:
    """Render a part of the league's page, with the form that was `refused` in its place."""
    view, forms = league_page(one, request.user), FormsOfPage(refused)
    context = {
        "view": view,
        "part": part,
        "parts": [each for each in PARTS if each[0] not in _empty_parts(view, request)],
        **(_overview(request, view) if part == "overview" else {}),
        "page": page_of(request, {"teams": view.teams, "members": view.members}.get(part, [])),
        **(_calendar(request, view) if part == "calendar" else {}),
        **(rules_of(view.league) if part == "rules" else {}),
        **(_history(request, one) if part == "history" else {}),
        "team_size": TEAM_SIZE,
        "given_roles": [(role, role.label) for role in members.GIVEN],
        "forms": forms,
    }
    if part == "teams" and view.role and not view.my_team:
        context["team_form"] = forms.place(TeamForm(action=reverse("team_create", args=[one.slug])))
    if part == "members" and view.is_organizer:
        context["entered"] = _mark_names(one, view)
        context["sends_mail"] = settings.NOTICE_MAILS
        action = reverse("members_named", args=[one.slug])
        context["names_form"] = forms.place(NamesForm(action=action))
        context["asking"] = [(each, forms.place(_decline_form(one, each))) for each in view.asking]
    return render(request, "public/league/page.html", context)


@dataclass(frozen=True)
class Unknown:
    """Somebody without an account: who is asked whether they are this person, and whose name is the same."""

    user: User
    asked: User | None
    likely: User | None

    @property
    def user_id(self) -> int:
        """Return their key, as a membership has it."""
        return self.user.pk


def _mark_names(one: League, view: LeaguePage) -> list[Unknown]:
    """Tell members without an account apart: who is `asked` whether they are one, whose name is a `likely` one, and the
    mail `address` that was given. Return those in tournaments alone about whom somebody is or could be asked.
    """
    asked = {link.person_id: link.user for link in one.name_links.select_related("user")}
    people, entered = [place.user for place in view.members], by_name.only_entered(one)
    likely = by_name.likely_accounts([*people, *entered])
    addresses = name_addresses.addresses_in(one, [user for user in people if user.by_name])
    invited = {link.email.lower() for link in links.links_of(one.pk).exclude(email="")}
    for place in view.members:
        place.asked, place.likely = asked.get(place.user_id), likely.get(place.user_id)  # type: ignore[attr-defined]
        place.address = addresses.get(place.user_id, "")  # type: ignore[attr-defined]
        place.invited = place.address.lower() in invited  # type: ignore[attr-defined]
    return [
        Unknown(user, asked.get(user.pk), likely.get(user.pk))
        for user in entered
        if user.pk in asked or user.pk in likely
    ]


def _empty_parts(view: LeaguePage, request: HttpRequest) -> set[str]:
    """Return the parts of the page that have nothing to show yet."""
    finished = any(one.status == Season.Status.FINISHED for one in view.seasons)
    finished = finished or tournaments_won(view.league, request.user).exists()
    rules = view.has_rules or view.league.kept_rules.exists()
    has = {"rules": rules, "history": finished}
    return {part for part, filled in has.items() if not filled}


def _history(request: HttpRequest, one: League) -> dict[str, Any]:
    """Return the champions of seasons, the winners of tournaments, and who won most."""
    return {
        "page": page_of(request, champions_of(one)),
        "won": page_of(request, tournaments_won(one, request.user), key="won"),
        "winners": most_wins(one, request.user),
    }


def _decline_form(one: League, request: Admission) -> DeclineForm:
    action = reverse("member_turn_down", args=[one.slug, request.user_id])
    return DeclineForm(key=request.user_id, action=action)


def _overview(request: HttpRequest, view: LeaguePage) -> dict[str, Any]:
    """Return the season under way, who is playing and what comes next, for the template."""
    one = view.league
    # Divisions of seasons are on the seasons' pages.
    events = visible_to(request.user).filter(league=one, division=None, play_off_of=None)
    rounds = Round.objects.filter(
        tournament__in=events.filter(status=Status.RUNNING),
        status=Round.Status.CONFIRMED,
        starts_at__isnull=False,
    )
    drafts = events.filter(status=Status.DRAFT).order_by("starts_at", "pk")
    announcements = one.announcements.select_related("by") if view.role else None
    context = {
        "glance": glance_at(view.seasons, request.user),
        "announcement": announcements and announcements.first(),
        "dates": dates_to_come(schedules_of(one), now(), SHORT_LIST),
    }
    return context | {
        name: page_of(request, rows, SHORT_LIST, name)
        for name, rows in {
            "live": matches_in_play(request.user).filter(tournament__league=one),
            "next_rounds": rounds.select_related("tournament").order_by("starts_at", "pk"),
            "coming": events.filter(status__in=NEXT).order_by("starts_at", "pk"),
            "past": events.filter(status=Status.FINISHED).order_by("-finished_at", "-pk"),
            "drafts": drafts if view.is_organizer else [],
        }.items()
    }


def _calendar(request: HttpRequest, view: LeaguePage) -> dict[str, Any]:
    """Return the requested, current or next season as months and days."""
    today = timezone.localtime(now()).date()
    asked = request.GET.get("season", "")
    ahead = [one for one in reversed(view.seasons) if one.starts_on > today]
    others = [view.season, *ahead, *view.seasons]
    season = next(
        (one for one in view.seasons if str(one.pk) == asked), next(filter(None, others), None)
    )
    first, last = span_of(season, today)
    days = days_of_play(view.league, request.user, first, last)
    return {
        "season": season,
        "months": months(first, last, days, today),
        "months_all": months_between(first, last),
        "page": page_of(request, days),
    }
