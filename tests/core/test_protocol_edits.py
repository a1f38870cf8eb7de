"""A protocol that a form changed is the text that was there, with other fields of one task."""

from __future__ import annotations

import tomllib

import pytest

from galley.core.definitions import protocol_files
from galley.core.definitions.schemes import read_built_in_schemes
from galley.core.errors import InputError, ProtocolError
from galley.core.rules.rule import Rule

SCHEMES = read_built_in_schemes()


@pytest.mark.parametrize("name", sorted(protocol_files.builtin()))
def test_each_task_of_a_protocol_that_ships_takes_another_question_and_nothing_else_changes(name: str) -> None:
    text = protocol_files.builtin()[name].toml
    for number, task in enumerate(protocol_files.builtin()[name].tasks):
        if not task.votes or "*" in [entry.name for entry in task.criteria]:
            continue
        changed = protocol_files.change_task(text, task.id, {"ask": 'Is it "so"?'}, SCHEMES)
        expected = tomllib.loads(text)
        expected["task"][number]["ask"] = 'Is it "so"?'
        assert tomllib.loads(changed) == expected
        comments = [line for line in text.split("\n") if line.lstrip().startswith("#")]
        assert [line for line in changed.split("\n") if line.lstrip().startswith("#")] == comments


def test_people_rule_and_control_share_are_written_and_taken_away() -> None:
    text = protocol_files.builtin()["frank"].toml
    changed = protocol_files.change_task(text, "sentences", {"people": 5, "rule": "strict-yes", "known": 0.1}, SCHEMES)
    task = protocol_files.parse(changed).tasks[0]
    assert (task.people, task.rule, task.known_share) == (5, Rule.STRICT_YES, 0.1)
    again = protocol_files.change_task(changed, "sentences", {"people": 3, "rule": "majority", "known": 0}, SCHEMES)
    assert tomllib.loads(again) == tomllib.loads(text)


def test_what_cannot_work_is_refused_with_a_sentence() -> None:
    text = protocol_files.builtin()["frank"].toml
    with pytest.raises(ProtocolError):
        protocol_files.change_task(text, "sentences", {"people": -1}, SCHEMES)
    with pytest.raises(InputError, match="The protocol has no task 'nothing'"):
        protocol_files.change_task(text, "nothing", {"people": 2}, SCHEMES)


def test_a_study_about_criteria_of_a_project_has_readers_and_an_adjudicator() -> None:
    text = protocol_files.write_question_study(["basic/hallucination"], "Is it “wrong”?", 2, Rule.UNANIMOUS, 0.1)
    protocol = protocol_files.parse(text)
    reading, third = protocol.tasks
    assert (reading.people, reading.rule, reading.known_share, reading.ask) == (
        2,
        Rule.UNANIMOUS,
        0.1,
        "Is it “wrong”?",
    )
    assert third.adjudicates and third.four_eyes and protocol.find_adjudication_task(reading) is third
