"""With which chance each cell came to be reviewed, from the draws that a project keeps.

Three kinds of draw are read, the first that speaks for all cells of a judge counts: by strata
(``stratified_samples``), of
the task that the criterion belongs to (``galley.core.review.task_draws``), and from flags and what was not flagged
(``sampling``). Of each part of a draw the decided front is a random sample of the part, in the order in which it was
drawn: the chance is front / part, whatever made one stop there.

The parts are those that were stored with the draws (``frames``): the flags of today may be others. What was in no frame
of which each part has a review lies outside: the figure does not speak of it, and says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from galley.core.domain import AnnotatorId, UnitKind
from galley.core.metrics import _screens, frames, sampling
from galley.core.metrics._sampled_groups import find_sampled_groups
from galley.core.metrics.cell_arrays import CellReader, Cells
from galley.core.metrics.sampling import AUDIT, FLAGS, STRATA, UNDECIDED
from galley.core.metrics.stratified_samples import strata_of

Rows = NDArray[np.bool_]
NONE = "Not valid because these cells were added after the draws; draw again to give the new cells a stratum."


@dataclass(frozen=True, slots=True)
class Chances:
    """With which probability each cell was drawn and decided (None where nobody knows), which reviews count, and what
    of the draws was left out. ``open_`` are the cells that were looked at and left undecided, ``look_chance`` the
    probability with which each was looked at. ``in_scope`` are the cells that a figure speaks of: the judge's, without
    those that could not be drawn (``scope`` says how many). ``stratum`` numbers the part that each cell was drawn from
    (-1: none); ``way`` is "flags", "strata" or "task". ``why`` says
    what became of a draw whose strata are no longer what was drawn from."""

    probability: NDArray[np.float64] | None
    counted_rows: Rows
    left_out: dict[str, int]
    open_: Rows
    look_chance: NDArray[np.float64]
    in_scope: Rows
    stratum: NDArray[np.int64]
    way: str = FLAGS
    why: str = ""
    scope: str = ""


@dataclass(frozen=True, slots=True)
class _Part:
    """``members`` were drawn from together; ``decided_rows`` are the rows that were drawn and decided,
    ``undecided_rows`` those
    that were left open, ``chance`` and ``look_chance`` the shares of the part that were decided, and looked at.
    ``frame`` is the number of its frame."""

    members: Rows
    decided_rows: list[int]
    undecided_rows: list[int]
    chance: float
    look_chance: float
    frame: int = 0


def chances(reader: CellReader, cells: Cells, judge: AnnotatorId) -> Chances:
    """How the reviewed cells came to be reviewed. ``cells`` must be all cells of the judge and question, with gold.

    A stratum that was looked at in full was so with certainty; else the front of its draws counts. What was looked at
    and left undecided is taken for what is undecided by chance.
    """
    in_scope = cells.column(judge) >= 0
    unknown: list[Chances] = []
    partial: list[Chances] = []
    for way in (STRATA, "task", FLAGS):
        result_chances = (
            _by_task(reader, cells, in_scope) if way == "task" else _by_frames(reader, cells, judge, in_scope, way)
        )
        if result_chances is None:
            continue
        if result_chances.probability is None:
            unknown.append(result_chances)
        elif result_chances.scope:
            partial.append(result_chances)
        else:
            return result_chances
    if partial:
        return max(partial, key=lambda candidate: np.count_nonzero(candidate.in_scope))
    return next((candidate for candidate in unknown if candidate.why), unknown[-1])


def _by_task(reader: CellReader, cells: Cells, in_scope: Rows) -> Chances | None:
    parts = _complete(_task(reader, cells, in_scope))
    return _join_parts(cells, _find_reachable(in_scope, parts), parts, "task", in_scope) if parts else None


def _by_frames(reader: CellReader, cells: Cells, judge: AnnotatorId, in_scope: Rows, way: str) -> Chances | None:
    """By draws from strata, or from flags and what was not flagged; None where there is no draw of strata."""
    about = (reader.annotator(judge).name, cells.question.scheme, cells.question.id, sampling.get_level(cells))
    frame_list = frames.read(reader.connection, way, *about)
    if not frame_list:  # draws from before frames were stored, or none: today's strata
        parts = _strata(reader, cells, judge) if way == STRATA else _flags(reader, cells, judge)
        if not parts and way == STRATA:
            return None
        return _apply_change(
            _join_parts(cells, in_scope, parts, way, in_scope),
            describe_changes(reader, cells, judge, sampling.WAYS[way]),
        )
    framed_cells = frames.place_cells(reader, cells, frame_list)
    stratum, generation = framed_cells.stratum, framed_cells.generation()
    # what is in no frame is one more, which counts if all of it was looked at
    today = np.where(cells.column(judge) == 1, 1, 0)
    outside = in_scope & (stratum < 0)
    stratum = np.where(outside, len(framed_cells.names) + today, stratum)
    generation = np.where(outside, len(frame_list), generation)
    rows = [sampling.find_decided_rows(reader, cells, judge, kind) for kind in sampling.WAYS[way]]
    decided_rows, undecided = (np.array([row for pair in rows for row in pair[n]], dtype=np.int64) for n in (0, 1))
    parts = []
    for code in np.unique(stratum[in_scope]).tolist():
        members = in_scope & (stratum == code)
        decided, open_rows = decided_rows[stratum[decided_rows] == code], undecided[stratum[undecided] == code]
        part = _cells_part(cells, members, decided[in_scope[decided]].tolist(), open_rows[in_scope[open_rows]].tolist())
        parts.append(replace(part, frame=int(generation[members][0])))
    parts = _complete(parts)
    return _join_parts(cells, _find_reachable(in_scope, parts), parts, way, in_scope)


def _complete(parts: list[_Part]) -> list[_Part]:
    """The parts of the frames of which each part has a review; all parts where there is no such frame."""
    waiting = {part.frame for part in parts if not part.decided_rows}
    return [part for part in parts if part.frame not in waiting] or parts


def _find_reachable(in_scope: Rows, parts: Sequence[_Part]) -> Rows:
    """The cells that could be drawn: what came after the draws of a task could not."""
    reached = np.zeros(len(in_scope), dtype=bool)
    for part in parts:
        reached |= part.members
    return in_scope & reached


def describe_changes(
    reader: CellReader, cells: Cells, judge: AnnotatorId, kinds: Sequence[str] = (FLAGS, AUDIT)
) -> str:
    """What is wrong with reading today's strata for those of a judge's draws from before frames were stored: they have
    other sizes, or a drawn cell has left its own. Empty where all is as it was drawn. A stratum that was looked at in
    full needs no draw."""
    name, question = reader.annotator(judge).name, cells.question
    older_draws = [
        draw for draw in sampling.draws(reader.connection)
        if draw.kind in kinds and not draw.frame
        and sampling.is_same_draw(draw, draw.kind, name, question.scheme, question.id, sampling.get_level(cells))
    ]  # fmt: skip
    if not older_draws:
        return ""
    params = _screens.without_filters(reader.params)
    whole, who = cells, judge
    if params != reader.params:  # the draws were made from all systems, datasets and splits
        reader = CellReader(reader.connection, params)
        whole, who = reader.cells(question, [judge], cells.level, with_gold=True), judge
    assert whole.gold is not None
    answers, seen = whole.column(who), (whole.gold >= 0) | np.isin(whole.gold, UNDECIDED)
    for kind in kinds:
        kind_draws = [draw for draw in older_draws if draw.kind == kind]
        if not kind_draws:
            continue
        if kind == STRATA:
            known_cells = sampling.known_answers(reader.connection, question)
            places = zip(whole.unit.tolist(), whole.target.tolist(), strict=True)
            free = np.array([pair not in known_cells for pair in places], dtype=bool)
            stratum, names = strata_of(reader, whole, who, kind_draws[0].by, kind_draws[0].cuts)
            if (seen | (stratum < 0)).all():
                continue
            sizes = np.bincount(stratum[(stratum >= 0) & free], minlength=len(names)).tolist()
            then, current = {part: size for part, size, _ in kind_draws[0].groups}, dict(zip(names, sizes, strict=True))
            current = {part: size for part, size in current.items() if size}
        else:
            members = answers == (1 if kind == FLAGS else 0)
            if not (members & ~seen).any():
                continue
            then, current = {kind: kind_draws[0].of}, {kind: int(members.sum())}
            rows = [row for part in sampling.find_decided_rows(reader, whole, who, kind) for row in part]
            if not members[rows].all() or any(draw.of != kind_draws[0].of for draw in kind_draws):
                then = {}
        if then != current:
            return (
                f"Not valid for all cells because they are no longer those that were drawn from: "
                f"{kind_draws[0].of:,} then,"
                f" {sum(current.values()):,} now, or other flags. The draw does not say which of today's cells it was"
                " drawn from."
            )
    return ""


def _apply_change(draw_chances: Chances, why: str) -> Chances:
    return (
        replace(draw_chances, probability=None, why=why)
        if why and draw_chances.probability is not None
        else draw_chances
    )


def of_people(reader: CellReader, cells: Cells) -> Chances | None:
    """The same of the cells of a question without a judge: by the draws of its task; None where it draws nothing."""
    every = np.ones(len(cells.unit), dtype=bool)
    parts = _complete(_task(reader, cells, every, people=True))
    if not parts:
        return None
    draw_chances = _join_parts(cells, _find_reachable(every, parts), parts, "task", every)
    # who was asked and said nothing yet has no cell here: such a group stands without members
    return draw_chances if all(part.decided_rows for part in parts) else replace(draw_chances, probability=None)


def _join_parts(cells: Cells, in_scope: Rows, parts: Sequence[_Part], way: str, every: Rows) -> Chances:
    """``in_scope`` are the cells that the parts speak of, out of ``every`` cell that was asked about."""
    assert cells.gold is not None
    reviewed, size = cells.gold >= 0, len(in_scope)
    probability, looked = np.full(size, np.nan), np.full(size, np.nan)
    counted, open_ = np.zeros(size, dtype=bool), np.zeros(size, dtype=bool)
    stratum = np.full(size, -1, dtype=np.int64)
    left_out: dict[str, int] = {}
    for number, part in enumerate(parts):
        stratum[part.members] = number
        if part.undecided_rows:
            reason = "reviewed cells left unsure or tied"
            left_out[reason] = left_out.get(reason, 0) + len(part.undecided_rows)
            open_[part.undecided_rows] = True
        if not part.decided_rows:
            probability[part.members] = looked[part.members] = np.nan
        else:
            counted[part.decided_rows] = True
            probability[part.members], looked[part.members] = part.chance, part.look_chance
    if not in_scope.any() or not np.isfinite(probability[in_scope]).all():
        return Chances(None, reviewed & every, left_out, open_, looked, every, stratum, way)
    spare = int(np.count_nonzero(reviewed & every & ~counted))
    if spare:
        left_out["reviews outside the random order"] = spare
    outside = scope(cells, in_scope, every)
    return Chances(probability, counted, left_out, open_, looked, in_scope, stratum, way, scope=outside)


def scope(cells: Cells, in_scope: Rows, every: Rows) -> str:
    """What a figure over some of the cells must say of the others; nothing where it speaks of all."""
    scope_size, of = int(np.count_nonzero(in_scope)), int(np.count_nonzero(every))
    return (
        f"Sampled from {scope_size:,} of {of:,} {_plural(cells)}; says nothing of the rest." if scope_size < of else ""
    )


def _plural(cells: Cells) -> str:
    kinds = {criterion.unit for criterion in cells.question.members} if cells.level == "unit" else {UnitKind.WHOLE}
    one = kinds.pop() if len(kinds) == 1 else None
    if one is UnitKind.WHOLE:
        return cells.question.documents
    return _PLURALS.get(one, f"{one}s") if one is not None else "units"


_PLURALS = {UnitKind.ENTRY: "entries", UnitKind.FACT: "key facts"}


def _cells_part(cells: Cells, members: Rows, decided_rows: list[int], undecided: list[int]) -> _Part:
    """A part of which single cells were drawn; one that was looked at in full was drawn with certainty."""
    assert cells.gold is not None
    size = int(members.sum())
    if (members <= ((cells.gold >= 0) | np.isin(cells.gold, UNDECIDED))).all():
        decided_rows = np.flatnonzero(members & (cells.gold >= 0)).tolist()
        undecided = np.flatnonzero(members & (cells.gold < 0)).tolist()
    return _Part(
        members, decided_rows, undecided, len(decided_rows) / size, (len(decided_rows) + len(undecided)) / size
    )


def _flags(reader: CellReader, cells: Cells, judge: AnnotatorId) -> list[_Part]:
    answers = cells.column(judge)
    parts = []
    for kind, code in ((AUDIT, 0), (FLAGS, 1)):
        members = answers == code
        if members.any():
            parts.append(_cells_part(cells, members, *sampling.find_decided_rows(reader, cells, judge, kind)))
    return parts


def _strata(reader: CellReader, cells: Cells, judge: AnnotatorId) -> list[_Part]:
    draw_key = (
        STRATA,
        reader.annotator(judge).name,
        cells.question.scheme,
        cells.question.id,
        sampling.get_level(cells),
    )
    draw = next((draw for draw in sampling.draws(reader.connection) if sampling.is_same_draw(draw, *draw_key)), None)
    if draw is None:
        return []
    stratum, _ = strata_of(reader, cells, judge, draw.by, draw.cuts)
    decided_rows, undecided = (
        np.array(rows, dtype=np.int64) for rows in sampling.find_decided_rows(reader, cells, judge, STRATA)
    )
    parts = []
    for code in np.unique(stratum[stratum >= 0]):
        own, open_rows = (
            decided_rows[stratum[decided_rows] == code].tolist(),
            undecided[stratum[undecided] == code].tolist(),
        )
        parts.append(_cells_part(cells, stratum == code, own, open_rows))
    return parts


def _task(reader: CellReader, cells: Cells, in_scope: Rows, people: bool = False) -> list[_Part]:
    """A part for each group of each draw of the task that the question belongs to: whole things were drawn, and the
    front are those of which every cell that is asked about was looked at."""
    assert cells.gold is not None
    parts = []
    known_cells = sampling.known_answers(reader.connection, cells.question)
    answers = (
        [pair in known_cells for pair in zip(cells.unit.tolist(), cells.target.tolist(), strict=True)]
        if known_cells
        else []
    )
    # a cell with a known answer is no part of what is drawn
    wanted_rows = in_scope & ~np.array(answers, dtype=bool) if known_cells else in_scope
    seen = (cells.gold >= 0) | np.isin(cells.gold, UNDECIDED)
    for group in find_sampled_groups(reader, cells):
        members = np.zeros(len(in_scope), dtype=bool)
        for rows in group.frame:
            members[rows] = True
        members &= in_scope
        if not members.any() and not (people and any(count for _, count in group.drawn_rows)):
            continue
        done = 0
        decided_rows: list[int] = []
        undecided: list[int] = []
        for rows, count in group.drawn_rows:
            own_rows = rows[wanted_rows[rows]]
            if not seen[own_rows].all() or np.count_nonzero(seen[rows]) < count:
                break
            done += 1
            decided_rows += own_rows[cells.gold[own_rows] >= 0].tolist()
            undecided += own_rows[cells.gold[own_rows] < 0].tolist()
        looked = done / group.frame_size
        share = len(decided_rows) / (len(decided_rows) + len(undecided)) if decided_rows or undecided else 0.0
        parts.append(_Part(members, decided_rows, undecided, looked * share, looked, group.draw))
    return parts
