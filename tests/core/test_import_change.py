"""Changing an import: which decisions stay, which are set aside, and the way back."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from galley.core.campaign import import_change
from galley.core.campaign.import_change import ImportChange
from galley.core.domain import Cell, ChangeSet, Stance
from galley.core.errors import InputError
from galley.core.import_types import ImportOptions, ImportReport
from galley.core.importers import find
from galley.core.importers.run_import import MAPPED, import_files
from galley.core.metrics import sampling
from galley.core.project import bulk_changes, level_settings, outgoing, protocol_use, role_settings
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review import blind, priority, saved_views
from galley.core.review.blind import Blind
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from galley.core.review.saved_views import SavedView
from galley.core.storage import names, pseudonyms
from galley.core.storage.queries.settings import list_settings, write_setting
from galley.core.tables import column_roles
from galley.core.tables.column_roles import ColumnRole, Role, Roles, TableScan
from galley.core.tasks.roles import Duty

HEADS = ["ID", "Article", "Other text", "Summary", "Flag", "Wrong date"]
ROWS = [
    [f"N-{n}", f"The ferry keeps to a winter timetable until Easter, row {n}.", f"Another text {n}.",
     "It is off. It comes back.", "yes" if n < 3 else "no", "yes" if n == 3 else "no"]
    for n in range(5)
]  # fmt: skip


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """Five rows with four flags by two criteria."""
    path = tmp_path / "t.csv"
    with path.open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream).writerows([HEADS, *ROWS])
    return path


@pytest.fixture
def project(tmp_path: Path, table: Path) -> Path:
    """The table imported; ann accepted two flags of “Flag” and the one of “Wrong date”, and finished the last item."""
    path = tmp_path / "p.galley"
    with Project.create(path) as opened:
        import_files(opened, find(MAPPED), [table], make_options(table, get_roles(table)))
        writer = DecisionWriter(opened, "ann")
        for item in (1, 2, 4):
            writer.accept(item, load_item_view(opened.read_connection(), item).flags()[0]).result()
        writer.finish(load_item_view(opened.read_connection(), 5)).result()
    return path


def scan(table: Path) -> TableScan:
    return column_roles.scan_table([table], {}, ImportReport())


def get_roles(table: Path) -> Roles:
    roles = column_roles.guess_roles(scan(table))
    for name in ("Flag", "Wrong date"):
        meanings = {"yes": "yes", "no": "no"}
        roles[name] = ColumnRole(Role.FLAG, "", name, meanings=meanings, giver="GPT", giver_kind="judge")
    return roles


def make_options(table: Path, roles: Roles) -> ImportOptions:
    mapping = column_roles.build_mapping(scan(table), roles)
    return ImportOptions(mapping=mapping, roles=column_roles.dump_roles(roles))


def prepare(project: Path, table: Path, **changes: ColumnRole) -> ImportChange:
    """Prepare the change of roles, given by the names of the columns ("_" for a space)."""
    with Project.open(project) as opened:
        stored = import_change.find_changeable_table(opened)
        assert stored is not None
        roles = column_roles.load_roles(stored["roles"])
        roles |= {name.replace("_", " "): role for name, role in changes.items()}
        return import_change.prepare_change(opened, [table], make_options(table, roles))


def read(path: Path, sql: str) -> list[tuple[Any, ...]]:
    with Project.open(path) as opened:
        return [tuple(row) for row in opened.read_connection().execute(sql)]


def list_decisions(path: Path) -> list[tuple[Any, ...]]:
    sql = (
        "SELECT item.key, action, criterion.name, annotator.name FROM decision JOIN item ON item.id = item_id"
        " JOIN annotator ON annotator.id = reviewer_id LEFT JOIN criterion ON criterion.id = criterion_id"
        " ORDER BY decision.id"
    )
    return read(path, sql)


ACCEPTED = [("N-0", "accept", "flag", "ann"), ("N-1", "accept", "flag", "ann"), ("N-3", "accept", "wrong-date", "ann")]
FINISHED = ("N-4", "finish", None, "ann")


def test_metadata_that_becomes_a_reference_leaves_decisions_and_adds_the_text(project: Path, table: Path) -> None:
    assert list_decisions(project) == [*ACCEPTED, FINISHED]
    with Project.open(project) as opened:
        stored = import_change.find_changeable_table(opened)
        assert stored is not None and column_roles.load_roles(stored["roles"]) == get_roles(table)
    change = prepare(project, table, Other_text=ColumnRole(Role.REFERENCE))
    assert (change.staying_count, change.set_aside_count) == (4, 0)
    before = project.read_bytes()
    import_change.discard_change(change)
    assert project.read_bytes() == before and not change.changed.exists()
    import_change.apply_change(prepare(project, table, Other_text=ColumnRole(Role.REFERENCE)))
    assert list_decisions(project) == [*ACCEPTED, FINISHED] and check(project) == []
    assert read(project, "SELECT count(*) FROM document WHERE role = 'reference'") == [(5,)]


def test_another_polarity_sets_aside_what_was_said_of_those_flags(project: Path, table: Path) -> None:
    turned = replace(get_roles(table)["Flag"], meanings={"yes": "no", "no": "yes"})
    change = prepare(project, table, Flag=turned)
    assert (change.staying_count, change.set_aside_count) == (2, 2)
    assert change.set_aside == ["N-0 · Flag · accept · ann", "N-1 · Flag · accept · ann"]
    import_change.apply_change(change)
    assert list_decisions(project) == [ACCEPTED[2], FINISHED] and check(project) == []
    values = read(project, "SELECT count(*) FROM verdict JOIN criterion ON criterion.id = criterion_id"
                           " WHERE criterion.name = 'flag' AND value = 'yes' AND decision_id IS NULL")  # fmt: skip
    assert values == [(2,)], "the two rows that say no"
    kept_words = read(project, "SELECT count(*) FROM event WHERE kind = 'decision'")
    assert kept_words == [(4,)], "the log keeps the words of each decision from before"
    bulk_changes.undo(project)
    assert list_decisions(project) == [*ACCEPTED, FINISHED] and check(project) == []


def test_another_name_of_a_criterion_sets_its_decisions_aside_and_leaves_the_others(project: Path, table: Path) -> None:
    renamed = replace(get_roles(table)["Flag"], criterion="Wrong place")
    change = prepare(project, table, Flag=renamed)
    assert (change.staying_count, change.set_aside_count) == (1, 3), "finishing asked about the old criterion too"
    import_change.apply_change(change)
    assert list_decisions(project) == [ACCEPTED[2]] and check(project) == []


def test_another_article_sets_everything_aside_that_rests_on_all_texts(project: Path, table: Path) -> None:
    change = prepare(project, table, Article=ColumnRole(Role.METADATA), Other_text=ColumnRole(Role.ARTICLE))
    assert change.set_aside_count == 4 and change.staying_count == 0
    import_change.discard_change(change)


def test_an_item_is_known_by_its_sources_where_the_key_changes(project: Path, table: Path) -> None:
    change = prepare(project, table, ID=ColumnRole(Role.METADATA))
    assert (change.staying_count, change.set_aside_count) == (4, 0)
    import_change.apply_change(change)
    assert [row[1:] for row in list_decisions(project)] == [row[1:] for row in [*ACCEPTED, FINISHED]]
    assert check(project) == []


def test_an_import_is_changed_twice_and_not_after_another_bulk_change(
    project: Path, table: Path, tmp_path: Path
) -> None:
    import_change.apply_change(prepare(project, table, ID=ColumnRole(Role.METADATA)))
    again = prepare(project, table, ID=ColumnRole(Role.ID))
    assert again.staying_count == 4
    import_change.apply_change(again)
    assert list_decisions(project) == [*ACCEPTED, FINISHED] and check(project) == []
    other = tmp_path / "o.csv"
    other.write_text("id,article,summary\nx,A mill stands here.,A mill.\n", "utf-8")
    with Project.open(project) as opened:
        import_files(opened, find(MAPPED), [other])
        assert import_change.find_changeable_table(opened) is None


def test_a_project_that_changed_meanwhile_is_not_replaced(project: Path, table: Path) -> None:
    change = prepare(project, table, Other_text=ColumnRole(Role.IGNORE))
    with Project.open(project) as opened:
        DecisionWriter(opened, "bea").accept(3, load_item_view(opened.read_connection(), 3).flags()[0]).result()
    with pytest.raises(InputError, match="changed meanwhile"):
        import_change.apply_change(change)
    assert len(list_decisions(project)) == 5 and not change.changed.exists()


@pytest.mark.parametrize(
    ("begin", "words"),
    [
        (lambda opened: opened.write(lambda c: role_settings.put(c, {"mia": Duty.LEAD}, "mia")).result(),
         "mia set roles: mia is lead after the import of t.csv"),
        (lambda opened: opened.write(lambda c: protocol_use.use(c, "frank", "ann")).result(),
         "ann put in the protocol frank after the import of t.csv"),
    ],
    ids=["roles", "study"],
)  # fmt: skip
def test_what_was_set_up_since_the_import_is_not_lost(
    project: Path, table: Path, begin: Callable[[Project], object], words: str
) -> None:
    with Project.open(project) as opened:
        begin(opened)
    with pytest.raises(InputError, match=f"^{words}; a changed import would lose that"):
        prepare(project, table, Other_text=ColumnRole(Role.REFERENCE))
    assert list_decisions(project)[:3] == ACCEPTED


def test_a_level_that_a_person_set_is_not_lost(project: Path, table: Path) -> None:
    with Project.open(project) as opened:
        criterion = next(iter(names.criteria(opened.read_connection()).values()))
        new_levels = {f"{criterion.scheme}/{criterion.id}": "units"}
        opened.write(lambda c: level_settings.put(c, new_levels, "mia")).result()
    with pytest.raises(InputError, match=r"^mia set levels of implicit noes: .*; a changed import would lose that"):
        prepare(project, table, Other_text=ColumnRole(Role.REFERENCE))


@pytest.mark.parametrize("name", ["sampling", "draw-frames", "task-draws", "screening"])
def test_what_was_drawn_since_the_import_is_not_lost(project: Path, table: Path, name: str) -> None:
    with Project.open(project) as opened:
        opened.write(lambda c: (write_setting(c, name, '[{"seed": 1}]'), ChangeSet(settings=True))).result()
    with pytest.raises(InputError, match=r"^Samples were drawn or screened after the import of t\.csv; a"):
        prepare(project, table, Other_text=ColumnRole(Role.REFERENCE))


def test_what_people_set_stays(project: Path, table: Path) -> None:
    with Project.open(project) as opened:
        opened.write(priority.record_use).result()
        opened.write(lambda c: blind.store_blind(c, Blind(own=True, judges=True))).result()
        opened.write(pseudonyms.assign_numbers).result()
        opened.write(lambda c: sampling.set_blind(c, 0.25)).result()
        opened.write(lambda c: outgoing.declare(c, ["openai"])).result()
        opened.write(lambda c: (write_setting(c, "of-tomorrow", "1"), ChangeSet(settings=True))).result()
        before = list_settings(opened.read_connection(), "")
    import_change.apply_change(prepare(project, table, Other_text=ColumnRole(Role.REFERENCE)))
    with Project.open(project) as opened:
        after = list_settings(opened.read_connection(), "")
    kept = ("blind", "blind-mode", "by-value", "confidential", "of-tomorrow", "pseudonyms")
    assert {name: after.get(name) for name in kept} == {name: before[name] for name in kept}


def test_saved_views_and_prompts_stay(project: Path, table: Path) -> None:
    with Project.open(project) as opened:
        opened.write(saved_views.save(SavedView("mine", "key:N-0"))).result()
        opened.write(lambda c: (write_setting(c, "prompt:finesure/ask", '"Look."'), ChangeSet(settings=True))).result()
    import_change.apply_change(prepare(project, table, Other_text=ColumnRole(Role.REFERENCE)))
    with Project.open(project) as opened:
        connection = opened.read_connection()
        assert [view.name for view in saved_views.read(connection)] == ["mine"]
        assert list_settings(connection, "prompt:") == {"prompt:finesure/ask": '"Look."'}


def test_a_prompt_that_was_deleted_since_the_import_stays_deleted(table: Path, tmp_path: Path) -> None:
    name = "prompt:finesure/ask"
    with Project.create(tmp_path / "p.galley") as opened:
        opened.write(lambda c: (write_setting(c, name, '"Look."'), ChangeSet(settings=True))).result()
        import_files(opened, find(MAPPED), [table], make_options(table, get_roles(table)))
        opened.write(lambda c: (write_setting(c, name, None), ChangeSet(settings=True))).result()
    import_change.apply_change(prepare(opened.path, table, Other_text=ColumnRole(Role.REFERENCE)))
    with Project.open(opened.path) as changed:
        assert not list_settings(changed.read_connection(), name)


def test_a_second_file_that_came_in_by_the_mapping_of_the_first_has_its_roles(project: Path, table: Path) -> None:
    more = table.with_name("more.csv")
    more.write_text(table.read_text("utf-8").replace("N-", "M-"), "utf-8")
    with Project.open(project) as opened:
        import_files(opened, find(MAPPED), [more])
        stored = import_change.find_changeable_table(opened)
        assert stored is not None and Path(stored["path"]) == more
        assert column_roles.load_roles(stored["roles"]) == get_roles(table)
        change = import_change.prepare_change(opened, [more], make_options(more, get_roles(more)))
    assert change.staying_count == 0, "what was decided before that import is in the state before it"
    import_change.apply_change(change)
    assert list_decisions(project) == [*ACCEPTED, FINISHED] and check(project) == []


def test_decisions_stay_where_a_system_has_another_name(project: Path, table: Path) -> None:
    with Project.open(project) as opened:
        view = load_item_view(opened.read_connection(), 5)
        (summary,) = (document for document in view.documents if document.role == "summary")
        writer = DecisionWriter(opened, "bea")
        writer.add(5, Cell(summary.units[1].id, 1, summary.id), spans=[(0, 2)]).result()
        writer.attach(5, Cell(summary.units[1].id, 1, summary.id), [(view.documents[0].units[0].id, (0, 3))],
                      Stance.SUPPORTS).result()  # fmt: skip
        writer.finish(view, [document.id for document in view.documents]).result()
    summary_role = replace(get_roles(table)["Summary"], system="Claude")
    flags = {name: replace(get_roles(table)[name], system="Claude") for name in ("Flag", "Wrong date")}
    change = prepare(project, table, Summary=summary_role, Flag=flags["Flag"], Wrong_date=flags["Wrong date"])
    assert (change.staying_count, change.set_aside) == (7, [])
    before = list_decisions(project)
    import_change.apply_change(change)
    assert list_decisions(project) == before and check(project) == []
    assert read(project, "SELECT DISTINCT system FROM document WHERE role = 'summary'") == [("Claude",)]
    targets = "SELECT count(*) FROM decision JOIN document ON document.id = target_id WHERE document.system = 'Claude'"
    assert read(project, targets) == [(5,)], "the three accepted flags, the added one and its evidence"


def test_another_level_sets_aside_what_finishing_said_at_the_old_one(project: Path, table: Path) -> None:
    with Project.open(project) as opened:
        view = load_item_view(opened.read_connection(), 3)
        DecisionWriter(opened, "bea").finish(view, [document.id for document in view.documents]).result()
        options = replace(make_options(table, get_roles(table)), level="units")
        change = import_change.prepare_change(opened, [table], options)
    assert change.set_aside == ["N-2 · finish · bea"], "the flags and answers are about whole summaries as before"
    import_change.apply_change(change)
    assert FINISHED in list_decisions(project) and check(project) == []
    bulk_changes.undo(project)
    assert ("N-2", "finish", None, "bea") in list_decisions(project) and check(project) == []
