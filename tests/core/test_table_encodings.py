"""Tables that are not UTF-8: which encoding is proposed, how the commands say it, and what comes back."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from galley.core.cli import main
from galley.core.notebook.project import open_book
from galley.core.tables.encodings import propose_encoding

HEAD = ["ID", "Article", "Summary", "GPT flag"]
TEXT = "Der Zug fährt nach Köln – „sechs“ € kostet es, sagt Müller; das ist’s. Row {}."
ROWS = [[f"n{n}", TEXT.format(n), "Der Zug kostet 6 €.", "yes" if n < 2 else "no"] for n in range(4)]
ROLE = ("--role", "GPT flag=flag,error=yes,by=judge:GPT")


def galley(*words: object) -> int:
    return main([str(word) for word in words])


def encode(encoding: str, rows: list[list[str]] = ROWS) -> bytes:
    """A table as Excel writes it: ";" between cells, CR LF at the end of a line."""
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=";", lineterminator="\r\n").writerows([HEAD, *rows])
    return out.getvalue().encode(encoding)


@pytest.mark.parametrize(
    ("content", "proposed"),
    [
        (encode("cp1252"), "cp1252"),
        (encode("latin-1", [["1", "Müller für 6.", "grün", "yes"]]), "cp1252"),
        (encode("utf-8"), ""),
        (encode("utf-8-sig"), ""),
        (encode("utf-16"), ""),
        (encode("ascii", [["1", "Plain.", "Plain.", "no"]]), ""),
        (encode("utf-8") + b"n9;gr\xfcn;x;no\r\n", ""),  # one damaged letter in a text of UTF-8
        (b"ID;Text\r\n1;" + b"x" * (1 << 20) + "ü\r\n".encode(), ""),  # a letter cut by a block
    ],
)
def test_an_encoding_is_proposed_for_a_text_that_is_not_utf_8(tmp_path: Path, content: bytes, proposed: str) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(content)
    assert propose_encoding(path) == proposed


@pytest.mark.parametrize(
    ("encoding", "mark"), [("cp1252", b""), ("utf-16", b"\xff\xfe"), ("utf-8-sig", b"\xef\xbb\xbf")]
)
def test_a_table_comes_in_with_its_letters_and_goes_back_in_its_encoding(
    tmp_path: Path, encoding: str, mark: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    table, project, back = tmp_path / "t.csv", tmp_path / "t.galley", tmp_path / "back.csv"
    table.write_bytes(encode(encoding))
    assert galley("import", table, "--project", project, *ROLE) == 0
    assert ("is read as cp1252; --read encoding=… changes that" in capsys.readouterr().out) == (encoding == "cp1252")
    with open_book(project, write=True) as book:
        texts = book.project.read_connection().execute("SELECT text FROM document ORDER BY id").fetchall()
        assert [text for (text,) in texts] == [text for row in ROWS for text in row[1:3]]
        book.decide(book.flags("n0"), "accept", reviewer="Žofie", note="→ ja, 6 €")
    assert galley("export", "table-back", "--project", project, "--out", back) == 0
    said = capsys.readouterr().err
    assert back.read_bytes().startswith(mark)
    rows = list(csv.reader(io.StringIO(back.read_bytes().decode(encoding), newline=""), delimiter=";"))
    assert [row[:4] for row in rows] == [HEAD, *ROWS]
    answered = dict(zip(rows[0], rows[1], strict=True))
    if encoding == "cp1252":  # it has Ž and €, and no arrow
        assert answered["GPT flag · Žofie · note"] == "? ja, 6 €"
        assert "line 2, column “GPT flag · Žofie · note”: cp1252 cannot hold U+2192" in said
    else:
        assert answered["GPT flag · Žofie · note"] == "→ ja, 6 €" and "cannot hold" not in said


def test_the_encoding_can_be_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, project = tmp_path / "t.csv", tmp_path / "t.galley"
    text = "ID;Article;Summary\r\n1;Поезд идёт в Кёльн, билет стоит шесть евро.;Поезд идёт.\r\n"
    table.write_bytes(text.encode("cp1251"))
    assert galley("import", table, "--project", project, "--read", "encoding=cp1251") == 0
    assert "is read as" not in capsys.readouterr().out
    with open_book(project) as book:
        texts = book.project.read_connection().execute("SELECT text FROM document ORDER BY id").fetchall()
    assert texts == [("Поезд идёт в Кёльн, билет стоит шесть евро.",), ("Поезд идёт.",)]
    assert galley("import", table, "--project", tmp_path / "u.galley", "--read", "encoding=none-such") == 1
    assert "“none-such” is not an encoding of text" in capsys.readouterr().err
    assert galley("import", table, "--project", tmp_path / "u.galley", "--read", "colour=red") == 1
    assert "the field “colour” is unknown" in capsys.readouterr().err and not (tmp_path / "u.galley").exists()


def test_what_the_shape_of_a_table_asks_for_is_done_and_said_by_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, project = tmp_path / "t.csv", tmp_path / "t.galley"
    lines = ["Review of June", "", *encode("utf-8").decode().splitlines(), "Total;4"]
    table.write_text("\n".join(lines), "utf-8")
    assert galley("import", table, "--project", project, *ROLE) == 1, "the total has fewer cells"
    assert "line 8: the row has 2 cells and the header 4" in capsys.readouterr().err
    table.write_text("\n".join([*lines[:-1], "Total;4;;"]), "utf-8")
    assert galley("import", table, "--project", project, *ROLE) == 0
    said = capsys.readouterr().out
    assert "the header is in row 3; the rows above are left out; --read header=… changes that." in said
    assert "the last row (“Total”) looks like a total and is left out" in said and "imported 4 items" in said
