"""Erasing an item or a person: not a byte of them is left in the project's folder or among its backups.

One exclusive job. The log stays a chain: of what was erased the hash c, the link and a tombstone are left, without the
salt that c was made with. The project is written anew without its free pages (VACUUM INTO) and exchanged at once; then
backups, snapshots and kept files go, and one new backup is made. Killed in between, the next opening goes on with that.
"""

from __future__ import annotations

import glob
import json
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from galley.core import new_files, paths
from galley.core.errors import GalleyError, InputError
from galley.core.project import backups, outgoing
from galley.core.project.file_exchange import alone, exchange
from galley.core.review import item_state
from galley.core.review.progress import tally_all
from galley.core.storage import imported_tables, log_hashes, project_file, redaction, text_index, tombstones
from galley.core.tasks.counts import forget_task_progress
from galley.core.text.plurals import format_count

SETTING = "erasing"
"""There while old copies are still to be deleted."""
OF_ITEM = (
    ("unit_source", "unit_id IN (SELECT id FROM unit WHERE document_id IN ({documents}))"),
    ("retired", "unit_id IN (SELECT id FROM unit WHERE document_id IN ({documents}))"),
    ("mask", "unit_id IN (SELECT id FROM unit WHERE document_id IN ({documents}))"),
    ("score", "document_id IN ({documents})"),
    *((table, "verdict_id IN ({verdicts})") for table in ("span", "evidence", "verdict_call", "reason", "aside")),
    ("lineage", "item_id = :item"),
    ("undone", "decision_id IN (SELECT id FROM decision WHERE item_id = :item)"),
    *(
        (table, "item_id = :item")
        for table in (
            "earlier", "unmet", "unsaid", "handed", "known", "void", "judged", "progress", "trust", "task_item",
            "task_progress", "package_item", "package_cell", "item_meta", "note", "verdict", "decision", "call",
        )
    ),
    ("unit", "document_id IN ({documents})"),
    ("document", "item_id = :item"),
    ("item", "id = :item"),
)  # fmt: skip
NESTED = {
    "documents": "SELECT id FROM document WHERE item_id = :item",
    "verdicts": "SELECT id FROM verdict WHERE item_id = :item",
}


@dataclass(slots=True)
class ErasureReport:
    """What went, or would go: ``keys`` of items, a ``person``, how many ``decisions``, rows elsewhere that held the
    words (by table), ``files`` that are deleted; and ``beyond``, sentences about what Galley cannot reach. ``done``:
    it went."""

    keys: list[str] = field(default_factory=list)
    person: str = ""
    decisions: int = 0
    blanked_rows: dict[str, int] = field(default_factory=dict)
    files: list[Path] = field(default_factory=list)
    beyond: list[str] = field(default_factory=list)
    done: bool = False

    def lines(self) -> list[str]:
        """As sentences."""
        what = f"the answers of {self.person}" if self.person else f"the item {', '.join(self.keys)}"
        what = f"{what}, with {format_count(self.decisions, 'decisions')}."
        if not self.done:
            would = [f"Would be deleted: {path}." for path in self.files]
            return [f"Would be erased: {what}", *would, *self.beyond]
        sentences = [f"Erased: {what}"]
        sentences += [
            f"Blanked in the table {table}: {format_count(n, 'rows')}."
            for table, n in sorted(self.blanked_rows.items())
        ]
        sentences += [f"Deleted: {path}." for path in self.files]
        return [*sentences, *self.beyond]


def preview(path: Path, *, item: str = "", person: str = "", same_text: bool = False) -> ErasureReport:
    """What erasing would do; nothing is changed. Raises: see ``erase``"""
    with closing(project_file.connect(path, write=False)) as connection:
        report = _build_report(connection, path, item, person, same_text)
    report.files = copies(path)
    return report


def erase(path: Path, *, item: str = "", person: str = "", same_text: bool = False) -> ErasureReport:
    """Erase an item by its key (``same_text``: with all others that hold one of its texts), or a person by name.

    Nobody may have the project open. Raises: InputError where there is no such item or person, or other items hold the
    same texts; GalleyError. The project is as it was then.
    """
    path = path.absolute()
    with alone(path):
        with closing(project_file.connect(path, write=True)) as connection:
            outgoing.import_notes(connection, path)
            report = _build_report(connection, path, item, person, same_text)
        with new_files.create_unfinished(path, path, exact=True) as work:
            shutil.copyfile(path, work)
            exchange(path, lambda part: _write_erased(work, part, report))
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            report.files = clear_away(path, connection)
    report.done = True
    return report


def _build_report(connection: sqlite3.Connection, path: Path, item: str, person: str, same_text: bool) -> ErasureReport:
    if bool(item) == bool(person):
        raise InputError("Name one item or one person to erase.")
    report = ErasureReport(person=person)
    if person:
        if not connection.execute(_THERE, {"who": person}).fetchone()[0]:
            raise InputError(f"Nobody called {person} has a part in {path.name}; galley campaign plan shows who has.")
        annotator_query = "SELECT id FROM annotator WHERE name = ? AND kind = 'human'"
        query, values = f"SELECT count(*) FROM decision WHERE reviewer_id = ({annotator_query})", (person,)
    else:
        row = connection.execute("SELECT id FROM item WHERE key = ?", (item,)).fetchone()
        if row is None:
            raise InputError(f"There is no item {item} in {path.name}; galley show items lists them.")
        report.keys = [item, *_alike(connection, row[0])]
        if len(report.keys) > 1 and not same_text:
            raise InputError(
                f"A text of {item} is in other items too ({', '.join(report.keys[1:6])}); erase them with it:"
                " --with-same-text."
            )
        query = (
            "SELECT count(*) FROM decision JOIN item ON item.id = item_id WHERE key IN (SELECT value FROM json_each(?))"
        )
        values = (json.dumps(report.keys),)
    report.decisions = connection.execute(query, values).fetchone()[0]
    report.beyond = _list_outside_copies(connection, path, report)
    return report


_THERE = (
    "SELECT EXISTS (SELECT 1 FROM annotator WHERE name = :who AND kind = 'human')"
    " OR EXISTS (SELECT 1 FROM package WHERE reviewer = :who)"
    " OR EXISTS (SELECT 1 FROM json_each((SELECT value FROM setting WHERE name = 'roles')) WHERE key = :who)"
)


def _alike(connection: sqlite3.Connection, item: int) -> list[str]:
    """The keys of other items that hold a text of this one, or of those."""
    item_ids, waiting, keys = {item}, [item], []
    while waiting:
        texts = connection.execute("SELECT text FROM document WHERE item_id = ?", (waiting.pop(),)).fetchall()
        for (text,) in texts:
            if len(text.strip()) < redaction.SHORTEST:
                continue
            rows = connection.execute(
                "SELECT DISTINCT item.id, key FROM document JOIN item ON item.id = item_id WHERE instr(text, ?) > 0",
                (text.strip(),),
            )
            for row, key in rows.fetchall():
                if row not in item_ids:
                    item_ids.add(row)
                    waiting.append(row)
                    keys.append(key)
    return sorted(keys)


def _list_outside_copies(connection: sqlite3.Connection, path: Path, report: ErasureReport) -> list[str]:
    """Who else holds it."""
    keys = (json.dumps(report.keys),)
    own = "reviewer = :who" if report.person else (
        "id IN (SELECT package_id FROM package_item JOIN item ON item.id = item_id"
        " WHERE item.key IN (SELECT value FROM json_each(:keys)))"
    )  # fmt: skip
    query_values = {"who": report.person, "keys": keys[0]}
    lines = [
        f"{reviewer} holds a package made on {at[:10]}, and the answers from it; ask them to delete both."
        for reviewer, at in connection.execute(
            f"SELECT reviewer, at FROM package WHERE {own} ORDER BY at", query_values
        )
    ]
    if report.keys:
        for provider, model, first, last, count in connection.execute(
            "SELECT provider, model, min(call.at), max(call.at), count(*) FROM call JOIN run ON run.id = run_id"
            " JOIN item ON item.id = item_id WHERE item.key IN (SELECT value FROM json_each(?))"
            " AND call.state <> 'reused' GROUP BY 1, 2 ORDER BY 1, 2",
            keys,
        ):
            model = f" ({model})" if model else ""
            request_count = format_count(count, "requests")
            lines.append(f"{provider}{model} received texts of it in {request_count}, {first[:10]} to {last[:10]}.")
    for at, what, to in [*outgoing.list_sent(connection), *outgoing.waiting(path)]:
        lines.append(f"On {at[:10]} texts of the project went to {to} ({what}).")
    lines.append(
        "Snapshots of the disk, backups of the computer, and the histories of synced folders are beyond Galley: ask who"
        " runs them."
    )
    return lines


# Writing it anew -----------------------------------------------------------------------------------------------------


def _write_erased(work: Path, part: Path, report: ErasureReport) -> None:
    with closing(sqlite3.connect(work, isolation_level=None)) as connection:
        for pragma in ("journal_mode = MEMORY", "synchronous = OFF", "temp_store = MEMORY", "foreign_keys = OFF"):
            connection.execute(f"PRAGMA {pragma}")
        connection.execute("BEGIN")
        _blank(connection, report)
        what = "person" if report.person else "item"
        words = f"erased {'a person' if report.person else format_count(len(report.keys), 'items')}"
        words = f"{words} with {format_count(report.decisions, 'decisions')}"
        counts = {"decisions": report.decisions, "items": len(report.keys)}
        log_hashes.account(connection, "erased", {"what": what, "words": words, **counts})
        connection.execute("UPDATE kept SET data = NULL, name = ''")
        connection.execute("INSERT OR REPLACE INTO setting (name, value) VALUES (?, 'true')", (SETTING,))
        connection.execute("INSERT INTO note_text (note_text) VALUES ('rebuild')")
        for index in ("item_text", "note_text"):
            connection.execute(f"INSERT INTO {index} ({index}) VALUES ('optimize')")
        broken = connection.execute("PRAGMA foreign_key_check").fetchone()
        if broken:
            raise sqlite3.IntegrityError(f"a row of {broken[0]} points at a row of {broken[2]} that was erased")
        connection.execute("COMMIT")
        part.unlink()  # SQLite fills only a file that it makes, or an empty one
        connection.execute("VACUUM INTO ?", (str(part),))
    new_files.narrow(part, work)


def _blank(connection: sqlite3.Connection, report: ErasureReport) -> None:
    touched: set[int] = set()
    if report.person:
        touched |= _person(connection, report)
    texts: set[str] = set()
    for key in report.keys:
        imported_tables.forget_item(connection, key)
        texts |= _item(connection, key)
    report.blanked_rows = redaction.redact(
        connection, redaction.pieces(texts, report.keys), texts=texts, names=report.keys
    )
    if report.person:
        name_counts = redaction.redact(connection, [report.person], whole=True)
        report.blanked_rows = {
            name: report.blanked_rows.get(name, 0) + name_counts.get(name, 0)
            for name in report.blanked_rows | name_counts
        }
    for item in sorted(touched):
        item_state.refold(connection, item)
    forget_task_progress(connection)
    tally_all(connection, [row for (row,) in connection.execute("SELECT id FROM item ORDER BY id")])


def _item(connection: sqlite3.Connection, key: str) -> set[str]:
    """Delete an item with all that hangs on it, and give the texts that may be quoted elsewhere."""
    (item,) = connection.execute("SELECT id FROM item WHERE key = ?", (key,)).fetchone()
    rows = connection.execute("SELECT text FROM document WHERE item_id = ? ORDER BY id", (item,))
    documents = [text for (text,) in rows]
    texts = set(documents)
    for text, start, end, words in connection.execute(
        'SELECT document.text, start, "end", unit.text FROM unit JOIN document ON document.id = document_id'
        " WHERE item_id = ?",
        (item,),
    ):
        texts.add(text[start:end] if words is None else words)
    texts |= {line for text in documents for line in text.splitlines()}
    tombstones.add_tombstones(connection, "item", [key])
    tombstones.add_tombstones(connection, "text", [text for text in documents if text.strip()])
    rows = connection.execute("SELECT uid FROM decision WHERE item_id = ?", (item,))
    redaction.drop_salts(connection, [uid for (uid,) in rows])
    _erase_undone(connection, 4, key)
    connection.execute(
        "INSERT INTO item_text (item_text, rowid, text) VALUES ('delete', ?, ?)",
        (item, text_index.searchable(documents)),
    )
    for table, condition in OF_ITEM:
        connection.execute(f"DELETE FROM {table} WHERE {condition.format(**NESTED)}", {"item": item})
    connection.execute("DELETE FROM request WHERE id NOT IN (SELECT request_id FROM call)")
    return texts


def _person(connection: sqlite3.Connection, report: ErasureReport) -> set[int]:
    """Delete what a person said; the row ids of the items in which they did."""
    row = connection.execute("SELECT id FROM annotator WHERE name = ? AND kind = 'human'", (report.person,)).fetchone()
    tombstones.add_tombstones(connection, "person", [report.person])
    if row is None:  # they were handed something, or have a role
        return set()
    (who,) = row
    rows = connection.execute("SELECT id, uid, item_id FROM decision WHERE reviewer_id = ?", (who,)).fetchall()
    redaction.drop_salts(connection, [uid for _, uid, _ in rows])
    _erase_undone(connection, 2, report.person)
    gone = "decision_id IN (SELECT id FROM decision WHERE reviewer_id = :who)"
    by_person = "annotator_id = :who"
    written_units = connection.execute(
        "SELECT count(*) FROM unit WHERE written_id IN (SELECT id FROM decision WHERE reviewer_id = ?)", (who,)
    ).fetchone()[0]
    touched = {item for _, _, item in rows}
    touched |= {item for (item,) in connection.execute("SELECT item_id FROM verdict WHERE annotator_id = ?", (who,))}
    connection.execute(
        "UPDATE unit SET written_id = NULL WHERE written_id IN (SELECT id FROM decision WHERE reviewer_id = ?)", (who,)
    )
    verdicts = f"verdict_id IN (SELECT id FROM verdict WHERE {by_person} OR {gone})"
    for table in ("span", "evidence", "verdict_call", "aside"):
        connection.execute(f"DELETE FROM {table} WHERE {verdicts}", {"who": who})
    for table in ("undone", "retired"):
        connection.execute(f"DELETE FROM {table} WHERE {gone}", {"who": who})
    for table in (
        "earlier",
        "unmet",
        "unsaid",
        "judged",
        "silent_whole",
        "progress",
        "task_progress",
        "note",
        "reason",
        "score",
    ):
        connection.execute(f"DELETE FROM {table} WHERE {by_person}", {"who": who})
    connection.execute(f"DELETE FROM judged WHERE {gone}", {"who": who})
    connection.execute(f"DELETE FROM verdict WHERE {by_person} OR {gone}", {"who": who})
    connection.execute("DELETE FROM void WHERE annotator_id = ?", (who,))
    connection.execute("DELETE FROM decision WHERE reviewer_id = ?", (who,))
    connection.execute("DELETE FROM annotator WHERE id = ?", (who,))
    if written_units:
        units = (
            f"{written_units:,} units that they wrote stand" if written_units > 1 else "A unit that they wrote stands"
        )
        report.beyond.insert(0, f"{units}, without their name; erase the item to remove it.")
    return touched


def _erase_undone(connection: sqlite3.Connection, field: int, words: str) -> None:
    """Decisions that were taken back with a bulk act are kept as JSON, with the reviewer at 2 and the key at 4."""
    uids = [
        uid
        for (uid,) in connection.execute(
            f"SELECT uid FROM event WHERE kind = 'decision' AND json_extract(said, '$[{field}]') = ?", (words,)
        )
    ]
    redaction.drop_salts(connection, uids)
    connection.execute("DELETE FROM event WHERE uid IN (SELECT value FROM json_each(?))", (json.dumps(uids),))


# The copies ----------------------------------------------------------------------------------------------------------


def copies(path: Path) -> list[Path]:
    """Backups, snapshots and kept files of a project, which hold what it held, wherever Galley puts such; and packages
    and answers that a killed program left beside it."""
    backup_files = [file for home in backups.folders(path) for file in sorted(home.glob("*"))]
    copy_paths = [file for file in backup_files if file.name != backups.NOTES]
    kept_files = sorted((paths.data_dir() / "kept").glob(f"{glob.escape(path.stem)}.kept*.galley"))
    copy_paths += [file for file in kept_files if _of_one_log(path, file)]
    for folder_kind in ("packages", "answers"):
        copy_paths += sorted(path.parent.glob(f"{glob.escape(path.stem)}-{folder_kind}-*/*"))
    for file in sorted(path.parent.iterdir()):
        backup = file.name.startswith(f"{path.stem}.") and file.name.endswith(".backup")
        if backup or (file.name.startswith(f"{path.stem}.kept") and file.name.endswith(".galley")):
            copy_paths.append(file)
    return copy_paths


def _of_one_log(path: Path, copy_path: Path) -> bool:
    """Whether a file in the data folder was made of this project, and of no other of its name."""
    try:
        sources = []
        for file in (path, copy_path):
            with closing(project_file.connect(file, write=False)) as connection:
                rows = connection.execute("SELECT uid FROM source WHERE own = 1")
                sources.append({uid for (uid,) in rows})
        return bool(sources[0] & sources[1])
    except (GalleyError, *project_file.TROUBLE):
        return True  # nobody can tell, and a word too many may be in it


def clear_away(path: Path, connection: sqlite3.Connection) -> list[Path]:
    """Delete the copies, take the note away that this is to be done, and make one new backup."""
    gone = copies(path)
    for copy_path in gone:
        copy_path.unlink(missing_ok=True)
    connection.execute("DELETE FROM setting WHERE name = ?", (SETTING,))
    backups.make(path)
    return gone


def resume_erasure(path: Path, connection: sqlite3.Connection) -> None:
    """Where an erasure was cut short before the copies were gone, delete them now."""
    if connection.execute("SELECT 1 FROM setting WHERE name = ?", (SETTING,)).fetchone():
        clear_away(path, connection)
