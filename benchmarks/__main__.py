"""Measure: ``python -m benchmarks [--short] [NAME…]``. One JSON line a figure; see ``figures.emit``.

``--short`` takes a tenth of the items (for a run that only shows that everything still works; the limits are
meant for the full size). Without names everything is measured.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import tempfile
from pathlib import Path

from benchmarks.projects import Bench

NAMES = (
    "importing", "intake", "deciding", "queueing", "reading", "exporting", "window", "switching", "metrics", "judges",
    "merging", "campaign", "scrolling", "actions", "by_criterion", "scale", "screening", "soak",
)  # fmt: skip


def main() -> int:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--short", action="store_true", help="a tenth of the items")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of: {', '.join(NAMES)}")
    given = parser.parse_args()
    unknown = set(given.names) - set(NAMES)
    if unknown:
        parser.error(f"there is no benchmark {min(unknown)!r}; there are: {', '.join(NAMES)}")
    with tempfile.TemporaryDirectory(prefix="galley-bench-") as folder:
        bench = Bench(Path(folder))
        if given.short:
            bench.items //= 10
            bench.many //= 10
        for name in given.names or NAMES:
            importlib.import_module(f"benchmarks.{name}").run(bench)
    return 0


if __name__ == "__main__":
    sys.exit(main())
