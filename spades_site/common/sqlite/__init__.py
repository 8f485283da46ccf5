"""Django's SQLite backend, less the work that it does anew for each statement (`base.py`, where Django looks for it)."""
