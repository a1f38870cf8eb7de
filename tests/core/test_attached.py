"""Evidence by reviewers: attached to a cell, taken back, carried by every export, package and merge."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from galley.core.campaign import answers, merge, pack
from galley.core.domain import Cell, Span, Stance
from galley.core.errors import GalleyError
from galley.core.exports.registry import export
from galley.core.importers.galley import IMPORTER
from galley.core.importers.run_import import import_files
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review import blind, items
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.history import history
from tests.core import building

EMOJI = Span(11, 20)
"""“late? 😀” ends in an emoji of one code point: two units where UTF-16 counts."""
TEXT = "Is the ferry late? 😀"
RTL = "قال آن: «العبّارة متأخرة» 😀👍🏽 اليوم"


def places(project: Project, who: str) -> list[tuple[str, str]]:
    """What somebody attached, as (words, stance)."""
    view = items.load_item_view(project.read_connection(), 1)
    names = {row: annotator.name for row, annotator in view.annotators.items()}
    return [
        (view.unit(each.source).text[slice(*each.span)], each.stance.value)
        for each in view.attached_evidence
        if names[each.annotator] == who
    ]


@pytest.fixture
def project(tmp_path: Path):
    made = building.record("a")
    made["documents"][0]["turns"].append({"speaker": "Cy", "text": RTL})
    with building.project(tmp_path, made) as found:
        yield found


def attach(project: Project, desk: DecisionWriter, unit: int, words: str, stance: Stance) -> Cell:
    view = items.load_item_view(project.read_connection(), 1)
    flag = view.flags()[1]
    source = view.documents[0].units[unit]
    start = source.text.index(words)
    desk.attach(1, flag.cell, [(source.id, Span(start, start + len(words)))], stance).result()
    return flag.cell


def test_a_place_is_attached_and_its_last_word_counts_until_it_is_undone(project: Project) -> None:
    desk = DecisionWriter(project, "ann")
    attach(project, desk, 0, "late? 😀", Stance.SUPPORTS)
    attach(project, desk, 3, "«العبّارة متأخرة» 😀👍🏽", Stance.CONTRADICTS)
    both = [("late? 😀", "supports"), ("«العبّارة متأخرة» 😀👍🏽", "contradicts")]
    assert places(project, "ann") == both
    attach(project, desk, 0, "late? 😀", Stance.CONTRADICTS)
    assert sorted(places(project, "ann")) == sorted([("late? 😀", "contradicts"), both[1]])
    desk.undo().result()
    assert places(project, "ann") == both
    attach(project, desk, 3, "«العبّارة متأخرة» 😀👍🏽", Stance.NEITHER)
    assert places(project, "ann") == both[:1]
    desk.undo().result()
    desk.undo().result()
    assert places(project, "ann") == both[:1]
    desk.redo().result()
    assert places(project, "ann") == both
    assert check(project.path) == []
    told = [event.words for event in history(project.read_connection(), 1)]
    assert told[0].startswith("attached “late? 😀” as supporting Changed meaning"), told[0]


def test_what_is_no_text_of_the_item_or_the_question_itself_is_refused(project: Project) -> None:
    desk = DecisionWriter(project, "ann")
    view = items.load_item_view(project.read_connection(), 1)
    cell, source = view.flags()[1].cell, view.documents[0].units[0]
    with pytest.raises(GalleyError, match="text in question itself"):
        desk.attach(1, cell, [(cell.unit, Span(0, 1))], Stance.SUPPORTS)
    for span in (Span(0, len(TEXT) + 1), Span(3, 3)):
        with pytest.raises(Exception, match=r"outside its unit|CHECK"):
            desk.attach(1, cell, [(source.id, span)], Stance.SUPPORTS).result()
    assert places(project, "ann") == []


def test_the_record_brings_it_back_and_no_other_form_drops_it(project: Project, tmp_path: Path) -> None:
    desk = DecisionWriter(project, "ann")
    cell = attach(project, desk, 0, "late? 😀", Stance.CONTRADICTS)
    view = items.load_item_view(project.read_connection(), 1)
    desk.accept(1, next(flag for flag in view.flags() if flag.cell == cell)).result()
    attach(project, DecisionWriter(project, "ben"), 3, "اليوم", Stance.SUPPORTS)  # and answers nothing
    out = tmp_path / "out.jsonl"
    export(project, "galley", out)
    with Project.create(tmp_path / "again.galley") as again:
        import_files(again, IMPORTER, [out])
        assert (places(again, "ann"), places(again, "ben")) == ([("late? 😀", "contradicts")], [("اليوم", "supports")])
        export(again, "galley", tmp_path / "again.jsonl")
        assert check(again.path) == []
    assert (tmp_path / "again.jsonl").read_bytes() == out.read_bytes()
    export(project, "csv", tmp_path / "out.csv")
    with (tmp_path / "out.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["annotator"] in ("ann", "ben")]
    found = {(row["annotator"], row["origin"]): json.loads(row["evidence"]) for row in rows if row["evidence"]}
    assert {key: [(p["quote"], p["stance"]) for p in listed] for key, listed in found.items()} == {
        ("ann", "decision"): [("late? 😀", "contradicts")],
        ("ben", "evidence"): [("اليوم", "supports")],
    }
    export(project, "parquet", tmp_path / "out.parquet")
    import pyarrow.parquet

    table = pyarrow.parquet.read_table(tmp_path / "out.parquet").to_pylist()
    stances = {row["annotator"]: row["evidence"][0]["stance"] for row in table if row["annotator"] in ("ann", "ben")}
    assert stances == {"ann": "contradicts", "ben": "supports"}
    export(project, "markup", tmp_path / "out.html")
    page = (tmp_path / "out.html").read_text(encoding="utf-8")
    assert "“late? 😀” <span" in page
    assert "contradicts</span>" in page


def test_it_goes_out_in_a_package_and_comes_back(project: Project, tmp_path: Path) -> None:
    attach(project, DecisionWriter(project, "ann"), 0, "late? 😀", Stance.SUPPORTS)
    attach(project, DecisionWriter(project, "ben"), 1, "at ten", Stance.CONTRADICTS)
    copies = pack.list_package_paths(("ann",), tmp_path, project.path)
    pack.pack(project, copies)
    with Project.open(copies["ann"]) as copy:
        assert places(copy, "ann") == [("late? 😀", "supports")]
        assert places(copy, "ben") == [], "what others attached stays here"
        attach(copy, DecisionWriter(copy, "ann"), 3, "متأخرة", Stance.CONTRADICTS)
    answers.write_answers(copies["ann"], tmp_path / "back.galley-answers")
    merge.merge(project, [tmp_path / "back.galley-answers"])
    assert places(project, "ann") == [("late? 😀", "supports"), ("متأخرة", "contradicts")]
    assert places(project, "ben") == [("at ten", "contradicts")]
    assert check(project.path) == []


def test_blind_readers_see_their_own_alone(project: Project) -> None:
    attach(project, DecisionWriter(project, "ann"), 0, "late? 😀", Stance.SUPPORTS)
    ben = DecisionWriter(project, "ben")
    attach(project, ben, 1, "at ten", Stance.CONTRADICTS)
    veiled = blind.Blind(own=True).veil(items.load_item_view(project.read_connection(), 1), ben.reviewer)
    assert [each.annotator for each in veiled.attached_evidence] == [ben.reviewer]
