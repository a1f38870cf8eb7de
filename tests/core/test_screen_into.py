"""From a screening to a project: what comes in, and figures that are about the whole corpus."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from galley.core import cli
from galley.core.metrics.base import Params
from galley.core.metrics.registry import compute
from galley.core.project.project import Project
from galley.core.screening import corpus_totals, shard_files, shard_job
from tests.core.made_screening import corpus, documents, review, screen, wrong

WORDS = ("--when", "day", "--draw", "6", "--worst", "30")


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with 600 summaries in ``in``, their verdicts in ``w46`` and the project that came of them."""
    folder = tmp_path_factory.mktemp("screened")
    paths = corpus(folder / "in", 600, 3)
    assert screen(*paths, "--out", folder / "w46", "--into", folder / "p.galley", *WORDS) == 0
    return folder


@pytest.fixture
def screened(base: Path, tmp_path: Path) -> Path:
    """A copy of that project."""
    return Path(shutil.copy(base / "p.galley", tmp_path / "p.galley"))


def estimate(project: Path, **more: Any) -> Any:
    with Project.open(project, read_only=True) as opened:
        return compute("estimate", opened.read_connection(), Params(**more))


def setting(project: Path) -> list[dict[str, Any]]:
    with Project.open(project, read_only=True) as opened:
        row = opened.read_connection().execute("SELECT value FROM setting WHERE name = 'screening'").fetchone()
    return list(json.loads(row[0]))


def test_the_drawn_and_the_worst_come_in_with_their_verdicts(base: Path, screened: Path) -> None:
    folder = base / "w46"
    job = shard_job.Job.read(folder)
    found = corpus_totals.read(folder, job, sorted((base / "in").iterdir()))
    wanted = {(each.key, each.document) for stratum in found.strata for each in stratum.sample}
    worst = {(each.key, each.document) for each in found.worst}
    assert len(worst) == 30 and worst - wanted
    assert set(documents(screened)) == wanted | worst
    (entry,) = setting(screened)
    assert sum(each["documents"] for each in entry["strata"]) == entry["documents"] == 600
    flags = {}
    for path in (base / "in").iterdir():
        for line in shard_files.lines(shard_files.output(folder, path)):
            for each in line["verdicts"]:
                flags[line["key"], each["document"], each["unit"]] = (each["value"], each["confidence"])
    with Project.open(screened, read_only=True) as opened:
        held = (
            opened.read_connection()
            .execute(
                "SELECT key, document.name, position, value, confidence FROM verdict JOIN unit ON unit.id = unit_id"
                " JOIN document ON document.id = unit.document_id JOIN item ON item.id = verdict.item_id"
            )
            .fetchall()
        )
    assert held and all(flags[key, name, at] == (value, sure) for key, name, at, value, sure in held)
    assert cli.main(["project", "check", str(screened)]) == 0


def test_the_first_items_are_the_front_of_every_draw(screened: Path) -> None:
    (entry,) = setting(screened)
    first = [key for key, _ in documents(screened)][: len(entry["strata"])]
    assert sorted(first) == sorted(each["drawn"][0][0] for each in entry["strata"])


@pytest.mark.parametrize("target", ["new", "project"])
def test_estimate_speaks_of_the_whole_corpus_and_says_so(
    base: Path, screened: Path, tmp_path: Path, target: str
) -> None:
    before = estimate(screened)
    assert not before.rows[0]["valid"] and before.rows[0]["corpus"] == 600
    review(screened, tmp_path, unsure=[documents(screened)[0][0]])
    result = estimate(screened, target=target)
    assert "about all 600 summaries that were screened" in result.about
    (entry,) = setting(screened)
    left = documents(screened)[0][0]
    for row in result.rows:
        total = errors = said = cells = flags = scored = opened = 0.0
        for each in entry["strata"]:
            if row["system"] not in (None, each["of"][1]):
                continue
            asked, flagged, unscored = each["cells"]["basic/hallucination"]
            cells, flags, scored = cells + asked, flags + flagged, scored + asked - unscored
            for key, _ in each["drawn"]:
                line = _line(base, key)
                yes = {v["unit"] for v in line["verdicts"] if v["value"] == "yes"}
                weight = each["documents"] / len(each["drawn"])
                for at in range(line["cells"]["basic/hallucination"][0]):
                    if key == left and at == 0:
                        opened += 1
                        continue
                    total += weight
                    errors += weight * (at in wrong(key))
                    said += weight * (at in yes)
        level = row["power"]
        assert row["value"] == pytest.approx(level * flags / cells + (errors - level * said) / total, abs=1e-12)
        assert row["reviews"] == pytest.approx(errors / total, abs=1e-12)
        assert row["naive"] == pytest.approx(flags / scored, abs=1e-12)
        assert (row["cells"], row["open"], row["valid"]) == (cells, opened, True)
        assert row["low"] < row["value"] < row["high"]
        if opened:
            assert row["at_least"] < row["at_most"]
    assert result.rows[0]["left_out"] == {"reviewed summaries outside the draw": _outside(screened, entry)}


def _line(folder: Path, key: str) -> dict[str, Any]:
    for path in (folder / "in").iterdir():
        for line in shard_files.lines(shard_files.output(folder / "w46", path)):
            if line["key"] == key:
                return line
    raise AssertionError(key)


def _outside(project: Path, entry: dict[str, Any]) -> int:
    drawn = {tuple(name) for each in entry["strata"] for name in each["drawn"]}
    return len(set(documents(project)) - drawn)


def test_only_the_front_of_each_draw_counts(base: Path, screened: Path, tmp_path: Path) -> None:
    """The third of each stratum is not reviewed: the first two count, whatever was reviewed behind."""
    (entry,) = setting(screened)
    skipped = {each["drawn"][2][0] for each in entry["strata"]}
    review(screened, tmp_path, which=lambda key: key not in skipped)
    row = estimate(screened).rows[0]
    lines = [_line(base, key) for each in entry["strata"] for key, _ in each["drawn"][:2]]
    assert row["n"] == sum(line["cells"]["basic/hallucination"][0] for line in lines)
    assert row["documents"] == 2 * len(entry["strata"])


def test_known_mistakes_of_reviewers_are_undone_and_said(tmp_path: Path) -> None:
    paths = corpus(tmp_path / "in", 300, 3)
    for name, words in (("plain", ()), ("undone", ("--mistakes", "0.05"))):
        project = tmp_path / f"{name}.galley"
        assert screen(*paths, "--out", tmp_path / "out", "--into", project, *WORDS, *words) == 0
        review(project, tmp_path, mistakes=0.05)
    seen, undone = (estimate(tmp_path / f"{name}.galley") for name in ("plain", "undone"))
    assert undone.rows[0]["value"] == pytest.approx((seen.rows[0]["value"] - 0.05) / 0.9, abs=1e-12)
    assert "A share of 0.05 of the reviews is taken for wrong." in undone.about


def test_a_later_week_is_added_and_the_same_files_are_not(
    base: Path, screened: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = corpus(tmp_path / "more", 200, 1, first=1000)
    capsys.readouterr()
    assert screen(*sorted((base / "in").iterdir()), "--out", base / "w46", "--into", screened, *WORDS) == 0
    assert "nothing new" in capsys.readouterr().out and len(setting(screened)) == 1
    both = (*sorted((base / "in").iterdir()), *more)
    assert screen(*both, "--out", tmp_path / "both", "--into", screened, *WORDS) == 1
    assert "holds 3 of these files already, as the screening 'w46'" in capsys.readouterr().err
    assert screen(*more, "--out", tmp_path / "w47", "--into", screened, *WORDS, "--by", "band") == 1
    assert "screen both in the same way" in capsys.readouterr().err
    assert len(setting(screened)) == 1
    assert screen(*more, "--out", tmp_path / "w48", "--into", screened, *WORDS) == 0
    assert [entry["name"] for entry in setting(screened)] == ["w46", "w48"]
    assert estimate(screened).rows[0]["corpus"] == 800


def test_a_shard_that_changed_since_is_refused_and_the_project_stays(
    screened: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (more,) = corpus(tmp_path / "more", 60, 1, first=1000)
    assert screen(more, "--out", tmp_path / "w47", *WORDS) == 0
    more.write_bytes(more.read_bytes().replace(b"council", b"Council"))
    before = documents(screened)
    assert screen(more, "--out", tmp_path / "w47", "--into", screened, *WORDS) == 1
    assert "has changed since it was judged" in capsys.readouterr().err
    assert documents(screened) == before and len(setting(screened)) == 1


def test_a_filter_that_the_strata_cannot_answer_is_refused(screened: Path, tmp_path: Path) -> None:
    from galley.core.errors import InputError

    review(screened, tmp_path)
    assert [row["system"] for row in estimate(screened, systems=("keen",)).rows] == [None]
    with pytest.raises(InputError, match="was not screened by dataset"):
        estimate(screened, datasets=("",))


def test_the_screening_goes_through_an_export_and_back(screened: Path, tmp_path: Path) -> None:
    review(screened, tmp_path)
    out = tmp_path / "all.jsonl"
    assert cli.main(["export", "galley", "--project", str(screened), "--out", str(out)]) == 0
    assert cli.main(["import", "--format", "galley", str(out), "--project", str(tmp_path / "back.galley")]) == 0
    assert estimate(tmp_path / "back.galley").rows == estimate(screened).rows


def test_a_setting_of_another_form_is_told_to_be_damaged(screened: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Project.open(screened) as opened:
        from galley.core.domain import ChangeSet

        def break_(connection: Any) -> ChangeSet:
            connection.execute("UPDATE setting SET value = '[{\"strata\": 3}]' WHERE name = 'screening'")
            return ChangeSet(settings=True)

        opened.write(break_).result()
    assert cli.main(["project", "check", str(screened)]) == 1
    assert "screening" in "".join(capsys.readouterr())


def test_by_week_what_the_judge_says_beside_what_holds_with_a_test_of_the_change(
    base: Path, screened: Path, tmp_path: Path
) -> None:
    def screened_rows() -> list[dict[str, Any]]:
        with Project.open(screened, read_only=True) as opened:
            return compute("screened", opened.read_connection(), Params()).rows

    counts = {}
    for path in (base / "in").iterdir():
        for line in shard_files.lines(shard_files.output(base / "w46", path)):
            _, system, week = line["stratum"]
            for where in ((system, week), (system, None), (None, week), (None, None)):
                units, flags = counts.get(where, (0, 0))
                asked, flagged, _ = line["cells"]["basic/hallucination"]
                counts[where] = units + asked, flags + flagged
    before = screened_rows()
    assert len(before) == len(counts) == 9
    for row in before:
        units, flags = counts[row["system"], row["week"]]
        assert (row["cells"], row["value"]) == (units, None)
        assert row["says"] == pytest.approx(flags / units)
    review(screened, tmp_path)
    rows = screened_rows()
    whole = estimate(screened).rows
    for row in (each for each in rows if each["week"] is None):
        same = next(each for each in whole if each["system"] == row["system"])
        assert [row[name] for name in ("value", "low", "high", "n")] == [
            same[name] for name in ("value", "low", "high", "n")
        ]
    for system in (None, "keen", "plain"):
        first, second = [row for row in rows if row["system"] == system and row["week"]]
        assert first["p"] is None and second["p_holm"] == second["p"]
        assert second["change"] == pytest.approx(second["value"] - first["value"])
        assert second["change_low"] < second["change"] < second["change_high"]
        assert (second["p"] < 0.05) == (not second["change_low"] <= 0 <= second["change_high"])
