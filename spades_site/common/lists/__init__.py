"""CSV lists: atomic imports, and exports."""
