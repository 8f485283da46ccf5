"""Who may sit and who may write."""
