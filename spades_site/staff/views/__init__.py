"""The staff's own pages."""
