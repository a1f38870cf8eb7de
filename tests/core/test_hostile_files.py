"""Files that stand for more than they are: numbers, cells, rows, columns and lists without end. Each is read by the
program itself in a process of its own with little memory, and ends in one sentence."""

from __future__ import annotations

import json
import mmap
import os
import re
import struct
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from galley.core import paths, policy
from galley.core.campaign import answers
from galley.core.definitions import protocol_files, schemes
from galley.core.errors import Cancelled, GalleyError, InputError
from galley.core.foreign_files import load_json, load_toml, read_whole
from galley.core.import_types import ImportReport
from galley.core.importers.registry import find
from galley.core.importers.run_import import import_files
from galley.core.judges.clients.replay import RecordedReplies
from galley.core.judges.inquiry import prompts, written_judge
from galley.core.project.project import Project
from galley.core.tables import limits, sources
from galley.core.tables.mapping import load_mapping
from tests.core.test_intake_bad import cell, ods
from tests.core.test_intake_tables import workbook

ROOT = Path(__file__).resolve().parents[2]
MEMORY = 2_500_000_000
SERVER = f"""
import json, os, resource, sys, tempfile, traceback
import ijson, numpy
from galley.core.cli import main
from galley.core.importers.registry import REGISTRY
REGISTRY.all()
for line in sys.stdin:
    told = tempfile.TemporaryFile()
    if not (child := os.fork()):
        os.dup2(told.fileno(), 2)
        resource.setrlimit(resource.RLIMIT_AS, ({MEMORY}, {MEMORY}))
        code = 3
        try:
            code = main(json.loads(line))
        except BaseException:
            traceback.print_exc()
        sys.stderr.flush()
        os._exit(code)
    _, status = os.waitpid(child, 0)
    told.seek(0)
    print(json.dumps([os.waitstatus_to_exitcode(status), told.read().decode()]), flush=True)
"""
"""A Python that has loaded what an import needs, and forks a process for each command that it is told."""
MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
TEXT = {"key": "id", "article": "text?"}


@pytest.fixture(scope="module")
def server() -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-c", SERVER],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ | {"RUST_BACKTRACE": "0"},
    ) as started:  # fmt: skip
        yield started


def told(server: subprocess.Popen[str], *command: str | Path) -> str:
    """What a command of the program says, in a process of its own with 2.5 GB of memory, before it ends with 1."""
    assert server.stdin is not None and server.stdout is not None
    server.stdin.write(json.dumps([*map(str, command)]) + "\n")
    server.stdin.flush()
    code, said = json.loads(server.stdout.readline())
    assert code == 1, (code, said[-2_000:])
    assert said.startswith("galley: ") and said.count("\n") == 1, said
    return said


def office(path: Path, sheet: str, strings: str = "") -> Path:
    """An xlsx file with this in the XML of its sheet, and these shared strings."""
    workbook(path, [["id", "text"]])
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    name = "xl/worksheets/sheet1.xml"
    parts[name] = re.sub(rb"<dimension[^>]*>|<sheetData>.*</sheetData>", b"", parts[name], flags=re.S)
    at = parts[name].index(b"<pageMargins")
    parts[name] = parts[name][:at] + f"<sheetData>{sheet}</sheetData>".encode() + parts[name][at:]
    if strings:
        parts["xl/sharedStrings.xml"] = f'<sst xmlns="{MAIN[1:-1]}">{strings}</sst>'.encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return path


def inline(at: str, text: str) -> str:
    return f'<c r="{at}" t="inlineStr"><is><t>{text}</t></is></c>'


def written_as(name: str, text: str) -> Callable[[Path], Path]:
    def write(folder: Path) -> Path:
        path = folder / name
        path.write_text(text)
        return path

    return write


def far(folder: Path) -> Path:
    """Cells A1 and XFD1048576."""
    return office(folder / "far.xlsx", f"<row>{inline('A1', 'id')}</row><row>{inline('XFD1048576', 'x')}</row>")


def rows_repeated(folder: Path) -> Path:
    row = f'</table:table-row><table:table-row table:number-rows-repeated="1000000">{cell("x" * 9_000)}'
    return ods(folder / "rows.ods", row)


def columns_repeated(folder: Path) -> Path:
    return ods(folder / "columns.ods", cell("x", 'table:number-columns-repeated="2000000000"'))


def repeated_and_far(folder: Path) -> Path:
    empty = '<table:table-cell table:number-columns-repeated="16000"/>'
    rows = f'</table:table-row><table:table-row table:number-rows-repeated="1000000">{empty}</table:table-row>'
    return ods(folder / "far.ods", f"{rows}<table:table-row>{empty}{cell('x')}")


def shared(folder: Path) -> Path:
    """One text of a megabyte that 20,000 cells have."""
    cells = "".join(f'<row><c r="A{at}" t="s"><v>0</v></c></row>' for at in range(1, 20_001))
    return office(folder / "shared.xlsx", cells, f"<si><t>{'x' * 1_000_000}</t></si>")


def long_cell(folder: Path) -> Path:
    return office(folder / "cell.xlsx", f"<row>{inline('A1', 'x' * 40_000_000)}</row>")


def tags(folder: Path) -> Path:
    return office(folder / "tags.xlsx", "<c/>" * 25_000_000)


PLAINLY: dict[str, Any] = {"use_dictionary": False, "write_statistics": False}
"""So that what is written is not looked through first."""


def parquet(folder: Path) -> Path:
    import pyarrow
    from pyarrow import parquet

    size = 540_000_000
    ends, zeros = struct.pack("ii", 0, size), mmap.mmap(-1, size)  # a text that takes no memory
    text = pyarrow.Array.from_buffers(pyarrow.string(), 1, [None, pyarrow.py_buffer(ends), pyarrow.py_buffer(zeros)])
    table = pyarrow.table({"id": ["1"], "text": text})
    parquet.write_table(table, folder / "cell.parquet", compression="lz4", **PLAINLY)
    return folder / "cell.parquet"


def parquet_lists(folder: Path) -> Path:
    import pyarrow
    from pyarrow import parquet

    values = pyarrow.array([1] * 1_000_000, pyarrow.int8())
    ends = pyarrow.array([0, 60_000_000], pyarrow.int32())
    lists = pyarrow.ListArray.from_arrays(ends, pyarrow.concat_arrays([values] * 60))
    table = pyarrow.table({"id": ["1"], "text": lists})
    parquet.write_table(table, folder / "list.parquet", compression="zstd", **PLAINLY)
    return folder / "list.parquet"


NINES = "9" * 4_301
LONG = '[{"id":"a","text":%s}]'
DEEPER = f"[\"{'x' * 2_000}\","
COLUMNS = [f"c{at}" for at in range(400_000)]
FILES: dict[str, tuple[Callable[[Path], Path], str]] = {
    "a number in JSON": (written_as("n.json", f'[{{"id":"a","text":"x","n":{NINES}}}]'), "more than 640 digits"),
    "a negative one": (written_as("n.json", f'[{{"id":"a","text":"\\\\\\"","n":-{NINES}}}]'), "more than 640 digits"),
    "a number in JSON Lines": (written_as("n.jsonl", f'{{"id":"a","text":"x","n":{NINES}}}\n'), "not valid JSON"),
    "a far cell": (far, "17,179,869,184 cells of at most 5,000,000"),
    "rows that repeat": (rows_repeated, "hold more than 1024 MB"),
    "columns that repeat": (columns_repeated, "at most 1,048,576 rows and 16,384 columns"),
    "empty ones that repeat": (repeated_and_far, "cells of at most 5,000,000"),
    "a text that many cells have": (shared, "hold more than 1024 MB"),
    "a long cell": (long_cell, "a text is longer than 16 MB"),
    "tags without end": (tags, "more than 20,000,000 tags"),
    "a long text in JSON": (written_as("t.json", LONG % (r'"' + r"\\\u4e2d" * 5_000_000 + '"')), "longer than 16 MB"),
    "a long record": (written_as("t.json", LONG % ("[" + '"x",' * 20_000_000 + '"x"]')), "longer than 64 MB"),
    "levels that close again": (written_as("t.json", LONG % ("[" * 30_000 + "]" * 30_000)), "levels deep"),
    "levels by and by": (written_as("t.json", LONG % (DEEPER * 5_000 + "1" + "]" * 5_000)), "levels deep"),
    "a long cell in CSV": (written_as("t.csv", 'id,text\n1,"' + ("x" * 99 + "\n") * 400_000 + '"\n'), "never closed"),
    "columns in CSV": (written_as("c.csv", f"{','.join(COLUMNS)}\n{','.join(COLUMNS)}\n"), "there are 400,000 columns"),
    "names in JSON": (written_as("c.json", json.dumps([dict.fromkeys(COLUMNS, "x")])), "there are 400,000 columns"),
    "a long cell in Parquet": (parquet, "a page of it unpacks to"),
    "a list in Parquet": (parquet_lists, "hold 60,000,000 values"),
}  # fmt: skip


@pytest.mark.skipif(os.name == "nt", reason="limits of memory (resource) are absent on Windows")
@pytest.mark.parametrize("what", FILES)
def test_a_file_that_stands_for_too_much_ends_in_a_sentence(
    what: str, server: subprocess.Popen[str], tmp_path: Path
) -> None:
    make, sentence = FILES[what]
    path = make(tmp_path)
    assert sentence in told(server, "import", "--format", "auto", path, "--project", tmp_path / "p.galley")


def test_digits_in_a_text_are_no_number(tmp_path: Path) -> None:
    value = {"id": "a", "text": f'"\\{NINES} {"1" * 70_000}', "\\": "9" * 700, "n": 9}
    (tmp_path / "t.json").write_text(json.dumps([value, value]))
    assert [each.value for each in sources.elements(tmp_path / "t.json", {}, ImportReport())] == [value, value]


def test_what_ordinary_sheets_hold_far_out_is_read(tmp_path: Path) -> None:
    rows = 'table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/>'
    limits.workbook(ods(tmp_path / "t.ods", f"{cell('1')}</table:table-row><table:table-row {rows}"))
    filled = f"<row>{inline('A1', 'id')}</row>"
    limits.workbook(office(tmp_path / "t.xlsx", f'{filled}<row r="1048576"><c r="XFD1048576" s="1"/></row>'))


def test_a_mapping_with_open_questions_can_be_stopped_while_it_counts(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("id,summary\n" + "".join(f"{at},{'x' * 9_000_000}\n" for at in range(3)))
    with Project.create(tmp_path / "p.galley") as project, pytest.raises(Cancelled):
        import_files(project, find("table"), [path], progress=lambda done, total: False)


def test_columns_of_parquet_are_read_as_written_whatever_the_pages(tmp_path: Path) -> None:
    import pyarrow
    from pyarrow import parquet

    rows = [{"id": str(at), "text": "x" * at, "l": ["a"] * (at % 4), "f": b"AB", "m": {"a": at}} for at in range(900)]
    kinds = pyarrow.schema([("id", "str"), ("text", "str"), ("l", pyarrow.list_(pyarrow.string())),
                            ("f", pyarrow.binary(2)), ("m", pyarrow.struct([("a", pyarrow.int64())]))])  # fmt: skip
    for version in ("1.0", "2.0"):
        path = tmp_path / f"{version}.parquet"
        table = pyarrow.Table.from_pylist(rows, kinds)
        parquet.write_table(table, path, data_page_version=version, data_page_size=2_000, row_group_size=400)
        found = [each.value for each in sources.elements(path, {}, ImportReport())]
        assert found == [row | {"f": "AB"} for row in rows]


# Small files, which are read whole -----------------------------------------------------------------------------------

DEEP = "[" * 100_000
TOML = {"a number": f"x = {NINES}\n", "a nest": f"x = {DEEP}\n", "tables": "x = " + "{a = " * 50_000}
READERS: dict[str, Callable[[str], Any]] = {
    "scheme": lambda text: schemes.parse_scheme(text, "s.toml"),
    "protocol": lambda text: protocol_files.parse(text, "p.toml"),
    "judge": lambda text: written_judge.parse(text, "j.toml"),
    "prompt": lambda text: prompts.parse(f"+++\n{text}+++\nx", "m", "n"),
}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("what", TOML)
def test_toml_without_end_is_refused_in_a_sentence(reader: str, what: str) -> None:
    with pytest.raises(InputError) as refused:
        READERS[reader](TOML[what])
    assert "\n" not in str(refused.value)


def test_a_policy_without_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "policy_file", lambda: tmp_path / "policy.toml")
    for text in TOML.values():
        (tmp_path / "policy.toml").write_text(text)
        with pytest.raises(InputError, match="cannot be read"):
            policy.read()


@pytest.mark.parametrize("text", [f'{{"a": {NINES}}}', '{"a": ' + DEEP, f'{{"item": {NINES}, "reply": "x"}}',
                                  r'{"item": "\ud83d", "reply": "x"}'])
def test_json_without_end_is_refused_in_a_sentence(text: str, tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text(text + "\n")
    readers = (lambda: load_mapping(text, "m.json"), lambda: RecordedReplies(path), lambda: answers.read_answers(path))
    for read in readers:
        with pytest.raises(GalleyError) as refused:
            read()
        assert "\n" not in str(refused.value)
    with pytest.raises(ValueError):
        load_json(text)


def test_a_file_that_is_read_whole_is_measured_first(tmp_path: Path) -> None:
    with (tmp_path / "t.bin").open("wb") as stream:
        stream.truncate(20 << 20)  # no bytes on the disk
    assert len(read_whole(tmp_path / "t.bin", 20 << 20)) == 20 << 20
    with pytest.raises(InputError, match="larger than 19 MB"):
        read_whole(tmp_path / "t.bin", 19 << 20)
    with pytest.raises(ValueError):
        load_toml("x = [")


def test_toml_is_read_in_one_place() -> None:
    """Python's reader of TOML raises three kinds of error, and callers catch one."""
    readers = [path for path in (ROOT / "core").rglob("*.py") if "tomllib.load" in path.read_text("utf-8")]
    assert [path.name for path in readers] == ["foreign_files.py"]
