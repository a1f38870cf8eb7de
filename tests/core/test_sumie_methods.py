"""Entities made up, kept turn by turn and evaluated through the real SDKs against the loopback fake, and by replay."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from galley.core.errors import InputError
from galley.core.importers.registry import find
from galley.core.importers.run_import import import_files
from galley.core.judges.clients.registry import Source
from galley.core.judges.inquiry.run_progress import RunProgress
from galley.core.judges.methods.base import Choices
from galley.core.judges.order import Order, order_of, prepare
from galley.core.judges.runner import Runner
from galley.core.metrics.base import Params
from galley.core.metrics.registry import compute
from galley.core.papers.sumie import entity_generation, entry_model
from galley.core.papers.sumie.entry_model import EntryState
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.revisions import Draft, How
from tests.core.entity_model import Script
from tests.core.fake_models import Answer, FakeModels, Seen, error, serving
from tests.core.judging import KEY
from tests.core.made_entities import grown, planned, replies_file


@pytest.fixture(autouse=True)
def planted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)


def ran(project: Project, method: str, fake: FakeModels, provider: str = "openai", **options: str) -> RunProgress:
    base = f"{fake.url}/v1" if provider == "openai" else fake.url
    order = Order(method, Source(provider, base), "m", Choices(options=options))
    return Runner(project, prepare(project, order)).start().join(60)


SMALL = {"turns": "4", "attributes": "20", "entries": "6"}


@pytest.mark.parametrize("provider", ["openai", "anthropic"])
def test_a_test_set_is_made_kept_and_evaluated(tmp_path: Path, provider: str) -> None:
    with serving(Script()) as fake, planned(tmp_path, "HOTEL1", "HOTEL2") as project:
        assert ran(project, "sumie-generate", fake, provider, **SMALL).state == "done"
        made = [items.load_item_view(project.read_connection(), item) for item in (1, 2)]
        for method in ("sumie-update", "sumie-merge", "sumie-evaluate"):
            end = ran(project, method, fake, provider)
            assert (end.state, end.failed_calls) == ("done", 0), method
        found = compute("sumie", project.read_connection(), Params(resamples=0)).rows
        assert check(project) == []
    for view in made:
        article = entry_model.find_article(view)
        assert article is not None and len(article.units) == 4
        name = view.key
        golden = [e for d in view.documents if d.name.startswith("golden") for e in entry_model.entries(view, d)]
        texts = [unit.text for unit in article.units]
        assert all(any(e.fact.evidence in text for text in texts) for e in golden), "each entry has its sentence"
        assert all("Grand Inn" not in text and name in text for text in texts), "the invented name is gone"
        assert {e.state for e in golden} == {EntryState.NEW, EntryState.SAME, EntryState.CONFLICT}
        assert all(e.unit.meta["match"] == "verbatim" for e in golden)
        for turn in entry_model.turns(view):
            assert sorted(kind for _, _, kind in turn.distractors) == ["entity", "entity", "human", "human"]
            assert turn.tone in entity_generation.TONES and turn.style in entity_generation.STYLES
    systems = {row["system"] for row in found}
    assert systems == {"m update", "m merge"}
    assert all(row["precision"] == row["recall"] == 1.0 for row in found), "this model makes no mistake"


def test_the_same_seed_makes_the_same_data(tmp_path: Path) -> None:
    texts = []
    for number in (1, 2):
        folder = tmp_path / str(number)
        folder.mkdir()
        with serving(Script()) as fake, planned(folder, "HOTEL1") as project:
            ran(project, "sumie-generate", fake, **SMALL)
            texts.append([d.text for d in items.load_item_view(project.read_connection(), 1).documents])
    assert texts[0] == texts[1]
    assert len(texts[0]) == 1 + 1 + 4


def test_category_calls_are_paid_once(tmp_path: Path) -> None:
    with serving(Script()) as fake, planned(tmp_path, "HOTEL1", "HOTEL2", "HOTEL3") as project:
        ran(project, "sumie-generate", fake, **SMALL)
        asked = sum("common and" in json.dumps(seen.body) for seen in fake.seen)
    assert asked == 1


def test_a_failure_in_the_middle_goes_on_from_there(tmp_path: Path) -> None:
    model_ = Script()
    down = [False]

    def script(seen: Seen, number: int) -> Answer:
        return error(400) if down[0] else model_(seen, number)

    with serving(script) as fake, planned(tmp_path, "HOTEL1") as project:
        ran(project, "sumie-generate", fake, **SMALL)
        before = len(fake.seen)

        def late(seen: Seen, number: int) -> Answer:
            return error(400) if number >= before + 2 else model_(seen, number)

        fake.script = late
        ran(project, "sumie-update", fake)
        view = items.load_item_view(project.read_connection(), 1)
        assert [table.turn for table in entry_model.tables(view)] == [1, 2], "no reply is no table, and no invalid one"
        fake.script = model_
        sent = len(fake.seen)
        ran(project, "sumie-update", fake)
        assert len(fake.seen) - sent == 2, "turns 1 and 2 are not asked again"
        tables = entry_model.tables(items.load_item_view(project.read_connection(), 1))
        assert [(table.turn, table.invalid) for table in tables] == [(n, "") for n in (1, 2, 3, 4)]


def test_an_invalid_answer_is_counted_and_the_table_before_stays_in_force(tmp_path: Path) -> None:
    model_ = Script()

    def script(seen: Seen, number: int) -> Answer:
        text = json.dumps(seen.body)
        if "table so far" in text and not first:
            first.append(1)
            return Answer("I would rather talk about the weather.")
        return model_(seen, number)

    first: list[int] = []
    with serving(script) as fake, planned(tmp_path, "HOTEL1") as project:
        ran(project, "sumie-generate", fake, **SMALL)
        ran(project, "sumie-update", fake)
        ran(project, "sumie-evaluate", fake)
        tables = entry_model.tables(items.load_item_view(project.read_connection(), 1))
        rows = {row["turn"]: row for row in compute("sumie", project.read_connection(), Params(resamples=0)).rows}
    assert [bool(table.invalid) for table in tables] == [False, True, False, False]
    assert rows[2]["f1"] == 0.0 and rows[2]["invalid"] == 1 and rows["all"]["invalid"] == 1
    assert 0 < rows[3]["recall"] < 1 and rows[3]["precision"] == 1.0, "what turn 2 said is lost"


def test_the_evaluator_asks_about_what_does_not_match_exactly(tmp_path: Path) -> None:
    """A table in other words: matched by the model's finding; a wrong one is told from another entity's."""
    golden = [{"attribute": "Rooms", "value": "very spotless", "evidence": "The rooms were cleaned twice."}]
    text = "The rooms were cleaned twice. HOTEL9 has a loud bar."
    entries = [
        {"attribute": "Rooms", "value": "wholly spotless", "evidence": "cleaned twice"},
        {"attribute": "Rooms", "value": "really spotless", "evidence": "cleaned twice"},
        {"attribute": "Bar", "value": "loud", "evidence": "HOTEL9 has a loud bar."},
        {"attribute": "Pool", "value": "warm", "evidence": "no such words"},
    ]
    entity = {
        "entity": "HOTEL1", "category": "Hotels",
        "paragraphs": [{"text": text, "golden": golden, "distractors": ["HOTEL9 has a loud bar."]}],
        "summaries": [{"system": "s", "method": "update", "turn": 1, "entries": entries}],
    }  # fmt: skip
    file = tmp_path / "e.jsonl"
    file.write_text(json.dumps(entity) + "\n", encoding="utf-8")
    with serving(Script()) as fake, Project.create(tmp_path / "p.galley") as project:
        import_files(project, find("sumie"), [file])
        assert ran(project, "sumie-evaluate", fake).state == "done"
        said = project.read_connection().execute(
            "SELECT unit.text, criterion.name, value, (SELECT match FROM evidence WHERE verdict_id = verdict.id)"
            " FROM verdict JOIN unit ON unit.id = unit_id JOIN criterion ON criterion.id = criterion_id"
            " ORDER BY unit.id"
        )
        assert said.fetchall() == [
            ("Rooms: wholly spotless", "unsupported-value", "no", "verbatim"),
            ("Rooms: really spotless", "redundant", "yes", "verbatim"),
            ("Bar: loud", "wrong-entity", "yes", "verbatim"),
            ("Pool: warm", "unsupported-value", "yes", "missing"),
        ]
        row = compute("sumie", project.read_connection(), Params(resamples=0)).rows[0]
    assert (row["precision"], row["recall"]) == (0.25, 1.0)


def entity_file(tmp_path: Path, text: str, golden: list[dict[str, str]], entries: list[dict[str, str]]) -> Path:
    """An entity of one paragraph and one table, as a file to import."""
    entity = {
        "entity": "HOTEL1", "category": "Hotels",
        "paragraphs": [{"text": text, "golden": golden}],
        "summaries": [{"system": "s", "method": "update", "turn": 1, "entries": entries}],
    }  # fmt: skip
    file = tmp_path / "e.jsonl"
    file.write_text(json.dumps(entity) + "\n", encoding="utf-8")
    return file


def figures(project: Project, *options: str) -> dict[str, tuple[float, float, str]]:
    """Precision, recall and what becomes of repeats by judge, at the first turn."""
    rows = compute("sumie", project.read_connection(), Params(resamples=0, options=options)).rows
    return {r["judge"]: (r["precision"], r["recall"], r["repeats"]) for r in rows if r["turn"] == 1}


@pytest.mark.parametrize(
    "wrong",
    [
        {"attribute": "Room quality", "value": "filthy", "evidence": "The rooms of HOTEL1 are spotless."},
        {"attribute": "Smell", "value": "spotless", "evidence": "The rooms of HOTEL1 are spotless."},
        {"attribute": "Price", "value": "spotless", "evidence": ""},
    ],
    ids=["another value of the sentence", "another attribute of the sentence", "another attribute of the value"],
)
def test_a_matched_sentence_or_value_alone_is_not_right_but_asked(tmp_path: Path, wrong: dict[str, str]) -> None:
    """The same sentence, or the same value, does not make an entry right; the paper's literal rule says so."""
    text = "The rooms of HOTEL1 are spotless."
    file = entity_file(tmp_path, text, [{"attribute": "Room quality", "value": "spotless", "evidence": text}], [wrong])

    def script(seen: Seen, number: int) -> Answer:
        nothing = {"attribute": "", "value": "", "evidence": ""}
        return Answer(json.dumps({"answers": [{"entry": 1, "reasoning": "No.", "found": False, **nothing}]}))

    with serving(script) as fake, Project.create(tmp_path / "p.galley") as project:
        import_files(project, find("sumie"), [file])
        assert ran(project, "sumie-evaluate", fake, scoring="as-published").state == "done"
        assert len(fake.seen) == 0
        assert ran(project, "sumie-evaluate", fake).state == "done"
        assert len(fake.seen) == 1, "asked"
        found = figures(project)
    assert found == {
        "m sumie-evaluate as-published": (1.0, 1.0, "right"),
        "m sumie-evaluate": (0.0, 0.0, "wrong"),
    }


def test_both_scorings_by_hand(tmp_path: Path) -> None:
    """Five entries: one exact, one exact again, one that the model finds, one wrong value of a golden sentence, one
    made up. Strictly 2 of 5 are right and 2 of 3 golden entries held; as published 4 of 5, and all 3."""
    sentences = ["The rooms are spotless.", "The pool is warm.", "Parking is free."]
    golden = [
        {"attribute": "Rooms", "value": "spotless", "evidence": sentences[0]},
        {"attribute": "Pool", "value": "nicely warm", "evidence": sentences[1]},
        {"attribute": "Parking", "value": "free", "evidence": sentences[2]},
    ]
    entries = [
        golden[0],
        golden[0],
        {"attribute": "Pool", "value": "pleasantly warm", "evidence": "so they say"},
        {"attribute": "Parking", "value": "dear", "evidence": sentences[2]},
        {"attribute": "Bar", "value": "loud", "evidence": "so they say"},
    ]
    file = entity_file(tmp_path, " ".join(sentences), golden, entries)
    with serving(Script()) as fake, Project.create(tmp_path / "p.galley") as project:
        import_files(project, find("sumie"), [file])
        ran(project, "sumie-evaluate", fake)
        ran(project, "sumie-evaluate", fake, scoring="as-published")
        strict, published = "m sumie-evaluate", "m sumie-evaluate as-published"
        assert figures(project) == {strict: (2 / 5, 2 / 3, "wrong"), published: (4 / 5, 3 / 3, "right")}
        assert figures(project, "scoring=as-published") == {
            strict: (3 / 5, 2 / 3, "right"), published: (4 / 5, 3 / 3, "right")
        }, "the strict judge with its repeats counted as true"  # fmt: skip
        assert figures(project, "scoring=strict") == {strict: (2 / 5, 2 / 3, "wrong")}
        said = "SELECT count(*) FROM judged JOIN criterion ON criterion.id = criterion_id WHERE name = 'redundant'"
        assert project.read_connection().execute(said).fetchone() == (1,), "as published nobody is asked about repeats"
        with pytest.raises(InputError, match="no scoring 'loose'; there are: strict, as-published"):
            figures(project, "scoring=loose")
        with pytest.raises(InputError, match="view=statistics has no setting 'scoring=strict'"):
            figures(project, "view=statistics", "scoring=strict")


def test_the_evaluator_says_no_of_a_corrected_row_in_so_many_words(tmp_path: Path) -> None:
    """Its silence from before the correction says nothing of the row, so a run after it may not be silent."""
    golden = [{"attribute": "Rooms", "value": "spotless", "evidence": "The rooms were cleaned twice."}]
    entity = {
        "entity": "HOTEL1", "category": "Hotels",
        "paragraphs": [{"text": "The rooms were cleaned twice.", "golden": golden}],
        "summaries": [{"system": "s", "method": "update", "turn": 1, "entries": [golden[0] | {"value": "dirty"}]}],
    }  # fmt: skip
    file = tmp_path / "e.jsonl"
    file.write_text(json.dumps(entity) + "\n", encoding="utf-8")
    with serving(Script()) as fake, Project.create(tmp_path / "p.galley") as project:
        import_files(project, find("sumie"), [file])
        ran(project, "sumie-evaluate", fake)
        (table,) = entry_model.tables(items.load_item_view(project.read_connection(), 1))
        old = table.entries[0].unit
        right = dict(old.meta) | {"value": "spotless"}
        draft = Draft(old.kind, "Rooms: spotless", old.document, old.type, old.sources, right)
        DecisionWriter(project, "ann").revise(1, How.CLARIFY, [draft], [old.id]).result()
        rows = compute("sumie", project.read_connection(), Params(resamples=0)).rows
        assert rows == [], "the judge has not seen the row that stands now"
        (judge,) = project.read_connection().execute("SELECT id FROM annotator WHERE kind = 'judge'").fetchone()
        ran(project, "sumie-evaluate", fake)
        view = items.load_item_view(project.read_connection(), 1)
        (table,) = entry_model.tables(view)
        new = table.entries[0].unit.id
        said = [v.value for v in view.verdicts if v.annotator == judge and v.cell.unit == new]
        assert said == ["no"] * 3, "wrong-entity, unsupported-value and redundant"
        rows = compute("sumie", project.read_connection(), Params(resamples=0)).rows
        assert [row["precision"] for row in rows] == [1.0, 1.0]


def test_two_hundred_entities_of_seven_turns_through_replay(tmp_path: Path) -> None:
    with grown(tmp_path, 200, 7) as project:
        file = replies_file(tmp_path, project, "sumie-update")
        order = Order("sumie-update", Source("replay", replies=str(file)), "m")
        end = Runner(project, prepare(project, order)).start().join(110)
        assert (end.state, end.replies_received, end.failed_calls) == ("done", 1400, 0)
        assert end.items_done == 200
        assert project.read_connection().execute("SELECT count(*) FROM document WHERE role = 'table'").fetchone() == (
            1400,
        )


def test_a_stopped_run_goes_on_and_pays_for_nothing_twice(tmp_path: Path) -> None:
    with grown(tmp_path, 12, 4) as project:
        file = replies_file(tmp_path, project, "sumie-update")
        runner = Runner(
            project, prepare(project, Order("sumie-update", Source("replay", replies=str(file)), "m"))
        ).start()
        runner.cancel()
        first = runner.join(30)
        kept = project.read_connection().execute("SELECT count(*) FROM call WHERE state = 'done'").fetchone()[0]
        settings = project.read_connection().execute("SELECT settings FROM run").fetchone()
        order = (
            order_of(json.loads(settings[0]))
            if settings
            else Order("sumie-update", Source("replay", replies=str(file)), "m")
        )
        second = Runner(project, prepare(project, order)).start().join(60)
        assert second.state == "done", first
        assert second.replies_received + kept >= 48
        done = (
            project.read_connection()
            .execute("SELECT count(*), count(DISTINCT key) FROM call WHERE state = 'done'")
            .fetchone()
        )
        assert done[0] == done[1] == 48
