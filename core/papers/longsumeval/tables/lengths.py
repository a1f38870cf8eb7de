"""How long documents and summaries are (LongSumEval, table I and figures 2 and 3)."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from dataclasses import replace

import numpy as np

from galley.core.metrics.base import Params
from galley.core.metrics.cell_arrays import CellReader
from galley.core.paper_tables.paper_table import Column, Figure, Line, Sheet, count
from galley.core.tasks import uncounted_answers

QUANTILES = (5, 25, 50, 75, 95)
PARTS = {"Documents": ("article", "dialogue"), "Summaries": ("summary",)}


def lengths(connection: sqlite3.Connection, params: Params) -> Sheet | None:
    """The characters of sources (each text once) and of summaries (no refined versions), by data set."""
    lengths_by_name: dict[tuple[str, str], list[int]] = defaultdict(list)
    systems: dict[tuple[str, str], set[str]] = defaultdict(set)
    for part, roles in PARTS.items():
        reader = CellReader(connection, params if part == "Summaries" else replace(params, systems=()))
        seen: set[tuple[str, bytes]] = set()
        for row, name, length, text, system in connection.execute(
            "SELECT document.id, dataset, length, hash, system FROM document JOIN item ON item.id = item_id"
            f" WHERE role IN ({', '.join('?' * len(roles))}) AND json_type(document.meta, '$.refined') IS NOT 'object'"
            " ORDER BY dataset, document.id",
            roles,
        ):
            if reader.filter is not None and not reader.filter[reader.documents.place(np.array([row]))][0]:
                continue
            if part == "Summaries" or (name, text) not in seen:
                seen.add((name, text))
                lengths_by_name[part, name].append(length)
                systems[part, name] |= {system} if system else set()
    if not lengths_by_name:
        return None
    lines = [
        Line(
            name or "All",
            (count(len(systems[place])) if systems[place] else None, *_cells(np.array(values, dtype=float))),
            part,
        )
        for place, values in lengths_by_name.items()
        for part, name in (place,)
    ]
    columns = (
        Column("Systems", kind="count"),
        Column("Texts", kind="count"),
        *(Column(title, kind="count") for title in ("Mean", "SD", *(f"{quantile} %" for quantile in QUANTILES))),
    )
    notes = (
        "In characters. SD: the standard deviation. 5 % to 95 %: so many of the texts are no longer. A document that"
        " several items share is counted once, and refined versions are not.",
    )
    out = uncounted_answers.count_unusable(connection, params.datasets, params.splits)
    return Sheet("Data set", columns, lines, "Characters.", notes, out)


def _cells(lengths: np.ndarray[tuple[int], np.dtype[np.float64]]) -> tuple[Figure, ...]:
    spread = Figure(float(lengths.std(ddof=1))) if len(lengths) > 1 else Figure(None, why="Undefined for one text.")
    quantiles = (Figure(float(value)) for value in np.percentile(lengths, QUANTILES))
    return (count(len(lengths)), Figure(float(lengths.mean())), spread, *quantiles)
