"""Annotators and schemes of a project: finding them by name, adding them when they first appear."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from galley.core.definitions.schemes import parse_scheme, read_built_in_schemes
from galley.core.domain import Annotator, AnnotatorId, AnnotatorKind, Criterion, CriterionId, Scheme
from galley.core.errors import RESTORE, InputError, NotAProject
from galley.core.storage import tombstones
from galley.core.storage.record_rows import readable

GOLD = "gold"


def annotator(
    connection: sqlite3.Connection,
    name: str,
    kind: AnnotatorKind,
    method: str = "",
    model: str = "",
    prompt: str = "",
) -> AnnotatorId:
    """The row id of the annotator of this name and kind, added if new."""
    row = connection.execute("SELECT id FROM annotator WHERE name = ? AND kind = ?", (name, kind)).fetchone()
    if row:
        return row[0]
    if not name.strip():
        raise InputError("An annotator needs a name.")
    readable(name, method, model, prompt)
    if kind == AnnotatorKind.HUMAN:
        tombstones.refuse(connection, "person", name, f"what {name} said")
    return connection.execute(
        "INSERT INTO annotator (name, kind, method, model, prompt) VALUES (?, ?, ?, ?, ?) RETURNING id",
        (name, kind, method, model, prompt),
    ).fetchone()[0]


def annotators(connection: sqlite3.Connection) -> dict[AnnotatorId, Annotator]:
    """All annotators by row id."""
    rows = connection.execute("SELECT id, name, kind, method, model, prompt FROM annotator ORDER BY id")
    return {row[0]: Annotator(row[0], row[1], AnnotatorKind(row[2]), *row[3:]) for row in rows}


def find_people(connection: sqlite3.Connection) -> dict[str, AnnotatorId]:
    """The row ids of people, by name."""
    return {a.name: row for row, a in annotators(connection).items() if a.kind == AnnotatorKind.HUMAN}


def retired_filter(connection: sqlite3.Connection, unit: str = "unit_id") -> str:
    """What leaves retired units out of a query: " AND …" on the column ``unit``, or nothing where none are, which is
    the rule: a look per row would cost a fifth of a read of a million verdicts."""
    if connection.execute("SELECT 1 FROM retired LIMIT 1").fetchone() is None:
        return ""
    return f" AND {unit} NOT IN (SELECT unit_id FROM retired)"


def uncounted_filter(connection: sqlite3.Connection, verdict: str = "verdict") -> str:
    """What leaves verdicts that count nowhere out of a query on the table ``verdict``: those on retired units, and
    those that a task put aside."""
    aside = connection.execute("SELECT 1 FROM aside LIMIT 1").fetchone() is not None
    apart = f" AND {verdict}.id NOT IN (SELECT verdict_id FROM aside)" if aside else ""
    return retired_filter(connection, f"{verdict}.unit_id") + apart


@lru_cache(maxsize=64)
def _parse_scheme(source: str, name: str) -> Scheme:
    return parse_scheme(source, name)


@lru_cache(maxsize=64)
def _number_scheme(source: str, name: str, row: int, criteria: tuple[tuple[str, CriterionId], ...]) -> Scheme:
    """The scheme with its row id and those of its criteria. Raises: NotAProject"""
    rows, scheme = dict(criteria), _parse_scheme(source, name)
    if scheme.id != name or not {c.id for c in scheme.criteria} <= rows.keys():
        raise NotAProject(
            f"The scheme {name[:60]!r} of this project does not match its criteria, so the file is damaged; {RESTORE}."
        )
    numbered = tuple(replace(c, row=rows[c.id], scheme=name) for c in scheme.criteria)
    return replace(scheme, criteria=numbered, row=row)


def schemes(connection: sqlite3.Connection, *, active_only: bool = False) -> list[Scheme]:
    """The project's schemes in the order in which they were added, with row ids filled in."""
    where = "WHERE active = 1" if active_only else ""
    project_schemes = []
    for row, name, source in connection.execute(f"SELECT id, name, source FROM scheme {where} ORDER BY id"):
        rows = connection.execute("SELECT name, id FROM criterion WHERE scheme_id = ?", (row,)).fetchall()
        project_schemes.append(_number_scheme(source, name, row, tuple(rows)))
    return project_schemes


def errors(connection: sqlite3.Connection) -> set[tuple[str, str]]:
    """(scheme, id) of each criterion of which a yes is an error, and of each combined criterion of such."""
    pairs = set()
    for scheme in schemes(connection):
        criterion_ids = {criterion.id for criterion in scheme.criteria if criterion.error}
        pairs |= {(scheme.id, criterion_id) for criterion_id in criterion_ids}
        pairs |= {
            (scheme.id, rollup.id) for rollup in scheme.combined_criteria if criterion_ids.issuperset(rollup.criteria)
        }
    return pairs


def criteria(connection: sqlite3.Connection) -> dict[CriterionId, Criterion]:
    """All criteria of all schemes by row id."""
    return {c.row: c for scheme in schemes(connection) for c in scheme.criteria}


def add_scheme(connection: sqlite3.Connection, scheme: Scheme | str, *, active: bool = True) -> Scheme:
    """Put a scheme, or the shipped one of that name, into the project; from then on it is ``active``, or not offered
    where something new is asked.

    Gives the scheme with row ids. A scheme that is there already is left as it is.

    Raises: InputError if no scheme of that name exists, or one of the same name with other content is there.
    """
    if isinstance(scheme, str):
        shipped = read_built_in_schemes()
        if scheme not in shipped:
            raise InputError(
                f"the scheme {scheme!r} is neither in the project nor shipped; add its file with galley new --scheme "
                f"or use one of: {', '.join(shipped)}"
            )
        scheme = shipped[scheme]
    row = connection.execute("SELECT id, source FROM scheme WHERE name = ?", (scheme.id,)).fetchone()
    readable(scheme.id, *(c.id for c in scheme.criteria))
    if row is None:
        row_id = connection.execute(
            "INSERT INTO scheme (name, source, active) VALUES (?, ?, ?) RETURNING id", (scheme.id, scheme.toml, active)
        ).fetchone()[0]
        connection.executemany(
            "INSERT INTO criterion (scheme_id, name) VALUES (?, ?)", [(row_id, c.id) for c in scheme.criteria]
        )
    elif row[1].replace("\r\n", "\n") != scheme.toml and not _same(row[1], scheme):
        raise InputError(
            f"The project holds another version of the scheme {scheme.id!r}; to use both, change the id of the new one."
        )
    return next(s for s in schemes(connection) if s.id == scheme.id)


def _same(source: str, scheme: Scheme) -> bool:
    """Whether a scheme's text says the same as another one but for its comments."""
    stored_scheme = _parse_scheme(source, scheme.id)
    return replace(stored_scheme, toml="", row=0) == replace(scheme, toml="", row=0)


def find_outdated(connection: sqlite3.Connection, scheme_names: Iterable[str]) -> list[str]:
    """Those of these schemes that the project holds in an older shipped version: the shipped one has every criterion
    of it, under the same scale, and more. A scheme that the user changed is none of them."""
    outdated_names = []
    for name in scheme_names:
        ours, stored_scheme = (
            read_built_in_schemes().get(name),
            next((s for s in schemes(connection) if s.id == name), None),
        )
        if ours is None or stored_scheme is None or stored_scheme.version == ours.version:
            continue
        scales = {c.id: (c.unit, c.scale, c.choices) for c in ours.criteria}
        if {c.id for c in stored_scheme.criteria} < scales.keys() and all(
            scales[c.id] == (c.unit, c.scale, c.choices) for c in stored_scheme.criteria
        ):
            outdated_names.append(name)
    return outdated_names


def renew_scheme(connection: sqlite3.Connection, name: str) -> None:
    """Bring a scheme that is ``find_outdated`` up to the shipped version. What was said under its criteria stays."""
    ours = read_built_in_schemes()[name]
    change = "UPDATE scheme SET source = ? WHERE name = ? RETURNING id"
    row = connection.execute(change, (ours.toml, name)).fetchone()[0]
    connection.executemany(
        "INSERT OR IGNORE INTO criterion (scheme_id, name) VALUES (?, ?)", [(row, c.id) for c in ours.criteria]
    )
