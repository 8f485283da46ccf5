"""The texts of the live table, for pages that draw one."""

from django import template

from games.tables.texts.table import table_words

register = template.Library()
register.simple_tag(table_words)
