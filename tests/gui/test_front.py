"""What stands before the reader, transition by transition; the items are plain data, no window is open."""

from __future__ import annotations

from dataclasses import replace

import pytest

from galley.core.definitions.schemes import find_scheme
from galley.core.domain import Annotator, AnnotatorKind, Cell, Document, Role, Unit, UnitKind, Verdict
from galley.core.review.items import ItemView
from galley.core.tasks.questions import AskedCells
from galley.gui.review.selection import Expect, ItemChange, Jump, Lead, Resume, Seek, Selection, TaskStart
from galley.gui.text_panes import item_loading
from galley.gui.text_panes.criterion_styles import Catalogue
from galley.gui.text_panes.item import ReviewItem

ME, JUDGE = 1, 2


def catalogue() -> Catalogue:
    schemes = [find_scheme("dial-summer"), find_scheme("kgds-paragraph")]
    criteria, numbered = {}, []
    for scheme in schemes:
        rows = tuple(replace(c, row=len(criteria) + n) for n, c in enumerate(scheme.criteria, 1))
        criteria.update((c.row, c) for c in rows)
        numbered.append(replace(scheme, criteria=rows))
    return Catalogue(tuple(numbered), criteria)


BOOK = catalogue()
FLAG = next(r for r, c in BOOK.criteria.items() if c.scheme == "dial-summer" and c.unit is UnitKind.SENTENCE)
ASKED = next(r for r, c in BOOK.criteria.items() if c.id == "supporting")


def item(row: int = 7, flags: tuple[int, ...] = (0, 1, 2), said: dict[int, str | None] | None = None) -> ReviewItem:
    """An item of three paragraphs and a summary of three sentences, of which ``flags`` are flagged."""
    base = row * 1000
    units = tuple(Unit(base + 11 + n, base + 10, UnitKind.SENTENCE, n, 0, 1, "a") for n in range(3))
    article = tuple(Unit(base + 21 + n, base + 20, UnitKind.PARAGRAPH, n, 0, 1, "p") for n in range(3))
    documents = (
        Document(base + 20, row, "article", Role.ARTICLE, "ppp", whole=base + 20, units=article),
        Document(base + 10, row, "sum", Role.SUMMARY, "aaa", "alpha", whole=base + 10, units=units),
    )
    cells = [Cell(base + 11 + n, FLAG, base + 10) for n in range(3)]
    verdicts = [Verdict(50 + n, JUDGE, cells[n], "yes") for n in flags]
    verdicts += [Verdict(90 + n, ME, cells[n], value) for n, value in (said or {}).items()]
    people = {ME: Annotator(ME, "rea", AnnotatorKind.HUMAN), JUDGE: Annotator(JUDGE, "judge", AnnotatorKind.JUDGE)}
    view = ItemView(row, f"i{row}", "", "", {}, documents, (), tuple(verdicts), frozenset(), (), people)
    return item_loading.build(view, BOOK, ME)


def asking(row: int = 7) -> ReviewItem:
    """The same item with a question about each paragraph."""
    base = row * 1000
    asked = [Cell(base + 21 + n, ASKED, base + 20) for n in range(3)]
    return item_loading.build(item(row, ()).view, BOOK, ME, asked_cells=AskedCells(cells=tuple(asked)))


def cell(n: int, row: int = 7) -> Cell:
    return Cell(row * 1000 + 11 + n, FLAG, row * 1000 + 10)


def at(front: Selection) -> Cell | None:
    return front.entry.verdict.cell if front.entry is not None else None


@pytest.fixture
def front() -> Selection:
    made = Selection()
    made.open_item(item())
    return made


def test_an_item_is_opened_at_the_cell_asked_for_else_at_its_first_open_flag() -> None:
    front = Selection()
    assert (front.item, front.entry, front.earlier_item, front.place) == (None, None, None, None)
    front.open_item(item(said={0: "yes"}))
    assert at(front) == cell(1)
    front.open_item(item(said={0: "yes"}), cell(0))
    assert at(front) == cell(0)
    front.open_item(item(said={0: "yes", 1: "no", 2: "yes"}))
    assert front.active_index == 0, "nothing is open: the first"
    front.open_item(item(flags=()))
    assert front.active_index is None and front.entry is None


def test_opening_forgets_what_was_to_come_and_what_was_read(front: Selection) -> None:
    front.expect(cell(1))
    front.read(7022)
    front.forget()
    assert front.earlier_item is None
    front.open_item(item(8))
    assert (front.coming, front.reading, front.place) == (None, 0, 8) and front.earlier_item is front.item


def test_lighting_ends_reading_and_leading_but_waits_for_what_is_added(front: Selection) -> None:
    front.read(7022)
    assert (front.reading, front.active_index) == (7022, 0), "what is read is never lit"
    front.lead(front.item.entries[2].identity)
    assert front.activate(1) and (front.active_index, front.reading, front.coming) == (1, 0, None)
    front.expect(cell(2))
    assert front.activate(0) and front.coming == Expect(cell(2))
    assert not front.activate(3) and not front.activate(-1) and front.active_index == 0
    assert not Selection().activate(0)


def test_reading_what_is_lit_is_no_other_place(front: Selection) -> None:
    front.read(front.entry.unit.id)
    assert front.reading == 0


def test_a_step_stays_at_the_ends(front: Selection) -> None:
    assert [front.neighbour(1), front.neighbour(-1)] == [1, 0]
    front.activate(2)
    assert [front.neighbour(1), front.neighbour(-1)] == [2, 1]
    front.active_index = None
    assert [front.neighbour(1), front.neighbour(-1)] == [0, 2]
    assert Selection().neighbour(1) is None


def test_a_decision_leads_to_the_next_when_it_is_read(front: Selection) -> None:
    front.lead(front.item.entries[2].identity)
    assert front.leading
    assert front.reread(item(said={0: "yes"})) is ItemChange.ARRIVES
    assert at(front) == cell(2) and front.coming is None and not front.leading
    assert front.reread(item(said={0: "yes"})) is ItemChange.STAYS


def test_a_decision_that_is_refused_leads_nowhere(front: Selection) -> None:
    front.lead(front.item.entries[2].identity)
    front.stay()
    assert front.reread(item(said={0: "yes"})) is ItemChange.STAYS and front.active_index == 0
    front.expect(cell(1))
    front.stay()
    assert front.coming == Expect(cell(1)), "what is being added still comes"


def test_what_is_lit_stays_lit_where_others_come_before_it() -> None:
    front = Selection()
    front.open_item(item(flags=(1,)))
    assert front.reread(item(flags=(0, 1, 2))) is ItemChange.STAYS
    assert (front.active_index, at(front)) == (1, cell(1))


def test_what_is_added_is_lit_once_it_is_there_and_taken_back_leads_back(front: Selection) -> None:
    front.open_item(item(flags=(0, 1)), cell(1))
    front.expect(cell(2))
    assert front.reread(item(flags=(0, 1))) is ItemChange.STAYS and front.coming == Expect(cell(2))
    assert front.reread(item(flags=(0, 1), said={2: "yes"})) is ItemChange.ARRIVES
    assert at(front) == cell(2) and front.entry.own
    assert front.reread(item(flags=(0, 1))) is ItemChange.ARRIVES
    assert at(front) == cell(1)


def test_where_all_is_gone_nothing_is_lit(front: Selection) -> None:
    assert front.reread(item(flags=())) is ItemChange.GONE and front.active_index is None
    assert front.reread(item(flags=())) is ItemChange.STAYS
    assert front.reread(item()) is ItemChange.STAYS and front.active_index is None, (
        "nobody is led away from what they read"
    )


def test_the_next_is_lit_where_a_flag_is_gone(front: Selection) -> None:
    front.activate(1)
    assert front.reread(item(flags=(0, 2))) is ItemChange.ARRIVES and at(front) == cell(2)


def test_other_texts_are_opened_anew(front: Selection) -> None:
    front.activate(1)
    other = item(8)
    assert front.reread(other) is ItemChange.OTHER
    assert front.item is not other and at(front) == cell(1)
    assert Selection().reread(item()) is ItemChange.OTHER


def test_a_click_on_a_unit_lights_what_is_asked_of_it_and_never_a_flag(front: Selection) -> None:
    assert front.asked_of(cell(0).unit) is None and Selection().asked_of(1) is None
    front.open_item(asking())
    assert [front.asked_of(7021 + n) for n in range(3)] == [0, 1, 2]
    assert front.asked_of(7011) is None


def test_the_queue_opens_the_item_that_was_open_last_else_its_first() -> None:
    front = Selection()
    front.resume(9)
    assert front.place == 9 and front.queue_request == Resume(9)
    assert front.pick_item([7, 8, 9]) == (9, None)
    front.resume(9)
    assert front.pick_item([7, 8]) == (7, None)
    assert Selection().pick_item([]) is None and Selection().pick_item([4]) == (4, None)


def test_a_queue_that_is_read_again_opens_nothing(front: Selection) -> None:
    assert front.pick_item([8, 9]) is None and front.pick_item([]) is None


def test_other_items_are_asked_for(front: Selection) -> None:
    front.jump()
    assert front.queue_request == Jump() and front.pick_item([6, 7]) is None
    front.jump()
    assert front.pick_item([8, 9]) == (8, None)
    assert front.pick_item([8, 9]) is None, "once"


def test_one_cell_is_asked_for(front: Selection) -> None:
    front.seek(7, cell(2))
    assert front.queue_request == Seek(7, cell(2)) and front.pick_item([7]) == (7, cell(2))
    front.seek(9, cell(2, 9))
    assert front.pick_item([8]) == (8, None), "it is not there: as if others had been asked for"


def test_another_task_opens_the_item_again_or_the_first_that_it_asks_about(front: Selection) -> None:
    front.lead(front.item.entries[2].identity)
    assert front.switch_task("two/supporting") and not front.switch_task("two/supporting")
    assert (front.task, front.queue_request, front.coming, front.earlier_item) == (
        "two/supporting",
        TaskStart(),
        None,
        None,
    )
    assert front.pick_item([6, 7]) == (7, None)
    front.switch_task("")
    assert front.pick_item([8]) == (8, None)
    front.switch_task("two/key")
    assert front.pick_item([]) is None
    assert (front.item, front.active_index, front.reading) == (None, None, 0), (
        "a task that asks nothing has nothing lit"
    )


def test_what_is_opened_after_a_task_was_taken_is_not_opened_again(front: Selection) -> None:
    front.switch_task("two/key")
    front.open_item(item(8), cell(2, 8))
    assert front.queue_request is None and front.pick_item([8, 9]) is None and at(front) == cell(2, 8)


def test_what_was_said_goes_with_the_next_action(front: Selection) -> None:
    assert not front.clear_message()
    front.say("Saved.", "second")
    assert front.message == ("Saved.", "second") and front.clear_message() and front.message is None


def test_lead_names_what_it_leads_to(front: Selection) -> None:
    identity = front.item.entries[1].identity
    front.lead(identity)
    assert front.coming == Lead((identity,))
