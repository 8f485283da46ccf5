"""Offering and answering times of a match in a window, hours, forfeit claims, appeals."""

from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from spades_site.accounts.requests import person_of
from spades_site.common.pages import answer_form, carry_out, member_required
from tournaments.events.actions.fixtures import availability, claims, conduct, time_offers
from tournaments.public.forms.play import AppealForm, TimesForm
from tournaments.public.views.matches import form_of_match, match_or_404, show_match


@form_of_match
@member_required
def time_offer(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Offer the other side times; errors are shown at the field. `hour` is one that all players have in common."""
    view = match_or_404(request, slug, pk)
    hour = moment_of(request.POST.get("hour", ""))
    if hour is not None:
        return carry_out(
            request,
            lambda: time_offers.offer_times(match_id=pk, user=person_of(request), times=[hour]),
            done=_("Offered."),
            back=view.line.match.get_absolute_url(),
        )
    form = TimesForm(request.POST, action=request.path)
    return answer_form(
        request,
        form,
        lambda _said: time_offers.offer_times(
            match_id=pk, user=person_of(request), times=form.times
        ),
        page=lambda: show_match(request, view, form),
        back=view.line.match.get_absolute_url(),
    )


@form_of_match
@member_required
def time_accept(request: HttpRequest, slug: str, pk: int, offer_id: int) -> HttpResponse:
    """Accept one of the times that the other side offers."""
    view = match_or_404(request, slug, pk)
    chosen = moment_of(request.POST.get("starts_at", ""))
    return carry_out(
        request,
        lambda: time_offers.accept_time(
            offer_id=offer_id, user=person_of(request), starts_at=chosen
        ),
        done=_("Agreed. Your table opens then."),
        back=view.line.match.get_absolute_url(),
    )


@form_of_match
@member_required
def time_answer(
    request: HttpRequest, slug: str, pk: int, offer_id: int, answer: str
) -> HttpResponse:
    """Decline the other side's offer, or withdraw one's own."""
    view = match_or_404(request, slug, pk)
    act, done = {
        "decline": (time_offers.decline_time, _("Declined. Offer them another time.")),
        "withdraw": (time_offers.withdraw_offer, _("Withdrawn.")),
    }[answer]
    return carry_out(
        request,
        lambda: act(offer_id=offer_id, user=person_of(request)),
        done=done,
        back=view.line.match.get_absolute_url(),
    )


@form_of_match
@member_required
def match_hours(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Store in which hours of the window the user can play."""
    view = match_or_404(request, slug, pk)
    hours = [moment_of(text) for text in request.POST.getlist("hours")]
    return carry_out(
        request,
        lambda: availability.mark_hours(
            match_id=pk,
            user=person_of(request),
            hours=[hour for hour in hours if hour is not None],
        ),
        done=_("Your hours are saved."),
        back=view.line.match.get_absolute_url() + "#hours",
    )


@form_of_match
@member_required
def match_claim(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Claim the forfeit of a side that hasn't come."""
    view = match_or_404(request, slug, pk)
    return carry_out(
        request,
        lambda: claims.claim_forfeit(match_id=pk, user=person_of(request)),
        done=_("Claimed. The other side is notified."),
        back=view.line.match.get_absolute_url(),
    )


@form_of_match
@member_required
def conduct_appeal(request: HttpRequest, slug: str, pk: int, mark_id: int) -> HttpResponse:
    """Appeal against a warning or deducted points."""
    view = match_or_404(request, slug, pk)
    form = AppealForm(request.POST, key=mark_id, action=request.path)
    return answer_form(
        request,
        form,
        lambda said: conduct.appeal(mark_id=mark_id, user=person_of(request), **said),
        page=lambda: show_match(request, view, form),
        done=_("The organizer is notified."),
        back=view.line.match.get_absolute_url(),
    )


def moment_of(text: str) -> datetime | None:
    """Return the time that a button submitted; None for anything else."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else None
