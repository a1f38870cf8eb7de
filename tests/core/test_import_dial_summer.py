"""DIAL-SUMMER: two people's labels of ten errors, by sentence and by turn, and the labels that were agreed on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from galley.core.errors import InputError
from galley.core.import_types import ImportOptions, ImportReport
from galley.core.importers.registry import find, recognise
from galley.core.importers.run_import import import_files
from galley.core.metrics.base import Params
from galley.core.metrics.registry import compute
from galley.core.project import protocol_use
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review import items


def said(error: str, label: str, *places: int, by: str | None = None, reason: str = "") -> dict[str, Any]:
    return {"error": error, "label": label, "places": list(places), "reason": reason, "annotator": by}


LINE: dict[str, Any] = {
    "id": 12,
    "dialogue": [
        {"speaker": "Human", "text": "Is the ferry late?"},
        {"speaker": "Assistant", "text": "By an hour."},
        {"speaker": "Human", "text": "Thanks!"},
    ],
    "summary": ["A human asked about the ferry.", "It left at nine."],
    "model": "llama",
    "annotations": [
        said("EXTRINSIC CONVERSATION", "YES", 2, by="a", reason="Nobody says nine."),
        said("Extrinsic conversation", "NO", by="b"),
        said("missed turn", "yes", 2, 3, by="a"),
        said("MISSED TURN", "YES", 2, by="b"),
        said("wrong-linking", "YES", by="a"),
        said("EXTRINSIC CONVERSATION", "YES", 2),
    ],
}


def written(tmp_path: Path, *lines: dict[str, Any]) -> Path:
    file = tmp_path / "dial_summer.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return file


def test_each_annotators_errors_are_verdicts_on_sentences_and_turns(tmp_path: Path) -> None:
    file = written(tmp_path, LINE)
    assert recognise([file]).name == "dial-summer"
    with Project.create(tmp_path / "d.galley") as project:
        report = import_files(project, find("dial-summer"), [file])
        assert check(project) == [] and report.counts["errors without a place"] == 1
        reader = project.read_connection()
        found = reader.execute(
            "SELECT annotator.name, criterion.name, source.name, unit_id - source.whole_id, target.name, value"
            " FROM verdict JOIN annotator ON annotator.id = annotator_id JOIN criterion ON criterion.id = criterion_id"
            " JOIN unit ON unit.id = unit_id JOIN document AS source ON source.id = unit.document_id"
            " JOIN document AS target ON target.id = target_id ORDER BY verdict.id"
        ).fetchall()
        assert found == [
            ("a", "extrinsic-conversation", "summary", 0, "summary", "yes"),
            ("a", "extrinsic-conversation", "summary", 2, "summary", "yes"),
            ("b", "extrinsic-conversation", "summary", 0, "summary", "no"),
            ("a", "missed-turn", "summary", 0, "summary", "yes"),
            ("a", "missed-turn", "dialogue", 2, "summary", "yes"),
            ("a", "missed-turn", "dialogue", 3, "summary", "yes"),
            ("b", "missed-turn", "summary", 0, "summary", "yes"),
            ("b", "missed-turn", "dialogue", 2, "summary", "yes"),
            ("a", "wrong-linking", "summary", 0, "summary", "yes"),
            ("a", "wrong-linking", "summary", 1, "summary", None),
            ("a", "wrong-linking", "summary", 2, "summary", None),
            ("dial-summer", "extrinsic-conversation", "summary", 0, "summary", "yes"),
            ("dial-summer", "extrinsic-conversation", "summary", 2, "summary", "yes"),
        ]
        rows = compute(
            "agreement", reader, Params(level="unit", coefficients=("percent",), annotators=("a", "b"), resamples=0)
        ).rows
        shares = {row["criterion"]: (row["value"], row["n"]) for row in rows}
        assert shares["extrinsic-conversation"] == (0.5, 2) and shares["missed-turn"] == (pytest.approx(2 / 3), 3)
        assert shares.get("wrong-linking", (None, 0))[0] is None, "an error without a place is not an answer"


@pytest.mark.parametrize("protocol_first", [True, False])
def test_two_imported_labels_a_summary_count_for_the_protocol(tmp_path: Path, protocol_first: bool) -> None:
    """Two people's labels resolve or tie a task, a YES without a place among them; only a tie waits for an author."""
    labels = [
        *(said("wrong linking", "YES", 1, by=who) for who in "ab"),
        *(said("changed meaning", "NO", by=who) for who in "ab"),
        said("missed turn", "YES", 2, by="a"),
        said("missed turn", "NO", by="b"),
        said("viewpoint distortion", "YES", 2, by="a"),
        said("viewpoint distortion", "YES", by="b"),
        said("extrinsic context", "YES", 1, by="a"),
    ]
    with Project.create(tmp_path / "d.galley") as project:
        for step in (True, False):
            if step == protocol_first:
                project.write(lambda connection: protocol_use.use(connection, "dial-summer", "ann")).result()
            else:
                import_files(project, find("dial-summer"), [written(tmp_path, LINE | {"annotations": labels})])
        assert check(project) == []
        reader = project.read_connection()
        totals = {
            name.removeprefix("dial-summer/"): (settled, undecided, missing)
            for name, settled, undecided, missing in reader.execute(
                "SELECT task.name, settled, undecided, open FROM task_total JOIN task ON task.id = task_id"
            )
        }
        params = Params(schemes=("dial-summer",), level="summary")
        rows = {row["criterion"]: row for row in compute("frequency", reader, params).rows}
    assert totals["wrong-linking"] == totals["changed-meaning"] == totals["viewpoint-distortion"] == (1, 0, 0)
    assert totals["missed-turn"] == (0, 1, 0) and totals["extrinsic-context"] == (0, 0, 1)
    assert totals["authors"][2] == 4, "the authors go over all that two people answered"
    assert (rows["wrong-linking"]["yes"], rows["changed-meaning"]["yes"]) == (1, 0)
    assert rows["missed-turn"]["open"] == rows["extrinsic-context"]["open"] == 1


def test_an_agreed_label_is_the_authors_word_on_two_peoples_labels(tmp_path: Path) -> None:
    labels = [
        said("wrong linking", "YES", 1, by="a"),
        said("wrong linking", "NO", by="b"),
        said("wrong linking", "NO"),
    ]
    with Project.create(tmp_path / "d.galley") as project:
        project.write(lambda connection: protocol_use.use(connection, "dial-summer", "ann")).result()
        import_files(project, find("dial-summer"), [written(tmp_path, LINE | {"annotations": labels})])
        totals = project.read_connection().execute(
            "SELECT task.name, settled FROM task_total JOIN task ON task.id = task_id WHERE settled > 0"
        )
        assert dict(totals.fetchall()) == {"dial-summer/wrong-linking": 1, "dial-summer/authors": 1}


def test_transcripts_and_texts_are_divided_here(tmp_path: Path) -> None:
    line = LINE | {
        "dialogue": "Human: Is the ferry late?\n\nAssistant: By an hour.",
        "summary": "A human asked about the ferry. It left at nine.",
        "annotations": [said("missed turn", "YES", 2), said("changed meaning", "YES", 2), said("wrong linking", "NO")],
    }
    with Project.create(tmp_path / "d.galley") as project:
        import_files(project, find("dial-summer"), [written(tmp_path, line)])
        view = items.load_item_view(project.read_connection(), 1)
        places = {unit for (unit,) in project.read_connection().execute("SELECT unit_id FROM verdict")}
    found = [unit.text for document in view.documents for unit in document.units if unit.id in places]
    assert found == ["By an hour.", "It left at nine."]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"annotations": [said("missed point", "YES", 1)]}, "no error “missed point”"),
        ({"annotations": [said("missed turn", "maybe", 1)]}, "must be YES or NO"),
        ({"annotations": [said("missed turn", "YES", 4)]}, "numbers of turns from 1 to 3"),
        ({"annotations": [said("wrong linking", "YES", 0)]}, "numbers of sentences from 1 to 2"),
        ({"annotations": [said("wrong linking", "YES", 1), said("Wrong Linking", "NO")]}, "twice"),
        ({"annotations": "none"}, "must be a list of objects"),
        ({"dialogue": [{"speaker": "A"}]}, "no “text”"),
        ({"summary": 5}, "“summary” must be a list of texts"),
        ({"id": ""}, "no id"),
    ],
)
def test_a_bad_line_is_one_sentence(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    file = written(tmp_path, LINE, LINE | change)
    with pytest.raises(InputError, match=message) as caught:
        list(find("dial-summer").read([file], ImportOptions(), ImportReport()))
    assert "dial_summer.jsonl, line 2: " in str(caught.value) and str(caught.value).endswith(".")
