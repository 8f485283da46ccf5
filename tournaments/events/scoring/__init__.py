"""From the results of matches to standings and brackets."""
