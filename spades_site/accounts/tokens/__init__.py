"""Personal tokens, which programs use instead of their owner's password, and their scopes."""
