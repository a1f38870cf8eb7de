"""Frequency, position, ties, trust, cost, and the way back from a figure to its cells."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from galley.core.cli.metrics_command import COMMAND
from galley.core.domain import AnnotatorKind
from galley.core.errors import InputError
from galley.core.importers.registry import find
from galley.core.importers.run_import import import_files
from galley.core.metrics import registry
from galley.core.metrics.base import Params
from galley.core.metrics.drilldown import AGAINST, behind
from galley.core.metrics.position import part
from galley.core.metrics.text import as_csv, as_json, as_table
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.judge_record import precision
from galley.core.storage import names
from galley.core.tasks.finish import list_all_pairs
from tests.core.building import project, record

JUDGES = {
    "gpt-4o-2024-05-13": "frank-raw-data-by-gpt-4o-2024-05-13.json",
    "gpt-3.5-turbo": "frank-raw-data-by-gpt-3.5-turbo.json",
}
SAMPLE = Path(__file__).resolve().parents[2] / "resources" / "sample" / "sample.jsonl"


@pytest.fixture(scope="module")
def finesure(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    with Project.create(tmp_path_factory.mktemp("finesure") / "f.galley") as made:
        import_files(made, find("finesure"), [shared_data / "finesure" / name for name in JUDGES.values()])
        yield made


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    with Project.create(tmp_path_factory.mktemp("sample") / "s.galley") as made:
        import_files(made, find("galley"), [SAMPLE])
        yield made


def rows(made: Project, name: str, **params: Any) -> list[dict[str, Any]]:
    return registry.find_metric(name).compute(made.read_connection(), Params(**params)).rows


@pytest.mark.parametrize(("judge", "name"), [(j, f"frank-result-by-{j}.txt") for j in JUDGES])
def test_error_ratios_faithfulness_and_ranks_are_the_published_ones(
    finesure: Project, shared_data: Path, judge: str, name: str
) -> None:
    text = (shared_data / "finesure" / name).read_text("utf-8")
    errors, faith = (dict(re.findall(r"^(\w+)\t([\d.]+)%", part_, re.M)) for part_ in text.split("* summary-level"))
    order = re.findall(r"'(\w+)'", text)
    found = rows(finesure, "frequency", judges=(judge,), by="system", criteria=("factual-error",), level="unit")
    # The published figures count replies with too few labels; here such a summary is unscored.
    whole = [r for r in found if not r["left_out"]]
    assert len(whole) >= 6 and len(found) == 9
    for row in whole:
        assert f"{100 * row['value']:.1f}" == errors[row["system"]]
        assert f"{100 * (1 - row['mean_share']):.1f}" == faith[row["system"]]
    rank = {r["system"]: r["rank"] for r in found}
    assert [rank[system] for system in order] == sorted(rank.values())


def test_frequency_counts_summaries_with_the_error(tmp_path: Path) -> None:
    mine = {"annotator": "ann", "kind": "human", "scheme": "dial-summer"}
    one = record(
        judged=[mine | {"criteria": ["changed-meaning"]}],
        verdicts=[
            mine | {"criterion": "changed-meaning", "document": "sum-a", "unit": n, "value": "yes"} for n in (0, 1)
        ],
    )
    with project(tmp_path, one) as made:
        row, units = rows(made, "frequency")[:2]
        assert (row["level"], row["n"], row["yes"], row["value"]) == ("summary", 2, 1, 0.5)
        assert row["low"] < 0.5 < row["high"]
        assert (units["level"], units["n"], units["yes"], units["summaries"]) == ("unit", 3, 2, 2)
        assert units["value"] == pytest.approx(2 / 3) and units["mean_share"] == 0.5 and units["spread"] == 2.0


TABLE_7 = {
    **{2: ("0", "", "1"), 3: ("0", "1", "2"), 4: ("0", "1,2", "3"), 5: ("0", "1,2,3", "4")},
    **{6: ("0,1", "2,3", "4,5"), 7: ("0,1", "2,3,4", "5,6"), 8: ("0,1", "2,3,4,5", "6,7")},
    **{9: ("0,1", "2,3,4,5,6", "7,8"), 10: ("0,1", "2,3,4,5,6,7", "8,9")},
    **{n: ("0,1", ",".join(map(str, range(2, n - 2))), f"{n - 2},{n - 1}") for n in (12, 14, 16, 18, 20)},
}


def test_the_rule_of_table_7_and_its_extension() -> None:
    for length, wanted in TABLE_7.items():
        found = part(np.arange(length), np.full(length, length))
        assert tuple(",".join(map(str, np.flatnonzero(found == which))) for which in range(3)) == wanted
    assert part(np.arange(11), np.full(11, 11)).tolist() == [0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2]
    assert part(np.arange(1), np.ones(1, dtype=int)).tolist() == [-1]


def test_positions_of_sentences_and_turns(tmp_path: Path) -> None:
    mine = {"annotator": "ann", "kind": "human", "scheme": "dial-summer", "value": "yes"}
    one = record(
        judged=[],
        verdicts=[
            mine | {"criterion": "changed-meaning", "document": "sum-a", "unit": 1},
            mine | {"criterion": "changed-meaning", "document": "sum-b", "unit": 0},
            mine | {"criterion": "missed-turn", "document": "dialogue", "unit": 1, "about": "sum-a"},
        ],
    )
    with project(tmp_path, one) as made:
        found = {r["criterion"]: r for r in rows(made, "position")}
        assert [found["changed-meaning"][p] for p in ("start", "middle", "end")] == [0, 0, 1]
        assert found["changed-meaning"]["left_out"] == {"errors in a text of one unit": 1}
        assert [found["missed-turn"][p] for p in ("start", "middle", "end")] == [0, 1, 0]
        assert found["missed-turn"]["mean_place"] == 0.5
        split = {(r["criterion"], r["system"]): r for r in rows(made, "position", by="system")}
        assert [split["changed-meaning", "a"][p] for p in ("start", "middle", "end")] == [0, 0, 1]
        assert split["changed-meaning", "b"]["left_out"] == {"errors in a text of one unit": 1}
        assert split["missed-turn", "a"]["n"] == 1 and ("missed-turn", "b") not in split


def test_positions_are_bounded_by_what_is_open(tmp_path: Path) -> None:
    """Somebody who stopped reading: the last sentences of the second text are open, and could all be errors."""
    mine = {"annotator": "ann", "kind": "human", "scheme": "dial-summer", "criterion": "changed-meaning"}
    records, told = [], ["ynny", "yn--", "nnyu"]
    for key, letters in enumerate(told):
        verdicts = [
            {**mine, "document": "s", "unit": n, "value": {"y": "yes", "n": "no", "u": None}[letter]}
            | ({"reason": "unsure"} if letter == "u" else {})
            for n, letter in enumerate(letters) if letter != "-"
        ]  # fmt: skip
        text = {"id": "s", "role": "summary", "sentences": [f"It is {n}." for n in range(4)]}
        records.append({"key": str(key), "documents": [text], "verdicts": verdicts})
    with project(tmp_path, *records) as made:
        row = next(r for r in rows(made, "position") if r["criterion"] == "changed-meaning")
    places = ["start", "middle", "middle", "end"]
    yes = Counter(p for letters in told for p, letter in zip(places, letters, strict=True) if letter == "y")
    left = Counter(p for letters in told for p, letter in zip(places, letters, strict=True) if letter in "-u")
    assert row["open"] == sum(left.values()) == 3
    for place in ("start", "middle", "end"):
        assert row[place] == yes[place]
        assert row[f"{place}_at_least"] == pytest.approx(yes[place] / (4 + 3 - left[place]))
        assert row[f"{place}_at_most"] == pytest.approx((yes[place] + left[place]) / (4 + left[place]))


def test_ties_are_those_of_the_queue(sample: Project) -> None:
    found = rows(sample, "ties")
    total = sample.read_connection().execute("SELECT sum(ties) FROM item").fetchone()[0]
    assert sum(r["open"] for r in found) == total > 0
    assert all(r["ties"] == r["settled"] + r["left_open"] + r["open"] for r in found)


def test_trust_is_the_record_of_the_review_window(sample: Project) -> None:
    found = rows(sample, "trust")
    criteria = {c.id: row for row, c in names.criteria(sample.read_connection()).items() if c.scheme == "dial-summer"}
    judge = next(a.id for a in names.annotators(sample.read_connection()).values() if a.name == "desk-judge")
    mine = [r for r in found if r["judge"] == "desk-judge"]
    assert len(mine) >= 9
    for row in mine:
        wanted = precision(sample.read_connection(), judge, criteria[row["criterion"]])
        assert (row["value"], row["low"], row["high"], row["n"]) == (wanted.value, wanted.low, wanted.high, wanted.n)
    curves = rows(sample, "trust", by="time")
    for row in mine:
        points = [p for p in curves if (p["judge"], p["criterion"]) == (row["judge"], row["criterion"])]
        if row["n"]:
            assert (points[-1]["n"], points[-1]["right"]) == (row["n"], row["right"])


def test_a_trust_curve_follows_the_decisions(tmp_path: Path) -> None:
    with project(tmp_path) as made:
        desk, view = DecisionWriter(made, "ann"), items.load_item_view(made.read_connection(), 1)
        mine = [f for f in view.flags() if view.annotators[f.annotator].name == "judge"]
        desk.override(1, mine[0]).result()
        desk.accept(1, mine[1]).result()
        points = rows(made, "trust", by="time")
        assert all(p["at"] for p in points) and {p["value"] for p in points} == {0.0, 1.0}
        desk.undo().result()
        assert len(rows(made, "trust", by="time")) == len(points) - 1 - (len(points) > 2)


def test_cost_without_runs_is_a_sentence(sample: Project) -> None:
    found = registry.find_metric("cost").compute(sample.read_connection(), Params())
    assert found.rows == [] and found.notes == ("No judge has been run from this project, so nothing was spent.",)


def test_cost_is_spread_over_confirmed_errors(tmp_path: Path) -> None:
    with project(tmp_path) as made:
        desk, view = DecisionWriter(made, "ann"), items.load_item_view(made.read_connection(), 1)
        for each in view.flags():
            desk.accept(1, each).result()

        def spend(c: Any) -> Any:
            from galley.core.domain import ChangeSet

            judge = names.annotator(c, "judge", AnnotatorKind.JUDGE)
            c.execute("INSERT INTO run (id, uid, annotator_id, method, provider, started, state, settings)"
                      " VALUES (1, 'r', ?, 'm', 'p', 't', 'done', '{}')", (judge,))  # fmt: skip
            columns = [row[1] for row in c.execute("PRAGMA table_info(request)")]
            given = {"id": 1, **{name: "x" for name in columns if name != "id"}}
            c.execute(
                f"INSERT INTO request ({','.join(given)}) VALUES ({','.join('?' * len(given))})", list(given.values())
            )
            target = next(d.id for d in view.documents if d.name == "sum-a")
            calls = (("a", "done", 0.5), ("b", "done", None), ("c", "reused", 0.5), ("d", "failed", None))
            for key, state, cost in calls:
                c.execute(
                    "INSERT INTO call (run_id, item_id, target_id, part, sample, key, request_id, state, attempts,"
                    " cost, at) VALUES (1, 1, ?, 'changed-meaning', 0, ?, 1, ?, 1, ?, 't')",
                    (target, key, state, cost),
                )
            return None, ChangeSet()

        made.write(spend).result()
        found = registry.find_metric("cost").compute(made.read_connection(), Params())
        whole, one = found.rows
        assert (whole["criterion"], whole["calls"], whole["failed"], whole["reused"], whole["cost"]) == (
            None,
            4,
            1,
            1,
            0.5,
        )
        assert whole["value"] == pytest.approx(0.5 / 3) and "lower bound" in whole["why"]
        assert (one["criterion"], one["confirmed"], one["value"]) == ("changed-meaning", 1, 0.5)
        assert found.left_out == {"calls without a known price": 1}


def test_confusion_pairs_what_the_judge_says_with_gold(finesure: Project) -> None:
    found = rows(finesure, "confusion", judges=("gpt-4o-2024-05-13",))
    pairs = {(r["criterion"], r["gold_criterion"]): r["n"] for r in found}
    detected = {r["criterion"]: r for r in rows(finesure, "detection", resamples=0) if "4o" in r["judge"]}
    # Where no unit is open under another criterion, the diagonal is what detection calls true positives.
    assert pairs["out-of-context-error", "out-of-context-error"] == detected["out-of-context-error"]["tp"]
    assert all(n <= detected[a]["tp"] for (a, b), n in pairs.items() if a == b)
    shares: dict[str, float] = {}
    for row in found:
        shares[row["criterion"]] = shares.get(row["criterion"], 0) + row["value"]
    assert all(share == pytest.approx(1) for share in shares.values())


def test_reviewing_counts_standing_decisions(tmp_path: Path) -> None:
    with project(tmp_path) as made:
        desk, view = DecisionWriter(made, "ann"), items.load_item_view(made.read_connection(), 1)
        first, second, *_ = view.flags()
        desk.accept(1, first).result()
        desk.override(1, second).result()
        desk.finish(view, list_all_pairs(view)).result()
        desk.override(1, first).result()
        desk.undo().result()
        row = rows(made, "reviewing")[0]
        assert (row["accepted"], row["overridden"], row["finished"], row["n"], row["value"]) == (1, 1, 1, 2, 0.5)
        day = rows(made, "reviewing", by="time")[0]
        assert len(day["at"]) == 10 and day["finished_so_far"] == 1 and day["items"] == 1


def test_every_count_of_detection_leads_back_to_its_cells(finesure: Project) -> None:
    params = Params(resamples=0, by="system")
    for row in registry.find_metric("detection").compute(finesure.read_connection(), params).rows[::9]:
        for outcome in AGAINST:
            assert len(behind(finesure.read_connection(), params, row, outcome).cells) == row[outcome]
        assert len(behind(finesure.read_connection(), params, row).cells) == row["n"]


def test_agreement_ties_and_positions_lead_back_to_their_cells(sample: Project) -> None:
    params = Params(resamples=0)
    for row in rows(sample, "ties"):
        assert len(behind(sample.read_connection(), params, row, "tie").cells) == row["ties"]
    for row in registry.find_metric("position").compute(sample.read_connection(), params).rows:
        for outcome in ("start", "middle", "end"):
            assert len(behind(sample.read_connection(), params, row, outcome).cells) == row[outcome]
    for row in (
        registry.find_metric("agreement")
        .compute(sample.read_connection(), Params(resamples=0, coefficients=("percent",), level="unit"))
        .rows
    ):
        same, other = (
            len(behind(sample.read_connection(), params, row, outcome).cells) for outcome in ("agree", "disagree")
        )
        assert same + other == row["n"]
        assert row["value"] is None if row["n"] == 0 else same / row["n"] == pytest.approx(row["value"])


@pytest.mark.parametrize("name", registry.names())
def test_every_metric_keeps_the_contract(sample: Project, tmp_path: Path, name: str) -> None:
    metric = registry.find_metric(name)
    assert metric.name == name and metric.title
    with Project.create(tmp_path / "empty.galley") as empty:
        for made in (sample, empty):
            result = registry.compute(name, made.read_connection(), Params(resamples=20))
            assert not made.read_connection().in_transaction
            body = json.loads(as_json(result))
            assert [each for each in body if each != "about"] == ["metric", "gold", "rows", "left_out"]
            assert result.rows or result.notes
            for row in body["rows"]:
                assert all(value is not None for value in (row.get("why", ""),))
                if "value" in row and row["value"] is None:
                    assert row["why"]
            table = list(csv.DictReader(io.StringIO(as_csv(result))))
            assert len(table) == max(1, len(result.rows)) and as_table(result).endswith("\n")


def test_the_command_writes_tables_and_csv(sample: Project) -> None:
    for form in ([], ["--csv"], ["--json"]):
        done = CliRunner().invoke(COMMAND, ["ties", "--project", str(sample.path), *form], standalone_mode=False)
        assert done.exception is None and "changed-meaning" in done.stdout


@pytest.mark.parametrize(
    ("name", "by", "column"),
    [("detection", "system", "system"), ("agreement", "item", "item"), ("trust", "time", "at"),
     ("frequency", "source", "source"), ("position", "group", "criterion"),
     ("position", "system", "system"), ("position", "dataset", "dataset")],
)  # fmt: skip
def test_rows_are_split_as_asked(sample: Project, name: str, by: str, column: str) -> None:
    given = [name, "--project", str(sample.path), "--by", by, "--csv"]
    done = CliRunner().invoke(COMMAND, given, standalone_mode=False)
    assert done.exception is None and column in done.stdout.splitlines()[0].split(",")


@pytest.mark.parametrize(("name", "by"), [("ties", "system"), ("trust", "dataset"), ("detection", "time")])
def test_a_split_that_a_metric_does_not_make_is_refused_not_passed_over(sample: Project, name: str, by: str) -> None:
    given = [name, "--project", str(sample.path), "--by", by, "--json"]
    done = CliRunner().invoke(COMMAND, given, standalone_mode=False)
    assert done.stdout == "" and isinstance(done.exception, InputError)
    assert str(done.exception).startswith(f"{name} does not accept --by")


def test_the_printed_table_is_short_and_closes_with_a_sentence(sample: Project) -> None:
    """Scott's pi, plain Fleiss, design effects and raw p are printed by name only; CSV has them as before."""

    def printed(*words: str) -> str:
        command = [*words, "--project", str(sample.path)]
        done = CliRunner().invoke(COMMAND, command, standalone_mode=False)
        assert done.exception is None, done.output
        return str(done.stdout)

    table = printed("agreement")
    assert "scott-pi" not in table and "fleiss-kappa" not in table and "design effect" not in table
    assert "scott-pi" in printed("agreement", "--coefficient", "scott-pi")
    assert "design effect" in printed("agreement", "--column", "design_effect")
    assert all(word in printed("agreement", "--column", "all") for word in ("scott-pi", "documents", "design effect"))
    assert "scott-pi" in printed("agreement", "--csv") and "design_effect" in printed("agreement", "--csv")
    assert " p " not in printed("partial-correlation").splitlines()[0]
    with pytest.raises(InputError, match="has no column 'depth'; use one of: scheme"):
        as_table(registry.compute("ties", sample.read_connection(), Params()), ("depth",))


def test_the_closing_sentence_has_the_limits_of_the_row_with_most_cells(sample: Project) -> None:
    result = registry.compute("ties", sample.read_connection(), Params())
    row = max((row for row in result.rows if row["low"] is not None), key=lambda row: int(row["n"]))
    low, high = (f"{100 * row[end]:.0f}" for end in ("low", "high"))
    assert f"between {low} and {high} of 100" in result.layout.closing
    assert f"from {row['n']:,} that two people answered." in result.layout.closing
    head, first = as_table(result).splitlines()[:2]
    assert re.search(r"ties per 100 \w+", head) and f"{100 * result.rows[0]['value']:.1f}" in first
    for name in registry.names():
        result = registry.compute(name, sample.read_connection(), Params(resamples=20))
        assert bool(result.rows) == result.layout.closing.endswith("."), name
        assert not re.search(r"[{}]|None", result.layout.closing), (name, result.layout.closing)


def test_rows_of_another_coefficient_are_closed_by_their_own_interval(sample: Project) -> None:
    """It said that no interval is known for them, because none is Krippendorff's alpha."""
    connection = sample.read_connection()
    result = registry.compute("agreement", connection, Params(coefficients=("cohen-kappa",), resamples=40))
    rows = [row for row in result.rows if row["low"] is not None]
    row = max(rows, key=lambda row: (bool(row.get("rollup")), int(row["n"])))
    words = registry.close_table("agreement", connection, rows)
    assert words == result.layout.closing and ", ".join(row["annotators"]) in words
    assert words.endswith(f": between {row['low']:.2f} and {row['high']:.2f}, n = {row['n']:,}.")
    assert registry.close_table("agreement", connection, []) == ""


def test_no_sentence_speaks_of_all_where_the_reviewed_ones_were_not_drawn(sample: Project) -> None:
    """It said "Between 66 and 100 of 100 summaries have …" below a row that says that this is not valid."""
    result = registry.compute("estimate", sample.read_connection(), Params())
    assert {row["valid"] for row in result.rows} == {False}
    assert result.layout.closing.startswith("Not valid for all cells because")
