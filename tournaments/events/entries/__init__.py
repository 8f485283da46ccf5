"""Entries: the waiting list, check-in, invitations, line-ups and substitutes."""
