"""Each viewer's picture of a game, and its publication."""
