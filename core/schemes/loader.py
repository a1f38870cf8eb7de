"""Reading schemes: the built-in ones in ``resources/schemes`` and users' own TOML files of the same form.

A scheme file has ``id``, ``name``, ``version``, ``description`` and ``source``, a ``[[criterion]]`` table for each
criterion and a ``[[rollup]]`` table for each declared union. Whatever is wrong raises a `SchemeError` of one
sentence with file and line.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from core.domain import Criterion, Role, Rollup, Scheme, UnitKind
from core.errors import InputError, SchemeError
from core.schemes.lines import Lines

FOLDER = Path(__file__).resolve().parents[2] / "resources" / "schemes"

LINE_PATTERNS = ("solid", "dotted", "dashed", "wavy", "double", "dash-dot")
SCALES = ("yes-no", "ordinal", "choice")
TARGETS = ("summary", "self")
MOST_CRITERIA = 36  # one letter or digit each
MOST_BYTES = 1_000_000
MOST_LINES = 10_000

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")
_TOP = ("id", "name", "version", "description", "source", "criterion", "rollup")
_CRITERION = (
    "id", "name", "definition", "unit", "scale", "choices", "low", "high", "group", "level", "letter", "colour",
    "line", "roles", "about", "aliases",
)  # fmt: skip
_ROLLUP = ("id", "name", "criteria")
_DEFAULT_ROLES = {
    UnitKind.TURN: (Role.DIALOGUE,),
    UnitKind.PARAGRAPH: (Role.ARTICLE,),
    UnitKind.FACT: (Role.ARTICLE,),
    UnitKind.OPINION: (Role.DIALOGUE,),
    UnitKind.ENTRY: (Role.TABLE,),
}
_Choice = TypeVar("_Choice", bound=StrEnum)


def load(path: Path | str) -> Scheme:
    """The scheme in the TOML file ``path``.

    Raises: SchemeError with file and line if it cannot be read or is broken.
    """
    path = Path(path)
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise SchemeError(f"There is no scheme file {path}; check the path.") from None
    except IsADirectoryError:
        raise SchemeError(f"{path} is a folder; give the TOML file of a scheme.") from None
    except OSError as error:
        raise SchemeError(f"The scheme file {path} cannot be read: {error.strerror or error}.") from None
    if len(data) > MOST_BYTES:
        raise SchemeError(f"The scheme file {path} has {len(data):,} bytes; a scheme has at most {MOST_BYTES:,}.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise SchemeError(f"{path}, line {line}: this is not UTF-8 text; save the file as UTF-8.") from None
    return parse(text, str(path))


def parse(text: str, where: str = "the scheme") -> Scheme:
    """The scheme written in ``text``; ``where`` names the file in messages.

    Raises: SchemeError with ``where`` and the line.
    """
    count = text.count("\n") + 1
    if count > MOST_LINES:
        raise SchemeError(f"{where}, line {MOST_LINES + 1}: a scheme has at most {MOST_LINES:,} lines, not {count:,}.")
    try:
        # TOML calls a lone carriage return an error; files from old editors have them only as line ends.
        data = tomllib.loads(text.replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError as error:
        raise SchemeError(_toml_message(str(error), where, count)) from None
    except RecursionError:
        raise SchemeError(f"{where}, line 1: the tables are nested too deeply; a scheme needs no nesting.") from None
    return _Reader(where, Lines(text)).scheme(data)


@functools.cache
def _builtin() -> dict[str, Scheme]:
    return {scheme.id: scheme for scheme in (load(path) for path in sorted(FOLDER.glob("*.toml")))}


def builtin() -> dict[str, Scheme]:
    """The schemes that ship with Galley by id, in alphabetical order."""
    return dict(_builtin())


def find(name_or_path: str | Path) -> Scheme:
    """A built-in scheme by its id, or the scheme in a file.

    Raises: InputError that lists the built-in ones if it is neither; SchemeError if the file is broken.
    """
    found = _builtin().get(str(name_or_path))
    if found:
        return found
    path = Path(name_or_path)
    if path.suffix.lower() == ".toml" or path.exists():
        return load(path)
    names = ", ".join(_builtin())
    raise InputError(f"There is no scheme “{name_or_path}”; give the path of a TOML file or one of: {names}.")


def _toml_message(error: str, where: str, last: int) -> str:
    """tomllib's message, turned round so that file and line come first."""
    match = re.search(r"\s*\(at (?:line (\d+), column \d+|end of document)\)", error)
    line = int(match.group(1)) if match and match.group(1) else last
    what = error[: match.start()] if match else error
    return f"{where}, line {line}: this is not valid TOML: {what[:1].lower()}{what[1:]}."


class _Reader:
    """Turns parsed TOML into a Scheme and says where it is wrong."""

    def __init__(self, where: str, lines: Lines) -> None:
        self.where = where
        self.lines = lines

    def fail(self, message: str, table: str = "", number: int = 0, key: str = "") -> NoReturn:
        raise SchemeError(f"{self.where}, line {self.lines.at(table, number, key)}: {message}.")

    def scheme(self, data: Mapping[str, Any]) -> Scheme:
        self._known(data, _TOP, "a scheme")
        identifier = self._identifier(data, "the scheme")
        name = self._text(data, "name", "the scheme")
        tables = self._tables(data, "criterion")
        if not tables:
            self.fail("the scheme has no criteria; add a [[criterion]] table", key="criterion")
        if len(tables) > MOST_CRITERIA:
            self.fail(
                f"the scheme has {len(tables)} criteria; the most that letters can tell apart is {MOST_CRITERIA}",
                "criterion",
                MOST_CRITERIA,
            )
        criteria = tuple(self._criterion(table, number, identifier) for number, table in enumerate(tables))
        self._distinct(criteria)
        return Scheme(
            id=identifier,
            name=name,
            version=self._text(data, "version", "the scheme"),
            description=self._text(data, "description", "the scheme", required=False),
            source=self._text(data, "source", "the scheme", required=False),
            criteria=criteria,
            rollups=self._rollups(data, criteria),
        )

    def _criterion(self, data: Mapping[str, Any], number: int, scheme: str) -> Criterion:
        place = ("criterion", number)
        self._known(data, _CRITERION, "a criterion", *place)
        identifier = self._identifier(data, "the criterion", *place)
        who = f"the criterion “{identifier}”"
        unit = self._enum(data, "unit", UnitKind, who, *place)
        scale = self._text(data, "scale", who, *place, required=False) or "yes-no"
        if scale not in SCALES:
            self._unknown("scale", scale, SCALES, who, *place)
        low, high = self._range(data, scale, who, number)
        roles = self._roles(data, unit, who, number)
        about = self._text(data, "about", who, *place, required=False) or "summary"
        if about not in TARGETS:
            self._unknown("about", about, TARGETS, who, *place)
        if about == "self" and Role.SUMMARY in roles:
            self.fail(f"{who} is asked of a summary, so its about must be “summary”", *place, "about")
        line = self._text(data, "line", who, *place, required=False) or "solid"
        if line not in LINE_PATTERNS:
            self._unknown("line", line, LINE_PATTERNS, who, *place)
        colour = self._text(data, "colour", who, *place)
        if not _COLOUR.fullmatch(colour):
            self.fail(f"{who} has the colour “{colour}”; write it as #RRGGBB", *place, "colour")
        letter = self._text(data, "letter", who, *place)
        if len(letter) != 1 or not letter.isalnum():
            self.fail(f"{who} has the letter “{letter}”; give one letter or digit", *place, "letter")
        return Criterion(
            id=identifier,
            name=self._text(data, "name", who, *place),
            definition=self._text(data, "definition", who, *place),
            unit=unit,
            scale=scale,
            choices=self._choices(data, scale, who, number),
            low=low,
            high=high,
            group=self._text(data, "group", who, *place, required=False),
            level=self._text(data, "level", who, *place, required=False),
            letter=letter.upper(),
            colour=colour.upper(),
            line=line,
            roles=roles,
            about=about,
            aliases=self._texts(data, "aliases", who, *place),
            scheme=scheme,
        )

    def _range(self, data: Mapping[str, Any], scale: str, who: str, number: int) -> tuple[int, int]:
        """The ends of an ordinal scale, (0, 0) for the others."""
        for key in ("low", "high"):
            if scale != "ordinal" and key in data:
                self.fail(f"{who} has “{key}”, which only an ordinal scale has", "criterion", number, key)
            if scale == "ordinal" and key not in data:
                self.fail(f"{who} has an ordinal scale but no “{key}”", "criterion", number, "scale")
            if key in data and (not isinstance(data[key], int) or isinstance(data[key], bool)):
                self.fail(f"“{key}” of {who} must be a whole number", "criterion", number, key)
        if scale != "ordinal":
            return 0, 0
        if data["low"] >= data["high"]:
            self.fail(f"“low” of {who} must be smaller than “high”", "criterion", number, "low")
        return data["low"], data["high"]

    def _choices(self, data: Mapping[str, Any], scale: str, who: str, number: int) -> tuple[str, ...]:
        choices = self._texts(data, "choices", who, "criterion", number)
        if scale != "choice" and "choices" in data:
            self.fail(f"{who} has choices, which only the scale “choice” has", "criterion", number, "choices")
        if scale == "choice" and len(choices) < 2:
            key = "choices" if "choices" in data else "scale"
            self.fail(f"{who} needs at least two choices", "criterion", number, key)
        return choices

    def _roles(self, data: Mapping[str, Any], unit: UnitKind, who: str, number: int) -> tuple[Role, ...]:
        names = self._texts(data, "roles", who, "criterion", number)
        for name in names:
            if name not in set(Role):
                self._unknown("roles", name, tuple(Role), who, "criterion", number)
        if "roles" in data and not names:
            self.fail(f"{who} is asked of no document; give at least one role", "criterion", number, "roles")
        roles = tuple(Role(name) for name in names) or _DEFAULT_ROLES.get(unit, (Role.SUMMARY,))
        if unit is UnitKind.TURN and roles != (Role.DIALOGUE,):
            self.fail(f"{who} is asked of turns, so its only role is “dialogue”", "criterion", number, "roles")
        return roles

    def _rollups(self, data: Mapping[str, Any], criteria: tuple[Criterion, ...]) -> tuple[Rollup, ...]:
        known = {criterion.id for criterion in criteria}
        taken = set(known)
        rollups = []
        for number, table in enumerate(self._tables(data, "rollup")):
            place = ("rollup", number)
            self._known(table, _ROLLUP, "a roll-up", *place)
            identifier = self._identifier(table, "the roll-up", *place)
            who = f"the roll-up “{identifier}”"
            if identifier in taken:
                self.fail(f"the id “{identifier}” is used twice", *place, "id")
            taken.add(identifier)
            members = self._texts(table, "criteria", who, *place)
            if not members:
                self.fail(f"{who} names no criteria", *place, "criteria")
            for member in members:
                if member not in known:
                    self.fail(f"{who} names the criterion “{member}”, which the scheme does not have", *place, "criteria")
            rollups.append(Rollup(identifier, self._text(table, "name", who, *place), members))
        return tuple(rollups)

    def _distinct(self, criteria: tuple[Criterion, ...]) -> None:
        """Ids, letters, aliases and (colour, line) pairs must tell the criteria apart."""
        seen: dict[tuple[str, ...], str] = {}
        for number, criterion in enumerate(criteria):
            marks: list[tuple[str, tuple[str, ...], str]] = [
                ("id", ("id", criterion.id), f"the id “{criterion.id}” is used twice"),
                ("letter", ("letter", criterion.letter), f"has the letter “{criterion.letter}” of"),
                ("line", ("line", criterion.colour, criterion.line), "has the colour and line pattern of"),
            ]
            marks += [
                ("aliases", ("alias", alias.lower()), f"has the alias “{alias}” of") for alias in criterion.aliases
            ]
            for key, mark, what in marks:
                other = seen.setdefault(mark, criterion.id)
                if key == "id" and len(seen) and other == criterion.id and number != self._first(criteria, other):
                    self.fail(what, "criterion", number, "id")
                if other != criterion.id:
                    self.fail(f"the criterion “{criterion.id}” {what} “{other}”", "criterion", number, key)

    @staticmethod
    def _first(criteria: tuple[Criterion, ...], identifier: str) -> int:
        return next(number for number, criterion in enumerate(criteria) if criterion.id == identifier)

    def _known(self, data: Mapping[str, Any], keys: tuple[str, ...], what: str, table: str = "", number: int = 0) -> None:
        for key in data:
            if key not in keys:
                self.fail(f"{what} has no key “{key}”; it has {', '.join(keys)}", table, number, key)

    def _tables(self, data: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
        tables = data.get(key, [])
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            self.fail(f"“{key}” must be a list of tables; head each with [[{key}]]", key)
        return tables

    def _identifier(self, data: Mapping[str, Any], who: str, table: str = "", number: int = 0) -> str:
        identifier = self._text(data, "id", who, table, number)
        if not _ID.fullmatch(identifier):
            self.fail(
                f"the id “{identifier}” is not in kebab case; use lower-case letters, digits and hyphens",
                table,
                number,
                "id",
            )
        return identifier

    def _text(
        self, data: Mapping[str, Any], key: str, who: str, table: str = "", number: int = 0, *, required: bool = True
    ) -> str:
        if key not in data:
            if required:
                self.fail(f"{who} has no “{key}”", table, number, key)
            return ""
        text = data[key]
        if not isinstance(text, str):
            self.fail(f"“{key}” of {who} must be a text in quotes", table, number, key)
        if required and not text.strip():
            self.fail(f"“{key}” of {who} is empty", table, number, key)
        return text

    def _texts(
        self, data: Mapping[str, Any], key: str, who: str, table: str = "", number: int = 0
    ) -> tuple[str, ...]:
        texts = data.get(key, [])
        if not isinstance(texts, list) or not all(isinstance(text, str) and text.strip() for text in texts):
            self.fail(f"“{key}” of {who} must be a list of texts in quotes", table, number, key)
        for text in texts:
            if texts.count(text) > 1:
                self.fail(f"“{key}” of {who} names “{text}” twice", table, number, key)
        return tuple(texts)

    def _enum(
        self, data: Mapping[str, Any], key: str, kinds: type[_Choice], who: str, table: str, number: int
    ) -> _Choice:
        name = self._text(data, key, who, table, number)
        if name not in set(kinds):
            self._unknown(key, name, tuple(kinds), who, table, number)
        return kinds(name)

    def _unknown(
        self, key: str, value: str, offered: tuple[str, ...], who: str, table: str, number: int
    ) -> NoReturn:
        self.fail(f"{who} has the unknown {key} “{value}”; use one of {', '.join(offered)}", table, number, key)
