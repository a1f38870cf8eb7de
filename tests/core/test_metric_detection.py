"""Detection: a judge against gold, from real files through the real importers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from sklearn.metrics import balanced_accuracy_score, f1_score, matthews_corrcoef

from galley.core.cli.metrics_command import COMMAND
from galley.core.domain import Cell
from galley.core.errors import InputError
from galley.core.importers.registry import find
from galley.core.importers.run_import import import_files
from galley.core.metrics import registry
from galley.core.metrics.base import Params
from galley.core.metrics.drilldown import behind
from galley.core.project.project import Project
from galley.core.review import judge_record
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from galley.core.stats.clusters import share
from galley.core.storage import names
from tests.core.building import discussion, project, record
from tests.core.studies import run

FILES = ("frank-raw-data-by-gpt-4o-2024-05-13.json", "frank-raw-data-by-gpt-3.5-turbo.json")


@pytest.fixture(scope="module")
def finesure(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    """Both judges of FRANK summaries in one project."""
    with Project.create(tmp_path_factory.mktemp("finesure") / "f.galley") as made:
        import_files(made, find("finesure"), [shared_data / "finesure" / name for name in FILES])
        yield made


def rows(made: Project, **params: Any) -> list[dict[str, Any]]:
    return registry.find_metric("detection").compute(made.read_connection(), Params(resamples=200, **params)).rows


def raw(folder: Path, name: str) -> list[dict[str, Any]]:
    text = (folder / "finesure" / name).read_text("utf-8")
    return [json.loads(line) for line in text.splitlines() if line.strip()]


@pytest.mark.parametrize(
    ("name", "judge", "bacc"), [(FILES[0], "gpt-4o-2024-05-13", 0.898), (FILES[1], "gpt-3.5-turbo", 0.671)]
)
def test_the_published_balanced_accuracy(
    finesure: Project, shared_data: Path, name: str, judge: str, bacc: float
) -> None:
    row = next(r for r in rows(finesure, judges=(judge,)) if r["criterion"] == "factual-error")
    assert row["s_bacc"] == pytest.approx(bacc, abs=5e-4)
    assert row["s_bacc_low"] < row["s_bacc"] < row["s_bacc_high"]

    truth, said, whole_truth, whole_said = [], [], [], []
    for each in raw(shared_data, name):
        labels = np.array([a["factuality_labels"] for a in each["raw_annotations"].values()])
        predicted = each["pred_faithfulness_labels"]
        if len(predicted) == labels.shape[1]:
            gold = (labels.sum(axis=0) * 2 > len(labels)).astype(int).tolist()
            truth += gold
            said += predicted
            # of a summary, each person's own answer first
            whole_truth.append(int(labels.max(axis=1).sum() * 2 > len(labels)))
            whole_said.append(max(predicted))
    assert (row["n"], row["n_summaries"]) == (len(truth), len(whole_truth))
    assert row["s_bacc"] == pytest.approx(balanced_accuracy_score(truth, said), abs=1e-12)
    assert row["bacc"] == pytest.approx(balanced_accuracy_score(whole_truth, whole_said), abs=1e-12)
    assert row["f1"] == pytest.approx(f1_score(truth, said), abs=1e-12)
    assert row["mcc"] == pytest.approx(matthews_corrcoef(truth, said), abs=1e-12)


def test_unscored_replies_are_counted_by_reason_and_never_a_no(finesure: Project) -> None:
    by_name = {(r["criterion"], r["judge"]): r for r in rows(finesure)}
    left_out = by_name["entity-error", "gpt-4o-2024-05-13"]["left_out"]
    assert left_out["unscored by the judge: the judge labelled 4 sentences of 5"] == 5
    assert sum(count for reason, count in left_out.items() if reason.startswith("unscored")) == 5
    assert len({r["n_summaries"] for r in by_name.values() if r["criterion"] == "factual-error"} & {199, 197}) == 2


def test_rows_by_system_add_up(finesure: Project) -> None:
    whole = {(r["criterion"], r["judge"]): r for r in rows(finesure)}
    parts = rows(finesure, by="system")
    for key, row in whole.items():
        mine = [r for r in parts if (r["criterion"], r["judge"]) == key]
        for count in ("n", "tp", "fp", "tn", "fn", "n_summaries"):
            assert sum(r[count] for r in mine) == row[count]
    assert {r["system"] for r in parts} == {
        "bart",
        "bert_sum",
        "bus",
        "pgn",
        "s2s",
        "PtGen",
        "TranS2S",
        "TConvS2S",
        "BERTS2S",
    }


def test_an_annotator_may_be_gold(finesure: Project) -> None:
    row = next(r for r in rows(finesure, gold="annotator_0", criteria=("factual-error",)) if "4o" in r["judge"])
    assert row["n"] == 419 and 0.5 < row["s_bacc"] < 0.95


def human(
    name: str, criteria: list[str] | None = None, documents: tuple[str, ...] = ("sum-a", "sum-b"), **more: Any
) -> dict[str, Any]:
    return {
        "annotator": name,
        "kind": "human",
        "scheme": "dial-summer",
        "documents": list(documents),
        **({"criteria": criteria} if criteria else {}),
        **more,
    }


def said(name: str, criterion: str, document: str, unit: int | str, value: str | None, **more: Any) -> dict[str, Any]:
    return {
        "annotator": name,
        "kind": "human",
        "scheme": "dial-summer",
        "criterion": criterion,
        "document": document,
        "unit": unit,
        "value": value,
        **more,
    }


def test_silence_counts_only_where_it_was_judged(tmp_path: Path) -> None:
    """ "other" flags one sentence and is on record for nothing else: one cell, not three."""
    one = record(
        judged=[human("ann")], verdicts=[*record()["verdicts"], said("ann", "changed-meaning", "sum-a", 1, "yes")]
    )
    with project(tmp_path, one) as made:
        found = {(r["criterion"], r["judge"]): r for r in rows(made)}
        other = found["changed-meaning", "other"]
        assert [other[k] for k in ("n", "tp", "fp", "tn", "fn")] == [1, 1, 0, 0, 0]
        assert other["left_out"] == {"cells the judge was not asked about": 2}
        judge = found["changed-meaning", "judge"]
        assert judge["n"] == 1 and judge["tn"] == 0  # without its coverage the judge is silent too
        assert judge["s_bacc"] is None and "gold has no “no”" in judge["why"]


def test_missed_turns_are_counted_by_turn_and_summary(tmp_path: Path) -> None:
    one = record()
    one["judged"].append(human("ann"))
    one["verdicts"].append(said("ann", "missed-turn", "dialogue", 0, "yes", about="sum-b"))
    with project(tmp_path, one) as made:
        row = next(r for r in rows(made) if r["criterion"] == "missed-turn")
        assert [row[k] for k in ("n", "tp", "fp", "tn", "fn")] == [6, 0, 1, 4, 1]
        assert row["n_summaries"] == 2 and row["bacc"] == 0.0


def test_a_roll_up_is_over_the_errors_that_a_judge_was_asked_about(tmp_path: Path) -> None:
    """The judge was asked about changed meaning and extrinsic context, of seven hallucinations: any of the two."""
    one = record()
    one["judged"].append(human("ann"))
    one["verdicts"].append(said("ann", "changed-meaning", "sum-a", 1, "yes"))
    one["verdicts"].append(said("ann", "wrong-linking", "sum-b", 0, "yes"))
    with project(tmp_path, one) as made:
        row = next(r for r in rows(made) if r["criterion"] == "hallucination" and r["judge"] == "judge")
        assert [row[k] for k in ("n", "tp", "fp", "tn", "fn")] == [3, 1, 1, 0, 1]
        levels = {r["criterion"]: r for r in rows(made, by="level") if r["judge"] == "judge"}
        within = levels["hallucination-within-turn"]
        assert [within[k] for k in ("n", "tp", "fp", "tn", "fn")] == [3, 1, 1, 0, 1]
        assert "hallucination-dialogue" not in levels, "the judge was asked about none of these"
        (alone,) = rows(made, by="level", criteria=("hallucination-within-turn",), judges=("judge",))
        assert alone["n"] == 3


def scored() -> dict[str, Any]:
    """A judge and a person score a summary."""
    one = record(judged=[])
    one["verdicts"] = [
        {"annotator": who, "kind": kind, "scheme": "likert", "criterion": "fluency", "document": "sum-a",
         "unit": "whole", "value": 3}
        for who, kind in (("judge", "judge"), ("ann", "human"))
    ]  # fmt: skip
    return one


@pytest.mark.parametrize(
    ("by", "scheme", "one", "sentence"),
    [
        (
            "level",
            "kgds-opinion",
            discussion(),
            "No combined criterion of kgds-opinion has criteria with a level, so rows cannot",
        ),
        ("group", "likert", scored(), "No criterion of likert that is answered with yes or no has a group, so rows"),
    ],
)
def test_where_there_is_nothing_to_split_by_that_is_the_reason(
    tmp_path: Path, by: str, scheme: str, one: dict[str, Any], sentence: str
) -> None:
    with project(tmp_path, one) as made:
        asked = Params(schemes=(scheme,), by=by)
        for name in ("detection", "frequency", "position"):
            with pytest.raises(InputError, match=sentence):
                registry.find_metric(name).compute(made.read_connection(), asked)
        assert (
            behind(made.read_connection(), Params(schemes=(scheme,)), {"scheme": scheme, "criterion": "x"}, "").cells
            == []
        )


def test_scores_are_not_said_to_be_asked_of_nobody(tmp_path: Path) -> None:
    with project(tmp_path, scored()) as made:
        found = registry.find_metric("detection").compute(made.read_connection(), Params())
        assert not found.rows and "None of these criteria is answered with yes or no" in found.notes[0]


def test_a_roll_up_is_left_out_where_a_judge_was_asked_about_part_of_a_cell(tmp_path: Path) -> None:
    """Its second error was asked of one summary alone; the cells of the other are no answer, whatever the first is."""
    one = record()
    one["judged"].append(human("ann"))
    one["judged"][0] = {**one["judged"][0], "criteria": ["changed-meaning", "missed-turn"]}
    one["judged"].append({**one["judged"][0], "criteria": ["extrinsic-context"], "documents": ["sum-b"]})
    one["verdicts"] = [v for v in one["verdicts"] if v["criterion"] != "extrinsic-context"]
    with project(tmp_path, one) as made:
        row = next(r for r in rows(made) if r["criterion"] == "hallucination" and r["judge"] == "judge")
        assert row["n"] == 1 and row["left_out"]["cells the judge was asked about in part"] == 2


def test_adjudication_goes_before_the_majority(tmp_path: Path) -> None:
    one = record()
    one["judged"] += [human("ann"), human("ben")]
    one["verdicts"].append(said("ann", "changed-meaning", "sum-a", 1, "yes"))
    with project(tmp_path, one) as made:
        tied = next(r for r in rows(made) if r["criterion"] == "changed-meaning" and r["judge"] == "judge")
        assert tied["left_out"]["cells with a tie and no gold"] == 1 and tied["tp"] == 0
        cell = (
            made.read_connection()
            .execute(
                "SELECT unit_id, criterion_id, target_id FROM verdict JOIN criterion ON criterion.id = criterion_id"
                " WHERE criterion.name = 'changed-meaning' LIMIT 1"
            )
            .fetchone()
        )
        DecisionWriter(made, "cy").adjudicate(1, Cell(*cell), "yes").result()
        settled = next(r for r in rows(made) if r["criterion"] == "changed-meaning" and r["judge"] == "judge")
        assert settled["tp"] == 1 and "cells with a tie and no gold" not in settled["left_out"]
        settled = rows(made, gold="adjudicated")
        only = next(r for r in settled if r["criterion"] == "changed-meaning" and r["judge"] == "judge")
        assert (only["n"], only["tp"]) == (1, 1)


def test_a_verdict_on_the_whole_counts_at_summary_level(tmp_path: Path) -> None:
    one = record()
    one["judged"].append(human("ann", ["changed-meaning"], ("sum-b",)))
    one["verdicts"].append(said("ann", "changed-meaning", "sum-a", "whole", "yes"))
    with project(tmp_path, one) as made:
        row = next(r for r in rows(made) if r["criterion"] == "changed-meaning" and r["judge"] == "judge")
        assert row["n"] == 1 and (row["n_summaries"], row["bacc"]) == (2, 1.0)


def test_summaries_of_one_source_belong_together_whatever_their_keys(tmp_path: Path) -> None:
    """Six items: three keys share one dialogue, two another; the last has a dialogue of its own. Against the share by
    these three, and not by the six."""
    lines = []
    for number, source in enumerate((0, 0, 0, 1, 1, 2)):
        one = record(key=f"k{number}", judged=[human("ann"), human("judge", kind="judge")])
        one["documents"] = [each for each in one["documents"] if each["role"] != "article"]
        one["documents"][0]["turns"] = [{"speaker": "Ann", "text": f"Is ferry {source} late?"}]
        one["verdicts"] = [said("judge", "changed-meaning", "sum-a", 0, "yes", kind="judge")]
        one["verdicts"] += [said("ann", "changed-meaning", "sum-a", 0, "yes")] * (number % 2)
        lines.append(one)
    with project(tmp_path, *lines) as made:
        row = next(r for r in rows(made) if r["criterion"] == "changed-meaning" and r["judge"] == "judge")
        wanted = share([1, 1, 1], [3, 2, 1], empty="")
        assert (row["tp"], row["fp"], row["documents"]) == (3, 3, 3)
        assert (row["precision_low"], row["precision_high"]) == pytest.approx((wanted.low, wanted.high))
        record_ = (
            registry.find_metric("trust").compute(made.read_connection(), Params(criteria=("changed-meaning",))).rows[0]
        )
        assert record_["documents"] == 3 and record_["low"] == pytest.approx(wanted.low)
        judge = made.read_connection().execute("SELECT id FROM annotator WHERE name = 'judge'").fetchone()[0]
        criterion = (
            made.read_connection().execute("SELECT id FROM criterion WHERE name = 'changed-meaning'").fetchone()[0]
        )
        badge = judge_record.precision(made.read_connection(), judge, criterion)
        assert (badge.low, badge.high, badge.documents) == (record_["low"], record_["high"], 3)


def test_the_command_prints_one_object_and_nothing_else(finesure: Project) -> None:
    done = CliRunner().invoke(
        COMMAND,
        [
            "detection",
            "--project",
            str(finesure.path),
            "--gold",
            "majority",
            "--judge",
            "gpt-3.5-turbo",
            "--json",
        ],
        standalone_mode=False,
    )
    body = json.loads(done.stdout)
    assert list(body) == ["metric", "gold", "about", "rows", "left_out"] and body["gold"] == "majority"
    row = next(r for r in body["rows"] if r["criterion"] == "linking-error")
    assert row["precision"] is None and "Undefined because" in row["why"]
    assert {
        "scheme",
        "criterion",
        "judge",
        "n",
        "tp",
        "fp",
        "tn",
        "fn",
        "recall",
        "f1",
        "s_bacc",
        "bacc",
        "mcc",
    } <= row.keys()


def test_degenerate_projects_give_a_sentence(tmp_path: Path) -> None:
    with Project.create(tmp_path / "empty.galley") as made:
        found = registry.find_metric("detection").compute(made.read_connection(), Params())
        assert found.rows == [] and found.notes[0].startswith("No judge has given a verdict")
    with project(tmp_path) as made:
        found = rows(made)
        assert all(r["n"] == 0 and "no cell has both" in r["why"] for r in found)


def test_a_coarse_judge_is_held_against_the_roll_up_of_another_scheme(tmp_path: Path) -> None:
    """Table 2 of DIAL-SUMMER: a plain yes or no against the union of the fine criteria."""
    coarse = {"annotator": "coarse", "kind": "judge", "scheme": "basic"}
    one = record(
        judged=[human("ann"), coarse | {"documents": ["sum-a", "sum-b"]}],
        verdicts=[
            said("ann", "changed-meaning", "sum-a", 1, "yes"),
            said("ann", "wrong-linking", "sum-b", 0, "yes"),
            coarse | {"criterion": "hallucination", "document": "sum-a", "unit": 1, "value": "yes"},
            coarse | {"criterion": "hallucination", "document": "sum-a", "unit": 0, "value": "yes"},
        ],
    )
    with project(tmp_path, one) as made:
        row = next(r for r in rows(made, against="dial-summer/hallucination") if r["judge"] == "coarse")
        assert [row[k] for k in ("n", "tp", "fp", "tn", "fn")] == [3, 1, 1, 0, 1]
        assert row["n_summaries"] == 2 and row["s_bacc"] == 0.25 and row["against"] == "dial-summer/hallucination"
        params = Params(against="dial-summer/hallucination")
        assert [len(behind(made.read_connection(), params, row, o).cells) for o in ("tp", "fp", "fn")] == [1, 1, 1]
        assert next(r for r in rows(made, against="hallucination") if r["judge"] == "coarse")["n"] == 3
        with pytest.raises(InputError, match="'x' is not one yes/no criterion"):
            rows(made, against="x")


def test_what_undecided_cells_leave_possible_and_other_readers_are_printed(tmp_path: Path) -> None:
    """By hand: eight flagged cells (4 right, 2 wrong, 2 undecided), eight others (1 error, 6 sound, 1 undecided)."""
    truth = ["yes"] * 4 + ["no"] * 2 + [None] * 2 + ["yes"] + ["no"] * 6 + [None]
    records = []
    for n, said in enumerate(truth):
        head = {"scheme": "basic", "criterion": "hallucination", "document": "s", "unit": 0}
        flag = "yes" if n < 8 else "no"
        verdicts: list[dict[str, Any]] = [{**head, "annotator": "j", "kind": "judge", "value": flag}]
        for who in ("ann", "ben"):
            told = {"value": said} if said else {"reason": "unsure"}
            verdicts.append({**head, "annotator": who, "kind": "human", **told})
        documents = [{"id": "a", "role": "article", "paragraphs": [f"Text {n}."]},
                     {"id": "s", "role": "summary", "system": "m", "sentences": [f"Told {n}."]}]  # fmt: skip
        records.append({"key": f"k{n}", "documents": documents, "verdicts": verdicts})
    with project(tmp_path, *records) as made:
        path = str(made.path)
    where = ("metrics", "detection", "--project", path, "--criterion", "hallucination")
    (row,) = json.loads(run(*where, "--set", "view=undecided", "--json").stdout)["rows"]
    wanted = {
        "undecided": 3, "precision": 4 / 6, "precision_at_least": 4 / 8, "precision_at_most": 6 / 8,
        "precision_as_no": 4 / 8, "precision_as_decided": 4 / 6, "recall": 4 / 5, "recall_at_least": 4 / 6,
        "recall_at_most": 6 / 7, "recall_as_no": 4 / 5,
        "recall_as_decided": (4 + 2 * 4 / 6) / (4 + 2 * 4 / 6 + 1 + 1 / 7),
    }  # fmt: skip
    assert {name: row[name] for name in wanted} == pytest.approx(wanted)
    printed = run(*where, "--set", "view=undecided").output
    heads = ("right of 100 flags, at least", "found of 100 errors, as decided", "undecided")
    assert all(name in printed for name in heads)
    printed = run(*where, "--set", "view=readers", "--resamples", "50").output
    heads = ("right of 100 flags, low", "right of 100 flags, readers low", "balanced accuracy %, readers high")
    assert all(name in printed for name in heads)
    assert "33.3" in printed and "0.3333" not in printed, "limits stand per 100 as their figures do"


def test_nobody_is_scored_against_their_own_answers(tmp_path: Path) -> None:
    """A person who is scored has no vote in gold, and a judge is not scored against itself; both are said."""
    with project(tmp_path, *(record(f"k{n}") for n in range(4))) as made:
        desks = {who: DecisionWriter(made, who) for who in ("ann", "ben", "cat")}
        given: dict[str, dict[Any, str]] = {who: {} for who in desks}
        for item in range(1, 5):
            for number, flag in enumerate(load_item_view(made.read_connection(), item).flags()):
                for place, (who, desk) in enumerate(desks.items()):
                    answer = "yes" if (number + item + place) % 3 else "no"
                    (desk.accept if answer == "yes" else desk.override)(item, flag).result()
                    given[who][flag.cell] = answer
        result = registry.compute("detection", made.read_connection(), Params(resamples=0, judges=("ann",)))
        assert any("Gold leaves out what ann said" in note for note in result.notes)
        # by hand: gold is what ben and cat both say
        agreed = {cell: said for cell, said in given["ben"].items() if given["cat"][cell] == said}
        assert sum(row["n"] for row in result.rows if row["criterion"] in _alone(made)) == len(agreed)
        tp = sum(said == given["ann"][cell] == "yes" for cell, said in agreed.items())
        assert sum(row["tp"] for row in result.rows if row["criterion"] in _alone(made)) == tp < len(agreed)
        for judges, name in ((("judge",), "judge"), (("ann",), "ann"), (("ann", "ben", "cat"), "gold")):
            with pytest.raises(InputError, match=f"The gold '{name}' consists of answers of"):
                rows(made, judges=judges, gold=name)
        result = registry.compute("detection", made.read_connection(), Params(resamples=0, gold="judge"))
        assert {row["judge"] for row in result.rows} == {"other"}
        assert any("Not scored: judge" in note for note in result.notes)


def _alone(made: Project) -> set[str]:
    return {c.id for scheme in names.schemes(made.read_connection()) for c in scheme.criteria}
