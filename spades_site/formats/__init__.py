"""Date and time formats for each language, in addition to Django's own (settings.FORMAT_MODULE_PATH)."""
