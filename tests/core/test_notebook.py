"""The notebook: each table against the rows of the project, read another way, and what it writes."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pandas
import pytest

import galley
from galley.core import cli
from galley.core.adjudication import bulk_adjudication
from galley.core.domain import Cell
from galley.core.errors import GalleyError, InputError, ProjectReadOnly
from galley.core.exports.base import Only
from galley.core.exports.registry import export
from galley.core.importers.sample_project import make
from galley.core.metrics import registry
from galley.core.metrics.base import Params
from galley.core.project.project import Project
from galley.core.review import blind, queue
from galley.core.review.blind import Blind
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from galley.core.storage import names
from tests.core import building
from tests.core.test_query import reviewed

door: Any = galley


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample with some gold."""
    path = make(tmp_path_factory.mktemp("sample"))
    with Project.open(path) as project:
        plan = bulk_adjudication.preview_adjudication(
            project.read_connection(), bulk_adjudication.BulkOrder(bulk_adjudication.BulkRule.CONSISTENCY)
        )
        zoe = DecisionWriter(project, "zoe").reviewer
        bulk_adjudication.write_bulk_decisions(project, zoe, plan, plan.confirmation)
    return path


def test_importing_it_loads_nothing_heavy() -> None:
    code = (
        "import sys, galley\nheavy = {'pandas', 'numpy', 'sqlite3', 'click', 'PySide6', 'galley.core.project'}\n"
        "print(heavy & set(sys.modules), hasattr(galley, 'open'), hasattr(galley, 'chart'), hasattr(galley, 'no'))\n"
        "print({'PySide6', 'galley.gui', 'pandas'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.splitlines() == ["set() True True False", "set()"], done.stderr


def test_verdicts_and_gold_are_those_of_the_table(sample: Path, tmp_path: Path) -> None:
    """Held against the CSV, which is written item by item."""
    with door.open(sample) as p:
        export(p.project, "csv", tmp_path / "a.csv")
        export(p.project, "csv", tmp_path / "g.csv", Only.GOLD)
        mine, gold = p.verdicts(), p.gold()
    table = pandas.read_csv(tmp_path / "a.csv", dtype=str, keep_default_na=False)
    table = table[table["origin"].isin(["verdict", "decision"])]
    columns = ["key", "dataset", "split", "unit_kind", "unit", "scheme", "criterion", "system", "annotator", "kind",
               "value", "reason", "votes", "explanation"]  # fmt: skip
    assert len(mine) == len(table) > 500
    assert sorted(_rows(mine[columns])) == sorted(_rows(table[columns]))
    table = pandas.read_csv(tmp_path / "g.csv", dtype=str, keep_default_na=False)
    table = table[(table["kind"] == "gold") & (table["value"] != "")]
    columns = ["key", "unit_kind", "unit", "scheme", "criterion", "system", "value", "resolved_by", "resolved_how"]
    assert sorted(_rows(gold[columns])) == sorted(_rows(table[columns])) and len(gold) > 0


def test_implicit_no_has_a_row_where_it_is_asked_for(sample: Path, tmp_path: Path) -> None:
    """Held against the CSV, which writes silence out."""
    with door.open(sample) as p:
        export(p.project, "csv", tmp_path / "a.csv")
        spoken, frame = p.verdicts(), p.verdicts(silence=True)
        some = p.verdicts("criterion:wrong-linking judge:desk-judge", silence=True)
    table = pandas.read_csv(tmp_path / "a.csv", dtype=str, keep_default_na=False)
    table = table[table["origin"].isin(["verdict", "decision", "judged"])]
    columns = ["key", "dataset", "split", "document", "unit_kind", "unit", "scheme", "criterion", "system", "annotator",
               "kind", "value", "reason", "votes", "explanation"]  # fmt: skip
    assert len(frame) == len(table) > 3 * len(spoken)
    assert sorted(_rows(frame[columns])) == sorted(_rows(table[columns]))
    assert [str(kind) for kind in frame.dtypes] == [str(kind) for kind in spoken.dtypes]
    chosen = table[(table["criterion"] == "wrong-linking") & (table["annotator"] == "desk-judge")]
    assert sorted(_rows(some[columns])) == sorted(_rows(chosen[columns])) and set(some["value"]) == {"yes", "no"}


def test_implicit_no_of_whole_summaries_has_a_row_as_the_table_back_says(tmp_path: Path) -> None:
    frame = pandas.DataFrame({
        "ID": ["1", "2", "3"], "Article": ["It is late.", "It is blue.", "It is old."],
        "Summary": ["Late.", "Red.", "New."], "GPT flag": ["no", "yes", "yes"],
    })  # fmt: skip
    with door.read(frame, tmp_path / "p.galley", ["GPT flag=flag,error=yes,by=judge:GPT"]) as p:
        p.decide(p.flags("key:2"), "accept", reviewer="ada")
        for key in ("1", "2"):
            p.finish(key, reviewer="ada")
        silence, back = p.verdicts(silence=True), p.table_back()
        export(p.project, "csv", tmp_path / "a.csv")
        export(p.project, "label-studio", tmp_path / "a.json")
    ada = silence[silence["annotator"] == "ada"]
    assert dict(zip(ada["key"], ada["value"], strict=True)) == {"1": "no", "2": "yes"}
    assert set(ada["unit_kind"]) == {"whole"}
    assert [verdict for verdict in back["GPT flag · ada · verdict"] if verdict] == ["no", "yes"]
    table = pandas.read_csv(tmp_path / "a.csv", dtype=str)
    assert list(table[table["origin"] == "judged"]["key"]) == ["1"]
    choices = [
        [result["value"]["choices"][0].partition(": ")[2] for each in task["annotations"] if not each["ground_truth"]
         for result in each["result"] if result["from_name"] == "whole_summary"]
        for task in json.loads((tmp_path / "a.json").read_text("utf-8"))
    ]  # fmt: skip
    assert choices == [["no"], ["yes"], []]


def test_spans_and_evidence_have_offsets_of_their_units(sample: Path, tmp_path: Path) -> None:
    """Held against the table, in which they are JSON."""
    with door.open(sample) as p:
        export(p.project, "csv", tmp_path / "a.csv")
        flags, verdicts = p.flags(), p.verdicts()
    table = pandas.read_csv(tmp_path / "a.csv", dtype=str, keep_default_na=False)
    table = table[table["origin"].isin(["verdict", "decision"])]
    spans = sorted((row.key, *span) for row in table.itertuples() for span in json.loads(row.spans or "[]"))
    assert spans == sorted((row.key, *span) for row in verdicts.itertuples() for span in row.spans) and spans
    places = sorted((row.key, place["quote"], *(place.get("span") or ())) for row in table.itertuples()
                    for place in json.loads(row.evidence or "[]") if "stance" not in place)  # fmt: skip
    frame_places = sorted(
        (row.key, place["quote"], *(() if place["start"] is None else (place["start"], place["end"])))
        for row in verdicts.itertuples() for place in row.evidence
    )  # fmt: skip
    assert frame_places == places and places
    for row in flags.itertuples():
        assert all(0 <= start < end <= len(row.text) for start, end in row.spans)


def test_decisions_join_to_flags_by_their_number(tmp_path: Path) -> None:
    building.project(tmp_path, building.record("a"), building.record("b")).close()
    with door.open(tmp_path / "test.galley", write=True) as p:
        flags = p.flags("judge:judge").iloc[:2]
        p.decide(flags, "accept", reviewer="ada")
        joined = p.decisions().merge(p.flags(), on="flag", suffixes=("", "_of_flag"))
        assert sorted(joined["flag"]) == sorted(flags["flag"]) and set(joined["state"]) == {"accepted"}
        assert list(joined["key"]) == list(joined["key_of_flag"])
        p.decide(p.flags("key:a"), "accept", reviewer="ada")
        p.finish("a", reviewer="ada")
        assert p.items("key:a", reviewer="ada")["finished"].all()
        assert set(p.decisions()["action"]) == {"accept", "finish"}
        assert (p.decisions()["action"] == "finish").sum() == p.decisions()["flag"].isna().sum() == 1
        assert p.undo(reviewer="ada") and not p.items("key:a", reviewer="ada")["finished"].any()
        with pytest.raises(InputError, match="no item 'z'"):
            p.finish("z", reviewer="ada")


def test_a_frame_comes_in_and_a_closed_project_refuses(tmp_path: Path) -> None:
    frame = pandas.DataFrame({
        "ID": ["1", "2"], "Article": ["The ferry is late.", "It is blue."], "Summary": ["It is late.", "It is red."],
        "GPT flag": ["no", "yes"],
    })  # fmt: skip
    Project.create(tmp_path / "p.galley").close()
    p = door.open(tmp_path / "p.galley", write=True)
    with pytest.raises(InputError, match="Which means that there is an error") as asked:
        p.add(frame)
    assert "'GPT flag=flag,error=yes'  or  'GPT flag=flag,error=no'" in str(asked.value)
    assert "--role" not in str(asked.value) and "frame.jsonl" not in str(asked.value)
    assert p.add(frame, roles=["GPT flag=flag,error=yes,by=judge:GPT"])["items"] == 2
    assert list(p.flags()["judge"]) == ["GPT"]
    p.decide(p.flags(), "accept", reviewer="ada")
    assert list(p.table_back()["GPT flag · ada · answer"]) == ["", "accepted"]
    p.close()
    assert repr(p) == "<galley p.galley: closed>"
    for ask in (p.items, p.flags, p.verdicts, p.decisions, p.gold, p.table_back, lambda: p.add(frame),
                lambda: p.questions("reading", reviewer="ada"), lambda: p.metric("agreement"),
                lambda: p.finish("1", reviewer="ada")):  # fmt: skip
        with pytest.raises(InputError, match="is closed; open it again"):
            ask()


def test_several_frames_are_written_back_by_name_and_each_has_its_rows(tmp_path: Path) -> None:
    first = pandas.DataFrame({"ID": ["1"], "Article": ["A b."], "Summary": ["A."], "GPT flag": ["yes"]})
    second = first.assign(ID="2", Article="The ferry is late.")
    roles = ["GPT flag=flag,yes=yes,by=judge:GPT"]
    with door.read(first, tmp_path / "p.galley", roles=roles) as p:
        p.decide(p.flags(), "accept", reviewer="ada")
        assert list(p.table_back()["ID"]) == ["1"]
        p.add(second, roles=roles)
        p.decide(p.flags("key:2"), "reject", reviewer="ada")
        with pytest.raises(InputError, match=r"Several tables were imported; .*p\.table_back\(df\)"):
            p.table_back()
        for frame, answer in ((first, "accepted"), (second, "no error")):
            back = p.table_back(frame)
            assert list(back["ID"]) == list(frame["ID"]) and list(back["GPT flag · ada · answer"]) == [answer]
        with pytest.raises(InputError, match="this DataFrame is none of them") as refused:
            p.table_back(pandas.concat([first, second]))
        assert "frame.jsonl" not in str(refused.value)


def test_empty_frames_of_metrics_have_the_types_of_figures(sample: Path, tmp_path: Path) -> None:
    Project.create(tmp_path / "none.galley").close()
    with door.open(sample) as full, door.open(tmp_path / "none.galley") as none:
        for name in ("agreement", "detection", "frequency", "ties", "trust"):
            rows, empty = full.metric(name), none.metric(name)
            assert len(rows) > 0 and len(empty) == 0
            for column in {"scheme", "criterion", "value", "low", "high", "n", "why"} & {*rows} & {*empty}:
                assert str(empty.dtypes[column]) == str(rows.dtypes[column]), (name, column)


def test_empty_frames_have_the_types_of_full_ones(sample: Path, tmp_path: Path) -> None:
    Project.create(tmp_path / "none.galley").close()
    with door.open(sample) as full, door.open(tmp_path / "none.galley") as none:
        for name in ("items", "flags", "verdicts", "gold", "decisions"):
            rows, empty = getattr(full, name)(), getattr(none, name)()
            assert len(rows) > 0 and len(empty) == 0
            assert [str(kind) for kind in empty.dtypes] == [str(kind) for kind in rows.dtypes], name
            assert list(empty.columns) == list(rows.columns)
        silent, no_silent = full.verdicts(silence=True), none.verdicts(silence=True)
        assert [str(kind) for kind in no_silent.dtypes] == [str(kind) for kind in silent.dtypes]
        assert str(none.calls().dtypes["tokens_in"]) == "Int64" and str(none.calls().dtypes["cost"]) == "float64"


def _rows(frame: pandas.DataFrame) -> list[tuple[str, ...]]:
    return list(frame.astype(object).where(frame.notna(), "").astype(str).itertuples(index=False, name=None))


def test_gold_has_what_was_settled_in_silence(tmp_path: Path) -> None:
    expert = {"annotator": "experts", "kind": "gold", "scheme": "dial-summer"}
    silent = building.record("s", judged=[{**expert, "criteria": ["extrinsic-context"], "documents": ["sum-a"]}])
    with building.project(tmp_path, silent, building.record("other")) as project:
        view = load_item_view(project.read_connection(), 2)
        DecisionWriter(project, "zoe").adjudicate(2, view.flags()[0].cell, "yes").result()
    with door.open(tmp_path / "test.galley") as p:
        found = p.gold().sort_values(["key", "unit"])
        assert list(found["key"]) == ["other", "s", "s"] and list(found["value"]) == ["yes", "no", "no"]
        assert list(found["resolved_by"].fillna("")) == ["zoe", "", ""] and list(found["about"]) == ["sum-a"] * 3
        assert len(p.gold("key:s")) == 2 and len(p.gold("criterion:missed-turn")) + len(
            p.gold("criterion:extrinsic-context")) in (2, 3)  # fmt: skip


def test_items_flags_and_decisions_are_those_of_the_window(tmp_path: Path) -> None:
    with reviewed(tmp_path) as project:
        views = [load_item_view(project.read_connection(), item) for item in range(1, 7)]
        ann = next(row for row, a in names.annotators(project.read_connection()).items() if a.name == "ann")
        log = project.read_connection().execute("SELECT uid, action FROM decision ORDER BY at, uid").fetchall()
    with door.open(str(tmp_path / "test.galley")) as p:
        items, flags, decisions = p.items(reviewer="ann"), p.flags(reviewer="ann"), p.decisions()
        assert list(items["key"]) == [view.key for view in views] and items["meta"][1]["year"] == 2021
        assert list(items["flags"]) == [len(view.flags()) for view in views]
        assert list(items["finished"]) == [view.has_finished(ann) for view in views]
        left = [[view.state(ann, f) for f in view.flags()] for view in views]
        assert list(items["open"]) == [each.count("open") for each in left]
        said = {f.id: (view.state(ann, f).value, view.unit(f.cell.unit).text) for view in views for f in view.flags()}
        assert {row.flag: (row.state, row.text) for row in flags.itertuples()} == said
        assert list(zip(decisions["uid"], decisions["action"], strict=True)) == log
        assert str(decisions["at"].dt.tz) == "UTC" and not decisions["undone"].any()
        assert list(p.items("meta.year:2021")["key"]) == ["n1"]
        assert set(p.verdicts("criterion:missed-turn judge:judge")["annotator"]) == {"judge"}
        assert len(p.calls()) == 0 and "cost" in p.calls().columns
        waiting = {(v.key, f.cell.criterion) for v in views for f in v.flags() if v.state(ann, f) in ("open", "unsure")}
        rows = names.criteria(p.project.read_connection())
        key, done = next((v.key, rows[f.cell.criterion].id) for v in views for f in v.flags()
                         if (v.key, f.cell.criterion) not in waiting)  # fmt: skip
        empty = p.flags(f"open criterion:{done} key:{key}", reviewer="ann")
        assert len(empty) == 0 and list(empty.columns) == list(flags.columns)
        with pytest.raises(InputError, match="character 1"):
            p.flags("colour:red")
        with pytest.raises(InputError, match="Nobody called 'eve'"):
            p.items(reviewer="eve")


def test_a_metric_is_the_commands(sample: Path) -> None:
    with door.open(sample) as p:
        asked = Params(by="system")
        wanted = registry.compute("agreement", p.project.read_connection(), asked, ["by"])
        found = p.metric("agreement", by="system")
        assert {"value", "low", "high", "n", "why"} <= set(found.columns) and len(found) == len(wanted.rows)
        assert [None if pandas.isna(v) else v for v in found["value"]] == [row["value"] for row in wanted.rows]
        assert found.attrs["left_out"] == wanted.left_out
        one = p.metric("detection", judges="desk-judge")
        assert set(one["judge"]) == {"desk-judge"}
        with pytest.raises(InputError, match="does not accept 'judge'"):
            p.metric("detection", judge="offline")
        with pytest.raises(InputError, match="no metric called"):
            p.metric("magic")


def test_many_flags_are_decided_as_one_step(tmp_path: Path) -> None:
    path = tmp_path / "test.galley"
    building.project(tmp_path, building.record("a"), building.record("b")).close()
    with door.open(path) as p, pytest.raises(ProjectReadOnly, match="write=True"):
        p.decide(p.flags(), "reject", reviewer="ada")
    with door.open(path, write=True) as p:
        with pytest.raises(GalleyError):
            door.open(path, write=True)
        mine = p.flags("judge:judge open")
        assert len(mine) == 6 and p.decide(mine, "reject", reviewer="ada", note="rule 3") == 6
        assert set(p.flags("judge:judge")["state"]) == {"overridden"} and len(p.flags("open")) == 0
        assert set(p.decisions()["action"]) == {"override", "note"}
        assert p.undo(reviewer="ada") and len(p.flags("open")) == 8 and not p.undo(reviewer="ada")
        p.decide(mine.iloc[:1], "accept", reviewer="ada")
        wrong = mine.iloc[:2].copy()
        wrong["flag"] = list(reversed(wrong["flag"]))
        for flags, answer, says in ((wrong, "accept", "not those of this project"), (mine, "maybe", "one of"),
                                    (p.items(), "accept", "no column “flag”")):  # fmt: skip
            with pytest.raises(InputError, match=says):
                p.decide(flags, answer, reviewer="ada")
        with pytest.raises(InputError, match="needs a name"):
            p.decide(mine, "accept", reviewer=" ")
    with Project.open(path) as project:  # what the window sees
        assert DecisionWriter(project, "ada").can_undo() == "accept"


def test_files_come_in_as_by_the_command(tmp_path: Path) -> None:
    table = tmp_path / "new.csv"
    table.write_text("id,doc,text,model\n1,The ferry is late.,It is late.,m\n2,It is blue.,It is red.,m\n", "utf-8")
    mapping = tmp_path / "m.json"
    mapping.write_text('{"key": "{id}", "article": "doc", "summaries": [{"text": "text", "system": "model"}]}', "utf-8")
    Project.create(tmp_path / "p.galley").close()
    with door.open(tmp_path / "p.galley", write=True) as p:
        assert p.add(table, mapping=mapping, dataset="news")["items"] == 2
        assert list(p.items("dataset:news")["systems"]) == ["m", "m"]
        with pytest.raises(InputError, match="A mapping is for the format table"):
            p.add(table, mapping=mapping, format="csv")
    with door.open(tmp_path / "p.galley") as p, pytest.raises(ProjectReadOnly):
        p.add(table)


def test_what_blind_mode_hides_is_not_opened(tmp_path: Path) -> None:
    with building.project(tmp_path) as project:
        project.write(lambda connection: blind.store_blind(connection, Blind(own=True))).result()
    with pytest.raises(InputError, match="blind mode hides"):
        door.open(tmp_path / "test.galley")


def test_a_cell_that_is_no_flag_is_not_decided(tmp_path: Path) -> None:
    with building.project(tmp_path) as project:
        desk = DecisionWriter(project, "ann")
        unit = load_item_view(project.read_connection(), 1).documents[2].units[0].id
        desk.add(1, Cell(unit, 1, 3)).result()
        mine = project.read_connection().execute("SELECT max(id) FROM verdict").fetchone()[0]
    with door.open(tmp_path / "test.galley", write=True) as p, pytest.raises(InputError, match="not flags of this"):
        p.decide(pandas.DataFrame({"flag": [mine]}), "accept", reviewer="ada")


def test_the_commands_show_and_decide_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def run(*words: str) -> tuple[int, str, str]:
        code = cli.main([*words, "--project", str(tmp_path / "test.galley")])
        said = capsys.readouterr()
        return code, said.out, said.err

    building.project(tmp_path, *(building.record(f"n{n}") for n in range(8))).close()
    code, out, _ = run("show", "flags", "judge:judge", "--csv")
    assert code == 0 and len(pandas.read_csv(io.StringIO(out))) == 24
    assert run("show", "flags", "judge:judge")[1].endswith(
        "24 rows; the first 20 are shown, --csv and --json give all.\n"
    )
    lines = run("show", "items", "key:n3", "--json")[1].splitlines()
    assert [json.loads(line)["key"] for line in lines] == ["n3"]
    assert run("show", "calls")[1] == "0 rows.\n" and run("show", "calls", "--json")[1] == ""
    code, _, err = run("show", "flags", "judge:x")
    assert code == 1 and "at character 1, “judge:x”" in err
    assert run("show", "gold", "--as", "ada")[0] == 2
    asked = ("decide", "reject", "criterion:missed-turn open", "--as", "ada")
    code, out, err = run(*asked)
    assert code == 0 and out == "missed-turn\tjudge\t8 flags\n" and "Decide these 8 cells with --yes" in err
    assert run(*asked, "--confirm", "reject 7")[0] == 1
    with door.open(tmp_path / "test.galley") as p:
        assert len(p.decisions()) == 0
    assert "Decided 8 cells" in run(*asked, "--yes", "--note", "n")[2]
    assert "No flag matches" in run(*asked)[2]
    with door.open(tmp_path / "test.galley", write=True) as p:
        assert len(p.decisions("criterion:missed-turn")) == 16 and p.undo(reviewer="ada") and len(p.flags("open")) == 32


def test_without_a_name_a_state_is_about_everybody(tmp_path: Path) -> None:
    """`finished` without a reviewer said 0 where 28 were finished; each state word is counted by a loop over people."""
    with reviewed(tmp_path) as project:
        ben = DecisionWriter(project, "ben")
        for number, flag in enumerate(load_item_view(project.read_connection(), 5).flags()):
            (ben.accept if number else ben.unsure)(5, flag).result()
        building.finish_read(ben, load_item_view(project.read_connection(), 5)).result()
        views = [load_item_view(project.read_connection(), item) for item in range(1, 7)]
        people = [row for row, a in names.annotators(project.read_connection()).items() if a.kind == "human"]
    assert len(people) > 1
    open_ = {v.key: sum(all(v.state(who, f) == "open" for who in people) for f in v.flags()) for v in views}
    finished = {v.key: any(v.has_finished(who) for who in people) for v in views}
    unsure = {v.key: any(v.state(who, f) == "unsure" for who in people for f in v.flags()) for v in views}
    assert 0 < sum(finished.values()) < 6 and any(unsure.values())
    with door.open(tmp_path / "test.galley") as p:
        items = p.items()
        assert dict(zip(items["key"], items["finished"], strict=True)) == finished
        assert dict(zip(items["key"], items["open"], strict=True)) == open_
        assert {row.key for row in items.itertuples() if row.unsure} == {key for key in unsure if unsure[key]}
        assert set(p.items("finished")["key"]) == {key for key, done in finished.items() if done}
        assert set(p.items("unfinished")["key"]) == {key for key, done in finished.items() if not done}
        assert set(p.items("unsure")["key"]) == {key for key in unsure if unsure[key]}
        assert set(p.items("open")["key"]) == {key for key, n in open_.items() if n and not finished[key]}
        assert set(p.flags("finished")["key"]) <= {key for key, done in finished.items() if done}
        # the same where the items are too many for one join
        queue.FEW, few = -1, queue.FEW
        try:
            assert set(p.items("finished")["key"]) == {key for key, done in finished.items() if done}
            assert set(p.items("open")["key"]) == {key for key, n in open_.items() if n and not finished[key]}
        finally:
            queue.FEW = few
