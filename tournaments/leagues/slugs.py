"""Addresses of leagues and tournaments, made from their names."""

import secrets

from django.db.models import Model
from django.utils.text import slugify

RESERVED = frozenset({"new", "mine", "feed", "all", "edit", "create"})
"""Words that other pages use in their addresses."""

_ALPHABET = "23456789bcdfghjkmnpqrstvwxz"


def free_slug(model: type[Model], name: str, *, hidden: bool = False) -> str:
    """Return an unused slug of `model` for `name`: the plain one if it is free, else with a short suffix.

    `hidden` rows always get the suffix: otherwise a plain slug in use would reveal their existence.
    """
    base = slugify(name)[:60].strip("-") or str(model._meta.model_name)
    slug = "" if hidden else base
    while not slug or slug in RESERVED or model._default_manager.filter(slug=slug).exists():
        tail = "".join(secrets.choice(_ALPHABET) for _ in range(5))
        slug = f"{base}-{tail}"
    return slug
