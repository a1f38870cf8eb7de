"""Slots: a task for two people takes the answers of two people in each item, whoever else opens the project."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from sqlite3 import Connection

import pytest

from galley.core.campaign import answers
from galley.core.domain import Action, Cell, ChangeSet
from galley.core.errors import SlotsTaken
from galley.core.exports.registry import export
from galley.core.importers.label_studio import IMPORTER as LABEL_STUDIO
from galley.core.importers.run_import import import_files
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.log import Location, SavedDecision, decide
from galley.core.tasks import slots
from tests.core import building
from tests.core.studies import back, cell, pack, packed, refused, run, say, study
from tests.core.test_task_packages import PARAGRAPHS, SUPPORTING, both_say, rows

DANA = "dana answered 2 items of two/supporting when all slots were taken: these answers are not counted; galley"

JUDGED = (
    "SELECT DISTINCT name, judged.item_id FROM judged JOIN annotator ON annotator.id = annotator_id WHERE decision_id"
    " IS NOT NULL ORDER BY 1, 2"
)


def finish(path: Path, who: str) -> None:
    """Somebody finishes all items in the task about flags."""
    with Project.open(path) as opened:
        desk = DecisionWriter(opened, who, "two/flagged")
        for (item,) in opened.read_connection().execute("SELECT id FROM item").fetchall():
            building.finish_read(desk, items.load_item_view(opened.read_connection(), item)).result()


@contextmanager
def unguarded() -> Iterator[None]:
    """A program from before there were slots: whoever is at the desk may answer."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(slots, "refuse", lambda *_: None)
        yield


def outcome(project: Path) -> dict[str, object]:
    """What the tasks come to, by the scalar code, the lists of gold and the arrays."""
    told = json.loads(run("campaign", "tasks", "--json", "--project", str(project)).output)["tasks"]
    task = next(each for each in told if each["task"] == "two/supporting")
    figures = {name: task[name] for name in ("asked", "open", "settled", "undecided", "split", "people")}
    gold = run("show", "gold", "--project", str(project)).output
    names = ("agreement", "frequency", "detection")
    rates = [run("metrics", name, "--project", str(project)).output for name in names]
    return {"figures": figures, "gold": gold, "rates": rates}


def test_who_has_no_slot_changes_nothing_and_is_told(tmp_path: Path) -> None:
    """Settled 35 became 34 when the lead pressed A seven times under a default name."""
    project = study(tmp_path)
    both_say(project, "ynyn", "ynyn")
    before = outcome(project)
    assert before["figures"]["settled"] == 4  # type: ignore[index]
    with pytest.raises(SlotsTaken, match="All 2 slots of “supporting” in the item k0 are taken"):
        say(project, "dana", SUPPORTING, dict.fromkeys(PARAGRAPHS, "yes"))
    assert outcome(project) == before and check(project) == []
    say(project, "ann", SUPPORTING, {PARAGRAPHS[0]: "yes"})  # who has a slot goes on


def test_answers_beyond_the_slots_are_listed_and_kept_apart_until_the_lead_accepts_them(tmp_path: Path) -> None:
    project = study(tmp_path)
    both_say(project, "ynyn", "ynyn")
    before = outcome(project)
    with unguarded():
        say(project, "dana", SUPPORTING, {PARAGRAPHS[1]: "yes", PARAGRAPHS[3]: "yes"})
    assert outcome(project) == before
    wrong = check(project)
    assert len(wrong) == 1 and wrong[0].startswith(DANA)
    assert "revoked ones and those beyond" in run("metrics", "reviewing", "--project", str(project)).output
    for command in ("plan", "tasks"):
        assert DANA in run(command, "--project", str(project)).output
    run("campaign", "revoke", "--accept", "--for", "dana", "--task", "two/supporting", "--project", str(project))
    after = outcome(project)
    assert after["figures"]["settled"] == 2 and check(project) == []  # type: ignore[index]
    assert DANA not in run("campaign", "plan", "--project", str(project)).output
    run("campaign", "revoke", "--for", "dana", "--task", "two/supporting", "--project", str(project))
    assert outcome(project)["figures"] == before["figures"] and check(project) == []


def test_answers_without_a_package_are_taken_back_and_their_slot_is_free(tmp_path: Path) -> None:
    project = study(tmp_path)
    for who in ("ann", "ben"):
        say(project, who, SUPPORTING, dict.fromkeys(PARAGRAPHS, "no"))
    with unguarded():
        say(project, "dana", SUPPORTING, {PARAGRAPHS[0]: "yes"})
    told = run("campaign", "revoke", "--for", "ben", "--task", "supporting", "--project", str(project)).output
    assert "two/supporting: 2 items are revoked from ben; 4 decisions count no longer." in told
    found = outcome(project)["figures"]
    assert found["open"] == 4 and found["settled"] == 0, "nobody moves up unasked"  # type: ignore[index]
    assert check(project) == []
    say(project, "cat", SUPPORTING, dict.fromkeys(PARAGRAPHS, "no"))
    assert outcome(project)["figures"]["settled"] == 4  # type: ignore[index]
    run("campaign", "revoke", "--accept", "--for", "ben", "--task", "supporting", "--project", str(project))
    assert outcome(project)["figures"]["settled"] == 4 and check(project) == []  # type: ignore[index]


def test_what_an_earlier_version_counted_is_counted_anew_when_the_project_is_opened(tmp_path: Path) -> None:
    project = study(tmp_path)
    both_say(project, "ynyn", "ynyn")
    before = outcome(project)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(slots, "has_slots", lambda _: False)
        say(project, "dana", SUPPORTING, dict.fromkeys(PARAGRAPHS, "no"))
        assert outcome(project) != before
    with Project.open(project):
        pass
    assert outcome(project) == before and len(check(project)) == 1


def test_silence_beyond_the_slots_says_nothing_and_speaks_once_it_has_one(tmp_path: Path) -> None:
    """In a task whose silence says no, a finish is an answer to everything."""
    quiet = ('people = "any"\nsilence = "no"', 'people = 1\nsilence = "no"')
    project = study(tmp_path, quiet)
    finish(project, "ann")
    before = rows(project, JUDGED)
    assert {who for who, _ in before} == {"ann"}
    with pytest.raises(SlotsTaken, match="The only slot of “"):
        finish(project, "dana")
    with unguarded():
        finish(project, "dana")
    assert rows(project, JUDGED) == before
    assert all("dana answered 2 items of two/flagged" in each for each in check(project))
    run("campaign", "revoke", "--accept", "--for", "dana", "--task", "flagged", "--project", str(project))
    assert {who for who, _ in rows(project, JUDGED)} == {"ann", "dana"} and check(project) == []
    run("campaign", "revoke", "--for", "dana", "--task", "flagged", "--project", str(project))
    assert rows(project, JUDGED) == before and check(project) == []


def test_an_undo_frees_a_slot_for_later_answers(tmp_path: Path) -> None:
    quiet = ('people = "any"\nsilence = "no"', 'people = 1\nsilence = "no"')
    project = study(tmp_path, quiet)
    finish(project, "ann")
    with unguarded():
        finish(project, "dana")
    with Project.open(project) as opened:
        for _ in range(2):
            DecisionWriter(opened, "ann", "two/flagged").undo().result()
    assert rows(project, JUDGED) == [] and len(check(project)) == 1, "who was beyond does not move up unasked"
    finish(project, "cat")
    assert {who for who, _ in rows(project, JUDGED)} == {"cat"} and len(check(project)) == 1


def test_what_is_redone_does_not_take_a_slot_from_who_answered_meanwhile(tmp_path: Path) -> None:
    quiet = ('people = "any"\nsilence = "no"', 'people = 1\nsilence = "no"')
    project = study(tmp_path, quiet)
    finish(project, "ann")
    with Project.open(project) as opened:
        for _ in range(2):
            DecisionWriter(opened, "ann", "two/flagged").undo().result()
    finish(project, "cat")
    before = rows(project, JUDGED)
    with Project.open(project) as opened, pytest.raises(SlotsTaken, match="an answer of ann would not count"):
        DecisionWriter(opened, "ann", "two/flagged").redo().result()
    with unguarded(), Project.open(project) as opened:
        for _ in range(2):
            DecisionWriter(opened, "ann", "two/flagged").redo().result()
    assert {who for who, _ in rows(project, JUDGED)} == {"cat"} and rows(project, JUDGED) == before
    assert [each.split(" answered")[0] for each in check(project)] == ["ann"]


def test_no_task_is_a_way_around_the_slots_of_another(tmp_path: Path) -> None:
    """The cell says which slots an answer needs, in whatever task it was given: the default one and the adjudicator's
    among them."""
    project = study(tmp_path)
    both_say(project, "ynyn", "ynny")
    before = outcome(project)
    with Project.open(project) as opened:
        who = DecisionWriter(opened, "dana").reviewer
        tasks = [row for (row,) in opened.read_connection().execute("SELECT id FROM task").fetchall()]
        for task, place, value in product([None, *tasks], PARAGRAPHS, ("yes", "no")):
            item, where = cell(opened, *place, SUPPORTING)

            def job(connection: Connection) -> tuple[SavedDecision, ChangeSet]:
                at = Location(task, 1, None, None)
                return decide(connection, who, Action.ADD, item, cell=where, value=value, where=at)

            with pytest.raises(SlotsTaken):
                opened.write(job).result()
            with unguarded():
                opened.write(job).result()
    assert outcome(project) == before and len(check(project)) == 1


def test_silence_that_came_with_the_data_holds_a_slot(tmp_path: Path) -> None:
    quiet = ('people = "any"\nsilence = "no"', 'people = 1\nsilence = "no"')
    reader = {"annotator": "experts", "kind": "human", "scheme": "kgds-opinion", "criteria": ["not-covered"]}
    project = study(tmp_path, quiet, judged=[{**reader, "documents": ["written-opinion", "extract-opinion"]}])
    with pytest.raises(SlotsTaken, match="The only slot of “flagged”"):
        finish(project, "dana")


def test_what_was_changed_outside_comes_back_and_stays_beyond_the_slots(tmp_path: Path) -> None:
    """A file from Label Studio with other answers is taken in, whoever gave them."""
    project = study(tmp_path)
    both_say(project, "ynyn", "ynyn")
    with unguarded():
        say(project, "dana", SUPPORTING, {PARAGRAPHS[0]: "no"})
    before = outcome(project)

    with Project.open(project) as opened:
        export(opened, "label-studio", tmp_path / "tasks.json")
        tasks = json.loads((tmp_path / "tasks.json").read_text("utf-8"))
        (hers,) = (a for a in tasks[0]["annotations"] if a["result"][0]["value"]["text"] == ["dana"])
        (choice,) = (each for each in hers["result"] if each["type"] == "choices")
        choice["value"]["choices"] = ["yes"]
        (tmp_path / "tasks.json").write_text(json.dumps(tasks), "utf-8")
        report = import_files(opened, LABEL_STUDIO, [tmp_path / "tasks.json"])
        assert report.counts["changed answers"] == 1
    assert outcome(project) == before and len(check(project)) == 1


def test_a_package_gives_a_slot_under_whatever_name_it_comes_home(tmp_path: Path) -> None:
    """The reader's name in the package is another one at home."""
    project = study(tmp_path)
    pack(project, "--task", "supporting", "--for", "ann", "--for", "ben")
    for who, name in (("ann", "anna"), ("ben", "")):
        say(packed(tmp_path, who), who, SUPPORTING, dict.fromkeys(PARAGRAPHS, "no"))
        out = tmp_path / f"{who}.answers"
        answers.write_answers(packed(tmp_path, who), out)
        run("campaign", "merge", str(out), "--project", str(project), *(("--rename", name) if name else ()))
    assert outcome(project)["figures"]["settled"] == 4 and check(project) == []  # type: ignore[index]


def test_answers_that_come_in_beyond_the_slots_count_nowhere(tmp_path: Path) -> None:
    """A copy of the project, answered by somebody else and merged; in either order of merging."""
    project = study(tmp_path)
    copy = tmp_path / "copy.galley"
    copy.write_bytes(project.read_bytes())
    for who in ("ann", "ben"):
        say(project, who, SUPPORTING, dict.fromkeys(PARAGRAPHS, "no"))
    before = outcome(project)
    say(copy, "dana", SUPPORTING, dict.fromkeys(PARAGRAPHS, "yes"))
    told = run("campaign", "merge", str(copy), "--project", str(project)).output.replace("\n", " ")
    assert DANA in told
    assert outcome(project) == before and len(check(project)) == 1
    say(copy, "dana", SUPPORTING, dict.fromkeys(PARAGRAPHS, None))
    out = tmp_path / "study.jsonl"
    run("export", "galley", "--project", str(project), "--out", str(out))
    again = tmp_path / "again.galley"
    run("new", str(again))
    run("import", "--format", "galley", str(out), "--project", str(again))
    assert outcome(again)["figures"] == before["figures"] and len(check(again)) == 1


def test_one_cell_of_a_task_that_settles_has_its_own_slots(tmp_path: Path) -> None:
    """A third reader settles by the majority of three; a fourth changes nothing."""
    third = ('kind = "settle"\nof = "supporting"\nrule = "adjudicator"',
             'kind = "settle"\nof = "supporting"\nrule = "majority"\npeople = 1')  # fmt: skip
    project = study(tmp_path, third)
    both_say(project, "yyyn", "ynyy")
    pack(project, "--task", "third", "--for", "cat")
    say(packed(tmp_path, "cat"), "cat", SUPPORTING, {PARAGRAPHS[1]: "yes", PARAGRAPHS[3]: "no"})
    back(project, packed(tmp_path, "cat"))
    before = outcome(project)
    assert "two/supporting" in before["gold"] or before["gold"]
    with Project.open(project) as opened:
        item, where = cell(opened, *PARAGRAPHS[1], SUPPORTING)
        with pytest.raises(SlotsTaken):
            DecisionWriter(opened, "dana", "two/third").add(item, where, "no").result()
        with unguarded():
            for value in ("no", "yes", "no"):
                DecisionWriter(opened, "dana", "two/third").add(item, where, value).result()
    assert outcome(project) == before
    run("campaign", "revoke", "--for", "cat", "--task", "third", "--project", str(project))
    gone = outcome(project)
    assert gone["gold"] != before["gold"] and gone["rates"] != before["rates"], "in arrays and lists alike"


def test_a_command_that_decides_refuses_and_writes_nothing(tmp_path: Path) -> None:
    quiet = ('people = "any"\nsilence = "no"', 'people = 1\nsilence = "no"')
    project = study(tmp_path, quiet)
    finish(project, "ann")
    count = "SELECT count(*) FROM decision"
    before = rows(project, count)
    words = ("decide", "reject", "criterion:not-covered", "--project", str(project), "--as", "dana")
    assert "The only slot of “flagged” in the item k0 is taken" in refused(*words, "--confirm", "reject 2")
    assert rows(project, count) == before


def test_a_task_that_deals_speakers_has_its_slots_in_cells(tmp_path: Path) -> None:
    quiet = 'kind = "verify"\ncriteria = ["kgds-opinion/not-covered"]\npeople = "any"\nsilence = "no"'
    dealt = 'kind = "answer"\ncriteria = ["kgds-opinion/not-covered"]\npeople = 1\nsilence = "open"\ndeal = "speaker"'
    project = study(tmp_path, (quiet, dealt))
    pack(project, "--task", "flagged", "--for", "ann", "--for", "ben")
    asked = rows(project, "SELECT item_id, unit_id, criterion_id, target_id FROM package_cell")
    assert asked
    with Project.open(project) as opened:
        for item, *where in asked:
            with pytest.raises(SlotsTaken, match="The only slot of “flagged”"):
                DecisionWriter(opened, "dana", "two/flagged").add(int(str(item)), Cell(*where), "yes").result()  # type: ignore[arg-type]
