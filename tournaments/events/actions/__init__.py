"""Actions of people: each function checks, changes and logs one thing."""
