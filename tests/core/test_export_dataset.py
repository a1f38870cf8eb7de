"""The data set to publish: loaded again by readers that share no code with us, and nothing in it that was not to go."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pandas
import pytest

from galley.core.adjudication.bulk_adjudication import BulkOrder, preview_adjudication, write_bulk_decisions
from galley.core.domain import Cell
from galley.core.errors import InputError
from galley.core.exports import _shards
from galley.core.exports._sheet import COLUMNS
from galley.core.exports.base import ExportChoices, Only
from galley.core.exports.registry import export
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from tests.core import building

WISHES = ExportChoices(
    licence="cc-by-4.0", languages=("en", "pt-BR"), title='News: "all"', citation="@misc{x, title={`Y`}}"
)


def reviewed(folder: Path) -> Project:
    """Four items in two splits; three people finish, one cell is settled by a person, another by a rule, a third left
    open, and one is unsure."""
    records = [building.record(f"item {n}", split="test" if n % 2 else "dev") for n in range(4)]
    project = building.project(folder, *records)
    desks = [DecisionWriter(project, name) for name in ("Ann Secret", "Ben Secret", "Cyd Secret")]
    for item in (1, 2):
        view = load_item_view(project.read_connection(), item)
        flags = view.flags()
        for n, desk in enumerate(desks):
            desk.accept(item, flags[0]).result()
            if item == 1 and n == 2:
                desk.unsure(item, flags[1]).result()
            desk.note(item, flags[0].cell, f"whispered {n}").result()
            building.finish_all(desk, load_item_view(project.read_connection(), item)).result()
    view = load_item_view(project.read_connection(), 1)
    desks[0].adjudicate(1, view.flags()[0].cell, "yes", note="sure").result()
    desks[1].adjudicate(1, view.flags()[1].cell, None).result()
    some = tuple({flag.cell.criterion for flag in view.flags()[2:]})  # the others are left to the rule of flags
    plan = preview_adjudication(project.read_connection(), BulkOrder(min_votes=3, criteria=some))
    write_bulk_decisions(project, desks[2].reviewer, plan, plan.confirmation)
    return project


def read(folder: Path, table: str) -> pandas.DataFrame:
    """All rows of a table by what the YAML of README.md says, read by pandas."""
    head = (folder / "README.md").read_text("utf-8").split("---\n")[1]
    part = re.search(rf"- config_name: {table}\n(?:  default: true\n)?  data_files:\n((?:  - .*\n    .*\n)+)", head)
    assert part, head
    found = []
    for path in re.findall(r'path: "(.*)"', part[1]):
        files = sorted(folder.glob(path))
        assert files
        found += [pandas.read_json(f, lines=True) if f.suffix == ".jsonl" else pandas.read_parquet(f) for f in files]
    return pandas.concat(found)


@pytest.mark.parametrize("parquet", [True, False], ids=["parquet", "jsonl"])
def test_a_data_set_holds_items_gold_people_and_judges(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, parquet: bool
) -> None:
    if not parquet:
        monkeypatch.setitem(sys.modules, "pyarrow", None)
        monkeypatch.setattr(pandas.io.json._json, "import_optional_dependency", None, raising=False)
    with reviewed(tmp_path) as project:
        report = export(project, "dataset", tmp_path / "out", choices=WISHES)
        sql = project.read_connection().execute
        settled = sql(
            "SELECT key, criterion.name, value, (SELECT note FROM decision WHERE id = decision_id) FROM verdict"
            " JOIN annotator a ON a.id = annotator_id JOIN item ON item.id = item_id"
            " JOIN criterion ON criterion.id = criterion_id WHERE a.kind = 'gold' AND value IS NOT NULL"
        ).fetchall()
        asked = sql(
            "SELECT count(*) FROM judged j JOIN annotator a ON a.id = j.annotator_id JOIN criterion c"
            " ON c.id = j.criterion_id WHERE a.kind = 'human' AND c.name = 'extrinsic-context'"
        ).fetchone()[0]
    monkeypatch.undo()
    gold, people, judges, items = (read(tmp_path / "out", t) for t in ("gold", "verdicts", "judges", "items"))
    assert sorted(items["key"]) == [f"item {n}" for n in range(4)]
    assert items.set_index("key").loc["item 1", "documents"][0]["text"].startswith("Ann: Is the ferry late? 😀")
    assert len(gold) == report.counts["gold cells"] > len(settled) >= 2
    ruled, gold = gold[gold["origin"] == "rule"], gold[gold["origin"] != "rule"]
    assert set(ruled["resolved_how"].str.split(" of ").str[0]) == {"rule: majority"}
    assert ruled["resolved_by"].isna().all()
    assert sorted(zip(gold["key"], gold["criterion"], gold["value"], strict=True)) == sorted(r[:3] for r in settled)
    how = {(row.key, row.criterion): (row.resolved_by, row.resolved_how) for row in gold.itertuples()}
    for key, criterion, _, note in settled:
        one = note == "sure"
        bulk = "adjudicated by Cyd Secret, in bulk: what more than half of the voters say"
        said = ("Ann Secret", "adjudicated by Ann Secret") if one else ("Cyd Secret", bulk)
        assert how[key, criterion] == said
    for row in gold.itertuples():
        assert [dict(each)["annotator"] for each in row.answers] == ["Ann Secret", "Ben Secret", "Cyd Secret"]
    assert set(people["kind"]) == {"human"} and set(judges["annotator"]) == {"judge", "other"}
    unsure = people[people["value"].isna()]
    assert list(unsure["reason"]) == ["unsure"] and list(unsure["annotator"]) == ["Cyd Secret"]
    # each summary has its sentences: two in sum-a, one in sum-b, and three people went through two items
    assert asked == 12 and (people["criterion"] == "extrinsic-context").sum() == 3 * 2 * 3
    place = next(each[0] for each in judges["evidence"] if len(each))
    assert set(place) == {"document", "unit", "start", "end", "quote", "match", "stance"} and place["quote"] == "at ten"
    assert tuple(people.columns) == COLUMNS and tuple(gold.columns) == (*COLUMNS, "answers")


def test_checksums_card_yaml_and_names_of_files(tmp_path: Path) -> None:
    out = tmp_path / "out"
    with reviewed(tmp_path) as project:
        export(project, "dataset", out, choices=WISHES)
        first = {p.relative_to(out): p.read_bytes() for p in (out / "data").rglob("*.parquet")}
        export(project, "dataset", out, choices=WISHES)  # what we made ourselves is replaced
    assert {p.relative_to(out): p.read_bytes() for p in (out / "data").rglob("*.parquet")} == first
    sums = dict(reversed(line.split("  ")) for line in (out / "SHA256SUMS").read_text().splitlines())
    there = {p.relative_to(out).as_posix(): p for p in out.rglob("*") if p.is_file()}
    assert sums.keys() == there.keys() - {"SHA256SUMS"}
    assert all(hashlib.sha256(there[name].read_bytes()).hexdigest() == digest for name, digest in sums.items())
    assert {"card.json", "card.md", "README.md", "data/gold/test-00000-of-00001.parquet"} <= there.keys()
    page = (out / "README.md").read_text("utf-8")
    assert page.startswith('---\nlicense: "cc-by-4.0"\nlanguage:\n- "en"\n- "pt-BR"\npretty_name: "News: \\"all\\""\n')
    assert '- "n<1K"' in page and "@misc{x, title={`Y`}}" in page and '# News: "all"' in page
    assert json.loads((out / "card.json").read_text("utf-8"))["format"] == "dataset"
    assert not list(tmp_path.glob(".*"))


def test_without_texts_no_word_and_no_name_goes_out(tmp_path: Path) -> None:
    """Every word of every text, note, explanation and name is looked for in every byte, unpacked from Parquet."""
    out = tmp_path / "out"
    with reviewed(tmp_path) as project:
        export(project, "dataset", out, choices=ExportChoices(texts="none", licence="other"))
        export(project, "csv", tmp_path / "t.csv", choices=ExportChoices(texts="none"))
        texts = dict(project.read_connection().execute("SELECT name, text FROM document WHERE item_id = 1"))
    written = [path.read_text("utf-8") for path in tmp_path.rglob("*") if path.suffix in (".md", ".csv", ".json")]
    for path in out.rglob("*.parquet"):
        written += [pandas.read_parquet(path).to_json(orient="records", force_ascii=False, date_format="iso")]
    whole = "\n".join(written)
    for word in ("ferry", "Secret", "whispered", "nine", "at ten"):
        assert word not in whole, word
    items, gold = read(out, "items"), read(out, "gold")
    document = next(d for d in items[items["key"] == "item 0"].iloc[0]["documents"] if d["document"] == "article")
    assert document["sha256"] == hashlib.sha256(texts["article"].encode()).hexdigest()
    assert "unit_text" not in gold and gold["unit_sha256"].str.fullmatch("[0-9a-f]{64}").all()
    assert set(gold["resolved_by"].dropna()) <= {"person-1", "person-2", "person-3"}
    assert {dict(a)["annotator"] for row in gold["answers"] for a in row} == {"person-1", "person-2", "person-3"}
    card = json.loads((out / "card.json").read_text("utf-8"))
    assert {entry["name"] for entry in card["annotators"]} >= {"person-1", "person-2", "person-3"}
    with reviewed_again(tmp_path) as project:  # asked for, they go along
        export(
            project, "dataset", out, choices=ExportChoices(texts="none", licence="other", pseudonyms=False, notes=True)
        )
    people = read(out, "verdicts")
    assert "Ann Secret" in set(people["annotator"]) and "whispered 0" in set(people["note"])


def reviewed_again(folder: Path) -> Project:
    return Project.open(folder / "test.galley", read_only=True)


def test_what_is_asked_is_heeded_or_refused(tmp_path: Path) -> None:
    other = tmp_path / "mine"
    other.mkdir()
    (other / "thesis.txt").write_text("years", "utf-8")
    with reviewed(tmp_path) as project:
        for wishes, says in (
            (ExportChoices(), "--licence"),
            (ExportChoices(licence="my own; ask"), "not a name of a licence"),
            (ExportChoices(licence="mit", languages=("english please",)), "not a language code"),
            (ExportChoices(licence="mit", keys=("item 1",)), "takes no --item"),
        ):
            with pytest.raises(InputError, match=says):
                export(project, "dataset", tmp_path / "out", choices=wishes)
        with pytest.raises(InputError, match="takes no --licence"):
            export(project, "csv", tmp_path / "t.csv", choices=ExportChoices(licence="mit"))
        with pytest.raises(InputError, match="takes no --texts"):
            export(project, "galley", tmp_path / "t.jsonl", choices=ExportChoices(texts="none"))
        with pytest.raises(InputError, match="did not write there"):
            export(project, "dataset", other, choices=ExportChoices(licence="mit"))
        export(project, "csv", tmp_path / "p.csv", choices=ExportChoices(pseudonyms=True, notes=False))
        only = export(project, "dataset", tmp_path / "gold", Only.GOLD, choices=ExportChoices(licence="mit"))
    assert (other / "thesis.txt").read_text("utf-8") == "years" and not (tmp_path / "out").exists()
    said = (tmp_path / "p.csv").read_text("utf-8")
    assert "Secret" not in said and "whispered" not in said and "person-1" in said and "ferry" in said
    gold, people = read(tmp_path / "gold", "gold"), read(tmp_path / "gold", "verdicts")
    assert len(people) == 3 * len(gold) == 3 * only.counts["gold cells"]


def test_a_long_table_is_written_in_several_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_shards, "BATCH_SIZE", 3)
    monkeypatch.setattr(_shards, "SHARD", 1)
    with reviewed(tmp_path) as project:
        export(project, "dataset", tmp_path / "many", choices=WISHES)
    files = sorted(path.name for path in (tmp_path / "many" / "data" / "verdicts").iterdir() if "test" in path.name)
    assert len(files) > 2 and files[-1] == f"test-{len(files) - 1:05}-of-{len(files):05}.parquet"
    assert not read(tmp_path / "many", "verdicts").duplicated(["key", "annotator", "criterion", "document", "unit",
                                                               "about"]).any()  # fmt: skip


def test_duckdb_reads_the_folder(tmp_path: Path) -> None:
    """In a process of its own: duckdb complains at the end of one that its own types outlive it."""
    with reviewed(tmp_path) as project:
        count = export(project, "dataset", tmp_path / "out", choices=WISHES).counts["gold cells"]
    query = "SELECT count(*), max(len(answers)), bool_and(answers[1].annotator = 'Ann Secret') FROM read_parquet(?)"
    code = "import duckdb, json, sys\nprint(json.dumps(duckdb.execute(sys.argv[1], [sys.argv[2]]).fetchone()))"
    command = [sys.executable, "-c", code, query, str(tmp_path / "out" / "data" / "gold" / "*.parquet")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [count, 3, True]


def test_datasets_and_polars_load_it(tmp_path: Path) -> None:
    import datasets
    import polars
    with reviewed(tmp_path) as project:
        count = export(project, "dataset", tmp_path / "out", choices=WISHES).counts["gold cells"]
    loaded = datasets.load_dataset(str(tmp_path / "out"), "gold", cache_dir=str(tmp_path / "cache"))
    assert sum(part.num_rows for part in loaded.values()) == count
    assert polars.read_parquet(tmp_path / "out" / "data" / "gold" / "*.parquet").height == count


@pytest.mark.parametrize("form", ["csv", "dataset"])
def test_cells_that_gold_settled_in_silence_are_gold(tmp_path: Path, form: str) -> None:
    """An item in which gold went through and marked nothing has gold on each of its cells; one cell is left open."""
    expert: dict[str, Any] = {"annotator": "experts", "kind": "gold", "scheme": "dial-summer"}
    silent = building.record("silent", judged=[{**expert, "criteria": ["extrinsic-context"], "documents": ["sum-a"]}])
    other = building.record("nothing", judged=[])
    with building.project(tmp_path, silent, other) as project:
        sql = project.read_connection().execute
        unit, target = sql(
            "SELECT whole_id + 1, id FROM document WHERE name = 'sum-a' AND item_id = 1"
        ).fetchone()  # the first sentence
        criterion = sql("SELECT id FROM criterion WHERE name = 'extrinsic-context'").fetchone()[0]
        if form == "csv":
            export(project, "csv", tmp_path / "a.csv", Only.GOLD)
            frame = pandas.read_csv(tmp_path / "a.csv")
            frame = frame[frame["kind"] == "gold"]
        else:
            export(project, "dataset", tmp_path / "a", Only.GOLD, choices=ExportChoices(licence="mit"))
            frame = read(tmp_path / "a", "gold")
            assert json.loads((tmp_path / "a" / "card.json").read_text("utf-8"))["gold"]["cells"] == 2
        assert set(frame["key"]) == {"silent"} and list(frame["value"]) == ["no", "no"]
        assert set(frame["resolved_how"]) == {"as imported"} and set(frame["origin"]) == {"judged"}
        DecisionWriter(project, "zoe").adjudicate(1, Cell(unit, criterion, target), None).result()
        report = export(project, "csv", tmp_path / "b.csv", Only.GOLD)
        frame = pandas.read_csv(tmp_path / "b.csv")
        assert report.counts["items"] == 1 and (frame["kind"] == "gold").sum() == 1


def test_all_tables_have_the_same_columns_and_rows(tmp_path: Path) -> None:
    from python_calamine import load_workbook

    with reviewed(tmp_path) as project:
        for form in ("csv", "xlsx", "parquet"):
            export(project, form, tmp_path / f"t.{form}", Only.GOLD)
    csv = pandas.read_csv(tmp_path / "t.csv", keep_default_na=False)
    typed = pandas.read_parquet(tmp_path / "t.parquet")
    head, *rows = load_workbook(str(tmp_path / "t.xlsx")).get_sheet_by_name("verdicts").to_python()
    assert tuple(csv.columns) == tuple(typed.columns) == tuple(head) == COLUMNS and "resolved_by" in COLUMNS
    for name in ("resolved_by", "resolved_how", "annotator", "value"):
        assert list(csv[name]) == list(typed[name].fillna("")) == [row[head.index(name)] for row in rows]
    assert {*csv["resolved_by"]} == {"", "Ann Secret", "Cyd Secret"}


def test_the_command_writes_where_it_is_told_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from galley.core import cli

    with reviewed(tmp_path):
        pass
    asked = ["--project", str(tmp_path / "test.galley"), "--licence", "mit"]
    (tmp_path / "c.bib").write_text("@misc{mine}", "utf-8")
    assert cli.main(["export", "dataset", *asked]) == 2
    assert cli.main(["export", "dataset", str(tmp_path / "a"), "--out", str(tmp_path / "b"), *asked]) == 2
    assert cli.main(["export", "dataset", str(tmp_path / "a"), *asked, "--citation", str(tmp_path / "none.bib")]) == 1
    assert not (tmp_path / "a").exists()
    assert cli.main(["export", "dataset", str(tmp_path / "a"), *asked, "--citation", str(tmp_path / "c.bib")]) == 0
    assert "71 gold cells" in capsys.readouterr().out and "@misc{mine}" in (tmp_path / "a" / "README.md").read_text()
