"""``python -m tests.fuzz``: prints one JSON line a target; exit code 1 where an input crashed, hung or touched a file
that it had no business with. Such inputs are written to ``build/fuzz``; put the ones worth keeping into ``seeds``."""

from __future__ import annotations

import argparse
import faulthandler
import hashlib
import json
import os
import random
import signal
import sys
import tempfile
import time
import traceback
from itertools import chain
from pathlib import Path
from types import FrameType
from typing import Any

from galley.core.errors import GalleyError
from tests.fuzz.mutate import each_value, mutated
from tests.fuzz.targets import Target, targets

MANY = 10_000
"""Inputs from which on each value of the seeds is changed in turn."""
HANGS_AFTER = 5
"""Seconds."""
WATCHED = ("os.remove", "os.rename", "os.rmdir", "os.mkdir", "shutil.rmtree", "subprocess.Popen", "socket.connect")
FOUND = Path("build/fuzz")


class Hung(BaseException):
    """An input took longer than it may."""


class Guard:
    """Notes every file that is opened for writing, renamed or removed outside of ``allowed``."""

    def __init__(self, allowed: Path) -> None:
        self.allowed = (str(allowed.resolve()), "/dev/null", "<")
        self.touched: list[str] = []
        self.on = False
        sys.addaudithook(self._look)

    def _look(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self.on:
            return
        if event == "open":
            path, mode, flags = arguments
            writes = (
                bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)) if isinstance(flags, int) else "w" in str(mode)
            )
            if writes and isinstance(path, str):
                self._note(path)
        elif event in (
            "os.remove",
            "os.rename",
            "os.rmdir",
            "os.mkdir",
            "shutil.rmtree",
            "subprocess.Popen",
            "socket.connect",
        ):
            self._note(str(arguments[0]))

    def _note(self, path: str) -> None:
        if "__pycache__" in path.split(os.sep):
            return  # Python's own, where a module is imported for the first time in a new checkout
        if not os.path.abspath(path).startswith(self.allowed[0]) and not path.startswith(self.allowed[1:]):
            self.touched.append(path)


def main() -> int:
    """Fuzz what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("names", nargs="*", help="targets; all without any")
    parser.add_argument("--inputs", type=int, default=100_000, help="for each target (100,000)")
    parser.add_argument("--seconds", type=float, default=0, help="at most, for each target; no bound without it")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    given = parser.parse_args()
    faulthandler.enable()
    if sys.platform == "linux":  # an input that asks for all memory ends this, and not the machine
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
    signal.signal(signal.SIGALRM, _hang)
    clean = True
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        os.environ["GALLEY_HOME"] = str(place / "home")
        guard = Guard(place)
        for target in targets(place):
            if not given.names or target.name in given.names:
                line = fuzz(target, given.inputs, given.seconds, given.seed, guard)
                print(json.dumps(line), flush=True)
                clean = clean and not line["wrong"]
    return 0 if clean else 1


def fuzz(target: Target, inputs: int, seconds: float, seed: int, guard: Guard) -> dict[str, Any]:
    """Give a target its seeds, each value of theirs made odd (where there is time for it), then mutations of them."""
    chance = random.Random(f"{seed} {target.name}")
    begun = time.perf_counter()
    refused, wrong = 0, {}
    done = 0
    given = chain(target.seeds, chain.from_iterable(map(each_value, target.seeds)) if inputs >= MANY else ())
    while done < inputs and (not seconds or time.perf_counter() - begun < seconds):
        data = next(given, None) or mutated(target.seeds, chance)
        done += 1
        said = one(target, data, guard)
        if said == "refused":
            refused += 1
        elif said and said not in wrong:
            FOUND.mkdir(parents=True, exist_ok=True)
            name = hashlib.blake2b(data, digest_size=6).hexdigest()
            (FOUND / f"{target.name.replace(' ', '-')}-{name}").write_bytes(data)
            wrong[said] = name
    return {
        "target": target.name,
        "inputs": done,
        "taken": done - refused - len(wrong),
        "refused_with_a_sentence": refused,
        "wrong": wrong,
        "seconds": round(time.perf_counter() - begun, 1),
        "seed": seed,
    }


def one(target: Target, data: bytes, guard: Guard) -> str:
    """Give a target one input: "" where it took it, "refused" where it said why not, else what went wrong."""
    guard.touched.clear()
    guard.on = True
    signal.setitimer(signal.ITIMER_REAL, HANGS_AFTER)
    try:
        target.run(data)
        said = ""
    except GalleyError as error:
        words = str(error)
        said = (
            "refused" if words and "\n" not in words and "Traceback" not in words else f"no plain sentence: {words!r}"
        )
    except Hung:
        said = f"hung for {HANGS_AFTER} s at {_where(sys.exc_info()[2])}"
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:
        said = f"{type(error).__name__} at {_where(error.__traceback__)}: {str(error)[:120]}"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        guard.on = False
    return said if not guard.touched else f"touched {guard.touched[0]}"


def _where(trace: Any) -> str:
    """The innermost place in our own code."""
    frames = [f for f in traceback.extract_tb(trace) if "/core/" in f.filename]
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "?"


def _hang(number: int, frame: FrameType | None) -> None:
    raise Hung


if __name__ == "__main__":
    sys.exit(main())
