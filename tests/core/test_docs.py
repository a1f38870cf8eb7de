"""The guide says what is: links lead somewhere, commands parse or run, and every name that it names exists."""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from runpy import run_path
from typing import Any

import click
import pytest

from galley.core import __version__
from galley.core.cli import _root_command
from galley.core.cli._root_command import galley
from galley.core.cli.export_command import TABLE_BACK
from galley.core.definitions.protocol_files import (
    CRITERION_FIELDS,
    DRAW_FIELDS,
    FILE_FIELDS,
    TASK_FIELDS,
    TASK_KEYS,
    TYPE_FIELDS,
)
from galley.core.definitions.protocol_files import parse as parse_protocol
from galley.core.definitions.protocols import Draw
from galley.core.definitions.schemes import read_built_in_schemes
from galley.core.exports.registry import OLD_NAMES
from galley.core.exports.registry import REGISTRY as EXPORTS
from galley.core.importers.registry import REGISTRY as FORMATS
from galley.core.judges.methods.registry import REGISTRY as METHODS
from galley.core.metrics.registry import REGISTRY as METRICS
from galley.core.registry import Registry
from galley.core.storage.schema import VERSION
from galley.core.tables.column_roles import ROLE_MEANINGS, Role
from galley.core.tables.mapping import FIELDS as MAPPING_FIELDS
from tests.core import pages

DOCS = pages.ROOT / "docs"
GUIDE = [page for page in pages.PAGES if page.exists()]
SPACES = re.compile(r"\s{2,}")
TABLES = {
    ("judge.md", "The methods"): METHODS.names,
    ("report.md", "The exports"): EXPORTS.names,
    ("extending.md", "The schemes that are there"): read_built_in_schemes,
}
"""Where a page lists all of a kind: the first column of its table, against the registry."""

FIRST_ARGUMENT: dict[str, Registry[Any]] = {"import": FORMATS, "judge": METHODS, "metrics": METRICS, "export": EXPORTS}


def short(page: Path) -> str:
    return str(page.relative_to(pages.ROOT))


each_page = pytest.mark.parametrize("page", GUIDE, ids=short)


@each_page
def test_every_link_and_picture_is_there(page: Path) -> None:
    for link in pages.links(page):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{short(page)} links to {link}, which is not there"
        if anchor:
            assert anchor in pages.anchors(target), f"{short(page)} links to {link}; there is no such heading"


def test_the_index_leads_to_every_page() -> None:
    linked = {(DOCS / link.partition("#")[0]).resolve() for link in pages.links(DOCS / "README.md")}
    assert [short(page) for page in sorted(DOCS.glob("*.md")) if page.name != "README.md" and page not in linked] == []


def test_every_picture_is_shown_on_a_page() -> None:
    shown = {(page.parent / link).resolve() for page in GUIDE for link in pages.links(page)}
    assert [short(picture) for picture in sorted(DOCS.rglob("*.png")) if picture not in shown] == []


# ---- commands


def commands(page: Path) -> Iterator[tuple[str, bool]]:
    """Command lines of a page, and whether they must be complete. A line with its meaning beside it is a synopsis."""
    for block in pages.blocks(page):
        if block.language in ("", "sh") and not (block.info and block.info not in pages.PLAYED):
            for line in block.commands():
                if line.startswith("galley "):
                    words, *meaning = SPACES.split(line, maxsplit=1) if block.language == "" else [line]
                    yield words, not meaning
    for text in pages.inline(page):
        if text.startswith("galley ") and "…" not in text:
            yield text, False


@each_page
def test_every_command_parses(page: Path) -> None:
    for line, whole in commands(page):
        parse(line, whole, f"{short(page)}: {line}")


def parse(line: str, whole: bool, where: str) -> None:
    """Look a command line up in the real program: the command, its options, their values, and the names in it."""
    words = shlex.split(line.partition(" > ")[0], comments=True)[1:]
    if not words:  # the program itself
        return
    if _root_command.is_file_argument(words[0]):  # galley study.galley
        return
    if words[0].startswith("-"):
        galley.make_parser(click.Context(galley)).parse_args(words)
        return
    if where.startswith("CHANGELOG"):  # which tells of older versions, too
        words = [*_root_command.RENAMED.get(words[0], words[:1]), *words[1:]]
    command = galley.get_command(click.Context(galley), words[0])
    if words[0].isupper() and not whole:  # galley COMMAND --help
        return
    assert command is not None, f"{where}: there is no such command"
    path = words[:1]
    while isinstance(command, click.Group) and len(words) > 1:
        if words[1].isupper() and not whole:  # galley campaign COMMAND --help
            return
        command, words = command.get_command(click.Context(command), words[1]), words[1:]
        path.append(words[0])
        assert command is not None, f"{where}: there is no such command of a group"
    context = click.Context(command, info_name=words[0])
    if not whole:
        options = {name for parameter in command.params for name in parameter.opts} | {"--help"}
        assert {word.partition("=")[0] for word in words[1:] if word.startswith("--")} <= options, where
        named(words, path, where)
        return
    try:
        given, rest, _ = command.make_parser(context).parse_args(list(words[1:]))
    except click.UsageError as error:
        pytest.fail(f"{where}: {error.format_message()}")
    assert not rest, f"{where}: what is {rest}?"
    for parameter in command.params:
        value = given.get(parameter.name)
        assert not (parameter.required and not value), f"{where}: {parameter.human_readable_name} is missing"
        if value is not None and parameter.nargs != -1 and not isinstance(parameter.type, click.Path):
            parameter.type_cast_value(context, value)
    named(words, path, where)


def named(words: list[str], path: list[str], where: str) -> None:
    """The format, method, metric or export of a command exists."""
    if path == ["import"]:
        words = ["import", *(words[words.index("--format") + 1 :] if "--format" in words else [])]
    registry = FIRST_ARGUMENT.get(path[0]) if len(path) == 1 and "--table" not in words else None
    if registry is not None and len(words) > 1 and re.fullmatch(r"[a-z][a-z-]*", words[1]) and words[1] != "auto":
        known = {*registry.names(), *OLD_NAMES, *made_here(), TABLE_BACK}
        assert words[1] in known, f"{where}: there is no {words[1]}"


def made_here() -> set[str]:
    """The names that docs/extending.md gives to its examples."""
    text = "".join(block.text for block in pages.blocks(DOCS / "extending.md") if block.language == "python")
    return set(re.findall(r'^    name = "([^"]+)"', text, re.MULTILINE))


@pytest.mark.parametrize(("name", "command"), list(pages.leaf_commands(galley)), ids=str)
def test_the_example_of_each_command_parses(name: str, command: click.Command) -> None:
    assert command.epilog is not None and command.epilog.startswith(f"Example: galley {name}")
    parse(command.epilog.removeprefix("Example: "), True, name)


# ---- size and form

WORDS = 14_000
"""What one reads to do a thing: the pages of TASKS together have at most so many words."""
SHORT = {"README.md": 700, "docs/tour.md": 700, "docs/quickstart.md": 700}
TASKS = (
    "README adjudicate campaign cookbook discussions entities import install judge publish questions quickstart report"
    " review screening several-reviewers tour"
).split()
"""The guide. The other pages of docs/ are reference."""


def count_words(page: Path) -> int:
    """The words of a page with its blocks: whatever has a letter or a digit between blanks."""
    return sum(any(sign.isalnum() for sign in word) for word in page.read_text("utf-8").split())


def test_the_guide_and_its_first_pages_are_short_and_the_tour_has_no_toml() -> None:
    assert {name: count for name, most in SHORT.items() if (count := count_words(pages.ROOT / name)) > most} == {}
    tour = (DOCS / "tour.md").read_text("utf-8").lower()
    assert "toml" not in tour and "[[" not in tour
    counts = {name: count_words(DOCS / f"{name}.md") for name in TASKS}
    assert sum(counts.values()) <= WORDS, counts


def test_the_generated_pages_are_what_the_program_has() -> None:
    written = run_path(str(pages.ROOT / "packaging" / "reference_pages.py"))["PAGES"]
    stale = [name for name, write in written.items() if write() != (pages.ROOT / name).read_text("utf-8")]
    assert stale == [], "run make pages"


@each_page
def test_each_file_of_a_page_says_under_which_name_to_save_it(page: Path) -> None:
    text = page.read_text("utf-8")
    files = [block.info for block in pages.blocks(page) if block.info and "." in block.info]
    unnamed = [name for name in files if not re.search(rf"[Ss]ave\s+as\s+`{re.escape(name)}`:\n\n```\w+ ", text)]
    assert unnamed == []


# ---- names


@pytest.mark.parametrize(("page", "heading"), list(TABLES))
def test_a_table_of_all_names_all(page: str, heading: str) -> None:
    assert sorted(pages.names(pages.section(DOCS / page, heading))) == sorted(TABLES[page, heading]())


def test_every_metric_says_what_it_measures_of_which_unit_after_whom_and_when_it_is_undefined() -> None:
    page = DOCS / "metrics.md"
    heads = re.findall(r"^## `([^`]+)`$", page.read_text("utf-8"), re.MULTILINE)
    assert sorted(heads) == sorted(METRICS.names())
    for name in heads:
        text = pages.section(page, f"`{name}`")
        for part in ("**What.** ", "**Undefined.** ", "**Left out.** ", "**After.** ", "| Unit |", "| 95 % interval |"):
            assert re.search(re.escape(part) + r"\s*\w", text) or "[" in text.partition(part)[2], f"{name}: no {part}"


def test_every_format_role_and_field_has_a_meaning() -> None:
    for name in FORMATS.names():
        assert FORMATS.get(name).reads and FORMATS.get(name).becomes, name
    assert set(ROLE_MEANINGS) == set(Role)
    for heading, (kind, meanings) in MAPPING_FIELDS.items():
        assert set(meanings) == set(kind.__annotations__), heading
    assert set(TASK_FIELDS) == {key for keys in TASK_KEYS.values() for key in keys}
    fields = [*FILE_FIELDS.values(), *TASK_FIELDS.values(), *CRITERION_FIELDS.values(), *DRAW_FIELDS.values()]
    assert all(field.meaning.endswith(".") for field in [*fields, *TYPE_FIELDS.values()])


def test_the_defaults_of_a_protocols_fields_are_those_that_a_file_gets() -> None:
    text = 'id = "mine"\nname = "Mine"\n[[task]]\nid = "a"\nkind = "answer"\ncriteria = ["basic/hallucination"]\n'
    protocol = parse_protocol(text)
    task = protocol.tasks[0]
    plain = {"people": task.people, "silence": task.unmarked_meaning, "rule": task.rule, "voters": task.voters[0]}
    plain |= {"known": task.is_training, "all": task.all, "four_eyes": task.four_eyes}
    for name, default in plain.items():
        assert str(default).lower() in TASK_FIELDS[name].default.replace("`", ""), name
    assert protocol.version == FILE_FIELDS["version"].default
    draw = Draw(n=1, of="item")
    assert [DRAW_FIELDS[key].default.strip("`") for key in ("seed", "least", "tables")] == ["1", "1", draw.tables]
    assert (draw.seed, draw.least) == (1, 1)


def test_every_criterion_that_a_page_names_exists() -> None:
    known = {
        scheme.id: {*(c.id for c in scheme.criteria), *(r.id for r in scheme.combined_criteria)}
        for scheme in read_built_in_schemes().values()
    }
    for page in GUIDE:
        for text in pages.inline(page):
            scheme, slash, criterion = text.partition("/")
            if slash and scheme in known and re.fullmatch(r"[a-z0-9-]+", criterion):
                assert criterion in known[scheme], f"{short(page)} names {text}"


@pytest.mark.parametrize(
    ("page", "heading", "view"),
    [
        ("review.md", "Deciding", "review"),
        ("discussions.md", "Opinions and facts", "review"),
        ("entities.md", "Reviewing a table", "review"),
        ("adjudicate.md", "Adjudicate", "adjudicate"),
    ],
)
def test_the_keys_of_a_page_are_keys_of_its_view(page: str, heading: str, view: str) -> None:
    actions = tomllib.loads((pages.ROOT / "resources" / "shortcuts.toml").read_text("utf-8"))["action"]
    there = {key for action in actions if action.get("view", view) == view for key in action["keys"]}
    tables = re.split(r"\n\n", pages.section(DOCS / page, heading))
    named_here = [name for table in tables if table.startswith("| key |") for name in pages.names(table)]
    assert len(named_here) > 4
    assert set(named_here) <= there


def test_troubleshooting_quotes_what_the_program_says() -> None:
    sources = [path for folder in ("core", "gui", "packaging") for path in (pages.ROOT / folder).rglob("*.py")]
    said = "".join(path.read_text("utf-8") for path in sources)
    said = re.sub(r'"\s*\n\s*f?"', "", said)  # a sentence over several lines is one
    quoted = re.findall(r'"([^"`]+)"', pages.prose(DOCS / "troubleshooting.md"))
    assert len(quoted) > 5
    assert [text for text in quoted if text[1:] not in said] == []


# ---- what is really run


def test_the_changes_begin_with_this_version_and_name_the_schema() -> None:
    text = (pages.ROOT / "CHANGELOG.md").read_text("utf-8")
    heads = re.findall(r"^## (\d+\.\d+\.\d+)", text, re.MULTILINE)
    assert heads[0] == __version__
    assert heads == sorted(heads, key=lambda head: [int(n) for n in head.split(".")], reverse=True)
    assert f"project schema {VERSION}" in pages.section(pages.ROOT / "CHANGELOG.md", __version__)


def test_the_tour_counts_the_items_of_the_sample() -> None:
    lines = (pages.ROOT / "resources" / "sample" / "sample.jsonl").read_text("utf-8").splitlines()
    items = sum('"key"' in line[:20] for line in lines)
    assert f"{items} made-up items" in (DOCS / "tour.md").read_text("utf-8")
