#!/usr/bin/env python
"""Django's command line for the platform: migrate, createsuperuser, shell and the rest."""

import os
import sys


def main() -> None:
    """Run the management command named on the command line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spades_site.settings")
    try:
        from django.core.management import execute_from_command_line
    except ImportError as error:
        raise SystemExit(
            "Django is not installed in this Python. Run script/bootstrap, then .venv/bin/python manage.py"
        ) from error
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
