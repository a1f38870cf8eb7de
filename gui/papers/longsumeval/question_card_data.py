"""The questions of an item as cards: what is asked, which text answers what, and which answer the form is about.

A question comes with the answer of the text that it was made from. The other text was asked it, and its reply is the
answer that people check. What a judge made of that reply is not on a card: it is the judge's verdict.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from galley.core.domain import JUDGES, Document, Unit, UnitId, UnitKind, Verdict
from galley.core.judges.qa.answer_words import answer_of
from galley.core.judges.qa.board import own_answer, rank_of
from galley.core.judges.qa.outcome import SCHEME
from galley.core.judges.qa.scoring import CONSISTENCY, SIDES
from galley.gui import labels
from galley.gui.review.answer_list import plain
from galley.gui.text_panes.item import SOURCES, FlagEntry, ReviewItem
from galley.gui.translation import tr

ANSWER = "answer"
"""The group of the criteria that are about a reply, and not about the question."""
HIDDEN = tr("hidden until you decide")
NO_ANSWER = tr("no answer")


@dataclass(frozen=True, slots=True)
class QuestionCard:
    """``unit`` is the question's row id, ``answers`` are (whose, words, whether that one is asked about); ``places``
    those of its entries, which are none on a card that is only read; ``rests`` the units in which the answers stand."""

    unit: UnitId
    title: str
    question: str
    answers: tuple[tuple[str, str, bool], ...]
    places: tuple[int, ...]
    rests: tuple[int, ...]


def cards(review_item: ReviewItem, target: int) -> list[QuestionCard]:
    """The cards of the questions that something is asked of about a document (a row id), in the order of entries."""
    places_by_unit: dict[int, list[int]] = {}
    for place, entry in enumerate(review_item.entries):
        if entry.target.id == target and entry.criterion.unit is not UnitKind.WHOLE:
            places_by_unit.setdefault(entry.unit.id, []).append(place)
    verdicts = _verdicts(review_item)
    return [
        _card(review_item, review_item.entries[places[0]].unit, target, places, verdicts)
        for places in places_by_unit.values()
    ]


def all_cards(review_item: ReviewItem, target: int) -> list[QuestionCard]:
    """The cards of all questions about a summary or source, to be read: coverage first, by importance. Those about a
    source are about all summaries of it; which were asked of which, a package need not know."""
    verdicts = _verdicts(review_item)
    homes = {target, *(document.id for document in review_item.view.documents if document.role in SOURCES)}
    units = [
        unit for unit in review_item.view.derived_units if unit.kind is UnitKind.QUESTION and unit.document in homes
    ]
    units.sort(key=lambda unit: (SIDES.index(unit.type) if unit.type in SIDES else 0, rank_of(unit)))
    return [_card(review_item, unit, target, (), verdicts) for unit in units]


def title_of(review_item: ReviewItem, document: Document) -> str:
    """What a document is called here."""
    named = (tab.title for tab in review_item.tabs if tab.document is not None and tab.document.id == document.id)
    return next(named, plain(document.system) or labels.TITLES[document.role])


def _verdicts(review_item: ReviewItem) -> list[Verdict]:
    """What judges made of replies; the replies stand in the explanations."""
    rows = {c.row for scheme in review_item.schemes if scheme.id == SCHEME for c in scheme.criteria}
    view = review_item.view
    return [v for v in view.verdicts if v.cell.criterion in rows and view.annotators[v.annotator].kind in JUDGES]


def _card(
    review_item: ReviewItem, unit: Unit, target: int, places: Sequence[int], verdicts: Iterable[Verdict]
) -> QuestionCard:
    members = [unit] if unit.kind is UnitKind.QUESTION else [review_item.units[row][0] for row in unit.sources]
    entries = [review_item.entries[place] for place in places]
    home = review_item.view.document(members[0].document if members else unit.document)
    first = members[0] if members else unit
    of = review_item.view.document(target)
    cell_verdicts = [v for v in verdicts if v.cell.unit == unit.id and v.cell.target == target]
    is_asked = any(entry.criterion.group == ANSWER for entry in entries)
    who = title_of(review_item, of) if first.type != CONSISTENCY else _source(review_item)
    if is_asked:
        title = tr("Question {rank}: what {name} answers", rank=rank_of(first), name=who)
    else:
        title = tr("Question {rank}, from {name}", rank=rank_of(first), name=title_of(review_item, home))
    answers = [
        (title_of(review_item, home), words, False) for words in _distinct(own_answer(member) for member in members)
    ]
    replies = [HIDDEN] if any(entry.blind for entry in entries) else _replies(cell_verdicts)
    answers += [(who, words, is_asked) for words in replies]
    rests = [row for member in members for row in member.sources]
    rests += [e.unit for v in cell_verdicts for e in v.evidence if e.unit is not None and HIDDEN not in replies]
    return QuestionCard(unit.id, title, plain(unit.text), tuple(answers), tuple(places), tuple(dict.fromkeys(rests)))


def _source(review_item: ReviewItem) -> str:
    """What the text is called that questions out of a summary are put to."""
    sources = [document for document in review_item.view.documents if document.role in SOURCES]
    return title_of(review_item, sources[0]) if len(sources) == 1 else tr("the sources")


def _replies(verdicts: Iterable[Verdict]) -> list[str]:
    """Each different answer that was given; of one that could not be read, why."""
    words = []
    for verdict in verdicts:
        if verdict.value is None:
            why = plain(verdict.reason)
            words.append(tr("unscored: {why}", why=why) if why else tr("unscored"))
        else:
            words.append(plain(answer_of(verdict.explanation)) or NO_ANSWER)
    return list(dict.fromkeys(words))


def _distinct(texts: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(filter(None, map(plain, texts))))


def judge_note(review_item: ReviewItem, entry: FlagEntry) -> str:
    """What stands behind a criterion's name on a card: which judge says so, where several do."""
    if entry.question or entry.own:
        return ""
    same = [e for e in review_item.entries if e.verdict.cell == entry.verdict.cell and not e.own]
    return plain(entry.who) if len(same) > 1 else ""
