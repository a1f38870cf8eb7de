"""What the page at the end of an item says where a task's questions were answered, and no silence covers anything."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from galley.core.domain import UnitKind
from galley.core.review.items import FlagState
from galley.gui import labels
from galley.gui.review import unread_text
from galley.gui.review.answer_list import AnswerLine
from galley.gui.review.end_lines import TargetHead
from galley.gui.text_panes.item import SOURCES, FlagEntry, ReviewItem
from galley.gui.translation import tr, tr_n


def build_answer_lines(review_item: ReviewItem, read: Collection[int]) -> list[TargetHead | AnswerLine]:
    """A head for each document that is asked about, with what was left unsure of it, and for each source that was not
    read. Where texts are compared no head says whose they are."""
    lines: list[TargetHead | AnswerLine] = []
    if review_item.asked_cells.compares:
        lines += _unsure(enumerate(review_item.entries))
    titles = {tab.target: tab.title for tab in review_item.tabs if tab.target}
    for target in (
        () if review_item.asked_cells.compares else dict.fromkeys(entry.target.id for entry in review_item.entries)
    ):
        target_entries = [
            (place, entry) for place, entry in enumerate(review_item.entries) if entry.target.id == target
        ]
        title = titles.get(target) or labels.TITLES[target_entries[0][1].target.role]
        words = tr_n("{n:,} answer", "{n:,} answers", len(target_entries))
        lines.append(TargetHead(title, words, target in read or target not in titles))  # a source is asked unit by unit
        lines += _unsure(target_entries)
    lines += [TargetHead(name, "", read=False) for name in _unread_sources(review_item, read)]
    return lines


def _unsure(entries: Iterable[tuple[int, FlagEntry]]) -> list[AnswerLine]:
    doubted = ((place, entry) for place, entry in entries if entry.state is FlagState.UNSURE)
    return [AnswerLine(entry, place, _where(entry)) for place, entry in doubted]


def _where(entry: FlagEntry) -> str:
    """Where something is asked; of what is asked once of several units, which no text numbers, its words."""
    return entry.quote if entry.unit.kind is UnitKind.GROUP else labels.sentence_case(entry.place)


def summarize_answers(review_item: ReviewItem, read: Collection[int]) -> list[str]:
    """How many answers there are, and what was not read, a sentence each."""
    unsure = sum(1 for entry in review_item.entries if entry.state is FlagState.UNSURE)
    all_of_it = tr_n("{n:,} answer is given", "{n:,} answers are given", len(review_item.entries))
    first = tr("{words}, {unsure:,} of them unsure.", words=all_of_it, unsure=unsure) if unsure else f"{all_of_it}."
    targets = {} if review_item.asked_cells.compares else {entry.target.id for entry in review_item.entries}
    names = [tab.title for tab in review_item.tabs if tab.target in targets and tab.target not in read]
    missing = unread_text.join_names([*names, *_unread_sources(review_item, read)])
    return [first, tr("Not read: {names}.", names=missing)] if missing else [first]


def _unread_sources(review_item: ReviewItem, read: Collection[int]) -> list[str]:
    """The titles of the sources that the task shows and that were not read, but for those that are asked about."""
    asked_targets = {entry.target.id for entry in review_item.entries}
    sources = [
        d
        for d in review_item.view.documents
        if d.role in SOURCES and d.id not in asked_targets and review_item.shows(d)
    ]
    return list(dict.fromkeys(labels.TITLES[d.role] for d in sources if d.id not in read))
