"""``python -m tests.faults``: every fault at length. Prints one JSON line a kind of fault; exit code 1 where anything
was lost, half done or unclean."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.core.judging import KEY
from tests.faults import disk, judge_run, killing, made_run, overwritten, power
from tests.faults.killing import Found

JUDGE, OVERWRITTEN, POWER = "judge", "overwritten", "power"
DISKS = ("slow", "full", "read-only")


def judged(moments: int, folder: Path, seed: int) -> Found:
    """Kill judge runs; acknowledged are the replies that were on disk when the process died."""
    os.environ["OPENAI_API_KEY"] = KEY
    found = Found(JUDGE)
    for each in judge_run.kills(moments, seed, folder):
        found.moments += 1
        found.acknowledged += each.saved
        found.early += not each.saved
        found.wrong += [
            f"after {each.after} s, {'streamed' if each.stream else 'whole'}: {what}" for what in each.wrong
        ]
    return found


def counted(fault: str, found: Found) -> dict[str, Any]:
    """The line that a count of moments prints."""
    return {
        "fault": fault,
        "moments": found.moments,
        "acknowledged": found.acknowledged,
        "before_any_was": found.early,
        "wrong": found.wrong,
    }


def main() -> int:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("kinds", nargs="*", help="some of them; all without any")
    parser.add_argument("--moments", type=int, default=200, help="random moments a kind (200)")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    known = {scenario.name: scenario for scenario in killing.SCENARIOS}
    names = [*known, JUDGE, *made_run.KINDS, OVERWRITTEN, POWER, *DISKS]
    wanted = given.kinds or names
    if unknown := set(wanted) - set(names):
        parser.error(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(names)}")
    clean = True
    for name in wanted:
        begun = time.perf_counter()
        with tempfile.TemporaryDirectory() as folder:
            if name in DISKS:
                line = {"fault": f"{name} disk under review in the window", **disk.run(name, Path(folder))}
            elif name == JUDGE:
                line = counted("kill -9 under a judge run", judged(given.moments, Path(folder), given.seed))
            elif name in made_run.KINDS:
                found = made_run.kills(name, given.moments, given.seed, Path(folder))
                line = counted(f"kill -9 under a run that makes {name}", found)
            elif name == OVERWRITTEN:
                line = counted("another program writes", overwritten.run(given.moments, Path(folder), given.seed))
            elif name == POWER:
                line = counted("power loss", power.run(given.moments, Path(folder), given.seed))
            else:
                found = killing.run(known[name], given.moments, Path(folder), given.seed)
                line = counted(f"kill -9 under {name}", found)
        print(json.dumps({**line, "seconds": round(time.perf_counter() - begun, 1)}), flush=True)
        clean = clean and not line["wrong"]
    return 0 if clean else 1


if __name__ == "__main__":
    sys.exit(main())
