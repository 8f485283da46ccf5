"""A league's teams: a page for each, and what members, captains and organizers do with them."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods

from spades_site.accounts.actions import Action
from spades_site.accounts.requests import SignedInRequest
from spades_site.common.forms import FormsOfPage, PageForm
from spades_site.common.pages import answer_form, carry_out, form_of, member_required
from spades_site.common.people.by_name import plain
from tournaments.leagues import picking, team_invitations, teams
from tournaments.leagues.models import TEAM_SIZE, League, Membership, Team, TeamMember
from tournaments.public.forms.leagues import (
    MoveForm,
    NamesForm,
    TeamEditForm,
    TeamForm,
    TeamInviteForm,
)
from tournaments.public.views.leagues import (
    AtLeague,
    league_or_404,
    part_or_404,
    run_or_404,
    told_of_names,
)

if TYPE_CHECKING:
    from tournaments.leagues.selectors import VisibleLeague


@require_GET
def team(request: HttpRequest, slug: str, team_id: int) -> HttpResponse:
    """Show a team: who plays, who leads it, and what the viewer can do with it."""
    return _page(request, _team(league_or_404(request, slug), team_id))


class AtTeams(AtLeague):
    """The teams of a league."""

    part = "teams"


class AtTeam(AtTeams):
    """A team's page."""

    def __init__(self, request: HttpRequest, **address: Any) -> None:
        super().__init__(request, **address)
        self.team = _team(self.league, self.pk)

    @property
    def back(self) -> str:
        return self.team.get_absolute_url()

    def show(self, form: PageForm) -> HttpResponse:
        return _page(self.request, self.team, form)


class LedTeam(AtTeam):
    """The same, for those who lead the team."""

    is_public = False

    def __init__(self, request: HttpRequest, **address: Any) -> None:
        super().__init__(request, **address)
        if not teams.may_lead(self.team, self.by):
            raise Http404


class RunTeam(LedTeam):
    """The same, for organizers of the league."""

    def find(self) -> "VisibleLeague":
        return run_or_404(self.request, self.slug)


team_create = Action(
    AtTeams,
    lambda at: teams.create_team(league_id=at.league.pk, by=at.by, **at.values),
    form=TeamForm,
    to=lambda _at, made: made.get_absolute_url(),
)
team_join = Action(
    AtTeam,
    lambda at: teams.join_team(team_id=at.pk, user=at.by),
    done=lambda at, _made: _("You now play for %(team)s.") % {"team": at.team},
)
team_leave = Action(
    AtTeam,
    lambda at: teams.leave_team(team_id=at.pk, user=at.by),
    done=lambda at, _made: _("You have left %(team)s.") % {"team": at.team},
    to=lambda at, _made: part_or_404(at.league, "teams"),
)
team_decline = Action(
    AtTeam,
    lambda at: team_invitations.decline(team_id=at.pk, user=at.by),
    done=gettext_lazy("You have declined the invitation."),
)
team_invite = Action(
    LedTeam,
    lambda at: team_invitations.invite_to_team(team_id=at.pk, by=at.by, **at.values),
    form=TeamInviteForm,
    people=lambda at: picking.to_team(at.team, at.by),
    done=lambda _at, made: _("%(name)s is invited.") % {"name": made.user.username},
)

team_named = Action(
    RunTeam,
    lambda at: teams.add_by_name(team_id=at.pk, by=at.by, **at.values),
    form=NamesForm,
    done=lambda at, made: told_of_names(at.league, [place.user for place in made]),
)


team_move = Action(
    RunTeam,
    lambda at: teams.move_by_name(team_id=at.pk, by=at.by, **at.values),
    form=lambda at: at.bound(MoveForm, **_movable(at.team)),
    done=lambda _at, made: (
        _("%(name)s is in %(team)s now.") % {"name": plain(made.user.username), "team": made.team}
    ),
)


@member_required
@require_http_methods(["GET", "POST"])
def team_edit(request: SignedInRequest, slug: str, team_id: int) -> HttpResponse:
    """Change a team's name and crest; 404 for everybody who doesn't lead it."""
    found = _led(request, slug, team_id)
    kept = {"name": found.name, "is_open": found.is_open, **TeamEditForm.initial_of(found)}
    data = request.POST if request.method == "POST" else None
    form = TeamEditForm(data, initial=kept, action=request.path, back=found.get_absolute_url())

    def page() -> HttpResponse:
        return render(request, "public/team/edit.html", {"form": form, "team": found})

    if request.method == "GET":
        return page()
    return answer_form(
        request,
        form,
        lambda said: teams.edit_team(
            team_id=team_id,
            by=request.user,
            name=said["name"],
            is_open=said["is_open"],
            crest=form.crest,
        ),
        page=page,
        done=_("The team has been changed."),
        back=found.get_absolute_url(),
    )


@form_of("league")
@member_required
def team_change(
    request: SignedInRequest, slug: str, team_id: int, user_id: int, change: str
) -> HttpResponse:
    """Change a player's place: captain, vice-captain, playing or not, removed; or cancel an invitation."""
    found = _led(request, slug, team_id)
    by = request.user

    def led(act: Callable[..., object], **said: object) -> Callable[[], object]:
        return lambda: act(team_id=team_id, by=by, **said)

    user = {"user_id": user_id}
    changes: dict[str, tuple[Callable[[], object], str]] = {
        "captain": (led(teams.set_captain, **user), _("The team has another captain.")),
        "vice": (led(teams.set_vice, **user), _("That person is now the vice-captain.")),
        "no_vice": (led(teams.set_vice, user_id=None), _("The team has no vice-captain now.")),
        "plays": (led(teams.set_playing, **user, plays=True), _("That person now plays.")),
        "plays_not": (
            led(teams.set_playing, **user, plays=False),
            _("That person is now non-playing."),
        ),
        "remove": (
            led(teams.remove_from_team, **user),
            _("That person is no longer in the team."),
        ),
        "take_back": (
            led(team_invitations.take_back, **user),
            _("The invitation is cancelled."),
        ),
    }
    if change not in changes:
        raise Http404
    act, done = changes[change]
    # Removing the last member may have deleted the team.
    back = found.get_absolute_url() if change != "remove" else part_or_404(found.league, "teams")
    return carry_out(request, act, done=done, back=back)


def _team(one: League, team_id: int) -> Team:
    found = one.teams.filter(pk=team_id).select_related("captain", "vice").first()
    if found is None:
        raise Http404
    found.league = one
    return found


def _led(request: SignedInRequest, slug: str, team_id: int) -> Team:
    """Return the team if the viewer leads it; 404 otherwise."""
    found = _team(league_or_404(request, slug), team_id)
    if not teams.may_lead(found, request.user):
        raise Http404
    return found


def _page(request: HttpRequest, found: Team, refused: PageForm | None = None) -> HttpResponse:
    """Render a team's page, with the form that was `refused` in its place."""
    one, user, forms = found.league, request.user, FormsOfPage(refused)
    role = getattr(one, "my_role", None)
    roster = list(found.members.select_related("user"))
    leads = role in Membership.RUNS or found.is_led_by(user.pk)
    invited = list(found.invitations.select_related("user"))
    mine = any(place.user_id == user.pk for place in roster)
    free = role is not None and not TeamMember.objects.filter(league=one, user=user.pk).exists()
    asked = any(one.user_id == user.pk for one in invited)
    room = sum(place.plays for place in roster) < TEAM_SIZE
    context = {
        "league": one,
        "team": found,
        "roster": roster,
        "leads": leads,
        "captains": role in Membership.RUNS or found.captain_id == user.pk,
        "mine": mine,
        "asked": asked and free,
        "can_join": free and room and found.is_open and not asked,
        "invited": invited if leads else [],
        "forms": forms,
        "team_size": TEAM_SIZE,
    }
    if leads:
        action = reverse("team_invite", args=[one.slug, found.pk])
        context["invite_form"] = forms.place(TeamInviteForm(action=action))
    if role in Membership.RUNS:
        action = reverse("team_named", args=[one.slug, found.pk])
        context["names_form"] = forms.place(NamesForm(action=action))
        if form := _move_form(found):
            context["move_form"] = forms.place(form)
    return render(request, "public/team/page.html", context)


def _move_form(found: Team) -> MoveForm | None:
    """Return the form that moves people without an account to another team of the league; None if there is none."""
    said = _movable(found)
    action = reverse("team_move", args=[found.league.slug, found.pk])
    return MoveForm(action=action, **said) if said["people"] and said["teams"] else None


def _movable(found: Team) -> dict[str, Any]:
    """Return the team's people without an account, and the other teams of its league."""
    people = found.members.filter(user__by_name=True).select_related("user").order_by("pk")
    others = Team.objects.filter(league=found.league_id).exclude(pk=found.pk)
    return {"people": list(people), "teams": list(others)}
