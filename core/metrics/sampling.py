"""What is reviewed at random: audit queues, sampled flags, the stop meter, and flags that are decided blind.

A *draw* is a random order of cells of one stratum of a judge and a question: its flags, or (an audit) the cells it did
not flag, or (an implicit-no check) those of them that gold calls a "no" though nobody answered them. People review
from the front, so at any time the decided front is a simple random sample of the stratum and each of its cells was
drawn with probability front / stratum. Draws are kept in the setting ``sampling`` and name cells by key, document and
position, so that they survive export and import; what each was drawn from is kept beside it (``frames``).

A share of the flags (setting ``blind``) is first decided without seeing the judge's word: which ones follows from a
hash of the cell, so nobody has to remember them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from galley.core.domain import AnnotatorId, Cell, ChangeSet, CriterionId, ItemId, UnitId
from galley.core.errors import InputError
from galley.core.metrics import frames, gold, implicit_no
from galley.core.metrics.base import Params, Row
from galley.core.metrics.cell_arrays import UNSCORED, CellQuestion, CellReader, Cells
from galley.core.review import blind_flags
from galley.core.review.blind_flags import Place, place_of
from galley.core.review.decision_context import SeenAspect
from galley.core.stats import strata
from galley.core.stats.confidence_sequence import ConfidenceSequence
from galley.core.stats.paired_differences import SHARE, difference
from galley.core.stats.result import Estimate, undefined_estimate
from galley.core.storage.connection import Connection
from galley.core.storage.queries import columns, read_setting
from galley.core.storage.queries.decisions import DecisionSelection, DecisionTrait, count_decisions
from galley.core.storage.queries.settings import write_setting
from galley.core.storage.slot_queries import find_known_cells
from galley.core.storage.source_documents import find_origins

AUDIT, FLAGS, STRATA, IMPLICIT = "audit", "flags", "strata", "implicit-no"
UNIT, SUMMARY = "unit", "summary"
SETTING = "sampling"
WAYS = {FLAGS: (FLAGS, AUDIT), STRATA: (STRATA,), IMPLICIT: (IMPLICIT,)}
"""The kinds of draws that share their frames."""
UNDECIDED = (UNSCORED, gold.TIE)
"""Gold of a cell that people looked at and left open."""


@dataclass(frozen=True, slots=True)
class SampleDraw:
    """``places`` in the order in which they were drawn, out of ``of`` cells of the stratum ``kind``. Of a draw by
    several strata (STRATA) also what they are made of (``by``: other judges, ``cuts`` of the confidence) and of each
    what was left of it, and how many were drawn (``groups``). ``frame``: how many frames its judge and question had
    then; 0 where frames were not stored yet. ``level`` is "unit", or
    "summary" where whole summaries of a criterion were drawn that is asked of their units."""

    kind: str
    judge: str
    scheme: str
    criterion: str
    seed: int
    of: int
    places: tuple[Place, ...]
    by: tuple[str, ...] = ()
    cuts: tuple[float, ...] = ()
    groups: tuple[tuple[str, int, int], ...] = ()
    frame: int = 0
    level: str = "unit"


def draws(connection: Connection) -> list[SampleDraw]:
    """All draws in the order in which they were made."""
    text = read_setting(connection, SETTING)
    return list(_parse_draws(text)) if text is not None else []


@lru_cache(maxsize=4)
def _parse_draws(text: str) -> tuple[SampleDraw, ...]:
    records = json.loads(text)
    return tuple(
        SampleDraw(**{**record, **{name: _tuples(record.get(name, ())) for name in _LISTS}}) for record in records or []
    )


_LISTS = ("places", "by", "cuts", "groups")


def _tuples(values: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(tuple(value) if isinstance(value, list) else value for value in values)


def draw(
    connection: Connection,
    kind: str,
    judge: str,
    scheme: str,
    criterion: str,
    size: int,
    seed: int = 0,
    level: str = "",
) -> tuple[SampleDraw, ChangeSet]:
    """Draw ``size`` cells that were not drawn before and keep the draw (a job for the writer).

    ``kind`` is FLAGS, AUDIT for cells that the judge was asked about and did not flag, or IMPLICIT for those of
    them with an implicit "no" of gold. Raises: InputError for unknown names or an empty stratum. ``scheme`` may be
    empty where the criterion's name says enough; ``level`` is as in ``find_level``.
    """
    if kind not in (AUDIT, FLAGS, IMPLICIT) or size < 1:
        raise InputError("Draw one cell or more, of the kind audit, flags or implicit-no.")
    reader, question, who = stratum(connection, judge, scheme, criterion)
    judge, scheme = reader.annotator(who).name, question.scheme
    level = find_level(reader, question, who, level)
    cells = reader.cells(question, [who], level, with_gold=kind == IMPLICIT)
    states, old_draws, many = cells.column(who), draws(connection), 0
    generation = np.zeros(len(states), dtype=np.int64)
    if kind == IMPLICIT:
        among = (states == 0) & implicit_no.implicit(reader, cells)
        framed, old_draws, many = extend_frames(reader, cells, IMPLICIT, who, np.where(among, 0, -1), ("implicit no",))
        generation = framed.generation()
    else:
        framed, old_draws, many = extend_frames(reader, cells, FLAGS, who, states.astype(np.int64), frames.FLAGGED)
        generation = framed.generation()
        among = framed.stratum % len(frames.FLAGGED) == (1 if kind == FLAGS else 0)
        among &= generation >= 0
    members = np.flatnonzero(among)
    own_draws = [draw for draw in old_draws if is_same_draw(draw, kind, judge, scheme, criterion, level)]
    before = {place for draw in own_draws if draw.frame or not many for place in draw.places}
    order = np.random.default_rng(seed).permutation(members).tolist()
    sure = known_answers(connection, question)

    def free() -> Iterator[tuple[int, Place]]:
        for row in order:
            if (UnitId(int(cells.unit[row])), int(cells.target[row])) in sure:
                continue  # its answer is known
            candidate = place_of(connection, UnitId(int(cells.unit[row])), int(cells.target[row]))
            if candidate not in before:
                yield row, candidate

    chosen_cells = _choose(free(), generation, many, size)
    if not chosen_cells:
        what = "flagged" if kind == FLAGS else "left unflagged"
        more = ", that people finished without answering it" if kind == IMPLICIT else ""
        of = "whole summary" if level == SUMMARY else "cell"
        raise InputError(
            f"There is no {of} to draw that {judge} {what} on {criterion}{more} and that was not drawn before."
        )
    new_draw = SampleDraw(
        kind, judge, scheme, criterion, seed, len(members), tuple(chosen_cells), frame=many, level=level
    )
    keep(connection, SETTING, [asdict(draw) for draw in [*old_draws, new_draw]])
    return new_draw, ChangeSet(settings=True)


def find_level(reader: CellReader, question: CellQuestion, judge: AnnotatorId, level: str = "") -> str:
    """The level of draws from a judge's answers: the one asked for, else that of units, or of whole summaries where
    the judge answered of nothing else. A question that is asked of whole documents only has one level, "unit"."""
    if question.whole:
        return UNIT
    return level or (UNIT if (reader.cells(question, [judge]).column(judge) >= 0).any() else SUMMARY)


def get_level(cells: Cells) -> str:
    """The level at which draws from these cells are stored."""
    return UNIT if cells.question.whole else cells.level


def _choose(free: Iterator[tuple[int, Place]], generation: NDArray[np.int64], many: int, size: int) -> list[Place]:
    """The first ``size`` cells; of several frames so many of each as its part of what is left, one at least."""
    if many < 2:
        return [place for _, place in islice(free, size)]
    cells = list(free)
    frame = generation[[row for row, _ in cells]] if cells else np.empty(0, dtype=np.int64)
    quota = strata.allocate(np.bincount(frame, minlength=many), np.ones(many), size)
    places = []
    for (_, place), number in zip(cells, frame.tolist(), strict=True):
        if quota[number] > 0:
            quota[number] -= 1
            places.append(place)
    return places


def extend_frames(
    reader: CellReader, cells: Cells, way: str, judge: AnnotatorId, codes: NDArray[np.int64], names: Sequence[str]
) -> tuple[frames.FramedCells, list[SampleDraw], int]:
    """The frames of a way of drawing with what is in none yet stored as a further one: in which stratum each cell is,
    all draws, and how many frames there are. ``codes`` and ``names`` are today's strata, for cells that are in none.

    Draws from before frames were stored belong to the first where today's strata are what they were drawn from."""
    connection, question = reader.connection, cells.question
    about = (reader.annotator(judge).name, question.scheme, question.id, get_level(cells))
    all_draws, stored = draws(connection), frames.read(connection, way, *about)
    if (
        way != IMPLICIT
        and not stored
        and any(is_same_draw(sample, kind, *about) for sample in all_draws for kind in WAYS[way])
    ):
        from galley.core.metrics.sampling_chances import describe_changes

        with_gold = cells if cells.gold is not None else reader.cells(question, [judge], cells.level, with_gold=True)
        if not describe_changes(reader, with_gold, judge, WAYS[way]):
            all_draws = [
                replace(sample, frame=1) if any(is_same_draw(sample, kind, *about) for kind in WAYS[way]) else sample
                for sample in all_draws
            ]
    framed_cells = frames.place_cells(reader, cells, stored)
    fresh = np.where(framed_cells.stratum < 0, codes, -1)
    if (fresh >= 0).any():
        stored.append(frames.add(reader, cells, way, about[0], fresh, names))
        framed_cells = frames.place_cells(reader, cells, stored)
    return framed_cells, all_draws, len(stored)


def known_answers(connection: Connection, question: CellQuestion) -> set[tuple[int, int]]:
    """The cells (unit, target) of a question whose answer is known, so that nobody needs to draw them."""
    criteria = {criterion.row for criterion in question.members}
    return {(unit, target) for _, unit, criterion, target in find_known_cells(connection) if criterion in criteria}


def queue(connection: Connection, draw: SampleDraw) -> list[tuple[int, Cell]]:
    """The drawn cells in order, each with its item. A cell of a roll-up names the combined criterion's first "
    "criterion."""
    _, question, _ = stratum(connection, draw.judge, draw.scheme, draw.criterion)
    criterion = question.members[0].row
    draw_cells = [columns.find_place(connection, place) for place in draw.places]
    return [(item, Cell(unit, criterion, target)) for item, unit, target in filter(None, draw_cells)]


def find_decided_rows(reader: CellReader, cells: Cells, judge: AnnotatorId, kind: str) -> tuple[list[int], list[int]]:
    """The rows of the decided front of this stratum's draws in order, and those in it that were left undecided."""
    assert cells.gold is not None
    draw_key = (kind, reader.annotator(judge).name, cells.question.scheme, cells.question.id, get_level(cells))
    decided: list[int] = []
    undecided: list[int] = []
    own_draws = [draw for draw in draws(reader.connection) if is_same_draw(draw, *draw_key)]
    framed = [draw for draw in own_draws if draw.frame]  # what older draws were drawn from, nobody knows beside these
    for place in [place for draw in framed or own_draws for place in draw.places]:
        row = _row(cells, cell(reader, place))
        if row is None:
            continue
        if cells.gold[row] >= 0:
            decided.append(row)
        elif cells.gold[row] in UNDECIDED:
            undecided.append(row)
        else:
            break
    return decided, undecided


def implicit_check(reader: CellReader, cells: Cells, judge: AnnotatorId) -> Row:
    """What the implicit-no check of a judge and question says of its recall (see ``implicit_no``); nothing where there
    was none."""
    draw_key = (IMPLICIT, reader.annotator(judge).name, cells.question.scheme, cells.question.id, get_level(cells))
    made = [draw for draw in draws(reader.connection) if is_same_draw(draw, *draw_key)]
    framed = [counts for counts in made if counts.frame]  # what older checks were drawn from, nobody knows beside these
    places = [place for each in framed or made for place in each.places]
    if not places:
        return {}
    generation = None
    if framed:
        stored = frames.read(reader.connection, *draw_key)
        generation = frames.place_cells(reader, cells, stored).generation()
    votes = [
        each
        for from_adjudication in (False, True)
        for each in implicit_no.explicit_answers(reader, cells, from_adjudication)
    ]
    answered = np.sum(votes, axis=0)
    rows = [row for row in (_row(cells, cell(reader, place)) for place in places) if row is not None]
    return implicit_no.check(reader, cells, judge, [(row, bool(answered[row])) for row in rows], generation)


def cell(reader: CellReader, place: Place) -> tuple[ItemId, UnitId, int] | None:
    """Item, unit and target of a place, looked up once while the project does not grow."""
    memory = reader.params.memory
    if memory is None:
        return columns.find_place(reader.connection, place)
    return cast(
        "tuple[ItemId, UnitId, int] | None",
        memory.get_static(place, lambda: columns.find_place(reader.connection, place)),
    )


def _row(cells: Cells, place: tuple[int, int, int] | None) -> int | None:
    """Where a cell (item, unit, target) is among ``cells``, which are sorted by unit and target."""
    if place is None:
        return None
    _, unit, target = place
    if get_level(cells) == SUMMARY:
        at = int(np.searchsorted(cells.target, target))
        return at if at < len(cells.target) and cells.target[at] == target and cells.unit[at] == unit else None
    low, high = np.searchsorted(cells.unit, [unit, unit + 1])
    at = int(low + np.searchsorted(cells.target[low:high], target))
    return at if at < high and cells.target[at] == target else None


def meter(
    reader: CellReader, cells: Cells, judge: AnnotatorId, kind: str, ahead: int = 100
) -> tuple[Estimate, Estimate]:
    """The stop meter of a stratum: the share of errors in the decided front of its draws with an interval that may
    be looked at after every review, and the interval to expect after ``ahead`` more (0: no forecast). Of several
    frames it is about the newest of which something is decided."""
    assert cells.gold is not None
    rows = find_decided_rows(reader, cells, judge, kind)[0]
    about = (reader.annotator(judge).name, cells.question.scheme, cells.question.id, get_level(cells))
    frame_list = frames.read(reader.connection, FLAGS, *about)
    if len(frame_list) > 1 and rows:
        generation = frames.place_cells(reader, cells, frame_list).generation()[rows]
        rows = [row for row, number in zip(rows, generation.tolist(), strict=True) if number == generation.max()]
    values = cells.gold[rows]

    def read() -> tuple[Estimate, Estimate]:
        sequence = ConfidenceSequence(confidence=reader.params.confidence)
        sequence.update(values.tolist())
        none = undefined_estimate("the forecast was not asked for")
        return sequence.interval, sequence.another(ahead) if ahead else none

    key = ("meter", judge, cells.question.scheme, cells.question.id, cells.level, kind, ahead)
    return reader.params.reuse_result(key, [values], read)


# Blind decisions ----------------------------------------------------------------------------------------------


def set_blind(connection: Connection, share: float, seed: int = 0) -> tuple[None, ChangeSet]:
    """Let this share of the flags be decided blind from now on (a job for the writer). Raises: InputError."""
    if not 0 <= share <= 1:
        raise InputError("The share of flags that are decided blind must lie between 0 and 1.")
    keep(connection, blind_flags.SETTING, {"share": share, "seed": seed})
    return None, ChangeSet(settings=True)


def blind_share(connection: Connection) -> float:
    """The share of flags that are decided blind; 0 where nobody asked for it."""
    return float((_setting(connection, blind_flags.SETTING) or {}).get("share", 0.0))


def decided_blind(connection: Connection) -> bool:
    """Whether anybody decided a flag before they had seen it."""
    return count_decisions(connection, DecisionSelection(trait=DecisionTrait.BLIND), most=1) > 0


def bias(
    connection: Connection, judge: AnnotatorId, criterion: CriterionId, on_wholes: bool | None = None
) -> dict[str, Any]:
    """How often people accepted a judge's flags that they decided blind and that they were shown, and the
    difference: the acceptance bias, an effect with an interval by source document.

    ``on_wholes``: of flags on whole documents, or of the others; None of all.

    Each person counts once a cell, with their first answer that stands and what they had seen then; ``unknown_n`` are
    those of which nobody knows what was seen.
    """
    sums: dict[bool, dict[int, list[int]]] = {True: {}, False: {}}
    unknown = 0
    answers = columns.read_first_answers(connection, judge, criterion, on_wholes)
    sources = find_origins(connection, [item for _, _, item in answers])
    for (seen, yes, _), origin in zip(answers, sources, strict=True):
        if seen is None:
            unknown += 1
        else:
            counts = sums[SeenAspect.FLAG not in seen.split()].setdefault(origin, [0, 0])
            counts[0] += yes
            counts[1] += 1
    row: dict[str, Any] = {"unknown_n": unknown}
    every = sorted(sums[True].keys() | sums[False].keys())
    tables = {
        name: np.array([sums[hidden].get(document, [0, 0]) for document in every], dtype=float).reshape(-1, 2)
        for hidden, name in ((True, "blind"), (False, "shown"))
    }
    for name, table in tables.items():
        yes, n = (int(total) for total in table.sum(axis=0))
        row[f"{name}_n"], row[f"{name}_value"] = n, yes / n if n else None
    cells = tables["shown"][:, 1] + tables["blind"][:, 1]
    gap = difference(tables["shown"], tables["blind"], SHARE, cells=cells, resamples=0)
    return row | {"bias": gap.value, "bias_low": gap.low, "bias_high": gap.high}


# Places -------------------------------------------------------------------------------------------------------


def stratum(
    connection: Connection, judge: str, scheme: str, criterion: str
) -> tuple[CellReader, CellQuestion, AnnotatorId]:
    reader = CellReader(connection, Params(schemes=(scheme,) if scheme else (), criteria=(criterion,), judges=(judge,)))
    who = reader.judges[0]
    questions = [question for question in reader.questions() if question.binary and reader.has_answered(who, question)]
    if len(questions) > 1:
        schemes = ", ".join(question.scheme for question in questions)
        raise InputError(f"{judge} was asked about {criterion!r} in several schemes; name one of: {schemes}.")
    if not questions:
        raise InputError(f"{judge} was not asked for a yes or no on {criterion!r}, so there is nothing to draw from.")
    return reader, questions[0], who


def is_same_draw(draw: SampleDraw, kind: str, judge: str, scheme: str, criterion: str, level: str = "unit") -> bool:
    wanted = (kind, judge, scheme, criterion, level)
    return (draw.kind, draw.judge, draw.scheme, draw.criterion, draw.level) == wanted


def _setting(connection: Connection, name: str) -> Any:
    text = read_setting(connection, name)
    return json.loads(text) if text is not None else None


def keep(connection: Connection, name: str, value: Any) -> None:
    write_setting(connection, name, json.dumps(value, ensure_ascii=False))
