"""What a figure is about, in words: its unit, its people, and what its interval allows for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from galley.core.domain import UnitKind
from galley.core.metrics.base import Params, Result, Row, TableLayout
from galley.core.storage import names
from galley.core.storage.connection import Connection

DOCUMENTS = "source documents"
PROJECT = "this project, as if what is answered were drawn at random from it (none is left where all of it is)"


def about(
    params: Params,
    unit: str,
    people: str = "the people of this project, not a sample of reviewers",
    of: str = DOCUMENTS,
) -> str:
    """One line: "Unit: sentences. People: …. Intervals (95 %) are about new documents like these …"; ``of`` is what the
    intervals take for the sample."""
    new = f"new {of.removeprefix('source ')} like these (the {of} are the sample; the systems are fixed)"
    what = PROJECT if params.target == "project" else new
    return f"Unit: {unit}. People: {people}. Intervals ({100 * params.confidence:g} %) are about {what}."


def describe_result(metric: Any, params: Params, result: Result) -> str:
    """What a result with intervals is about: as its metric says itself, else by the ``unit`` that it names, and the
    ``sample`` of its intervals where that is not the source documents."""
    unit = getattr(metric, "unit", "")
    if result.about or not unit or not any(_interval(row) for row in result.rows):
        return result.about
    return about(params, unit, of=getattr(metric, "sample", DOCUMENTS))


def _interval(row: dict[str, Any]) -> bool:
    return any(row[name] is not None for name in row if name == "low" or name.endswith("_low"))


SUBJECTS = ("system", "judge", "annotator", "reviewer", "annotators")
"""The columns of a row that say whose its figure is."""


class _CriterionWords(NamedTuple):
    name: str
    units: str


def fill_layout(metric: Any, connection: Connection, params: Params, result: Result) -> TableLayout:
    """The layout of a metric's plain table, with the words of its heads and its closing sentence filled in. Rows that
    the coefficients of ``params`` name are not hidden."""
    layout: TableLayout = getattr(metric, "layout", TableLayout())
    words = _name_criteria(connection)
    units = {_name_units(row, words) for row in result.rows}
    shared_units = units.pop() if len(units) == 1 else "units"
    heads = {column: head.replace("{units}", shared_units) for column, head in layout.heads.items()}
    hidden_values = {} if params.coefficients else layout.hidden_values
    return replace(layout, heads=heads, hidden_values=hidden_values, closing=_close(layout, result.rows, words))


def close_rows(layout: TableLayout, connection: Connection, rows: list[Row]) -> str:
    """The sentence that closes a table of some rows of a metric with this layout."""
    return _close(layout, rows, _name_criteria(connection))


def _name_criteria(connection: Connection) -> dict[tuple[str, str], _CriterionWords]:
    criteria = {}
    for scheme in names.schemes(connection):
        unit_of = {criterion.id: criterion.unit for criterion in scheme.criteria}
        for criterion in scheme.criteria:
            criteria[scheme.id, criterion.id] = _CriterionWords(criterion.name, _plural(criterion.unit))
        for combined in scheme.combined_criteria:
            kinds = {_plural(unit_of[part]) for part in combined.criteria if part in unit_of}
            units = kinds.pop() if len(kinds) == 1 else "units"
            criteria[scheme.id, combined.id] = _CriterionWords(combined.name, units)
    return criteria


def _plural(kind: UnitKind) -> str:
    return {UnitKind.WHOLE: "summaries", UnitKind.ENTRY: "entries"}.get(kind, f"{kind.value}s")


def _name_units(row: Row, words: Mapping[tuple[str, str], _CriterionWords]) -> str:
    known = words.get((str(row.get("scheme")), str(row.get("criterion"))))
    return "summaries" if row.get("level") == "summary" else known.units if known else "units"


def _close(layout: TableLayout, rows: list[Row], words: Mapping[tuple[str, str], _CriterionWords]) -> str:
    """The sentence below the table."""
    prefix = "" if layout.closing_figure == "value" else f"{layout.closing_figure}_"
    column, value = layout.closing_rows
    named_rows = [row for row in rows if not column or row.get(column) == value]
    template = layout.closing if named_rows else TableLayout().closing  # the layout's is about the named rows
    named_rows = named_rows or rows
    bounded_rows = [row for row in named_rows if None not in (row.get(f"{prefix}low"), row.get(f"{prefix}high"))]
    if not bounded_rows:
        of = "this row" if len(rows) == 1 else f"these {len(rows):,} rows"
        return f"No interval is known for {of}." if rows else ""
    row = max(bounded_rows, key=lambda row: (bool(row.get("rollup")), int(row.get("n") or 0)))
    if row.get("valid") is False:  # an interval of what was reviewed says nothing of the rest
        return str(row.get("why") or "")
    known = words.get((str(row.get("scheme")), str(row.get("criterion"))))
    name = known.name if known else str(row.get("criterion"))
    printed = {
        key: ", ".join(map(str, entry)) if isinstance(entry, list | tuple) else entry for key, entry in row.items()
    }
    subject = [*([name] if "criterion" in row else []), *(str(printed[key]) for key in SUBJECTS if printed.get(key))]
    times, places = (100, 0) if layout.closing_figure in layout.per_hundred else (1, 2)
    low, high = (f"{times * row[f'{prefix}{end}']:.{places}f}" for end in ("low", "high"))
    return template.format(
        **printed
        | {"subject": ", ".join(subject) or "All"}
        | {"criterion": name, "units": _name_units(row, words), "low": low, "high": high, "n": f"{row.get('n') or 0:,}"}
    )
