"""Draws by strata: the next cells of a judge and criterion, more of them where a review tells more.

Strata are made of what judges said before anybody looked: whether the judge flags the cell, whether any other judge
does, and in which third of its confidences the judge is. They are fixed by the first draw, and stored cell by cell
(``frames``); what came since is drawn from as strata of its own. How many come from each is
n_h in proportion to N_h S_h with a floor (``galley.core.stats.strata``), S_h from the decisions on earlier draws only;
within a stratum all are alike, so the chances are known. Figures read them through ``sampling_chances``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

import numpy as np
from numpy.typing import NDArray

from galley.core.domain import JUDGES, AnnotatorId, ChangeSet, UnitId
from galley.core.errors import InputError
from galley.core.metrics import sampling
from galley.core.metrics._confidence import read_confidence
from galley.core.metrics.cell_arrays import CellQuestion, CellReader, Cells
from galley.core.metrics.sampling import STRATA, SampleDraw
from galley.core.review.blind_flags import Place, place_of
from galley.core.stats import strata
from galley.core.storage.connection import Connection

Ints = NDArray[np.int64]
BANDS = ("lowest", "middle", "highest")


def draw(
    connection: Connection,
    judge: str,
    scheme: str,
    criterion: str,
    size: int,
    seed: int = 0,
    level: str = "",
) -> tuple[SampleDraw, ChangeSet]:
    """Draw the next ``size`` cells that were not drawn before and keep the draw (a job for the writer).

    ``level`` is as in ``sampling.find_level``. Raises: InputError for unknown names, fewer cells than strata, and where
    there is nothing left to draw.
    """
    reader, question, who = sampling.stratum(connection, judge, scheme, criterion)
    judge, scheme = reader.annotator(who).name, question.scheme
    level = sampling.find_level(reader, question, who, level)
    cells = reader.cells(question, [who], level, with_gold=True)
    assert cells.gold is not None
    key = (STRATA, judge, scheme, criterion, level)
    own_draws = [draw for draw in sampling.draws(connection) if sampling.is_same_draw(draw, *key)]
    by, cuts = (own_draws[0].by, own_draws[0].cuts) if own_draws else _made_of(reader, cells, question, who)
    framed, old_draws, many = sampling.extend_frames(
        reader, cells, STRATA, who, *strata_of(reader, cells, who, by, cuts)
    )
    own_draws = [draw for draw in old_draws if sampling.is_same_draw(draw, *key) and draw.frame]
    stratum = framed.stratum
    named = zip(framed.names, framed.frame, strict=True)
    names = [name if frame == 0 else f"{name}, added since" for name, frame in named]
    if size < len(np.unique(stratum[stratum >= 0])):
        raise InputError(f"Draw {len(np.unique(stratum[stratum >= 0]))} cells or more, one from each stratum at least.")
    before = {place for draw in own_draws for place in draw.places}
    sure = sampling.known_answers(connection, question)
    fresh: list[list[tuple[int, Place]]] = [[] for _ in names]
    for row in np.flatnonzero(stratum >= 0).tolist():
        if (UnitId(int(cells.unit[row])), int(cells.target[row])) not in sure:
            place = place_of(connection, UnitId(int(cells.unit[row])), int(cells.target[row]))
            if place not in before:
                fresh[stratum[row]].append((row, place))
    fresh_counts = [len(cells_left) for cells_left in fresh]
    if not sum(fresh_counts):
        raise InputError(f"There is no cell to draw that {judge} was asked about on {criterion} and was not drawn yet.")
    decided_rows = np.array(sampling.find_decided_rows(reader, cells, who, STRATA)[0], dtype=np.int64)
    seen = np.bincount(stratum[decided_rows], minlength=len(names))
    errors = np.bincount(stratum[decided_rows], weights=cells.gold[decided_rows] == 1, minlength=len(names))
    spread = strata.spreads(errors, seen) if own_draws else _first(names)
    draw_counts = strata.allocate(fresh_counts, spread, size)
    rng = np.random.default_rng([seed, len(own_draws)])
    chosen_places = [
        fresh[h][n][1] for h, many in enumerate(draw_counts) for n in rng.permutation(fresh_counts[h])[:many].tolist()
    ]
    # one random order, so that whoever stops early has a random part of each stratum
    places = tuple(chosen_places[n] for n in rng.permutation(len(chosen_places)).tolist())
    groups = tuple(
        (name, count, int(many)) for name, count, many in zip(names, fresh_counts, draw_counts, strict=True) if count
    )
    new_draw = SampleDraw(
        STRATA, judge, scheme, criterion, seed, sum(fresh_counts), places, by, cuts, groups, many, level
    )
    sampling.keep(connection, sampling.SETTING, [asdict(draw) for draw in [*old_draws, new_draw]])
    return new_draw, ChangeSet(settings=True)


def strata_of(
    reader: CellReader, cells: Cells, judge: AnnotatorId, by: Sequence[str], cuts: Sequence[float]
) -> tuple[Ints, list[str]]:
    """The stratum of each cell (-1 where the judge has no verdict), and what each is called."""
    answers = cells.column(judge)
    flag = (answers == 1).astype(np.int64)
    votes = np.zeros(len(answers), dtype=np.int64)
    for name in by:
        votes |= _flags_of(reader, cells, reader.find_annotator(name, JUDGES))
    band = np.full(len(answers), -1, dtype=np.int64)
    if cuts:
        sure = read_confidence(reader.connection, cells, judge)
        has_confidence = np.isfinite(sure)
        band[has_confidence] = np.searchsorted(np.array(cuts), sure[has_confidence], side="right")
    code = (flag * 2 + votes) * (len(BANDS) + 1) + band + 1
    code[answers < 0] = -1
    kinds = np.unique(code[code >= 0])
    numbers = np.where(code >= 0, np.searchsorted(kinds, code), -1)
    return numbers, [_name_stratum(int(kind), bool(by)) for kind in kinds]


def _name_stratum(code: int, others: bool) -> str:
    kind, band = divmod(code, len(BANDS) + 1)
    parts = ["flagged" if kind >= 2 else "not flagged"]
    if others:
        parts.append("flagged by another judge" if kind % 2 else "by no other")
    if band:
        parts.append(f"{BANDS[band - 1]} confidence")
    return ", ".join(parts)


def _made_of(
    reader: CellReader, cells: Cells, question: CellQuestion, judge: AnnotatorId
) -> tuple[tuple[str, ...], tuple[float, ...]]:
    """What strata can be made of: the other judges with verdicts on these cells, the thirds of the confidences."""
    others = [other for other in reader.of_kind(*JUDGES) if other != judge and reader.has_answered(other, question)]
    sure = read_confidence(reader.connection, cells, judge)
    sure = sure[np.isfinite(sure)]
    cuts = sorted({float(cut) for cut in np.quantile(sure, (1 / 3, 2 / 3))}) if len(np.unique(sure)) > 2 else []
    return tuple(reader.annotator(other).name for other in others), tuple(cuts)


def _first(names: Sequence[str]) -> list[float]:
    """Spreads before anything was decided: a flag is right half of the time, a tenth of the rest is an error."""
    return [0.5 if "not flagged" not in name or "another judge" in name else 0.3 for name in names]


def _flags_of(reader: CellReader, cells: Cells, judge: AnnotatorId) -> Ints:
    """1 where this judge flags a cell."""
    other = reader.cells(cells.question, [judge], cells.level)
    stride = 1 + int(max(cells.target.max(initial=0), other.target.max(initial=0)))
    flagged = other.column(judge) == 1
    keys = other.unit[flagged] * stride + other.target[flagged]
    return np.isin(cells.unit * stride + cells.target, keys).astype(np.int64)
