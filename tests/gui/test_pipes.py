"""Every command with the pipes of Windows: a small code page that lacks most names."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from galley.core.cli import galley as program
from tests.core.building import flag, project, record
from tests.core.pages import leaf_commands

NAME = "模型-α"
PEOPLE = {"gpt-4o": NAME, "ito": "伊藤", "ann": "安", "ben": "本", "cat": "猫"}
"""Who is called what in the examples, and here."""
EVERY = """
import json, sys
from galley.core import cli
for number, words in enumerate(json.load(open(sys.argv[1], encoding="utf-8"))):
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding=sys.argv[2], errors="strict")  # as at the start of a program
    code = cli.main(words)
    type(sys.stdout).write(sys.stdout, f"\\x1e{number}\\x1e{code}\\x1e")  # a command shows such characters as marks
    sys.stdout.flush()
"""


def every_command() -> Iterator[list[str]]:
    """The words of each command that there is, and of each command of a group, as their examples have them."""
    for name, command in leaf_commands(program):
        assert command.epilog is not None, f"{name} has no example"
        words = shlex.split(command.epilog.removeprefix("Example: galley "))
        if any(parameter.name == "screenshot" for parameter in command.params) and "--screenshot" not in words:
            words += ["--screenshot", "picture.png"]  # else the window would stay
        yield words


def test_every_command_goes_through_a_pipe_of_windows(tmp_path: Path) -> None:
    """Each command, a new one too, over a project, files, names and a folder in Chinese: with a small code page in the
    pipe it says what it says in UTF-8, and nothing of it ends in a report of a bug."""
    folder = tmp_path / "项目"
    folder.mkdir()
    verdict = flag("changed-meaning", "sum-a", 0) | {"annotator": NAME}
    judged = [{"annotator": NAME, "kind": "judge", "scheme": "dial-summer", "criteria": ["changed-meaning"]}]
    with project(folder, record("条目", verdicts=[verdict], judged=judged)) as made:
        path = made.path
    whole = path.read_bytes()
    given = list(every_command())
    assert {words[0] for words in given} == set(program.list_commands(click.Context(program)))
    for words in given:
        for at, word in enumerate(words):
            if word.endswith(".galley") and "--out" not in words[at - 1 : at] and words[0] != "new":
                words[at] = str(path)
            elif word in PEOPLE:
                words[at] = PEOPLE[word]
            elif at and words[at - 1] == "--out" and words[0] == "demo":
                words[at] = NAME
            elif "." in word and not word[0].isdigit():
                words[at] = f"没有-{word}"
    given += [["metrics", "trust", "--project", str(path), *more] for more in ([], ["--json"], ["--csv"])]
    file = tmp_path / "words.json"
    file.write_text(json.dumps(given), "utf-8")
    found = {}
    for encoding in ("cp1252", "utf-8"):
        words = [sys.executable, "-c", EVERY, str(file), encoding]
        environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0", "HOME": str(tmp_path / encoding)}
        environment["QT_QPA_PLATFORM"] = "offscreen"
        work = tmp_path / encoding / "工作"
        work.mkdir(parents=True)
        path.write_bytes(whole)
        done = subprocess.run(
            words, env=environment, cwd=work, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=100
        )
        said = done.stdout.decode("utf-8").replace(encoding, "").split("\x1e")
        assert done.returncode == 0, said[-1]
        # an entry of this run has its own salt
        said = [re.sub(r"(head|Log digest:) [0-9a-f]{16,64}", "head", text) for text in said]
        found[encoding] = list(zip(given, said[::3], said[2::3], strict=False))
    for words, text, code in found["cp1252"]:
        assert code in ("0", "1", "2"), (words, text)
        assert "Unicode" not in text and "\\u" not in text, (words, text)
    assert found["cp1252"] == found["utf-8"]
    assert len(found["cp1252"]) == len(given)
    told = [words[0] for words, text, _ in found["cp1252"] if any("\u4e00" <= letter <= "\u9fff" for letter in text)]
    assert len(set(told)) > 12, "most commands say the name of what they are about"
