"""Bad input to every importer of a published format, and which importer knows which file."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from galley.core.errors import InputError
from galley.core.import_types import ImportOptions, ImportReport
from galley.core.importers import csv as csv_table
from galley.core.importers import finesure, mts_dialog, registry, summedits, xsum_hallucination
from galley.core.importers.base import PUBLISHED, Importer
from galley.core.papers.kgds.importers import kgds

IMPORTERS = (
    csv_table,
    finesure,
    kgds,
    mts_dialog,
    summedits,
    xsum_hallucination,
)
NAMES = {module.IMPORTER.name: module.IMPORTER for module in IMPORTERS}

KNOWN = {
    "finesure/dataset__frank__frank-data-sample-10.json": "finesure",
    "finesure/dataset__realsumm__realsumm-data-sample-10.json": "finesure",
    "finesure/frank-raw-data-by-gpt-3.5-turbo.json": "finesure",
    "finesure/frank-raw-data-by-gpt-4o-2024-05-13.json": "finesure",
    "finesure/result__fact-checking__raw-data.json": "finesure",
    "finesure/result__keyfact-alignment__raw-data.json": "finesure",
    "kgds/KGDS.json": "kgds",
    "mts_dialog/MTS-Dialog-Automatic-Summaries-ValidationSet.csv": "mts-dialog",
    "mts_dialog/MTS-Dialog-Manual-Scores4CorrelationStudy.csv": "mts-dialog",
    "mts_dialog/MTS-Dialog-ValidationSet.csv": "mts-dialog",
    "clinical_finesure/data__sampled__MTS-Dialog.csv": "mts-dialog",
    "summedits/factcc_explanation_annotation.json": "summedits",
    "summedits/summedits_sales_call.json": "summedits",
    "xsum_hallucination/eval_scores_xsum_summaries.csv": "xsum-hallucination",
    "xsum_hallucination/factuality_annotations_xsum_summaries.csv": "xsum-hallucination",
    "xsum_hallucination/hallucination_annotations_xsum_summaries.csv": "xsum-hallucination",
}

LINE = {
    "doc_id": "d1", "source": "bbc", "split": "test", "model": "m", "transcript": "A b.", "reference": "A.",
    "sentences": ["One."],
    "raw_annotations": {"annotator_0": {"factuality_labels": [1], "factuality_types": ["EntE"]}},
}  # fmt: skip
EDIT = {
    "id": "c_0_0", "doc": "A: hi", "summary": "S.", "label": 1, "original_summary": "S.", "edit_types": [],
    "split": "test",
}  # fmt: skip


def drain(importer: Importer, path: Path) -> int:
    return sum(1 for _ in importer.read([path], ImportOptions(), ImportReport()))


def refusal(importer: Importer, path: Path) -> str:
    with pytest.raises(InputError) as caught:
        drain(importer, path)
    said = str(caught.value)
    assert path.name in said
    assert said.endswith(".")
    assert "\n" not in said
    return said


def test_each_file_is_known_by_one_importer_at_most(shared_data: Path) -> None:
    for path in sorted(p for p in shared_data.rglob("*") if p.is_file()):
        with path.open("rb") as stream:
            head = stream.read(registry.HEAD_BYTES)
        name = str(path.relative_to(shared_data))
        claims = [each for each in registry.REGISTRY.all().values() if each.recognises(head, path)]
        ranks = [each.rank(head, path) if hasattr(each, "rank") else PUBLISHED for each in claims]
        known = [each.name for each, rank in zip(claims, ranks, strict=True) if rank == PUBLISHED]
        assert len(known) <= 1, name
        assert [each for each in known if each in NAMES] == ([KNOWN[name]] if name in KNOWN else []), name


@pytest.mark.parametrize("name", NAMES)
def test_registered_by_its_name(name: str) -> None:
    assert registry.find(name) is NAMES[name]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "There is no file"),
        (b"", "is empty"),
        (b" \n\n ", "is empty"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "binary"),
        (bytes(range(1, 30)) * 40, "binary"),
        ("key,summary\na,gr\xfcn\n".encode("latin-1"), "line 2: the text is not UTF-8"),
        ("key,summary\na,b\n".encode("utf-16"), "line 1: the file is in UTF-16"),
    ],
)
def test_files_that_are_no_text(tmp_path: Path, name: str, content: bytes | None, said: str) -> None:
    path = tmp_path / "input.dat"
    if content is not None:
        path.write_bytes(content)
    assert said in refusal(NAMES[name], path)


@pytest.mark.parametrize("name", NAMES)
def test_a_folder_is_no_file(tmp_path: Path, name: str) -> None:
    assert "is a folder" in refusal(NAMES[name], tmp_path)


@pytest.mark.parametrize("name", NAMES)
def test_a_large_file_of_another_format_is_refused_at_once(tmp_path: Path, name: str) -> None:
    path = tmp_path / "large.json"
    with path.open("wb") as stream:
        stream.write(b'{"something": "else"}\n')
        stream.truncate(200_000_000)
    said = refusal(NAMES[name], path)
    assert "is not a" in said or "binary" in said


def jsonl(*lines: str) -> str:
    return "\n".join([json.dumps(LINE), *lines])


def array(*elements: str) -> str:
    return "[\n" + ",\n".join([json.dumps(EDIT), *elements])


@pytest.mark.parametrize(
    ("importer", "text", "line", "said"),
    [
        (finesure.IMPORTER, jsonl('{"doc_id": }', json.dumps(LINE), ""), 2, "not valid JSON"),
        (finesure.IMPORTER, jsonl(json.dumps(LINE)[:-20]), 2, "cut off"),
        (finesure.IMPORTER, jsonl("[1, 2]", ""), 2, "must be a JSON object"),
        (finesure.IMPORTER, jsonl("", '"\\ud800"', ""), 3, "not valid JSON"),
        (finesure.IMPORTER, jsonl("{}", ""), 2, "the record has no “doc_id”"),
        (summedits.IMPORTER, array('{"id": oops}', "{}]"), 3, "not valid JSON"),
        (summedits.IMPORTER, array(json.dumps(EDIT | {"id": "c_1_0"})[:-20]), 3, "cut off"),
        (
            summedits.IMPORTER,
            array(json.dumps(EDIT | {"id": "c_1_0"}) + "\n"),
            4,
            "before its list is closed",
        ),
        (summedits.IMPORTER, array("5]"), 3, "must be a JSON object"),
        (summedits.IMPORTER, array(json.dumps(EDIT) + "]"), 3, "the id c_0_0 is there twice"),
        (summedits.IMPORTER, array('{"id": "c_1_0", "label": NaN}]'), 3, "NaN is not a JSON number"),
        (summedits.IMPORTER, array("[" * 100_000 + "]"), 3, "nested too deeply"),
        (summedits.IMPORTER, array('{"id": "c_1_\\ud800"}]'), 3, "not valid JSON"),
        (summedits.IMPORTER, array('{"id": "c_1_0"}]'), 3, "no “doc”"),
        (summedits.IMPORTER, array() + "] more", 2, "more text after the end of the list"),
    ],
)
def test_broken_json_names_its_line(
    tmp_path: Path, importer: Importer, text: str, line: int, said: str
) -> None:
    path = tmp_path / "broken.json"
    path.write_text(text, "utf-8")
    message = refusal(importer, path)
    assert f"{path}, line {line}: " in message
    assert said in message


@pytest.mark.parametrize("bad", [b"\xff\xfe", b"a\x00b"])
def test_a_bad_byte_far_in_names_its_line(tmp_path: Path, bad: bytes) -> None:
    path = tmp_path / "late.json"
    line = json.dumps(LINE).encode()
    path.write_bytes(b"\n".join([line] * 999 + [bad]))
    assert f"{path}, line 1000: " in refusal(finesure.IMPORTER, path)


def grow(count: int, path: Path, form: Callable[[int], str], start: str = "", end: str = "") -> Path:
    with path.open("w", encoding="utf-8") as stream:
        stream.write(start + "".join(form(n) for n in range(count)) + end)
    return path


@pytest.mark.parametrize("kind", ["lines", "list", "table"])
def test_memory_does_not_grow_with_the_file(tmp_path: Path, kind: str) -> None:
    text = "word " * 400

    def measured(count: int) -> int:
        path = tmp_path / f"{kind}-{count}"
        if kind == "lines":
            importer: Importer = finesure.IMPORTER
            grow(count, path, lambda n: json.dumps(LINE | {"doc_id": f"d{n}", "transcript": text}) + "\n")
        elif kind == "list":
            importer = summedits.IMPORTER
            form = lambda n: json.dumps(EDIT | {"id": f"c_{n}_0", "doc": text}) + ",\n"  # noqa: E731
            grow(count, path, form, "[\n", json.dumps(EDIT) + "]")
        else:
            importer = registry.find("table")
            grow(count, path, lambda n: f"k{n},{text},short\n", "key,article,summary\n")
        tracemalloc.start()
        drain(importer, path)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return peak

    small, large = measured(1_500), measured(6_000)  # 3 and 12 MB
    assert large < small + 2_000_000


def offered(*paths: Path) -> set[str]:
    """The formats that are offered for files."""
    return {importer.name for importer in registry.find_readable(paths)}


@pytest.mark.parametrize("name", sorted(KNOWN))
def test_a_published_file_is_offered_its_format_and_those_of_any_table(shared_data: Path, name: str) -> None:
    assert offered(shared_data / name) - {"table"} == {KNOWN[name]}


def test_only_formats_that_can_read_a_file_are_offered(tmp_path: Path) -> None:
    for path in sorted(Path("tests/intake").glob("table.*")):
        assert offered(path) == {"table"}, path
    assert offered(tmp_path) == {"table"}
    notes = tmp_path / "notes.md"
    notes.write_text("# Notes\n", "utf-8")
    assert offered(notes) == set()
    with pytest.raises(InputError, match="galley list formats prints them"):
        registry.recognise([notes])
    one = tmp_path / "one.csv"
    one.write_text("name\nann\n", "utf-8")
    with pytest.raises(InputError, match=r"name one that can read such a file: table\."):
        registry.recognise([one])


def test_a_format_that_is_not_offered_cannot_read_the_file(tmp_path: Path) -> None:
    """Nothing is withheld: every other importer refuses these files, or brings nothing of them into a project."""
    from galley.core.errors import GalleyError
    from galley.core.importers.run_import import import_files
    from galley.core.project.project import Project

    files = [*sorted(Path("tests/intake").glob("*.csv"))[:3], *sorted(Path("tests/intake").glob("table.*"))]
    with Project.create(tmp_path / "p.galley") as project:
        for path in files:
            for name in set(registry.names()) - offered(path):
                try:
                    report = import_files(project, registry.find(name), [path], dry_run=True)
                except GalleyError:
                    continue
                assert not any(report.counts.values()), (path, name)
