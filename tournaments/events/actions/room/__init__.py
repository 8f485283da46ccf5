"""Phones and organizers at the tables of a room."""
