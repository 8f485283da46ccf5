"""Offering and answering times of a match in a window, hours, forfeit claims, appeals."""

from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from spades_site.accounts.actions import Action
from spades_site.accounts.requests import person_of
from spades_site.common.pages import answer_form, carry_out, form_of, member_required
from tournaments.events.actions.fixtures import availability, claims, conduct, time_offers
from tournaments.public.forms.play import AppealForm, TimesForm
from tournaments.public.views.matches import AtMatch, match_or_404, show_match


@form_of("match", "slug", "pk")
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


time_accept = Action(
    AtMatch,
    lambda at: time_offers.accept_time(
        offer_id=at.key, user=at.by, starts_at=moment_of(at.request.POST.get("starts_at", ""))
    ),
    done=gettext_lazy("Agreed. Your table opens then."),
)
time_decline = Action(
    AtMatch,
    lambda at: time_offers.decline_time(offer_id=at.key, user=at.by),
    done=gettext_lazy("Declined. Offer them another time."),
)
time_withdraw = Action(
    AtMatch,
    lambda at: time_offers.withdraw_offer(offer_id=at.key, user=at.by),
    done=gettext_lazy("Withdrawn."),
)


class AtHours(AtMatch):
    """The hours of a match's window."""

    @property
    def back(self) -> str:
        return f"{super().back}#hours"


match_hours = Action(
    AtHours,
    lambda at: availability.mark_hours(
        match_id=at.pk,
        user=at.by,
        hours=[hour for text in at.request.POST.getlist("hours") if (hour := moment_of(text))],
    ),
    done=gettext_lazy("Your hours are saved."),
)
match_claim = Action(
    AtMatch,
    lambda at: claims.claim_forfeit(match_id=at.pk, user=at.by),
    done=gettext_lazy("Claimed. The other side is notified."),
)
conduct_appeal = Action(
    AtMatch,
    lambda at: conduct.appeal(mark_id=at.key, user=at.by, **at.values),
    form=lambda at: at.bound(AppealForm, key=at.key),
    done=gettext_lazy("The organizer is notified."),
)


def moment_of(text: str) -> datetime | None:
    """Return the time that a button submitted; None for anything else."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else None
