"""Write the pages of docs/ that the program's registries hold: the commands and the keys (``make pages``).

``tests/core/test_docs.py`` fails where a page is not what this file writes.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import click

from galley.core.cli._root_command import GROUPS, SECTIONS, galley

ROOT = Path(__file__).resolve().parents[1]
VIEWS = {
    "": "In the whole window",
    "review": "Review",
    "adjudicate": "Adjudicate",
    "scores": "Scores",
    "runs": "Runs",
    "plan": "Plan",
}
"""The headings of the page of keys by the view of an action, in this order."""
CAPS = {"Return": "Enter", "Escape": "Esc", "PgUp": "Page Up", "PgDown": "Page Down"}
"""What stands on a keyboard where Qt has another name."""


def write_cell(text: str) -> str:
    """A text as a cell of a Markdown table, on one line."""
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")


def describe_command(path: str, command: click.Command) -> Iterator[str]:
    """The section of one command: usage, help, example and options."""
    context = click.Context(command, info_name=f"galley {path}", max_content_width=10_000)
    usage = " ".join(command.collect_usage_pieces(context))
    yield f"### `galley {path}`\n\n```text\ngalley {path} {usage}\n```\n"
    for paragraph in (command.help or "").split("\n\n"):
        is_table = paragraph.startswith("\b")
        yield f"```text\n{paragraph[1:].strip()}\n```\n" if is_table else f"{write_cell(paragraph)}\n"
    if command.epilog:
        yield f"```sh\n{command.epilog.removeprefix('Example: ')}\n```\n"
    records = [parameter.get_help_record(context) for parameter in command.get_params(context)]
    options = [record for record in records if record is not None and "--help" not in record[0]]
    if options:
        yield "| option | |\n|---|---|"
        yield from (f"| `{write_cell(name)}` | {write_cell(text)} |" for name, text in options)
        yield ""


def list_leaves(name: str) -> Iterator[tuple[str, click.Command]]:
    """The commands called ``name``: itself, or the members of a group, by their words."""

    def walk(path: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
        if isinstance(command, click.Group):
            for member_name in command.list_commands(click.Context(command)):
                member = command.get_command(click.Context(command), member_name)
                if member is not None and not member.hidden:
                    yield from walk(f"{path} {member_name}", member)
        else:
            yield path, command

    root = galley.get_command(click.Context(galley), name)
    if root is not None:
        yield from walk(name, root)


def write_commands() -> str:
    """The page of all commands with their options."""
    lines = ["# Commands\n", "`galley COMMAND --help` shows the same text. `make pages` writes this page.", ""]
    lines += ["`galley FILE` opens a project, or the import of a table, in the window.", ""]
    lines += [f"{galley.epilog}", ""]
    sections = {title: names for title, names in SECTIONS.items() if names is not GROUPS}
    for title, names in (sections | {f"galley {name}": (name,) for name in GROUPS}).items():
        lines.append(f"## {title}\n")
        for name in names:
            for path, command in list_leaves(name):
                lines += describe_command(path, command)
    return "\n".join(lines).rstrip("\n") + "\n"


def format_keys(keys: list[str]) -> str:
    """The keys of an action as they stand on a keyboard."""
    names = ["+".join(CAPS.get(part, part) for part in key.split("+")) if key[-1] != "+" else key for key in keys]
    return ", ".join(f"`{name}`" for name in dict.fromkeys(names))


def write_keys() -> str:
    """The printable page of keys: a table for each view and group."""
    actions: list[dict[str, Any]] = tomllib.loads((ROOT / "resources/shortcuts.toml").read_text("utf-8"))["action"]
    lines = [
        "# Keys\n",
        "The keys as shipped; a few differ on a Mac, where ⌘ stands for Ctrl and ⌥ for Alt. `?` in the window shows",
    ]
    lines += ["your keys and changes them. Keys are off while you type in a field. `make pages` writes this page.", ""]
    for view, heading in VIEWS.items():
        members = [action for action in actions if action.get("view", "") == view and action["keys"]]
        if not members:
            continue
        lines.append(f"## {heading}\n")
        for group in dict.fromkeys(action["group"] for action in members):
            lines.append(f"| {group} | |\n|---|---|")
            rows = [action for action in members if action["group"] == group]
            for family, same in groupby(rows, lambda action: action.get("family") or action["id"]):
                first, *others = same
                keys = format_keys(first["keys"] if not others else [first["keys"][0], others[-1]["keys"][0]])
                title = first["title"] if not others else family
                lines.append(f"| {keys.replace(', ', ' to ') if others else keys} | {write_cell(title)} |")
            lines.append("")
    return "\n".join(lines).rstrip("\n") + "\n"


PAGES: dict[str, Callable[[], str]] = {"docs/commands.md": write_commands, "docs/keys.md": write_keys}

if __name__ == "__main__":
    for page, write in PAGES.items():
        (ROOT / page).write_text(write(), "utf-8")
