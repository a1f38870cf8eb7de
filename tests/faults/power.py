"""Power loss, as far as it can be simulated: writes that were not synced may be missing, in part and in any order.

A reviewer's work runs as a process with ``journal.c`` loaded, which writes down every write, cut and sync that it makes
to the project. From that record a disk is built as it may be at any moment: what was synced before the moment is there;
of what came after the last sync of a file, a random part is, and a write may be torn at a sector. The project on that
disk must hold every decision that was acknowledged before the moment, and `galley project check` must be clean.

Not simulated: a disk that says it synced and did not, and lost directory entries.
"""

from __future__ import annotations

import os
import random
import shutil
import struct
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.faults.killing import Found, Review, query, sound

SECTOR = 512
STEPS = 400
"""Decisions of the one run from which all moments are taken."""
ACKNOWLEDGED = "acknowledged"
ROOT = Path(__file__).resolve().parents[2]

CHILD = """
import os, sys
sys.path.insert(0, {root!r})
from pathlib import Path
from tests.faults.killing import Review
folder, steps = Path(sys.argv[1]), int(sys.argv[2])
told = os.open(folder / {acknowledged!r}, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
count = 0
def ack(what):
    global count
    os.write(told, f"{{what}}\\n".encode())
    count += 1
    if count == steps:
        os._exit(0)
Review().work(folder, ack, 1)
"""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that was done to a file: w(rite), t(runcate), s(ync), u(nlink)."""

    what: str
    name: str
    offset: int
    data: bytes


def run(moments: int, folder: Path, seed: int = 0) -> Found:
    """Build a disk at this many random moments of one run of decisions, and look at each.

    Raises: RuntimeError where there is no C compiler or the work fails.
    """
    library = folder / "journal.so"
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        raise RuntimeError("simulating a power loss needs a C compiler")
    source = Path(__file__).with_name("journal.c")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", str(library), str(source), "-ldl"], check=True)
    work, before = folder / "work", folder / "before"
    before.mkdir()
    Review().prepare(before)
    shutil.copytree(before, work)
    journal = folder / "journal"
    environment = os.environ | {
        "LD_PRELOAD": str(library), "GALLEY_JOURNAL": str(journal), "GALLEY_FOLDER": str(work),
    }  # fmt: skip
    child = CHILD.format(root=str(ROOT), acknowledged=ACKNOWLEDGED)
    done = subprocess.run([sys.executable, "-c", child, str(work), str(STEPS)], env=environment, check=False)
    if done.returncode:
        raise RuntimeError(f"the work failed by itself with {done.returncode}")
    steps = read(journal)
    synced = sum(step.what == "s" for step in steps)
    if synced < STEPS:
        raise RuntimeError(f"{STEPS} decisions were acknowledged with {synced} syncs: the record is not whole")
    chance = random.Random(seed)
    found = Found("power")
    for number in range(moments):
        moment = chance.randrange(1, len(steps) + 1)
        disk = folder / f"disk-{number}"
        told = build(disk, before, steps[:moment], chance)
        found.moments += 1
        found.acknowledged += len(told)
        found.early += not told
        found.wrong += [f"step {moment} of {len(steps)}: {each}" for each in judged(disk / "sample.galley", told)]
        shutil.rmtree(disk)
    return found


def judged(path: Path, told: list[str]) -> list[str]:
    """What is wrong with a project after the power came back."""
    wrong = list(sound(path))
    kept = {str(row[0]) for row in query(path, "SELECT id FROM decision")}
    if lost := [each for each in told if each not in kept]:
        wrong.append(f"{len(lost)} acknowledged decisions are lost")
    return wrong


def build(disk: Path, before: Path, steps: list[Step], chance: random.Random) -> list[str]:
    """Lay out ``disk`` as it may be after ``steps``; gives what was acknowledged by then."""
    shutil.copytree(before, disk)
    files = {path.name: bytearray(path.read_bytes()) for path in disk.iterdir()}
    waiting: dict[str, list[Step]] = {}
    told = bytearray()
    for step in steps:
        if step.name == ACKNOWLEDGED:
            told += step.data
        elif step.what == "s":
            for each in waiting.pop(step.name, ()):
                do(files, each)
        elif step.what == "u":
            waiting.pop(step.name, None)
            files.pop(step.name, None)
        else:
            waiting.setdefault(step.name, []).append(step)
    for late in waiting.values():
        for each in late:
            if chance.random() < 0.5:
                kept = each.data
                if chance.random() < 0.3 and len(kept) > SECTOR:
                    kept = kept[: SECTOR * chance.randrange(1, -(-len(kept) // SECTOR))]
                do(files, Step(each.what, each.name, each.offset, kept))
    for name, data in files.items():
        (disk / name).write_bytes(data)
    for path in disk.iterdir():
        if path.name not in files:
            path.unlink()
    return told.decode().split("\n")[:-1]


def do(files: dict[str, bytearray], step: Step) -> None:
    """Let a write or a cut reach the disk."""
    data = files.setdefault(step.name, bytearray())
    if step.what == "t":
        del data[step.offset :]
        data.extend(bytes(step.offset - len(data)))
        return
    if len(data) < step.offset:
        data.extend(bytes(step.offset - len(data)))
    data[step.offset : step.offset + len(step.data)] = step.data


def read(journal: Path) -> list[Step]:
    """What the library wrote down."""
    raw, at, found = journal.read_bytes(), 0, []
    while at < len(raw):
        what, size, offset, length = struct.unpack_from("=cHQQ", raw, at)
        at += 19
        name = raw[at : at + size].decode()
        at += size
        held = length if what == b"w" else 0
        found.append(Step(what.decode(), name, offset, raw[at : at + held]))
        at += held
    return found
