"""Preparing a season's divisions and fixtures, and running it."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET

from spades_site.accounts.actions import Action, Place
from spades_site.accounts.requests import person_of
from spades_site.common.errors import Refused
from spades_site.common.forms import FormsOfPage, PageForm
from spades_site.common.pages import member_required, page_of
from tournaments.events.models import Status
from tournaments.leagues.hooks import counted_in
from tournaments.leagues.models import Season
from tournaments.leagues.permissions import is_organizer
from tournaments.organizer.forms.season_desk import (
    AddPairForm,
    AddTeamForm,
    ArrangeForm,
    CountForm,
    EndSeasonForm,
    EveningForm,
    FinalForm,
    LateEntryForm,
    NextSeasonForm,
    PlayOffsForm,
    PostponeForm,
    WithdrawForm,
)
from tournaments.seasons.core import BEFORE, accepts_late, season_for
from tournaments.seasons.entries import placing, signing_up, withdrawing
from tournaments.seasons.lifecycle import (
    ending,
    final,
    late,
    planning,
    play_offs,
    postponing,
    publishing,
    reopening,
)
from tournaments.seasons.models import Division, SeasonEntry
from tournaments.seasons.queries import picking
from tournaments.seasons.queries.pages import final_of
from tournaments.seasons.tables import counting
from tournaments.seasons.tables.evenings import host_of, times_of
from tournaments.seasons.tables.qualifying import qualifying
from tournaments.seasons.terms import terms_of


@require_GET
@member_required
def season_desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the organizers what a season needs next."""
    return _show(request, own_season_or_404(request, slug))


class AtSeason(Place):
    """A season's desk."""

    page = ("season_desk",)

    def __init__(self, request: HttpRequest, **address: Any) -> None:
        super().__init__(request, **address)
        self.season = own_season_or_404(request, self.slug)

    def show(self, form: PageForm) -> HttpResponse:
        return _show(self.request, self.season, form)


season_open = Action(
    AtSeason,
    lambda at: planning.open_sign_up(season_id=at.season.pk, by=at.by),
    done=gettext_lazy("Sign-up is open, and the members are notified."),
)
season_place = Action(
    AtSeason,
    lambda at: placing.place_by_rating(season_id=at.season.pk, by=at.by),
    done=gettext_lazy("Everybody is placed. Change what you like."),
)
season_publish = Action(
    AtSeason,
    lambda at: publishing.publish(season_id=at.season.pk, by=at.by),
    done=gettext_lazy("The season is published, and everybody is notified."),
)
season_delete = Action(
    AtSeason,
    lambda at: planning.delete_season(season_id=at.season.pk, by=at.by),
    done=gettext_lazy("The season is deleted."),
    to=lambda at, _made: at.season.league.get_absolute_url(),
)
season_arrange = Action(
    AtSeason,
    lambda at: placing.arrange(season_id=at.season.pk, by=at.by, **at.values),
    form=lambda at: at.bound(ArrangeForm, season=at.season),
    done=gettext_lazy("The divisions are saved."),
)
season_pair = Action(
    AtSeason,
    lambda at: signing_up.add_pair(season_id=at.season.pk, by=at.by, **at.values),
    form=AddPairForm,
    people=lambda at: picking.to_enter(at.season, at.by, oneself=True),
    done=gettext_lazy("Both have been asked."),
)
season_add_team = Action(
    AtSeason,
    lambda at: signing_up.sign_up_team(season_id=at.season.pk, by=at.by, team_id=at.values["team"]),
    form=lambda at: at.bound(AddTeamForm, season=at.season),
    done=lambda _at, made: _("%(team)s is entered, and its players are notified.") % {"team": made},
)
season_remove = Action(
    AtSeason,
    lambda at: signing_up.leave_before(entry_id=at.pk, by=at.by),
    done=gettext_lazy("The entry is withdrawn, and its players are notified."),
)
season_withdraw = Action(
    AtSeason,
    lambda at: withdrawing.withdraw_entry(
        entry_id=at.values["entry"].pk, by=at.by, reason=at.values["reason"]
    ),
    form=lambda at: at.bound(WithdrawForm, season=at.season),
    done=gettext_lazy("The entry is withdrawn, and its players are notified."),
)
season_late = Action(
    AtSeason,
    lambda at: late.add_late(
        entry_id=at.values["entry"], by=at.by, division_id=at.values["division"]
    ),
    form=lambda at: at.bound(LateEntryForm, season=at.season),
    done=gettext_lazy("The entry is in the division, and its players are notified."),
)
season_end = Action(
    AtSeason,
    lambda at: ending.end_season(season_id=at.season.pk, by=at.by, reason=at.values["reason"]),
    form=lambda at: at.bound(EndSeasonForm, season=at.season),
    done=gettext_lazy("The season is over."),
    to=lambda at, _made: at.season.get_absolute_url(),
)
season_undo_end = Action(
    AtSeason,
    lambda at: reopening.undo_end(season_id=at.season.pk, by=at.by),
    done=gettext_lazy("The season goes on, and everybody who plays is notified."),
)
season_postpone = Action(
    AtSeason,
    lambda at: postponing.postpone_season(season_id=at.season.pk, by=at.by, **at.values),
    form=PostponeForm,
    done=gettext_lazy("The season is postponed, and everybody who plays is notified."),
)
season_count = Action(
    AtSeason,
    lambda at: counting.count_tournament(
        season_id=at.season.pk, by=at.by, tournament_id=at.values["tournament"]
    ),
    form=lambda at: at.bound(CountForm, season=at.season),
    done=lambda _at, made: _("%(tournament)s counts.") % {"tournament": made},
)
season_drop = Action(
    AtSeason,
    lambda at: counting.drop_tournament(season_id=at.season.pk, by=at.by, tournament_id=at.pk),
    done=lambda _at, made: _("%(tournament)s doesn’t count any more.") % {"tournament": made},
)
season_evening = Action(
    AtSeason,
    lambda at: counting.set_evening(
        season_id=at.season.pk,
        by=at.by,
        tournament_id=at.values["tournament"],
        times=at.values["times"],
        host=at.values["host"],
    ),
    form=lambda at: at.bound(EveningForm, season=at.season),
    people=lambda at: picking.to_enter(at.season, at.by, oneself=True),
    done=lambda _at, made: _("Saved how %(tournament)s counts.") % {"tournament": made},
)
season_final = Action(
    AtSeason,
    lambda at: final.make_final(season_id=at.season.pk, by=at.by, **at.values),
    form=lambda at: at.bound(FinalForm, season=at.season),
    done=gettext_lazy(
        "The final is made as a draft. Open its registration to enter and notify those who qualify."
    ),
    to=lambda _at, made: made.get_absolute_url(),
)
season_play_offs = Action(
    AtSeason,
    lambda at: play_offs.start_play_offs(division_id=at.pk, by=at.by, **at.values),
    form=lambda at: at.bound(PlayOffsForm, key=get_object_or_404(at.season.divisions, pk=at.pk).pk),
    done=gettext_lazy("The play-offs are drawn, and their players are notified."),
    to=lambda _at, made: made.get_absolute_url(),
)
season_next = Action(
    AtSeason,
    lambda at: ending.roll_over(season_id=at.season.pk, by=at.by, **at.values),
    form=NextSeasonForm,
    done=gettext_lazy("The next season is a draft. Look through its divisions."),
    to=lambda _at, made: desk_of(made),
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
        context["end_form"] = forms.place(EndSeasonForm(season=one, action=action))
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
            context["counted"] = page_of(
                request,
                one.tournaments.select_related("evening__host", "created_by").order_by(
                    "-starts_at", "-pk"
                ),
            )
            context["evenings"] = [
                (each, times_of(each), host_of(each)) for each in context["counted"]
            ]
            context["counted_events"] = counted_in(one)
            action = reverse("season_evening", args=[one.slug])
            context["evening_form"] = forms.place(EveningForm(season=one, action=action))
    elif one.followed_by.exists():
        context["following"] = one.followed_by.first()
    elif one.has_divisions:
        action = reverse("season_next", args=[one.slug])
        context["next_form"] = forms.place(NextSeasonForm(action=action))
        context["moves"] = ending.next_divisions(one)
    if terms_of(one).has_final and not one.has_divisions:
        context |= _final(request, one, forms)
    if one.status == Season.Status.FINISHED:
        context["can_undo"] = reopening.why_not_undo(one) is None
    return render(request, "organizer/season/desk.html", context)


def _final(request: HttpRequest, one: Season, forms: FormsOfPage) -> dict[str, Any]:
    """Return the final of a series, or who would play it now with the form that makes it."""
    made = final_of(one, request.user)
    if made is not None and made.status != Status.CANCELLED:
        return {"final": made}
    form = FinalForm(season=one, action=reverse("season_final", args=[one.slug]))
    return {
        "qualifying": qualifying(one),
        "final_form": forms.place(form) if one.league.tournament_templates.exists() else None,
    }


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
