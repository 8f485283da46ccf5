"""Preparing a season's divisions and fixtures, and running it."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from spades_site.accounts.requests import SignedInRequest, person_of
from spades_site.common.errors import Refused
from spades_site.common.forms import FormsOfPage, PageForm
from spades_site.common.pages import answer_form, carry_out, form_of, member_required, page_of
from tournaments.leagues.models import Season
from tournaments.leagues.permissions import is_organizer
from tournaments.organizer.forms.season_desk import (
    AddPairForm,
    AddTeamForm,
    ArrangeForm,
    CountForm,
    EndSeasonForm,
    LateEntryForm,
    NextSeasonForm,
    PlayOffsForm,
    PostponeForm,
    WithdrawForm,
)
from tournaments.seasons.core import BEFORE, accepts_late, season_for
from tournaments.seasons.entries import placing, signing_up, withdrawing
from tournaments.seasons.lifecycle import ending, late, planning, play_offs, postponing, publishing
from tournaments.seasons.models import Division, SeasonEntry
from tournaments.seasons.tables import counting


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
    return carry_out(
        request,
        lambda: act(season_id=one.pk, by=request.user),
        done=done,
        back=desk_of(one),
        to=lambda _made: one.league.get_absolute_url() if step == "delete" else desk_of(one),
    )


@form_of("season_desk")
@member_required
def season_arrange(request: SignedInRequest, slug: str) -> HttpResponse:
    """Store each entry's division and its number there."""
    one = own_season_or_404(request, slug)
    form = ArrangeForm(request.POST, season=one, action=request.path)
    return _answer_at_desk(
        request,
        one,
        form,
        lambda values: placing.arrange(
            season_id=one.pk,
            by=request.user,
            arrangement=form.arrangement(),
            expected_version=values["expected_version"],
        ),
        done=_("The divisions are saved."),
    )


@form_of("season_desk")
@member_required
def season_pair(request: SignedInRequest, slug: str) -> HttpResponse:
    """Enter a pair; both are asked to accept."""
    one = own_season_or_404(request, slug)
    form = AddPairForm(request.POST, action=request.path)
    return _answer_at_desk(
        request,
        one,
        form,
        lambda values: signing_up.add_pair(season_id=one.pk, by=request.user, **values),
        done=_("Both have been asked."),
    )


@form_of("season_desk")
@member_required
def season_add_team(request: SignedInRequest, slug: str) -> HttpResponse:
    """Enter a team with its present members."""
    one = own_season_or_404(request, slug)
    form = AddTeamForm(request.POST, season=one, action=request.path)
    return _answer_at_desk(
        request,
        one,
        form,
        lambda values: signing_up.sign_up_team(
            season_id=one.pk, by=request.user, team_id=values["team"]
        ),
        done=lambda made: _("%(team)s is entered, and its players are notified.") % {"team": made},
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
        back=desk_of(one),
    )


@form_of("season_desk")
@member_required
def season_withdraw(request: SignedInRequest, slug: str) -> HttpResponse:
    """Withdraw an entry from a season under way."""
    one = own_season_or_404(request, slug)
    form = WithdrawForm(request.POST, season=one, action=request.path)
    return _answer_at_desk(
        request,
        one,
        form,
        lambda values: withdrawing.withdraw_entry(
            entry_id=values["entry"].pk, by=request.user, reason=values["reason"]
        ),
        done=_("The entry is withdrawn, and its players are notified."),
    )


@form_of("season_desk")
@member_required
def season_late(request: SignedInRequest, slug: str) -> HttpResponse:
    """Put a late entry into a division of a season under way."""
    one = own_season_or_404(request, slug)
    form = LateEntryForm(request.POST, season=one, action=request.path)
    return answer_form(
        request,
        form,
        lambda values: late.add_late(
            entry_id=values["entry"], by=request.user, division_id=values["division"]
        ),
        page=lambda: _show(request, one, form),
        done=_("The entry is in the division, and its players are notified."),
        back=desk_of(one),
    )


@form_of("season_desk")
@member_required
def season_end(request: SignedInRequest, slug: str) -> HttpResponse:
    """End a season early."""
    one = own_season_or_404(request, slug)
    form = EndSeasonForm(request.POST, action=request.path)
    return _answer_at_desk(
        request,
        one,
        form,
        lambda values: ending.end_season(season_id=one.pk, by=request.user, **values),
        done=_("The season is over."),
        back=one.get_absolute_url(),
    )


@form_of("season_desk")
@member_required
def season_postpone(request: SignedInRequest, slug: str) -> HttpResponse:
    """Postpone the weeks in which no match has begun."""
    one = own_season_or_404(request, slug)
    form = PostponeForm(request.POST, action=request.path)
    return _answer_at_desk(
        request,
        one,
        form,
        lambda values: postponing.postpone_season(season_id=one.pk, by=request.user, **values),
        done=_("The season is postponed, and everybody who plays is notified."),
    )


@form_of("season_desk")
@member_required
def season_count(request: SignedInRequest, slug: str) -> HttpResponse:
    """Let a tournament count in a series."""
    one = own_season_or_404(request, slug)
    form = CountForm(request.POST, season=one, action=request.path)
    return _answer_at_desk(
        request,
        one,
        form,
        lambda values: counting.count_tournament(
            season_id=one.pk, by=request.user, tournament_id=values["tournament"]
        ),
        done=lambda made: _("%(tournament)s counts.") % {"tournament": made},
    )


@form_of("season_desk")
@member_required
def season_drop(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Stop counting a tournament in a series."""
    one = own_season_or_404(request, slug)
    return carry_out(
        request,
        lambda: counting.drop_tournament(season_id=one.pk, by=request.user, tournament_id=pk),
        done=lambda made: _("%(tournament)s doesn’t count any more.") % {"tournament": made},
        back=desk_of(one),
    )


@form_of("season_desk")
@member_required
def season_play_offs(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Draw the play-offs of a division whose rounds are over."""
    one = own_season_or_404(request, slug)
    if not one.divisions.filter(pk=pk).exists():
        raise Http404
    form = PlayOffsForm(request.POST, action=request.path, key=pk)
    return _answer_at_desk(
        request,
        one,
        form,
        lambda values: play_offs.start_play_offs(division_id=pk, by=request.user, **values),
        done=_("The play-offs are drawn, and their players are notified."),
        back=lambda made: made.get_absolute_url(),
    )


@form_of("season_desk")
@member_required
def season_next(request: SignedInRequest, slug: str) -> HttpResponse:
    """Create the next season from the final tables."""
    one = own_season_or_404(request, slug)
    form = NextSeasonForm(request.POST, action=request.path)
    return _answer_at_desk(
        request,
        one,
        form,
        lambda values: ending.roll_over(season_id=one.pk, by=request.user, **values),
        done=_("The next season is a draft. Look through its divisions."),
        back=desk_of,
    )


def _answer_at_desk[Made](
    request: HttpRequest,
    one: Season,
    form: PageForm,
    act: Callable[[dict[str, Any]], Made],
    *,
    done: str | Callable[[Made], str],
    back: str | Callable[[Made], str] = "",
) -> HttpResponse:
    """Handle a form of a season's desk, and go to `back`, by default the desk."""
    return answer_form(
        request,
        form,
        act,
        page=lambda: _show(request, one, form),
        done=done,
        back=back or desk_of(one),
    )


def own_season_or_404(request: HttpRequest, slug: str) -> Season:
    """Return a season that the viewer organizes; 404 for any other (indistinguishable on purpose)."""
    found = season_for(slug, request.user)
    if found is None or not is_organizer(found.league, person_of(request)):
        raise Http404
    return found


def desk_of(season: Season) -> str:
    """Return the address of a season's desk."""
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
            context |= _postponing(request, one, forms)
            if accepts_late(one):
                context |= _late(one, forms)
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
    return render(request, "organizer/season/desk.html", context)


def _late(one: Season, forms: FormsOfPage) -> dict[str, Any]:
    """Return the forms for late entries and their divisions, and the entries that haven't been accepted yet."""
    context: dict[str, Any] = {"late_asked": one.entries.filter(status=SeasonEntry.Status.INVITED)}
    if one.kind == Season.Kind.PAIRS:
        pair = AddPairForm(action=reverse("season_pair", args=[one.slug]))
        context["pair_form"] = forms.place(pair)
    else:
        team = AddTeamForm(season=one, action=reverse("season_add_team", args=[one.slug]))
        context["team_form"] = forms.place(team)
    if late.waiting_late(one).exists():
        action = reverse("season_late", args=[one.slug])
        context["late_form"] = forms.place(LateEntryForm(season=one, action=action))
    return context


def _postponing(request: HttpRequest, season: Season, forms: FormsOfPage) -> dict[str, Any]:
    """Return the preview of postponing by the `weeks` in the address, with the form; without `weeks` only the choice."""
    text = request.GET.get("weeks", "")
    weeks = int(text) if text.isdecimal() and len(text) < 3 else 0
    chosen = weeks if 1 <= weeks <= postponing.MOST_WEEKS else 0
    preview = postponing.postponement(season, chosen or 1)
    if preview is None:
        return {}
    form = PostponeForm(
        action=reverse("season_postpone", args=[season.slug]) + f"?weeks={chosen}",
        initial={"to": preview.to},
    )
    return {
        "postpone_weeks": range(1, postponing.MOST_WEEKS + 1),
        "postpone_chosen": chosen,
        "postpone": preview,
        "postpone_form": forms.place(form),
    }


def _play_offs_form(season: Season, division: Division) -> PlayOffsForm:
    action = reverse("season_play_offs", args=[season.slug, division.pk])
    return PlayOffsForm(action=action, key=division.pk)


def _missing(season: Season) -> str:
    """Return a sentence with the reason why the season can't be published yet; "" if it can."""
    try:
        publishing.check_ready(season, publishing.draw_of(season))
    except Refused as refusal:
        return str(refusal)
    return ""
