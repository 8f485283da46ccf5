"""Pages without insignificant white space."""

import re
from typing import Any


def squeezed(page: Any) -> str:
    """Return a page's (or a text's) HTML with its white space in single spaces, and none between tags or around what
    a tag holds.
    """
    text = re.sub(r"\s+", " ", page if isinstance(page, str) else page.content.decode())
    text = re.sub(r"(?<=>) (?=<)| (?=>|</)", "", text)
    return re.sub(r"(<[a-zA-Z][^<>]*>) ", r"\1", text).strip()
