"""From a proposal, checked, to a tournament."""
