"""Every shape that ships as a mapping: known by its fields, read by its mapping, each cell where it belongs."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import polars as pl
import pytest

from galley.core.cli import main
from galley.core.errors import InputError
from galley.core.import_types import ImportOptions, ImportReport
from galley.core.importers.registry import find, recognise
from galley.core.importers.run_import import import_files
from galley.core.project.project import Project
from galley.core.tables import column_roles, shipped_mappings
from tests.core import intake_files

CELLS = (
    "SELECT i.key, a.name, a.kind, d.system, u.kind, u.position, v.value, v.explanation,"
    ' (SELECT group_concat(substr(d.text, u.start + s.start + 1, s."end" - s.start), char(10)) FROM span s'
    " WHERE s.verdict_id = v.id) FROM verdict v"
    " JOIN item i ON i.id = v.item_id JOIN annotator a ON a.id = v.annotator_id JOIN unit u ON u.id = v.unit_id"
    " JOIN document d ON d.id = u.document_id ORDER BY i.key, a.name, d.system, u.position"
)
BAD = ("sentence", 0, "yes")


def taken(project: Project, path: Path, name: str = "") -> ImportReport:
    mapping = shipped_mappings.load_by_name(name) if name else None
    return import_files(project, find("table"), [path], ImportOptions(mapping=mapping))


def cells(project: Project) -> list[tuple[object, ...]]:
    return [tuple(row) for row in project.read_connection().execute(CELLS)]


def documents(project: Project) -> list[tuple[object, ...]]:
    query = "SELECT i.key, d.role, d.system FROM document d JOIN item i ON i.id = d.item_id ORDER BY 1, 2, 3"
    return [tuple(row) for row in project.read_connection().execute(query)]


EXPECTED = {
    "aggrefact": [
        ("d/o/1", "aggrefact", "gold", "bart", "whole", 0, "yes", None, None),
        ("d/o/1", "aggrefact", "gold", "t5", "whole", 0, "no", None, None),
        ("d/o/2", "aggrefact", "gold", "bart", "whole", 0, "no", None, None),
    ],
    "summac": [("summac-1", "summac", "gold", "m", "whole", 0, "yes", None, None)],
    "faithbench": [
        ("faithbench-0", "p", "human", "m/7b", *BAD, "1860\nnot said so", "1680\nbuilt in 1680"),
        ("faithbench-0", "q", "human", "m/7b", *BAD, None, "It was built in 1680."),
        ("faithbench-0", "q", "human", "m/7b", "sentence", 1, "yes", None, "It is"),
    ],
    "argilla": [
        ("r1", "gpt", "judge", "bart", "whole", 0, "yes", None, None),
        ("r1", "u1", "human", "bart", "whole", 0, "yes", None, None),
        ("r1", "u2", "human", "bart", "whole", 0, "no", None, None),
    ],
    "doccano": [("1", "doccano", "human", "", *BAD, None, "1680")],
    "doccano-entities": [("1", "doccano-entities", "human", "", *BAD, None, "1680")],
    "prodigy": [("-5", "ada", "human", "bart", *BAD, None, "1680")],
    "cnn-dailymail": [],
    "xsum": [],
    "samsum": [],
    "dialogsum": [],
    "ragtruth-sources": [],
    "govreport": [],
    "arxiv": [],
}
RATED = ("govreport-arxiv-ratings", "patentsumeval", "tldr")
"""Held against other programs in ``test_intake_longsumeval.py``."""
BATCHES = ("openai-batch", "anthropic-batch")


def test_each_shipped_mapping_has_its_small_file() -> None:
    assert {*intake_files.SHAPES} == {*shipped_mappings.load_shipped()} == {*EXPECTED, "ragtruth", *RATED, *BATCHES}
    for name, mapping in shipped_mappings.load_shipped().items():
        assert mapping.raw_mapping["title"] and mapping.raw_mapping["fits"] and not mapping.questions, name


@pytest.mark.parametrize("name", EXPECTED)
def test_a_shape_comes_in_by_its_mapping(name: str, tmp_path: Path) -> None:
    path = intake_files.write(tmp_path, name)
    offered = bool(shipped_mappings.load_shipped()[name].raw_mapping.get("offered"))
    assert (shipped_mappings.claims(path) == [name]) != offered
    if not offered:
        assert recognise([path]).name == "table"
    with Project.create(tmp_path / "p.galley") as project:
        taken(project, path, name if offered else "")
        assert cells(project) == EXPECTED[name]
        roles = {row[1] for row in documents(project)}
        if not EXPECTED[name]:
            assert "summary" not in roles and roles & {"article", "dialogue"}
        before = intake_files.held(project)
        assert not taken(project, path, name).counts.get("items"), "the same file twice adds nothing"
        assert intake_files.held(project) == before


def test_replies_join_the_items_that_are_there(tmp_path: Path) -> None:
    sources, replies = (intake_files.write(tmp_path, name) for name in ("ragtruth-sources", "ragtruth"))
    with Project.create(tmp_path / "p.galley") as project:
        with pytest.raises(InputError, match="has no item of this key"):
            taken(project, replies)
        assert not documents(project)
        report = taken(project, sources)
        assert any("1 rows were left out" in note.text for note in report.notes)
        taken(project, replies)
        assert documents(project) == [("s1", "article", ""), *(("s1", "summary", m) for m in ("m1", "m2", "m3"))]
        assert cells(project) == [("s1", "ragtruth", "gold", "m1", *BAD, "wrong", "1680")]
        judged = project.read_connection().execute("SELECT count(DISTINCT target_id) FROM judged").fetchone()[0]
        assert judged == 3, "no label on a reply means that it was read and found right"


@pytest.mark.parametrize("name", BATCHES)
def test_a_judges_replies_of_a_batch_become_verdicts(name: str, tmp_path: Path) -> None:
    """The reply is JSON in a text, in a fence or not; requests that failed say nothing, not no; what nobody can read
    is unscored."""
    path = intake_files.write(tmp_path, name)
    assert shipped_mappings.claims(path) == [], "what a reply means is known only to who asked"
    with Project.create(tmp_path / "p.galley") as project:
        for first in ("ragtruth-sources", "ragtruth"):
            taken(project, intake_files.write(tmp_path, first))
        report = taken(project, path, name)
        assert [row for row in cells(project) if row[1] == "gpt"] == [
            ("s1", "gpt", "judge", "m1", "whole", 0, "yes", "1680 is wrong", None),
            ("s1", "gpt", "judge", "m2", "whole", 0, "no", None, None),
            ("s1", "gpt", "judge", "m3", "whole", 0, None, None, None),
        ]
        reasons = project.read_connection().execute("SELECT reason FROM verdict WHERE value IS NULL").fetchall()
        assert len(reasons) == 1 and "“I would rather not say.” contains no JSON" in reasons[0][0]
        assert any("1 replies could not be read; they are unscored" in note.text for note in report.notes)
        assert any("rows were left out" in note.text for note in report.notes)
        bad = path.with_name(f"bad{path.suffix}")
        bad.write_text(path.read_text("utf-8").replace("hallucination", "halucination"), "utf-8")
        before = intake_files.held(project)
        with pytest.raises(InputError):
            taken(project, bad, name)
        assert intake_files.held(project) == before


def test_answers_of_argilla_to_other_questions_are_accounted_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, project = tmp_path / "records.jsonl", tmp_path / "p.galley"
    record = {
        "fields": {"source": "The ferry sails at noon.", "summary": "It sails at noon."}, "metadata": {},
        "suggestions": {"hallucination": {"value": "yes", "agent": "gpt", "score": 0.7}},
        "responses": {"hallucination": [{"value": "no", "user_id": "ada"}],
                      "relevance": [{"value": 3, "user_id": "ada"}],
                      "topics": [{"value": ["a", "b"], "user_id": "ada"}]},
    }  # fmt: skip
    path.write_text("".join(json.dumps({"id": str(n)} | record) + "\n" for n in range(5)), "utf-8")
    assert main(["import", str(path), "--project", str(project)]) == 2
    asked = capsys.readouterr().err
    assert "responses.relevance[].value: 5 answers to another question would not be imported." in asked
    assert "responses.topics[].value[]: 10 answers" in asked and "user_id" not in asked and not project.exists()
    assert "leave them out: --mapping argilla." in asked
    assert main(["import", str(path), "--project", str(project), "--mapping", "argilla"]) == 0
    said = capsys.readouterr().out
    assert "responses.hallucination[].value 5" in said.partition("read: ")[2].partition("\n")[0]
    assert "responses.relevance[].value 5" in said.partition("dropped: ")[2]
    assert main(["import", str(path), "--project", str(project)]) == 0, "the project keeps what was confirmed"


def test_a_list_of_responses_names_who_answers_and_keeps_the_other_answers_as_metadata(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, project = tmp_path / "responses.json", tmp_path / "p.galley"
    record = {
        "fields": {"article": "The ferry sails at noon.", "summary": "It sails at noon."},
        "responses": [{"user_id": user, "values": {"faithful": {"value": value}, "fluency": {"value": fluency}}}
                      for user, value, fluency in (("ada", "yes", 3), ("bo", "no", 2))],
    }  # fmt: skip
    path.write_text(json.dumps([{"id": str(n)} | record for n in range(5)]), "utf-8")
    role = "responses[].values.faithful.value=flag,error=no,by=human"
    assert main(["import", str(path), "--project", str(project), "--role", role]) == 0
    said = capsys.readouterr().out
    assert "“fields.summary” is Summary;" in said and "dropped: " not in said
    assert "kept as metadata: responses[].values.fluency.value 10" in said
    with Project.open(project, read_only=True) as opened:
        connection = opened.read_connection()
        assert {(row[1], row[6]) for row in cells(opened)} == {("ada", "no"), ("bo", "yes")}
        metadata = [json.loads(text) for (text,) in connection.execute("SELECT value FROM item_meta")]
    assert metadata == [{"responses[].values.fluency.value": [3, 2]}] * 5


@pytest.mark.parametrize("form", ["jsonl", "csv", "parquet"])
def test_blank_texts_are_no_answers(form: str, tmp_path: Path) -> None:
    answers = [("yes", "ok"), ("no", ""), (" ", "ok"), (" ", " "), ("yes", "  "), ("no", "wrong")]
    comments = [f"Sentence {n} is wrong." if n < 10 else ("", " ")[n % 2] for n in range(18)]
    rows = [
        dict(zip(("id", "article", "summary", "GPT flag", "Mia", "error"),
                 (str(n), "It rained.", f"Summary {n}.", *answers[n % 6], comments[n]), strict=True))
        for n in range(18)
    ]  # fmt: skip
    path = tmp_path / f"t.{form}"
    if form == "parquet":
        pl.DataFrame(rows).write_parquet(path)
    elif form == "csv":
        lines = [",".join(row.values()) for row in [dict(zip(rows[0], rows[0], strict=True)), *rows]]
        path.write_text("\n".join(lines), "utf-8")
    else:
        path.write_text("\n".join(json.dumps(row) for row in rows), "utf-8")
    options = ["--role", "GPT flag=flag,error=yes", "--role", "Mia=answer,about=flag"]
    options += ["--role", "error=flag,reading=any,by=human:Ann"]
    project = tmp_path / "p.galley"
    assert main(["import", str(path), "--project", str(project), *options]) == 0
    with Project.open(project, read_only=True) as opened:
        by_annotator = Counter((str(row[1]), row[6]) for row in cells(opened))
    expected_flags = {("GPT", "yes"): 6, ("GPT", "no"): 6, ("Ann", "yes"): 10}
    assert by_annotator == expected_flags | {("Mia", "yes"): 6}


def test_a_list_of_objects_with_a_summary_each_is_one_of_summaries(tmp_path: Path) -> None:
    path, project = tmp_path / "outputs.json", tmp_path / "p.galley"
    records = [
        {"id": n, "article": "It rained all day.",
         "outputs": [{"model": model, "summary": f"{model} {n}.", "flag": {"hallucination": value}}
                     for model, value in (("one", "yes"), ("two", "no"))]}
        for n in range(4)
    ]  # fmt: skip
    path.write_text(json.dumps({"data": records}), "utf-8")
    role = "outputs[].flag.hallucination=flag,error=yes,by=judge:GPT"
    assert main(["import", str(path), "--project", str(project), "--role", role]) == 0
    with Project.open(project, read_only=True) as opened:
        assert Counter((row[3], row[6]) for row in cells(opened)) == {("one", "yes"): 4, ("two", "no"): 4}


@pytest.mark.parametrize(
    ("role", "mia"),
    [("about=flag", "yes no"), ("about=flag,ok=right", "yes no"), ("about=flag,ok=wrong,wrong=right", "no yes"),
     ("about=summary,ok=right,wrong=wrong", "no yes")],
)  # fmt: skip
def test_a_command_says_what_an_answer_means_and_no_order_of_roles_drops_it(
    tmp_path: Path, role: str, mia: str
) -> None:
    path = tmp_path / "t.csv"
    lines = ["id,article,summary,GPT flag,GPT comment,Mia", "v1,It rained.,Rain.,yes,wrong,ok",
             "v2,It hailed.,Hail.,no,,", "v3,It snowed.,Snow.,yes,bad,wrong"]  # fmt: skip
    path.write_text("\n".join(lines), "utf-8")
    project = tmp_path / "p.galley"
    options = ["--role", f"Mia=answer,{role}", "--role", "GPT comment=explanation"]
    options += ["--role", "GPT flag=flag,error=yes,by=judge:GPT"]
    assert main(["import", str(path), "--project", str(project), *options]) == 0
    with Project.open(project, read_only=True) as opened:
        answers = [str(row[6]) for row in cells(opened) if row[1] == "Mia"]
    assert answers == mia.split()


def test_an_answer_whose_flag_is_no_flag_any_more_is_asked_about(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    lines = ["id,article,summary,GPT flag,Mia", "v1,It rained.,Rain.,yes,ok", "v2,It hailed.,Hail.,no,wrong"]
    path.write_text("\n".join(lines), "utf-8")
    scan = column_roles.scan_table([path], {}, ImportReport())
    roles = column_roles.guess_roles(scan)
    for text in ("Mia=answer,about=flag", "GPT flag=metadata"):
        roles = column_roles.apply_role_text(scan, roles, text)
    assert [q.id for q in column_roles.list_questions(scan, roles) if q.is_open] == ["what:Mia"]
