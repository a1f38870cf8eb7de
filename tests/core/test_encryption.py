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
    run("pack", "--project", str(home), "--for", "ann", "--out", str(out), "--recipient", ann)
    (path,) = out.iterdir()
    assert path.name == "home-ann.galley.age" and b"SQLite" not in path.read_bytes()
    assert "is encrypted; galley decrypt" in refused("check", str(path))
    assert "No matching keys" in refused("decrypt", str(path), "--identity", str(lead_file))
    run("decrypt", str(path), "--identity", str(ann_file))
    plain = out / "home-ann.galley"
    assert "is there already" in refused("decrypt", str(path), "--identity", str(ann_file))
    decide(plain)
    words = ("decrypt", str(path), "--identity", str(ann_file), "--out", str(home), "--overwrite")
    assert "which nothing is written over" in refused(*words)
    run("return", str(plain), "--recipient", lead)
    answers = out / "home-ann.answers.age"
    assert "is encrypted; galley decrypt" in refused("merge", str(answers), "--project", str(home))
    direct = run("merge", str(answers), "--project", str(home), "--identity", str(lead_file), "--preview").output
    assert "1 overridden" in direct and not list(tmp_path.glob("*-answers-*")), "what was decrypted is gone again"
    wrong = ("merge", str(answers), "--project", str(home), "--identity", str(ann_file))
    assert "No matching keys" in refused(*wrong)
    run("decrypt", str(answers), "--identity", str(lead_file))
    assert "1 overridden" in run("merge", str(out / "home-ann.answers"), "--project", str(home)).output
    assert check(home) == []


def test_every_reviewer_has_a_key_or_nothing_is_packed(home: Path, tmp_path: Path) -> None:
    ann, _ = key(tmp_path, "ann")
    two = ("pack", "--project", str(home), "--for", "ann", "--for", "ben", "--out", str(tmp_path / "out"))
    assert "Say whose key it is" in refused(*two, "--recipient", ann)
    assert "no key for ben" in refused(*two, "--recipient", f"ann={ann}")
    assert "is no public key of age" in refused(*two, "--recipient", "ann=nonsense", "--recipient", f"ben={ann}")
    assert not list((tmp_path / "out").iterdir())
    (tmp_path / "empty.key").write_text("", "utf-8")
    assert "is not encrypted" in refused("decrypt", str(home), "--identity", str(tmp_path / "empty.key"))
    age = tmp_path / "x.age"
    age.write_bytes(pyrage.encrypt(b"what", [pyrage.x25519.Recipient.from_str(ann)]))
    assert "holds no private key" in refused("decrypt", str(age), "--identity", str(tmp_path / "empty.key"))


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
