"""`script/bench [engine|table|moves|sweep|storm|load|click|page|swiss|arena|standings|ratings|farms|seasons|desk|cup|bots|thinking|analysis|fair_play|pace|flood]…`: every part is a module of this package with a `main()`."""

import importlib
import os
import sys

PARTS = (
    "engine",
    "table",
    "moves",
    "sweep",
    "storm",
    "load",
    "click",
    "page",
    "swiss",
    "arena",
    "standings",
    "ratings",
    "farms",
    "seasons",
    "desk",
    "cup",
    "bots",
    "thinking",
    "analysis",
    "fair_play",
    "pace",
    "flood",
)


def main() -> int:
    """Run the parts named on the command line, or all."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "spades_site.settings")
    options = next((at for at, word in enumerate(sys.argv) if word.startswith("--")), None)
    wanted = sys.argv[1:options] or list(PARTS)
    if unknown := [word for word in wanted if word not in PARTS]:
        print(f"script/bench knows {', '.join(PARTS)}; not {', '.join(unknown)}.", file=sys.stderr)
        return 2
    for word in wanted:
        importlib.import_module(f"tools.bench.{word}").main()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
