"""Tables of a project as DataFrames. Each is a query or two, read in columns; names become categories, which keeps a
million rows small. A table has its columns also where it has no rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from galley.core.domain import AnnotatorId, UnitId
from galley.core.exports._items import iterate_items
from galley.core.exports._places import IdWords
from galley.core.exports._resolution import describe_resolution
from galley.core.exports._sheet import TABLES, ItemSheet
from galley.core.exports.base import ExportReport
from galley.core.query import Query
from galley.core.review import queue
from galley.core.review.query_filter import criterion_of, flags, item_filter, judge_of
from galley.core.storage import names, queries
from galley.core.storage.connection import Connection
from galley.core.storage.queries import find_items, item_queue
from galley.core.storage.queries import frames as frame_rows
from galley.core.storage.queries.columns import read_document_labels
from galley.core.storage.queries.exports import ItemChoice, read_document_names
from galley.core.storage.queries.flags import Flag
from galley.core.storage.queries.items import read_documents, read_items
from galley.core.storage.queries.verdicts import NO_MARKS, read_marks
from galley.core.tasks.gold import build_resolver

if TYPE_CHECKING:
    import pandas

_MOMENT = "datetime64[us, UTC]"
PAGE = 20_000
"""Items whose rows are asked for at a time."""


class Names:
    """Categories that row ids become: keys, data sets and splits of items, documents, annotators, criteria."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._items: list[Any] | None = None
        self._documents: list[Any] | None = None
        self.annotators = names.annotators(connection)
        self.criteria = names.criteria(connection)

    def items(self, rows: Any) -> dict[str, Any]:
        """key, dataset and split of items by row id."""
        if self._items is None:
            self._items = list(zip(*read_items(self._connection), strict=True)) or [()] * 4
        ids, *columns = self._items
        at = _places(ids, rows)
        return {name: _category(column, at) for name, column in zip(("key", "dataset", "split"), columns, strict=True)}

    def documents(self, rows: Any) -> tuple[Any, Any]:
        """(name, system) of documents by row id; both from indexes: the table's own rows lie between long texts."""
        import numpy

        if self._documents is None:
            named = sorted((row, name) for _, row, name in read_document_names(self._connection, ItemChoice()))
            self._documents = [
                numpy.fromiter((row for row, _ in named), "int64", len(named)),
                _objects([name for _, name in named]),
                _objects([*read_document_labels(self._connection, "system")]),
            ]
        ids, *columns = self._documents
        at = _places(ids, rows)
        return _category(columns[0], at), _category(columns[1], at)

    def who(self, rows: Any) -> dict[str, Any]:
        """annotator and kind by row id."""
        return {
            "annotator": _by_id({row: a.name for row, a in self.annotators.items()}, rows),
            "kind": _by_id({row: a.kind.value for row, a in self.annotators.items()}, rows),
        }

    def criterion_columns(self, rows: Any) -> dict[str, Any]:
        """scheme and criterion by row id."""
        return {
            "scheme": _by_id({row: c.scheme for row, c in self.criteria.items()}, rows),
            "criterion": _by_id({row: c.id for row, c in self.criteria.items()}, rows),
        }


def items(connection: Connection, query: Query, reviewer: AnnotatorId) -> pandas.DataFrame:
    """A row an item, in the order of the file."""
    import pandas

    reviewer = reviewer or item_queue.EVERYBODY
    item_ids = queue.ids(connection, item_filter(connection, query), reviewer)
    rows: list[item_queue.QueueRow] = []
    for start in range(0, len(item_ids), PAGE):
        rows += queue.rows(connection, item_ids[start : start + PAGE], reviewer)
    names = {"is_finished": "finished", "has_note": "noted"}  # columns are named as they always were
    frame = pandas.DataFrame(rows, columns=[names.get(field, field) for field in item_queue.QueueRow._fields])
    numbers = {"id": "int64", "flags": "int64", "open": "int64", "unsure": "int64", "ties": "int64"}
    frame = frame.astype(numbers | {"finished": "bool", "noted": "bool"} | _texts("key", "systems", "first_words"))
    item_columns = Names(connection).items(frame["id"].to_numpy(dtype="int64"))
    meta = queries.read_metadata(connection)
    frame.insert(2, "dataset", item_columns["dataset"])
    frame.insert(3, "split", item_columns["split"])
    frame["meta"] = _objects([meta.get(row, {}) for row in frame.pop("id")])
    return frame.drop(columns=["votes", "snippet"])


def verdicts(
    connection: Connection, query: Query, kinds: Sequence[str] = (), has_silence: bool = False
) -> pandas.DataFrame:
    """A row a verdict that somebody gave, by item; with ``has_silence`` also one for each implicit "no"."""
    import pandas

    read_columns = frame_rows.read_verdict_rows(
        connection, _choose(connection, query), criterion_of(connection, query), judge_of(connection, query), kinds
    )
    item, who, criterion_, target, documents_of_units, kind, position, name, value, *more = read_columns
    name_lookup = Names(connection)
    codes, unique_values = pandas.factorize(_objects(value))
    documents, targets = name_lookup.documents(documents_of_units)[0], name_lookup.documents(target)
    columns = name_lookup.items(item) | {
        "document": documents,
        "unit_kind": pandas.Categorical(_objects(kind)),
        "unit": _units(kind, position, name),
        **name_lookup.criterion_columns(criterion_),
        "about": targets[0],
        "system": targets[1],
        **name_lookup.who(who),
        "value": _objects(value),
        "value_number": _objects([*_numbers(unique_values), float("nan")])[codes].astype("float64"),
        "reason": pandas.Categorical(_objects(more[0])),
        "confidence": _floats(more[1]),
        "votes": pandas.Categorical(_objects(more[2])),
        "explanation": _objects(more[3]),
        "decision": _integer_array(more[4]),
        **_places_of_marks(connection, more[5]),
    }
    frame = pandas.DataFrame(columns).astype({"value": object} | _texts("explanation"))
    return _add_implicit_no(connection, frame, query) if has_silence else frame


def _places_of_marks(connection: Connection, verdict_ids: Sequence[int]) -> dict[str, Any]:
    """spans and evidence of verdicts by row id, a list each; offsets in code points of the unit."""
    marks = read_marks(connection, verdicts=verdict_ids)
    quoted = {unit for own in marks.values() for unit, *_ in own.evidence if unit is not None}
    units = queries.read_units(connection, quoted)
    documents = {
        head.id: head.name for head in read_documents(connection, {unit.item for unit in units.values()})
    }

    def quote(unit_id: UnitId | None, *place: Any) -> dict[str, Any]:
        document, name = None, None
        if unit_id is not None:
            unit = units[unit_id]
            document, name = documents[unit.document], _name_unit(unit.kind, unit.position, unit.name)
        return dict(zip(("document", "unit", "start", "end", "quote"), (document, name, *place[:3]), strict=True))

    return {
        "spans": _objects([[*marks.get(row, NO_MARKS).spans] for row in verdict_ids]),
        "evidence": _objects(
            [[quote(*evidence) for evidence in marks.get(row, NO_MARKS).evidence] for row in verdict_ids]
        ),
    }


def _add_implicit_no(connection: Connection, frame: pandas.DataFrame, query: Query) -> pandas.DataFrame:
    """The verdicts and a row for each "no" that follows from an implicit no, as ``galley export csv`` writes it."""
    import pandas

    item_ids = set(find_items(connection, _choose(connection, query)))
    criterion, judge = criterion_of(connection, query), judge_of(connection, query)
    judge_name = names.annotators(connection)[judge].name if judge else ""
    words, report = IdWords.of(connection), ExportReport()
    rows = [
        {name: row.get(name) for name in frame.columns} | {"spans": [], "evidence": []}
        for item in iterate_items(connection, ItemChoice(), TABLES, report, lambda done, total: True)
        if item.id in item_ids
        for cell, row in ItemSheet(item, words).cells(report)
        if row["origin"] == "judged" and cell is not None
        if criterion in (0, cell[1]) and judge_name in ("", row["annotator"])
    ]
    if not rows:
        return frame
    for row in rows:
        row |= {"unit": str(row["unit"]), "reason": None, "votes": None, "explanation": None, "decision": pandas.NA}
    silent = pandas.DataFrame(rows, columns=list(frame.columns))
    kinds = {name: "category" if str(dtype) == "category" else dtype for name, dtype in frame.dtypes.items()}
    joined = pandas.concat([frame.astype(object), silent.astype(object)], ignore_index=True)
    return joined.astype(kinds)


def gold(connection: Connection, query: Query) -> pandas.DataFrame:
    """A row a resolved cell, by item: those that a rule resolves and implicit "no" included."""
    import pandas

    criterion, judge = criterion_of(connection, query), judge_of(connection, query)
    items = [] if judge else find_items(connection, _choose(connection, query))
    find = build_resolver(connection)
    rows = [
        (item, resolution) for item in items for resolution in find(item) if criterion in (0, resolution.cell.criterion)
    ]
    adjudications = {
        verdict.row: (verdict.name, verdict.note) for verdict in queries.list_gold(connection) if verdict.name
    }
    name_lookup = Names(connection)
    annotator_names = {row: annotator.name for row, annotator in name_lookup.annotators.items()}
    cells = [resolution.cell for _, resolution in rows]
    units = queries.read_units(connection, {cell.unit for cell in cells})
    homes, kind, position, name = (
        [getattr(units[cell.unit], field) for cell in cells] for field in ("document", "kind", "position", "name")
    )
    targets = name_lookup.documents([cell.target for cell in cells])
    cell_values = [resolution.value for _, resolution in rows]
    by = [adjudications.get(resolution.row, ("", None)) for _, resolution in rows]
    columns = name_lookup.items([item for item, _ in rows]) | {
        "document": name_lookup.documents(homes)[0],
        "unit_kind": pandas.Categorical(_objects(kind)),
        "unit": _units(kind, position, name),
        **name_lookup.criterion_columns([cell.criterion for cell in cells]),
        "about": targets[0],
        "system": targets[1],
        "value": _objects(cell_values),
        "value_number": _numbers(cell_values),
        "resolved_by": _objects([who or None for who, _ in by]),
        "resolved_how": _objects(
            [
                describe_resolution(resolution, annotator_names, *who)
                for (_, resolution), who in zip(rows, by, strict=True)
            ]
        ),
    }
    frame = pandas.DataFrame(columns)
    return frame.astype({column: object for column in frame.columns if column != "value_number"})


def found_flags(connection: Connection, query: Query, reviewer: AnnotatorId) -> pandas.DataFrame:
    """A row a flag, with the words of its unit and where it stands."""
    import numpy
    import pandas

    rows = flags(connection, query, reviewer)
    columns = [numpy.array(column, dtype="int64") for column in zip(*(row[:-1] for row in rows), strict=True)]
    flag, item, _, criterion, target, judge = columns or [numpy.array([], dtype="int64")] * (len(Flag._fields) - 1)
    name_lookup = Names(connection)
    rows_by_flag = {row: unit for row, *unit in frame_rows.read_flag_rows(connection, flag.tolist())}
    more: list[Sequence[Any]] = list(zip(*(rows_by_flag[row] for row in flag.tolist()), strict=True)) or [()] * 8
    targets = name_lookup.documents(target)
    return pandas.DataFrame(
        {"flag": flag, **name_lookup.items(item), "document": pandas.Categorical(more[7]), "unit_kind": more[0]}
        | {"unit": _units(more[0], more[1], more[2]), "text": more[3]}
        | {**name_lookup.criterion_columns(criterion), "about": targets[0], "system": targets[1]}
        | {"judge": name_lookup.who(judge)["annotator"], "state": pandas.Categorical([row.state for row in rows])}
        | {"confidence": _floats(more[4])}
        | {"votes": more[5], "explanation": more[6]}
        | _places_of_marks(connection, flag.tolist())
    ).astype(_texts("unit_kind", "text", "votes", "explanation"))


def decisions(connection: Connection, query: Query) -> pandas.DataFrame:
    """A row a decision, in the order of the log."""
    import pandas

    read = frame_rows.read_decision_rows(
        connection, _choose(connection, query), criterion_of(connection, query), judge_of(connection, query)
    )
    at, uid, who, action, key, document, kind, position, name, *more = read
    columns = {"at": pandas.to_datetime(at, utc=True, format="ISO8601"), "uid": uid, "reviewer": who, "action": action}
    columns |= {"key": key, "document": document, "unit": _units(kind, position, name)}
    for column, column_values in zip(("scheme", "criterion", "flagged_by", "value", "note"), more, strict=False):
        columns[column] = _objects(column_values)
    columns |= {"undone": pandas.array([bool(row) for row in more[5]], dtype="bool"), "refers": more[7]}
    frame = pandas.DataFrame(columns | {"flag": _integer_array(more[6])})
    texts = _texts("uid", "reviewer", "action", "key", "document", "scheme", "criterion", "flagged_by", "note")
    return frame.astype(texts | _texts("refers") | {"at": _MOMENT, "value": object})


def calls(connection: Connection, query: Query) -> pandas.DataFrame:
    """A row a request to a model, in the order in which they were made. Times in seconds, cost in US dollars."""
    import pandas

    if criterion_of(connection, query):
        raise query.wrong(query.term("criterion"), "calls are of no criterion")  # type: ignore[arg-type]
    columns = ("run", "judge", "method", "provider", "model", "key", "document", "part", "sample", "state", "finish",
               "unscored", "repaired", "error", "attempts", "tokens_in", "tokens_out", "tokens_read",
               "tokens_written", "cost", "seconds", "answered", "at", "reply")  # fmt: skip
    rows = frame_rows.read_call_rows(connection, _choose(connection, query), judge_of(connection, query))
    frame = pandas.DataFrame(rows, columns=list(columns))
    frame["at"] = pandas.to_datetime(frame["at"], utc=True, format="ISO8601")
    counts = ("tokens_in", "tokens_out", "tokens_read", "tokens_written")  # none where the server counted nothing
    numbers = {"sample": "int64", "attempts": "int64", "cost": "float64", "seconds": "float64"}
    texts = _texts(*(name for name in columns if name not in (*numbers, *counts, "at")))
    return frame.astype(numbers | dict.fromkeys(counts, "Int64") | texts | {"at": _MOMENT})


def metric_rows(rows: Sequence[dict[str, Any]], columns: Sequence[str]) -> pandas.DataFrame:
    """A row a figure of a metric. A figure that is undefined in every row is a number still."""
    import pandas

    frame = pandas.DataFrame(rows, columns=list(columns))
    undefined = [name for name in ("value", "low", "high") if name in frame and frame[name].isna().all()]
    types = dict.fromkeys(undefined, "float64")
    if frame.empty:
        names = ("scheme", "criterion", "level", "judge", "annotator", "kind", "by", "system", "coefficient", "why")
        types |= _texts(*(name for name in names if name in frame)) | ({"n": "int64"} if "n" in frame else {})
    return frame.astype(types)


def _choose(connection: Connection, query: Query) -> ItemChoice:
    """The items that a query lets through, whatever it says of criterion and judge."""
    if not (query.state or query.search or any(term.field not in ("criterion", "judge") for term in query.terms)):
        return ItemChoice()
    return ItemChoice(items=queue.ids(connection, item_filter(connection, query, flags=False), item_queue.EVERYBODY))



def _texts(*column_names: str) -> dict[str, Any]:
    """The type that pandas has for columns of texts, also where they have no row."""
    import pandas

    return dict.fromkeys(column_names, pandas.Series(["text"]).dtype)


def _objects(values: Sequence[Any]) -> Any:
    """The values as they are, whatever pandas would make of them."""
    import numpy

    array = numpy.empty(len(values), dtype=object)
    array[:] = values
    return array


def _floats(values: Sequence[float | None]) -> Any:
    import numpy

    return numpy.fromiter((float("nan") if value is None else value for value in values), "float64", len(values))


def _integer_array(values: Sequence[int | None]) -> Any:
    """Whole numbers with gaps."""
    import numpy
    import pandas

    gaps = numpy.fromiter((value is None for value in values), "bool", len(values))
    return pandas.arrays.IntegerArray(numpy.fromiter((value or 0 for value in values), "int64", len(values)), gaps)


def _places(ids: Any, rows: Any) -> Any:
    import numpy

    return numpy.searchsorted(numpy.asarray(ids, dtype="int64"), numpy.asarray(rows, dtype="int64"))


def _category(values: Sequence[Any], at: Any) -> Any:
    """The values at these places; each is kept once."""
    import numpy
    import pandas

    codes, unique = pandas.factorize(numpy.asarray(values, dtype=object))
    place_codes: Any = codes[at] if len(codes) else []
    return pandas.Categorical.from_codes(place_codes, categories=pandas.Index(unique))


def _by_id(names_by_id: dict[int, str], rows: Any) -> Any:
    import numpy

    ids = sorted(names_by_id)
    return _category([names_by_id[row] for row in ids], _places(numpy.array(ids, dtype="int64"), rows))


def _units(kinds: Sequence[Any], positions: Sequence[Any], unit_labels: Sequence[Any]) -> Any:
    """What a unit is called: its number in its document from 0, its own name, or "whole"; None where there is none."""
    import pandas

    unit_names = [_name_unit(*unit) for unit in zip(kinds, positions, unit_labels, strict=True)]
    return pandas.Categorical(_objects(unit_names))


def _name_unit(kind: Any, position: Any, name: Any) -> Any:
    if kind is None or kind == "whole":
        return kind
    return str(position) if name is None else name


def _numbers(values: Sequence[Any]) -> list[float | None]:
    return [float(value) if isinstance(value, int | float) else float("nan") for value in values]
