"""Discussion summaries as columns: the figures of each item, from cells, before anything is averaged.

A system writes a background and an opinion summary of an item in one pattern and paradigm. The figures of an item are
those of KGDS: recall, precision and F1 of the background (formulas 12 to 14 for an extract, 4 to 6 for a
written one), recall of the opinions (8) and their geometric mean (9 and 10). The rules where the paper is silent:

- Nothing to find (no supporting paragraph, no key fact, no opinion): the figure is undefined for the item, and the
  item is left out of it and counted.
- Something to find and nothing taken: precision is 0, and so is F1. A system must not gain by saying nothing, and the
  means of all figures stay over the same items.
- Precision and recall both 0: F1 is 0.
- A cell without an answer (unscored, never asked) is in neither sum and is counted; an item without any answered cell
  has no figure.
- Reviewed figures rest on items of which people answered every cell, because the flags alone would leave only faults.
- Paragraphs that the article does not have, and those on which the experts disagree, are in neither set (formula 11).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

import numpy as np
import orjson
from numpy.typing import NDArray

from galley.core.metrics import gold
from galley.core.metrics._documents import Floats, Ints
from galley.core.metrics._summary_cells import DerivedUnits, SummaryTally, find, tally, units
from galley.core.metrics.base import Params
from galley.core.metrics.cell_arrays import UNSCORED, CellReader
from galley.core.papers.kgds.kgds_open import Bounds, shares

EXTRACT, WRITTEN = "ebs-aos", "abs-aos"
PATTERNS = (EXTRACT, WRITTEN)
FIRST, REFLECTED = "structured-prompt", "self-reflection"
FIGURES = ("recall", "precision", "f1", "cao", "op")
JUDGED, REVIEWED = "judge", "reviewed"
NOT_REVIEWED = "items not reviewed in full"

Bools = NDArray[np.bool_]
Leave = Callable[..., None]
Read = TypeVar("Read")


@dataclass(frozen=True, slots=True)
class Summaries:
    """The summaries of discussions as columns. ``pattern``, ``system`` and ``paradigm`` are names; ``background`` and
    ``opinion`` say what a summary is (a whole one is both). ``taken`` are an extract's paragraphs, or None."""

    id: Ints
    item: Ints
    system: list[str]
    pattern: list[str]
    paradigm: list[str]
    background: Bools
    opinion: Bools
    taken: list[tuple[int, ...] | None]

    def groups(self) -> dict[tuple[str, str, str], Ints]:
        """The places of the summaries of each (system, pattern, paradigm), sorted by name."""
        found: dict[tuple[str, str, str], list[int]] = {}
        for place, key in enumerate(zip(self.system, self.pattern, self.paradigm, strict=True)):
            found.setdefault(key, []).append(place)
        order = sorted(found, key=lambda key: (key[0], PATTERNS.index(key[1]), key[2] == REFLECTED, key[2]))
        return {key: np.array(found[key], dtype=np.int64) for key in order}


def summaries(reader: CellReader) -> Summaries:
    """The summaries of items with a discussion's facts, opinions or extracts, under the filters of ``reader``."""
    return _once(reader, "summaries", lambda: _summaries(reader))


def _summaries(reader: CellReader) -> Summaries:
    rows = reader.connection.execute(
        "SELECT id, item_id, system, part, meta FROM document WHERE role = 'summary' AND (meta IS NOT NULL OR"
        " item_id IN (SELECT item_id FROM document JOIN unit ON document_id = document.id"
        " WHERE unit.text IS NOT NULL AND unit.kind = 'opinion')) ORDER BY id"
    ).fetchall()
    kept: list[tuple[int, int, str, str, str, bool, bool, tuple[int, ...] | None]] = []
    parsed: dict[str | None, dict[str, Any]] = {None: {}}  # most summaries of a project share a few such texts
    for row, item, system, part, text in rows:
        meta = parsed.get(text)
        if meta is None:
            meta = parsed[text] = orjson.loads(text)
        given = meta.get("paragraphs")
        taken = tuple(n for n in given if isinstance(n, int)) if isinstance(given, list) else None
        if (
            part not in ("background", "opinion")
            and "pattern" not in meta
            and taken is None
            and part not in ("", "whole")
        ):
            continue
        pattern = meta.get("pattern")
        if pattern not in PATTERNS:
            pattern = EXTRACT if taken is not None else WRITTEN
        paradigm = str(meta.get("paradigm") or FIRST)
        kept.append((row, item, system, pattern, paradigm, part != "opinion", part != "background", taken))
    if reader.filter is not None and kept:
        places = reader.documents.place(np.array([row[0] for row in kept], dtype=np.int64))
        kept = [row for row, fits in zip(kept, reader.filter[places], strict=True) if fits]
    return Summaries(
        np.array([row[0] for row in kept], dtype=np.int64),
        np.array([row[1] for row in kept], dtype=np.int64),
        [row[2] for row in kept],
        [row[3] for row in kept],
        [row[4] for row in kept],
        np.array([row[5] for row in kept], dtype=bool),
        np.array([row[6] for row in kept], dtype=bool),
        [row[7] for row in kept],
    )


def _once(reader: CellReader, what: str, compute: Callable[[], Read]) -> Read:
    """What ``compute`` gives; where there is a memory, what it gave for the same params, until something is written."""
    memory, p = reader.params.memory, reader.params
    if memory is None:
        return compute()
    asked = (p.gold, p.judges, p.annotators, p.schemes, p.criteria, p.systems, p.datasets, p.splits, p.items)
    return cast("Read", memory.same(("kgds", what, asked), [memory.now()], compute))


# Extracts ------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Experts:
    """Which paragraphs of each item's article are supporting (True) or not (False), by position; those without gold
    are missing. ``split`` are those of them that were read and on which the experts do not agree (ties, cells left
    open or unsure); ``length`` is how many paragraphs the article has, these among them."""

    first: dict[int, int] = field(default_factory=dict)
    length: dict[int, int] = field(default_factory=dict)
    said: dict[int, dict[int, bool]] = field(default_factory=dict)
    split: dict[int, set[int]] = field(default_factory=dict)


def experts(reader: CellReader) -> Experts:
    """What people say of the paragraphs, under the gold of ``reader.params``. Callers must not change it."""
    return _once(reader, "experts", lambda: _experts(reader))


def _experts(reader: CellReader) -> Experts:
    found = Experts()
    home: dict[int, int] = {}
    for row, item, whole, count in reader.connection.execute(
        "SELECT id, item_id, whole_id, units FROM document WHERE role = 'article' AND units > 0 ORDER BY id"
    ):
        if item not in found.first:
            found.first[item], found.length[item], home[row] = whole + 1, count, item
    everything = CellReader(reader.connection, Params(gold=reader.params.gold, memory=reader.params.memory))
    question = find(everything, "kgds-paragraph", "supporting")
    if question is None:
        return found
    cells = everything.cells(question, [], with_gold=True)
    assert cells.gold is not None
    for unit, target, state in zip(cells.unit.tolist(), cells.target.tolist(), cells.gold.tolist(), strict=True):
        item = home.get(target)
        if item is None:
            continue
        if state >= 0:
            found.said.setdefault(item, {})[unit - found.first[item]] = state == 1
        elif state in (gold.TIE, UNSCORED):
            found.split.setdefault(item, set()).add(unit - found.first[item])
    return found


def extraction(taken: Sequence[int], said: dict[int, bool]) -> tuple[float, float, float]:
    """(recall, precision, F1) of an extract, formulas 11 to 14; NaN where the experts call nothing supporting."""
    chosen = set(taken)
    needed = sum(said.values())
    hits = sum(yes for place, yes in said.items() if place in chosen)
    return shares(hits, needed, sum(place in chosen for place in said))


# Samples -------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class DiscussionGroup:
    """The items of one system, pattern and paradigm under one judge, or reviewed. ``values`` has a row an item and a
    column a figure of FIGURES (NaN: undefined). ``left_out`` counts items and cells by reason. Of reviewed items there
    are ``bounds``, and ``weights`` like the values (see ``_kgds_open``)."""

    system: str
    pattern: str
    paradigm: str
    by: str
    judge: str
    items: Ints
    values: Floats
    left_out: dict[str, int] = field(default_factory=dict)
    bounds: Bounds | None = None
    weights: Floats | None = None

    @property
    def key(self) -> tuple[str, str, str]:
        """System, pattern and judge: what the two paradigms share."""
        return self.system, self.pattern, f"{self.by} {self.judge}"

    def ends(self, figure: int) -> tuple[float | None, float | None]:
        """The least and the greatest mean of a figure (by its place) that the open cells of the items that people began
        with leave possible; None where nothing is open to doubt."""
        if self.bounds is None or not (known := np.isfinite(self.bounds.least[:, figure])).any():
            return None, None
        return float(self.bounds.least[known, figure].mean()), float(self.bounds.most[known, figure].mean())

    def worst(self, figure: str = "op") -> tuple[int, ...]:
        """The items that have this figure (all, if none has), the lowest first."""
        column = self.values[:, FIGURES.index(figure)]
        known = np.flatnonzero(np.isfinite(column))
        order = known[np.argsort(column[known], kind="stable")]
        return tuple((self.items[order] if len(order) else self.items).tolist())


def groups_of(reader: CellReader) -> list[DiscussionGroup]:
    """The items of every system, pattern, paradigm and judge, and as people left them. Where there is a memory, they
    are read once for all metrics, until something is written. Callers must not change them."""
    return _once(reader, "groups", lambda: _groups(reader))


def _groups(reader: CellReader) -> list[DiscussionGroup]:
    documents = summaries(reader)
    if not len(documents.id):
        return []
    judges = _judges(reader)
    found, said = units(reader.connection), experts(reader)
    sheets = {
        "key": tally(reader, "kgds-fact", "key-fact-missing", "present", found.rows["key"], judges),
        "other": tally(
            reader, "kgds-fact", "non-supporting-fact-included", "present", found.rows["other"], judges, flip=False
        ),
        "opinion": tally(reader, "kgds-opinion", "not-covered", "covered", found.rows["opinion"], judges),
    }
    reviewed = _reviewed_extracts(reader)
    people = any(sheet.faults[:, -1].any() or sheet.clean[:, -1].any() for sheet in sheets.values()) or reviewed.spoke
    groups = []
    for key, places in documents.groups().items():
        mine = documents.id[places]
        spoke = [j for j in judges if any(sheet.answered(mine, j) for sheet in sheets.values())]
        for judge in spoke or [0]:  # an extract needs no judge
            made = _group(documents, places, key, judge, sheets, found, said, None)
            made.judge = reader.annotator(judge).name if judge else ""
            groups.append(made)
        if people:
            groups.append(_group(documents, places, key, None, sheets, found, said, reviewed))
    return groups


ASKED = (
    ("kgds-fact", "key-fact-missing"),
    ("kgds-fact", "non-supporting-fact-included"),
    ("kgds-fact", "present"),
    ("kgds-opinion", "not-covered"),
    ("kgds-opinion", "covered"),
)
"""The criteria of facts and opinions, those that say the same the other way round among them."""


def _judges(reader: CellReader) -> list[int]:
    """The judges that verified facts or opinions. What they and people said of them is read in one go."""
    asked = [question for question in reader.questions() if (question.scheme, question.id) in ASKED]
    judges = [judge for judge in reader.judges if any(reader.asked(judge, question) for question in asked)]
    reader.fetch(asked, [*judges, *gold.sources(reader).annotators])
    return judges


@dataclass(slots=True)
class _Extracts:
    """People's answers on the two faults of extracts: document row to (faults by paragraph's unit row)."""

    spoke: bool
    missed: dict[tuple[int, int], int]
    unneeded: dict[tuple[int, int], int]


def _reviewed_extracts(reader: CellReader) -> _Extracts:
    told: list[dict[tuple[int, int], int]] = []
    for name in ("paragraph-missed", "paragraph-unneeded"):
        question = find(reader, "kgds-paragraph", name)
        answers: dict[tuple[int, int], int] = {}
        if question is not None:
            cells = reader.cells(question, [], with_gold=True)
            assert cells.gold is not None
            known = cells.gold >= 0
            answers = dict(
                zip(
                    zip(cells.unit[known].tolist(), cells.target[known].tolist(), strict=True),
                    cells.gold[known].tolist(),
                    strict=True,
                )
            )
        told.append(answers)
    return _Extracts(bool(told[0] or told[1]), told[0], told[1])


def _group(
    documents: Summaries,
    places: Ints,
    key: tuple[str, str, str],
    judge: int | None,
    sheets: dict[str, SummaryTally],
    found: DerivedUnits,
    said: Experts,
    reviewed: _Extracts | None,
) -> DiscussionGroup:
    """One group of items; ``judge`` None is what people say."""
    system, pattern, paradigm = key
    backgrounds = {int(documents.item[p]): int(p) for p in places if documents.background[p]}
    opinions = {int(documents.item[p]): int(p) for p in places if documents.opinion[p]}
    items = sorted(backgrounds.keys() | opinions.keys())
    values = np.full((len(items), len(FIGURES)), np.nan)
    left_out: dict[str, int] = {}

    def leave(reason: str, count: float = 1) -> None:
        if count:
            left_out[reason] = left_out.get(reason, 0) + int(count)

    bounds = Bounds.of(len(items))
    facts = _counts(documents, backgrounds, items, judge, sheets["key"], sheets["other"])
    views = _counts(documents, opinions, items, judge, sheets["opinion"])
    for row, item in enumerate(items):
        if item not in backgrounds:
            leave("items without a background summary")
        elif pattern == EXTRACT:
            values[row, :3] = _extract(documents, backgrounds[item], item, said, reviewed, leave)
            if reviewed is not None and (taken := documents.taken[backgrounds[item]]) is not None:
                bounds.extract(row, _faults(documents, backgrounds[item], item, said, reviewed, taken), taken)
        else:
            total = found.counts["key"].get(item, 0), found.counts["other"].get(item, 0)
            values[row, :3] = _facts(facts[row], total, judge is None, leave)
            bounds.facts(row, facts[row], total)
        if item not in opinions:
            leave("items without an opinion summary")
        else:
            values[row, 3] = _covered(views[row], found.counts["opinion"].get(item, 0), judge is None, leave)
            bounds.opinions(row, views[row], found.counts["opinion"].get(item, 0))
    values[:, 4] = np.sqrt(values[:, 2] * values[:, 3])
    return DiscussionGroup(
        system, pattern, paradigm, REVIEWED if judge is None else JUDGED, "", np.array(items, dtype=np.int64), values,
        left_out, *((bounds, bounds.weigh(values)) if judge is None else ()),
    )  # fmt: skip


_NAN = (float("nan"),) * 3


def _extract(
    documents: Summaries, place: int, item: int, said: Experts, reviewed: _Extracts | None, leave: Leave
) -> tuple[float, float, float]:
    taken = documents.taken[place]
    if taken is None:
        leave("extracts that do not name their paragraphs")
        return _NAN
    if reviewed is None:
        if item not in said.said:
            leave("items without the experts' paragraphs")
            return _NAN
        split = len(said.split.get(item, ()))
        leave("paragraphs on which the experts do not agree", split)
        leave("paragraphs that no expert has read", said.length[item] - len(said.said[item]) - split)
        if not any(said.said[item].values()):
            leave("items without a supporting paragraph")
        return extraction(taken, said.said[item])
    faults = _faults(documents, place, item, said, reviewed, taken)
    if not faults or None in faults.values():
        leave(NOT_REVIEWED)
        return _NAN
    hits = sum(faults[n] == 0 for n in taken if n in faults)
    missed = sum(fault == 1 for n, fault in faults.items() if n not in taken)
    if not hits + missed:
        leave("items without a supporting paragraph")
    return shares(hits, hits + missed, sum(n in faults for n in taken))


def _faults(
    documents: Summaries, place: int, item: int, said: Experts, reviewed: _Extracts, taken: Sequence[int]
) -> dict[int, int | None]:
    """Whether each paragraph, by position, is a fault of an extract; None where people left that open."""
    document, first = int(documents.id[place]), said.first.get(item, 0)
    return {
        n: (reviewed.unneeded if n in taken else reviewed.missed).get((first + n, document))
        for n in range(said.length.get(item, 0))
    }


def _counts(
    documents: Summaries, places: dict[int, int], items: Sequence[int], judge: int | None, *sheets: SummaryTally
) -> list[list[float]]:
    """For each item the faults and what is without one of its summary, one pair a sheet; zeros where it has none."""
    found = np.zeros((len(items), 2 * len(sheets)))
    there = [row for row, item in enumerate(items) if item in places]
    chosen = documents.id[[places[items[row]] for row in there]]
    for number, sheet in enumerate(sheets):
        found[there, 2 * number], found[there, 2 * number + 1] = sheet.of(chosen, judge)
    made: list[list[float]] = found.tolist()
    return made


def _facts(
    counted: Sequence[float], total: tuple[int, int], reviewed: bool, leave: Leave
) -> tuple[float, float, float]:
    absent, held, wrong, right = counted
    if not total[0]:
        leave("items without a key fact")
        return _NAN
    open_ = sum(total) - absent - held - wrong - right
    if reviewed and open_:
        leave(NOT_REVIEWED)
        return _NAN
    leave("facts without an answer", open_)
    return shares(held, absent + held, held + wrong)


def _covered(counted: Sequence[float], total: int, reviewed: bool, leave: Leave) -> float:
    absent, held = counted
    if not total:
        leave("items without an opinion")
        return float("nan")
    open_ = total - absent - held
    if reviewed and open_:
        leave(NOT_REVIEWED)
        return float("nan")
    leave("opinions without an answer", open_)
    return held / (absent + held) if absent + held else float("nan")
