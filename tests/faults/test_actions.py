"""D4 and D3 for every action of a tournament: a crash at any write leaves nothing, and concurrent calls take effect
once.
"""

import threading
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest
from django.db import connection, transaction

from spades_site.common.errors import Refused
from spades_site.common.models import AuditEntry
from tests.events.conftest import Club
from tests.faults.actions import REPEATED_IN_EARNEST, functions_in_code
from tests.faults.season_actions import ACTIONS
from tests.support.crashes import Crashing, crash_everywhere, everything
from tests.support.recorded import may_record
from tournaments.organizer.history import WORDS as OF_TOURNAMENTS
from tournaments.organizer.log import WORDS as OF_LEAGUES


@pytest.fixture
def club(member: Callable[..., Any], hands: Any, settings: Any, request: Any) -> Club:
    """The club of the tournaments' tests, on a site that sends mails."""
    settings.NOTICE_MAILS = True
    return Club(member, hands, recording=may_record(request))


def test_every_action_is_tried() -> None:
    assert functions_in_code() == {name.partition(" ")[0] for name in ACTIONS}


@pytest.mark.sweep(20)
@pytest.mark.django_db
@pytest.mark.parametrize("name", sorted(set(ACTIONS) - {"advance.advance_due"}))
def test_d4_an_action_that_crashed_at_any_write_is_taken_again(club: Club, name: str) -> None:
    call = ACTIONS[name](club)
    before = last_entry()
    assert crash_everywhere(call) >= 1
    entries = AuditEntry.objects.filter(pk__gt=before)
    assert bool(entries) != (name in LEAVES_NO_ENTRY)
    assert {entry.verb for entry in entries} <= {
        *OF_LEAGUES,
        *OF_TOURNAMENTS,
    }
    assert all(
        entry.data.keys() >= BEFORE_AND_AFTER for entry in entries if entry.verb in SAYS_BOTH
    )
    done = everything()
    if name in REPEATED_IN_EARNEST:
        return
    # The acknowledgement was lost with the process: said again it is refused, or changes nothing that counts.
    try:
        call()
    except Refused:
        assert everything() == done
    else:
        assert _that_counts() == _that_counts(done)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("inside", [True, False])
def test_the_short_run_tells_two_transactions_from_one(
    member: Callable[..., Any], inside: bool
) -> None:
    ann = member("ann")

    def save() -> None:
        with transaction.atomic():
            ann.save()

    with ExitStack() as stack:
        if inside:
            stack.enter_context(transaction.atomic())
        one, two = Crashing(0), Crashing(0)
        with connection.execute_wrapper(one):
            save()
        with connection.execute_wrapper(two):
            save()
            save()
    assert len(one.blocks) == 1
    # Outside of one, Postgres begins transactions without a statement: there crashes come at every write.
    assert len(two.blocks) == (2 if inside or connection.vendor == "sqlite" else 1)


def last_entry() -> int:
    """Return the key of the log's last entry, 0 if it is empty."""
    return AuditEntry.objects.order_by("pk").values_list("pk", flat=True).last() or 0


LEAVES_NO_ENTRY = {
    "availability.mark_hours",  # When a player could play is theirs; the time that follows has an entry.
    *("importing.preview_entries", "importing.preview_pairs"),
    *(
        "playing.advance",
        "playing.on_table_finished",
    ),  # A ladder's own log has results and failures.
    *(
        "deals.play_next",
        "deals.on_table_finished",
        "deals.close",
        "deals.announce_due",
        "salts.give_salt",
    ),
    *(
        "pairs.answer",
        "pairs.ask",
        "pairs.leave",
    ),  # The entry says who plays with whom, since when.
    "final.on_opened",  # Whoever opened the registration has the entry.
    "renaming.follow_name",  # The new name has the entry.
    "templates.keep_unfinished",  # A form that nobody else sees.
    # A pad keeps each entry with who entered and confirmed it.
    *("pads.enter_hand", "pads.raise_hand", "phones.accept_phone"),
    *("phones.open_by_card", "phones.open_by_digits", "phones.take_side"),
}
BEFORE_AND_AFTER = {"before", "after"}
SAYS_BOTH = {
    *(
        f"tournament.{step}"
        for step in (
            "announce",
            "open_registration",
            "start",
            "pause",
            "resume",
            "end",
            "cancel",
        )
    ),
    *("tournament.edited", "tournament.changed", "tournament.start_moved", "tournament.seeded"),
    *("round.swapped", "round.redrawn", "round.taken_back"),
    *("tournament.team_changed", "match.decided", "match.replayed", "match.time_set"),
    *("tournament.role_accepted", "tournament.role_changed", "tournament.role_ended"),
    *("tournament.role_left", "tournament.handed_over"),
}
"""Changes of something that had a value before."""
NOT_COUNTING = {
    "common.AuditEntry",
    "common.Tally",
    "notices.Notice",
    "events.Tournament",
    "events.TimeOffer",
}
"""What notes that something was said again: the log, the version, an offer put in the place of its like."""


def _that_counts(rows: dict[str, list[Any]] | None = None) -> dict[str, list[Any]]:
    """Rows without their keys, of which those written anew have others."""
    rows = rows or everything()
    return {
        label: [row[1:] for row in found]
        for label, found in rows.items()
        if label not in NOT_COUNTING
    }


def at_once(call: Callable[[], Any], times: int = 3) -> Counter[str]:
    """Call from several threads at the same moment; returns how often it was "done", or how it was refused."""
    said: list[str] = []
    barrier = threading.Barrier(times)

    def run() -> None:
        try:
            barrier.wait(timeout=20)
            call()
            said.append("done")
        except Refused as refusal:
            said.append(refusal.code)
        except BaseException as failure:
            said.append(repr(failure))
        finally:
            connection.close()

    threads = [threading.Thread(target=run) for _ in range(times)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    return Counter(said)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", sorted(set(ACTIONS) - REPEATED_IN_EARNEST))
def test_d3_an_action_by_three_at_once_is_one(club: Club, name: str) -> None:
    call = ACTIONS[name](club)
    said = at_once(call)
    # Nobody meets an error of the database's, and what one did the others found done.
    assert all(each.isidentifier() for each in said), said
    done = everything()
    try:
        call()
    except Refused:
        assert everything() == done
    else:
        assert _that_counts() == _that_counts(done)
