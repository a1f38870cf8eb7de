"""``python -m tests.faults``: every fault at length. Prints one JSON line a kind of fault; exit code 1 where anything
was lost, half done or unclean."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path

from tests.faults import killing, power


def main() -> int:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("kinds", nargs="*", help="review, import, merge, migration, export, power; all without any")
    parser.add_argument("--moments", type=int, default=200, help="random moments a kind (200)")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    known = {scenario.name: scenario for scenario in killing.SCENARIOS}
    wanted = given.kinds or [*known, "power"]
    if unknown := set(wanted) - {*known, "power"}:
        parser.error(f"there is no {', '.join(unknown)}; there are {', '.join(known)} and power")
    clean = True
    for name in wanted:
        begun = time.perf_counter()
        with tempfile.TemporaryDirectory() as folder:
            if name == "power":
                found = power.run(given.moments, Path(folder), given.seed)
            else:
                found = killing.run(known[name], given.moments, Path(folder), given.seed)
        line = {
            "fault": "power loss" if name == "power" else f"kill -9 under {name}",
            "moments": found.moments,
            "acknowledged": found.acknowledged,
            "before_any_was": found.early,
            "wrong": found.wrong,
            "seconds": round(time.perf_counter() - begun, 1),
        }
        print(json.dumps(line), flush=True)
        clean = clean and not found.wrong
    return 0 if clean else 1


if __name__ == "__main__":
    sys.exit(main())
