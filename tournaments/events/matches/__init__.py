"""Tables of a round, games of a match, absent and late players, pauses and disputes."""
