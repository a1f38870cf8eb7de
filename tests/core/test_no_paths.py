"""No export names a folder of this machine: whoever reads one learns nothing of where it was made."""

from __future__ import annotations

import json
import sqlite3
import zipfile
from pathlib import Path

import pytest

from galley.core.campaign.pack import pack
from galley.core.errors import GalleyError
from galley.core.exports import registry as exports
from galley.core.exports.registry import export
from galley.core.importers.registry import find
from galley.core.importers.run_import import import_files
from galley.core.judges.clients.reach import Reach
from galley.core.judges.clients.registry import Source
from galley.core.judges.methods.base import Choices
from galley.core.judges.order import Order
from galley.core.project.project import Project
from tests.core import building
from tests.core.judging import ONE, QUICK, run

SECRET = "folder-of-nobody-else"


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A project in a folder of its own name, filled from a file there and judged by recorded replies from there."""
    home = tmp_path / SECRET
    home.mkdir()
    data, replies = home / "data.jsonl", home / "replies.jsonl"
    data.write_text(json.dumps(building.record("a", verdicts=[], judged=[])) + "\n", "utf-8")
    replies.write_text(json.dumps({"item": "a", "reply": '{"verdicts": []}'}) + "\n", "utf-8")
    made = Project.create(home / "a.galley")
    import_files(made, find("galley"), [data])
    assert run(made, wanted(replies)).replies_received == 2
    return made


def wanted(replies: Path) -> Order:
    return Order("dial-summer-fine", Source("replay", replies=str(replies)), "m", Choices(ONE, 1), policy=QUICK)


def contents(path: Path) -> list[bytes]:
    """What a file or folder holds, unpacked."""
    found = []
    for each in [path, *path.rglob("*")] if path.is_dir() else [path]:
        if each.is_dir():
            continue
        if zipfile.is_zipfile(each):
            with zipfile.ZipFile(each) as archive:
                found += [archive.read(name) for name in archive.namelist()]
        found.append(each.read_bytes())
    return found


@pytest.mark.parametrize("name", exports.names())
def test_no_export_names_a_folder_of_this_machine(project: Project, tmp_path: Path, name: str) -> None:
    out = tmp_path / "out"
    out.mkdir()
    with project:
        try:
            export(project, name, out / f"out{exports.find(name).suffix}")
        except GalleyError:
            pytest.skip("there is nothing here that it could write")
    written = contents(out)
    assert written and not [data for data in written if SECRET.encode() in data]


def test_no_package_names_one(project: Project, tmp_path: Path) -> None:
    with project:
        pack(project, {"ann": tmp_path / "ann.galley"})
    assert not [data for data in contents(tmp_path / "ann.galley") if SECRET.encode() in data]


def test_an_imported_project_still_finds_the_replies_of_its_file(project: Project, tmp_path: Path) -> None:
    replies = tmp_path / SECRET / "replies.jsonl"
    with project, Project.create(tmp_path / "copy.galley") as copy:
        export(project, "galley", tmp_path / "out.jsonl")
        import_files(copy, find("galley"), [tmp_path / "out.jsonl"])
        (settings,) = copy.read_connection().execute("SELECT settings FROM run").fetchone()
        assert json.loads(settings)["source"] == ["replay", "", "replies.jsonl"]
        assert run(copy, wanted(replies)).reused_calls == 2
        other = tmp_path / "others.jsonl"
        other.write_bytes(replies.read_bytes())
        assert run(copy, wanted(other)).reused_calls == 0, "another file is another judge"


def test_a_file_of_certificates_stays_a_name(project: Project, tmp_path: Path) -> None:
    reach = Reach(ca=f"C:\\{SECRET}\\ours.pem")
    text = json.dumps([reach.ca, reach.proxy, []])

    def job(connection: sqlite3.Connection) -> object:
        from galley.core.domain import ChangeSet

        connection.execute("UPDATE run SET settings = json_set(settings, '$.reach', json(?))", (text,))
        return ChangeSet()

    with project:
        project.write(job).result()  # type: ignore[arg-type]
        export(project, "galley", tmp_path / "out.jsonl")
    assert SECRET.encode() not in (tmp_path / "out.jsonl").read_bytes()
    assert b'["ours.pem"' in (tmp_path / "out.jsonl").read_bytes()
