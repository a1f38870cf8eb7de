"""The opinions and facts of an item as lines: opinions by speaker, facts by paragraph. Plain data without widgets."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from galley.core.domain import AnnotatorKind, Criterion, Span, Unit, UnitKind
from galley.core.project.revision import How
from galley.core.project.unit_lineage import Origin
from galley.core.text.clarified import unmarked
from galley.core.text.visible import visible
from galley.gui.desk.opened import Entry, Opened, Tab
from galley.gui.language import tr, tr_n
from galley.gui.papers.kgds.opinion_drafts import state_name

_NAMES = {UnitKind.OPINION: tr("Opinions"), UnitKind.FACT: tr("Facts")}
_LONGEST = 4_000
_TOLD = {
    How.WRITE: tr("Written by {who}, {when}."),
    How.CLARIFY: tr("Clarified by {who}, {when}."),
    How.SPLIT: tr("Split off by {who}, {when}."),
    How.MERGE: tr("Merged by {who}, {when}."),
    How.DROP: tr("Dropped by {who}, {when}."),
}
_SPOKEN = {UnitKind.OPINION: tr("Opinion {number}, {state}"), UnitKind.FACT: tr("Fact {number}, {state}")}
_SOURCES = {
    UnitKind.PARAGRAPH: tr("Paragraph {number}"),
    UnitKind.TURN: tr("Turn {number}"),
    UnitKind.SENTENCE: tr("Sentence {number}"),
}


@dataclass(frozen=True, slots=True)
class Head:
    """The head over all opinions or facts (``level`` 0), or over those of one speaker or paragraph (1)."""

    title: str
    words: str
    level: int


@dataclass(frozen=True, slots=True)
class Line:
    """A unit as it is shown: without the asterisks of its clarified references, which ``spans`` mark (code points of
    ``shown``). ``flags`` are those about the summary in front."""

    unit: Unit
    shown: str
    spans: tuple[Span, ...]
    state: str
    origin: str
    flags: tuple[Entry, ...] = ()

    @property
    def spoken(self) -> str:
        """All of it in a sentence, for those who cannot see it."""
        said = [_SPOKEN[self.unit.kind].format(number=self.unit.position + 1, state=self.state), self.shown]
        clear = [self.shown[start:end] for start, end in self.spans]
        said += [tr("clarified: {words}", words=", ".join(clear))] if clear else []
        said += [f"{flag.criterion.name}, {flag.words}" for flag in self.flags]
        said += [self.origin] if self.origin else []
        return ". ".join(said)


def build(
    opened: Opened,
    tab: Tab | None,
    criteria: Mapping[int, Criterion],
    origins: Mapping[int, Origin],
    blank: Unit | None = None,
) -> list[Head | Line]:
    """The lines of an item beside the tab in front; ``blank`` is a unit that is being written."""
    flags = _flags(opened, tab)
    known = [*opened.view.derived, *([blank] if blank is not None else [])]
    supporting = _supporting(opened, criteria)
    found: list[Head | Line] = []
    for kind, name in _NAMES.items():
        units = [unit for unit in known if unit.kind is kind]
        if units:
            found.append(Head(name, f"{len(units):,}", 0))
        for head, members in _grouped(opened, units, supporting):
            found.append(head)
            found += [line(unit, origins.get(unit.id), flags.get(unit.id, ())) for unit in members]
    return found


def line(unit: Unit, origin: Origin | None = None, flags: Sequence[Entry] = ()) -> Line:
    """One unit as it is shown."""
    text, spans = unmarked(unit.text[:_LONGEST])
    return Line(
        unit,
        visible(text),
        spans,
        state_name(unit),
        f"{_who(origin)}, {_when(origin)}" if origin is not None else "",
        tuple(flags),
    )


def told(origin: Origin) -> str:
    """Who wrote a unit and when: "Split off by Ada, today 17:02."."""
    return _TOLD[origin.how].format(who=_who(origin), when=_when(origin))


def _who(origin: Origin) -> str:
    return " ".join(visible(origin.who).split()) or tr("another reviewer")


def _when(origin: Origin) -> str:
    moment = datetime.fromisoformat(origin.at).astimezone()
    today = moment.date() == datetime.now(UTC).astimezone().date()
    return tr("today {time}", time=moment.strftime("%H:%M")) if today else moment.strftime("%Y-%m-%d %H:%M")


def _flags(opened: Opened, tab: Tab | None) -> dict[int, list[Entry]]:
    target = tab.target if tab is not None else 0
    found: dict[int, list[Entry]] = {}
    for entry in opened.entries:
        if entry.unit.kind in _NAMES and (not target or entry.target.id in (target, entry.home.id)):
            found.setdefault(entry.unit.id, []).append(entry)
    return found


def _supporting(opened: Opened, criteria: Mapping[int, Criterion]) -> Collection[int]:
    """The paragraphs that gold calls supporting."""
    view = opened.view
    wanted = {row for row, criterion in criteria.items() if criterion.id == "supporting"}
    gold = {row for row, annotator in view.annotators.items() if annotator.kind is AnnotatorKind.GOLD}
    return {
        v.cell.unit for v in view.verdicts if v.value == "yes" and v.cell.criterion in wanted and v.annotator in gold
    }


def _grouped(opened: Opened, units: Sequence[Unit], supporting: Collection[int]) -> list[tuple[Head, list[Unit]]]:
    """Opinions by who voices them, facts by paragraph, in the order of the sources; at the end those of several
    speakers, and those whose source is unknown."""
    groups: dict[tuple[str, ...] | int, list[Unit]] = {}
    rests: dict[tuple[str, ...] | int, dict[int, Unit]] = {}
    for unit in units:
        sources = [opened.units[row][0] for row in unit.sources if row in opened.units]
        speakers = tuple(sorted({source.speaker for source in sources} - {""}))
        first = min((source.id for source in sources), default=0)
        key: tuple[str, ...] | int = speakers or first
        groups.setdefault(key, []).append(unit)
        rests.setdefault(key, {}).update((source.id, source) for source in sources)
    order = sorted(
        groups, key=lambda key: (not rests[key], isinstance(key, tuple) and len(key) > 1, min(rests[key] or (0,)))
    )
    return [(_head(key, [rests[key][row] for row in sorted(rests[key])], supporting), groups[key]) for key in order]


def _head(key: tuple[str, ...] | int, sources: Sequence[Unit], supporting: Collection[int]) -> Head:
    if not sources:
        return Head(tr("Without a source"), "", 1)
    numbers = sorted(source.position + 1 for source in sources)
    if isinstance(key, tuple):
        title = " ".join(visible(key[0]).split()) if len(key) == 1 else tr("Several speakers")
        return Head(title, tr_n("turn {numbers}", "turns {numbers}", len(numbers), numbers=_listed(numbers)), 1)
    first = sources[0]
    title = _SOURCES.get(first.kind, f"{first.kind.value.capitalize()} {{number}}").format(number=numbers[0])
    return Head(title, tr("supporting") if first.id in supporting else "", 1)


def _listed(numbers: Sequence[int]) -> str:
    """ "1, 3, 5"; many are cut short."""
    return (
        ", ".join(map(str, numbers))
        if len(numbers) <= 4
        else tr("{first} to {last}", first=numbers[0], last=numbers[-1])
    )
