"""Packages and answers encrypted to one person, from the pack to the merge."""

from __future__ import annotations

import builtins
from pathlib import Path

import pyrage
import pytest

from galley.core.project.check import check
from tests.core.studies import refused, run
from tests.core.test_seals import decide, home

__all__ = ["home"]


def key(folder: Path, name: str) -> tuple[str, Path]:
    made = pyrage.x25519.Identity.generate()
    path = folder / f"{name}.key"
    path.write_text(f"# created: today\n{made}\n", "utf-8")
    return str(made.to_public()), path


def test_a_package_and_its_answers_are_read_by_whom_they_are_for(home: Path, tmp_path: Path) -> None:
    ann, ann_file = key(tmp_path, "ann")
    lead, lead_file = key(tmp_path, "lead")
    out = tmp_path / "out"
    run("campaign", "pack", "--project", str(home), "--for", "ann", "--out", str(out), "--recipient", ann)
    (path,) = out.iterdir()
    assert path.name == "home-ann.galley.age" and b"SQLite" not in path.read_bytes()
    assert "is encrypted; galley campaign decrypt" in refused("project", "check", str(path))
    assert "No matching keys" in refused("campaign", "decrypt", str(path), "--identity", str(lead_file))
    run("campaign", "decrypt", str(path), "--identity", str(ann_file))
    plain = out / "home-ann.galley"
    assert "already exists" in refused("campaign", "decrypt", str(path), "--identity", str(ann_file))
    decide(plain)
    words = ("decrypt", str(path), "--identity", str(ann_file), "--out", str(home), "--overwrite")
    assert "which nothing is written over" in refused(*words)
    run("campaign", "submit", str(plain), "--recipient", lead)
    answers = out / "home-ann.answers.age"
    words = ("merge", str(answers), "--project", str(home))
    assert "is encrypted; name the file with your private key" in refused(*words)
    assert "No matching keys" in refused(*words, "--identity", str(ann_file))
    assert "holds no private key" in refused(*words, "--identity", str(answers))
    whole = answers.read_bytes()
    for broken in (whole[:-5] + bytes([whole[-5] ^ 1]) + whole[-4:], whole[:-20], whole[:40]):
        answers.write_bytes(broken)
        said = refused(*words, "--identity", str(lead_file))
        assert "was changed after it was encrypted, or is a part of a file" in said and "ask for it again" in said
        assert check(home) == []
    answers.write_bytes(whole)
    assert "1 overridden" in run(*words, "--identity", str(lead_file), "--dry-run").output
    assert "1 overridden" in run(*words, "--identity", str(lead_file)).output
    assert check(home) == [] and {each.name for each in out.iterdir() if each.suffix == ".answers"} == set()
    against = ("check", str(home), "--against", str(answers))
    assert "byte for byte" in run(*against, "--identity", str(lead_file)).output
    assert "name the file with your private key" in run(*against).output
    run("campaign", "decrypt", str(answers), "--identity", str(lead_file))
    assert (
        "0 new, 2 here already"
        in run("campaign", "merge", str(out / "home-ann.answers"), "--project", str(home)).output
    )
    whole = tmp_path / "whole.age"
    whole.write_bytes(pyrage.encrypt(plain.read_bytes(), [pyrage.x25519.Recipient.from_str(lead)]))
    told = refused("campaign", "merge", str(whole), "--project", str(home), "--identity", str(lead_file))
    assert "holds a whole project; write it out with galley campaign decrypt" in told


def test_encrypted_answers_in_a_shared_folder_are_taken_in_by_whom_they_are_for(home: Path, tmp_path: Path) -> None:
    lead, lead_file = key(tmp_path, "lead")
    _, ann_file = key(tmp_path, "ann")
    shared = tmp_path / "shared"
    shared.mkdir()
    run("campaign", "pack", "--project", str(home), "--for", "ann", "--to-folder", str(shared))
    (there,) = (shared / "ann").iterdir()
    package = tmp_path / "ann.galley"
    package.write_bytes(there.read_bytes())
    decide(package)
    run("campaign", "submit", str(package), "--to-folder", str(shared), "--recipient", lead)
    words = ("merge", "--from-folder", str(shared), "--project", str(home))
    assert "is encrypted; name the file with your private key" in run(*words).output
    assert "No matching keys" in run(*words, "--identity", str(ann_file)).output
    assert "1 overridden" in run(*words, "--identity", str(lead_file)).output
    assert check(home) == [] and not [*tmp_path.rglob("*.answers")], "nothing was written in plain"


def test_every_reviewer_has_a_key_or_nothing_is_packed(home: Path, tmp_path: Path) -> None:
    ann, _ = key(tmp_path, "ann")
    two = ("pack", "--project", str(home), "--for", "ann", "--for", "ben", "--out", str(tmp_path / "out"))
    assert "Say whose key it is" in refused(*two, "--recipient", ann)
    assert "no key for ben" in refused(*two, "--recipient", f"ann={ann}")
    assert "is not a public key of age" in refused(*two, "--recipient", "ann=nonsense", "--recipient", f"ben={ann}")
    assert not (tmp_path / "out").exists()
    (tmp_path / "empty.key").write_text("", "utf-8")
    assert "is not encrypted" in refused("campaign", "decrypt", str(home), "--identity", str(tmp_path / "empty.key"))
    age = tmp_path / "x.age"
    age.write_bytes(pyrage.encrypt(b"what", [pyrage.x25519.Recipient.from_str(ann)]))
    assert "holds no private key" in refused("campaign", "decrypt", str(age), "--identity", str(tmp_path / "empty.key"))
    part = tmp_path / "part.age"
    age.write_bytes(pyrage.encrypt(b"what" * 50_000, [pyrage.x25519.Recipient.from_str(ann)]))
    for size in (100, 250, 2_000, 70_000, age.stat().st_size - 1):
        part.write_bytes(age.read_bytes()[:size])
        said = refused("campaign", "decrypt", str(part), "--identity", str(tmp_path / "ann.key"))
        assert "part.age was changed after it was encrypted, or is a part of a file" in said, size
        assert not (tmp_path / "part").exists()
    said = refused("campaign", "decrypt", str(tmp_path / "none.age"), "--identity", str(tmp_path / "ann.key"))
    assert "none.age cannot be read (No such file or directory)" in said


def test_without_the_extra_one_sentence_says_what_to_install(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def without(name: str, *rest: object, **more: object) -> object:
        if name == "pyrage":
            raise ImportError(name)
        return real(name, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(builtins, "__import__", without)
    words = ("pack", "--project", str(home), "--for", "ann", "--out", str(tmp_path / "out"))
    said = refused(*words, "--recipient", "age1x")
    assert "install galley[encryption]" in said
