"""A filled table as text: aligned for a terminal, CSV, Markdown, LaTeX, and plain rows for JSON."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any

from galley.core.metrics.text import pad_text, safe, wide
from galley.core.paper_tables.paper_table import Column, Figure, Line, Sheet, format_cell, interval

TOP = "^"
"""What marks the top value where there is no bold."""
_TEX = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "−": "$-$", "–": "--", "<": "$<$", ">": "$>$",
    "ρ": r"$\rho$", "τ": r"$\tau$", "α": r"$\alpha$", "Δ": r"$\Delta$", "*": "*",
}  # fmt: skip


def as_text(sheet: Sheet) -> str:
    """The table aligned; the top values are followed by ^, and why figures are undefined stands below, once each."""
    heads = [sheet.head, *(column.title for column in sheet.columns)]
    table = [heads, *([line.label, *_cells(sheet, line, _plain)] for line in sheet.lines)]
    widths = [max(wide(row[n]) for row in table) for n in range(len(heads))]
    above = [" " * widths[0]]
    at = 1
    for group, columns in groupby(sheet.columns, key=lambda column: column.group):
        last = at + len(list(columns)) - 1
        lacking = wide(group) - sum(widths[at : last + 1]) - 2 * (last - at)
        widths[last] += max(0, lacking)
        above.append(pad_text(group, sum(widths[at : last + 1]) + 2 * (last - at), False))
        at = last + 1
    right = [False, *(column.kind != "text" for column in sheet.columns)]
    rows = ["  ".join(pad_text(text, widths[n], right[n]) for n, text in enumerate(row)).rstrip() for row in table]
    out = [sheet.title, *([sheet.about] if sheet.about else []), ""]
    out += [*(["  ".join(above).rstrip()] if sheet.has_groups else []), rows[0]]
    place = 1
    for group, lines in groupby(sheet.lines, key=lambda line: line.group):
        out += [group] if group else []
        for _ in lines:
            out.append(rows[place])
            place += 1
    whys = dict.fromkeys(f"–: {cell.why}" for line in sheet.lines for cell in line.figures if cell and cell.why)
    notes = [f"left out: {n:,} {reason}" for reason, n in sheet.left_out.items()]
    return "\n".join([*out, "", *sheet.notes, *filter(None, [sheet.intervals]), *whys, *notes]).rstrip("\n") + "\n"


def as_csv(sheet: Sheet) -> str:
    """Full precision: after each figure its ends, n and p where any line has them; the reasons in the last column."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    more = [
        [
            name
            for name in ("low", "high", "n", "p")
            if any(_get_attribute(line.figures[c], name) is not None for line in sheet.lines)
        ]
        for c in range(len(sheet.columns))
    ]
    titles = [[head(column), *(f"{head(column)} {name}" for name in more[c])] for c, column in enumerate(sheet.columns)]
    writer.writerow(["group", sheet.head, *(title for group in titles for title in group), "why"])
    for line in sheet.lines:
        cells: list[Any] = []
        for c, cell in enumerate(line.figures):
            cells += [_get_attribute(cell, "value"), *(_get_attribute(cell, name) for name in more[c])]
        whys = dict.fromkeys(cell.why for cell in line.figures if cell is not None and cell.why)
        writer.writerow([safe(text) for text in (line.group, line.label, *cells, " ".join(whys))])
    return out.getvalue()


def as_markdown(sheet: Sheet) -> str:
    """A table with the top values in bold; what stands above and below it are paragraphs."""
    heads = [sheet.head, *(head(column) for column in sheet.columns)]
    rule = ["---", *("---" if column.kind == "text" else "---:" for column in sheet.columns)]
    rows = [heads, rule]
    for group, lines in groupby(sheet.lines, key=lambda line: line.group):
        if group:
            rows.append([f"*{_escape_markdown(group)}*", *("" for _ in sheet.columns)])
        rows += [[_escape_markdown(line.label), *_cells(sheet, line, _bold)] for line in lines]
    body = "\n".join("| " + " | ".join(row) + " |" for row in rows)
    paragraphs = [
        f"**{_escape_markdown(sheet.title)}**",
        _escape_markdown(sheet.about),
        body,
        *map(_escape_markdown, (*sheet.notes, sheet.intervals)),
        *map(_escape_markdown, describe_left_out(sheet)),
    ]
    return "\n\n".join(paragraph for paragraph in paragraphs if paragraph) + "\n"


def as_latex(sheet: Sheet) -> str:
    """A ``table`` for the package booktabs; intervals are small, the top values are bold."""
    spec = "l" + "".join("l" if column.kind == "text" else "r" for column in sheet.columns)
    out = [
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{_tex(sheet.title)}}}",
        rf"\begin{{tabular}}{{{spec}}}",
        r"\toprule",
    ]
    if sheet.has_groups:
        cells, rules, at = [""], [], 2
        for group, columns in groupby(sheet.columns, key=lambda column: column.group):
            wide = len(list(columns))
            cells.append(rf"\multicolumn{{{wide}}}{{c}}{{{_tex(group)}}}")
            rules += [rf"\cmidrule(lr){{{at}-{at + wide - 1}}}"] if group else []
            at += wide
        out += [" & ".join(cells) + r" \\", "".join(rules)]
    out += [" & ".join([_tex(sheet.head), *(_tex(column.title) for column in sheet.columns)]) + r" \\", r"\midrule"]
    for group, lines in groupby(sheet.lines, key=lambda line: line.group):
        if group:
            out.append(rf"\multicolumn{{{len(spec)}}}{{l}}{{\emph{{{_tex(group)}}}}} \\")
        out += [" & ".join([_tex(line.label), *_cells(sheet, line, _small)]) + r" \\" for line in lines]
    out += [r"\bottomrule", r"\end{tabular}"]
    note = " ".join(filter(None, (sheet.about, *sheet.notes, sheet.intervals, *describe_left_out(sheet))))
    out += [rf"\par\smallskip{{\footnotesize {_tex(note)}}}"] if note else []
    return "\n".join([*out, r"\end{table}"]) + "\n"


def as_rows(sheet: Sheet) -> dict[str, Any]:
    """One object {table, title, rows, left_out, notes}: a row a figure, with its line, column and what stands above
    either."""
    return {"table": sheet.name, "title": sheet.title, "about": sheet.about, "rows": list(_rows(sheet)),
            "left_out": dict(sheet.left_out), "notes": list(sheet.notes), "intervals": sheet.intervals}  # fmt: skip


def describe_left_out(sheet: Sheet) -> list[str]:
    """What was left out, as a sentence, or nothing."""
    parts = [f"{n:,} {reason}" for reason, n in sheet.left_out.items() if n]
    return [f"Left out: {', '.join(parts)}."] if parts else []


def head(column: Column) -> str:
    """What a column is called where nothing stands above it: "desk-judge BAcc"."""
    return f"{column.group} {column.title}".strip()


def _rows(sheet: Sheet) -> Iterator[dict[str, Any]]:
    for line in sheet.lines:
        about = {"scheme": line.criterion[0], "criterion": line.criterion[1]} if line.criterion else {}
        for column, cell in zip(sheet.columns, line.figures, strict=True):
            if cell is None:
                continue
            row: dict[str, Any] = {"line": line.label, "lines": line.group, **about, "column": column.title,
                                   "columns": column.group}  # fmt: skip
            row |= {name: _get_attribute(cell, name) for name in ("value", "low", "high", "n", "p")}
            yield row | ({"marked": True} if cell.is_marked else {}) | ({"why": cell.why} if cell.why else {})


def _cells(sheet: Sheet, line: Line, form: Callable[[str, str, bool], str]) -> list[str]:
    return [
        form(format_cell(cell, column), interval(cell, column), cell is not None and cell.is_marked)
        for cell, column in zip(line.figures, sheet.columns, strict=True)
    ]


def _plain(text: str, ends: str, top: bool) -> str:
    return text + TOP * top + (f" [{ends}]" if ends else "")


def _bold(text: str, ends: str, top: bool) -> str:
    cell_text = _escape_markdown(text)
    return (f"**{cell_text}**" if top else cell_text) + (f" ({ends})" if ends else "")


def _small(text: str, ends: str, top: bool) -> str:
    cell_text = rf"\textbf{{{_tex(text)}}}" if top else _tex(text)
    return cell_text + (rf" {{\scriptsize {_tex(ends)}}}" if ends else "")


def _tex(text: str) -> str:
    return "".join(_TEX.get(character, character) for character in " ".join(text.split()))


def _escape_markdown(text: str) -> str:
    """Plain text in Markdown: nothing in it is markup."""
    line = " ".join(text.split())
    return "".join("\\" + character if character in "\\`*_{}[]<>|#" else character for character in line)


def _get_attribute(cell: Figure | None, name: str) -> Any:
    return getattr(cell, name) if cell is not None else None


FORMS: dict[str, Callable[[Sheet], str]] = {
    "text": as_text, "csv": as_csv, "markdown": as_markdown, "latex": as_latex
}  # fmt: skip


def format_tables(sheets: Sequence[Sheet], form: str) -> str:
    """Several tables in one of ``FORMS``, an empty line between them."""
    return "\n".join(FORMS[form](sheet) for sheet in sheets)
