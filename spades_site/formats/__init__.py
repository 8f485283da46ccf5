"""How days and moments are written in each language, beside Django's own formats (settings.FORMAT_MODULE_PATH)."""
