"""From entries to a drawn round, and from the last round to the champion."""
