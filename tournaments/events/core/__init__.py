"""Status, permissions, locks and what is due: what every other part of a tournament rests on."""
