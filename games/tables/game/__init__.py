"""The locked table and what is done to it."""
