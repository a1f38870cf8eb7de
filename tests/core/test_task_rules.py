"""``galley adjudicate RULE --task``: what another rule would make of what was said; nobody's verdict moves."""

from __future__ import annotations

from pathlib import Path

import pytest

from galley.core.project.check import check
from tests.core.studies import TWO, refused, run, study
from tests.core.test_task_packages import both_say, rows
from tests.core.test_task_rounds import line


@pytest.fixture
def project(tmp_path: Path) -> Path:
    made = study(tmp_path)
    both_say(made, "yyyn", "ynyn")
    return made


def test_the_preview_tells_and_the_rule_is_set_without_a_verdict(project: Path) -> None:
    words = ["adjudicate", "strict-yes", "--task", "supporting", "--project", str(project)]
    before = rows(project, "SELECT count(*), max(id) FROM decision")
    seen = run(*words)
    assert seen.stdout.splitlines()[1:] == [
        "supporting\tunanimous\t2\t1\t0\t1\t0\t0\t0",
        "supporting\tstrict-yes\t2\t2\t0\t0\t0\t0\t0",
    ]
    assert "Nothing was written. Set this rule with --yes." in seen.stderr
    assert "two/third would ask 1 cell fewer." in seen.stderr
    assert line(project, "two/supporting")["undecided"] == "1"
    assert "“settle 4” is not “set strict-yes”, so nothing was written" in refused(*words, "--confirm", "settle 4")
    run(*words, "--dry-run", "--yes")
    assert line(project, "two/supporting")["undecided"] == "1"
    run(*words, "--yes")
    assert line(project, "two/supporting") == {
        **dict.fromkeys(("open", "undecided", "excluded", "answered", "asleep", "kept"), "0"),
        "asked": "4", "settled": "4", "split": "1",
    }  # fmt: skip
    assert rows(project, "SELECT count(*), max(id) FROM decision") == before and check(project) == []
    source = rows(project, "SELECT source FROM protocol")[0][0]
    assert source == TWO.replace('rule = "unanimous"', 'rule = "strict-yes"', 1), "every other word stays"
    assert "has the rule strict-yes already" in refused(*words)
    run("adjudicate", "unanimous", "--task", "two/supporting", "--project", str(project), "--confirm", "set unanimous")
    assert rows(project, "SELECT source FROM protocol") == [(TWO,)] and line(project, "two/third")["open"] == "1"


def test_a_rule_that_the_file_leaves_out_is_written_into_it(project: Path) -> None:
    run("adjudicate", "unanimous", "--task", "flagged", "--project", str(project), "--confirm", "set unanimous")
    source = str(rows(project, "SELECT source FROM protocol")[0][0])
    assert 'rule = "unanimous"\nid = "flagged"' in source and check(project) == []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["median", "--task", "supporting"], "can never resolve kgds-paragraph/supporting"),
        (["threshold", "--task", "supporting"], "threshold is not a rule of a task; use one of: unanimous, majority"),
        (["majority", "--task", "opinions"], "two/opinions makes no gold"),
        (["majority", "--task", "nonsense"], "The project has no task 'nonsense'"),
        (["majority", "--task", "supporting", "--ties"], "--ties does not go with --task"),
        (["median", "--as", "ito"], "median is the rule of a task"),
        (["majority"], "Missing --as"),
    ],
)
def test_a_rule_that_cannot_be_set_is_refused(project: Path, words: list[str], message: str) -> None:
    found = run("adjudicate", *words, "--project", str(project), fails=True)
    assert message in f"{found.exception} {found.output}"
    assert rows(project, "SELECT source FROM protocol") == [(TWO,)]
