"""Entities with growing tables: model, replies, changes, import and export."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from galley.core.domain import Cell, Match
from galley.core.errors import InputError
from galley.core.exports.registry import export
from galley.core.import_types import ImportOptions, ImportReport
from galley.core.importers import registry
from galley.core.importers.run_import import import_files
from galley.core.papers.sumie import entry_model
from galley.core.papers.sumie.entry_model import EntryState, Fact
from galley.core.papers.sumie.table_changes import changes
from galley.core.papers.sumie.table_replies import MOST, read_table
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter
from galley.core.storage import names

FIRST = "The rooms of HOTEL1 are spotless. HOTEL2 boasts a lively bar. Its staff was rude to us."
SECOND = "Nobody at HOTEL1 was rude: the staff is kind. HUMAN's heart is a quiet garden."
ENTITY: dict[str, Any] = {
    "entity": "HOTEL1",
    "category": "Hotels",
    "paragraphs": [
        {
            "text": FIRST, "tone": "neutral", "style": "user review", "distractors": ["HOTEL2 boasts a lively bar."],
            "golden": [
                {"attribute": "Rooms", "value": "spotless", "evidence": "The rooms of HOTEL1 are spotless."},
                {"attribute": "Staff", "value": "rude", "evidence": "Its staff was rude to us."},
            ],
        },
        {
            "text": SECOND, "tone": "optimistic", "style": "forum", "distractors": ["HUMAN's heart is a quiet garden."],
            "golden": [{"attribute": "staff", "value": "kind", "evidence": "the staff is kind"}],
        },
    ],
    "summaries": [
        {"system": "gpt", "method": "update", "turn": 1, "entries": [
            {"attribute": "Rooms", "value": "spotless", "evidence": "The rooms of HOTEL1 are spotless."},
            {"attribute": "Bar", "value": "lively", "evidence": "HOTEL2 boasts a lively bar."},
            {"attribute": "Pool", "value": "warm", "evidence": "The pool is warm."}]},
        {"system": "gpt", "method": "update", "turn": 2, "entries": []},
    ],
}  # fmt: skip


def brought(tmp_path: Path, entity: dict[str, Any], name: str = "p") -> tuple[Project, ImportReport]:
    file = tmp_path / f"{name}.jsonl"
    file.write_text(json.dumps(entity) + "\n", encoding="utf-8")
    assert registry.recognise([file]).name == "sumie"
    project = Project.create(tmp_path / f"{name}.galley")
    try:
        return project, import_files(project, registry.find("sumie"), [file])
    except InputError:
        project.close()
        raise


def test_an_entity_is_read_with_turns_golden_entries_and_tables(tmp_path: Path) -> None:
    project, report = brought(tmp_path, ENTITY)
    with project:
        view = items.load_item_view(project.read_connection(), 1)
        assert check(project) == []
    turns = entry_model.turns(view)
    assert [turn.tone for turn in turns] == ["neutral", "optimistic"]
    assert [FIRST[a:b] for a, b, kind in turns[0].distractors if kind == "entity"] == ["HOTEL2 boasts a lively bar."]
    assert [kind for _, _, kind in turns[1].distractors] == ["human"]
    assert [(e.fact.value, e.state) for e in entry_model.golden(view, 2)] == [
        ("spotless", EntryState.NEW), ("rude", EntryState.NEW), ("kind", EntryState.CONFLICT),
    ]  # fmt: skip
    assert len(entry_model.golden(view, 1)) == 2
    first, second = entry_model.tables(view)
    assert (first.system, first.turn, first.method, second.entries) == ("gpt", 1, "update", ())
    assert [entry.unit.meta["match"] for entry in first.entries] == ["verbatim", "verbatim", "missing"]
    assert view.meta == {"entity": "HOTEL1", "category": "Hotels"}
    assert [note.text for note in report.notes] == ["HOTEL1: 1 entry quotes evidence that is in no paragraph."]


@pytest.mark.parametrize("form", ["sumie", "sumie-csv"])
def test_both_forms_come_back_as_they_were(tmp_path: Path, form: str) -> None:
    project, _ = brought(tmp_path, ENTITY)
    out = tmp_path / f"out-{form}"
    with project:
        export(project, form, out)
        export(project, "sumie", tmp_path / "first.jsonl")
    with Project.create(tmp_path / "again.galley") as again:
        assert registry.recognise([out]).name == "sumie"
        import_files(again, registry.find("sumie"), [out])
        export(again, "sumie", tmp_path / "second.jsonl")
    first, second = (json.loads((tmp_path / f"{n}.jsonl").read_text("utf-8")) for n in ("first", "second"))
    if form == "sumie-csv":  # a table without entries has no row
        first["summaries"] = [table for table in first["summaries"] if table["entries"]]
    assert first == second


PUBLISHED: dict[str, Any] = {
    "entity_name": "ENTITY7", "entity_category": "Hotels",
    "paragraph_summaries": [
        {
            "paragraph": [["P0", "The rooms of ENTITY7 are spotless ."], ["P1", "ENTITY9 boasts a lively bar ."],
                          ["P2", "Guests praise its clean rooms ."]],
            "summary": [{"attribute": "Rooms", "value": "spotless", "sentence_ids": ["P0", "P2"],
                         "evidences": ["The rooms of ENTITY7 are spotless", "Guests praise its clean rooms"]}],
            "paragraph_sentiment": "analytic", "paragraph_writing_style": "user review",
        },
        {
            "paragraph": [["P3", "HUMAN's heart is a quiet garden ."], ["P4", "The rooms got worse , says ENTITY7 ."]],
            "summary": [{"attribute": "rooms", "value": "worse", "sentence_ids": ["P4"],
                         "evidences": ["The rooms got worse"]}],
            "paragraph_sentiment": "sarcastic", "paragraph_writing_style": "forum",
        },
    ],
    "distractor_sentences": ["P1", "P3"],
}  # fmt: skip


@pytest.mark.parametrize("form", ["lines", "list"])
def test_the_published_form_is_read(tmp_path: Path, form: str) -> None:
    file = tmp_path / "dataset_sumie.jsonl"
    file.write_text(json.dumps([PUBLISHED], indent=1) if form == "list" else json.dumps(PUBLISHED) + "\n", "utf-8")
    assert registry.recognise([file]).name == "sumie"
    with Project.create(tmp_path / "p.galley") as project:
        report = import_files(project, registry.find("sumie"), [file])
        view = items.load_item_view(project.read_connection(), 1)
        assert check(project) == [] and report.notes == []
    first = "The rooms of ENTITY7 are spotless . ENTITY9 boasts a lively bar . Guests praise its clean rooms ."
    news = entry_model.find_article(view)
    assert news is not None and news.units[0].text == first
    turns = entry_model.turns(view)
    assert [(turn.tone, turn.style) for turn in turns] == [("analytic", "user review"), ("sarcastic", "forum")]
    assert [(first[a:b], kind) for a, b, kind in turns[0].distractors] == [("ENTITY9 boasts a lively bar .", "entity")]
    assert [kind for _, _, kind in turns[1].distractors] == ["human"]
    golden = entry_model.golden(view, 2)
    assert [(e.fact, e.state) for e in golden] == [
        (Fact("Rooms", "spotless", "The rooms of ENTITY7 are spotless"), EntryState.NEW),
        (Fact("rooms", "worse", "The rooms got worse"), EntryState.CONFLICT),
    ]
    assert golden[0].unit.meta["evidences"] == PUBLISHED["paragraph_summaries"][0]["summary"][0]["evidences"]
    assert view.key == "ENTITY7" and view.meta == {"entity": "ENTITY7", "category": "Hotels"}


def test_ids_that_every_paragraph_counts_anew_do_not_mark_the_wrong_sentence(tmp_path: Path) -> None:
    paragraphs = [
        {"paragraph": [["P0", "ENTITY7 is good ."], ["P1", "ENTITY9 is bad ."]], "summary": []},
        {"paragraph": [["P0", "HUMAN is loud ."], ["P1", "ENTITY7 is calm ."]], "summary": []},
    ]
    file = tmp_path / "d.jsonl"
    file.write_text(json.dumps(PUBLISHED | {"paragraph_summaries": paragraphs, "distractor_sentences": ["P0", "P1"]}))
    with Project.create(tmp_path / "p.galley") as project:
        import_files(project, registry.find("sumie"), [file])
        view = items.load_item_view(project.read_connection(), 1)
    assert [[kind for *_, kind in turn.distractors] for turn in entry_model.turns(view)] == [["entity"], ["human"]]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"distractor_sentences": "P1"}, "must be a list of sentence ids"),
        ({"paragraph_summaries": [{"paragraph": ["x"], "summary": []}]}, "pairs of an id and a sentence"),
        ({"paragraph_summaries": [{"paragraph": [], "summary": [{"attribute": "a"}]}]}, "no “value”"),
        ({"paragraph_summaries": [{"paragraph": [], "summary": [
            {"attribute": "a", "value": "b", "evidences": "c"}]}]}, "“evidences” must be a list of texts"),
        ({"entity_name": None}, "“entity_name” must be text"),
    ],
)  # fmt: skip
def test_a_bad_published_entity_is_one_sentence(tmp_path: Path, change: dict[str, Any], said: str) -> None:
    file = tmp_path / "d.jsonl"
    file.write_text(json.dumps(PUBLISHED | change) + "\n", "utf-8")
    with pytest.raises(InputError, match=said) as caught:
        list(registry.find("sumie").read([file], ImportOptions(), ImportReport()))
    assert "d.jsonl, line 1" in str(caught.value)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"entity": None}, "must be text"),
        ({"summaries": [{"system": "x", "turn": 9, "entries": []}]}, "is of turn 9"),
        ({"summaries": [{"system": "x", "turn": 1, "entries": []}] * 2}, "two tables of turn 1"),
        ({"paragraphs": [{"text": "x", "golden": [{"attribute": "a", "value": "b", "state": "odd"}]}]}, "'odd'"),
    ],
)
def test_a_bad_entity_is_one_sentence_and_nothing_is_taken_in(
    tmp_path: Path, change: dict[str, Any], said: str
) -> None:
    with pytest.raises(InputError, match=said):
        brought(tmp_path, ENTITY | change)
    Project.open(tmp_path / "p.galley").close()


def test_what_changed_between_two_tables(tmp_path: Path) -> None:
    def table(name: str, *rows: tuple[str, str]) -> dict[str, Any]:
        entries = [{"attribute": a, "value": v, "evidence": ""} for a, v in rows]
        return {"system": "s", "method": "m", "turn": 1 if name == "a" else 2, "entries": entries}

    before = table("a", ("Rooms", "Spotless"), ("Staff", "rude"), ("View", "sea"))
    after = table("b", ("rooms", "spotless."), ("Staff", "kind"), ("Bar", "open"), ("Outlook", "sea"))
    project, _ = brought(tmp_path, ENTITY | {"summaries": [before, after]})
    with project:
        first, second = entry_model.tables(items.load_item_view(project.read_connection(), 1))
    found = changes(first.entries, second.entries)
    assert [(change.entry.fact.value, change.state) for change in found] == [
        ("spotless.", EntryState.SAME), ("kind", EntryState.CONFLICT),
        ("open", EntryState.NEW), ("sea", EntryState.NEW),
        ("rude", EntryState.GONE),
    ]  # fmt: skip
    assert [entry.fact.value for entry in found[1].before] == ["rude"]


ROOM = Fact("Room", "clean", "It was clean.")


@pytest.mark.parametrize(
    ("reply", "facts", "repaired"),
    [
        ('[{"attribute": "Room", "value": "clean", "evidence": "It was clean."}]', [ROOM], ""),
        ('Here:\n```json\n{"table": [{"Attribute": "Room", "Value": ["clean", "big"]}]}\n```',
         [Fact("Room", "clean"), Fact("Room", "big")], ""),
        ("| Attribute | Value | Evidence |\n|:--|:-:|--|\n| **Room** | clean | It was clean. |\n| | a \\| b | |\nDone.",
         [ROOM, Fact("Room", "a | b")], "merged cells were filled"),
        ('Attribute;Value;Evidence\nRoom;clean;"It was clean."\n', [ROOM], ""),
        ('{"Room": ["clean"], "View": "sea"}', [Fact("Room", "clean"), Fact("View", "sea")], ""),
        ('[{"attribute": "Room", "value": "clean", "evidence": "It was clean."},]', [ROOM], "the JSON was mended"),
        ('[{"attribute": "Room", "value": "clean"}, {"attribute": "", "value": "x"}]',
         [Fact("Room", "clean")], "1 rows without attribute or value were left out"),
        ("[]", [], ""),
        ("| Attribute | Value |\n|---|---|", [], ""),
    ],
)  # fmt: skip
def test_tables_are_read_in_every_form(reply: str, facts: list[Fact], repaired: str) -> None:
    found = read_table(reply)
    assert (list(found.facts), found.why, found.repair_note) == (facts, "", repaired)


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        ("", "the reply is empty"),
        ("I cannot do that.", "the reply contains no table"),
        ("[[[[", "the reply contains no table"),
        ("[1, 2]", "the reply contains no table"),
        ('[{"attribute": "", "value": ""}]', "no row of the table has an attribute and a value"),
        (json.dumps([{"attribute": "a", "value": str(n)} for n in range(MOST + 1)]), "the table has 501 rows"),
    ],
)
def test_a_reply_without_a_table_is_invalid_and_never_an_empty_table(reply: str, why: str) -> None:
    found = read_table(reply)
    assert found.facts == ()
    assert found.why.startswith(why)


def test_the_prompt_again_is_no_answer() -> None:
    prompt = "Write a table of attributes and values.\n| Attribute | Value |\n|---|---|\n| Room | clean |\n" * 3
    assert read_table(prompt, prompt).why == "the reply repeats the prompt"
    assert read_table(prompt[:200], prompt).why == "the reply repeats the prompt"


@given(st.text(alphabet='|-:[]{}",\n\\ab0 é', max_size=200))
def test_no_reply_breaks_the_reader(reply: str) -> None:
    found = read_table(reply)
    assert not (found.why and found.facts)


def test_evidence_is_looked_for_in_the_latest_paragraph_first() -> None:
    assert entry_model.find("the staff is kind", [FIRST, SECOND]) == (1, Match.VERBATIM)
    assert entry_model.find("Its staff was rude to us.", [FIRST, SECOND]) == (0, Match.VERBATIM)
    assert entry_model.find("There is a golf course.", [FIRST, SECOND]) == (None, Match.MISSING)
    assert entry_model.find("", [FIRST]) == (None, Match.MISSING)


@pytest.mark.parametrize("form", ["sumie", "sumie-csv"])
def test_what_is_imported_can_be_reviewed_at_once(tmp_path: Path, form: str) -> None:
    first, report = brought(tmp_path, ENTITY)
    assert report.counts["items"] == 1
    with first:
        file = tmp_path / ("again.csv" if form.endswith("csv") else "again.jsonl")
        export(first, form, file)
    with Project.create(tmp_path / "again.galley") as project:
        for _ in range(2):  # a second time changes nothing
            import_files(project, registry.find("sumie"), [file])
        assert [s.id for s in names.schemes(project.read_connection(), active_only=True)] == ["sumie-entry"]
        assert check(project.path) == []
        view = items.load_item_view(project.read_connection(), 1)
        entry = next(u for u in view.derived_units if u.text.startswith("Pool"))
        criterion = next(c for c in names.criteria(project.read_connection()).values() if c.id == "unsupported-value")
        desk = DecisionWriter(project, "ann")
        desk.add(1, Cell(entry.id, criterion.row, entry.document), value="yes").result()
        (own,) = (v for v in items.load_item_view(project.read_connection(), 1).verdicts if v.cell.unit == entry.id)
        assert own.value == "yes"


def test_a_scheme_that_is_named_without_its_text_must_be_one_that_ships(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    for header, said in (({"id": "no-such"}, "no-such"), ({"id": "basic", "toml": 3}, "must be text")):
        file.write_text(json.dumps({"galley": 1, "schemes": [header]}) + "\n", "utf-8")
        with Project.create(tmp_path / f"{said[:2]}.galley") as project, pytest.raises(InputError, match=said):
            import_files(project, registry.find("galley"), [file])
