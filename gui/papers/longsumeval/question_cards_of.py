"""The questions of an item as cards: what is asked, which text answers what, and which answer the form is about.

A question comes with the answer of the text that it was made from. The other text was asked it, and its reply is the
answer that people check. What a judge made of that reply is not on a card: it is the judge's verdict.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from galley.core.domain import JUDGES, Document, Unit, UnitKind, Verdict
from galley.core.judges.qa.answer_words import answer_of
from galley.core.judges.qa.outcome import SCHEME
from galley.core.judges.qa.qa_board import own_answer, rank_of
from galley.core.judges.qa.scoring import CONSISTENCY, SIDES
from galley.gui import naming
from galley.gui.desk.opened import SOURCES, Entry, Opened
from galley.gui.language import tr
from galley.gui.review.answer_list import plain

ANSWER = "answer"
"""The group of the criteria that are about a reply, and not about the question."""
HIDDEN = tr("hidden until you decide")
NO_ANSWER = tr("no answer")


@dataclass(frozen=True, slots=True)
class QuestionCard:
    """``unit`` is the question's row id, ``answers`` are (whose, words, whether that one is asked about); ``places``
    those of its entries, which are none on a card that is only read; ``rests`` the units in which the answers stand."""

    unit: int
    title: str
    question: str
    answers: tuple[tuple[str, str, bool], ...]
    places: tuple[int, ...]
    rests: tuple[int, ...]


def cards(opened: Opened, target: int) -> list[QuestionCard]:
    """The cards of the questions that something is asked of about a document (a row id), in the order of entries."""
    found: dict[int, list[int]] = {}
    for place, entry in enumerate(opened.entries):
        if entry.target.id == target and entry.unit.kind is not UnitKind.WHOLE:
            found.setdefault(entry.unit.id, []).append(place)
    verdicts = _verdicts(opened)
    return [_card(opened, opened.entries[places[0]].unit, target, places, verdicts) for places in found.values()]


def all_about(opened: Opened, target: int) -> list[QuestionCard]:
    """The cards of all questions about a summary, to be read: coverage first, by importance. Those about a source are
    about all summaries of it; which were asked of which, a package need not know."""
    verdicts = _verdicts(opened)
    homes = {target, *(each.id for each in opened.view.documents if each.role in SOURCES)}
    units = [unit for unit in opened.view.derived if unit.kind is UnitKind.QUESTION and unit.document in homes]
    units.sort(key=lambda unit: (SIDES.index(unit.type) if unit.type in SIDES else 0, rank_of(unit)))
    return [_card(opened, unit, target, (), verdicts) for unit in units]


def title_of(opened: Opened, document: Document) -> str:
    """What a document is called here."""
    named = (tab.title for tab in opened.tabs if tab.document is not None and tab.document.id == document.id)
    return next(named, plain(document.system) or naming.TITLES[document.role])


def _verdicts(opened: Opened) -> list[Verdict]:
    """What judges made of replies; the replies stand in the explanations."""
    rows = {c.row for scheme in opened.schemes if scheme.id == SCHEME for c in scheme.criteria}
    view = opened.view
    return [v for v in view.verdicts if v.cell.criterion in rows and view.annotators[v.annotator].kind in JUDGES]


def _card(opened: Opened, unit: Unit, target: int, places: Sequence[int], verdicts: Iterable[Verdict]) -> QuestionCard:
    members = [unit] if unit.kind is UnitKind.QUESTION else [opened.units[row][0] for row in unit.sources]
    entries = [opened.entries[place] for place in places]
    home = opened.view.document(members[0].document if members else unit.document)
    first = members[0] if members else unit
    of = opened.view.document(target)
    said = [v for v in verdicts if v.cell.unit == unit.id and v.cell.target == target]
    asked = any(entry.criterion.group == ANSWER for entry in entries)
    who = title_of(opened, of) if first.type != CONSISTENCY else _source(opened)
    if asked:
        title = tr("Question {rank}: what {name} answers", rank=rank_of(first), name=who)
    else:
        title = tr("Question {rank}, from {name}", rank=rank_of(first), name=title_of(opened, home))
    answers = [(title_of(opened, home), words, False) for words in _distinct(own_answer(each) for each in members)]
    replies = [HIDDEN] if any(entry.blind for entry in entries) else _replies(said)
    answers += [(who, words, asked) for words in replies]
    rests = [row for each in members for row in each.sources]
    rests += [e.unit for v in said for e in v.evidence if e.unit is not None and HIDDEN not in replies]
    return QuestionCard(unit.id, title, plain(unit.text), tuple(answers), tuple(places), tuple(dict.fromkeys(rests)))


def _source(opened: Opened) -> str:
    """What the text is called that questions out of a summary are put to."""
    sources = [document for document in opened.view.documents if document.role in SOURCES]
    return title_of(opened, sources[0]) if len(sources) == 1 else tr("the sources")


def _replies(said: Iterable[Verdict]) -> list[str]:
    """Each different answer that was given; of one that could not be read, why."""
    words = []
    for verdict in said:
        if verdict.value is None:
            why = plain(verdict.reason)
            words.append(tr("unscored: {why}", why=why) if why else tr("unscored"))
        else:
            words.append(plain(answer_of(verdict.explanation)) or NO_ANSWER)
    return list(dict.fromkeys(words))


def _distinct(texts: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(filter(None, map(plain, texts))))


def beside(opened: Opened, entry: Entry) -> str:
    """What stands behind a criterion's name on a card: which judge says so, where several do."""
    if entry.question or entry.own:
        return ""
    same = [e for e in opened.entries if e.verdict.cell == entry.verdict.cell and not e.own]
    return plain(entry.who) if len(same) > 1 else ""
