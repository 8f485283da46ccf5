"""Status, permissions, locks and due moments, used by all other parts of a tournament."""
