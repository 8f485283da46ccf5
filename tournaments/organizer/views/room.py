"""A room's page for its organizers: digits and time of the round, cards for the tables, entries at the door."""

from datetime import timedelta
from io import BytesIO

import qrcode
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET
from qrcode.image.svg import SvgPathImage

from spades_site.accounts.actions import Action, Place
from spades_site.common.clock import now
from spades_site.common.folding import fold_name
from spades_site.common.forms import FormsOfPage, PageForm
from spades_site.common.pages import member_required, page_of
from tournaments.events.actions import importing
from tournaments.events.actions.night import attendance
from tournaments.events.actions.room import desk
from tournaments.events.models import Entry, Round, Single, Tournament
from tournaments.organizer.forms.room import CardsForm, ClockForm, DoorForm
from tournaments.organizer.views.running import own_or_404

A_PAGE = 8
"""Cards on a page of A4."""


@require_GET
@member_required
@never_cache
def tournament_room(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what an organizer needs in the room."""
    return _show(request, _room_or_404(request, slug))


@require_GET
@member_required
@never_cache
def room_cards(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the cards of the room's tables, to be printed on A4."""
    tournament = _room_or_404(request, slug)
    tables = list(tournament.room_tables.all())
    cards = [
        (
            one.number,
            _qr(request.build_absolute_uri(reverse("room_table", args=[one.token]))),
        )
        for one in tables
    ]
    context = {
        "tournament": tournament,
        "pages": [cards[at : at + A_PAGE] for at in range(0, len(cards), A_PAGE)],
        "address": request.build_absolute_uri(reverse("room_digits", args=[slug])),
    }
    return render(request, "organizer/room/cards.html", context)


class AtRoom(Place):
    """A room's page for organizers."""

    page = ("tournament_room",)

    def __init__(self, request: HttpRequest, **address: object) -> None:
        super().__init__(request, **address)  # type: ignore[arg-type]
        self.tournament = _room_or_404(request, self.slug)

    def show(self, form: PageForm) -> HttpResponse:
        return _show(self.request, self.tournament, form)

    @property
    def round(self) -> Round:
        """Return the round that the address names."""
        return get_object_or_404(Round, pk=self.pk, tournament=self.tournament)


def _set_clock(at: AtRoom) -> Round:
    minutes = at.values["minutes"]
    until = None if minutes is None else now() + timedelta(minutes=minutes)
    return desk.set_last_hand(round_id=at.round.pk, by=at.by, at=until, seen=at.values["seen"])


def _longer(at: AtRoom) -> Round:
    one = at.round
    return desk.set_last_hand(round_id=one.pk, by=at.by, at=desk.longer(one), seen=one.last_hand_at)


room_make_cards = Action(
    AtRoom,
    lambda at: desk.make_cards(tournament_id=at.tournament.pk, by=at.by, **at.values),
    form=CardsForm,
    to=lambda at, _made: reverse("room_cards", args=[at.slug]),
)
room_renew = Action(
    AtRoom,
    lambda at: desk.renew_digits(
        round_id=at.round.pk, by=at.by, seen=at.request.POST.get("seen", "")
    ),
    done=gettext_lazy("The round has new digits. Show them to everybody."),
)
room_clock = Action(AtRoom, _set_clock, form=ClockForm, done=gettext_lazy("The time is set."))
room_longer = Action(AtRoom, _longer, done=gettext_lazy("The round lasts longer."))
room_door = Action(
    AtRoom,
    lambda at: importing.import_entries(
        tournament_id=at.tournament.pk, by=at.by, text=typed(at.values["names"]), here=True
    ),
    form=DoorForm,
    done=lambda _at, made: (
        ngettext("%(n)d entry is new.", "%(n)d entries are new.", made) % {"n": made}
    ),
)


room_paid = Action(
    AtRoom,
    lambda at: attendance.note_paid(
        tournament_id=at.tournament.pk,
        by=at.by,
        place=at.request.POST.get("place", ""),
        paid=at.request.POST.get("paid") == "yes",
    ),
)


def typed(names: str) -> str:
    """Return names as typed at the door as a list to import: people without an account, except those with @."""
    lines = []
    for line in names.splitlines():
        parts = [part.strip() for part in line.replace("&", ",").split(",") if part.strip()]
        lines.append(
            ",".join(one[1:] if one.startswith("@") else f"*{one.lstrip('*')}" for one in parts)
        )
    return "\n".join(line for line in lines if line)


def _show(
    request: HttpRequest, tournament: Tournament, refused: PageForm | None = None
) -> HttpResponse:
    forms = FormsOfPage(refused)
    slug = tournament.slug
    entries = tournament.entries.filter(status__in=Entry.TAKING_PART)
    alone = tournament.singles.filter(status__in=Single.TAKING_PART)
    places = [
        *((f"entry:{one.pk}", one.name, one.paid_at) for one in entries),
        *(
            (f"single:{one.pk}", one.user.username, one.paid_at)
            for one in alone.select_related("user")
        ),
    ]
    places.sort(key=lambda place: (place[2] is not None, fold_name(place[1])))
    tables = tournament.room_tables.count()
    begin = {"tables": tables or max(2, tournament.max_entries // 2)}
    rounds = list(
        tournament.rounds.filter(status=Round.Status.PLAYING).order_by("stage__index", "number")
    )
    context = {
        "tournament": tournament,
        "forms": forms,
        "entered": len(places),
        "paid": sum(paid is not None for _place, _name, paid in places),
        "places": page_of(request, places),
        "tables": tables,
        "cards_form": forms.place(
            CardsForm(initial=begin, action=reverse("room_make_cards", args=[slug]))
        ),
        "door_form": forms.place(DoorForm(action=reverse("room_door", args=[slug]))),
        "rounds": [
            (
                one,
                forms.place(
                    ClockForm(
                        key=one.pk,
                        initial={"seen": one.last_hand_at},
                        action=reverse("room_clock", args=[slug, one.pk]),
                    )
                ),
            )
            for one in rounds
        ],
    }
    return render(request, "organizer/room/page.html", context)


def _room_or_404(request: HttpRequest, slug: str) -> Tournament:
    tournament = own_or_404(request, slug)
    if not tournament.is_in_room:
        raise Http404
    return tournament


def _qr(address: str) -> SafeString:
    """Return an address as a QR code, an SVG element."""
    out = BytesIO()
    qrcode.make(address, image_factory=SvgPathImage, border=1).save(out)
    text = out.getvalue().decode()
    return mark_safe(text[text.index("<svg") :])
