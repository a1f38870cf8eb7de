"""With which chance each cell came to be reviewed, from the draws that a project keeps.

Three kinds of draw are read, the first that speaks for all cells of a judge counts: by strata (``strata_draws``), of
the task that the criterion belongs to (``galley.core.project.drawing``), and from flags and what was not flagged
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

from galley.core.domain import UnitKind
from galley.core.metrics import _screens, frames, sampling
from galley.core.metrics._drawn_things import things
from galley.core.metrics.cell_arrays import CellReader, Cells
from galley.core.metrics.sampling import AUDIT, FLAGS, STRATA, UNDECIDED
from galley.core.metrics.strata_draws import strata_of

Rows = NDArray[np.bool_]
NONE = "Not valid because these cells came after the draws; draw again, and the new cells are a part of their own."


@dataclass(frozen=True, slots=True)
class Chances:
    """With which probability each cell was drawn and decided (None where nobody knows), which reviews count, and what
    of the draws was left out. ``open_`` are the cells that were looked at and left undecided, ``looked`` the
    probability with which each was looked at. ``asked`` are the cells that a figure speaks of: the judge's, without
    those that could not be drawn (``scope`` says how many). ``stratum`` numbers the part that each cell was drawn from
    (-1: none); ``way`` is "flags", "strata" or "task". ``why`` says
    what became of a draw whose strata are no longer what was drawn from."""

    probability: NDArray[np.float64] | None
    counted: Rows
    left_out: dict[str, int]
    open_: Rows
    looked: NDArray[np.float64]
    asked: Rows
    stratum: NDArray[np.int64]
    way: str = FLAGS
    why: str = ""
    scope: str = ""


@dataclass(frozen=True, slots=True)
class _Part:
    """``members`` were drawn from together; ``front`` are the rows that were drawn and decided, ``undecided`` those
    that were left open, ``chance`` and ``looked`` the shares of the part that were decided, and looked at. ``frame`` is
    the number of its frame."""

    members: Rows
    front: list[int]
    undecided: list[int]
    chance: float
    looked: float
    frame: int = 0


def chances(reader: CellReader, cells: Cells, judge: int) -> Chances:
    """How the reviewed cells came to be reviewed. ``cells`` must be all cells of the judge and question, with gold.

    A stratum that was looked at in full was so with certainty; else the front of its draws counts. What was looked at
    and left undecided is taken for what is undecided by chance.
    """
    asked = cells.column(judge) >= 0
    unknown: list[Chances] = []
    partial: list[Chances] = []
    for way in (STRATA, "task", FLAGS):
        found = _by_task(reader, cells, asked) if way == "task" else _by_frames(reader, cells, judge, asked, way)
        if found is None:
            continue
        if found.probability is None:
            unknown.append(found)
        elif found.scope:
            partial.append(found)
        else:
            return found
    if partial:
        return max(partial, key=lambda each: np.count_nonzero(each.asked))
    return next((each for each in unknown if each.why), unknown[-1])


def _by_task(reader: CellReader, cells: Cells, asked: Rows) -> Chances | None:
    parts = _complete(_task(reader, cells, asked))
    return _joined(cells, _reached(asked, parts), parts, "task", asked) if parts else None


def _by_frames(reader: CellReader, cells: Cells, judge: int, asked: Rows, way: str) -> Chances | None:
    """By draws from strata, or from flags and what was not flagged; None where there is no draw of strata."""
    about = (reader.annotator(judge).name, cells.question.scheme, cells.question.id, sampling.get_level(cells))
    frame_list = frames.read(reader.connection, way, *about)
    if not frame_list:  # draws from before frames were stored, or none: today's strata
        parts = _strata(reader, cells, judge) if way == STRATA else _flags(reader, cells, judge)
        if not parts and way == STRATA:
            return None
        return _checked(_joined(cells, asked, parts, way, asked), changed(reader, cells, judge, sampling.WAYS[way]))
    framed_cells = frames.place_cells(reader, cells, frame_list)
    stratum, generation = framed_cells.stratum, framed_cells.generation()
    # what is in no frame is one more, which counts if all of it was looked at
    today = np.where(cells.column(judge) == 1, 1, 0)
    outside = asked & (stratum < 0)
    stratum = np.where(outside, len(framed_cells.names) + today, stratum)
    generation = np.where(outside, len(frame_list), generation)
    rows = [sampling.front(reader, cells, judge, kind) for kind in sampling.WAYS[way]]
    front, undecided = (np.array([row for pair in rows for row in pair[n]], dtype=np.int64) for n in (0, 1))
    parts = []
    for code in np.unique(stratum[asked]).tolist():
        members = asked & (stratum == code)
        decided, open_rows = front[stratum[front] == code], undecided[stratum[undecided] == code]
        part = _cells_part(cells, members, decided[asked[decided]].tolist(), open_rows[asked[open_rows]].tolist())
        parts.append(replace(part, frame=int(generation[members][0])))
    parts = _complete(parts)
    return _joined(cells, _reached(asked, parts), parts, way, asked)


def _complete(parts: list[_Part]) -> list[_Part]:
    """The parts of the frames of which each part has a review; all parts where there is no such frame."""
    waiting = {part.frame for part in parts if not part.front}
    return [part for part in parts if part.frame not in waiting] or parts


def _reached(asked: Rows, parts: Sequence[_Part]) -> Rows:
    """The cells that could be drawn: what came after the draws of a task could not."""
    reached = np.zeros(len(asked), dtype=bool)
    for part in parts:
        reached |= part.members
    return asked & reached


def changed(reader: CellReader, cells: Cells, judge: int, kinds: Sequence[str] = (FLAGS, AUDIT)) -> str:
    """What is wrong with reading today's strata for those of a judge's draws from before frames were stored: they have
    other sizes, or a drawn cell has left its own. Empty where all is as it was drawn. A stratum that was looked at in
    full needs no draw."""
    name, question = reader.annotator(judge).name, cells.question
    mine = [
        each for each in sampling.draws(reader.connection)
        if each.kind in kinds and not each.frame
        and sampling.same(each, each.kind, name, question.scheme, question.id, sampling.get_level(cells))
    ]  # fmt: skip
    if not mine:
        return ""
    params = _screens.without_filters(reader.params)
    whole, who = cells, judge
    if params != reader.params:  # the draws were made from all systems, datasets and splits
        reader = CellReader(reader.connection, params)
        whole, who = reader.cells(question, [judge], cells.level, with_gold=True), judge
    assert whole.gold is not None
    said, seen = whole.column(who), (whole.gold >= 0) | np.isin(whole.gold, UNDECIDED)
    for kind in kinds:
        made = [each for each in mine if each.kind == kind]
        if not made:
            continue
        if kind == STRATA:
            known = sampling.known_answers(reader.connection, question)
            places = zip(whole.unit.tolist(), whole.target.tolist(), strict=True)
            free = np.array([pair not in known for pair in places], dtype=bool)
            stratum, names = strata_of(reader, whole, who, made[0].by, made[0].cuts)
            if (seen | (stratum < 0)).all():
                continue
            sizes = np.bincount(stratum[(stratum >= 0) & free], minlength=len(names)).tolist()
            then, now = {part: left for part, left, _ in made[0].groups}, dict(zip(names, sizes, strict=True))
            now = {part: size for part, size in now.items() if size}
        else:
            members = said == (1 if kind == FLAGS else 0)
            if not (members & ~seen).any():
                continue
            then, now = {kind: made[0].of}, {kind: int(members.sum())}
            rows = [row for part in sampling.front(reader, whole, who, kind) for row in part]
            if not members[rows].all() or any(each.of != made[0].of for each in made):
                then = {}
        if then != now:
            return (
                f"Not valid for all cells because they are no longer those that were drawn from: {made[0].of:,} then,"
                f" {sum(now.values()):,} now, or other flags. The draw does not say which of today's cells it was"
                " drawn from."
            )
    return ""


def _checked(found: Chances, why: str) -> Chances:
    return replace(found, probability=None, why=why) if why and found.probability is not None else found


def of_people(reader: CellReader, cells: Cells) -> Chances | None:
    """The same of the cells of a question without a judge: by the draws of its task; None where it draws nothing."""
    every = np.ones(len(cells.unit), dtype=bool)
    parts = _complete(_task(reader, cells, every, people=True))
    if not parts:
        return None
    found = _joined(cells, _reached(every, parts), parts, "task", every)
    # who was asked and said nothing yet has no cell here: such a group stands without members
    return found if all(part.front for part in parts) else replace(found, probability=None)


def _joined(cells: Cells, asked: Rows, parts: Sequence[_Part], way: str, every: Rows) -> Chances:
    """``asked`` are the cells that the parts speak of, out of ``every`` cell that was asked about."""
    assert cells.gold is not None
    reviewed, size = cells.gold >= 0, len(asked)
    probability, looked = np.full(size, np.nan), np.full(size, np.nan)
    counted, open_ = np.zeros(size, dtype=bool), np.zeros(size, dtype=bool)
    stratum = np.full(size, -1, dtype=np.int64)
    left_out: dict[str, int] = {}
    for number, part in enumerate(parts):
        stratum[part.members] = number
        if part.undecided:
            reason = "reviewed cells left unsure or tied"
            left_out[reason] = left_out.get(reason, 0) + len(part.undecided)
            open_[part.undecided] = True
        if not part.front:
            probability[part.members] = looked[part.members] = np.nan
        else:
            counted[part.front] = True
            probability[part.members], looked[part.members] = part.chance, part.looked
    if not asked.any() or not np.isfinite(probability[asked]).all():
        return Chances(None, reviewed & every, left_out, open_, looked, every, stratum, way)
    spare = int(np.count_nonzero(reviewed & every & ~counted))
    if spare:
        left_out["reviews outside the random order"] = spare
    outside = scope(cells, asked, every)
    return Chances(probability, counted, left_out, open_, looked, asked, stratum, way, scope=outside)


def scope(cells: Cells, asked: Rows, every: Rows) -> str:
    """What a figure over some of the cells must say of the others; nothing where it speaks of all."""
    there, of = int(np.count_nonzero(asked)), int(np.count_nonzero(every))
    return f"Sampled from {there:,} of {of:,} {_plural(cells)}; says nothing of the rest." if there < of else ""


def _plural(cells: Cells) -> str:
    kinds = {criterion.unit for criterion in cells.question.members} if cells.level == "unit" else {UnitKind.WHOLE}
    one = kinds.pop() if len(kinds) == 1 else None
    return _PLURALS.get(one, f"{one}s") if one is not None else "units"


_PLURALS = {UnitKind.WHOLE: "summaries", UnitKind.ENTRY: "entries", UnitKind.FACT: "key facts"}


def _cells_part(cells: Cells, members: Rows, front: list[int], undecided: list[int]) -> _Part:
    """A part of which single cells were drawn; one that was looked at in full was drawn with certainty."""
    assert cells.gold is not None
    size = int(members.sum())
    if (members <= ((cells.gold >= 0) | np.isin(cells.gold, UNDECIDED))).all():
        front = np.flatnonzero(members & (cells.gold >= 0)).tolist()
        undecided = np.flatnonzero(members & (cells.gold < 0)).tolist()
    return _Part(members, front, undecided, len(front) / size, (len(front) + len(undecided)) / size)


def _flags(reader: CellReader, cells: Cells, judge: int) -> list[_Part]:
    said = cells.column(judge)
    parts = []
    for kind, code in ((AUDIT, 0), (FLAGS, 1)):
        members = said == code
        if members.any():
            parts.append(_cells_part(cells, members, *sampling.front(reader, cells, judge, kind)))
    return parts


def _strata(reader: CellReader, cells: Cells, judge: int) -> list[_Part]:
    mine = (STRATA, reader.annotator(judge).name, cells.question.scheme, cells.question.id, sampling.get_level(cells))
    made = next((each for each in sampling.draws(reader.connection) if sampling.same(each, *mine)), None)
    if made is None:
        return []
    stratum, _ = strata_of(reader, cells, judge, made.by, made.cuts)
    front, undecided = (np.array(rows, dtype=np.int64) for rows in sampling.front(reader, cells, judge, STRATA))
    parts = []
    for each in np.unique(stratum[stratum >= 0]):
        own, left = front[stratum[front] == each].tolist(), undecided[stratum[undecided] == each].tolist()
        parts.append(_cells_part(cells, stratum == each, own, left))
    return parts


def _task(reader: CellReader, cells: Cells, asked: Rows, people: bool = False) -> list[_Part]:
    """A part for each group of each draw of the task that the question belongs to: whole things were drawn, and the
    front are those of which every cell that is asked about was looked at."""
    assert cells.gold is not None
    parts = []
    known = sampling.known_answers(reader.connection, cells.question)
    answers = [pair in known for pair in zip(cells.unit.tolist(), cells.target.tolist(), strict=True)] if known else []
    # a cell with a known answer is no part of what is drawn
    wanted = asked & ~np.array(answers, dtype=bool) if known else asked
    seen = (cells.gold >= 0) | np.isin(cells.gold, UNDECIDED)
    for group in things(reader, cells):
        members = np.zeros(len(asked), dtype=bool)
        for rows in group.frame:
            members[rows] = True
        members &= asked
        if not members.any() and not (people and any(count for _, count in group.drawn)):
            continue
        done = 0
        front: list[int] = []
        undecided: list[int] = []
        for rows, count in group.drawn:
            mine = rows[wanted[rows]]
            if not seen[mine].all() or np.count_nonzero(seen[rows]) < count:
                break
            done += 1
            front += mine[cells.gold[mine] >= 0].tolist()
            undecided += mine[cells.gold[mine] < 0].tolist()
        looked = done / group.of
        share = len(front) / (len(front) + len(undecided)) if front or undecided else 0.0
        parts.append(_Part(members, front, undecided, looked * share, looked, group.draw))
    return parts
