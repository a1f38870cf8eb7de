"""The six cards of the overview against counts by hand, on projects of each kind."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from galley.core.errors import InputError
from galley.core.metrics import overview
from galley.core.metrics.base import Params
from galley.core.metrics.overview import Card, Overview, build_overview
from galley.core.project.project import Project
from galley.core.review import blind
from galley.core.review import items as review_items
from galley.core.review.decision_writer import DecisionWriter
from galley.core.tasks.finish import list_all_pairs
from tests.core import building, frank_making

TITLES = ("How much is wrong?", "Which system is better?", "Which errors?", "How good is the judge?",
          "Do people agree?", "What is left?")  # fmt: skip
WRONG = {"a": 4, "b": 12}
"""Of so many of 20 items the summary of each system is flagged."""


def _item(number: int, criterion: str = "changed-meaning") -> dict[str, Any]:
    verdicts = [
        building.flag(criterion, f"sum-{system}", 0) for system, wrong in WRONG.items() if number < wrong
    ]  # fmt: skip
    documents: list[dict[str, Any]] = [{"id": "article", "role": "article", "text": f"The ferry {number:02}."}]
    documents += [
        {"id": f"sum-{system}", "role": "summary", "system": system, "sentences": [f"Say {system}{number:02}."]}
        for system in WRONG
    ]
    judged = [{"annotator": "judge", "kind": "judge", "scheme": "dial-summer",
               "criteria": ["changed-meaning", "extrinsic-context"], "documents": ["sum-a", "sum-b"]}]  # fmt: skip
    return building.record(f"i{number:02}", documents=documents, verdicts=verdicts, judged=judged)


def make_project(folder: Path, items: int = 20) -> Project:
    return building.project(folder, *(_item(number) for number in range(items)))


def answer_flags(project: Project, who: str, rejected: set[str], finish: bool = False) -> None:
    """Accept each flag, but for the items named."""
    desk, last = DecisionWriter(project, who), None
    for (item,) in project.read_connection().execute("SELECT id FROM item ORDER BY id").fetchall():
        view = review_items.load_item_view(project.read_connection(), item)
        for flag in view.flags():
            last = desk.override(item, flag) if view.key in rejected else desk.accept(item, flag)
        if finish:
            last = desk.finish(view, list_all_pairs(view))
    assert last is not None
    last.result()


def _cards(found: Overview) -> dict[str, Card]:
    return {card.name: card for card in found.cards}


def _wilson(hits: int, n: int) -> tuple[float, float]:
    z, p = 1.959963984540054, hits / n
    middle, half = p + z * z / (2 * n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return (middle - half) / (1 + z * z / n), (middle + half) / (1 + z * z / n)


def test_an_empty_project_says_what_to_do_first(tmp_path: Path) -> None:
    with Project.create(tmp_path / "empty.galley") as project:
        found = build_overview(project.read_connection())
    assert [card.question for card in found.cards[:3]] == list(TITLES[:3])
    assert not any(card.is_known for card in found.cards) and _cards(found)["progress"].actions[0][0] == "import"


def test_of_flags_alone_the_rate_is_not_known_and_the_counts_are(tmp_path: Path) -> None:
    with make_project(tmp_path) as project:
        answer_flags(project, "Ada", {"i00", "i01"})
        found = build_overview(project.read_connection())
    cards = _cards(found)
    assert tuple(card.question for card in found.cards) == TITLES
    # by hand: 16 flags on 40 sentences; 4 of them (two items, both systems) do not hold
    assert cards["errors"].finding == (
        "12 of the 16 sentences with a flag are wrong. How many of the 24 others are is not known."
    )
    assert cards["errors"].actions == (("draw", "Sample 24 unflagged sentences…"),)
    held, not_asked = cards["errors"].bars
    assert held.value == pytest.approx(12 / 16) and not_asked.value is None and not_asked.note == "not asked"
    values = {bar.label: bar.value for bar in cards["systems"].bars}
    assert values == {"a": pytest.approx(2 / 20), "b": pytest.approx(10 / 20)}, "of all 20 summaries of a system"
    low, high = _wilson(2, 20)
    assert (cards["systems"].bars[0].low, cards["systems"].bars[0].high) == (pytest.approx(low), pytest.approx(high))
    assert cards["systems"].finding == "a makes fewer errors than b.", "8 documents differ, all in one direction"
    assert cards["kinds"].finding.startswith("Changed meaning was found in 12 sentences")
    assert cards["judges"].finding.startswith("judge was right in 12 of 16 flags: between ")
    assert cards["judges"].details == "What judge missed is not known."
    assert cards["agreement"].finding == "Not known: only Ada has reviewed."
    assert cards["progress"].counts == (("decided", 16), ("open", 0))
    assert found.cautions == (
        "Only flagged sentences were reviewed, and with the flag in view. Nothing here says what judge missed.",
    )
    assert "a makes fewer errors than b." in found.as_text()


def test_open_flags_that_could_turn_it_name_no_winner(tmp_path: Path) -> None:
    """As in a spreadsheet: the flags on one system were accepted, those on the other tied; the other "made fewer"."""
    records = [_item(number) for number in range(20)]
    for number, record in enumerate(records):
        flagged = "sum-a" if number < 10 else "sum-b"
        record["verdicts"] = [building.flag("changed-meaning", flagged, 0)]
    with building.project(tmp_path, *records) as project:
        answer_flags(project, "Ada", set())
        answer_flags(project, "Ben", {f"i{number:02}" for number in range(10, 20)})
        card = _cards(build_overview(project.read_connection()))["systems"]
    # by hand: a has 10 of 20, b none of the 10 that are decided, and 10 of 20 if its open flags are right
    assert {bar.label: bar.value for bar in card.bars} == {"a": pytest.approx(10 / 20), "b": 0.0}
    assert card.finding == "b and a do not differ significantly."
    assert card.details.endswith("10 sentences with an open flag are left out.")


def test_systems_that_no_test_tells_apart_are_not_ranked(tmp_path: Path) -> None:
    with make_project(tmp_path, items=6) as project:  # the flags of a and b differ in two items
        answer_flags(project, "Ada", set())
        card = _cards(build_overview(project.read_connection()))["systems"]
    assert card.finding == "a and b do not differ significantly."


def test_systems_of_different_documents_are_not_compared(tmp_path: Path) -> None:
    """On FineSurE's nine systems, most pairs share no document: a sentence on all nine said more than was tested."""
    records = [_item(number) for number in range(20)]
    for number, record in enumerate(records):
        gone = "sum-b" if number % 2 else "sum-a"
        record["documents"] = [document for document in record["documents"] if document["id"] != gone]
        record["verdicts"] = [verdict for verdict in record["verdicts"] if verdict["document"] != gone]
        record["judged"][0]["documents"] = [name for name in ("sum-a", "sum-b") if name != gone]
    with building.project(tmp_path, *records) as project:
        answer_flags(project, "Ada", set())
        card = _cards(build_overview(project.read_connection()))["systems"]
    assert card.finding == "Not tested: the systems summarised different documents."


def test_a_finished_project_has_a_rate_and_says_what_is_implicit(tmp_path: Path) -> None:
    with make_project(tmp_path) as project:
        answer_flags(project, "Ada", {"i00", "i01"}, finish=True)
        found = build_overview(project.read_connection())
    cards = _cards(found)
    people, alone = cards["errors"].bars
    assert people.value == pytest.approx(12 / 40) and alone.value == pytest.approx(16 / 40)
    assert people.low is not None and people.high is not None and people.low < 12 / 40 < people.high
    assert cards["errors"].finding == (
        f"12 of 40 reviewed sentences have an error: between {100 * people.low:.0f} and {100 * people.high:.0f} of 100."
    ), "below 50 a title gives the count"
    assert "judge flagged 100 of 100 sentences with an error" in cards["judges"].details
    # by hand: 28 sentences are no error, 24 of them were marked by nobody
    assert found.cautions[0].startswith(f"{100 * 24 / 28:.0f} % of the “no error” answers are implicit")


def test_an_estimate_that_open_flags_move_is_no_count_of_reviews(tmp_path: Path) -> None:
    """“16 of 40 reviewed” would be said of an estimate, with few of the reviewed sentences in error."""
    with make_project(tmp_path) as project:
        keys = {key for (key,) in project.read_connection().execute("SELECT key FROM item")}
        answer_flags(project, "Ada", set(), finish=True)
        answer_flags(project, "Ben", keys - {"i00"}, finish=True)
        card = _cards(build_overview(project.read_connection()))["errors"]
    people = card.bars[0]
    assert people.low is not None and people.high is not None
    assert card.finding == (
        f"Between {100 * people.low:.0f} and {100 * people.high:.0f} of 100 sentences have an error."
    )


def test_two_people_agree_on_so_many_flags(tmp_path: Path) -> None:
    with make_project(tmp_path) as project:
        answer_flags(project, "Ada", {"i00", "i01"})
        answer_flags(project, "Ben", {"i01", "i02"})
        card = _cards(build_overview(project.read_connection()))["agreement"]
    # flags of i00 and i02 (two each) differ; alpha by hand from the coincidences of 16 pairs
    assert card.finding == "Ada and Ben gave the same answer to 12 of 16 flags."
    answers = Counter({(1, 1): 10, (0, 0): 2, (0, 1): 2, (1, 0): 2})
    n = 2 * sum(answers.values())
    zeros = sum(count * pair.count(0) for pair, count in answers.items())
    expected = 2 * zeros * (n - zeros) / (n * (n - 1))
    observed = sum(count for pair, count in answers.items() if pair[0] != pair[1]) / sum(answers.values())
    assert card.bars[0].value == pytest.approx(1 - observed / expected)


def test_without_a_judge_people_alone_say_how_much_is_wrong(tmp_path: Path) -> None:
    with frank_making.project(tmp_path) as project:
        found = build_overview(project.read_connection(), params=Params(resamples=200))
        rows = project.read_connection().execute(
            "SELECT unit_id, target_id, count(DISTINCT annotator_id) FROM verdict JOIN annotator ON annotator.id ="
            " annotator_id AND kind = 'human' GROUP BY unit_id, target_id"
        )
        wrong = sum(people >= 2 for _, _, people in rows)  # three people: a majority marked some error
        sentences = project.read_connection().execute(
            "SELECT count(*) FROM unit JOIN document ON document.id = document_id WHERE role = 'summary'"
            " AND unit.kind = 'sentence'"
        ).fetchone()[0]  # fmt: skip
    card = _cards(found)["errors"]
    assert card.bars[0].value == pytest.approx(wrong / sentences)
    assert not _cards(found)["judges"].is_known


def test_what_is_hidden_in_blind_mode_is_not_told(tmp_path: Path) -> None:
    with make_project(tmp_path) as project:
        hidden = blind.Blind(own=True, judges=True)
        project.write(lambda connection: blind.store_blind(connection, hidden)).result()
        with pytest.raises(InputError, match="blind"):
            build_overview(project.read_connection())


def test_an_order_says_no_more_than_the_tests() -> None:
    say = overview.describe_order
    assert say(["a", "b", "c"], [("a", "b"), ("a", "c")], "beats", "systems") == "a beats b and c."
    assert say(["a", "b", "c"], [("a", "c")], "beats", "systems") == "a beats c. b: not significant."
    assert say([*"abcd"], [], "beats", "systems") == "The 4 systems do not differ significantly."
