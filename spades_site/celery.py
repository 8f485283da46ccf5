"""Celery, and the table of everything that beat runs."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spades_site.settings")

app = Celery("spades")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# Each task handles whatever is due, is idempotent, and may run late or concurrently. `expires` keeps a stalled
# worker from finding a backlog of old sweeps.
app.conf.beat_schedule = {
    "tables": {
        "task": "games.tables.tasks.sweep",
        "schedule": 1.0,
        "options": {"expires": 2.0},
    },
    "rated searches": {
        "task": "games.tables.tasks.seat_searchers",
        "schedule": 5.0,
        "options": {"expires": 5.0},
    },
    "problems": {
        "task": "games.problems.tasks.look_for_problems",
        "schedule": 10.0,
        "options": {"expires": 10.0},
    },
    "analyses": {
        "task": "games.analysis.tasks.send_again",
        "schedule": 60.0,
        "options": {"expires": 60.0},
    },
    "examinations": {
        "task": "games.fair_play.tasks.send_again",
        "schedule": 60.0,
        "options": {"expires": 60.0},
    },
    "connections": {
        "task": "games.fair_play.tasks.forget_old",
        "schedule": 3600.0,
        "options": {"expires": 1800.0},
    },
    "honours": {
        "task": "games.statistics.tasks.notice_honours",
        "schedule": 300.0,
        "options": {"expires": 300.0},
    },
    "chat": {
        "task": "games.tables.tasks.forget_old_chat",
        "schedule": 3600.0,
        "options": {"expires": 1800.0},
    },
    "practice": {
        "task": "games.practice.tasks.forget_old_turns",
        "schedule": 3600.0,
        "options": {"expires": 1800.0},
    },
    "partitions": {
        "task": "games.tables.tasks.make_partitions",
        "schedule": 600.0,
        "options": {"expires": 300.0},
    },
    "guests": {
        "task": "games.tables.tasks.remove_unused_guests",
        "schedule": 3600.0,
        "options": {"expires": 1800.0},
    },
    "expired": {
        "task": "spades_site.common.tasks.forget_expired",
        "schedule": 3600.0,
        "options": {"expires": 1800.0},
    },
    "tournaments": {
        "task": "tournaments.scheduling.tasks.advance_due",
        "schedule": 2.0,
        "options": {"expires": 4.0},
    },
    "schedules": {
        "task": "tournaments.scheduling.tasks.make_scheduled",
        "schedule": 30.0,
        "options": {"expires": 60.0},
    },
    "seasons": {
        "task": "tournaments.scheduling.tasks.finish_seasons",
        "schedule": 60.0,
        "options": {"expires": 60.0},
    },
    "ladders": {
        "task": "tournaments.scheduling.tasks.advance_ladders",
        "schedule": 5.0,
        "options": {"expires": 10.0},
    },
    "own_time": {
        "task": "tournaments.scheduling.tasks.close_own_time",
        "schedule": 5.0,
        "options": {"expires": 10.0},
    },
    "absences": {
        "task": "tournaments.scheduling.tasks.look_at_absences",
        "schedule": 3600.0,
        "options": {"expires": 1800.0},
    },
    "paces": {
        "task": "tournaments.scheduling.tasks.look_at_paces",
        "schedule": 3600.0,
        "options": {"expires": 1800.0},
    },
    "signals": {
        "task": "tournaments.scheduling.tasks.forget_signals",
        "schedule": 3600.0,
        "options": {"expires": 1800.0},
    },
    "signal_news": {
        "task": "tournaments.scheduling.tasks.tell_of_signals",
        "schedule": 3600.0,
        "options": {"expires": 1800.0},
    },
    "outbox": {
        "task": "spades_site.common.tasks.deliver_outbox",
        "schedule": 2.0,
        "options": {"expires": 4.0},
    },
    "mails": {
        "task": "spades_site.notices.tasks.send_mails",
        "schedule": 5.0,
        "options": {"expires": 10.0},
    },
    "pushes": {
        "task": "spades_site.notices.tasks.send_pushes",
        "schedule": 3.0,
        "options": {"expires": 6.0},
    },
    "devices": {
        "task": "spades_site.notices.tasks.forget_devices",
        "schedule": 3600.0,
        "options": {"expires": 1800.0},
    },
    "webhooks": {
        "task": "tournaments.webhooks.tasks.send_webhooks",
        "schedule": 3.0,
        "options": {"expires": 6.0},
    },
    "reminders": {
        "task": "tournaments.scheduling.tasks.remind",
        "schedule": 20.0,
        "options": {"expires": 30.0},
    },
}
