from django.apps import AppConfig


class StaffConfig(AppConfig):
    """What the site's own people see and do: pages of their own, and the admin's read-only pages."""

    name = "spades_site.staff"
    label = "staff"
