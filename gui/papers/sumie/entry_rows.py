"""What the table of entries shows, worked out from an opened item: plain data without widgets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from galley.core.domain import Cell, Criterion, Role, Span, Unit, UnitKind
from galley.core.papers.sumie import entry_model
from galley.core.papers.sumie.entry_model import SCHEME, Entry, State, Table
from galley.core.papers.sumie.table_changes import Change, changes
from galley.core.project.item_reading import FlagState
from galley.gui.desk.catalogue import Catalogue
from galley.gui.desk.opened import Entry as Flag
from galley.gui.desk.opened import Opened

LOST, REDUNDANT, SUPPORTED = "lost-value", "redundant", "supported"
CHECKS = (REDUNDANT, SUPPORTED)


@dataclass(frozen=True, slots=True)
class Line:
    """One row: an entry with what changed (``state``; None for a golden entry that is not in the table), the values
    that its attribute had before, its flags, and the reviewer's answers to the two checks ("yes", "no" or "")."""

    entry: Entry
    state: State | None
    before: tuple[str, ...] = ()
    flags: tuple[Flag, ...] = ()
    redundant: str = ""
    supported: str = ""
    golden: bool = False

    @property
    def unit(self) -> int:
        """The row id of its unit."""
        return self.entry.unit.id

    @property
    def held(self) -> bool:
        """Whether it stands in the table shown."""
        return self.state not in (State.GONE, None)

    @property
    def missing(self) -> bool:
        """Whether it quotes evidence that no paragraph holds."""
        return self.entry.unit.meta.get("match") == "missing"

    @property
    def checked(self) -> bool:
        """Whether both checks are answered."""
        return bool(self.redundant and self.supported)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table as it is shown: its rows in order, then those that are gone, then lost golden ones. ``systems`` are all
    that have tables here, ``turns`` those of this system by number, ``count`` how many paragraphs there are."""

    table: Table
    lines: tuple[Line, ...]
    systems: tuple[str, ...]
    turns: Mapping[int, Table]
    count: int
    changed: tuple[Change, ...] = ()
    """What the lines of the table are made from: no decision on a flag changes it."""

    def line(self, unit: int) -> int | None:
        """The place of the row of this unit."""
        return next((n for n, line in enumerate(self.lines) if line.unit == unit), None)

    @property
    def held(self) -> tuple[Line, ...]:
        """The rows that stand in the table."""
        return tuple(line for line in self.lines if line.held)


def tables(opened: Opened) -> list[Table]:
    """The systems' tables, by system and turn."""
    return entry_model.tables(opened.view)


def read(
    opened: Opened,
    tables: Sequence[Table],
    document: int,
    catalogue: Catalogue,
    reviewer: int,
    known: Sheet | None = None,
) -> Sheet | None:
    """The one of the item's ``tables`` with this document's row id; None where there is none such. ``known`` is
    what was read before, from the same tables or others."""
    table = next((each for each in tables if each.document.id == document), None)
    if table is None:
        return None
    mine = {each.turn: each for each in tables if each.system == table.system}
    earlier = max((turn for turn in mine if turn < table.turn), default=None)
    article = entry_model.news(opened.view)
    systems = tuple(dict.fromkeys(each.system for each in tables))
    if known is not None and known.table is table:
        changed = known.changed
    else:
        changed = tuple(changes(mine[earlier].entries if earlier else (), table.entries))
    lines = _lines(opened, table, changed, criteria(catalogue), reviewer)
    count = max(len(article.units) if article is not None else 0, *mine)
    return Sheet(table, lines, systems, mine, count, changed)


def _lines(
    opened: Opened, table: Table, changed: Iterable[Change], asked: Mapping[str, Criterion], reviewer: int
) -> tuple[Line, ...]:
    flags: dict[int, list[Flag]] = defaultdict(list)
    for flag in opened.entries:
        if flag.target.id == table.document.id and flag.unit.kind is UnitKind.ENTRY:
            flags[flag.unit.id].append(flag)
    answers = {each.cell: str(each.value or "") for each in opened.view.verdicts if each.annotator == reviewer}

    def said(unit: Unit, check: str) -> str:
        criterion = asked.get(check)
        return answers.get(Cell(unit.id, criterion.row, table.document.id), "") if criterion is not None else ""

    found = []
    for change in changed:
        unit = change.entry.unit
        before = tuple(one.fact.value for one in change.before) if change.state is State.CONFLICT else ()
        raised = tuple(flags.pop(unit.id, ()))
        checks = (said(unit, REDUNDANT), said(unit, SUPPORTED)) if change.state is not State.GONE else ("", "")
        found.append(Line(change.entry, change.state, before, _no_checks(raised), *checks))
    for unit_id, raised_on in flags.items():  # golden entries, and values that an earlier table had
        unit, home = opened.units[unit_id]
        golden = home.role is Role.REFERENCE
        found.append(Line(Entry(unit, entry_model.fact(unit)), None, (), tuple(raised_on), golden=golden))
    return tuple(found)


def _no_checks(flags: Iterable[Flag]) -> tuple[Flag, ...]:
    """Without "supported: yes", which is no error."""
    return tuple(flag for flag in flags if flag.criterion.id != SUPPORTED)


def criteria(catalogue: Catalogue) -> dict[str, Criterion]:
    """The criteria about entries by name; none where the scheme is not in use."""
    return {c.id: c for scheme in catalogue.schemes if scheme.id == SCHEME for c in scheme.criteria}


def flag_keys(catalogue: Catalogue) -> dict[str, Criterion]:
    """The criteria that are flags, by the letter of the scheme."""
    return {c.letter.upper(): c for c in criteria(catalogue).values() if c.asked and c.letter}


def distractors(opened: Opened) -> dict[int, tuple[Span, ...]]:
    """Where sentences about others stand, by the row id of their paragraph."""
    article = entry_model.news(opened.view)
    if article is None:
        return {}
    turns = entry_model.turns(opened.view)
    found = {}
    for unit, turn in zip(article.units, turns, strict=True):
        spans = [Span(a, b) for a, b, _ in turn.distractors if isinstance(a, int) and isinstance(b, int)]
        found[unit.id] = tuple(span for span in spans if 0 <= span.start < span.end <= len(unit.text))
    return {unit: spans for unit, spans in found.items() if spans}


def later(opened: Opened, turn: int) -> frozenset[int]:
    """The paragraphs that arrive after a turn."""
    article = entry_model.news(opened.view)
    return frozenset(unit.id for unit in article.units[turn:]) if article is not None else frozenset()


def letters(flags: Sequence[Flag]) -> list[tuple[str, str, FlagState]]:
    """Letter, colour and state of each flag of a row, a criterion once: what the reviewer made of it comes first."""
    best: dict[int, tuple[str, str, FlagState]] = {}
    for flag in flags:
        shown = flag.instead or flag.criterion
        state = FlagState.ACCEPTED if flag.instead is not None else flag.state
        if shown.row not in best or state is FlagState.ACCEPTED:
            best[shown.row] = (shown.letter, shown.colour, state)
    return list(best.values())
