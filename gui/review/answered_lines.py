"""What the page at the end of an item says where a task's questions were answered, and no silence covers anything."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from galley.core.domain import UnitKind
from galley.core.project.item_reading import FlagState
from galley.gui import naming
from galley.gui.desk.opened import SOURCES, Entry, Opened
from galley.gui.language import tr, tr_n
from galley.gui.review import unread
from galley.gui.review.answer_list import AnswerLine
from galley.gui.review.end_lines import TargetHead


def answered(opened: Opened, read: Collection[int]) -> list[TargetHead | AnswerLine]:
    """A head for each document that is asked about, with what was left unsure of it, and for each source that was not
    read. Where texts are compared no head says whose they are."""
    lines: list[TargetHead | AnswerLine] = []
    if opened.asked.compares:
        lines += _unsure(enumerate(opened.entries))
    titles = {tab.target: tab.title for tab in opened.tabs if tab.target}
    for target in () if opened.asked.compares else dict.fromkeys(entry.target.id for entry in opened.entries):
        mine = [(place, entry) for place, entry in enumerate(opened.entries) if entry.target.id == target]
        title = titles.get(target) or naming.TITLES[mine[0][1].target.role]
        words = tr_n("{n:,} answer", "{n:,} answers", len(mine))
        lines.append(TargetHead(title, words, target in read or target not in titles))  # a source is asked unit by unit
        lines += _unsure(mine)
    lines += [TargetHead(name, "", read=False) for name in _unread_sources(opened, read)]
    return lines


def _unsure(entries: Iterable[tuple[int, Entry]]) -> list[AnswerLine]:
    doubted = ((place, entry) for place, entry in entries if entry.state is FlagState.UNSURE)
    return [AnswerLine(entry, place, _where(entry)) for place, entry in doubted]


def _where(entry: Entry) -> str:
    """Where something is asked; of what is asked once of several units, which no text numbers, its words."""
    return entry.quote if entry.unit.kind is UnitKind.GROUP else naming.sentence_case(entry.place)


def said(opened: Opened, read: Collection[int]) -> list[str]:
    """How many answers there are, and what was not read, a sentence each."""
    unsure = sum(1 for entry in opened.entries if entry.state is FlagState.UNSURE)
    all_of_it = tr_n("{n:,} answer is given", "{n:,} answers are given", len(opened.entries))
    first = tr("{words}, {unsure:,} of them unsure.", words=all_of_it, unsure=unsure) if unsure else f"{all_of_it}."
    targets = {} if opened.asked.compares else {entry.target.id for entry in opened.entries}
    names = [tab.title for tab in opened.tabs if tab.target in targets and tab.target not in read]
    missing = unread.listed([*names, *_unread_sources(opened, read)])
    return [first, tr("Not read: {names}.", names=missing)] if missing else [first]


def _unread_sources(opened: Opened, read: Collection[int]) -> list[str]:
    """The titles of the sources that the task shows and that were not read, but for those that are asked about."""
    asked = {entry.target.id for entry in opened.entries}
    sources = [d for d in opened.view.documents if d.role in SOURCES and d.id not in asked and opened.shows(d)]
    return list(dict.fromkeys(naming.TITLES[d.role] for d in sources if d.id not in read))
