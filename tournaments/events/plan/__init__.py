"""What a tournament may be: formats, choices and the plan of its stages."""
