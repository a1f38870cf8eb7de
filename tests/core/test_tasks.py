"""Tasks in a project: what is asked, what becomes of it, and the figures that must come out, worked out on paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from galley.core.domain import Cell
from galley.core.errors import InputError, ProtocolError
from galley.core.metrics import registry
from galley.core.metrics.base import Params
from galley.core.metrics.cell_arrays import CellReader
from galley.core.project import protocol_use
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review import items, log_entries, task_overview
from galley.core.review.decision_writer import DecisionWriter
from galley.core.storage import names
from galley.core.tasks import slots
from tests.core import building

ARTICLE = {"id": "article", "role": "article", "paragraphs": [f"Paragraph {n}." for n in range(1, 11)]}
TALK = {"id": "dialogue", "role": "dialogue", "turns": [{"speaker": "Ann", "text": "Why?"}]}
HEAD = 'id = "p"\nname = "P"\n'
SUPPORTING = """
[[task]]
id = "supporting"
name = "Supporting"
kind = "answer"
criteria = ["kgds-paragraph/supporting"]
people = 2
rule = "unanimous"
"""
SETTLED = """
[[task]]
id = "third"
name = "Third"
kind = "settle"
of = "supporting"
"""

Use = Callable[[str], None]


class Study:
    """A project and short ways to answer in it."""

    def __init__(self, project: Project, folder: Path) -> None:
        self.project, self.folder = project, folder
        self.desks: dict[str, DecisionWriter] = {}

    def use(self, toml: str) -> None:
        path = self.folder / "p.toml"
        path.write_text(HEAD + toml, encoding="utf-8")
        self.project.write(lambda connection: protocol_use.use(connection, str(path), "lea")).result()

    @property
    def view(self) -> items.ItemView:
        return items.load_item_view(self.project.read_connection(), 1)

    def cell(self, criterion: str, unit: int | str, target: str) -> Cell:
        view = self.view
        document = next(d for d in view.documents if d.name == target)
        rows = {f"{c.scheme}/{c.id}": row for row, c in names.criteria(self.project.read_connection()).items()}
        if unit == "whole":
            row = document.whole
        elif isinstance(unit, str):
            row = next(u.id for u in view.derived_units if u.name == unit)
        else:
            row = document.units[unit].id
        return Cell(row, rows[criterion], document.id)

    def desk(self, who: str, **more: Any) -> DecisionWriter:
        return self.desks.setdefault(f"{who}{more}", DecisionWriter(self.project, who, **more))

    def say(self, who: str, cell: Cell, value: Any, **more: Any) -> None:
        desk = self.desk(who, **more)
        desk.form(1, {cell: value}).result()

    def settle(self, cell: Cell, value: Any) -> None:
        self.desk("judy").adjudicate(1, cell, value).result()

    def line(self, task: str) -> task_overview.TaskStanding:
        return next(
            line for line in task_overview.lines(self.project.read_connection()) if line.task in (task, f"p/{task}")
        )

    def rows(self, metric: str, **params: Any) -> list[dict[str, Any]]:
        return registry.compute(metric, self.project.read_connection(), Params(resamples=0, **params)).rows

    def gold(self, criterion: str, gold: str = "gold") -> list[int]:
        """How many cells are yes, and how many no."""
        reader = CellReader(self.project.read_connection(), Params(gold=gold))
        question = next(q for q in reader.questions() if q.id == criterion)
        cells = reader.cells(question, [], with_gold=True)
        assert cells.gold is not None
        return [int((cells.gold == code).sum()) for code in (1, 0)]

    def coefficient(self, name: str, **params: Any) -> tuple[float, int]:
        (row,) = (r for r in self.rows("agreement", coefficients=(name,), level="unit", **params))
        return round(row["value"], 3), row["n"]


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Callable[..., Study]]:
    opened: list[Study] = []

    def make(*records: dict[str, Any]) -> Study:
        project = building.project(tmp_path, *records)
        opened.append(Study(project, tmp_path))
        return opened[-1]

    yield make
    for study in opened:
        problems = check(study.project)
        study.project.close()
        assert problems == []


def paragraphs(study: Study, answers: Sequence[tuple[str, str]], who: Sequence[str] = ("ann", "ben")) -> list[Cell]:
    cells = [study.cell("kgds-paragraph/supporting", n, "article") for n in range(len(answers))]
    for cell, said in zip(cells, answers, strict=True):
        for person, value in zip(who, said, strict=True):
            study.say(person, cell, value)
    return cells


TEN = [("yes", "yes")] * 5 + [("no", "no")] * 3 + [("yes", "no"), ("no", "yes")]


def test_ten_paragraphs_two_readers_and_a_third(made: Callable[..., Study]) -> None:
    study = made({"key": "a", "documents": [TALK, ARTICLE]})
    study.use(SUPPORTING + SETTLED)
    assert (study.line("supporting").asked, study.line("supporting").open) == (10, 10)
    cells = paragraphs(study, TEN)
    line = study.line("supporting")
    assert (line.asked, line.open, line.settled, line.undecided, line.split) == (10, 0, 8, 2, 2)
    assert (study.line("third").asked, study.line("third").open) == (2, 2)
    before = study.coefficient("cohen-kappa"), study.coefficient("alpha-nominal")
    assert before == ((0.583, 10), (0.604, 10))
    study.settle(cells[8], "yes")
    study.settle(cells[9], "no")
    line = study.line("supporting")
    assert (line.settled, line.undecided, line.split, study.line("third").open) == (10, 0, 2, 0)
    assert (study.coefficient("cohen-kappa"), study.coefficient("alpha-nominal")) == before
    assert study.gold("supporting") == [6, 4] and study.gold("supporting", "adjudicated") == [1, 1]
    (row,) = study.rows("ties", criteria=("supporting",))
    assert (row["n"], row["ties"], row["settled"], row["open"]) == (10, 2, 2, 0)


def test_a_second_round_leaves_the_first_as_it_was(made: Callable[..., Study]) -> None:
    study = made({"key": "a", "documents": [TALK, ARTICLE]})
    study.use(SUPPORTING)
    cells = paragraphs(study, TEN)
    study.say("ben", cells[8], "yes", round=2)
    assert study.coefficient("cohen-kappa") == (0.583, 10)
    assert study.coefficient("cohen-kappa", options=("round=last",)) == (0.783, 10)
    line = study.line("supporting")
    assert (line.settled, line.undecided) == (9, 1)
    kept = study.project.read_connection().execute("SELECT value, round FROM earlier").fetchall()
    assert kept == [("no", 1)]
    assert study.project.read_connection().execute(
        "SELECT count(*) FROM verdict WHERE unit_id = ?", cells[8][:1]
    ).fetchone() == (2,)
    study.desk("ben", round=2).undo().result()
    assert study.coefficient("cohen-kappa", options=("round=last",)) == (0.583, 10)
    study.desk("ben", round=2).redo().result()
    assert study.coefficient("cohen-kappa", options=("round=last",)) == (0.783, 10)


MAJORITY = SUPPORTING.replace("people = 2", "people = 3").replace("unanimous", "majority")


def test_a_majority_of_three(made: Callable[..., Study], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slots, "has_slots", lambda _: False)  # six people on one item, as with packages and --each
    study = made({"key": "a", "documents": [TALK, {**ARTICLE, "paragraphs": [f"C{n}." for n in range(1, 7)]}]})
    study.use(MAJORITY)
    cells = [study.cell("kgds-paragraph/supporting", n, "article") for n in range(6)]

    def known(connection: Any) -> Any:
        connection.execute(
            "INSERT INTO known VALUES (?, ?, ?, 1, 'yes', 0)", (cells[3].criterion, cells[3].unit, cells[3].target)
        )
        log_entries.add_import(connection)  # whoever changes these leaves an entry
        return None, protocol_use.renew(connection)

    study.project.write(known).result()
    said = {0: ["yes"], 1: ["yes", "yes", None], 2: ["yes", "no", None], 3: ["no", "no", "no"], 4: ["yes", "yes"],
            5: ["yes", "yes", "no", "no"]}  # fmt: skip
    for place, values in said.items():
        for who, value in zip(("ann", "ben", "cat", "dee"), values, strict=False):
            study.say(who, cells[place], value)
    study.say("eve", cells[4], "no")

    def take_back(connection: Any) -> Any:
        (task,) = connection.execute("SELECT id FROM task WHERE name = 'p/supporting'").fetchone()
        (eve,) = connection.execute("SELECT id FROM annotator WHERE name = 'eve'").fetchone()
        connection.execute("INSERT INTO void VALUES (?, ?, 1, 1)", (task, eve))
        log_entries.add_import(connection)  # whoever changes these leaves an entry
        return None, protocol_use.renew(connection)

    study.project.write(take_back).result()
    line = study.line("supporting")
    assert (line.asked, line.settled, line.undecided, line.open) == (5, 1, 2, 2)
    study.say("fay", cells[4], "no")
    line = study.line("supporting")
    assert (line.asked, line.settled, line.undecided, line.open) == (5, 2, 2, 1)
    assert study.gold("supporting") == [2, 0]  # c2, and c5 by its new reader; the known cell is in no n
    assert study.coefficient("percent", annotators=("ann", "ben"))[1] == 4  # c2, c3, c5, c6


def test_paragraphs_said_and_silent_come_to_the_same(made: Callable[..., Study], tmp_path: Path) -> None:
    documents = [TALK, {**ARTICLE, "paragraphs": [f"P{n}." for n in range(1, 7)]}]
    extract = {"id": "x", "role": "summary", "system": "m", "part": "background", "sentences": ["P1.", "P4."],
               "meta": {"paragraphs": [0, 3], "pattern": "ebs-aos"}}  # fmt: skip
    study = made({"key": "a", "documents": [*documents, extract]})
    study.use(SUPPORTING)
    yes = {"ann": (0, 1), "ben": (0, 2)}
    for who, places in yes.items():
        for n in range(6):
            study.say(who, study.cell("kgds-paragraph/supporting", n, "article"), "yes" if n in places else "no")
    line = study.line("supporting")
    assert (line.settled, line.undecided) == (4, 2)
    (row,) = study.rows("kgds")
    assert (row["precision"], row["recall"]) == (0.5, 1.0)
    silent = building.project(tmp_path, {"key": "a", "documents": [*documents, extract]}, name="silent.galley")
    with silent:
        other = Study(silent, tmp_path)
        other.use(SUPPORTING.replace('rule = "unanimous"', 'rule = "unanimous"\nsilence = "no"'))
        for who, places in yes.items():
            for n in places:
                other.say(who, other.cell("kgds-paragraph/supporting", n, "article"), "yes")
        assert other.line("supporting").settled == 0  # nobody has finished: an answer counts with its assignment
        row = other.cell("kgds-paragraph/supporting", 0, "article")
        for who in yes:
            silent.write(lambda c, who=who: _finish(c, other.desk(who), [(row.criterion, row.target)])).result()
        line = other.line("supporting")
        assert (line.asked, line.settled, line.undecided) == (6, 4, 2)
        (row,) = other.rows("kgds")
        assert (row["precision"], row["recall"]) == (0.5, 1.0)
        assert check(silent) == []


def _finish(connection: Any, desk: DecisionWriter, pairs: list[tuple[int, int]]) -> Any:
    from galley.core.domain import Action
    from galley.core.review import log

    (task,) = connection.execute("SELECT id FROM task WHERE name = 'p/supporting'").fetchone()
    return log.decide(connection, desk.reviewer, Action.FINISH, 1, asked_pairs=pairs, where=log.Location(task))


KEY = """
[[task]]
id = "key"
name = "Key"
kind = "answer"
criteria = ["kgds-fact/repeated", "kgds-fact/key"]
where = "kgds-paragraph/supporting = yes"
after = ["supporting"]
people = 2
rule = "strict-yes"
[[task.criterion]]
id = "kgds-fact/key"
when = "repeated = no"
unmet = "no"
[[type]]
unit = "fact"
name = "key"
where = ["kgds-paragraph/supporting = yes", "kgds-fact/key = yes"]
[[type]]
unit = "fact"
name = "non-key"
where = "kgds-paragraph/supporting = yes"
[[type]]
unit = "fact"
name = "non-supporting"
where = "kgds-paragraph/supporting = no"
"""


def _facts() -> dict[str, Any]:
    """Two facts of two paragraphs; one summary holds the first, one both."""
    held = {"sA": ("f1",), "sB": ("f1", "f2")}
    verdicts = [
        {"annotator": "j", "kind": "judge", "scheme": "kgds-fact", "criterion": "present", "unit": fact, "about": name,
         "value": "yes" if fact in facts else "no"}
        for name, facts in held.items() for fact in ("f1", "f2")
    ]  # fmt: skip
    return {
        "key": "a",
        "documents": [
            TALK,
            {**ARTICLE, "paragraphs": ["P1.", "P2."]},
            *(
                {
                    "id": name,
                    "role": "summary",
                    "system": name,
                    "part": "background",
                    "sentences": ["S."],
                    "meta": {"pattern": "abs-aos"},
                }
                for name in held
            ),
        ],
        "units": [
            {"id": f"f{n + 1}", "kind": "fact", "text": f"F{n + 1}.", "from": [["article", n]], "type": "masked"}
            for n in range(2)
        ],
        "verdicts": verdicts,
    }


def test_types_of_facts_follow_from_gold_and_turn_back_with_it(made: Callable[..., Study]) -> None:
    study = made(_facts())
    study.use(SUPPORTING + SETTLED + KEY)
    assert study.line("key").kept == 4 and study.line("key").asked == 0
    one, two = paragraphs(study, [("yes", "yes"), ("yes", "yes")])
    facts = [study.cell("kgds-fact/key", name, "article") for name in ("f1", "f2")]
    again = [study.cell("kgds-fact/repeated", name, "article") for name in ("f1", "f2")]
    assert (study.line("key").asked, study.line("key").open) == (4, 4)
    for who, second in (("ann", "yes"), ("ben", "no")):
        for cell, other, value in zip(facts, again, ("yes", second), strict=True):
            study.desk(who).form(1, {other: "no", cell: value}).result()

    def figures() -> dict[str, tuple[float | None, float | None]]:
        return {row["system"]: (row["recall"], row["precision"]) for row in study.rows("kgds") if row["by"] == "judge"}

    def agreed() -> tuple[float, int]:
        (row,) = study.rows("agreement", coefficients=("percent",), level="unit", criteria=("key",))
        return row["value"], row["n"]

    assert [unit.type for unit in study.view.derived_units] == ["key", "non-key"]
    assert agreed() == (0.5, 2)
    line = study.line("key")
    assert (line.undecided, line.split, line.settled, len(study.view.derived_units)) == (0, 1, 4, 2)
    assert figures() == {"sA": (1.0, 1.0), "sB": (1.0, 1.0)}
    study.settle(two, "no")
    assert [unit.type for unit in study.view.derived_units] == ["key", "non-supporting"]
    assert (agreed()[1], study.line("key").asleep, study.line("key").asked) == (1, 4, 2)
    assert figures() == {"sA": (1.0, 1.0), "sB": (1.0, 0.5)}
    study.desk("judy").undo().result()
    assert [unit.type for unit in study.view.derived_units] == ["key", "non-key"]
    assert (agreed(), study.line("key").asleep) == ((0.5, 2), 0)
    assert figures() == {"sA": (1.0, 1.0), "sB": (1.0, 1.0)}
    assert one != two


FRANK = """
[[task]]
id = "sentences"
name = "Wrong sentences"
kind = "answer"
criteria = ["basic/hallucination", "frank/ent-e", "frank/out-e"]
people = 3
[[task.criterion]]
id = "frank/ent-e"
when = "basic/hallucination = yes"
unmet = "no"
[[task.criterion]]
id = "frank/out-e"
when = "basic/hallucination = yes"
unmet = "no"
"""


def test_who_finds_nothing_wrong_votes_against_every_type(made: Callable[..., Study]) -> None:
    study = made({"key": "a", "documents": [{**ARTICLE, "paragraphs": ["P."]},
                  {"id": "s", "role": "summary", "system": "m", "sentences": ["S."]}]})  # fmt: skip
    study.use(FRANK)
    wrong, first, second = (study.cell(name, 0, "s") for name in ("basic/hallucination", "frank/ent-e", "frank/out-e"))
    study.desk("ann").form(1, {wrong: "yes", first: "yes", second: "yes"}).result()
    study.desk("ben").form(1, {wrong: "yes", first: "yes", second: "no"}).result()
    assert study.line("sentences").open == 3
    study.desk("cat").form(1, {wrong: "no"}).result()
    line = study.line("sentences")
    assert (line.asked, line.settled, line.open) == (3, 3, 0)
    gold = {name: study.gold(name) for name in ("hallucination", "ent-e", "out-e")}
    assert gold == {"hallucination": [1, 0], "ent-e": [1, 0], "out-e": [0, 1]}
    (row,) = study.rows("agreement", coefficients=("percent",), level="unit", criteria=("ent-e",))
    assert (row["n"], round(row["value"], 3)) == (1, 0.333)  # yes, yes and the no of who found nothing wrong
    people = {person.name: person.answered for person in line.people}
    assert people == {"ann": 3, "ben": 3, "cat": 3}


ONCE = """
[[task]]
id = "questions"
name = "Questions"
kind = "answer"
criteria = ["qa-validation/key-information"]
once = "source"
people = 2
[[task]]
id = "answers"
name = "Answers"
kind = "answer"
criteria = ["qa-validation/answer-relevant"]
people = 2
"""


def test_a_question_about_the_source_is_asked_once_and_its_answers_each(made: Callable[..., Study]) -> None:
    summaries = [{"id": f"s{n}", "role": "summary", "system": f"m{n}", "sentences": ["S."]} for n in range(3)]
    study = made({
        "key": "a",
        "documents": [{**ARTICLE, "paragraphs": ["P."]}, *summaries],
        "units": [{"id": "q", "kind": "question", "type": "coverage", "text": "Why?", "document": "article"}],
    })  # fmt: skip
    study.use(ONCE)
    assert (study.line("questions").asked, study.line("answers").asked) == (1, 3)
    group = next(unit for unit in study.view.derived_units if unit.kind == "group")
    cell = study.cell("qa-validation/key-information", group.name, "article")
    for who in ("ann", "ben"):
        study.say(who, cell, "yes")
        for n in range(3):
            study.say(who, study.cell("qa-validation/answer-relevant", "q", f"s{n}"), "yes")
    assert study.coefficient("percent", criteria=("key-information",)) == (1.0, 1)
    assert study.coefficient("percent", criteria=("answer-relevant",)) == (1.0, 3)
    assert (study.line("questions").settled, study.line("answers").settled) == (1, 3)


def test_what_is_asked_of_a_whole_source_is_asked_once_in_all_items(made: Callable[..., Study]) -> None:
    article = {**ARTICLE, "paragraphs": ["P."]}
    records = [
        {"key": key, "documents": [article, {"id": "s", "role": "summary", "sentences": [f"{key}."]}]} for key in "ab"
    ]
    study = made(*records, {"key": "c", "documents": [{**ARTICLE, "paragraphs": ["Another."]}]})
    study.use(ONCE.partition("[[task]]\nid = \"answers\"")[0].replace("key-information", "questions-complete"))
    assert study.line("questions").asked == 2, "two texts in three items"
    group = next(unit for unit in study.view.derived_units if unit.kind == "group")
    cell = study.cell("qa-validation/questions-complete", group.name, "article")
    for who in ("ann", "ben"):
        study.say(who, cell, "yes")
    assert study.line("questions").settled == 1
    assert study.coefficient("percent", criteria=("questions-complete",)) == (1.0, 1)


def test_what_two_readers_left_unmarked_is_gold(made: Callable[..., Study]) -> None:
    sentences = [f"Sentence {n}." for n in range(30)]
    flags = [
        {"annotator": "j", "kind": "judge", "scheme": "basic", "criterion": "hallucination", "document": "s", "unit": n,
         "value": "yes"} for n in (0, 1, 2)
    ]  # fmt: skip
    said = [{**flags[n], "annotator": who, "kind": "human"} for who in ("ann", "ben") for n in (0, 1)]
    judged = [
        {"annotator": who, "kind": kind, "scheme": "basic", "criteria": ["hallucination"], "documents": ["s"]}
        for who, kind in (("j", "judge"), ("ann", "human"), ("ben", "human"))
    ]
    study = made({"key": "a", "documents": [{"id": "s", "role": "summary", "sentences": sentences}],
                  "verdicts": [*flags, *said], "judged": judged})  # fmt: skip
    assert study.gold("hallucination") == study.gold("hallucination", "majority") == [2, 28]
    (gold,), (most,) = (study.rows("detection", gold=name, level="unit") for name in ("gold", "majority"))
    assert gold == most and (gold["n"], gold["tp"], gold["fp"]) == (30, 2, 1)
    assert study.gold("hallucination", "adjudicated") == [0, 0]


def test_what_cannot_be_is_refused_with_a_sentence(made: Callable[..., Study]) -> None:
    study = made(_facts())
    study.use(SUPPORTING)
    paragraphs(study, [("yes", "yes"), ("yes", "no")])
    with pytest.raises(InputError, match=r"p/supporting has 4 decisions and is another in it"):
        study.use(SUPPORTING.replace("people = 2", "people = 3"))
    with pytest.raises(InputError, match=r"p/supporting has 4 decisions and would be gone"):
        study.use(KEY.partition("where")[0])
    study.use(SUPPORTING.replace('"Supporting"', '"Better words"') + SETTLED)  # words may change, tasks may be added
    with pytest.raises(InputError, match="would be gone"):
        study.project.write(lambda c: (None, protocol_use.drop(c, "p", "lea"))).result()
    other = study.folder / "q.toml"
    other.write_text('id = "q"\nname = "Q"\n' + SUPPORTING, encoding="utf-8")
    with pytest.raises(ProtocolError, match=r"belongs to p/supporting; a cell has one owner"):
        study.project.write(lambda c: protocol_use.use(c, str(other), "lea")).result()
    with pytest.raises(InputError, match=r"no task 'nothing'; it has: p/supporting, p/third"):
        study.rows("agreement", task="nothing")
    with pytest.raises(InputError, match="no task 'nothing'"):
        DecisionWriter(study.project, "ann", task="nothing")


def test_a_form_is_undone_as_one(made: Callable[..., Study]) -> None:
    study = made(_facts())
    study.use(SUPPORTING)
    cells = [study.cell("kgds-paragraph/supporting", n, "article") for n in range(2)]
    study.desk("ann").form(1, {cells[0]: "yes", cells[1]: None}).result()
    count = "SELECT count(*) FROM verdict JOIN annotator ON annotator.id = annotator_id WHERE kind = 'human'"
    assert study.project.read_connection().execute(count).fetchone() == (2,)
    study.desk("ann").undo().result()
    assert study.project.read_connection().execute(count).fetchone() == (0,)
    study.desk("ann").redo().result()
    assert study.project.read_connection().execute(count).fetchone() == (2,)
    assert study.line("supporting").people[0].unsure == 1


def test_a_reason_is_wanted_where_the_task_says_so(made: Callable[..., Study]) -> None:
    study = made({"key": "a", "documents": [TALK, ARTICLE]})
    study.use(SUPPORTING + 'because = "yes"\n')
    one, two, three = (study.cell("kgds-paragraph/supporting", n, "article") for n in range(3))
    desk = study.desk("ann")
    for saved in (desk.add(1, one), desk.form(1, {two: "no", one: "yes"})):
        with pytest.raises(InputError, match="“Supporting” wants a reason for “yes”; write it first"):
            saved.result()
    assert study.view.verdicts == ()  # nothing of the form was kept
    desk.form(1, {one: "yes", two: "no"}, {one: "It is named."}).result()
    desk.note(1, three, "As above.").result()
    desk.add(1, three).result()
    assert [verdict.explanation for verdict in study.view.verdicts] == ["It is named.", "", ""]


def test_the_default_task_counts_what_no_other_task_asks(made: Callable[..., Study]) -> None:
    flags = [
        {
            "annotator": "j",
            "kind": "judge",
            "scheme": scheme,
            "criterion": name,
            "document": "s",
            "unit": n,
            "value": "yes",
        }
        for scheme, name in (("basic", "hallucination"), ("finesure", "entity-error"))
        for n in range(3)
    ]
    study = made({"key": "a", "documents": [{"id": "s", "role": "summary", "sentences": ["A.", "B.", "C."]}],
                  "verdicts": flags})  # fmt: skip
    wrong = [study.cell("basic/hallucination", n, "s") for n in range(3)]
    entity = study.cell("finesure/entity-error", 0, "s")
    for who, value in (("ann", "yes"), ("ben", "no")):
        study.say(who, wrong[0], value)
        study.say(who, entity, value)
    line = study.line("flags/flags")
    assert (line.asked, line.undecided, line.open) == (6, 2, 6)
    study.use('[[task]]\nid = "t"\nname = "T"\nkind = "answer"\ncriteria = ["basic/hallucination"]\npeople = 2\n')
    line, own = study.line("flags/flags"), study.line("t")
    assert (line.asked, line.undecided, line.open) == (3, 1, 3)
    assert (own.asked, own.undecided, own.open) == (3, 1, 2)
