"""The report of a campaign, for whoever ordered it: what came of it, how far people agree, who read and settled what,
which gold was changed, how long it took, what it cannot say; then how it was made and what proves it.

A page like that of ``report`` (HTML that loads nothing, or a PDF), with the figures of the Plan view.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from galley.core import __version__
from galley.core.columns import pseudonyms
from galley.core.errors import Cancelled, InputError
from galley.core.exports._page import NO_CHARTS, PrintedPage, drawing, width
from galley.core.exports.base import ExportChoices, ExportReport, Only, Progress
from galley.core.packages import campaign, package
from galley.core.packages.exports import _campaign_charts
from galley.core.packages.exports import _campaign_parts as parts
from galley.core.project import leaving, project_file


class CampaignReportExport:
    """A page to hand to whoever ordered a campaign. ``hidden``: people have pseudonyms in it."""

    name = "campaign-report"
    title = "what came of a campaign, for whoever ordered it (HTML, or PDF for a name in .pdf)"
    suffix = ".html"
    takes = ("pseudonyms",)
    whole = True

    def __init__(self, hidden: bool = False) -> None:
        self.hidden = hidden

    def asked(self, asked: ExportChoices) -> CampaignReportExport:
        """The writer that heeds these wishes."""
        return CampaignReportExport(asked.hidden_names)

    def write(
        self, connection: sqlite3.Connection, out: Path, only: Only, report: ExportReport, progress: Progress
    ) -> None:
        """Write the page. See ``Export.write``. Raises: InputError of a package, and for a PDF where Qt is missing"""
        if package.read(connection) is not None:
            raise InputError("This is a package; the report is made of the project that it came from.")
        drawn_by = drawing(out)
        called: dict[str, str] = {}
        if self.hidden:  # packages name people, too, so all is read by name and renamed on the page
            called = pseudonyms.everybody(connection)
            pseudonyms.take_away(connection)
        try:
            found = campaign.of(connection, progress)
            if not progress(1, 1):
                raise Cancelled("The export was stopped; nothing was written.")
            page = _page(connection, found, called, drawn_by, width(out))
        finally:
            if self.hidden:
                pseudonyms.put(connection)
        report.count("items", found.plan.items)
        report.count("tasks", len(found.lines))
        page.write(out)


def _page(
    connection: sqlite3.Connection, found: campaign.Campaign, called: dict[str, str], drawn_by: Any, wide: int
) -> PrintedPage:
    project = project_file.path_of(connection).stem
    protocols = ", ".join(each.name for each in found.book.protocols)
    page = PrintedPage(f"{protocols or project}: report of the campaign")
    made = parts.Parts(connection, found, lambda name: called.get(name, "somebody" if called else name),
                       pseudonyms.NameHider(called).text)  # fmt: skip
    page.head(page.title, 1)
    lead = f"{made.lead()} Made by Galley {__version__} from the project {project}."
    if leaving.named(connection) is not None:
        lead += " The project is confidential."
    page.say(lead + (NO_CHARTS if drawn_by is None else ""), small=True)
    charts = {} if drawn_by is None else drawn_by.drawn(_campaign_charts.charts(made), wide)
    for title, build in (
        ("What came of it", made.results),
        ("How far people agree", made.agreement),
        ("Who read how much", made.coverage),
        ("Who settled what", made.settled),
        ("Changes of gold", made.changes),
        ("Time", made.time),
        ("What it cannot say", made.limits),
        ("How it was made", made.design),
        ("What proves it", made.proof),
    ):
        said, sheets = build()
        page.head(title)
        for sentence in said:
            page.say(sentence)
        if title in charts:
            page.chart(charts[title].svg, charts[title].subtitle)
        for sheet in sheets:
            if not sheet.lines:
                continue
            heads, rows = parts.printed_rows(sheet)
            page.table(heads, rows, [n + 1 for n, c in enumerate(sheet.columns) if c.kind != "text"])
            if under := " ".join(filter(None, (sheet.about, parts.below(sheet)))):
                page.say(under, small=True)
    return page


EXPORT = CampaignReportExport()
