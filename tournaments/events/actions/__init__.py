"""What a person may order: each function checks, changes and logs one thing."""
