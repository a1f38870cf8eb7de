"""The pages of the guide as the tests read them: links, code blocks and the command lines in both.

How a page says what a block is, in the words behind its fence:

- ``sh run``: commands that are really run, in a temporary folder with the sample project ``sample.galley``;
  ``test_docs_run.py`` says what else a page starts from, and lists the commands that no test runs;
- ``sh run-asks``: the same, for a command that does nothing but ask: it ends with 2;
- ``sh run-window``: the same, for commands that need Qt;
- ``sh run-corpus``, ``sh run-cluster``, ``sh run-recipe``: really run by a test of their own, which has a corpus (and a
  cluster), or a reviewed project and a server;
- ``python run``, ``python run-window``: a notebook's cells: those of a page are one script, run after its commands;
- ``sh``: examples of the pages that ``make pages`` writes;
- ``LANGUAGE PATH``: a file. Under ``core/``, ``gui/``, ``prompts/`` or ``resources/`` it goes into a copy of the
  checkout, anywhere else into the temporary folder.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import click

from galley.core import cli

ROOT = Path(__file__).resolve().parents[2]
PAGES = (
    ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))
)  # fmt: skip
OURS = ("galley", "core", "gui", "prompts", "resources")
PLAYED = ("run", "run-asks", "run-window", "run-corpus", "run-cluster", "run-recipe")

_FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"`([^`]+)`")


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: the language, what stands behind it, the text and its line in the page."""

    language: str
    info: str
    text: str
    line: int

    def commands(self) -> list[str]:
        """Its lines, those that end in a backslash joined with the next."""
        return [line.strip() for line in self.text.replace("\\\n", " ").splitlines() if line.strip()]


def blocks(page: Path) -> list[Block]:
    """The fenced blocks of a page in order."""
    text = page.read_text("utf-8")
    found = []
    for match in _FENCE.finditer(text):
        language, _, info = match[1].strip().partition(" ")
        found.append(Block(language, info.strip(), match[2], text[: match.start()].count("\n") + 1))
    return found


def prose(page: Path) -> str:
    """The page without its fenced blocks."""
    return _FENCE.sub("", page.read_text("utf-8"))


def inline(page: Path) -> list[str]:
    """What stands between backquotes outside of blocks, line ends as blanks."""
    return [" ".join(found.split()) for found in _INLINE.findall(prose(page))]


def links(page: Path) -> list[str]:
    """Where the page's links and pictures lead, addresses left out."""
    found = re.findall(r"\]\(([^)\s]+)\)", prose(page))
    return [each for each in found if not re.match(r"[a-z]+:", each)]


def anchors(page: Path) -> set[str]:
    """What a link may name behind # in a page: its headings in small letters with hyphens."""
    heads = re.findall(r"^#+ +(.+)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.replace("`", "").lower()).replace(" ", "-") for head in heads}


def section(page: Path, heading: str) -> str:
    """What stands under a heading, up to the next one of its rank or above. Raises: ValueError"""
    text = page.read_text("utf-8")
    match = re.search(rf"^(#+) +{re.escape(heading)}$", text, re.MULTILINE)
    if match is None:
        raise ValueError(f"{page.name} has no heading {heading!r}")
    rest = text[match.end() :]
    end = re.search(rf"^#{{1,{len(match[1])}}} ", rest, re.MULTILINE)
    return rest[: end.start()] if end else rest


def rows(text: str) -> list[list[str]]:
    """The cells of the tables in a text, without heads and rules."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    rules = {n for n, row in enumerate(cells) if all(set(cell) <= {"-", ":"} for cell in row)}
    return [row for n, row in enumerate(cells) if n not in rules and n + 1 not in rules]


def names(text: str) -> list[str]:
    """The names in the first column of the tables in a text, each between backquotes; a cell may hold several."""
    return [name for row in rows(text) for name in re.findall(r"`([^`]+)`", row[0])]


def leaf_commands(group: click.Group, *path: str) -> Iterator[tuple[str, click.Command]]:
    """Every command that is no group, by its words."""
    for name in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from leaf_commands(command, *path, name)
        else:
            yield " ".join((*path, name)), command


class Play:
    """A page tried out: its files written, its commands run in order in ``folder``, as a reader would.

    A page that adds to the program has a copy of the checkout, and each command is a process of its own there; so has
    one with a window. The commands of any other are run in this process, which is started already. ``skipped`` commands
    are left out; ``prepare`` is called before each command and returns the command to run.
    """

    def __init__(
        self, page: Path, folder: Path, kinds: tuple[str, ...] = ("run",), skipped: Collection[str] = ()
    ) -> None:
        self.page, self.kinds, self.skipped = page, kinds, skipped
        self.prepare: Callable[[str], str] = lambda command: command
        self.checkout = folder / "checkout"
        self.folder = folder / "work"
        self.folder.mkdir(parents=True)
        self.apart = kinds != ("run",) or any(self._ours(block) for block in blocks(page))
        if self.apart:
            for name in OURS:
                shutil.copytree(ROOT / name, self.checkout / name)
        self.environment = os.environ | {
            "GALLEY_HOME": str(folder / "home"),
            "PYTHONPATH": os.pathsep.join(
                [str(self.checkout if self.apart else ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
            ),
        }

    @staticmethod
    def _ours(block: Block) -> bool:
        """Whether it is a file of the program."""
        return block.info not in PLAYED and block.info.split("/")[0] in OURS

    def steps(self) -> Iterator[tuple[str, subprocess.CompletedProcess[str]]]:
        """Each command of the wanted kinds and what came of it; files are written on the way."""
        cells = [block for block in blocks(self.page) if block.language == "python" and block.info in self.kinds]
        for block in blocks(self.page):
            if block in cells:
                continue
            if block.info == "run-asks":
                for command in block.commands():
                    assert self.run(command).returncode == 2, f"{self.page.name}:{block.line}: {command}"
            elif block.info in self.kinds:
                for command in block.commands():
                    if command not in self.skipped:
                        yield f"{self.page.name}:{block.line}: {command}", self.run(self.prepare(command))
            elif block.info and block.info not in PLAYED:
                path = (self.checkout if self._ours(block) else self.folder) / block.info
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(block.text, "utf-8")
        if cells:
            yield f"{self.page.name}: its cells", self._started("-c", "\n".join(cell.text for cell in cells))

    def run(self, command: str) -> subprocess.CompletedProcess[str]:
        """One line of a shell: ``galley …``, maybe ``> FILE``."""
        words = shlex.split(command)
        assert words[0] == "galley", f"only galley can be run in a page: {command}"
        out = words[words.index(">") + 1] if ">" in words else ""
        words = words[1 : words.index(">") if out else None]
        words = [name for word in words for name in self.named(word)]
        done = self._started("-m", "galley.core.cli", *words) if self.apart else self._here(words)
        if out:
            (self.folder / out).write_text(done.stdout, "utf-8")
        return done

    def _started(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *words],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=300,
        )

    def _here(self, words: list[str]) -> subprocess.CompletedProcess[str]:
        said, told = io.StringIO(), io.StringIO()
        with chdir(self.folder), redirect_stdout(said), redirect_stderr(told):
            code = cli.main(words)
        return subprocess.CompletedProcess(words, code, said.getvalue(), told.getvalue())

    def named(self, word: str) -> list[str]:
        """What a shell makes of a word: the files that it fits, or the word."""
        files = sorted(self.folder.glob(word)) if "*" in word else []
        return [str(path.relative_to(self.folder)) for path in files] or [word]
