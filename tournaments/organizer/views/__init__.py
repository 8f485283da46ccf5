"""Views of the organizers' pages: parse, call one domain function, render."""
