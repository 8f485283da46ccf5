"""Notices about tournaments: recipients, texts and times."""
