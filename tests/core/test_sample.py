"""The sample project: what the issue asks of it is counted here from the file itself, and it goes into a project."""

from __future__ import annotations

import json
import unicodedata
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from galley.core.definitions import schemes
from galley.core.domain import Match
from galley.core.importers import galley
from galley.core.importers.run_import import import_files
from galley.core.project.project import Project
from galley.core.text.quotes import locate

FOLDER = Path(__file__).resolve().parents[2] / "resources" / "sample"
SAMPLE = FOLDER / "sample.jsonl"
PARTS = {"dialogue": "turns", "article": "paragraphs", "summary": "sentences"}
REVIEWERS = {"mira", "tomas"}

Record = dict[str, Any]
Cell = tuple[str, str, str, Any, str]


@pytest.fixture(scope="module")
def records() -> list[Record]:
    return [json.loads(line) for line in SAMPLE.read_text(encoding="utf-8").splitlines()]


def texts(document: Record) -> list[str]:
    parts = document[PARTS[document["role"]]]
    return [part["text"] if isinstance(part, dict) else part for part in parts]


def unit_of(record: Record, place: Record) -> tuple[str, str]:
    """Kind and text of the unit that a verdict or a known error is on."""
    if isinstance(place["unit"], str):
        unit = next(unit for unit in record["units"] if unit["id"] == place["unit"])
        return unit["kind"], unit["text"]
    document = next(document for document in record["documents"] if document["id"] == place["document"])
    return PARTS[document["role"]][:-1], texts(document)[place["unit"]]


def cell(record: Record, place: Record) -> Cell:
    target = place.get("about", place["document"])
    return record["key"], place["criterion"], place["document"], place["unit"], target


def known(records: list[Record]) -> dict[Cell, Record]:
    return {cell(record, error): error for record in records for error in record["meta"]["errors"]}


def verdicts(records: list[Record], name: str) -> Iterator[tuple[Record, Record]]:
    for record in records:
        for verdict in record["verdicts"]:
            if verdict["annotator"] == name:
                yield record, verdict


def reviewed_by(record: Record) -> set[str]:
    return {entry["annotator"] for entry in record["judged"] if entry["kind"] == "human"}


def test_it_is_said_to_be_made_up(records: list[Record]) -> None:
    assert "made up" in " ".join((FOLDER / "README.md").read_text(encoding="utf-8").split())
    assert all(record["meta"]["made_up"] for record in records)


def test_enough_items_and_most_have_three_panes(records: list[Record]) -> None:
    assert len(records) >= 24
    assert len({record["key"] for record in records}) == len(records)
    full = [r for r in records if {d["role"] for d in r["documents"]} == set(PARTS)]
    assert len(full) >= 0.8 * len(records)
    assert records[:3] == full[:3], "the first items one sees have all three panes"
    for record in records:
        systems = {d["system"] for d in record["documents"] if d["role"] == "summary"}
        assert systems == {"brief", "long-form"}


def test_no_text_is_there_twice(records: list[Record]) -> None:
    count = Counter(text for r in records for d in r["documents"] for text in texts(d) if len(text) > 12)
    assert [text for text, n in count.items() if n > 1] == []


def test_every_place_exists_and_every_span_lies_inside_it(records: list[Record]) -> None:
    for record in records:
        for place in record["verdicts"] + record["meta"]["errors"]:
            criterion = schemes.find_scheme(place["scheme"]).criterion(place["criterion"])
            assert criterion, place
            kind, text = unit_of(record, place)
            assert kind == criterion.unit, place
            assert ("about" in place) == (kind in ("turn", "opinion")), place
            for start, end in place.get("spans", [place["span"]] if "span" in place else []):
                assert 0 <= start < end <= len(text), place
                assert text[start:end].strip() == text[start:end], place


def test_verdicts_are_covered_by_what_was_judged(records: list[Record]) -> None:
    """Silence means no only under a coverage; nobody was asked for missed conversation at large."""
    for record in records:
        for verdict in record["verdicts"]:
            covered = any(
                entry["annotator"] == verdict["annotator"]
                and verdict["criterion"] in entry["criteria"]
                and verdict.get("about", verdict["document"]) in entry["documents"]
                for entry in record["judged"]
            )
            assert covered != (verdict["criterion"] == "missed-conversation"), verdict


def test_every_error_is_really_there_at_least_twice(records: list[Record]) -> None:
    count = Counter(error["criterion"] for error in known(records).values())
    opinion_errors = next(r.criteria for r in schemes.find_scheme("kgds-opinion").combined_criteria)
    asked = [*(c.id for c in schemes.find_scheme("dial-summer").criteria), *opinion_errors, "out-of-context-error"]
    assert {name: count[name] for name in asked if count[name] < 2} == {}


def test_a_missed_turn_is_not_one_that_greets(records: list[Record]) -> None:
    for record in records:
        for error in record["meta"]["errors"]:
            if error["criterion"] == "missed-turn":
                assert len(unit_of(record, error)[1]) > 5, error


def test_the_judge_is_wrong_in_believable_ways(records: list[Record]) -> None:
    truth = known(records)
    flags = {cell(record, verdict): verdict for record, verdict in verdicts(records, "desk-judge")}
    right = flags.keys() & truth.keys()
    asked = {c for c, error in truth.items() if error["scheme"] == "dial-summer"}
    assert 0.60 <= len(right) / len(flags) <= 0.75
    assert 0.50 <= len(right) / len(asked) <= 0.85
    places = {(key, document, unit, target) for key, _, document, unit, target in asked}
    wrong_criterion = [c for c in flags.keys() - right if (c[0], c[2], c[3], c[4]) in places]
    assert len(wrong_criterion) >= 10
    sure = [len(right & {c for c, v in flags.items() if v["votes"] == n}) for n in ("3/5", "5/5")]
    all_ = [sum(v["votes"] == n for v in flags.values()) for n in ("3/5", "5/5")]
    assert sure[0] / all_[0] < sure[1] / all_[1], "more votes ought to mean more often right"


def test_judges_say_how_many_votes_and_why(records: list[Record]) -> None:
    methods = {
        "dial-summer": "dial-summer-fine",
        "finesure": "finesure",
        "kgds-opinion": "kgds-opinion-errors",
    }
    for record in records:
        for verdict in record["verdicts"]:
            if verdict["kind"] == "judge":
                votes, samples = map(int, verdict["votes"].split("/"))
                assert verdict["confidence"] == pytest.approx(votes / samples)
                assert votes * 2 > samples and verdict["value"] == "yes"
                assert verdict["explanation"].endswith(".")
                assert verdict["model"] == "sample-model"
                assert verdict["method"] == methods[verdict["scheme"]]


def test_most_quotes_are_verbatim_some_altered_a_few_invented(records: list[Record]) -> None:
    count: Counter[Match] = Counter()
    for record in records:
        sources = [d for d in record["documents"] if d["role"] != "summary"]
        units = {(d["id"], n): text for d in sources for n, text in enumerate(texts(d))}
        for verdict in record["verdicts"]:
            for quote in verdict.get("evidence", ()):
                named = units[quote["document"], quote["unit"]]
                found = locate(quote["quote"], list(units.values()))
                count[found.match] += 1
                assert (found.match is Match.VERBATIM) == (quote["quote"] in named), quote
    assert count[Match.VERBATIM] >= 0.85 * count.total()
    assert count[Match.FUZZY] >= 5
    assert 3 <= count[Match.MISSING] <= 0.05 * count.total()


def test_two_reviewers_have_been_there_and_disagree(records: list[Record]) -> None:
    both = [record for record in records if reviewed_by(record) == REVIEWERS]
    assert len(both) >= 10
    assert sum(not reviewed_by(record) for record in records) >= 10
    ties = 0
    for record in both:
        said: dict[Cell, dict[str, str]] = {}
        for verdict in record["verdicts"]:
            if verdict["kind"] == "human" and verdict["criterion"] != "missed-conversation":
                said.setdefault(cell(record, verdict), {})[verdict["annotator"]] = verdict["value"]
        ties += sum(len({by.get(who, "no") for who in REVIEWERS}) == 2 for by in said.values())
    assert ties >= 12
    notes = [v for _, v in verdicts(records, "mira") if v.get("explanation")]
    assert len(notes) >= 10


def test_other_scripts_emoji_and_a_long_item(records: list[Record]) -> None:
    everything = {r["key"]: "".join(text for d in r["documents"] for text in texts(d)) for r in records}
    names = {key: Counter(unicodedata.name(c, "").split(" ")[0] for c in text) for key, text in everything.items()}
    assert any(count["CJK"] > 300 for count in names.values())
    assert any(count["ARABIC"] > 300 for count in names.values())
    assert any("\u200d" in text and "\u0308" in text and "\U0001f1f5" in text for text in everything.values())
    sizes = [{d["id"]: len(texts(d)) for d in record["documents"]} for record in records]
    assert any(size.get("dialogue") == 60 and size.get("article") == 40 for size in sizes)


def test_the_first_item_shows_several_kinds_of_flags(records: list[Record]) -> None:
    kinds = {v["criterion"] for v in records[0]["verdicts"] if v["kind"] == "judge"}
    assert len(kinds) >= 5


def test_it_goes_into_a_project_as_it_is(records: list[Record], tmp_path: Path) -> None:
    project = Project.create(tmp_path / "sample.galley")
    try:
        report = import_files(project, galley.IMPORTER, [SAMPLE])
    finally:
        project.close()
    assert report.counts["items"] == len(records)
    assert report.counts["verdicts"] == sum(len(record["verdicts"]) for record in records)
    assert report.notes == []
