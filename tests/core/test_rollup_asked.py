"""People's roll-ups are over the errors that they were asked about, not over all of the scheme."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from sklearn.metrics import balanced_accuracy_score, cohen_kappa_score

from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter
from tests.core import building
from tests.core.studies import run

WHOLE = ("speaker-misattribution", "speaker-identity-bias", "wrong-linking", "changed-meaning",
         "extrinsic-conversation", "extrinsic-context", "wrong-turn-sequence")  # fmt: skip
ASKED = ("wrong-linking", "changed-meaning", "extrinsic-context", "speaker-misattribution")
LEVELS = {"hallucination": ASKED, "hallucination-within-turn": ASKED[:3], "hallucination-dialogue": ASKED[3:]}
SIZE, COUNT = 3, 12
Said = dict[tuple[str, str], set[int]]


@pytest.fixture(scope="module")
def told() -> dict[str, Said]:
    """What two people say of four errors and a judge of all: sentences by item and error."""
    luck = random.Random(4)
    return {
        who: {
            (f"i{n:02}", error): {k for k in range(SIZE) if luck.random() < 0.15}
            for n in range(COUNT) for error in of
        }
        for who, of in (("ann", ASKED), ("ben", ASKED), ("j", WHOLE))
    }  # fmt: skip


@pytest.fixture
def path(tmp_path: Path, told: dict[str, Said]) -> Path:
    records = []
    for n in range(COUNT):
        key = f"i{n:02}"
        verdicts: list[dict[str, Any]] = []
        for who, said in told.items():
            head = {"annotator": who, "kind": "judge" if who == "j" else "human", "scheme": "dial-summer"}
            verdicts += [
                {**head, "criterion": error, "document": "s", "unit": k, "value": "yes" if k in units else "no"}
                for (item, error), units in said.items() if item == key for k in range(SIZE)
            ]  # fmt: skip
        documents = [
            {"id": "d", "role": "dialogue", "turns": [{"speaker": "A", "text": f"Turn of {key}."}]},
            {"id": "s", "role": "summary", "system": "m", "sentences": [f"{key} {k}." for k in range(SIZE)]},
        ]
        records.append({"key": key, "documents": documents, "verdicts": verdicts})
    with building.project(tmp_path, *records) as project:
        return project.path


def rows(path: Path, *words: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(run("metrics", *words, "--project", str(path), "--json").stdout)["rows"]
    return found


def some(said: Said, key: str, errors: tuple[str, ...], n: int) -> bool:
    return any(n in said.get((key, error), ()) for error in errors)


def test_a_no_needs_all_that_were_asked(path: Path, told: dict[str, Said]) -> None:
    keys = [f"i{n:02}" for n in range(COUNT)]
    units = [(key, n) for key in keys for n in range(SIZE)]
    two = ("--annotator", "ann", "--annotator", "ben", "--coefficient", "cohen-kappa")
    kappa, *_ = rows(path, "agreement", "--criterion", "hallucination", *two)  # before that of summaries
    answers = [[some(told[who], key, ASKED, n) for key, n in units] for who in ("ann", "ben")]
    assert (kappa["n"], kappa["value"]) == (len(units), pytest.approx(cohen_kappa_score(*answers)))
    for name, errors in LEVELS.items():
        words = ("--by", "level") if "-" in name else ()
        all_rows = rows(path, "frequency", *words, "--gold", "ann", "--level", "summary")
        (mine,) = [row for row in all_rows if row["criterion"] == name]
        share = [any(some(told["ann"], key, errors, n) for n in range(SIZE)) for key in keys]
        assert (mine["n"], mine["open"]) == (COUNT, 0)
        assert mine["value"] == pytest.approx(sum(share) / COUNT), name
    # the judge was asked about all seven, and is held by what it said of them
    (row,) = rows(path, "detection", "--gold", "ann", "--criterion", "hallucination")
    guess = [some(told["j"], key, WHOLE, n) for key, n in units]
    assert row["n"] == len(units) and row["s_bacc"] == pytest.approx(balanced_accuracy_score(answers[0], guess))


def test_a_flag_that_is_put_before_people_is_asked(path: Path) -> None:
    """As soon as somebody decides on flags, those of the other errors are before them, too."""
    with Project.open(path) as project:
        item = project.read_connection().execute("SELECT min(id) FROM item").fetchone()[0]
        view = items.load_item_view(project.read_connection(), item)
        DecisionWriter(project, "cat").accept(item, view.flags()[0]).result()
    all_rows = rows(path, "frequency", "--gold", "ann", "--level", "summary")
    (row,) = [row for row in all_rows if row["criterion"] == "hallucination"]
    assert row["n"] == 0 and row["summaries"] == COUNT
