"""Writing derived units without a window: a sheet of what there is goes out, the same sheet with what was written comes
back (KGDS, section 4.5: main opinions, clarified, atomic).

A sheet is JSON Lines, an item a line: its ``key``, the sources unit by unit, the ``units`` of the kind that the task
writes, and an empty ``write``. Somebody fills ``write`` with entries:

- ``{"document": "dialogue", "unit": 0, "text": "…"}``: a new unit from the unit with that number (from 0);
- ``{"of": "ID", "text": "…"}``: the same unit in other words, or one step further as it is;
- ``{"of": "ID", "texts": ["…", "…"]}``: several in its place; ``{"of": ["ID", "ID"], "text": "…"}``: one for several;
- ``{"drop": "ID"}``.

Each is a decision. A written unit says the task's ``step``; ``"finish": true`` on a line says that nothing is missing.
A task that writes turns takes a ``discussion`` instead, of an item that has none: a list of speaker and text, which
becomes its dialogue.
Nothing is written unless every line is sound.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from galley.core.campaign.package import read_package
from galley.core.campaign.task_records import speakers_of
from galley.core.definitions.protocols import Kind, Task
from galley.core.domain import ChangeSet, Document, Role, Unit, UnitId, UnitKind
from galley.core.errors import InputError
from galley.core.foreign_files import MOST_LINES, load_json, read_whole
from galley.core.import_types import ImportOptions, ImportReport, ParsedRecord
from galley.core.project.import_records import ingest
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import ItemView
from galley.core.review.revisions import Draft, How, check
from galley.core.storage.connection import Connection
from galley.core.storage.queries import find_items
from galley.core.storage.queries.items import find_item
from galley.core.tasks.finish import list_all_pairs
from galley.core.tasks.task_book import read_task_book
from galley.core.text.clarified import CLARIFIED

SOURCES = (Role.DIALOGUE, Role.ARTICLE)
LINE = frozenset({"key", "dealt", "sources", "units", "write", "finish", "discussion"})


@dataclass(frozen=True, slots=True)
class Revision:
    """One decision that a line asks for."""

    how: How
    drafts: tuple[Draft, ...]
    replaces: tuple[UnitId, ...] = ()


@dataclass(slots=True)
class ItemRevisions:
    """What one line asks for in an item: revisions in order, a discussion to take in, and whether it is finished."""

    view: ItemView
    revisions: list[Revision] = field(default_factory=list)
    discussion_turns: list[dict[str, str]] = field(default_factory=list)
    finish: bool = False


def find_writing_task(project: Project, name: str) -> Task:
    """The task that writes: the named one, or the package's own. Raises: InputError where it is none."""
    tasks = read_task_book(project.read_connection())
    package = read_package(project.read_connection())
    task = tasks.find(name or (package.task if package is not None else ""))
    if task is None or task.kind is not Kind.WRITE:
        task_names = ", ".join(
            writing_task.full for writing_task in tasks.tasks.values() if writing_task.kind is Kind.WRITE
        )
        what = f"{task.full} is not a writing task" if task else "Name a writing task"
        raise InputError(f"{what}; writing tasks: {task_names or 'none; add them with galley campaign protocol use'}.")
    return task


def build_sheet_lines(project: Project, task: Task) -> Iterator[dict[str, Any]]:
    """A line for each item with a source, in order."""
    package = read_package(project.read_connection())
    for item in find_items(project.read_connection()):
        view = items.load_item_view(project.read_connection(), item)
        sources = [document for role in SOURCES for document in view.by_role(role)]
        if not sources:
            continue
        line: dict[str, Any] = {"key": view.key}
        if package is not None and view.key in package.dealt:
            line["dealt"] = list(package.dealt[view.key])
        line["sources"] = {document.name: [_unit_line(unit) for unit in document.units] for document in sources}
        line["units"] = [_unit(view, unit) for unit in view.derived_units if unit.kind.value == task.unit]
        if task.unit != UnitKind.TURN:
            yield line | {"write": [], "finish": False}
        elif not view.by_role(Role.DIALOGUE):
            yield line | {"discussion": []}


def _unit_line(unit: Unit) -> str:
    return f"{unit.speaker}: {unit.text}" if unit.speaker else unit.text


def _unit(view: ItemView, unit: Unit) -> dict[str, Any]:
    places = [(view.document(s.document).name, s.position) for s in map(view.unit, unit.sources)]
    return {"id": unit.name, "text": unit.text, "step": unit.meta.get("step", ""), "from": places}


# Back ----------------------------------------------------------------------------------------------------------------


def read_sheet(project: Project, task: Task, path: Path) -> list[ItemRevisions]:
    """What a filled sheet asks for. Raises: InputError that names the line at fault."""
    pages = []
    try:
        lines = read_whole(path, MOST_LINES).decode("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read as text ({error}); check the path.") from error
    for number, text in enumerate(lines, 1):
        if not text.strip():
            continue
        try:
            pages.append(_parse_line(project, task, load_json(text)))
        except (InputError, ValueError) as error:
            problem = str(error).rstrip(".") if isinstance(error, InputError) else "this is not valid JSON"
            raise InputError(f"{path}, line {number}: {problem}; nothing was written.") from error
    return pages


def _parse_line(project: Project, task: Task, line: Any) -> ItemRevisions:
    if not isinstance(line, dict) or not isinstance(line.get("key"), str):
        raise InputError("a line must be an object with the key of an item")
    if unknown := line.keys() - LINE:
        raise InputError(f"the field {min(unknown)!r} is unknown")
    row = find_item(project.read_connection(), line["key"])
    if row is None:
        raise InputError(f"there is no item {line['key']!r}")
    page = ItemRevisions(items.load_item_view(project.read_connection(), row), finish=line.get("finish") is True)
    package = read_package(project.read_connection())
    page.discussion_turns = _parse_discussion(page.view, task, line.get("discussion") or [])
    entries = line.get("write") or []
    if task.unit == UnitKind.TURN and (entries or page.finish):
        raise InputError(f"{task.full} writes only a discussion")
    if not isinstance(entries, list):
        raise InputError("“write” must be a list")
    dealt = package.dealt.get(page.view.key) if package is not None else None
    for entry in entries:
        page.revisions.append(parse_revision(page.view, task, entry))
        if dealt is not None:
            _require_own_speakers(project, page.revisions[-1], dealt)
    replaced = [unit for unit_revision in page.revisions for unit in unit_revision.replaces]
    if len(set(replaced)) < len(replaced):
        raise InputError("a unit is replaced twice")
    return page


def _parse_discussion(view: ItemView, task: Task, turns: Any) -> list[dict[str, str]]:
    """The turns of a discussion that was authored from the article."""
    if not turns:
        return []
    if task.unit != UnitKind.TURN:
        raise InputError(f"{task.full} writes no discussion; a task that writes turns does")
    if view.by_role(Role.DIALOGUE):
        raise InputError(f"{view.key!r} has a discussion already, and texts are never changed")
    for turn in turns if isinstance(turns, list) else [None]:
        turn_values = turn.values() if isinstance(turn, dict) and turn.keys() == {"speaker", "text"} else [None]
        if not all(isinstance(text, str) and text.strip() for text in turn_values):
            raise InputError("“discussion” must be a list of turns, each with a speaker and a text")
    return [dict(turn) for turn in turns]


def parse_revision(view: ItemView, task: Task, entry: Any) -> Revision:
    """One entry of ``write`` as a decision. Raises: InputError"""
    if not isinstance(entry, dict):
        raise InputError("an entry of “write” must be an object")
    keys = set(entry)
    if keys == {"drop"}:
        new_revision = Revision(How.DROP, (), (_find_unit(view, task, entry["drop"]).id,))
    elif keys == {"document", "unit", "text"}:
        document = next((d for d in view.documents if d.name == entry["document"] and d.role in SOURCES), None)
        new_revision = Revision(How.WRITE, (_draft_unit(task, _place(document, entry), _require_text(entry["text"])),))
    elif keys in ({"of", "text"}, {"of", "texts"}):
        named = entry["of"] if isinstance(entry["of"], list) else [entry["of"]]
        texts = entry["texts"] if "texts" in entry else [entry["text"]]
        if not named or not isinstance(texts, list) or not texts or (len(named) > 1 and len(texts) > 1):
            raise InputError("“of” is one unit for several texts, or several units for one text")
        units = [_find_unit(view, task, name) for name in named]
        drafts = tuple(_redraft_unit(task, units, _require_text(text)) for text in texts)
        how = How.MERGE if len(units) > 1 else How.SPLIT if len(drafts) > 1 else How.CLARIFY
        new_revision = Revision(how, drafts, tuple(unit.id for unit in units))
    else:
        raise InputError("an entry of “write” has document, unit and text; of and text or texts; or drop")
    check(new_revision.how, new_revision.drafts, new_revision.replaces)
    return new_revision


def _place(document: Document | None, entry: Mapping[str, Any]) -> Unit:
    number = entry["unit"]
    if document is None or isinstance(number, bool) or not isinstance(number, int):
        raise InputError(f"there is no source {entry['document']!r} with a unit {number!r}")
    if not 0 <= number < len(document.units):
        raise InputError(f"{document.name} has the units 0 to {len(document.units) - 1}, not {number}")
    return document.units[number]


def _require_text(text: Any) -> str:
    if not isinstance(text, str):
        raise InputError("“text” must be a text in quotes")
    return text


def _find_unit(view: ItemView, task: Task, name: Any) -> Unit:
    unit = next((u for u in view.derived_units if u.name == name and u.kind.value == task.unit), None)
    if unit is None:
        raise InputError(f"there is no {task.unit} {name!r}")
    return unit


def _draft_unit(task: Task, source: Unit, text: str) -> Draft:
    return _draft(task, text, source.document, "", (source.id,), {})


def _redraft_unit(task: Task, units: list[Unit], text: str) -> Draft:
    first = units[0]
    sources = tuple(dict.fromkeys(source for unit in units for source in unit.sources))
    return _draft(task, text, first.document, first.type, sources, first.meta)


def _draft(
    task: Task, text: str, document: int, type_: str, sources: tuple[UnitId, ...], meta: Mapping[str, Any]
) -> Draft:
    """As everywhere, the type of an opinion says whether it has a clarified reference."""
    if task.unit == UnitKind.OPINION:
        type_ = "clarified" if CLARIFIED.search(text) else ""
    step = {"step": task.step} if task.step else {}
    return Draft(UnitKind(task.unit), text.strip(), document, type_, sources, {**meta, **step})


def _require_own_speakers(project: Project, unit_revision: Revision, dealt: Iterable[str]) -> None:
    """Raises: InputError for a revision about somebody whose turns were assigned to another reviewer."""
    about = {source for draft in unit_revision.drafts for source in draft.sources} | set(unit_revision.replaces)
    for unit in sorted(about):
        who = speakers_of(project.read_connection(), unit)
        if who and not who & set(dealt):
            raise InputError(f"the turns of {', '.join(sorted(who))} were assigned to another reviewer")


def _import_discussion(revisions: ItemRevisions, connection: Connection) -> tuple[None, ChangeSet]:
    """Take a discussion in as a document of its item (a job for the writer)."""
    record = {
        "key": revisions.view.key,
        "documents": [{"id": "dialogue", "role": "dialogue", "turns": revisions.discussion_turns}],
    }
    return None, ingest(
        connection, [ParsedRecord(record, revisions.view.key, 0, (), True)], ImportOptions(), ImportReport()
    )


def apply_sheet(
    project: Project, decision_writer: DecisionWriter, item_revisions: Iterable[ItemRevisions]
) -> tuple[int, int]:
    """Decide what the pages ask for; how many revisions were written, and how many items finished."""
    written_count = finished = 0
    for page in item_revisions:
        if page.discussion_turns:
            written_count += len(page.discussion_turns)
            project.write(partial(_import_discussion, page)).result()
        for unit_revision in page.revisions:
            decision_writer.revise(
                page.view.id, unit_revision.how, unit_revision.drafts, unit_revision.replaces
            ).result()
            written_count += 1
        if page.finish:
            view = items.load_item_view(project.read_connection(), page.view.id)
            decision_writer.finish(view, list_all_pairs(view)).result()
            finished += 1
    return written_count, finished
