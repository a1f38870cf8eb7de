"""A small study for tests of tasks: two paragraphs an item, facts, systems; and how people work through it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from galley.core.campaign import answers
from galley.core.cli import galley
from galley.core.domain import Cell, ItemId, Value
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from galley.core.storage import names
from tests.core import building

TWO = """\
format = 1
id = "two"
name = "Two readers"

[[task]]
id = "supporting"
kind = "answer"
criteria = ["kgds-paragraph/supporting"]
people = 2
silence = "open"
rule = "unanimous"
shows = ["dialogue", "article"]
instructions = "Read the discussion first."

[[task]]
id = "key"
kind = "answer"
criteria = ["kgds-fact/repeated", "kgds-fact/key"]
where = "kgds-paragraph/supporting = yes"
after = ["supporting"]
people = 2
silence = "open"
rule = "strict-yes"
same = "supporting"

[[task.criterion]]
id = "kgds-fact/key"
when = "repeated = no"
unmet = "no"

[[task]]
id = "opinions"
kind = "write"
unit = "opinion"
step = "main"
deal = "speaker"
same = "supporting"

[[task]]
id = "clarify"
kind = "write"
unit = "opinion"
step = "clarified"
after = ["opinions"]
deal = "speaker"
same = "supporting"

[[task]]
id = "flagged"
kind = "verify"
criteria = ["kgds-opinion/not-covered"]
people = "any"
silence = "no"

[[task]]
id = "third"
kind = "settle"
of = "supporting"
rule = "adjudicator"

[[type]]
unit = "fact"
name = "key"
where = ["kgds-paragraph/supporting = yes", "kgds-fact/key = yes"]

[[type]]
unit = "fact"
name = "non-key"
where = "kgds-paragraph/supporting = yes"
"""

Said = Mapping[tuple[str, str], Value | None]
"""(key of the item, "document:number" or name of a unit) to what somebody says; None is unsure."""


def study(folder: Path, *changes: tuple[str, str], count: int = 2, **more: Any) -> Path:
    """A project of discussions by the protocol ``two`` (with ``changes``)."""
    records = []
    for number in range(count):
        made = building.discussion(f"k{number}")
        made["verdicts"] = [v for v in made["verdicts"] if v["kind"] == "judge"]
        made["judged"], made["units"] = [], [u for u in made["units"] if u["kind"] == "fact" or number < 0]
        made["units"] += [{"id": "o1", "kind": "opinion", "text": "Ann likes it.", "from": [["dialogue", 2]]}]
        records.append({**made, **more})
    toml = TWO
    for old, new in changes:
        assert old in toml, old
        toml = toml.replace(old, new, 1)
    path = folder / "two.toml"
    path.write_text(toml, "utf-8")
    project = folder / "study.galley"

    def make() -> None:
        building.project(folder, *records, name=project.name).close()
        run("campaign", "protocol", "use", str(path), "--project", str(project))

    return building.repeat(project, f"study\n{toml}\n{json.dumps(records)}", make)


def run(*words: str, fails: bool = False) -> Result:
    """A command line in this process."""
    found = CliRunner().invoke(galley, list(words))
    if not fails and found.exit_code:
        raise AssertionError(f"{words}: {found.output}") from found.exception
    assert bool(found.exit_code) == fails, found.output
    return found


def refused(*words: str) -> str:
    """What a command line that is refused says."""
    found = run(*words, fails=True)
    return str(found.exception)


def cell(project: Project, key: str, unit: str, criterion: str, about: str = "") -> tuple[int, Cell]:
    """The item and the cell of ``unit`` ("article:0", or a derived unit's name)."""
    connection = project.read_connection()
    document, _, number = unit.partition(":")
    item = connection.execute("SELECT id FROM item WHERE key = ?", (key,)).fetchone()[0]
    if number:
        row, home = connection.execute(
            "SELECT whole_id + 1 + ?, id FROM document WHERE item_id = ? AND name = ?", (int(number), item, document)
        ).fetchone()
    else:
        row, home = connection.execute(
            "SELECT unit.id, document_id FROM unit JOIN document ON document.id = document_id WHERE item_id = ?"
            " AND unit.name = ? AND unit.text IS NOT NULL",
            (item, unit),
        ).fetchone()
    if about:
        (home,) = connection.execute("SELECT id FROM document WHERE item_id = ? AND name = ?", (item, about)).fetchone()
    scheme, _, name = criterion.partition("/")
    rows = {(c.scheme, c.id): c.row for c in names.criteria(connection).values()}
    return item, Cell(row, rows[scheme, name], home)


def say(path: Path, who: str, criterion: str, said: Said) -> None:
    """Answers of somebody in a project or package."""
    with Project.open(path) as opened:
        desk = DecisionWriter(opened, who)
        forms: dict[ItemId, dict[Cell, Value | None]] = {}
        for (key, unit), value in said.items():
            item, where = cell(opened, key, unit, criterion)
            forms.setdefault(item, {})[where] = value
        for item, form in forms.items():
            desk.form(item, form).result()


def back(project: Path, path: Path) -> str:
    """The answers of a package returned and merged; what the merge says."""
    out = path.with_suffix(".answers")
    answers.write_answers(path, out, overwrite=True)
    return run("campaign", "merge", str(out), "--project", str(project)).output


def packed(folder: Path, who: str) -> Path:
    """Where the package of somebody lies."""
    return folder / f"study-{who}.galley"


def pack(project: Path, *words: str) -> None:
    """Packages beside the project."""
    run("campaign", "pack", "--project", str(project), "--out", str(project.parent), *words)
