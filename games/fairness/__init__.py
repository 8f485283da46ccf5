"""Pure: deals that nobody can predict and anybody can verify afterwards. Specified in docs/fairness.md."""

from games.fairness.deals import (
    dealer_of,
    dealt_names,
    drawn_names,
    first_dealer,
    shuffled_names,
    was_thrown_in,
)
from games.fairness.stream import (
    ALGORITHM,
    FIRST_ALGORITHM,
    MASTER_BYTES,
    SALT_BYTES,
    FairnessError,
    Purpose,
    Stream,
    check_text_salt,
    commitment,
    encode_context,
    list_digest,
    new_master,
    salt_hash,
)

__all__ = [
    "ALGORITHM",
    "FIRST_ALGORITHM",
    "MASTER_BYTES",
    "SALT_BYTES",
    "FairnessError",
    "Purpose",
    "Stream",
    "check_text_salt",
    "commitment",
    "dealer_of",
    "dealt_names",
    "drawn_names",
    "encode_context",
    "first_dealer",
    "list_digest",
    "new_master",
    "salt_hash",
    "shuffled_names",
    "was_thrown_in",
]
