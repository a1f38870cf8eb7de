"""Asks whether every locked requirement has a wheel for each system and Python that Galley promises (``make lock``).

    python packaging/wheels.py          a dry run of uv for each (a minute or two), written down in packaging/wheels.txt

The answer can only change with the lock or with ``requires-python``, so the checks hold packaging/wheels.txt against
these and ask no index. Exit code 1, and what is lacking, where a wheel is.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCK, FOUND = ROOT / "requirements.txt", ROOT / "packaging" / "wheels.txt"
SYSTEMS = ("x86_64-pc-windows-msvc", "aarch64-apple-darwin", "x86_64-apple-darwin")
"""Not ARM64 Windows, for which sentencex has none; README and docs/bundle.md say so."""


def pythons() -> list[str]:
    """The Pythons that ``requires-python`` allows."""
    said = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["requires-python"]
    found = re.fullmatch(r">=3\.(\d+),<3\.(\d+)", said)
    if found is None:
        sys.exit(f"requires-python is {said}; write it as >=3.A,<3.B, so that each Python can be asked for.")
    return [f"3.{minor}" for minor in range(int(found[1]), int(found[2]))]


def lock() -> str:
    """What stands for the locked requirements, whichever way lines end."""
    return hashlib.sha256(LOCK.read_bytes().replace(b"\r\n", b"\n")).hexdigest()


def ask(uv: str, system: str, python: str) -> str:
    """A line for packaging/wheels.txt. Raises: ValueError with what uv says where a wheel is lacking"""
    words = f"--no-deps --only-binary :all: --no-header --python-platform {system} --python-version {python}"
    done = subprocess.run([uv, "pip", "compile", "-q", str(LOCK), *words.split(" ")], capture_output=True, text=True)
    if done.returncode:
        raise ValueError(f"{system}, Python {python}: {done.stderr.strip()}")
    return f"{system} {python}: {done.stdout.count('==')} wheels"


def main() -> None:
    """Ask for all and write the answer down."""
    uv = shutil.which("uv") or sys.exit("uv is needed for this: python3 -m pip install uv")
    asked = [(uv, system, python) for system in SYSTEMS for python in pythons()]
    with ThreadPoolExecutor(4) as several:
        try:
            lines = list(several.map(lambda each: ask(*each), asked))
        except ValueError as error:
            sys.exit(str(error))
    FOUND.write_text("\n".join([f"requirements.txt {lock()}", *lines, ""]), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
