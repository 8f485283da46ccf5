"""The countries of ISO 3166-1 by two-letter code, with their names in the reader's language (Unicode CLDR)."""

from functools import cache
from unicodedata import combining, normalize

from babel import Locale, UnknownLocaleError
from django.utils.translation import get_language

CODES = frozenset(
    """
    AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
    CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO
    FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE
    JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO
    MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW
    PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM
    TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
    """.split()  # noqa: SIM905
)
"""The 249 codes that ISO 3166-1 assigns; CLDR has names for more, such as the EU."""


def country_name(code: str) -> str:
    """Return a country's name in the active language, or the code itself if it is unknown."""
    return _names(get_language() or "en").get(code, code)


def country_choices() -> list[tuple[str, str]]:
    """Return (code, name) of every country, sorted by name."""
    # Å and É sort with A and E, as readers expect.
    return sorted(_names(get_language() or "en").items(), key=lambda pair: _plain(pair[1]))


@cache
def _names(language: str) -> dict[str, str]:
    try:
        names = Locale.parse(language, sep="-").territories
    except (UnknownLocaleError, ValueError):
        names = Locale("en").territories
    return {code: str(names.get(code, code)) for code in sorted(CODES)}


def _plain(name: str) -> str:
    return "".join(char for char in normalize("NFD", name) if not combining(char)).casefold()
