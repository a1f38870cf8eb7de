"""How long documents and summaries are (LongSumEval, table I and figures 2 and 3)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import numpy as np

from galley.core.domain import Role, UnitKind
from galley.core.metrics.base import Params
from galley.core.metrics.cell_arrays import CellReader
from galley.core.paper_tables.paper_table import Column, Figure, Line, Sheet, count, words
from galley.core.papers.longsumeval.acceptance import read_refinement
from galley.core.storage import level_queries, names
from galley.core.storage.connection import Connection
from galley.core.storage.queries.items import read_documents, read_items
from galley.core.storage.score_names import format_score_name
from galley.core.tasks import uncounted_answers

QUANTILES = (5, 25, 50, 75, 95)
PARTS = {"Documents": ("article", "dialogue"), "Summaries": ("summary",)}


def lengths(connection: Connection, params: Params) -> Sheet | None:
    """The characters of sources (each text once) and of summaries (no refined versions), by data set."""
    lengths_by_name: dict[tuple[str, str], list[int]] = defaultdict(list)
    systems: dict[tuple[str, str], set[str]] = defaultdict(set)
    datasets = {item.id: item.dataset for item in read_items(connection)}
    for part, roles in PARTS.items():
        reader = CellReader(connection, params if part == "Summaries" else replace(params, systems=()))
        seen: set[tuple[str, bytes]] = set()
        heads = [head for head in read_documents(connection, roles=roles) if read_refinement(head.meta) is None]
        for head in sorted(heads, key=lambda head: (datasets[head.item], head.id)):
            name = datasets[head.item]
            if reader.filter is not None and not reader.filter[reader.documents.place(np.array([head.id]))][0]:
                continue
            if part == "Summaries" or (name, head.hash) not in seen:
                seen.add((name, head.hash))
                lengths_by_name[part, name].append(head.length)
                systems[part, name] |= {head.system} if head.system else set()
    if not lengths_by_name:
        return None
    people = _describe_people(connection)
    lines = [
        Line(
            name or "All",
            (
                count(len(systems[place])) if systems[place] else None,
                *_cells(np.array(values, dtype=float)),
                *(words(text) if part == "Summaries" else None for text in people.get(name, ("–", "–"))),
            ),
            part,
        )
        for place, values in lengths_by_name.items()
        for part, name in (place,)
    ]
    columns = (
        Column("Systems", kind="count"),
        Column("Texts", kind="count"),
        *(Column(title, kind="count") for title in ("Mean", "SD", *(f"{quantile} %" for quantile in QUANTILES))),
        Column("Human evaluation", kind="text"),
        Column("Dimensions", kind="text"),
    )
    notes = (
        "In characters. SD: the standard deviation. 5 % to 95 %: percentiles of the length. A document that"
        " several items share is counted once, and refined versions are not. Human evaluation: the scale of what people"
        " judged of a summary.",
    )
    out = uncounted_answers.count_unusable(connection, params.datasets, params.splits)
    return Sheet("Data set", columns, lines, "Characters.", notes, out)


def _describe_people(connection: Connection) -> dict[str, tuple[str, str]]:
    """By data set: on which scales people judged summaries and their sentences, and what."""
    criteria = names.criteria(connection)
    answers: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for name, row in level_queries.find_rated_criteria(connection):
        criterion = criteria[row]
        if Role.SUMMARY in criterion.roles and criterion.unit in (UnitKind.SENTENCE, UnitKind.WHOLE):
            likert = f"Likert {criterion.low}–{criterion.high}"
            scale = {"ordinal": likert, "yes-no": "Binary"}.get(criterion.scale, criterion.scale.capitalize())
            answers[name].append((scale, criterion.name))
    for name, score in level_queries.find_scores_of_people(connection):
        answers[name].append(("Score", format_score_name(score)))
    return {
        name: (", ".join(dict.fromkeys(scales)), ", ".join(dict.fromkeys(dimensions)))
        for name, pairs in answers.items()
        for scales, dimensions in (zip(*pairs, strict=True),)
    }


def _cells(lengths: np.ndarray[tuple[int], np.dtype[np.float64]]) -> tuple[Figure, ...]:
    spread = Figure(float(lengths.std(ddof=1))) if len(lengths) > 1 else Figure(None, why="Undefined for one text.")
    quantiles = (Figure(float(value)) for value in np.percentile(lengths, QUANTILES))
    return (count(len(lengths)), Figure(float(lengths.mean())), spread, *quantiles)
