"""What pages and feeds show."""
