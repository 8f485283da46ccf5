"""Who may enter: eligibility, the waiting list, check-in, invitations and substitutes."""
