"""How people appear: avatars, the mark of bot accounts, and renaming in stored copies."""
