"""Judges without code: a TOML file with a scheme, an instruction and examples, kept in a project version by version.

The file has ``id``, ``name``, ``version`` and ``instruction``; ``scheme`` (the id of a scheme that ships or is in the
project, or the path of a scheme's file) or ``[[criterion]]`` tables of its own; and where wanted ``criteria`` (which of
the scheme's), ``samples`` and ``[[example]]`` tables with ``source``, ``text``, ``answer``, ``why`` and ``criterion``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from galley.core.definitions import schemes
from galley.core.definitions.toml_lines import TomlLines
from galley.core.definitions.toml_table import TomlTable, text_of
from galley.core.domain import ChangeSet, Criterion, Scheme
from galley.core.errors import InputError
from galley.core.foreign_files import load_toml
from galley.core.storage.connection import Connection
from galley.core.storage.queries import read_setting
from galley.core.storage.queries.settings import list_settings, write_setting

_KEYS = ("id", "name", "version", "scheme", "criterion", "criteria", "instruction", "samples", "shown", "example")
_EXAMPLE = ("source", "text", "answer", "why", "criterion", "item")
_SETTING = "judge:"
MOST_BYTES = 200_000
MOST_SAMPLES = 99
COLOURS = ("#D55E00", "#0072B2", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")


@dataclass(frozen=True, slots=True)
class Example:
    """A text with its source, the right answer on the scale of a criterion, and why; ``item`` is the key of the item
    that it was taken from, to which it is never shown."""

    source: str
    text: str
    answer: str
    why: str = ""
    criterion: str = ""
    item: str = ""


@dataclass(frozen=True, slots=True)
class CustomJudge:
    """A judge as it was written. ``scheme`` is an id; ``own`` the text of a scheme that it brings along; at most
    ``examples_per_question`` examples are shown at a time (0: all)."""

    id: str
    name: str
    version: str
    instruction: str
    scheme: str
    own: str
    criteria: tuple[str, ...]
    samples: int
    examples: tuple[Example, ...]
    text: str
    examples_per_question: int = 0

    def for_item(self, key: str, criterion: str) -> tuple[Example, ...]:
        """The examples that are shown with a question about an item under a criterion: none of the item's own."""
        examples = [e for e in self.examples if e.criterion in ("", criterion) and (not e.item or e.item != key)]
        return tuple(examples[: self.examples_per_question or None])

    def brings(self) -> Scheme | None:
        """The scheme that comes with the judge."""
        return schemes.parse_scheme(self.own, f"the judge {self.id}") if self.own else None


def load(path: Path) -> CustomJudge:
    """The judge in a file; a scheme that it names by its path is taken in. Raises: InputError."""
    text = text_of(path, "judge", InputError, MOST_BYTES)
    named = _table(text, str(path)).get("scheme")
    if isinstance(named, str) and named.endswith(".toml"):
        scheme = schemes.load_scheme(path.parent / named)
        tables = load_toml(scheme.toml)
        text = re.sub(r"(?m)^scheme\s*=.*\n?", "", text, count=1) + "\n" + _tables(tables["criterion"])
    return parse(text, str(path))


@lru_cache(maxsize=64)
def parse(text: str, where: str = "the judge") -> CustomJudge:
    """The judge in a text. Raises: InputError (SchemeError for its criteria) with one sentence."""
    table = _Table(_table(text, where), where, TomlLines(text))
    table.who = "the judge"
    table.only(_KEYS)
    id_ = table.identify("the judge")
    name, version, instruction = (table.text(key).strip() for key in ("name", "version", "instruction"))
    if ("scheme" in table.data) == ("criterion" in table.data):
        table.fail("a judge needs either the name of a scheme or [[criterion]] tables")
    own = ""
    if "criterion" in table.data:
        own = _scheme(id_, name, [entry.data for entry in table.tables("criterion")])
        schemes.parse_scheme(own, where)
    return CustomJudge(
        id_, name, version, instruction, table.text("scheme") if "scheme" in table.data else id_, own,
        table.texts("criteria"), table.within("samples", 1, MOST_SAMPLES, 1),
        tuple(map(_example, table.tables("example"))), text, table.within("shown", 0, MOST_SAMPLES, 0),
    )  # fmt: skip


class _Table(TomlTable):
    """A table of a judge, whose texts may be as long as its file."""

    longest = MOST_BYTES


def _table(text: str, where: str) -> dict[str, Any]:
    if len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        raise InputError(f"{where} is larger than a judge can be ({MOST_BYTES:,} bytes); shorten its examples.")
    try:
        return load_toml(text)
    except ValueError as error:
        raise InputError(schemes.toml_message(str(error), where, text.count("\n") + 1)) from None


def _example(table: TomlTable) -> Example:
    table.only(_EXAMPLE)
    answer = table.data.get("answer")
    answer_text = str(answer) if isinstance(answer, int) and not isinstance(answer, bool) else table.text("answer")
    more = {key: table.text(key, "") for key in ("why", "criterion", "item")}
    return Example(table.text("source", ""), table.text("text"), answer_text, **more)


def _scheme(id_: str, name: str, tables: Sequence[Mapping[str, Any]]) -> str:
    """The text of the scheme that a judge's own criteria make; what marks them in the window is chosen here."""
    letters: set[str] = set()
    whole = []
    for number, table in enumerate(tables):
        spelled = f"{table.get('id', '')}abcdefghijklmnopqrstuvwxyz".upper()
        letter = next(sign for sign in spelled if sign.isalnum() and sign not in letters)
        criterion = {"letter": letter, "colour": COLOURS[number % len(COLOURS)], "line": "wavy", **table}
        letters.add(str(criterion["letter"]).upper())
        whole.append(criterion)
    head = {"id": id_, "name": name, "version": "1", "description": f"The criteria of the judge {name}."}
    return _pairs(head) + "\n" + _tables(whole)


def _tables(tables: Sequence[Mapping[str, Any]], kind: str = "criterion") -> str:
    return "\n".join(f"[[{kind}]]\n{_pairs(table)}" for table in tables)


def _pairs(table: Mapping[str, Any]) -> str:
    return "".join(f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in table.items())


def compose(
    head: Mapping[str, Any], criteria: Sequence[Mapping[str, Any]], examples: Sequence[Mapping[str, str]]
) -> str:
    """The TOML of a judge from what a form holds; what is empty is left out."""
    head_fields = {name: value for name, value in head.items() if value not in ("", [], None, 0)}
    example_rows = [{name: text for name, text in example.items() if text} for example in examples]
    return "\n".join(filter(None, (_pairs(head_fields), _tables(criteria), _tables(example_rows, "example"))))


def as_text(judge: CustomJudge) -> str:
    """The TOML of a judge."""
    head: dict[str, Any] = {"id": judge.id, "name": judge.name, "version": judge.version}
    head |= {} if judge.own else {"scheme": judge.scheme}
    head |= {"criteria": list(judge.criteria), "instruction": judge.instruction, "samples": judge.samples}
    tables = load_toml(judge.own)["criterion"] if judge.own else []
    return compose(
        head | {"shown": judge.examples_per_question}, tables, [asdict(example) for example in judge.examples]
    )


def answers(criterion: Criterion) -> tuple[str, ...]:
    """What may be answered under a criterion, in its order."""
    if criterion.scale == "ordinal":
        return tuple(map(str, range(criterion.low, criterion.high + 1)))
    return criterion.choices if criterion.scale == "choice" else ("YES", "NO")


# In a project ------------------------------------------------------------------------------------------------------


def versions(connection: Connection, id_: str) -> list[CustomJudge]:
    """The versions of a judge that the project keeps, the newest last."""
    text = read_setting(connection, _SETTING + id_)
    return [parse(written_text, f"the judge {id_}") for written_text in json.loads(text)] if text is not None else []


def read_judges(connection: Connection) -> dict[str, CustomJudge]:
    """The judges that the project keeps, each in its newest version, by id."""
    ids = [name.removeprefix(_SETTING) for name in list_settings(connection, _SETTING)]
    return {id_: versions(connection, id_)[-1] for id_ in ids}


def keep(connection: Connection, judge: CustomJudge) -> ChangeSet:
    """Keep a judge (a job for ``Project.write``). Another text under a version that is kept is refused: runs name it.

    Raises: InputError.
    """
    before = versions(connection, judge.id)
    if any(version.text == judge.text for version in before):
        return ChangeSet()
    if any(version.version == judge.version for version in before):
        raise InputError(
            f"Version {judge.version} of the judge {judge.id} exists with other words; give the new one another "
            f"version."
        )
    texts = json.dumps([*(version.text for version in before), judge.text], ensure_ascii=False)
    write_setting(connection, _SETTING + judge.id, texts)
    return ChangeSet(settings=True)


def find(connection: Connection, name: str) -> CustomJudge:
    """The judge in a file, or the newest version of one that the project keeps. Raises: InputError."""
    judges = read_judges(connection)
    if name in judges:
        return judges[name]
    if name.endswith(".toml"):
        return load(Path(name))
    raise InputError(
        f"There is no judge {name!r}; give the path of its TOML file, or the name of one in the project:"
        f" {', '.join(judges) or 'none'}."
    )
