"""Print every sentence that a user can read, with its place: ``make texts``."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator

import click

from galley.core.cli import galley
from tests.gui import texts

CORE = texts.ROOT / "core"
PROGRAM_TEXT = re.compile(
    r"\b(SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA|FROM|WHERE|JOIN|AND|OR|IS NOT NULL|ORDER BY)\b|\(\?|\\[wsdb]|;$"
)
"""SQL, patterns and styles: texts of the program that nobody reads in it."""


def main() -> None:
    """Print a line for each text of the window, of a key, of a command's help and of core."""
    found = [
        (text.where, words)
        for path in texts.FILES
        for text in texts.translated(path)
        if isinstance(text, texts.Text)
        for words in text.words
    ]
    with (texts.ROOT / "resources" / "shortcuts.toml").open("rb") as file:
        actions = tomllib.load(file)["action"]
    found += [("resources/shortcuts.toml", row[key]) for row in actions for key in ("title", "group") if row.get(key)]
    found += list(find_help(click.Context(galley, info_name="galley")))
    found += list(find_core_sentences())
    for where, words in dict.fromkeys(found):
        print(f"{where}\t{' '.join(words.split())}")


def find_help(context: click.Context) -> Iterator[tuple[str, str]]:
    """(command, text) of the help of a command, its options and the commands below it, hidden ones left out."""
    command = context.command
    if command.hidden:
        return
    where = context.command_path
    yield where, command.help or ""
    for parameter in command.get_params(context):
        if isinstance(parameter, click.Option) and not parameter.hidden and "--help" not in parameter.opts:
            yield f"{where} {parameter.opts[0]}", parameter.help or ""
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if below is not None:
                yield from find_help(click.Context(below, parent=context, info_name=name))


def find_core_sentences() -> Iterator[tuple[str, str]]:
    """(place, text) of each text of core that has words between blanks: errors, notes, reports, heads of tables."""
    for path in sorted(CORE.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)}
        inside |= {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                words = "".join(
                    ast.literal_eval(part)
                    if not isinstance(part, ast.FormattedValue)
                    else f"⟨{ast.unparse(part.value)}⟩"
                    for part in node.values
                )
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
                words = node.value
            else:
                continue
            if re.search(r"[a-z]{2,} [a-z(“]", words) and not PROGRAM_TEXT.search(words):
                yield f"{path.relative_to(CORE.parent).as_posix()}:{node.lineno}", words


if __name__ == "__main__":
    main()
