"""The locked table and the operations on it."""
