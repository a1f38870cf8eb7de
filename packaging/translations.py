"""Brings the files of the translations up to date with the texts of the window (``make translations``).

Qt's lupdate reads the calls of ``tr`` and ``tr_n`` in gui/, the titles of resources/shortcuts.toml, and what core says
by resources/core_sentences.toml, into every resources/translations/galley_LANGUAGE.ts; a translator fills in what is
unfinished there (in Qt Linguist, or by hand), and lrelease makes the .qm that the program loads. A new language is an
empty file of that name.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import tomllib
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import PySide6

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "resources" / "translations"
TOOLS = Path(PySide6.__file__).parent


def titles() -> list[str]:
    """The texts of the window that stand in TOML: what the keys do, and what core says."""
    with (ROOT / "resources" / "shortcuts.toml").open("rb") as file:
        rows = tomllib.load(file)["action"]
    keys = {row[name] for row in rows for name in ("title", "group", "family") if row.get(name)}
    return sorted(keys | {*core("said")})


def core(kind: str) -> list[str]:
    """What core says and the window shows: "said", or "counted" (in the plural, behind a number)."""
    with (ROOT / "resources" / "core_sentences.toml").open("rb") as file:
        return sorted(tomllib.load(file)[kind])


def counts() -> list[tuple[str, str]]:
    """What core counts, for one and for many."""
    spec = spec_from_file_location("counted", ROOT / "core" / "text" / "counted.py")
    assert spec is not None and spec.loader is not None
    words = module_from_spec(spec)
    spec.loader.exec_module(words)
    return [(f"{{n:,}} {words.one(what)}", f"{{n:,}} {what}") for what in core("counted")]


def update(ts: Path) -> None:
    """Bring ``ts`` up to date: new texts are unfinished in it, those that are gone are left out."""
    with tempfile.TemporaryDirectory() as folder:
        tables = Path(folder) / "tables.py"
        calls = [f"tr({_literal(title)})" for title in titles()]
        calls += [f"tr_n({_literal(one)}, {_literal(many)}, n)" for one, many in counts()]
        tables.write_text("\n".join(calls) + "\n", "utf-8")
        sources = [str(path) for path in sorted((ROOT / "gui").rglob("*.py"))]
        _run(
            "lupdate", *sources, str(tables), "-tr-function-alias", "tr+=tr_n", "-source-language", "en",
            "-locations", "none", "-no-obsolete", "-disable-heuristic", "similartext", "-ts", str(ts),
        )  # fmt: skip
    text = ts.read_text("utf-8")
    start, end = text.find("    <message"), text.find("</context>")
    if start >= 0:  # lupdate's own order changes from run to run where a text has two meanings
        found = sorted(re.findall(r" {4}<message.*?</message>\n", text[start:end], re.DOTALL), key=_order)
        ts.write_text(text[:start] + "".join(found) + text[end:], "utf-8")


def _literal(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _order(message: str) -> tuple[str, str]:
    source, _, rest = message.partition("</source>")
    return source.partition("<source>")[2], rest


def release(ts: Path, qm: Path) -> None:
    """Make ``qm`` from ``ts``; what is unfinished stays English."""
    _run("lrelease", str(ts), "-qm", str(qm))


def main() -> int:
    """Update and compile every language."""
    for ts in sorted(FOLDER.glob("galley_*.ts")):
        update(ts)
        release(ts, ts.with_suffix(".qm"))
    return 0


def _run(tool: str, *arguments: str) -> None:
    done = subprocess.run([str(TOOLS / tool), *arguments], capture_output=True, text=True, check=False)
    print(done.stdout + done.stderr, end="")
    if done.returncode:
        raise SystemExit(f"{tool} ended with {done.returncode}")


if __name__ == "__main__":
    sys.exit(main())
