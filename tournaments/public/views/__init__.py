"""Views of the pages that anybody may see: parse, call one domain function, render."""
