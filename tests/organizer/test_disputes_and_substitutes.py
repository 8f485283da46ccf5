"""Organizers' handling of contested results and absent players."""

from decimal import Decimal
from html import escape
from typing import Any

import pytest

from tests.public.buttons import forms_on
from tests.support.squeezed import squeezed
from tournaments.events.models import Penalty, SubstituteOffer, Substitution

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_a_result_is_contested_on_its_page_and_let_stand(club: Any, client: Any) -> None:
    cup = club.started(4)
    match = club.in_play(cup)[0]
    club.finish(match, 500, 100)
    page = match.get_absolute_url()
    loser = match.entries[1].players.first().user
    client.force_login(loser)
    assert "Contest the result" in client.get(page).content.decode()
    empty = client.post(f"{page}contest/", {"text": " "})
    assert (empty.status_code, list(empty.context["contest_form"].errors)) == (422, ["text"])
    assert client.post(f"{page}contest/", {"text": "They told cards."}).url == page
    assert "They told cards." in client.get(page).content.decode()
    client.force_login(club.player("zoe"))
    seen = client.get(page).content.decode()
    assert "This result is contested" in seen
    assert "They told cards." not in seen
    assert client.post(f"{page}contest/", {"text": "Me too."}).status_code == 422
    client.force_login(club.organizer)
    assert "Result of round 1 contested by" in client.get("/organize/").content.decode()
    dispute = match.disputes.get()
    mine = f"/organize/tournaments/cup/matches/{match.pk}/"
    assert "They told cards." in client.get(mine).content.decode()
    client.post(f"{mine}disputes/{dispute.pk}/reject/", {"answer": "I watched the replay."})
    dispute.refresh_from_db()
    assert (dispute.status, dispute.answer) == ("rejected", "I watched the replay.")


@pytest.mark.slow
def test_somebody_is_asked_put_in_and_out_again(club: Any, client: Any) -> None:
    cup = club.started(2)
    zoe = club.player("zoe")
    entry = cup.entries.get(name="a1 & b1")
    client.force_login(club.organizer)
    page = "/organize/tournaments/cup/"
    out = club.player("b1").pk
    said = {"out": out, "username": "zoe", "reason": "b1 is ill"}
    assert client.post(f"{page}entries/{entry.pk}/substitute/", said).url == page
    shown = client.get(page, follow=True).content.decode()
    assert "zoe has been asked, and plays from the next table on after accepting." in shown
    offer = SubstituteOffer.objects.get()
    assert f'action="{page}substitute-offers/{offer.pk}/take-back/"' in shown
    assert (
        "<bdi>zoe</bdi> asked to substitute" in client.get(f"{page}desk/?show=all").content.decode()
    )
    client.post(f"{page}substitute-offers/{offer.pk}/take-back/")
    assert client.post(f"{page}entries/{entry.pk}/substitute/", said).url == page
    offer = SubstituteOffer.objects.get(status="open")
    answer = f"/tournaments/cup/substitute-offers/{offer.pk}/"
    client.force_login(club.player("a2"))
    assert "asks you to play" not in client.get("/tournaments/cup/").content.decode()
    client.post(f"{answer}accept/")
    assert not Substitution.objects.exists()
    client.force_login(zoe)
    seen = client.get("/tournaments/cup/").content.decode()
    assert "ann asks you to play for b1 from the next table on." in seen
    assert f'action="{answer}decline/"' in seen
    assert client.post(f"{answer}accept/").url == "/tournaments/cup/"
    client.force_login(club.organizer)
    made = Substitution.objects.get()
    shown = client.get(page).content.decode()
    assert "<bdi>zoe</bdi> instead of <bdi>b1</bdi>" in shown
    assert "b1 is ill" in shown
    (back,) = [form for form in forms_on(shown, page) if form.label == "Ask b1 back"]
    assert (back.action, back.values | {"csrfmiddlewaretoken": ""}) == (
        f"{page}entries/{entry.pk}/substitute/",
        {
            "out": str(zoe.pk),
            "username": "b1",
            "reason": "Back in their place",
            "csrfmiddlewaretoken": "",
        },
    )
    client.post(back.action, back.values)
    entry.refresh_from_db()
    assert (made.entry, entry.name) == (entry, "a1 & zoe")
    answer = f"/tournaments/cup/substitute-offers/{SubstituteOffer.objects.get(status='open').pk}/"
    client.force_login(club.player("b1"))
    client.post(f"{answer}accept/")
    entry.refresh_from_db()
    assert entry.name == "a1 & b1"
    client.force_login(club.player("a2"))
    assert client.post(f"{page}entries/{entry.pk}/substitute/", said).status_code == 404


OPEN_TABLE = (
    "Their table is open, and goes on with the players who sit at it: the change counts from the next table on. To let"
    " somebody else play on there, choose “Replace” at that table on the desk."
)


@pytest.mark.slow
def test_the_page_says_that_an_open_table_keeps_its_players(club: Any, client: Any) -> None:
    cup = club.started(4, format="swiss", rounds=2)
    client.force_login(club.organizer)
    page = "/organize/tournaments/cup/"

    def hints() -> int:
        pages = (client.get(f"{page}entries/{each.pk}/") for each in cup.entries.all())
        return sum(OPEN_TABLE in squeezed(each) for each in pages)

    assert hints() == 4
    over, _open = club.in_play(cup)
    club.finish(over, 500, 100)
    assert hints() == 2
    club.player("zoe")
    for entry, hinted in ((over.entries[0], False), (_open.entries[0], True)):
        said = {"out": entry.players.first().user_id, "username": "zoe", "reason": "ill"}
        shown = client.post(f"{page}entries/{entry.pk}/substitute/", said, follow=True)
        words = "zoe has been asked, and plays from the next table on after accepting."
        hint = " The table that is open goes on with its players."
        assert [str(message) for message in shown.context["messages"]] == [
            words + hint if hinted else words
        ]


@pytest.mark.slow
def test_shared_deals_let_nobody_play_a_match_anew(club: Any, client: Any) -> None:
    cup = club.started(4, format="swiss", rounds=2, comparison="matchpoints", match_hands=2)
    client.force_login(club.organizer)
    page = squeezed(client.get(f"/organize/tournaments/cup/entries/{cup.entries.first().pk}/"))
    assert OPEN_TABLE.split(" To let")[0] in page
    assert "choose “Replace”" not in page


@pytest.mark.slow
def test_points_are_taken_off_and_given_back(club: Any, client: Any) -> None:
    cup = club.started(2, format="swiss", rounds=1)
    entry = cup.entries.get(name="a1 & b1")
    client.force_login(club.organizer)
    page = "/organize/tournaments/cup/"
    assert f'href="{page}entries/{entry.pk}/"' in client.get(page).content.decode()
    shown = client.get(f"{page}entries/{entry.pk}/").content.decode()
    assert f'action="{page}entries/{entry.pk}/penalty/"' in shown
    said = {"points": "0,5", "reason": "late <twice>"}
    assert client.post(f"{page}entries/{entry.pk}/penalty/", said).url == page
    made = Penalty.objects.get()
    assert (made.entry, made.amount) == (entry, Decimal("0.5"))
    shown = squeezed(client.get(page))
    assert '<bdi>a1 &amp; b1</bdi>: <span class="num">−0.5</span>' in shown
    assert "late &lt;twice&gt;" in shown
    client.post(f"{page}penalties/{made.pk}/undo/")
    assert "penalties/" not in client.get(page).content.decode()
    made.refresh_from_db()
    assert made.undone_at is not None
    client.force_login(club.player("a2"))
    for address in (f"entries/{entry.pk}/penalty/", f"penalties/{made.pk}/undo/"):
        assert client.post(page + address, said).status_code == 404
    knock_out = club.started(2, format="knock_out", name="Bracket")
    client.force_login(club.organizer)
    first = knock_out.entries.first()
    other = f"/organize/tournaments/{knock_out.slug}/entries/{first.pk}/"
    shown = client.get(other).content.decode()
    assert ("/remove/" in shown, "/penalty/" in shown) == (True, False)


@pytest.mark.slow
def test_a_draw_is_looked_at_changed_and_confirmed(club: Any, client: Any) -> None:
    cup = club.started(4, format="swiss", confirm_draws=True)
    client.force_login(club.organizer)
    page = "/organize/tournaments/cup/"
    assert "Draw of round 1" in client.get(page).content.decode()
    draft = cup.rounds.get()
    one, other = draft.matches.all()
    said = {"first": one.entries[0].pk, "second": other.entries[0].pk, "reason": "why not"}
    shown = squeezed(client.get(f"{page}rounds/{draft.pk}/swap/", said))
    assert "Nothing has changed yet." in shown
    for was, name in ((one, other.entries[0].name), (other, one.entries[0].name)):
        assert f"<bdi>{escape(was.title)}</bdi>" in shown
        assert f"<bdi>{escape(name)} – {escape(was.entries[1].name)}</bdi>" in shown
    assert [match.pk for match in draft.matches.all()] == [one.pk, other.pk]
    same = squeezed(client.get(f"{page}rounds/{draft.pk}/swap/", {**said, "second": said["first"]}))
    assert "These two already meet. Choose entries of two matches." in same
    assert client.post(f"{page}rounds/{draft.pk}/swap/", said).url == f"{page}#draft"
    assert [match.entries[0].pk for match in draft.matches.all()] == [
        other.entries[0].pk,
        one.entries[0].pk,
    ]
    # A second organizer still has the draw before that change before them.
    late = {"expected_version": one.pk}
    for button in (
        {**said, **late, "button": "swap"},
        {**late, "button": "confirm"},
        {**late, "button": "redraw"},
    ):
        told = squeezed(client.post(f"{page}rounds/{draft.pk}/{button['button']}/", button))
        assert "The draw has changed since you looked at it." in told
    assert [match.entries[0].pk for match in draft.matches.all()] == [
        other.entries[0].pk,
        one.entries[0].pk,
    ]
    newest = draft.matches.all()[0].pk
    # The reason comes first, also where the two meet by now.
    meet = {**said, **late, "first": other.entries[0].pk, "second": one.entries[1].pk}
    told_of_swap = squeezed(client.post(f"{page}rounds/{draft.pk}/swap/", meet))
    assert "The draw has changed since you looked at it." in told_of_swap
    # A refused question holds the present draw, so that a second press confirms it.
    asking = client.post(f"{page}rounds/{draft.pk}/confirm/", late, headers={"HX-Request": "true"})
    assert (asking.status_code, asking["HX-Retarget"]) == (422, "#question")
    assert f'name="expected_version" value="{newest}"' in squeezed(asking)
    assert told.count(f'name="expected_version" value="{newest}"') == 1
    confirm = f"{page}rounds/{draft.pk}/confirm/?seen={newest}"
    assert f'href="{confirm}"' in told
    asked = squeezed(client.get(confirm))
    assert "Confirm the draw of round 1?" in asked
    assert "2 matches are published, and their players are told." in asked
    client.post(f"{page}rounds/{draft.pk}/redraw/", {"expected_version": newest})
    draft.refresh_from_db()
    assert (draft.draw_no, draft.status) == (2, "drafted")
    client.force_login(club.player("a1"))
    assert client.post(f"{page}rounds/{draft.pk}/confirm/").status_code == 404
    client.force_login(club.organizer)
    client.post(f"{page}rounds/{draft.pk}/confirm/")
    assert len(club.in_play(cup)) == 2
    gone = client.post(f"{page}rounds/{draft.pk}/swap/", said, follow=True)
    assert "That draw is already confirmed and can’t be changed." in squeezed(gone)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("key", ["9" * 5000, "9" * 30, "²", "-1", ""])
def test_an_invalid_key_is_refused_with_a_sentence(club: Any, client: Any, key: str) -> None:
    cup = club.started(4, format="swiss", rounds=3, confirm_draws=True)
    entry, draft = cup.entries.first(), cup.rounds.get()
    client.force_login(club.organizer)
    page = "/organize/tournaments/cup/"
    forms = {
        f"rounds/{draft.pk}/swap/": {"first": key, "second": key, "reason": "x"},
        f"rounds/{draft.pk}/confirm/": {"expected_version": key or "9" * 5000},
        f"entries/{entry.pk}/substitute/": {"out": key, "username": "a2", "reason": "x"},
        "apart/": {"first": key, "second": key},
    }
    told = [client.post(page + address, said).status_code for address, said in forms.items()]
    assert told == [422] * len(forms)


@pytest.mark.parametrize("points", ["1e999999", "1e400000", "-1e99999", "NaN", "1e-99999", "inf"])
def test_points_that_are_no_number_to_take_off(club: Any, client: Any, points: str) -> None:
    cup = club.started(2, format="swiss", rounds=1)
    entry = cup.entries.first()
    client.force_login(club.organizer)
    page = "/organize/tournaments/cup/"
    said = {"points": points, "reason": "late"}
    form = client.post(f"{page}entries/{entry.pk}/penalty/", said).context["forms"].refused
    sentence = "Deduct more than 0 and at most 1000 points, with at most two decimals."
    assert form.errors == {"points": [sentence]}
    assert Penalty.objects.count() == 0


@pytest.mark.slow
def test_a_waiting_draw_is_drawn_anew_with_late_entries_by_a_button(club: Any, client: Any) -> None:
    cup = club.started(4, format="swiss", confirm_draws=True, late_until_round=2)
    client.force_login(club.organizer)
    page = "/organize/tournaments/cup/"
    button = "Redraw with the current entries"
    assert button not in client.get(page).content.decode()
    club.enter_pair(cup, "y", "z")
    shown = squeezed(client.get(page, headers={"accept-language": "de"}))
    assert "Mit den jetzigen Anmeldungen neu auslosen" in shown
    assert "Nach dieser Auslosung angemeldet oder zurückgekommen: <bdi>y &amp; z</bdi>." in shown
    draft = cup.rounds.get()
    client.post(
        f"{page}rounds/{draft.pk}/redraw/",
        {"present": "1", "expected_version": draft.matches.first().pk},
    )
    draft.refresh_from_db()
    assert (draft.matches.count(), draft.draw_no) == (3, 1)
    assert button not in client.get(page).content.decode()
