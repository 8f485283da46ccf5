"""Views of the public pages: parse, call one domain function, render."""
