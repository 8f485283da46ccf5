"""Who sees what a profile shows beyond ratings and games."""

from spades_site.accounts.friends import Bond, bond
from spades_site.accounts.models import User, Viewer


def may_see_profile(viewer: Viewer | None, person: User) -> bool:
    """Return whether the person shows the viewer their seasons, teams, partners and opponents. At most one query."""
    shown = person.profile_for
    if viewer is not None and viewer.pk is not None and viewer.pk == person.pk:
        return True
    if shown == User.ProfileFor.MEMBERS:
        return viewer is not None and viewer.is_authenticated and not viewer.is_guest
    if shown == User.ProfileFor.FRIENDS:
        return bond(viewer, person) == Bond.FRIENDS
    return shown == User.ProfileFor.EVERYBODY
