"""Bad native records: each is refused in one sentence with file and line, and nothing of the file is kept."""

from __future__ import annotations

import copy
import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from galley.core.errors import Cancelled, ConflictError, InputError
from galley.core.exports.registry import export
from galley.core.import_types import ImportOptions
from galley.core.importers.galley import IMPORTER
from galley.core.importers.run_import import import_files
from galley.core.project.check import check
from galley.core.project.project import Project
from tests.core.building import record
from tests.core.examples import examples
from tests.core.made import NASTY, bring


@pytest.fixture
def project(tmp_path: Path) -> Any:
    """A project with one item, ``there``."""
    with Project.create(tmp_path / "a.galley") as opened:
        bring(opened, [record("there")], tmp_path)
        yield opened


def state(project: Project, folder: Path) -> bytes:
    export(project, "galley", folder / "state.jsonl")
    return (folder / "state.jsonl").read_bytes()


def refused(project: Project, folder: Path, content: bytes, said: str) -> None:
    """Importing a file of ``content`` says ``said`` and changes nothing."""
    file = folder / "bad.jsonl"
    file.write_bytes(content)
    before = state(project, folder)
    with pytest.raises(InputError, match=said) as caught:
        import_files(project, IMPORTER, [file])
    assert "\n" not in str(caught.value) and str(caught.value).endswith(".")
    assert state(project, folder) == before


GOOD = json.dumps(record("new")).encode()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "bad.jsonl is empty"),
        (b"\n \n", "bad.jsonl is empty"),
        (GOOD + b"\n" + GOOD[:200], "line 2: this is not valid JSON"),
        (GOOD + b"\n{'key': 1}\n" + GOOD.replace(b"new", b"last"), "line 2: this is not valid JSON"),
        (b"\x7fELF\x02\x01\x01" + b"\x00" * 500, "line 1: this is (a binary file|not UTF-8)"),
        (b'{"key": "caf\xe9"}\n', "line 1: this is not UTF-8 text"),
        ("{}".encode("utf-16"), "line 1: this is not UTF-8 text"),
        (b"[1, 2]\n", "line 1: a record must be an object, not a list"),
        (b"key,summary\na,b\n", "line 1: this is not valid JSON"),
        (b'{"galley": 7}\n', "format 7, which this Galley does not know"),
    ],
)
def test_files_that_are_no_records(project: Project, tmp_path: Path, content: bytes, said: str) -> None:
    refused(project, tmp_path, content, said)


def test_a_missing_file(project: Project, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none.jsonl cannot be read"):
        import_files(project, IMPORTER, [tmp_path / "none.jsonl"])


def test_200_mb_in_one_line_are_refused_without_keeping_them(project: Project, tmp_path: Path) -> None:
    file = tmp_path / "large.jsonl"
    with file.open("wb") as stream:
        stream.write(GOOD + b"\n")
        stream.truncate(200 << 20)  # a sparse file: 200 MB of NUL
    with pytest.raises(InputError, match="line 2: this is a binary file"):
        import_files(project, IMPORTER, [file])
    assert project.read_connection().execute("SELECT count(*) FROM item").fetchone() == (1,)


VERDICT = {"annotator": "j", "kind": "judge", "scheme": "dial-summer", "criterion": "extrinsic-context",
           "document": "sum-a", "unit": 0, "value": "yes"}  # fmt: skip
WHEN = "2026-01-02T03:04:05.000006+00:00"
DECISION = {"uid": "u1", "at": WHEN, "reviewer": "ann", "action": "add", "scheme": "dial-summer",
            "criterion": "extrinsic-context", "document": "sum-a", "unit": 0, "value": "yes"}  # fmt: skip

UNSOUND: list[tuple[dict[str, Any], str]] = [
    ({"key": ""}, "key must be text that is not empty"),
    ({"colour": "red"}, "the field 'colour' is unknown"),
    ({"documents": {"id": "x"}}, "documents must be a list, not an object"),
    ({"documents": [{"id": "x", "role": "poem", "text": "a"}]},
     "the document 'x': role cannot be 'poem'; use one of: article, dialogue"),
    ({"documents": [{"id": "x", "role": "summary"}]}, "has neither text nor turns, paragraphs or sentences"),
    ({"documents": [{"id": "x", "role": "summary", "text": "abc", "units": [[2, 9]]}]}, "is outside its text"),
    *(({"documents": [{"id": "x", "role": "summary", "text": "abc", "units": units}]}, f"the document 'x': units{said}")
      for units, said in (([[0, 1.5]], r"\[0\]\[1\] must be a whole number, not 1.5"),
                          ([["0", "1"]], r"\[0\]\[0\] must be a whole number, not '0'"),
                          ([[0]], r"\[0\] must be a list of 2, not a list of 1"), (7, " must be a list, not 7"))),
    ({"documents": [{"id": "x", "role": "summary", "text": "a"}] * 2}, "two documents are called 'x'"),
    ({"meta": [1]}, "meta must be an object"),
    ({"verdicts": ["yes"]}, r"verdicts\[0\] must be an object, not 'yes'"),
    ({"verdicts": [VERDICT | {"criterion": "rudeness"}]}, "has no criterion 'rudeness'; it has: "),
    ({"verdicts": [VERDICT | {"scheme": "nope"}]}, "the scheme 'nope' is neither in the project nor shipped"),
    ({"verdicts": [VERDICT | {"unit": 99}]}, "a verdict names unit 99 of 'sum-a', which has 2"),
    ({"verdicts": [VERDICT | {"unit": -1}]}, "a verdict names unit -1"),
    ({"verdicts": [VERDICT | {"unit": "f9"}]}, "names the unit 'f9', which this item does not have"),
    ({"verdicts": [VERDICT | {"document": "sum-z"}]}, "names the document 'sum-z', which this item does not have"),
    ({"verdicts": [VERDICT | {"document": "article"}]}, "asks about a sentence, but the verdict is on a paragraph"),
    ({"verdicts": [VERDICT | {"span": [0, 999]}]}, r"the span \[0, 999\] is outside its unit"),
    ({"verdicts": [VERDICT | {"spans": [[3, 2]]}]}, r"the span \[3, 2\] is outside its unit"),
    ({"verdicts": [VERDICT | {"span": "all"}]}, r"verdicts\[0\].span must be a list, not 'all'"),
    ({"verdicts": [VERDICT | {"value": "maybe"}]}, 'takes "yes" or "no", not \'maybe\''),
    ({"verdicts": [VERDICT | {"value": None}]}, "neither a value nor a reason"),
    ({"verdicts": [VERDICT | {"kind": "oracle"}]}, r"\[0\].kind cannot be 'oracle'; use one of: gold, human"),
    ({"verdicts": [VERDICT | {"annotator": " "}]}, "names no annotator"),
    ({"verdicts": [VERDICT | {"confidence": "high"}]}, r"verdicts\[0\].confidence must be a number, not 'high'"),
    ({"verdicts": [VERDICT | {"votes": [3, 5]}]}, r"verdicts\[0\].votes must be text, not a list of 2"),
    ({"verdicts": [VERDICT, VERDICT | {"value": "no"}]}, "has given another verdict on the same unit"),
    ({"verdicts": [VERDICT | {"evidence": ["quote"]}]}, r"verdicts\[0\].evidence\[0\] must be an object, not 'quote'"),
    ({"verdicts": [VERDICT | {"evidence": [{"quote": "x", "match": "sure"}]}]},
     "match cannot be 'sure'; use one of: fuzzy"),
    ({"verdicts": [VERDICT | {"document": ["x"]}]}, r"verdicts\[0\].document must be text, not a list of 1"),
    ({"units": [{"id": "f", "kind": "rumour", "text": "x"}]}, r"units\[0\].kind cannot be 'rumour'; use one of: entry"),
    ({"units": [{"id": "f", "kind": "fact", "text": "x", "meta": []}]},
     r"units\[0\].meta must be an object, not a list"),
    ({"units": [{"id": "f", "kind": "fact", "text": "x", "from": [["article", 9]]}]}, "comes from .'article', 9."),
    ({"judged": [{"annotator": "j", "scheme": "basic", "documents": ["x"]}]}, "judged names the document 'x'"),
    ({"scores": [{"annotator": "j", "document": "sum-a", "metric": "m", "value": "1"}]},
     r"scores\[0\].value must be a number, not '1'"),
    ({"scores": [{"annotator": "j", "document": "sum-a", "value": 1}]}, r"scores\[0\] lacks metric"),
    ({"decisions": [DECISION | {"uid": ""}]}, r"decisions\[0\].uid must be text that is not empty"),
    ({"decisions": [DECISION | {"action": "guess"}]}, r"decisions\[0\].action cannot be 'guess'; use one of: accept"),
    ({"decisions": [DECISION | {"at": "yesterday"}]}, "the time 'yesterday' of a decision cannot be read"),
    ({"decisions": [DECISION | {"at": "2026-01-02T03:04:05"}]}, "names no time zone"),
    ({"decisions": [DECISION | {"value": "maybe"}]}, 'takes "yes" or "no"'),
    ({"decisions": [DECISION | {"spans": [[0, 999]]}]}, "is outside its unit"),
    ({"decisions": [{k: v for k, v in DECISION.items() if k != "criterion"}]}, "."),
    ({"decisions": [DECISION | {"action": "undo", "refers": "u0"}]}, "refers to 'u0', which is not before it"),
    ({"decisions": [DECISION | {"action": "reason", "value": "correct"}]}, "names no flag"),
    ({"decisions": [DECISION | {"flag": "ann", "flag_kind": "human"}]},
     "flag_kind cannot be 'human'; use one of: import, judge"),
]  # fmt: skip


@pytest.mark.parametrize(("fields", "said"), UNSOUND, ids=lambda value: str(value)[:60])
def test_unsound_records(project: Project, tmp_path: Path, fields: dict[str, Any], said: str) -> None:
    bad = record("bad") | fields
    lines = [record("first"), bad, record("last")]
    content = "\n".join(map(json.dumps, lines)).encode()
    refused(project, tmp_path, content, f"bad.jsonl, line 2.*{said}.*nothing was imported")
    assert check(project) == []


def test_the_same_key_with_other_text_is_refused_with_a_list(project: Project, tmp_path: Path) -> None:
    other = record("there")
    other["documents"][1]["paragraphs"] = ["Another text."]
    file = tmp_path / "other.jsonl"
    file.write_text(json.dumps(record("x")) + "\n" + json.dumps(other), "utf-8")
    before = state(project, tmp_path)
    with pytest.raises(ConflictError, match="nothing was imported") as caught:
        import_files(project, IMPORTER, [file])
    assert caught.value.conflicts == ["there: article differs from the text in the project"]
    assert state(project, tmp_path) == before
    import_files(project, IMPORTER, [file], ImportOptions(new_items=True))
    import_files(project, IMPORTER, [file], ImportOptions(new_items=True))
    keys = [row[0] for row in project.read_connection().execute("SELECT key FROM item ORDER BY id")]
    assert keys == ["there", "x", "there (2)"]
    assert check(project) == []


def test_an_import_can_be_stopped(project: Project, tmp_path: Path) -> None:
    file = tmp_path / "many.jsonl"
    file.write_text("\n".join(json.dumps(record(str(n))) for n in range(1_000)), "utf-8")
    before = state(project, tmp_path)
    with pytest.raises(Cancelled):
        import_files(project, IMPORTER, [file], progress=lambda done, total: done < total // 2)
    assert state(project, tmp_path) == before


def test_10_000_flags_on_one_item(tmp_path: Path) -> None:
    sentences = [f"Sentence {n}." for n in range(2_000)]
    flags = [VERDICT | {"document": "s", "unit": n, "annotator": f"judge-{j}"} for n in range(2_000) for j in range(5)]
    made = {"key": "much", "documents": [{"id": "s", "role": "summary", "sentences": sentences}], "verdicts": flags}
    with Project.create(tmp_path / "a.galley") as project:
        bring(project, [made], tmp_path)
        assert project.read_connection().execute("SELECT flags FROM item").fetchone() == (10_000,)
        once = state(project, tmp_path)
        bring(project, [made], tmp_path)
        assert state(project, tmp_path) == once
        assert check(project) == []


def test_markup_and_control_characters_are_kept_as_they_are(tmp_path: Path) -> None:
    turns = [{"speaker": text, "text": text} for text in NASTY]
    made = {"key": "\x1b[2J<b>", "documents": [{"id": "<i>", "role": "dialogue", "turns": turns}]}
    with Project.create(tmp_path / "a.galley") as project:
        bring(project, [made], tmp_path)
        found = json.loads(state(project, tmp_path).splitlines()[0])
    assert found["key"] == made["key"]
    assert [(t.get("speaker", ""), t["text"]) for t in found["documents"][0]["turns"]] == [(t, t) for t in NASTY]


def peak(tmp_path: Path, items: int) -> int:
    """The most that Python held while a file of so many items of 7,500 characters was imported."""
    file = tmp_path / "large.jsonl"
    with file.open("w", encoding="utf-8") as stream:
        for n in range(items):
            made = record(str(n))
            made["documents"][1]["paragraphs"] = ["word " * 1_500]
            stream.write(json.dumps(made) + "\n")
    with Project.create(tmp_path / f"{items}.galley") as project:
        tracemalloc.start()
        try:
            import_files(project, IMPORTER, [file])
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    assert peak(tmp_path, 2_500) - peak(tmp_path, 1_250) < 1_250_000, "the file grew by 10 MB"


junk = st.sampled_from([None, True, -1, 10**30, 0.5, "", "x", [], [1], ["a", "b"], {}, {"a": 1}, [[0, 1]], [{}]])


def mutated(draw: Any, value: Any) -> Any:
    """``value`` with one thing inside it replaced by junk or taken away."""
    if isinstance(value, dict) and value and draw(st.integers(0, 6)):
        key = draw(st.sampled_from(sorted(value)))
        if not draw(st.integers(0, 5)):
            return {k: v for k, v in value.items() if k != key}
        return value | {key: mutated(draw, value[key])}
    if isinstance(value, list) and value and draw(st.integers(0, 6)):
        at = draw(st.integers(0, len(value) - 1))
        return [*value[:at], mutated(draw, value[at]), *value[at + 1 :]]
    return draw(junk)


FULL = record("new") | {
    "units": [{"id": "f", "kind": "fact", "text": "A fact.", "from": [["article", 0]], "type": "key",
               "meta": {"a": 1}}],
    "judged": [{"annotator": "j", "kind": "judge", "scheme": "basic", "criteria": ["hallucination"],
                "documents": ["sum-a"]}],
    "scores": [{"annotator": "j", "document": "sum-a", "metric": "m", "value": 1}],
    "decisions": [
        DECISION | {"spans": [[0, 1]], "note": "n", "as": ["dial-summer", "wrong-linking"], "replaced": [
            VERDICT | {"annotator": "ann", "kind": "human", "spans": [[0, 1]], "evidence": [{"quote": "late"}]}]},
        {**DECISION, "uid": "u2", "action": "undo", "refers": "u1"},
        {"uid": "u3", "at": DECISION["at"], "reviewer": "ann", "action": "finish",
         "asked": [["dial-summer", "extrinsic-context", "sum-a"]]},
    ],
    "meta": {"a": 1},
}  # fmt: skip


@settings(max_examples=examples(50, 150), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_misshapen_record_is_the_users_fault_or_taken_in(
    project: Project, tmp_path: Path, data: st.DataObject
) -> None:
    bad = mutated(data.draw, copy.deepcopy(FULL))
    file = tmp_path / "fuzz.jsonl"
    file.write_text(json.dumps(bad), "utf-8")
    try:
        import_files(project, IMPORTER, [file], ImportOptions(new_items=True))
    except InputError as error:
        assert "fuzz.jsonl" in str(error) or "exist with other text" in str(error)
