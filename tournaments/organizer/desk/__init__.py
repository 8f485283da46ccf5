"""The organizers' desk for an evening: its content and its confirmation questions."""
