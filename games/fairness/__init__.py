"""Pure: deals that nobody can know before and anybody can check afterwards. Specified in docs/fairness.md."""

from games.fairness.deals import (
    dealer_of,
    dealt_names,
    drawn_names,
    first_dealer,
    shuffled_names,
)
from games.fairness.stream import (
    ALGORITHM,
    MASTER_BYTES,
    MAX_SALT_BYTES,
    FairnessError,
    Purpose,
    Stream,
    check_salt,
    commitment,
    encode_context,
    new_master,
)

__all__ = [
    "ALGORITHM",
    "MASTER_BYTES",
    "MAX_SALT_BYTES",
    "FairnessError",
    "Purpose",
    "Stream",
    "check_salt",
    "commitment",
    "dealer_of",
    "dealt_names",
    "drawn_names",
    "encode_context",
    "first_dealer",
    "new_master",
    "shuffled_names",
]
