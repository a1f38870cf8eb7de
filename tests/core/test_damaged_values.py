"""Single values that no project holds: each is a sentence, soon, and never a traceback."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from galley.core.campaign import answers, encryption, log_proof, pack
from galley.core.campaign.merge import merge
from galley.core.cli import main
from galley.core.errors import GalleyError
from galley.core.importers.sample_project import make
from galley.core.project.check import check
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter
from galley.core.storage import log_hashes
from tests.fuzz import crafted

pytestmark = pytest.mark.timeout(60)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return crafted.made(tmp_path_factory.mktemp("made")).read_bytes()


@pytest.fixture
def project(sound: bytes, tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "p.galley"
    path.write_bytes(sound)
    yield path


@pytest.mark.parametrize("salt", ["zeroblob(20000000)", "zeroblob(17)", "x''", "NULL"])
def test_a_salt_that_is_none_is_a_sentence(salt: str, project: Path) -> None:
    crafted.sql(f"UPDATE seal SET salt = {salt} WHERE place = 2")(project)
    found = check(project)
    assert found and all("\n" not in sentence and len(sentence) < 500 for sentence in found)
    assert any("changed after it was made" in sentence for sentence in found)
    assert log_hashes.content(bytes(17), b"") == b""


@pytest.mark.parametrize("units", [2_000_000_000, 2**62, -5])
def test_a_document_of_endless_units_is_a_sentence(
    units: int, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    crafted.sql(f"UPDATE document SET units = {units} WHERE id = 3")(project)
    assert any("A document counts more units than there are" in sentence for sentence in check(project))
    for command in ("metrics frequency", "export csv --out out.csv", "export galley --out out.jsonl", "plan"):
        words = command.replace("out.", f"{project.parent}/out.").split()
        assert main([*words, "--project", str(project)]) == 1
        assert "damaged" in capsys.readouterr().err
    with Project.open(project) as opened:
        try:
            items.load_item_view(opened.read_connection(), 1)
        except GalleyError as error:
            assert "\n" not in str(error)


@pytest.mark.parametrize("damage", [b"no zlib at all", b"", zlib.compress(bytes(500_000_000), 9)])
def test_damaged_bytes_of_answers_are_a_sentence(damage: bytes, tmp_path: Path) -> None:
    path = make(tmp_path)
    with Project.open(path) as project:
        package = pack.pack(project, {"ann": tmp_path / "ann.galley"})[0].path
    with Project.open(package) as theirs:
        view = items.load_item_view(theirs.read_connection(), 1)
        DecisionWriter(theirs, "ann").accept(1, view.flags()[0]).result()
    file = tmp_path / "ann.answers"
    answers.write_answers(package, file)
    with Project.open(path) as project:
        merge(project, [file])
    crafted.sql(f"UPDATE kept SET data = x'{damage.hex()}'")(path)
    with Project.open(path) as project:
        found = log_proof.compare(project.read_connection(), [file])
    assert any("its stored copy has other bytes" in sentence for sentence in found.wrong)


@pytest.mark.skipif(os.name == "nt", reason="permissions of files are absent on Windows")
def test_a_private_key_that_others_may_read_is_warned_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    key, file = tmp_path / "ann.key", tmp_path / "x.age"
    key.write_text("AGE-SECRET-KEY-1X\n")
    file.write_bytes(b"age-encryption.org/v1\n")
    (tmp_path / "p.galley").write_bytes(b"")
    for mode, warned in ((0o644, True), (0o640, True), (0o600, False), (0o400, False)):
        key.chmod(mode)
        assert bool(encryption.readable(key)) == warned
        for command in (
            ["campaign", "decrypt", str(file), "--identity", str(key)],
            ["project", "check", str(tmp_path / "p.galley"), "--identity", str(key)],
            ["campaign", "merge", str(file), "--project", str(tmp_path / "p.galley"), "--identity", str(key)],
        ):
            assert main(command) == 1
            assert ("chmod 600 ann.key" in capsys.readouterr().err) == warned
