"""Prompts: Markdown files with front matter, overridden per project where somebody wants other words.

A file lies at ``prompts/<method>/<id>.md``. It begins with TOML between two lines of ``+++``: ``id``, ``version``,
``inputs`` (the names that the text takes) and, where a reply is asked for, ``schema`` (a JSON schema as text). After
it come the instructions, a line ``--- user ---``, and what is asked; ``{{name}}`` stands for an input. What stands
before a line ``--- task ---`` there is alike for all questions about one item: a provider reads it once.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from galley.core import paths
from galley.core.domain import ChangeSet
from galley.core.errors import InputError
from galley.core.foreign_files import load_json, load_toml
from galley.core.storage.connection import Connection
from galley.core.storage.queries.settings import list_settings, write_setting

_FRONT_MATTER = re.compile(r"\A\+\+\+\n(.*?)\n\+\+\+\n(.*)\Z", re.DOTALL)
_USER = re.compile(r"^--- user ---$", re.MULTILINE)
_TASK = re.compile(r"^--- task ---$", re.MULTILINE)
_INPUT = re.compile(r"\{\{([\w-]+)\}\}")
_KEYS = {"id", "version", "inputs", "schema"}


@dataclass(frozen=True)
class Prompt:
    """One prompt. ``text`` is the whole file, so that its hash changes with every word; ``overridden`` is true where
    the project has its own."""

    method: str
    id: str
    version: str
    inputs: tuple[str, ...]
    schema: Mapping[str, Any] | None
    system: str
    user: str
    text: str
    overridden: bool = False
    alike: str = ""
    """The part of ``user`` that comes first and is alike for many questions."""

    def fill(self, **inputs: str) -> tuple[str, str, int]:
        """(instructions, question, how many characters of the question are alike for many) with the inputs put in,
        once: what an input holds is never filled again."""

        def put(match: re.Match[str]) -> str:
            return inputs[match[1]]

        alike = _INPUT.sub(put, self.alike).lstrip()
        question = _INPUT.sub(put, self.user[len(self.alike) :]).rstrip()
        return _INPUT.sub(put, self.system).strip(), alike + question if alike else question.lstrip(), len(alike)


def hash_of(prompts: Iterable[Prompt]) -> str:
    """The SHA-256 of the prompts that a request was made from, in hexadecimal."""
    digest = hashlib.sha256()
    for prompt in prompts:
        digest.update(prompt.text.encode() + b"\0")
    return digest.hexdigest()


def parse(text: str, method: str, name: str, overridden: bool = False) -> Prompt:
    """A prompt from the text of its file. Raises: InputError with one sentence."""
    where = f"The prompt {method}/{name}"
    text = text.replace("\r\n", "\n")  # its hash is the same whichever way a checkout or an editor ends lines
    match = _FRONT_MATTER.match(text)
    if not match:
        raise InputError(f"{where} needs front matter between two lines of +++ at its beginning.")
    try:
        front = load_toml(match[1])
        schema = load_json(front["schema"]) if "schema" in front else None
    except ValueError as error:
        raise InputError(f"{where}: the front matter cannot be read ({error}).") from None
    if front.get("id") != name or not isinstance(front.get("version"), str) or front.keys() - _KEYS:
        raise InputError(f"{where}: the front matter must have the id {name!r}, a version as text and inputs.")
    body = _USER.split(match[2])
    if len(body) > 2:
        raise InputError(f"{where} has more than one line “--- user ---”.")
    system, user = (body[0], body[1]) if len(body) == 2 else ("", body[0])
    parts = _TASK.split(user)
    if len(parts) > 2 or (_TASK.search(system)):
        raise InputError(f"{where} may have one line “--- task ---”, after the line “--- user ---”.")
    alike = f"{parts[0].strip()}\n\n" if len(parts) == 2 else ""
    user = alike + parts[-1].strip()
    used, declared = set(_INPUT.findall(match[2])), front.get("inputs") or []
    if used != set(declared):
        odd = ", ".join(sorted(used ^ set(declared)))
        raise InputError(f"{where}: its inputs and their placeholders must match; check {odd}.")
    return Prompt(
        method, name, front["version"], tuple(declared), schema, system.strip(), user, text, overridden, alike
    )


def _nowhere(method: str) -> Path | None:
    return None


_beside: Callable[[str], Path | None] = _nowhere


def look_beside(folder: Callable[[str], Path | None]) -> None:
    """Let ``folder`` say where the file of a method that is an extension lies: its prompts are beside it."""
    global _beside
    _beside = folder


def read_shipped(method: str) -> dict[str, Prompt]:
    """The prompts that come with a method, by id; none for a method without prompts. Those of an extension lie beside
    its file, in a folder with the method's name."""
    folder = paths.prompts() / method
    if not folder.is_dir():
        folder = (_beside(method) or paths.prompts()) / method
    return _read(folder, method)


@cache
def _read(folder: Path, method: str) -> dict[str, Prompt]:
    files = sorted(folder.glob("*.md")) if folder.is_dir() else []
    return {file.stem: parse(file.read_text(encoding="utf-8"), method, file.stem) for file in files}


def load(connection: Connection, method: str) -> dict[str, Prompt]:
    """The prompts of a method in this project: the shipped ones, or the project's own in their place."""
    prompts_by_id = dict(read_shipped(method))
    for name, value in list_settings(connection, f"prompt:{method}/").items():
        own = name.partition("/")[2]
        prompts_by_id[own] = parse(json.loads(value), method, own, overridden=True)
    return prompts_by_id


def override(connection: Connection, method: str, name: str, text: str | None) -> ChangeSet:
    """Give the project a prompt of its own, or with None the shipped one back (a job for ``Project.write``).

    Raises: InputError if there is no such prompt, or the text is none or takes inputs that the method does not give.
    """
    standard = read_shipped(method).get(name)
    if standard is None:
        raise InputError(f"There is no prompt {method}/{name}; there are: {', '.join(read_shipped(method)) or 'none'}.")
    setting = f"prompt:{method}/{name}"
    text = text and text.replace("\r\n", "\n")
    if text is None or text == standard.text:
        write_setting(connection, setting, None)
        return ChangeSet(settings=True)
    own = parse(text, method, name, overridden=True)
    unknown = set(own.inputs) - set(standard.inputs)
    if unknown:
        raise InputError(f"The prompt {method}/{name} has no input {min(unknown)!r}; use those of the shipped one.")
    if own.schema != standard.schema:
        raise InputError(f"The reply schema of {method}/{name} must stay as it is: the program reads replies by it.")
    write_setting(connection, setting, json.dumps(text, ensure_ascii=False))
    return ChangeSet(settings=True)


def difference(connection: Connection, method: str, name: str) -> str:
    """What the project's own prompt changes, as a unified difference; empty where it uses the shipped one."""
    standard, own = read_shipped(method)[name], load(connection, method)[name]
    lines = difflib.unified_diff(
        standard.text.splitlines(), own.text.splitlines(), f"shipped/{name}", f"project/{name}", lineterm=""
    )
    return "\n".join(lines)
