"""Reading schemes: the built-in ones in ``resources/schemes`` and users' own TOML files of the same form.

A scheme file has ``id``, ``name``, ``version``, ``description`` and ``source``, a ``[[criterion]]`` table for
each criterion and a ``[[rollup]]`` table for each declared union. Whatever is wrong raises a `SchemeError` of
one sentence with file and line.
"""

from __future__ import annotations

import dataclasses
import functools
import re
import tomllib
from pathlib import Path

from galley.core import paths
from galley.core.definitions.toml_lines import TomlLines
from galley.core.definitions.toml_table import TomlTable, text_of
from galley.core.domain import CombinedCriterion, Criterion, Role, Scheme, UnitKind
from galley.core.errors import InputError, SchemeError
from galley.core.foreign_files import load_toml

LINE_PATTERNS = ("solid", "dotted", "dashed", "wavy", "double", "dash-dot")
SCALES = ("yes-no", "ordinal", "choice")
TARGETS = ("summary", "self")
MOST_CRITERIA = 36
"""As many as letters and digits can tell apart."""
MOST_BYTES = 1_000_000
MOST_LINES = 10_000
MOST_CHARACTERS = 1_000_000

_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")
_FILE_KEYS = ("id", "name", "version", "description", "source", "criterion", "rollup")
_CRITERION_KEYS = (
    *("id", "name", "definition", "unit", "scale", "choices", "low", "high", "group", "level"),
    *("letter", "colour", "line", "roles", "about", "aliases", "types", "parts", "asked", "error"),
)
_COMBINED_KEYS = ("id", "name", "criteria")
_DEFAULT_ROLE = {
    UnitKind.TURN: Role.DIALOGUE,
    UnitKind.PARAGRAPH: Role.ARTICLE,
    UnitKind.FACT: Role.ARTICLE,
    UnitKind.OPINION: Role.DIALOGUE,
    UnitKind.ENTRY: Role.TABLE,
}


def load_scheme(path: Path | str) -> Scheme:
    """The scheme in the TOML file ``path``.

    Raises: SchemeError with file and line if it cannot be read or is broken.
    """
    return parse_scheme(text_of(Path(path), "scheme", SchemeError, MOST_BYTES), str(path))


def parse_scheme(text: str, where: str = "the scheme") -> Scheme:
    """The scheme written in ``text``; ``where`` names the file in messages. From here on lines end in a line feed
    alone, so that a scheme is the same whichever way a checkout or an editor ends them.

    Raises: SchemeError with ``where`` and the line.
    """
    text = text.replace("\r\n", "\n")
    if len(text) > MOST_CHARACTERS:
        raise SchemeError(
            f"{where}, line 1: a scheme has at most {MOST_CHARACTERS:,} characters, this one {len(text):,}."
        )
    count = text.count("\n") + 1
    if count > MOST_LINES:
        raise SchemeError(
            f"{where}, line {MOST_LINES + 1}: a scheme has at most {MOST_LINES:,} lines, this one {count:,}."
        )
    try:
        data = load_toml(text)
    except tomllib.TOMLDecodeError as error:
        raise SchemeError(toml_message(str(error), where, count)) from None
    return dataclasses.replace(_scheme(TomlTable(data, where, TomlLines(text))), toml=text)


def read_built_in_schemes() -> dict[str, Scheme]:
    """The schemes that ship with Galley by id, in alphabetical order."""
    return dict(_builtin())


def find_scheme(name_or_path: str | Path) -> Scheme:
    """A built-in scheme by its id, or the scheme in a file.

    Raises: InputError that lists the built-in ones if it is neither; SchemeError if the file is broken.
    """
    scheme = _builtin().get(str(name_or_path))
    if scheme:
        return scheme
    path = Path(name_or_path)
    if path.suffix.lower() == ".toml" or path.exists():
        return load_scheme(path)
    names = ", ".join(_builtin())
    raise InputError(f"There is no scheme “{name_or_path}”; give the path of a TOML file or one of: {names}.")


def list_built_in() -> list[str]:
    """The ids of the schemes that come with the program."""
    return list(_builtin())


@functools.cache
def _builtin() -> dict[str, Scheme]:
    return {scheme.id: scheme for scheme in map(load_scheme, sorted((paths.resources() / "schemes").glob("*.toml")))}


def toml_message(error: str, where: str, last: int) -> str:
    """tomllib's message, turned round so that file and line come first."""
    match = re.search(r"\s*\(at (?:line (\d+), column \d+|end of document)\)", error)
    line = int(match.group(1)) if match and match.group(1) else last
    what = error[: match.start()] if match else error
    return f"{where}, line {line}: this is not valid TOML: {what[:1].lower()}{what[1:]}."


def _scheme(table: TomlTable) -> Scheme:
    table.only(_FILE_KEYS)
    identifier = table.identify("the scheme")
    tables = table.tables("criterion")
    if not tables:
        table.fail("the scheme has no criteria; add a [[criterion]] table", "criterion")
    if len(tables) > MOST_CRITERIA:
        tables[MOST_CRITERIA].fail(f"the scheme has {len(tables)} criteria, more than {MOST_CRITERIA}")
    criteria = tuple(_criterion(part, identifier) for part in tables)
    _distinct(criteria, tables)
    return Scheme(
        id=identifier,
        name=table.text("name"),
        version=table.text("version"),
        description=table.text("description", ""),
        source=table.text("source", ""),
        criteria=criteria,
        combined_criteria=_combined_criteria(table, {criterion.id for criterion in criteria}),
    )


def _criterion(table: TomlTable, scheme: str) -> Criterion:
    table.only(_CRITERION_KEYS)
    identifier = table.identify("the criterion")
    unit = UnitKind(table.one_of("unit", [kind for kind in UnitKind if kind is not UnitKind.GROUP]))
    scale = table.one_of("scale", SCALES, "yes-no")
    low, high = _range(table, scale)
    roles = _roles(table, unit)
    about = table.one_of("about", TARGETS, "summary")
    if about == "self" and Role.SUMMARY in roles:
        table.fail(f"{table.who} is asked of a summary, so its about must be “summary”", "about")
    is_asked = table.switch("asked", True)
    colour = table.text("colour")
    if not _COLOUR.fullmatch(colour):
        table.fail(f"{table.who} has the colour “{colour}”; write it as #RRGGBB", "colour")
    letter = table.text("letter").upper()
    if len(letter) != 1 or not letter.isalnum():
        table.fail(f"{table.who} has the letter “{letter}”; give one letter or digit", "letter")
    return Criterion(
        id=identifier,
        name=table.text("name"),
        definition=table.text("definition"),
        unit=unit,
        scale=scale,
        choices=_choices(table, scale),
        low=low,
        high=high,
        group=table.text("group", ""),
        level=table.text("level", ""),
        letter=letter,
        colour=colour.upper(),
        line=table.one_of("line", LINE_PATTERNS, "solid"),
        roles=roles,
        about=about,
        aliases=table.texts("aliases"),
        types=table.texts("types"),
        parts=table.texts("parts"),
        is_asked=is_asked,
        error=table.switch("error", is_asked and (about == "summary" or Role.TABLE in roles)),
        scheme=scheme,
    )


def _range(table: TomlTable, scale: str) -> tuple[int, int]:
    """The ends of an ordinal scale, (0, 0) for the others."""
    for key in ("low", "high"):
        if scale != "ordinal" and key in table.data:
            table.fail(f"{table.who} has “{key}”, which only an ordinal scale has", key)
        if scale == "ordinal" and key not in table.data:
            table.fail(f"{table.who} has an ordinal scale but no “{key}”", "scale")
    if scale != "ordinal":
        return 0, 0
    low, high = table.integer("low"), table.integer("high")
    if low >= high:
        table.fail(f"“low” of {table.who} must be smaller than “high”", "low")
    return low, high


def _choices(table: TomlTable, scale: str) -> tuple[str, ...]:
    choices = table.texts("choices")
    if scale != "choice" and "choices" in table.data:
        table.fail(f"{table.who} has choices, which only the scale “choice” has", "choices")
    if scale == "choice" and len(choices) < 2:
        table.fail(f"{table.who} needs at least two choices", "choices" if choices else "scale")
    return choices


def _roles(table: TomlTable, unit: UnitKind) -> tuple[Role, ...]:
    names = table.texts("roles")
    if "roles" in table.data and not names:
        table.fail(f"{table.who} is asked of no document; give at least one role", "roles")
    for name in names:
        table.check_offered("roles", name, Role)
    roles = tuple(map(Role, names)) or (_DEFAULT_ROLE.get(unit, Role.SUMMARY),)
    if unit is UnitKind.TURN and roles != (Role.DIALOGUE,):
        table.fail(f"{table.who} is asked of turns, so its only role is “dialogue”", "roles")
    return roles


def _combined_criteria(scheme: TomlTable, criterion_ids: set[str]) -> tuple[CombinedCriterion, ...]:
    used_ids = set(criterion_ids)
    rollups = []
    for table in scheme.tables("rollup"):
        table.only(_COMBINED_KEYS)
        identifier = table.identify("the combined criterion")
        if identifier in used_ids:
            table.fail(f"the id “{identifier}” is used twice", "id")
        used_ids.add(identifier)
        members = table.texts("criteria")
        if not members:
            table.fail(f"{table.who} names no criteria", "criteria")
        for member in members:
            if member not in criterion_ids:
                table.fail(f"{table.who} names the criterion “{member}”, which is not there", "criteria")
        rollups.append(CombinedCriterion(identifier, table.text("name"), members))
    return tuple(rollups)


def _distinct(criteria: tuple[Criterion, ...], tables: list[TomlTable]) -> None:
    """Ids, letters, aliases and pairs of colour and line must tell the criteria apart."""
    seen: dict[tuple[str, ...], str] = {}
    for criterion, table in zip(criteria, tables, strict=True):
        if ("id", criterion.id) in seen:
            table.fail(f"the id “{criterion.id}” is used twice", "id")
        marks = [
            ("id", "id", criterion.id, ()),
            ("letter", f"letter “{criterion.letter}”", criterion.letter, ()),
            ("line", "colour and line pattern", criterion.colour, (criterion.line,)),
            *(("aliases", f"alias “{alias}”", alias.lower(), ()) for alias in criterion.aliases),
        ]
        for key, what, value, more in marks:
            other = seen.setdefault((key, value, *more), criterion.id)
            if other != criterion.id:
                table.fail(f"{table.who} has the same {what} as “{other}”; change one of them", key)
