"""The page of a person's statistics."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.analysis.figures import ENOUGH, accuracy_of
from games.ratings.views import member_named, to_present_name
from games.statistics import drawings
from games.statistics import figures as of
from spades_site.accounts.friends import may_see_profile


@require_safe
def statistics(request: HttpRequest, username: str) -> HttpResponse:
    """Show what a member bids and makes: compared with everybody, over time, by seat and by partner."""
    person = member_named(username)
    if person is None:
        return to_present_name("statistics", username)
    if not may_see_profile(request.user, person):
        raise Http404
    hands = of.hands_of(person, request.user)
    all_figures, all_bids = of.of_everybody()
    own = of.figures(hands)
    context = {
        "person": person,
        "is_self": request.user == person,
        "own": own,
        "everybody": all_figures,
        "bars": drawings.bid_bars(of.bids(hands), all_bids),
        "line": drawings.made_line(of.over_time(hands), all_figures.made_percent),
        "stretch": of.STRETCH,
        "seats": of.by_seat(hands),
        "partners": of.by_partner(hands),
    }
    if request.user == person:
        context |= {"accuracy": accuracy_of(person), "enough": ENOUGH}
    return render(request, "statistics/statistics.html", context)
