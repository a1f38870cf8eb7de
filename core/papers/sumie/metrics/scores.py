"""Tables of entities: precision, recall and F1 turn by turn (SUMIE, section 4.2, tables 1 and 2, figure 3).

An entry is right if nobody found it wrong (another entity's, unsupported, or said twice), a golden entry is lost if the
table does not hold it. Of one table: precision is the share of its entries that are right, recall the share of the
golden entries up to this turn that it holds, F1 their harmonic mean. A golden entry counts once, so a value said twice
raises no recall; by the strict scoring it is a false positive, as published (in the paper's table 1) a true one. A row
is the plain mean over entities, with a bootstrap interval by entity: a system at one turn and, as turn "all", the mean
over an entity's turns. ``f1_sd`` is the standard deviation over entities.

Rules: an empty or invalid table against golden entries scores 0 in all three, and ``invalid`` counts the replies that
were no table; where there are no golden entries either, the table is left out. A table counts for a judge only where
each of its entries and of its golden ones has an answer; for people (``by`` reviewed) where gold has one. An entry of
which people say that its evidence does not support it (``supported``: no, of the entry or of its attribute) is wrong in
the reviewed figures, whatever else was said of it.

Settings (``--set``): ``view`` is scores, or statistics of the data (tables 3 and 4); ``split`` adds rows by category,
tone, or distractors (tables made with them, and of paragraphs without, table 2); ``scoring`` is strict, as-published or
both, by default strict for people and for every judge that was asked about repeats, as-published for a judge that was
not (``sumie-evaluate`` with that setting). The column ``repeats`` says of each row whether they are wrong or right.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations

import numpy as np

from galley.core.domain import AnnotatorId, ItemId, Role, UnitId
from galley.core.errors import InputError
from galley.core.metrics._documents import Ints
from galley.core.metrics._parameters import BOOTSTRAP, DOCUMENT_FILTERS, Takes
from galley.core.metrics._summary_tally import find_question
from galley.core.metrics.base import Params, Reference, Result, Row, settings
from galley.core.metrics.cell_arrays import CellQuestion, CellReader
from galley.core.papers.sumie.entry_model import LEFT_OUT
from galley.core.papers.sumie.golden_matching import PUBLISHED, STRICT
from galley.core.stats.macro import draw, interval
from galley.core.storage.connection import Connection
from galley.core.storage.queries import find_items, read_metadata, read_units, sumie
from galley.core.storage.queries.exports import ItemChoice
from galley.core.storage.queries.items import read_documents, read_unit_sources
from galley.core.tasks import uncounted_answers

SCHEME, ERROR, LOST, REDUNDANT = "sumie-entry", "entry-error", "lost-value", "redundant"
SUPPORTED = "supported"
JUDGED, REVIEWED = "judged", "reviewed"
FIGURES = ("precision", "recall", "f1")
REPEATS = {STRICT: "wrong", PUBLISHED: "right"}
ALL = "all"
SPLITS = ("", "category", "tone", "distractors")
BOTH = "both"
SCORINGS = ("", STRICT, PUBLISHED, BOTH)
STANDARD = {"view": "scores", "split": "", "scoring": ""}
COLUMNS = ("system", "turn", "by", "judge", "repeats", "n", *FIGURES, "f1_sd", "entries", "invalid", "why")
NOTHING = "There are no entities with tables that somebody judged; run galley judge sumie-evaluate first."
NO_DATA = "There are no entities with golden entries here; import some with galley import sumie."


@dataclass(slots=True)
class EntityBoard:
    """The tables of a project as columns, in the order of their documents."""

    document: Ints
    item: Ints
    turn: Ints
    system: list[str]
    invalid: np.ndarray
    entries: Ints
    golden: Ints
    """How many golden entries there are up to the table's turn."""
    labels: dict[str, list[str]] = field(default_factory=dict)
    """Category, tone of the newest paragraph, and whether there are distractors, of each table."""


class SumieMetric:
    """See the module."""

    name = "sumie"
    title = "Tables of entities: precision, recall and F1 turn by turn, judged and reviewed; statistics of the data"
    unit = "tables of an entity"
    sample = "entities"
    about = ("sumie-entry",)
    reference = Reference(
        measures="""Tables of entities, turn by turn. Precision is the share of entries that are right (of this
        entity, supported, said once); recall the share of the golden entries so far that the table holds; F1 their
        harmonic mean. A row is the mean over entities; turn "all" is the mean over an entity's turns. `--set
        view=statistics` describes the data as the paper's tables 3 and 4 do: `…_of_its_own` is what another entity
        of the category has not, the mean over pairs of entities; same, conflicting and new entries, sentences and
        distractors are means over the paragraphs after an entity's first.

        A value that is said again is wrong by the strict scoring, and right as published: the paper's table 1 counts
        repeats as true, which raises precision and not recall. `repeats` says which rule a row follows: its judge's
        own, strict for people ([what each judge takes for right](paper-methods.md#two-ways-to-score-a-table)).
        `--set scoring=as-published` counts repeats as true for everybody, `--set scoring=strict` for nobody; judges
        that were not asked about repeats have no row then. `--set scoring=both` gives the rows of both side by side.
        An entry that people call unsupported by its evidence is wrong in the reviewed row.""",
        source="SUMIE, section 4.2, tables 1 to 4 and figure 3.",
        interval="bootstrap of entities, percentiles",
        undefined="""For a table without golden entries that is itself empty. An empty or invalid table against
        golden entries scores 0, or a model would gain by failing.""",
        left_out="Tables without golden entries, and tables of which not every entry has an answer.",
    )
    takes = (
        Takes((*DOCUMENT_FILTERS, *BOOTSTRAP, "gold", "judges"), settings=STANDARD),
        Takes(settings={"view": ""}, when=("view", ("statistics",))),
    )

    def compute(self, connection: Connection, params: Params) -> Result:
        """See ``Metric``. Raises: InputError for a setting that is not there."""
        options = settings(params, STANDARD)
        if options["view"] == "statistics":
            return statistics(connection, params)
        if options["view"] != "scores":
            raise InputError(f"sumie has no view {options['view']!r}; there are: scores, statistics.")
        if options["split"] not in SPLITS:
            raise InputError(f"sumie cannot be split by {options['split']!r}; use {', '.join(filter(None, SPLITS))}.")
        if options["scoring"] not in SCORINGS:
            raise InputError(f"sumie has no scoring {options['scoring']!r}; there are: {STRICT}, {PUBLISHED}, {BOTH}.")
        rows, left_out = scores(CellReader(connection, params), options["split"], options["scoring"])
        for row in rows:
            del row["items"]
        split = (options["split"],) if options["split"] else ()
        columns = (COLUMNS[0], *split, *COLUMNS[1:])
        return Result(self.name, params.gold, rows, left_out, columns, () if rows else (NOTHING,))


def scores(reader: CellReader, split: str, scoring: str = "") -> tuple[list[Row], dict[str, int]]:
    """The rows of the view scores, each with its ``items`` (row ids of the entities, the lowest F1 first), and what was
    left out. ``scoring`` as the setting says; empty is what fits each voice."""
    return _rows(reader, read(reader), reader.params, split, scoring)


def read(reader: CellReader) -> EntityBoard:
    """The tables that the filters let through."""
    connection = reader.connection
    entities = sumie.read_entities(connection)
    counts = entities.entry_counts
    golden = _golden(entities.golden_entries)
    turns = {item: json.loads(meta).get("turns") or [] for item, meta in entities.turns}
    categories = {item: str(meta.get("category") or "") for item, meta in read_metadata(connection).items()}
    table_rows: list[tuple[int, ItemId, int, str, bool, bool]] = []
    document_filter = reader.filter
    for row, item, system, meta in entities.tables:
        about = json.loads(meta)
        if not isinstance(about.get("turn"), int):
            continue
        if document_filter is None or document_filter[reader.documents.place(np.array([row]))][0]:
            without_distractors = about.get("distractors") == LEFT_OUT
            table_rows.append((row, item, about["turn"], system, bool(about.get("invalid")), without_distractors))
    labels: dict[str, list[str]] = {"category": [], "tone": [], "distractors": []}
    for _, item, turn, _, _, without_distractors in table_rows:
        item_turns = turns.get(item, [])
        labels["category"].append(categories.get(item, ""))
        labels["tone"].append(str(item_turns[turn - 1].get("tone") or "") if 0 < turn <= len(item_turns) else "")
        has_distractors = any(one.get("distractors") for one in item_turns) and not without_distractors
        labels["distractors"].append("with" if has_distractors else "without")
    return EntityBoard(
        np.array([f[0] for f in table_rows], dtype=np.int64),
        np.array([f[1] for f in table_rows], dtype=np.int64),
        np.array([f[2] for f in table_rows], dtype=np.int64),
        [f[3] for f in table_rows],
        np.array([f[4] for f in table_rows], dtype=bool),
        np.array([counts.get(f[0], 0) for f in table_rows], dtype=np.int64),
        np.array([golden.get((f[1], f[2]), 0) for f in table_rows], dtype=np.int64),
        labels,
    )


def _golden(golden_entries: Iterable[tuple[int, str | None, str | None]]) -> dict[tuple[int, int], int]:
    """How many different golden entries an item has up to each turn."""
    from galley.core.papers.sumie.entry_model import normalize_text

    seen: dict[int, dict[tuple[str, str], int]] = defaultdict(dict)
    last: dict[int, int] = {}
    for item, meta, entry in golden_entries:
        turn, fields = json.loads(meta or "{}").get("turn"), json.loads(entry or "{}")
        if isinstance(turn, int):
            key = normalize_text(str(fields.get("attribute"))), normalize_text(str(fields.get("value")))
            seen[item][key] = min(turn, seen[item].get(key, turn))
            last[item] = max(turn, last.get(item, 0))
    return {
        (item, turn): sum(1 for first in keys.values() if first <= turn)
        for item, keys in seen.items()
        for turn in range(1, max(last[item], 50) + 1)
    }


def figures(board: EntityBoard, wrong: Ints, right: Ints, lost_counts: Ints) -> np.ndarray:
    """Precision, recall and F1 of each table (rows; NaN where it does not count). ``wrong`` and ``right`` count its
    answered entries, ``lost`` its lost golden ones, -1 where that is not known."""
    is_complete = (wrong + right == board.entries) & (lost_counts >= 0) & (board.golden > 0)
    with np.errstate(invalid="ignore", divide="ignore"):
        precision = np.where(board.entries > 0, right / board.entries, 0.0)
        matched_counts = np.maximum(board.golden - lost_counts, 0)
        recall = matched_counts / board.golden
        both = precision + recall
        f1 = np.where(both > 0, 2 * precision * recall / both, 0.0)
    return np.where(is_complete[:, None], np.column_stack([precision, recall, f1]), np.nan)


def _rows(
    reader: CellReader, board: EntityBoard, params: Params, split: str, scoring: str
) -> tuple[list[Row], dict[str, int]]:
    error, lost_criterion = (find_question(reader, SCHEME, name) for name in (ERROR, LOST))
    if error is None or not len(board.document):
        return [], {}
    judges = [judge for judge in reader.judges if reader.has_answered(judge, error)]
    size = int(reader.documents.id[-1]) + 1
    members = tuple(member for member in error.members if member.id != REDUNDANT)
    literal = replace(error, id=f"{error.id} but {REDUNDANT}", members=members)
    entries = {
        STRICT: reader.cells(error, judges, with_gold=True),
        PUBLISHED: reader.cells(literal, judges, with_gold=True),
    }
    redundant = find_question(reader, SCHEME, REDUNDANT)
    losses = reader.cells(lost_criterion, judges, with_gold=True) if lost_criterion is not None else None
    rows: list[Row] = []
    left_out: dict[str, int] = defaultdict(int)
    unsupported = _find_unsupported(reader)
    for judge, rule in _scored_annotators(reader, judges, redundant, scoring):
        states = entries[rule].gold if judge is None else entries[rule].column(judge)
        assert states is not None
        unit, target = entries[rule].unit, entries[rule].target
        bad, clean = states == 1, states == 0
        if judge is None and unsupported:
            without = np.array(list(unsupported), dtype=np.int64)
            bad, clean = bad & ~np.isin(unit, without), clean & ~np.isin(unit, without)
            target = np.concatenate([target, np.array(list(unsupported.values()), dtype=np.int64)])
            bad = np.concatenate([bad, np.ones(len(without), dtype=bool)])
            clean = np.concatenate([clean, np.zeros(len(without), dtype=bool)])
        wrong = np.bincount(target[bad], minlength=size)[board.document]
        right = np.bincount(target[clean], minlength=size)[board.document]
        lost_counts = _count_lost(losses, judge, size, board, right + wrong)
        table = figures(board, wrong, right, lost_counts)
        complete = np.isfinite(table[:, 0])
        if judge is not None:
            empty = int((board.golden == 0).sum())
            left_out["tables without golden entries"] = empty
            left_out["tables not answered in full"] += int((~complete).sum()) - empty
        if complete.any():
            name = "" if judge is None else reader.annotator(judge).name
            source_fields = {"by": REVIEWED if judge is None else JUDGED, "judge": name, "repeats": REPEATS[rule]}
            rows += _by_turn(board, table, complete, source_fields, params, split)
    return rows, {why: count for why, count in left_out.items() if count}


def _scored_annotators(
    reader: CellReader, judges: Sequence[AnnotatorId], redundant: CellQuestion | None, scoring: str
) -> Iterator[tuple[AnnotatorId | None, str]]:
    """Every judge, and people (None), with the rule or rules by which it is scored."""
    for judge in [*judges, None]:
        lacks_repeats = judge is not None and not (redundant and reader.has_answered(judge, redundant))
        if scoring == BOTH:
            yield from ((judge, rule) for rule in (STRICT, PUBLISHED) if not (lacks_repeats and rule == STRICT))
        elif not (lacks_repeats and scoring == STRICT):  # whoever was not asked about repeats cannot be scored by them
            yield judge, scoring or (PUBLISHED if lacks_repeats else STRICT)


def _find_unsupported(reader: CellReader) -> dict[int, int]:
    """The entries that gold calls unsupported by their evidence, with their tables (row ids): said of each, or of its
    attribute."""
    question = find_question(reader, SCHEME, SUPPORTED)
    if question is None:
        return {}
    cells = reader.cells(question, [], with_gold=True)
    assert cells.gold is not None
    is_unsupported = cells.gold == 0
    tables_by_entry: dict[int, int] = {}
    for unit, target in zip(cells.unit[is_unsupported].tolist(), cells.target[is_unsupported].tolist(), strict=True):
        tables_by_entry |= dict.fromkeys(members(reader.connection, unit), target)
    return tables_by_entry


def members(connection: Connection, unit: UnitId) -> list[UnitId]:
    """The entries that a unit stands for: itself, or those of an attribute that was asked about once."""
    row = read_units(connection, [unit]).get(unit)
    is_group = row is not None and row.kind == "group"
    return list(read_unit_sources(connection, unit, unit).get(unit, ())) if is_group else [unit]


def _count_lost(
    losses: object, judge: AnnotatorId | None, size: int, board: EntityBoard, answered_counts: Ints
) -> Ints:
    """How many golden entries each table lost as somebody said; -1 where any of them is unscored. Where nobody ever
    flagged a loss and the entries are answered, nothing is lost."""
    from galley.core.metrics.cell_arrays import UNSCORED, Cells

    if not isinstance(losses, Cells):
        return np.where(answered_counts > 0, 0, -1)
    states = losses.gold if judge is None else losses.states[:, losses.annotators.index(judge)]
    assert states is not None
    lost_counts = np.bincount(losses.target[states == 1], minlength=size)[board.document]
    open_ = np.bincount(losses.target[states == UNSCORED], minlength=size)[board.document]
    answer_counts = np.bincount(losses.target[states >= 0], minlength=size)[board.document]
    return np.where((open_ > 0) | (answer_counts == 0), -1, lost_counts)


def _by_turn(
    board: EntityBoard, table: np.ndarray, complete: np.ndarray, source_fields: Row, params: Params, split: str
) -> Iterable[Row]:
    keys = list(zip(board.system, board.labels[split], strict=True)) if split else [(s, "") for s in board.system]
    for system, label in sorted(set(keys)):
        in_group = complete & np.array([key == (system, label) for key in keys])
        if not in_group.any():
            continue
        all_mine = np.array([key == (system, label) for key in keys])
        for turn in [*sorted(set(board.turn[in_group].tolist())), ALL]:
            in_turn = in_group if turn == ALL else in_group & (board.turn == turn)
            row: Row = {"system": system, **({split: label} if split else {}), "turn": turn, **source_fields}
            row |= _mean(board.item[in_turn], table[in_turn], params)
            concerned = all_mine if turn == ALL else all_mine & (board.turn == turn)
            row["entries"] = int(board.entries[in_turn].sum())
            row["invalid"] = int(board.invalid[concerned].sum())
            yield row


def _mean(items: Ints, table: np.ndarray, params: Params) -> Row:
    """The mean over entities of their own means, with intervals by entity."""
    unique, place = np.unique(items, return_inverse=True)
    count = np.bincount(place)
    means = np.column_stack([np.bincount(place, weights=table[:, n]) / count for n in range(len(FIGURES))])
    draws = draw(means, resamples=params.resamples, seed=params.seed, cancelled=params.cancelled)
    row: Row = {"n": len(unique), "f1_sd": float(means[:, 2].std(ddof=1)) if len(unique) > 1 else None}
    row["items"] = tuple(int(item) for item in unique[np.argsort(means[:, 2], kind="stable")])
    why: dict[str, list[str]] = {}
    for number, figure in enumerate(FIGURES):
        value, resamples = draws.mean(number)
        estimate = interval(value, resamples, len(unique), params.confidence)
        row[figure], row[f"{figure}_low"], row[f"{figure}_high"] = value, estimate.low, estimate.high
        if estimate.why:
            why.setdefault(estimate.why, []).append(figure)
    row["why"] = " ".join(f"{', '.join(which)}: {sentence}" for sentence, which in why.items())
    return row


# Statistics of the data ----------------------------------------------------------------------------------------------

COUNTS = ("attributes", "values", "attributes_of_its_own", "values_of_its_own", "same", "conflict", "new", "sentences",
          "distractors")  # fmt: skip


Facts = tuple[set[str], set[str]]
"""The attributes and the values of an entity."""


def statistics(connection: Connection, params: Params) -> Result:
    """Tables 3 and 4 of the paper, a row a category: attributes and values of an entity, how many of them another
    entity of the category has not (mean over pairs); same, conflicting and new entries, sentences and distractors of
    a paragraph after the first, in which all is new (the paper's means are sixtieths: ten entities, six paragraphs).
    """
    from galley.core.papers.sumie import entry_model
    from galley.core.review.items import load_item_view
    from galley.core.text.segmentation import sentences

    groups: dict[str, list[Facts]] = defaultdict(list)
    turns: dict[str, list[list[int]]] = defaultdict(list)
    paragraphs: Counter[str] = Counter()
    tables = {head.item for head in read_documents(connection, roles=[Role.REFERENCE])}
    entities = [item for item in find_items(connection, ItemChoice(usable=True)) if item in tables]
    for item in entities:
        view = load_item_view(connection, item)
        article = entry_model.find_article(view)
        if article is None or (params.items and item not in params.items):
            continue
        category = str(view.meta.get("category") or "")
        golden = entry_model.golden(view, len(article.units))
        groups[category].append(({e.fact.key[0] for e in golden}, {e.fact.key[1] for e in golden}))
        paragraphs[category] += len(article.units)
        for number, (unit, turn) in list(enumerate(zip(article.units, entry_model.turns(view), strict=True), 1))[1:]:
            states = [
                entry.state
                for document in view.documents
                if document.meta.get("turn") == number and document.role == "reference"
                for entry in entry_model.entries(view, document)
            ]
            state_counts = [sum(s == state for s in states) for state in ("same", "conflict", "new")]
            turns[category].append([*state_counts, len(sentences(unit.text)), len(turn.distractors)])
    rows = [_statistic(name, paragraphs[name], [groups[name]], turns[name]) for name in sorted(groups)]
    if len(rows) > 1:
        every = [turn for entity_turns in turns.values() for turn in entity_turns]
        rows.append(_statistic(ALL, paragraphs.total(), list(groups.values()), every))
    columns = ("category", "n", "paragraphs", *COUNTS)
    return Result("sumie", "", rows, uncounted_answers.count_unusable(connection), columns, () if rows else (NO_DATA,))


def _statistic(
    name: str, paragraphs: int, categories: Sequence[Sequence[Facts]], turns: Sequence[Sequence[int]]
) -> Row:
    """A row about some categories; what has nothing to rest on (one entity, one paragraph each) is undefined."""
    entities = [entity for category in categories for entity in category]
    pairs = [
        [len(one[k] - other[k]) for k in (0, 1)] for category in categories for one, other in permutations(category, 2)
    ]
    columns = [[[len(a), len(v)] for a, v in entities], pairs, turns]
    means = [
        float(value) if rows else None
        for rows, width in zip(columns, (2, 2, 5), strict=True)
        for value in (np.mean(rows, axis=0) if rows else [0.0] * width)
    ]
    return {"category": name, "n": len(entities), "paragraphs": paragraphs, **dict(zip(COUNTS, means, strict=True))}


METRIC = SumieMetric()
