"""Personal tokens: what a program uses instead of its owner's password, and what it may do with one."""
