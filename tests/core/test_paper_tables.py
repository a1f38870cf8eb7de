"""The tables of works: the model and its forms, what marks the best, and refusals."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from galley.core.cli.metrics_command import COMMAND
from galley.core.importers.sample_project import make
from galley.core.metrics import registry
from galley.core.metrics.base import Params
from galley.core.paper_tables.formats import FORMS, as_csv, as_latex, as_markdown, as_rows, as_text
from galley.core.paper_tables.paper_table import (
    Column,
    Figure,
    Line,
    Sheet,
    count,
    format_cell,
    interval,
    mark_top_values,
)
from galley.core.paper_tables.registry import fill_tables, papers, papers_present
from galley.core.project.project import Project

SHEET = Sheet(
    "Error",
    (
        Column("n", kind="count"),
        Column("BAcc", "a_judge", top="high", heat=(0.5, 1.0)),
        Column("p", "a_judge", "p"),
        Column("BAcc", "other", top="high"),
        Column("Word", kind="text"),
    ),
    (
        Line("=sum(1)", (count(1438), Figure(0.781, 0.7, 0.86, 61), Figure(0.0004), Figure(0.66), Figure("open"))),
        Line("Two", (count(2), Figure(None, why="No cell."), Figure(0.5), Figure(-0.02), None), "Within"),
        Line("Three", (count(3), Figure(0.5, -0.1, 0.4), None, Figure(0.5), None)),
    ),
    "Judges | people.",
    ("A note_.",),
    {"ties": 4},
    "row",
    title="Ends & <means>",
)


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(tmp_path_factory.mktemp("sample"))


def galley(*words: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(COMMAND, ["--table", *(str(word) for word in words)])
    return done.exit_code, done.stdout, str(done.exception or "")


def test_the_best_of_a_row_and_of_a_column() -> None:
    by_row = mark_top_values(SHEET)
    best = {
        (line.label, n) for line in by_row.lines for n, f in enumerate(line.figures) if f is not None and f.is_marked
    }
    assert best == {("=sum(1)", 1)}, "where all are equal none is the best, nor is a lone one"
    assert [line.label for line in by_row.lines] == ["=sum(1)", "Three", "Two"], "lines of a group stand together"
    by_column = mark_top_values(Sheet("h", SHEET.columns, SHEET.lines))
    best = {(line.label, n) for line in by_column.lines for n, f in enumerate(line.figures) if f and f.is_marked}
    assert best == {("=sum(1)", 1), ("=sum(1)", 3)}
    low = Sheet("h", (Column("e", top="low"), Column("r", top="far")),
                (Line("a", (Figure(0.1), Figure(-0.9))), Line("b", (Figure(0.2), Figure(0.3)))))  # fmt: skip
    assert [[f.is_marked for f in line.figures if f] for line in mark_top_values(low).lines] == [
        [True, True],
        [False, False],
    ]


@pytest.mark.parametrize(
    ("value", "column", "said"),
    [
        (0.12345, Column("x"), "0.12"), (-0.001, Column("x"), "0.00"), (-0.126, Column("x"), "−0.13"),
        (0.714, Column("x", kind="percent"), "71.4"), (0.083, Column("x", kind="points"), "+8.3"),
        (-0.02, Column("x", kind="signed"), "−0.02"), (0.0, Column("x", kind="signed"), "0.00"),
        (0.00004, Column("x", kind="p"), "< 0.001"), (0.0123, Column("x", kind="p"), "0.012"),
        (1438, Column("x", kind="count"), "1,438"), (0.5, Column("x", places=3), "0.500"),
    ],
)  # fmt: skip
def test_figures_in_print(value: float, column: Column, said: str) -> None:
    assert format_cell(Figure(value), column) == said


def test_stars_intervals_and_what_is_missing() -> None:
    column = Column("x")
    assert [format_cell(Figure(0.5, p=p), column) for p in (0.0005, 0.005, 0.04, 0.05, None)] == [
        "0.50***", "0.50**", "0.50*", "0.50", "0.50",
    ]  # fmt: skip
    assert (
        format_cell(None, column),
        format_cell(Figure(None, why="w"), column),
        format_cell(Figure("w"), column),
    ) == (
        "",
        "–",
        "w",
    )
    assert interval(Figure(0.5, 0.4, 0.6), column) == "0.40–0.60"
    assert interval(Figure(0.5, -0.4, 0.6), column) == "−0.40 to 0.60"
    assert interval(Figure(0.5, 0.4), column) == ""


def test_csv_has_every_figure_with_its_ends_and_reasons() -> None:
    lines = list(csv.DictReader(io.StringIO(as_csv(mark_top_values(SHEET)))))
    assert lines[0]["Error"] == "'=sum(1)", "no spreadsheet computes it"
    assert (lines[0]["a_judge BAcc"], lines[0]["a_judge BAcc low"], lines[0]["a_judge BAcc n"]) == (
        "0.781",
        "0.7",
        "61",
    )
    two = next(line for line in lines if line["Error"] == "Two")
    assert (two["a_judge BAcc"], two["why"], two["group"]) == ("", "No cell.", "Within")


def test_markdown_and_latex_hold_nothing_but_text() -> None:
    page = as_markdown(mark_top_values(SHEET))
    assert "**Ends & \\<means\\>**" in page and "Judges \\| people." in page
    assert "| =sum(1) | 1,438 | **0.78** (0.70–0.86) | \\< 0.001 | 0.66 | open |" in page
    rows = [line for line in page.splitlines() if line.startswith("|")]
    assert {line.replace("\\|", "").count("|") for line in rows} == {len(SHEET.columns) + 2}
    tex = as_latex(mark_top_values(SHEET))
    assert r"\caption{Ends \& $<$means$>$}" in tex and r"\textbf{0.78} {\scriptsize 0.70--0.86}" in tex
    assert r"& \multicolumn{1}{c}{} & \multicolumn{2}{c}{a\_judge}" in tex and r"\cmidrule(lr){3-4}" in tex
    body = [line for line in tex.splitlines() if line.endswith(r"\\") and "multicolumn" not in line]
    assert {line.count("&") - line.count(r"\&") for line in body} == {len(SHEET.columns)}


def test_text_and_rows() -> None:
    page = as_text(mark_top_values(SHEET))
    assert "0.78^ [0.70–0.86]" in page and "–: No cell." in page and "left out: 4 ties" in page
    rows = as_rows(mark_top_values(SHEET))
    assert rows["left_out"] == {"ties": 4}
    first = rows["rows"][1]
    assert (first["line"], first["columns"], first["column"], first["value"], first["marked"]) == (
        "=sum(1)", "a_judge", "BAcc", 0.781, True,
    )  # fmt: skip


def test_every_table_has_a_name_of_its_own_and_says_what_it_needs() -> None:
    tables = [table for paper in papers() for table in paper.tables]
    names = [table.name for table in tables] + [paper.name for paper in papers()]
    assert len(set(names)) == len(names)
    assert all(table.needs.endswith(".") and len(table.needs.split()) > 4 for table in tables)
    titles = [[table.title for table in paper.tables] for paper in papers()]
    assert all(len(set(mine)) == len(mine) for mine in titles), "a page offers them by title"


def test_an_empty_project_has_no_work_and_every_table_says_so(tmp_path: Path) -> None:
    path = tmp_path / "e.galley"
    with Project.create(path) as project:
        assert papers_present(project.read_connection()) == []
        for paper in papers():
            assert list(fill_tables(project.read_connection(), paper, Params())) == []
    for paper in papers():
        code, out, error = galley(paper.name, "--project", path)
        assert (code, out, error) == (1, "", paper.tables[0].needs)


def test_figures_are_those_of_the_metric(sample: Path) -> None:
    code, out, _ = galley("dial-summer-fine", "--project", sample, "--json")
    found = json.loads(out)
    with Project.open(sample, read_only=True) as project:
        rows = registry.compute("detection", project.read_connection(), Params(schemes=("dial-summer",))).rows
    wanted = {(r["criterion"], r["judge"]): r for r in rows if r["n"]}
    cells = [cell for cell in found["rows"] if cell["columns"]]
    assert code == 0 and len(cells) == 2 * len(wanted)
    for cell in cells:
        row = wanted[cell["criterion"], cell["columns"]]
        key, n = {"BAcc": ("bacc", "n_summaries"), "S-BAcc": ("s_bacc", "n")}[cell["column"]]
        assert [cell[k] for k in ("value", "low", "high", "n")] == [
            row[key],
            row[f"{key}_low"],
            row[f"{key}_high"],
            row[n],
        ]
    assert {cell["lines"] for cell in cells} == {"Dialogue level", "Within turn", "Any of several"}


@pytest.mark.parametrize("form", sorted(FORMS))
def test_each_form_is_printed_for_a_whole_work(sample: Path, form: str) -> None:
    code, out, _ = galley("dial-summer", "--project", sample, *([] if form == "text" else [f"--{form}"]))
    assert code == 0 and out.count("Wrong turn sequence") == 3, "table 3, figures 2 and 3"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nothing"], "There is no table called 'nothing'"),
        (["dial-summer-fine", "--seed", "3"], "dial-summer-fine does not accept --seed; it takes: --gold, --judge"),
        (["dial-summer-fine", "--set", "a=b"], "has no setting 'a=b'"),
        (["dial-summer", "--seed", "3"], "does not accept --seed"),
        (["longsumeval", "--set", "tops=1"], "longsumeval has several tables; choose the one for --set"),
        (["dial-summer-fine", "--judge", "nobody"], "Nobody called 'nobody' is in the project"),
        (["frank-direct", "--set", "correction=most"], "No judge's score"),
    ],
)
def test_what_a_table_does_not_take_is_refused_in_a_sentence(sample: Path, words: list[str], said: str) -> None:
    code, out, error = galley(*words, "--project", sample)
    assert (code, out) == (1, "") and said in error and error.count("\n") == 0


def test_options_change_the_table(sample: Path) -> None:
    name = "dial-summer-frequency"
    seen = {galley(name, "--project", sample, "--json")[1]}
    for words in (["--judge", "desk-judge"], ["--system", "brief"], ["--dataset", "television"]):
        code, out, _ = galley(name, "--project", sample, "--json", *words)
        assert code == 0 and out not in seen, words
        seen.add(out)


def test_the_report_holds_the_tables_of_the_works_that_are_there(sample: Path, tmp_path: Path) -> None:
    from galley.core.exports.base import Only
    from galley.core.exports.registry import export

    out = tmp_path / "r.html"
    with Project.open(sample) as project:
        export(project, "report", out, Only.ALL)
    page = out.read_text("utf-8")
    for title in ("DIAL-SUMMER: hierarchical errors", "Detecting fine-grained errors", "Error frequency",
                  "Position of errors", "Where errors stand", "Errors of opinions"):  # fmt: skip
        assert f">{title}" in page, title
    assert "LongSumEval" not in page and "Main results" not in page
