"""Changing an import: the same file again with other roles, with the decisions that are still about the same judgement.

The changed project is made beside the project: the state before the import, the import again, and each decision whose
text, sources, criterion and judge's verdict are as they were. Then it takes the project's place. The log keeps the
other decisions, and undoing the last bulk change brings all of them back.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from galley.core.domain import ChangeSet
from galley.core.errors import InputError
from galley.core.exports.base import ExportReport, Only
from galley.core.exports.galley import records
from galley.core.import_types import ImportOptions, ImportReport, ParsedRecord
from galley.core.importers import find
from galley.core.importers.run_import import MAPPED, import_files
from galley.core.project import backups, bulk_changes
from galley.core.project.import_records import Progress, ingest
from galley.core.project.project import Project
from galley.core.review import log_entries, task_draws
from galley.core.review.log_entries import EntryKind
from galley.core.storage import imported_tables, log_hashes, names, open_mark
from galley.core.storage.connection import Connection
from galley.core.storage.queries import read_setting
from galley.core.storage.queries.settings import list_settings, write_setting
from galley.core.storage.setting_states import read_states
from galley.core.tables import stored_mappings
from galley.core.tasks.levels import SETTING as LEVELS
from galley.core.tasks.levels import Level, read_levels

Place = tuple[Any, ...]
_POINTERS = ("undo", "redo")
_TEXTS = frozenset(("uid", "note", "shown"))
_DOCUMENTS = frozenset(("document", "about"))
_LOST_KINDS = frozenset((EntryKind.ROLE, EntryKind.RULE, EntryKind.PROTOCOL, EntryKind.KNOWN, EntryKind.REVOKE))
_IMPORT_SETTINGS = (LEVELS, stored_mappings.PREFIX, imported_tables.PREFIX, bulk_changes.SETTING, open_mark.SETTING)
"""Settings that an import makes anew, or the file itself; all others stay."""
_LISTED = 200
"""Decisions set aside that are described."""


@dataclass
class ImportChange:
    """A changed import that waits to be confirmed: the ``project``, the ``changed`` copy of it, the report of the
    import, how many decisions stay, and the others, a line each."""

    project: Path
    changed: Path
    report: ImportReport
    log_digest: str
    what: str
    staying_count: int = 0
    set_aside_count: int = 0
    set_aside: list[str] = field(default_factory=list)


def find_changeable_table(project: Project) -> dict[str, Any] | None:
    """The table of the last import, as the project remembers it (path, mapping, roles); None if the last bulk change is
    another one, or no import with its mapping went by the roles of the columns."""
    base = bulk_changes.find_import_base(project.path)
    if base is None:
        return None
    tables = imported_tables.read_tables(project.read_connection())
    changeable_tables = []
    for table in tables:
        alike = [other for other in tables if other["mapping"] == table["mapping"] and other.get("roles")]
        if alike and base.what == f"{bulk_changes.IMPORT}{Path(table['path']).name}":
            changeable_tables.append(table | {"roles": table.get("roles") or alike[0]["roles"]})
    return changeable_tables[0] if len(changeable_tables) == 1 else None


def prepare_change(
    project: Project, paths: Sequence[Path], options: ImportOptions, progress: Progress | None = None
) -> ImportChange:
    """Import the files again as ``options`` says, into a copy of the project as it was before their import, and carry
    over the decisions that are still about the same judgement. Nothing of the project changes.

    Raises: InputError where the last bulk change is no import, or the copy would lose what was set up since then; what
    ``import_files`` raises.
    """
    base = bulk_changes.find_import_base(project.path)
    if base is None:
        raise InputError(f"The last bulk change of {project.path.name} is not an import, so it cannot be changed.")
    connection = project.read_connection()
    digest = log_hashes.log_digest(connection)
    home = Path(tempfile.mkdtemp(prefix="last.change-", dir=backups.folder(project.path)))
    change = ImportChange(project.path, home / project.path.name, ImportReport(), digest, base.what)
    try:
        bulk_changes.write_import_base(project.path, change.changed)
        copy = Project.open(change.changed)
        try:
            _refuse_loss(connection, copy.read_connection(), base)
            change.report = import_files(copy, find(MAPPED), paths, options, progress)
            # None takes out what was deleted since the import
            settings = {**dict.fromkeys(_list_own_settings(copy.read_connection())), **_list_own_settings(connection)}
            carried_records = list(_carry_decisions(connection, copy.read_connection(), change))

            def write(writing_connection: Connection) -> ChangeSet:
                report = ImportReport()
                for name, text in settings.items():
                    write_setting(writing_connection, name, text)
                stream = (ParsedRecord(record, str(paths[0]), 0) for record in carried_records)
                return ingest(writing_connection, stream, ImportOptions(), report)

            copy.write(write).result()
        finally:
            copy.close()
    except BaseException:
        discard_change(change)
        raise
    return change


def discard_change(change: ImportChange) -> None:
    """Leave everything as it is."""
    bulk_changes.forget(change.changed)
    shutil.rmtree(change.changed.parent, ignore_errors=True)


def apply_change(change: ImportChange) -> None:
    """Put the changed project in the project's place. Nobody may have it open.

    Raises: InputError where somebody decided something meanwhile; GalleyError.
    """
    try:
        bulk_changes.exchange_for_changed(change.project, change.changed, change.log_digest, change.what)
    finally:
        discard_change(change)


def _refuse_loss(connection: Connection, copy: Connection, base: bulk_changes.BulkChange) -> None:
    """Raises: InputError where a person set something up since the import, such as a study, roles, known answers,
    levels or draws: the ``copy``, the state before the import, has none of it, and it may name what the changed import
    has not."""
    from galley.core.metrics import frames, sampling  # numpy, which the page of an import needs nothing of
    from galley.core.screening import sample as screening_sample

    lost_kinds = frozenset[EntryKind]()
    if read_states(connection) != read_states(copy):
        lost_kinds = _LOST_KINDS
    elif read_levels(connection) != read_levels(copy):  # by the import, or by a person
        lost_kinds = frozenset((EntryKind.RULE,))
    begin = datetime.fromisoformat(base.at)
    later = [
        f"{entry.who} {entry.words}"
        for entry in log_entries.read(connection)
        if entry.who and entry.kind in lost_kinds and datetime.fromisoformat(entry.at) >= begin
    ]
    drawn = (sampling.SETTING, frames.SETTING, task_draws.SETTING, screening_sample.SETTING)
    if any(read_setting(connection, name) != read_setting(copy, name) for name in drawn):
        later.append("Samples were drawn or screened")
    if later:
        raise InputError(
            f"{later[-1]} after {base.what}; a changed import would lose that. Import the table into a new project"
            " instead."
        )


def _list_own_settings(connection: Connection) -> dict[str, str]:
    """The settings of a project that no import makes: saved views, judges and prompts of one's own, what is hidden,
    where it may be sent and so on. Those that name items are refused before (``_refuse_loss``)."""
    return {name: text for name, text in list_settings(connection, "").items() if not name.startswith(_IMPORT_SETTINGS)}


def _carry_decisions(before: Connection, after: Connection, change: ImportChange) -> Iterator[dict[str, Any]]:
    """A record for each item with the decisions that stay."""
    criteria = _match_criteria(before, after)
    new_levels = _find_changed_levels(before, after, criteria)
    names_by_criterion = {(c.scheme, c.id): c.name for c in names.criteria(before).values()}
    new_items = {record["key"]: record for record in _read_items(after) if "key" in record}
    items_by_sources: dict[str, list[str]] = {}
    for key, record in new_items.items():
        items_by_sources.setdefault(_get_sources(record), []).append(key)
    for old in _read_items(before):
        decisions = old.get("decisions", [])
        new = new_items.get(old.get("key", ""))
        if new is None and len(same_keys := items_by_sources.get(_get_sources(old), [])) == 1:
            new = new_items[same_keys[0]]
        logged = {entry["uid"] for entry in new.get("decisions", [])} if new is not None else set()
        pending = [entry for entry in decisions if entry["uid"] not in logged]
        if not pending:
            continue
        carried = _CarriedItem(old, new or {}, criteria, names_by_criterion.keys(), new_levels)
        entries = [translated for entry in pending if (translated := carried.translate(entry)) is not None]
        for entry in pending:
            if entry["action"] in _POINTERS or entry.get("undone"):
                continue
            if entry["uid"] in carried.uids:
                change.staying_count += 1
                continue
            change.set_aside_count += 1
            if len(change.set_aside) < _LISTED:
                name = names_by_criterion.get((entry.get("scheme", ""), entry.get("criterion", "")), "")
                systems = {text["id"]: text.get("system", "") for text in old["documents"]}
                system = systems.get(entry.get("about") or entry.get("document", ""), "")
                parts = (old["key"], system, name, entry["action"], entry["reviewer"])
                change.set_aside.append(" · ".join(filter(None, parts)))
        if new is not None and entries:
            yield {"key": new["key"], "decisions": entries}


def _read_items(connection: Connection) -> Iterator[dict[str, Any]]:
    return records(connection, Only.ALL, ExportReport(), lambda done, total: True)


def _match_criteria(before: Connection, after: Connection) -> dict[tuple[str, str], tuple[str, str]]:
    """For each criterion that the changed project has too, by its id or else by its name: what it is called there."""
    new_criteria = list(names.criteria(after).values())
    matches: dict[tuple[str, str], tuple[str, str]] = {}
    for criterion in names.criteria(before).values():
        same = [c for c in new_criteria if (c.scheme, c.id) == (criterion.scheme, criterion.id)]
        same = same or [c for c in new_criteria if c.name == criterion.name]
        if len(same) == 1:
            matches[criterion.scheme, criterion.id] = (same[0].scheme, same[0].id)
    return matches


def _find_changed_levels(
    before: Connection, after: Connection, criteria: Mapping[tuple[str, str], tuple[str, str]]
) -> dict[tuple[str, str], str]:
    """The levels of the criteria that have another one in the changed project."""
    old_levels, new_levels = read_levels(before), read_levels(after)
    pairs = {
        old: (old_levels.get("/".join(old), Level.UNITS), new_levels.get("/".join(new), Level.UNITS))
        for old, new in criteria.items()
    }
    return {criterion: level for criterion, (old_level, level) in pairs.items() if level != old_level}


class _Unmatched(Exception):
    """A decision is about something that the changed import has not."""


class _CarriedItem:
    """Translates the decisions of one item; ``uids`` has the new uid of each that stays."""

    def __init__(
        self,
        old: Mapping[str, Any],
        new: Mapping[str, Any],
        criteria: Mapping[tuple[str, str], tuple[str, str]],
        old_criteria: Collection[tuple[str, str]],
        new_levels: Mapping[tuple[str, str], str],
    ) -> None:
        self._criteria, self._old_criteria, self._new_levels = criteria, old_criteria, new_levels
        self.uids: dict[str, str] = {}
        has_same_sources = bool(new) and _get_sources(old) == _get_sources(new)
        self._documents = _match_documents(old, new) if has_same_sources else {}
        summaries = {document["id"] for document in old["documents"] if document["role"] == "summary"}
        self._has_same_texts = has_same_sources and summaries <= self._documents.keys()
        self._old_values = {_place(entry): entry.get("value") for entry in _list_judged(old)}
        self._new_values = {_place(entry): entry.get("value") for entry in _list_judged(new)}

    def translate(self, entry: Mapping[str, Any]) -> dict[str, Any] | None:
        """The decision in the words of the changed project, with a uid of its own; None for one that is set aside."""
        names_document = entry.get("document")
        if not (names_document in self._documents if names_document else self._has_same_texts):
            return None
        if any(self._has_another_level(*pair) for pair in entry.get("asked", [])):
            return None
        try:
            translated: dict[str, Any] = self._translate(entry)
        except _Unmatched:
            return None
        if "flag" in entry:
            old_place = (*_place(entry)[:-1], entry["flag"])
            new_place = (*_place(translated)[:-1], entry["flag"])
            if new_place not in self._new_values or self._new_values[new_place] != self._old_values.get(old_place):
                return None
        self.uids[entry["uid"]] = translated["uid"] = os.urandom(8).hex()
        return translated

    def _translate(self, value: Any) -> Any:
        """A part of a decision, with its criteria and the decisions that it names as the changed project has them."""
        if isinstance(value, dict):
            translated = {name: inner if name in _TEXTS else self._translate(inner) for name, inner in value.items()}
            for name in _DOCUMENTS & value.keys():
                translated[name] = self._find_document(value[name])
            if "from" in value:  # the units that a written unit is made of
                translated["from"] = [
                    [self._find_document(unit[0]), *unit[1:]] if isinstance(unit, list) else unit
                    for unit in value["from"]
                ]
            if "refers" in value:
                if value["refers"] not in self.uids:
                    raise _Unmatched
                translated["refers"] = self.uids[value["refers"]]
            if "criterion" in value:
                translated["scheme"], translated["criterion"] = self._find(value["scheme"], value["criterion"])
            return translated
        if isinstance(value, list):
            if len(value) > 1 and isinstance(value[0], str) and (value[0], value[1]) in self._old_criteria:
                return [*self._find(value[0], value[1]), *map(self._find_document, value[2:3]), *value[3:]]
            return [self._translate(inner) for inner in value]
        return value

    def _find(self, scheme: str, criterion: str) -> tuple[str, str]:
        if (scheme, criterion) not in self._criteria:
            raise _Unmatched
        return self._criteria[scheme, criterion]

    def _find_document(self, name: str) -> str:
        if name not in self._documents:
            raise _Unmatched
        return self._documents[name]

    def _has_another_level(self, scheme: str, criterion: str, document: str, level: str = Level.UNITS) -> bool:
        """Whether a finish spoke at a level that the changed import took from the criterion."""
        return self._new_levels.get((scheme, criterion), level) != level


def _match_documents(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, str]:
    """For each document that the changed item has too, what it is called there: by its id, else by its words where one
    document alone has them, as that of a system with another name."""
    texts, new_texts = (
        {document["id"]: (document["role"], _get_text(document)) for document in record.get("documents", [])}
        for record in (old, new)
    )
    matches = {name: name for name, text in texts.items() if new_texts.get(name) == text}
    for name, text in texts.items():
        alike = [
            [other for other in side if side[other] == text and other not in matches] for side in (texts, new_texts)
        ]
        if name not in matches and all(len(names_alike) == 1 for names_alike in alike):
            matches[name] = alike[1][0]
    return matches


def _list_judged(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The verdicts of an item that no decision made."""
    return [entry for entry in record.get("verdicts", []) if not entry.get("decision")]


def _place(entry: Mapping[str, Any]) -> Place:
    """The cell of a verdict or decision, and who gave the verdict."""
    fields = ("scheme", "criterion", "document", "unit", "about")
    return (*(entry.get(name) for name in fields), entry.get("annotator"))


def _get_sources(record: Mapping[str, Any]) -> str:
    """The words of the texts that an item's summaries are judged by, to be compared."""
    others = ("summary", "reference")
    return "".join(_get_text(document) for document in record.get("documents", []) if document["role"] not in others)


def _get_text(document: Mapping[str, Any]) -> str:
    """The words of a document with their division into units, to be compared."""
    fields = ("text", "units", "unit", "speakers", "turns", "paragraphs", "sentences")
    return json.dumps([document.get(name) for name in fields], sort_keys=True)
