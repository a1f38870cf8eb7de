"""Write the pages of docs/ that the program's registries hold: commands, keys, metrics and more (``make pages``).

``tests/core/test_docs.py`` fails where a page is not what this file writes.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from inspect import cleandoc
from itertools import groupby
from pathlib import Path
from textwrap import fill
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Required, Union, get_args, get_origin, get_type_hints, is_typeddict

import click

from galley.core.cli._root_command import GROUPS, SECTIONS, galley
from galley.core.definitions.protocol_files import (
    CRITERION_FIELDS,
    DRAW_FIELDS,
    FILE_FIELDS,
    TASK_FIELDS,
    TASK_KEYS,
    TYPE_FIELDS,
    Field,
    builtin,
)
from galley.core.exports.registry import REGISTRY as EXPORTS
from galley.core.importers.registry import REGISTRY as IMPORTERS
from galley.core.metrics._about import DOCUMENTS
from galley.core.metrics._parameters import WORDS
from galley.core.metrics.base import Reference
from galley.core.metrics.registry import REGISTRY as METRICS
from galley.core.rules.rule import Rule
from galley.core.tables.column_roles import ROLE_MEANINGS
from galley.core.tables.mapping import FIELDS as MAPPING_FIELDS
from galley.core.tables.shipped_mappings import load_shipped

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


MADE = "`make pages` writes this page."


def write_contents(headings: Iterable[str], titles: Iterable[str]) -> list[str]:
    """A table of contents: a link to each heading, with its title."""
    rows = [
        f"| [`{heading}`](#{heading}) | {write_cell(title)} |" for heading, title in zip(headings, titles, strict=True)
    ]
    return ["| | |\n|---|---|", *rows, ""]


def wrap(*sentences: str) -> str:
    """A paragraph."""
    return fill(" ".join(sentences), 118, break_long_words=False, break_on_hyphens=False) + "\n"


def describe_metric(name: str) -> Iterator[str]:
    """The section of one metric."""
    metric: Any = METRICS.get(name)
    reference: Reference = metric.reference
    yield f"## `{name}`\n\n{metric.title}.\n\n```sh\ngalley metrics {name} --project study.galley\n```\n"
    settings = {setting: default for takes in metric.takes for setting, default in takes.settings.items()}
    options = [f"`{WORDS[option]}`" for option in metric.takes[0].all if option != "options"]
    defaults = [f"`--set {setting}=…`" + (f" (`{value}`)" if value else "") for setting, value in settings.items()]
    rows = {
        "Unit": metric.unit,
        "Sample": "" if reference.interval == "none" else getattr(metric, "sample", DOCUMENTS),
        "95 % interval": reference.interval,
        "Options": ", ".join(options),
        "Settings": ", ".join(defaults),
    }
    yield "| | |\n|---|---|"
    yield from (f"| {head} | {write_cell(text)} |" for head, text in rows.items() if text)
    yield f"\n**What.** {cleandoc(reference.measures)}\n"
    yield f"**After.** {cleandoc(reference.source)}\n"
    yield f"**Undefined.** {cleandoc(reference.undefined)}\n"
    yield f"**Left out.** {cleandoc(reference.left_out)}\n"


def write_metrics() -> str:
    """The page of all metrics."""
    names = sorted(METRICS.names())
    lines = ["# The metrics\n"]
    lines.append(
        wrap(
            "`galley metrics NAME --project PROJECT` computes a figure; Scores draws the same figures.",
            "[Statistics](statistics.md) says what holds for all: cells, gold, intervals, measured coverage.",
            "An undefined figure is empty (`null` in JSON), never 0, and `why` says why.",
            "`core/stats/` holds the formulas, each with its source beside it.",
            f"In the tables a setting has its default in brackets. {MADE}",
        )
    )
    lines += write_contents(names, (METRICS.get(name).title for name in names))
    for name in names:
        lines += describe_metric(name)
    return "\n".join(lines).rstrip("\n") + "\n"


def describe_format(name: str) -> Iterator[str]:
    """The section of one import format."""
    importer = IMPORTERS.get(name)
    suffix = importer.suffixes[0]
    mapping = " --mapping mapping.json" if name == "table" else ""
    yield f"### `{name}`\n\n{importer.title[0].upper()}{importer.title[1:]}.\n"
    yield f"```sh\ngalley import --format {name} data{suffix}{mapping} --project study.galley\n```\n"
    yield f"| | |\n|---|---|\n| Reads | {importer.reads} |\n| Becomes | {importer.becomes} |"
    yield f"| Files | {', '.join(f'`{end}`' for end in importer.suffixes)} |\n"


def describe_export(name: str) -> Iterator[str]:
    """The section of one export."""
    export = EXPORTS.get(name)
    yield f"### `galley export {name}`\n\n{export.title[0].upper()}{export.title[1:]}.\n"
    needed = " --licence cc-by-4.0" if name == "dataset" else ""
    yield f"```sh\ngalley export {name} --project study.galley --out data{export.suffix}{needed}\n```\n"


def write_formats() -> str:
    """The page of the formats that Galley imports and exports."""
    names, exports = sorted(IMPORTERS.names()), sorted(EXPORTS.names())
    lines = ["# Formats\n"]
    lines.append(
        wrap(
            "The formats that Galley imports and exports. Galley recognises a file by its content.",
            "It refuses a file that fits two formats and names both: choose one with `--format`.",
            "Give the files of one data set together.",
            "Any other table or JSON file is imported with a [mapping](mapping.md).",
            f"[Import](import.md) describes how to import. {MADE}",
        )
    )
    lines += write_contents(names, (IMPORTERS.get(name).title for name in names))
    lines.append("## Import\n")
    for name in names:
        lines += describe_format(name)
    lines.append("## Export\n")
    for name in exports:
        lines += describe_export(name)
    return "\n".join(lines).rstrip("\n") + "\n"


def describe_type(hint: Any) -> str:
    """A type of a mapping's field in words."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Annotated, Required):
        return describe_type(arguments[0])
    if origin is Literal:
        return " or ".join(f"`{argument}`" for argument in arguments if argument)
    if origin in (Union, UnionType):
        return describe_type(next(argument for argument in arguments if argument is not NoneType))
    if origin is list:
        return "list of " + ("blocks" if is_typeddict(arguments[0]) else "names")
    if origin is dict or is_typeddict(hint):
        return "object"
    return {Any: "value", str: "text", int: "whole number"}.get(hint, "value")


def write_mapping_keys() -> str:
    """The page of the roles of columns and the fields of a mapping."""
    lines = ["# Roles and mapping fields\n"]
    lines.append(
        wrap(
            "A **role** says what a column of a table is; the import page and `--role` set it.",
            "A **mapping** says the same of any file, as JSON;",
            f"[Mappings](mapping.md#the-language) describes paths and values. {MADE}",
        )
    )
    lines.append("- [Roles](#roles)\n- [Fields of a mapping](#fields-of-a-mapping)")
    lines.append("- [Shipped mappings](#shipped-mappings)\n")
    lines.append(
        "## Roles\n\n```sh run\ngalley import --format table news.xlsx --project news.galley \\\n"
        '  --role "Desk=metadata" --role "GPT flag A=flag,error=yes"\n```\n\n'
        "Details follow the role after commas: `error=VALUE`, `by=judge:NAME` or `by=human:NAME`, `about=flag`\n"
        "or `about=summary`, `system=NAME`, `flag=COLUMN`, `criterion=NAME`.\n\n| role | meaning |\n|---|---|"
    )
    lines += [f"| `{role}` | {write_cell(meaning)} |" for role, meaning in ROLE_MEANINGS.items() if role != "undecided"]
    lines.append(
        "\n## Fields of a mapping\n\n```json\n"
        '{"key": "{set}/{no}", "article": "text", "summaries": [{"text": "summary", "system": "model"}], "verdicts":\n'
        ' [{"criterion": "=basic/hallucination", "annotator": "=GPT", "kind": "=judge", "value": "flag"}]}\n```\n'
    )
    for heading, (kind, meanings) in MAPPING_FIELDS.items():
        hints = get_type_hints(kind, include_extras=True)
        lines.append(f"### {heading or 'The mapping'}\n\n| field | type | meaning |\n|---|---|---|")
        lines += [
            f"| `{name}` | {describe_type(hints[name])} | {write_cell(text)} |" for name, text in meanings.items()
        ]
        lines.append("")
    lines.append("## Shipped mappings\n\n`--mapping NAME` takes one. Edit a draft of one for data of a similar form.\n")
    lines.append("```sh run\ngalley import --format table chats.csv --project chats.galley --mapping samsum\n```\n")
    lines.append("| mapping | reads | applies |\n|---|---|---|")
    for name, mapping in load_shipped().items():
        by = "by its name only" if mapping.raw_mapping.get("offered") else "to files with its fields"
        lines.append(f"| `{name}` | {write_cell(mapping.raw_mapping['title'])} | {by} |")
    return "\n".join(lines).rstrip("\n") + "\n"


def list_fields(fields: Mapping[str, Field], kinds: Mapping[str, list[str]] | None = None) -> Iterator[str]:
    """The table of some fields of a protocol, with the kinds of task that have each."""
    yield "| field | type | default | meaning |" + (" in tasks of kind |" if kinds else "")
    yield "|---|---|---|---|" + ("---|" if kinds else "")
    for name, field in fields.items():
        row = f"| `{name}` | {field.type} | {field.default or 'required'} | {write_cell(field.meaning)} |"
        yield row + (f" {', '.join(kinds[name])} |" if kinds else "")
    yield ""


def write_protocol_fields() -> str:
    """The page of the fields of a protocol file and of the protocols that ship."""
    kinds = {name: [str(kind) for kind, keys in TASK_KEYS.items() if name in keys] for name in TASK_FIELDS}
    kinds = {name: ["all"] if len(members) == len(TASK_KEYS) else members for name, members in kinds.items()}
    rules = ", ".join(f"`{rule}`" for rule in Rule)
    lines = ["# Fields of a protocol\n"]
    lines.append(
        "A protocol is a TOML file: the tasks of a study. [Study protocols](protocols.md) describes how to use one.\n"
        f"{MADE}\n\n- [The file](#the-file)\n- [A task](#a-task)\n- [A criterion of a task](#a-criterion-of-a-task)\n"
        "- [A draw](#a-draw)\n- [A type](#a-type)\n- [Shipped protocols](#shipped-protocols)\n"
    )
    lines.append(f"```toml\n{EXAMPLE_PROTOCOL}```\n\n## The file\n")
    lines += [*list_fields(FILE_FIELDS), f"## A task\n\nRules: {rules}.\n", *list_fields(TASK_FIELDS, kinds)]
    lines += ["## A criterion of a task\n\n`[[task.criterion]]`\n", *list_fields(CRITERION_FIELDS)]
    lines += ['## A draw\n\n`draw = { n = 30, of = "attribute", seed = 1 }`\n', *list_fields(DRAW_FIELDS)]
    lines += ["## A type\n\n`[[type]]`\n", *list_fields(TYPE_FIELDS)]
    lines.append("## Shipped protocols\n\n`galley campaign protocol show NAME` prints one.\n")
    for protocol in builtin().values():
        lines.append(f"### `{protocol.id}`\n\n{protocol.name}. {protocol.description}\n\n| task | asks |\n|---|---|")
        lines += [f"| `{task.id}` | {write_cell(task.ask or task.name)} |" for task in protocol.tasks]
        lines.append("")
    return "\n".join(lines).rstrip("\n") + "\n"


EXAMPLE_PROTOCOL = """format = 1
id = "mine"
name = "Errors of my summaries"

[[task]]
id = "errors"
ask = "Does the sentence say something that the source does not?"
kind = "answer"
criteria = ["basic/hallucination"]
people = 2
rule = "unanimous"
"""
PAGES: dict[str, Callable[[], str]] = {
    "docs/commands.md": write_commands,
    "docs/keys.md": write_keys,
    "docs/metrics.md": write_metrics,
    "docs/formats.md": write_formats,
    "docs/mapping-keys.md": write_mapping_keys,
    "docs/protocol-fields.md": write_protocol_fields,
}

if __name__ == "__main__":
    for page, write in PAGES.items():
        (ROOT / page).write_text(write(), "utf-8")
