"""Validating proposals and creating tournaments from them."""
