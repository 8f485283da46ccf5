"""Making a season, preparing its divisions and fixtures, and running it."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods

from spades_site.accounts.requests import SignedInRequest, person_of
from spades_site.common.errors import Refused
from spades_site.common.forms import FormsOfPage, PageForm
from spades_site.common.pages import answer_form, carry_out, form_of, member_required, page_of
from tournaments.leagues.models import League, Season
from tournaments.leagues.permissions import is_organizer
from tournaments.leagues.selectors import league_for
from tournaments.organizer.season_desk_forms import (
    AddPairForm,
    AddTeamForm,
    ArrangeForm,
    CountForm,
    EndSeasonForm,
    NextSeasonForm,
    PlayOffsForm,
    WithdrawForm,
)
from tournaments.organizer.season_forms import FORMS, SeasonForm
from tournaments.seasons import (
    counting,
    ending,
    placing,
    planning,
    play_offs,
    publishing,
    signing_up,
    withdrawing,
)
from tournaments.seasons.core import BEFORE, season_for
from tournaments.seasons.models import Division
from tournaments.seasons.planning import SeasonProposal

KINDS = (
    (
        str(Season.Kind.PAIRS),
        gettext_lazy("Fixed partnerships in divisions, a match a week, one table all season."),
    ),
    (
        str(Season.Kind.TEAMS),
        gettext_lazy("Teams of four to eight; two tables play the same cards."),
    ),
    (
        str(Season.Kind.SERIES),
        gettext_lazy("Any evenings of the league count, with points by place."),
    ),
)


@require_GET
@member_required
def season_new(request: SignedInRequest, slug: str) -> HttpResponse:
    """Offer the kinds of seasons."""
    league = _own_league_or_404(request, slug)
    kinds = [(key, Season.Kind(key).label, words) for key, words in KINDS]
    return render(request, "seasons/kinds.html", {"league": league, "kinds": kinds})


@require_http_methods(["GET", "POST"])
@member_required
def season_create(request: SignedInRequest, slug: str, kind: str) -> HttpResponse:
    """Create a season of one kind; errors are shown at their fields."""
    league = _own_league_or_404(request, slug)
    if kind not in FORMS:
        raise Http404
    form = FORMS[kind](
        request.POST or None,
        zone=request.user.time_zone,
        action=request.path,
        back=league.get_absolute_url(),
    )
    return _answer(
        request,
        league,
        form,
        lambda proposal: planning.create_season(
            league_id=league.pk, by=request.user, proposal=proposal
        ),
    )


@require_http_methods(["GET", "POST"])
@member_required
def season_edit(request: SignedInRequest, slug: str) -> HttpResponse:
    """Change a season before it is published; a series at any time."""
    one = own_season_or_404(request, slug)
    form = FORMS[one.kind](
        request.POST or None, zone=one.zone, edited=one, action=request.path, back=_desk(one)
    )
    return _answer(
        request,
        one.league,
        form,
        lambda proposal: planning.edit_season(season_id=one.pk, by=request.user, proposal=proposal),
    )


def _answer(
    request: HttpRequest, league: League, form: SeasonForm, act: Callable[[SeasonProposal], Season]
) -> HttpResponse:
    context = {"league": league, "form": form, "edited": form.edited}
    if request.method == "GET":
        return render(request, "seasons/edit.html", context)
    return answer_form(
        request,
        form,
        lambda _values: act(form.proposal()),
        page=lambda: render(request, "seasons/edit.html", context),
        done=_("The season is saved."),
        back=_desk,
    )


@require_GET
@member_required
def season_desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the organizers what a season needs next."""
    return _show(request, own_season_or_404(request, slug))


@form_of("season_desk")
@member_required
def season_step(request: SignedInRequest, slug: str, step: str) -> HttpResponse:
    """Take one of the steps that need no form: open the sign-up, place by rating, publish, delete."""
    one = own_season_or_404(request, slug)
    steps: dict[str, tuple[Callable[..., object], str]] = {
        "open": (planning.open_sign_up, _("Sign-up is open, and the members are notified.")),
        "place": (placing.place_by_rating, _("Everybody is placed. Change what you like.")),
        "publish": (publishing.publish, _("The season is published, and everybody is notified.")),
        "delete": (planning.delete_season, _("The season is deleted.")),
    }
    act, done = steps[step]
    back = one.league.get_absolute_url() if step == "delete" else _desk(one)
    try:
        act(season_id=one.pk, by=request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
        back = _desk(one)
    else:
        messages.success(request, done)
    return redirect(back)


@form_of("season_desk")
@member_required
def season_arrange(request: SignedInRequest, slug: str) -> HttpResponse:
    """Store who plays where: a division and a number for each entry."""
    one = own_season_or_404(request, slug)
    form = ArrangeForm(request.POST, season=one, action=request.path)
    return answer_form(
        request,
        form,
        lambda values: placing.arrange(
            season_id=one.pk,
            by=request.user,
            arrangement=form.arrangement(),
            expected_version=values["expected_version"],
        ),
        page=lambda: _show(request, one, form),
        done=_("The divisions are saved."),
        back=_desk(one),
    )


@form_of("season_desk")
@member_required
def season_pair(request: SignedInRequest, slug: str) -> HttpResponse:
    """Enter a pair; both are asked to accept."""
    one = own_season_or_404(request, slug)
    form = AddPairForm(request.POST, action=request.path)
    return answer_form(
        request,
        form,
        lambda values: signing_up.add_pair(season_id=one.pk, by=request.user, **values),
        page=lambda: _show(request, one, form),
        done=_("Both have been asked."),
        back=_desk(one),
    )


@form_of("season_desk")
@member_required
def season_add_team(request: SignedInRequest, slug: str) -> HttpResponse:
    """Enter a team with its present members."""
    one = own_season_or_404(request, slug)
    form = AddTeamForm(request.POST, season=one, action=request.path)
    return answer_form(
        request,
        form,
        lambda values: signing_up.sign_up_team(
            season_id=one.pk, by=request.user, team_id=values["team"]
        ),
        page=lambda: _show(request, one, form),
        done=lambda made: _("%(team)s is entered, and its players are notified.") % {"team": made},
        back=_desk(one),
    )


@form_of("season_desk")
@member_required
def season_remove(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Withdraw an entry before the season is published."""
    one = own_season_or_404(request, slug)
    return carry_out(
        request,
        lambda: signing_up.leave_before(entry_id=pk, by=request.user),
        done=_("The entry is withdrawn, and its players are notified."),
        back=_desk(one),
    )


@form_of("season_desk")
@member_required
def season_withdraw(request: SignedInRequest, slug: str) -> HttpResponse:
    """Withdraw an entry from a season under way."""
    one = own_season_or_404(request, slug)
    form = WithdrawForm(request.POST, season=one, action=request.path)
    return answer_form(
        request,
        form,
        lambda values: withdrawing.withdraw_entry(
            entry_id=values["entry"].pk, by=request.user, reason=values["reason"]
        ),
        page=lambda: _show(request, one, form),
        done=_("The entry is withdrawn, and its players are notified."),
        back=_desk(one),
    )


@form_of("season_desk")
@member_required
def season_end(request: SignedInRequest, slug: str) -> HttpResponse:
    """End a season early."""
    one = own_season_or_404(request, slug)
    form = EndSeasonForm(request.POST, action=request.path)
    return answer_form(
        request,
        form,
        lambda values: ending.end_season(season_id=one.pk, by=request.user, **values),
        page=lambda: _show(request, one, form),
        done=_("The season is over."),
        back=one.get_absolute_url(),
    )


@form_of("season_desk")
@member_required
def season_count(request: SignedInRequest, slug: str) -> HttpResponse:
    """Let a tournament count in a series."""
    one = own_season_or_404(request, slug)
    form = CountForm(request.POST, season=one, action=request.path)
    return answer_form(
        request,
        form,
        lambda values: counting.count_tournament(
            season_id=one.pk, by=request.user, tournament_id=values["tournament"]
        ),
        page=lambda: _show(request, one, form),
        done=lambda made: _("%(tournament)s counts.") % {"tournament": made},
        back=_desk(one),
    )


@form_of("season_desk")
@member_required
def season_drop(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Let a tournament count in a series no more."""
    one = own_season_or_404(request, slug)
    return carry_out(
        request,
        lambda: counting.drop_tournament(season_id=one.pk, by=request.user, tournament_id=pk),
        done=lambda made: _("%(tournament)s doesn’t count any more.") % {"tournament": made},
        back=_desk(one),
    )


@form_of("season_desk")
@member_required
def season_play_offs(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Draw the play-offs of a division whose rounds are over."""
    one = own_season_or_404(request, slug)
    if not one.divisions.filter(pk=pk).exists():
        raise Http404
    form = PlayOffsForm(request.POST, action=request.path, key=pk)
    return answer_form(
        request,
        form,
        lambda values: play_offs.start_play_offs(division_id=pk, by=request.user, **values),
        page=lambda: _show(request, one, form),
        done=_("The play-offs are drawn, and their players are notified."),
        back=lambda made: made.get_absolute_url(),
    )


@form_of("season_desk")
@member_required
def season_next(request: SignedInRequest, slug: str) -> HttpResponse:
    """Create the next season from the final tables."""
    one = own_season_or_404(request, slug)
    form = NextSeasonForm(request.POST, action=request.path)
    return answer_form(
        request,
        form,
        lambda values: ending.roll_over(season_id=one.pk, by=request.user, **values),
        page=lambda: _show(request, one, form),
        done=_("The next season is a draft. Look through its divisions."),
        back=_desk,
    )


def own_season_or_404(request: HttpRequest, slug: str) -> Season:
    """Return a season that the viewer organizes; 404 for any other, which look alike."""
    found = season_for(slug, request.user)
    if found is None or not is_organizer(found.league, person_of(request)):
        raise Http404
    return found


def _own_league_or_404(request: SignedInRequest, slug: str) -> League:
    found = league_for(slug, request.user)
    if found is None or not is_organizer(found, request.user):
        raise Http404
    return found


def _desk(season: Season) -> str:
    return reverse("season_desk", args=[season.slug])


def _show(request: HttpRequest, one: Season, refused: PageForm | None = None) -> HttpResponse:
    forms = FormsOfPage(refused)
    context: dict[str, Any] = {"season": one, "league": one.league, "forms": forms}
    if one.status in BEFORE:
        context |= {
            "placing": forms.place(
                ArrangeForm(season=one, action=reverse("season_arrange", args=[one.slug]))
            ),
            "draw": publishing.draw_of(one),
            "missing": _missing(one),
        }
        if one.kind == Season.Kind.PAIRS:
            action = reverse("season_pair", args=[one.slug])
            context["pair_form"] = forms.place(AddPairForm(action=action))
        else:
            action = reverse("season_add_team", args=[one.slug])
            context["team_form"] = forms.place(AddTeamForm(season=one, action=action))
    elif one.status == Season.Status.RUNNING:
        action = reverse("season_end", args=[one.slug])
        context["end_form"] = forms.place(EndSeasonForm(action=action))
        context["can_delete"] = not one.has_divisions and not one.tournaments.exists()
        if one.has_divisions:
            context["divisions"] = one.divisions.select_related("tournament")
            action = reverse("season_withdraw", args=[one.slug])
            context["play_offs"] = [
                (division, forms.place(_play_offs_form(one, division)))
                for division in play_offs.play_offs_due(one)
            ]
            context["withdraw_form"] = forms.place(WithdrawForm(season=one, action=action))
        else:
            action = reverse("season_count", args=[one.slug])
            context["count_form"] = forms.place(CountForm(season=one, action=action))
            context["counted"] = page_of(request, one.tournaments.order_by("-starts_at", "-pk"))
    elif one.followed_by.exists():
        context["following"] = one.followed_by.first()
    elif one.has_divisions:
        action = reverse("season_next", args=[one.slug])
        context["next_form"] = forms.place(NextSeasonForm(action=action))
        context["moves"] = ending.next_divisions(one)
    return render(request, "seasons/desk.html", context)


def _play_offs_form(season: Season, division: Division) -> PlayOffsForm:
    action = reverse("season_play_offs", args=[season.slug, division.pk])
    return PlayOffsForm(action=action, key=division.pk)


def _missing(season: Season) -> str:
    """Return what keeps the season from being published, in a sentence; "" if nothing does."""
    try:
        publishing.check_ready(season, publishing.draw_of(season))
    except Refused as refusal:
        return str(refusal)
    return ""
