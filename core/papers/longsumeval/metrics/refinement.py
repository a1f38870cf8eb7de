"""What refinement did to summaries: before and after, for all and for those that were low (LongSumEval, table III).

A pair is a summary and its last accepted version and that the same judge has scored; where none stands, since the
first round made matters worse, that is the summary itself (``--set version=1`` takes the first round's, and so on).
Rows are by score and subset: all pairs, those whose coverage, or consistency, was below a threshold before
(``low-coverage``, ``low-consistency``). ``change`` is the per cent change of the mean, ``worse`` the share of the pairs
whose score went down; ``worst`` and ``best`` are the differences of the pairs that lost and gained most. ``--x`` takes
other scores than coverage and consistency, people's ratings among them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from galley.core.domain import Role
from galley.core.errors import InputError
from galley.core.metrics._documents import Floats, Ints
from galley.core.metrics._parameters import BOOTSTRAP, DOCUMENT_FILTERS, SPLITS, Takes
from galley.core.metrics.base import Params, Reference, Result, Row, settings
from galley.core.metrics.cell_arrays import CellReader
from galley.core.metrics.score_columns import ScoreColumn, Scores
from galley.core.papers.longsumeval.acceptance import is_final, read_refinement
from galley.core.papers.longsumeval.metrics.qa_metric import numbers
from galley.core.stats.bootstrap import Interval, resample
from galley.core.storage.connection import Connection
from galley.core.storage.queries.items import read_documents

STANDARD = {"low-coverage": "0.6", "low-consistency": "0.7", "version": "last"}
SCORES = ("qa-coverage", "qa-consistency")
COLUMNS = ("judge", "score", "subset", "before", "before_sd", "after", "after_sd", "change", "value", "low", "high",
           "better", "same", "worse", "worst", "best", "n", "why")  # fmt: skip
NOTHING = "No summary here has a refined version with scores; run galley judge refine first."
_EPSILON = 1e-9


@dataclass(frozen=True, slots=True)
class RefinedVersion:
    """A refined version: its document, the summary it goes back to (row ids), its round, and whether it stands."""

    document: int
    origin: int
    round: int
    stands: bool = True


class RefinementMetric:
    """See the module."""

    name = "refinement"
    title = "Scores before and after refinement, for all and for low summaries, and how often they got worse"
    unit = "summaries with an accepted version"
    sample = "items"
    reference = Reference(
        measures="""Scores before and after refinement, over all pairs of a summary and its last accepted version
        (one that made matters worse does not; where none stands it is the summary itself), and over those that were
        low before. `value` is the mean difference, `change` the per cent change of the mean; `better`, `same` and
        `worse` are shares of the pairs; `worst` and `best` are the differences of those that lost and gained most.""",
        source="LongSumEval, table III.",
        interval="bootstrap of items, percentiles",
        undefined="Where no pair has the score before and after; the per cent change where the mean was 0 before.",
        left_out="Summaries without the score before and after.",
    )
    takes = (
        Takes((*DOCUMENT_FILTERS, *BOOTSTRAP, "judges", "x"), SPLITS, settings=STANDARD),
        Takes((*DOCUMENT_FILTERS, *BOOTSTRAP, "gold", "annotators", "x"), SPLITS, settings=STANDARD, when=("x", ())),
    )

    def compute(self, connection: Connection, params: Params) -> Result:
        """A row for each judge, score and subset; ``value`` is the mean difference (after minus before) with its
        interval, bootstrapped by item. Raises: InputError for a score or setting that is not there, Cancelled."""
        options = settings(params, STANDARD)
        reader = CellReader(connection, params)
        refined_versions = list(versions(connection))
        version_choice = options["version"]
        if version_choice != "last" and not version_choice.isdecimal():
            raise InputError(f"version takes last or the number of a round, not {version_choice!r}.")
        for name in SCORES:
            _threshold(options, name)
        rows: list[Row] = []
        left_out: dict[str, int] = {}
        for judge, scores in _judges(reader):
            low = {
                name: _low_summaries(scores, name, options, refined_versions, reader, version_choice) for name in SCORES
            }
            for score in scores:
                pairs = _pairs(score, refined_versions, version_choice)
                missing = len({v.origin for v in refined_versions}) - len(pairs)
                if missing and pairs:
                    left_out[f"summaries without {score.name} before and after"] = missing
                for subset, origins in (("all", None), *((f"low {n[3:]}", low[n]) for n in SCORES)):
                    chosen_pairs = [pair for pair in pairs if origins is None or pair[0] in origins]
                    for split, part in _groups(reader, chosen_pairs):
                        rows.append({"judge": judge, **split, "score": score.name.partition("@")[0], "subset": subset,
                                     **_figures(reader, score, part)})  # fmt: skip
        rows = [row for row in rows if row["n"]] if any(row["n"] for row in rows) else []
        split_by = (params.by,) if params.by in SPLITS else ()
        columns = (COLUMNS[0], *split_by, *COLUMNS[1:])
        return Result(self.name, "", rows, left_out, columns, () if rows else (NOTHING,))


def versions(connection: Connection) -> Iterator[RefinedVersion]:
    """The refined versions of a project whose first summary is there."""
    heads = read_documents(connection)
    rows = {(head.item, head.name): head.id for head in heads}
    for head in sorted(heads, key=lambda head: head.id):
        refinement = read_refinement(head.meta) if head.role == Role.SUMMARY else None
        if refinement is None:
            continue
        origin, number = rows.get((head.item, str(refinement.get("origin", "")))), refinement.get("round")
        if origin is not None and origin != head.id and isinstance(number, int):
            yield RefinedVersion(head.id, origin, number, is_final(refinement))


def _judges(reader: CellReader) -> list[tuple[str, list[ScoreColumn]]]:
    """The scores of each judge that scored, or those that were named, one list for all."""
    scores = Scores(reader)
    if reader.params.x:
        return [("", [score for name in reader.params.x for score in scores.find(name)])]
    scores_by_judge: dict[str, list[ScoreColumn]] = {}
    for metric, annotator in scores.stored_scores:
        name = reader.annotator(annotator).name
        if metric in SCORES and (not reader.params.judges or name in reader.params.judges):
            scores_by_judge.setdefault(name, []).append(scores.of(metric, annotator))
    return list(scores_by_judge.items())


Pair = tuple[int, int, float, float]
"""(origin, version, score before, score after)."""


def _pairs(score: ScoreColumn, refined_versions: list[RefinedVersion], version_choice: str) -> list[Pair]:
    """Each summary with the version that counts, where both have the score."""
    value = dict(zip(score.document.tolist(), score.value.tolist(), strict=True))
    best: dict[int, RefinedVersion] = {}
    for version in refined_versions:
        if version.document not in value or version.origin not in value:
            continue
        if version_choice != "last" and version.round != int(version_choice):
            continue
        if version_choice == "last" and not version.stands:
            version = RefinedVersion(version.origin, version.origin, 0)
        best_version = best.get(version.origin)
        if best_version is None or version.round > best_version.round:
            best[version.origin] = version
    return [(o, v.document, value[o], value[v.document]) for o, v in sorted(best.items())]


def _low_summaries(
    scores: list[ScoreColumn],
    name: str,
    options: dict[str, str],
    refined_versions: list[RefinedVersion],
    reader: CellReader,
    version_choice: str,
) -> set[int]:
    """The summaries that were below the threshold of a score before."""
    threshold = _threshold(options, name)
    same_scores = [s for s in scores if s.name.partition("@")[0] == name]
    if not same_scores and reader.params.x:
        every = Scores(reader)
        same_scores = [every.of(metric, who) for metric, who in every.stored_scores if metric == name]
    return {
        o
        for s in same_scores
        for o, _, before, _ in _pairs(s, refined_versions, version_choice)
        if before < threshold - _EPSILON
    }


def _threshold(options: dict[str, str], name: str) -> float:
    """Below it a score is low. Raises: InputError where that is not a number."""
    key = f"low-{name.removeprefix('qa-')}"
    return (numbers(options[key], f"threshold of {key}") or [0.0])[0]


def _groups(reader: CellReader, pairs: list[Pair]) -> Iterator[tuple[Row, list[Pair]]]:
    by = reader.params.by
    if by not in SPLITS:
        yield {}, pairs
        return
    codes, labels = reader.documents.labels(by)
    document_codes = codes[reader.documents.place(np.array([pair[0] for pair in pairs], dtype=np.int64))].tolist()
    for code in sorted(set(document_codes)):
        yield {by: labels[code]}, [pair for pair, c in zip(pairs, document_codes, strict=True) if c == code]


def _figures(reader: CellReader, score: ScoreColumn, pairs: list[Pair]) -> Row:
    n = len(pairs)
    row: Row = dict.fromkeys(("before", "before_sd", "after", "after_sd", "change", "value", "low", "high"))
    row |= {"better": None, "same": None, "worse": None, "worst": None, "best": None, "n": n, "why": ""}
    if not n:
        return row
    before, after = (np.array([pair[k] for pair in pairs], dtype=float) for k in (2, 3))
    row["before"], row["after"] = float(before.mean()), float(after.mean())
    if n > 1:
        row["before_sd"], row["after_sd"] = float(before.std(ddof=1)), float(after.std(ddof=1))
    if before.mean() > _EPSILON:
        row["change"] = 100 * float(after.mean() - before.mean()) / float(before.mean())
    else:
        row["why"] = "No per cent change, because the mean was 0 before."
    difference: Floats = after - before
    row["value"] = float(difference.mean())
    row["better"] = float((difference > _EPSILON).mean())
    row["worse"] = float((difference < -_EPSILON).mean())
    row["same"] = float((abs(difference) <= _EPSILON).mean())
    row["worst"], row["best"] = float(difference.min()), float(difference.max())
    interval = _interval(reader, np.array([pair[0] for pair in pairs], dtype=np.int64), difference)
    if interval is not None:
        row["low"], row["high"] = interval.low, interval.high
        row["why"] = " ".join(filter(None, (row["why"], interval.why)))
    return row


def _interval(reader: CellReader, origins: Ints, difference: Floats) -> Interval | None:
    p = reader.params
    if not p.resamples:
        return None
    _, group = np.unique(reader.documents.item[reader.documents.place(origins)], return_inverse=True)
    table = np.column_stack([np.bincount(group, weights=difference), np.bincount(group)])
    return resample(
        table, lambda sums: sums[:, 0] / sums[:, 1], resamples=p.resamples, confidence=p.confidence, seed=p.seed,
        cancelled=p.cancelled,
    )  # fmt: skip


METRIC = RefinementMetric()
