"""Celery tasks that beat runs for tournaments. Each is idempotent and safe to run late or concurrently."""

from celery import shared_task

from tournaments.events import advance
from tournaments.events.actions.planning import schedules
from tournaments.events.notices import reminders, role_news
from tournaments.fair_play import absences, news, paces, signals
from tournaments.ladders import playing
from tournaments.leagues import link_mails
from tournaments.own_time import deals as own_time
from tournaments.seasons.lifecycle import ending


@shared_task(ignore_result=True)
def advance_due() -> None:
    """Advance every tournament for which something is due."""
    advance.advance_due()


@shared_task(ignore_result=True)
def make_scheduled() -> None:
    """Make the tournaments of all schedules that are due."""
    schedules.make_scheduled()


@shared_task(ignore_result=True)
def remind() -> None:
    """Send reminders of upcoming starts, notify players whose tables wait for them, and mail invitations."""
    reminders.remind()
    link_mails.send_due()
    role_news.send_due()


@shared_task(ignore_result=True)
def finish_seasons() -> None:
    """Finish the seasons whose matches are all over."""
    ending.finish_due()


@shared_task(ignore_result=True)
def advance_ladders() -> None:
    """Do whatever is due on ladders."""
    playing.advance_due()


@shared_task(ignore_result=True)
def close_own_time() -> None:
    """Tell of own-time events that have opened, and close those whose window is over."""
    own_time.announce_due()
    own_time.close_due()


@shared_task(ignore_result=True)
def forget_signals() -> None:
    """Delete old signals about fair play."""
    signals.forget_old()


@shared_task(ignore_result=True)
def look_at_absences() -> None:
    """Look for people who are absent mostly from matches that they are expected to lose."""
    absences.look_at_late_rounds()


@shared_task(ignore_result=True)
def tell_of_signals() -> None:
    """Notify organizers of new signals about fair play."""
    news.tell_organizers()


@shared_task(ignore_result=True)
def look_at_paces() -> None:
    """Look for people whose thinking times don't depend on the difficulty of the choice."""
    paces.look_at_late_rounds()
