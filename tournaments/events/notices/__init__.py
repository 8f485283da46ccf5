"""Who is told what about a tournament, and when."""
