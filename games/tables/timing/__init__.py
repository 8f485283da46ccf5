"""Clocks, turns, timers and outages."""
