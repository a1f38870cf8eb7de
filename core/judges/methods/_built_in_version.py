"""Which version of the embedded judge a run is: as it was fitted, measured by the project's own sentences, or one that
has learned from the project's reviewers. A version is kept with its runs, so that it can be asked for again by its id.

Only decisions whose chance is known train it (``galley.core.metrics.sampling``): the decided front of a draw, or a
stratum that was looked at in full, each weighted by one over its chance. Where flags were decided blind, flags that
were seen first do not count. A version never judges a text by weights that saw its decisions, so that an estimate of
it may use them (``galley.core.judges.built_in.heads``).
"""

from __future__ import annotations

import hashlib
import json
import random
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from galley.core.domain import Document
from galley.core.errors import InputError
from galley.core.judges.built_in.fitted_model import USES, WEIGHTS, Array, FittedHead
from galley.core.judges.built_in.heads import FOLDS, Heads, choose_fold, is_dialogue
from galley.core.judges.built_in.judge import BuiltInJudge
from galley.core.judges.built_in.learning import fit_decisions
from galley.core.judges.built_in.types import SourceDoc
from galley.core.judges.inquiry.model_texts import sources, summaries
from galley.core.judges.methods import _discussions as kgds
from galley.core.judges.methods.base import Setting
from galley.core.metrics import sampling_chances
from galley.core.metrics.base import Params
from galley.core.metrics.cell_arrays import NOT_ASKED, CellQuestion, CellReader
from galley.core.review import items as review_items
from galley.core.review.decision_context import SeenAspect
from galley.core.storage import queries

LEAST = 20
"""Sentences of a kind (of articles, of dialogues) from which on they are measured by their own: leaving out domains,
samples of 25 did as well as all."""
MOST = 2_000
"""Sentences of a kind that are measured; more move the means by less than noise."""
DECISIONS, DOCUMENTS = 50, 10
"""From so many decisions on so many items a version learns; another one follows after as many decisions again."""
ASKED = (("basic", "hallucination"), ("dial-summer", "hallucination"))
"""The questions that say whether a sentence is wrong: a criterion and a roll-up."""
SETTINGS = (
    Setting(
        "use", "balanced", "what the flags are for: to find most errors, or to have few false ones", values=(*USES,)
    ),
    Setting("signs", "project", "measured by the project's own sentences, or as fitted", values=("project", "fitted")),
    Setting("learn", "yes", "from 50 random decisions on, learn from the reviewers", values=("yes", "no")),
    Setting("version", "", "an earlier version by its id, or new for one by what is there now", empty="the latest"),
)
NEW = "new"


class DecidedSentence(NamedTuple):
    """A decided sentence: its item, unit and summary, whether people call it wrong, and one over its chance."""

    item: int
    unit: int
    target: int
    wrong: bool
    weight: float


def docs(texts: Sequence[Document]) -> list[SourceDoc]:
    """The sources of an item as the judge takes them."""
    return [SourceDoc(d.role, [u.text for u in d.units], [u.speaker for u in d.units]) for d in texts]


def ready(
    connection: sqlite3.Connection, judge: BuiltInJudge, settings: Mapping[str, Any], make: bool
) -> dict[str, Any] | None:
    """The version that a run with these settings is, as it is kept: None for the weights as they were fitted, which is
    what a project with too few sentences has. Without ``make`` it is one that is there, or None.

    Raises: InputError for a version that no run of the project has.
    """
    version_id, learns = settings["version"], settings["learn"] == "yes"
    if settings["signs"] == "fitted":
        if version_id:
            raise InputError("A version is measured by the project's own sentences; leave signs=fitted or version out.")
        return None
    versions = [version for version in _read_versions(connection) if learns or not version["decisions"]]
    if version_id not in ("", NEW):
        version = next((version for version in versions if version["id"] == version_id), None)
        if version is None:
            listing = ", ".join(dict.fromkeys(version["id"] for version in versions)) or "none"
            raise InputError(f"No run of this project has the version {version_id!r}; there are: {listing}.")
        return version
    decided = decisions(connection) if learns else []
    enough = len(decided) >= DECISIONS and len({sentence.item for sentence in decided}) >= DOCUMENTS
    sentences = _count(connection)
    if versions and version_id != NEW:
        latest = versions[0]
        due = enough and len(decided) >= latest["decisions"] + DECISIONS
        if not due and sentences < 2 * latest["of"]:
            return latest
    return _make_version(connection, judge, decided if enough else [], sentences) if make else None


def _read_versions(connection: sqlite3.Connection) -> list[dict[str, Any]]:
    """The versions of the project's runs, the latest first; those of other fitted weights are no longer to be had."""
    rows = connection.execute(
        "SELECT json_extract(settings, '$.version_of_judge') FROM run WHERE method = 'offline' ORDER BY id DESC"
    )
    versions = [json.loads(row[0]) for row in rows if row[0]]
    return [version for version in versions if version.get("fitted") == fitted_as()]


def fitted_as() -> str:
    """What tells the fitted weights from any other."""
    return hashlib.sha256(WEIGHTS.read_bytes().replace(b"\r\n", b"\n")).hexdigest()


def _count(connection: sqlite3.Connection) -> int:
    total: int = connection.execute("SELECT coalesce(sum(units), 0) FROM document WHERE role = 'summary'").fetchone()[0]
    return total


@dataclass(frozen=True)
class MeasuredSummary:
    """Sentences of the project as they were measured: of dialogues or not, the fold of each, and its unit."""

    values: Array
    dialogue: bool
    fold: int
    units: tuple[int, ...]
    target: int


def _measure_summaries(connection: sqlite3.Connection, judge: BuiltInJudge, item: int) -> Iterator[MeasuredSummary]:
    """Each summary of an item that can be read."""
    view = review_items.load(connection, item)
    texts = docs(sources(view))
    for summary in summaries(view) if texts else ():
        if not kgds.is_extract(summary):
            values = judge.measure_sentences([unit.text for unit in summary.units], texts)
            if len(values):
                units = tuple(unit.id for unit in summary.units)
                yield MeasuredSummary(values, is_dialogue(texts), choose_fold(texts), units, summary.id)


def _make_version(
    connection: sqlite3.Connection, judge: BuiltInJudge, decided: Sequence[DecidedSentence], sentences: int
) -> dict[str, Any] | None:
    """A new version from what the project holds now."""
    items = [row[0] for row in connection.execute("SELECT id FROM item ORDER BY id")]
    random.Random(0).shuffle(items)  # a sample, no secret
    rows_by_kind: dict[bool, list[Array]] = {False: [], True: []}
    count = {False: 0, True: 0}
    for item in items:
        for summary in _measure_summaries(connection, judge, item):
            rows = summary.values[~np.isnan(summary.values[:, 0])]
            rows_by_kind[summary.dialogue].append(rows)
            count[summary.dialogue] += len(rows)
        if max(count.values()) >= MOST:
            break
    if max(count.values()) < LEAST:
        return None
    fitted = {False: judge.weights.article, True: judge.weights.dialogue}
    values = {kind: np.concatenate(rows) if rows else np.zeros((0, 0)) for kind, rows in rows_by_kind.items()}
    own = {kind: head.own(values[kind]) if count[kind] >= LEAST else head for kind, head in fitted.items()}
    heads: dict[bool, tuple[FittedHead, ...]] = {kind: (head,) for kind, head in own.items()}
    taught = _measure_decided(connection, judge, decided)
    for kind, lessons in taught.items():
        if lessons and count[kind] >= LEAST:
            heads[kind] = tuple(_without(own[kind], lessons, k, values[kind]) for k in range(FOLDS))
    data = Heads(heads[False], heads[True]).to_json()
    about = {"fitted": fitted_as(), "decisions": len(decided), "of": sentences, "heads": data}
    return {"id": hashlib.sha256(json.dumps(about, sort_keys=True).encode()).hexdigest()[:8], **about}


def _without(
    own: FittedHead, rows: Sequence[tuple[Array, DecidedSentence, int]], k: int, sentences: Array
) -> FittedHead:
    """The head that has learned from all decisions but those on texts of the fold ``k``."""
    seen = [(values, decision) for values, decision, at in rows if at != k]
    if not seen:
        return own
    values = np.array([values for values, _ in seen])
    wrong = np.array([decision.wrong for _, decision in seen])
    return fit_decisions(own, values, wrong, np.array([decision.weight for _, decision in seen]), sentences)


def _measure_decided(
    connection: sqlite3.Connection, judge: BuiltInJudge, decided: Sequence[DecidedSentence]
) -> dict[bool, list[tuple[Array, DecidedSentence, int]]]:
    """The decided sentences as they were measured, each with its fold; of dialogues or not."""
    lessons: dict[bool, list[tuple[Array, DecidedSentence, int]]] = {False: [], True: []}
    where = {(sentence.unit, sentence.target): sentence for sentence in decided}
    for item in sorted({sentence.item for sentence in decided}):
        for measured in _measure_summaries(connection, judge, item):
            for values, unit in zip(measured.values, measured.units, strict=True):
                decision = where.get((unit, measured.target))
                if decision is not None and not np.isnan(values[0]):
                    lessons[measured.dialogue].append((values, decision, measured.fold))
    return lessons


def decisions(connection: sqlite3.Connection) -> list[DecidedSentence]:
    """The decisions that a version may learn from: of each question those about the judge that most are known of."""
    by_place: dict[tuple[int, int], DecidedSentence] = {}
    reader = CellReader(connection, Params(resamples=0))
    for question in reader.questions():
        if (question.scheme, question.id) in ASKED and question.binary:
            judges = [judge for judge in reader.judges if reader.has_answered(judge, question)]
            sentences = max(
                (_find_decisions(reader, question, judge) for judge in judges), key=lambda group: len(group), default=[]
            )
            by_place |= {(sentence.unit, sentence.target): sentence for sentence in sentences}
    return list(by_place.values())


def _find_decisions(reader: CellReader, question: CellQuestion, judge: int) -> list[DecidedSentence]:
    cells = reader.cells(question, [judge], with_gold=True)
    assert cells.gold is not None
    pairs = list(zip(cells.unit.tolist(), cells.target.tolist(), strict=True))
    decided_cells = queries.find_decided_cells(reader.connection, question.rows)
    decided = np.array([pair in decided_cells for pair in pairs], dtype=bool)
    cells = replace(cells, gold=np.where(decided, cells.gold, NOT_ASKED))  # as if no label had been imported
    assert cells.gold is not None
    chances = sampling_chances.chances(reader, cells, judge)
    if chances.probability is None:
        return []
    counted = chances.counted_rows & (cells.gold >= 0)
    flagged = cells.column(judge) == 1
    blind = _blind(reader.connection, question.rows)
    unseen = np.array([pair in blind for pair in pairs], dtype=bool) & counted & flagged
    share = 1.0
    if unseen.any():
        share = float(unseen.sum() / (counted & flagged).sum())
        counted &= unseen | ~flagged
    weight = 1 / (np.where(flagged, share, 1.0) * chances.probability)
    return [
        DecidedSentence(int(cells.items[row]), *pairs[row], bool(cells.gold[row] == 1), float(weight[row]))
        for row in np.flatnonzero(counted).tolist()
    ]


def _blind(connection: sqlite3.Connection, criteria: Sequence[int]) -> set[tuple[int, int]]:
    """The cells (unit, target) to which every answer that stands was given before a flag on them was seen."""
    rows = connection.execute(
        "SELECT unit_id, target_id, min(shown IS NOT NULL AND instr(shown, ?) = 0) FROM decision"
        " WHERE action IN ('accept', 'override', 'add')"
        " AND criterion_id IN (SELECT value FROM json_each(?)) AND id NOT IN (SELECT decision_id FROM undone)"
        " GROUP BY unit_id, target_id",
        (SeenAspect.FLAG.value, json.dumps(list(criteria))),
    )
    return {(unit, target) for unit, target, unseen in rows if unseen}


def describe_version(version: Mapping[str, Any]) -> str:
    """A version in a sentence."""
    basis = "measured by the project's own sentences"
    taught = f", learned from {version['decisions']:,} random decisions" if version["decisions"] else ""
    return f"Version {version['id']}: {basis}{taught}."
