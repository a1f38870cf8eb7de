"""The native export: an import of it gives the same project, whatever was in it and whatever was decided."""

from __future__ import annotations

import errno
import json
import shutil
import tempfile
import tracemalloc
from io import BytesIO
from pathlib import Path
from typing import Any

import pandas
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from galley.core.domain import Action, Cell, ChangeSet
from galley.core.errors import Cancelled, InputError
from galley.core.exports.base import WRITTEN_AT_ONCE, Only, write_behind
from galley.core.exports.registry import export
from galley.core.importers.galley import IMPORTER
from galley.core.importers.run_import import import_files
from galley.core.paths import resources
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review import log
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from galley.core.storage import names
from tests.core import building
from tests.core.building import native
from tests.core.examples import examples
from tests.core.made import actions, bring, records, review, said

SCHEMES = ("dial-summer", "finesure", "likert", "kgds-fact", "explanation")


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project without items but with schemes, to copy: making one anew for each example would take longer."""
    path = tmp_path_factory.mktemp("empty") / "empty.galley"

    def job(connection: Any) -> ChangeSet:
        for scheme in SCHEMES:
            names.add_scheme(connection, scheme)
        connection.execute("UPDATE scheme SET active = name IN ('dial-summer', 'kgds-fact')")
        return ChangeSet()

    with Project.create(path) as project:
        project.write(job).result()
    return path


def exported(project: Project, folder: Path, only: Only = Only.ALL) -> bytes:
    out = folder / "out.jsonl"
    export(project, "galley", out, only)
    return out.read_bytes()


def again(data: bytes, folder: Path, name: str) -> Project:
    """A new project with what ``data`` holds."""
    file = folder / f"{name}.jsonl"
    file.write_bytes(data)
    project = Project.create(folder / f"{name}.galley")
    import_files(project, IMPORTER, [file])
    return project


@settings(
    max_examples=examples(15, 60), suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(data=st.data(), made=records(), steps=actions)
def test_any_project_survives_the_round_trip(
    empty: Path, data: st.DataObject, made: list[dict[str, Any]], steps: Any
) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        shutil.copy(empty, folder / "a.galley")
        with Project.open(folder / "a.galley") as first:
            bring(first, made, folder)
            items = [row[0] for row in first.read_connection().execute("SELECT id FROM item").fetchall()]
            bring(first, [data.draw(said(first, item)) for item in items], folder)
            review(first, steps)
            assert check(first) == []
            wanted = exported(first, folder)
            import_files(first, IMPORTER, [folder / "out.jsonl"])
            assert exported(first, folder) == wanted, "importing its own export changed the project"
            with again(wanted, folder, "b") as second:
                assert exported(second, folder) == wanted
                assert check(second) == []
                for name in ("ann", "ben"):
                    ends = []
                    for project in (first, second):
                        connection = project.read_connection()
                        (row,) = connection.execute(
                            "SELECT id FROM annotator WHERE name = ? AND kind = 'human'", (name,)
                        ).fetchone()
                        found = (log.undoable(connection, row), log.redoable(connection, row))
                        ends.append([each and each.uid for each in found])
                    assert ends[0] == ends[1], "undo or redo would do something else after the round trip"


def test_the_sample_survives_the_round_trip(tmp_path: Path) -> None:
    with again((resources() / "sample" / "sample.jsonl").read_bytes(), tmp_path, "a") as first:
        wanted = exported(first, tmp_path)
        assert wanted.count(b"\n") == first.read_connection().execute("SELECT count(*) FROM item").fetchone()[0]
        with again(wanted, tmp_path, "b") as second:
            assert exported(second, tmp_path) == wanted


def test_only_finished_or_gold_items_are_written(tmp_path: Path) -> None:
    with again((resources() / "sample" / "sample.jsonl").read_bytes(), tmp_path, "a") as project:
        finished = {k for (k,) in project.read_connection().execute(
            "SELECT key FROM item WHERE id IN (SELECT item_id FROM judged JOIN annotator ON annotator.id = annotator_id"
            " WHERE kind = 'human')")}  # fmt: skip
        desk = DecisionWriter(project, "zoe")
        item, unit, criterion, target = project.read_connection().execute(
            "SELECT item_id, unit_id, criterion_id, target_id FROM verdict WHERE value = 'yes' LIMIT 1"
        ).fetchone()
        desk.adjudicate(item, Cell(unit, criterion, target), "no", note="seen by zoe").result()
        settled = project.read_connection().execute("SELECT key FROM item WHERE id = ?", (item,)).fetchone()[0]
        written = {
            only: {json.loads(line)["key"] for line in exported(project, tmp_path, only).splitlines()}
            for only in Only
        }
    assert written[Only.REVIEWED] == finished and 0 < len(finished) < len(written[Only.ALL])
    assert written[Only.GOLD] == finished | {settled}, "what people said is gold by the rule of flags"


def test_the_humans_answer_stands_beside_the_judges_flag(tmp_path: Path) -> None:
    with again((resources() / "sample" / "sample.jsonl").read_bytes(), tmp_path, "a") as project:
        item = project.read_connection().execute("SELECT id FROM item WHERE flags > 0 LIMIT 1").fetchone()[0]
        view = load_item_view(project.read_connection(), item)
        flag = view.flags()[0]
        DecisionWriter(project, "zoe").accept(item, flag).result()
        line = exported(project, tmp_path).splitlines()[item - 1]
    verdicts = json.loads(line)["verdicts"]
    at = next(n for n, v in enumerate(verdicts) if v["annotator"] == "zoe")
    place = ("scheme", "criterion", "document", "unit", "about")
    beside = [v for v in verdicts if all(v.get(p) == verdicts[at].get(p) for p in place)]
    assert view.annotators[flag.annotator].name in {v["annotator"] for v in beside}
    start = verdicts.index(beside[0])
    assert verdicts[start : start + len(beside)] == beside
    assert verdicts[at]["decision"] == json.loads(line)["decisions"][0]["uid"]


def test_a_file_from_elsewhere_adds_to_a_log_without_repeating_it(tmp_path: Path) -> None:
    """Two copies of a project, reviewed apart; each takes the other's export and both end up the same."""
    with again((resources() / "sample" / "sample.jsonl").read_bytes(), tmp_path, "a") as first:
        review(first, [("ann", action, n, n, "first") for n, action in enumerate([*Action] * 3)])
        shared = exported(first, tmp_path)
        with again(shared, tmp_path, "b") as second:
            review(first, [("ann", action, n + 1, n, "more") for n, action in enumerate([*Action] * 2)])
            review(second, [("ben", action, n + 2, n, "other") for n, action in enumerate([*Action] * 2)])
            mine, theirs = exported(first, tmp_path), exported(second, tmp_path)
            for project, other in ((first, theirs), (second, mine)):
                file = tmp_path / "other.jsonl"
                file.write_bytes(other)
                assert import_files(project, IMPORTER, [file]).counts["decisions"] > 0
                assert check(project) == []
            lines = [native(exported(project, tmp_path))[1:] for project in (first, second)]
            for one, two in zip(*lines, strict=True):
                assert one == two


def test_reimporting_the_original_after_a_review_changes_nothing(tmp_path: Path) -> None:
    file = resources() / "sample" / "sample.jsonl"
    with again(file.read_bytes(), tmp_path, "a") as project:
        mira = DecisionWriter(project, "mira")
        row = project.read_connection().execute(
            "SELECT item_id, unit_id, criterion_id, target_id FROM verdict JOIN annotator"
            " ON annotator.id = annotator_id WHERE annotator.name = 'mira' AND value = 'yes' LIMIT 1"
        ).fetchone()
        mira.add(row[0], Cell(*row[1:]), "no").result()
        wanted = exported(project, tmp_path)
        import_files(project, IMPORTER, [file])
        assert exported(project, tmp_path) == wanted
        mira.undo().result()
        assert check(project) == []


def test_a_stopped_or_failing_export_leaves_the_old_file(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    out.write_text("old", encoding="utf-8")
    with again((resources() / "sample" / "sample.jsonl").read_bytes(), tmp_path, "a") as project:
        with pytest.raises(Cancelled):
            export(project, "galley", out, progress=lambda done, total: False)
        with pytest.raises(InputError, match="is a Galley project"):
            export(project, "galley", project.path)
        with pytest.raises(InputError, match="is a folder"):
            export(project, "galley", tmp_path)
        with pytest.raises(InputError, match="There is no folder"):
            export(project, "galley", tmp_path / "none" / "out.jsonl")
        with pytest.raises(InputError, match=r"no export format called 'nope'; there are: .*galley"):
            export(project, "nope", out)
    assert out.read_text("utf-8") == "old"
    assert [p.name for p in tmp_path.iterdir() if p.name.endswith(".part")] == []


def test_an_export_reads_one_moment_while_the_project_changes(tmp_path: Path) -> None:
    with again((resources() / "sample" / "sample.jsonl").read_bytes(), tmp_path, "a") as project:
        before = exported(project, tmp_path)
        desk = DecisionWriter(project, "mira")
        last = project.read_connection().execute("SELECT max(id) FROM item").fetchone()[0]

        def meanwhile(done: int, total: int) -> bool:
            desk.note(last, None, f"at {done}").result()
            return True

        out = tmp_path / "moment.jsonl"
        export(project, "galley", out, progress=meanwhile)
        assert out.read_bytes() == before
        assert exported(project, tmp_path) != before


def test_memory_does_not_grow_with_the_project(tmp_path: Path) -> None:
    """Peak of what Python allocates while 2,000 long items are written: a few items' worth, not all."""
    words = "word " * 400
    many = [
        {"key": str(n), "documents": [{"id": "a", "role": "article", "paragraphs": [words] * 5}]} for n in range(2_000)
    ]
    with Project.create(tmp_path / "a.galley") as project:
        bring(project, many, tmp_path)
        tracemalloc.start()
        try:
            export(project, "galley", tmp_path / "out.jsonl")
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
    assert (tmp_path / "out.jsonl").stat().st_size > 20_000_000
    assert peak < 6_000_000


def test_a_table_reader_sees_an_item_in_every_row(tmp_path: Path) -> None:
    """The header was a line of its own once, which pandas and datasets showed as an item without anything."""
    out = tmp_path / "out.jsonl"
    with building.project(tmp_path, building.record("a"), building.record("b")) as project:
        export(project, "galley", out)
        frame = pandas.read_json(out, lines=True)
        assert list(frame["key"]) == ["a", "b"] and frame["documents"].notna().all()
        whole = out.read_bytes()
        old = b"".join(json.dumps(line).encode() + b"\n" for line in native(whole))
        for n, data in enumerate((whole, old)):
            with again(data, tmp_path, f"again-{n}") as other:
                assert exported(other, tmp_path) == whole
    with Project.create(tmp_path / "none.galley") as project:
        export(project, "galley", out)
        assert json.loads(out.read_bytes())["galley"] == 1
        with again(out.read_bytes(), tmp_path, "none-again") as other:
            assert exported(other, tmp_path) == out.read_bytes()


def test_a_header_within_an_item_of_an_unknown_format_is_refused(tmp_path: Path) -> None:
    line = {"galley": {"format": 3}, **building.record("a")}
    file = tmp_path / "bad.jsonl"
    file.write_text(json.dumps(line) + "\n", "utf-8")
    with Project.create(tmp_path / "bad.galley") as project, pytest.raises(InputError, match="of format 3, which"):
        import_files(project, IMPORTER, [file])


def test_what_is_written_behind_comes_whole_and_in_order() -> None:
    stream, pieces = BytesIO(), [bytes([n % 251]) * n for n in (0, 1, 70_000, 1 << 20, 5, 3_000_000, 2)]
    with write_behind(stream) as write:
        for piece in pieces:
            write(piece)
    assert stream.getvalue() == b"".join(pieces)


@pytest.mark.parametrize("written", [1, 2])
def test_a_disk_that_is_full_ends_what_is_written_behind(written: int) -> None:
    class Full(BytesIO):
        left = written

        def write(self, data: Any) -> int:
            if not self.left:
                raise OSError(errno.ENOSPC, "no space")
            self.left -= 1
            return super().write(data)

    taken = 0
    with pytest.raises(OSError, match="no space"), write_behind(Full()) as write:
        for _ in range(written + 3):
            write(bytes(WRITTEN_AT_ONCE))
            taken += 1
    assert taken <= written + 1, "it goes on after the disk was full"
    with pytest.raises(OSError, match="no space"), write_behind(Full()) as write:
        for _ in range(written):
            write(bytes(WRITTEN_AT_ONCE))
        write(b"the rest, which is written at the end")
