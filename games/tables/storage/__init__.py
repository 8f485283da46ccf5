"""Compiled statements, and the games that a process keeps in memory."""
