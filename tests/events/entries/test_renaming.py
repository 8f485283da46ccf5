"""A renamed player has the new name on every page of a tournament, also of past ones."""

from games.engine.sentences import message
from spades_site.accounts.renaming import rename
from spades_site.common import outbox
from tests.events.conftest import Club
from tournaments.events.actions import entering
from tournaments.events.models import Entry, Result, Round


def rename_and_tell(club: Club, old: str, new: str) -> None:
    rename(user_id=club.player(old).pk, name=new, by=club.organizer)
    outbox.deliver_due()


def names(**wanted: object) -> list[str]:
    return list(Entry.objects.filter(**wanted).order_by("pk").values_list("name", flat=True))


def test_entries_tables_and_what_the_platform_wrote_follow_a_new_name(club: Club) -> None:
    cup = club.started(4)
    match = club.in_play(cup)[0]
    Round.objects.filter(tournament=cup).update(
        flags=[message("%(a)s meet %(b)s again.", a="a1 & b1", b="a2 & b2")]
    )
    club.finish(match, 500, 300)
    Result.objects.filter(match=match).update(reason=message("%(name)s withdrew.", name="a1 & b1"))

    rename_and_tell(club, "a1", "amelia")

    assert names(tournament=cup) == ["amelia & b1", "a2 & b2", "a3 & b3", "a4 & b4"]
    tables = [match.table for match in cup.matches.all() if match.table]
    seated = [name for table in tables for name in table.seats.values_list("name", flat=True)]
    assert ("a1" in seated, seated.count("amelia")) == (False, 1)
    flag = cup.rounds.get(number=1).flags[0]
    assert (flag, flag.template) == (
        "amelia & b1 meet a2 & b2 again.", "%(a)s meet %(b)s again.",
    )  # fmt: skip
    assert Result.objects.get(match=match).reason == "amelia & b1 withdrew."


def test_partners_who_were_asked_follow_too_and_a_finished_cup_keeps_its_version_twice(
    club: Club,
) -> None:
    cup = club.open()
    entering.enter(
        tournament_id=cup.pk, user=club.player("amy"), partner=club.player("bea").username
    )
    rename_and_tell(club, "bea", "beatrix")
    assert names(tournament=cup) == ["amy & beatrix"]
    cup.refresh_from_db()
    version = cup.version
    for handler in outbox._handlers["user.renamed"].values():
        handler({"user": club.player("bea").pk})
    cup.refresh_from_db()
    assert cup.version == version
