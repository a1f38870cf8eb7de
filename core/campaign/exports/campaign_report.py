"""The report of a campaign, for whoever ordered it: what came of it, how far people agree, who read and settled what,
which gold was changed, how long it took, what it cannot say; then how it was made and what proves it.

A page like that of ``report`` (HTML that loads nothing, or a PDF), with the figures of the Plan view.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from galley.core import __version__
from galley.core.campaign import campaign, package
from galley.core.campaign.exports import _campaign_charts, _campaign_parts
from galley.core.errors import Cancelled, InputError
from galley.core.exports._page import NO_CHARTS, PrintedPage, drawing, width
from galley.core.exports.base import ExportChoices, ExportReport, Only, Progress
from galley.core.project import outgoing
from galley.core.storage import project_file, pseudonyms


class CampaignReportExport:
    """A page to hand to whoever ordered a campaign. ``hidden``: people have pseudonyms in it."""

    name = "campaign-report"
    title = "the outcome of a campaign, for the person who ordered it (HTML, or PDF for a name in .pdf)"
    suffix = ".html"
    takes = ("pseudonyms",)
    whole = True

    def __init__(self, hidden: bool = False) -> None:
        self.hidden = hidden

    def with_choices(self, asked: ExportChoices) -> CampaignReportExport:
        """The writer that heeds these wishes."""
        return CampaignReportExport(asked.hidden_names)

    def write(
        self, connection: sqlite3.Connection, out: Path, only: Only, report: ExportReport, progress: Progress
    ) -> None:
        """Write the page. See ``Export.write``. Raises: InputError of a package, and for a PDF where Qt is missing"""
        if package.read_package(connection) is not None:
            raise InputError("This is a package; the report is made of the project that it came from.")
        drawn_by = drawing(out)
        pseudonym_by_name: dict[str, str] = {}
        if self.hidden:  # packages name people, too, so all is read by name and renamed on the page
            pseudonym_by_name = pseudonyms.list_pseudonyms(connection)
            pseudonyms.show_names(connection)
        try:
            figures = campaign.read_campaign(connection, progress)
            if not progress(1, 1):
                raise Cancelled("The export was stopped; nothing was written.")
            page = _page(connection, figures, pseudonym_by_name, drawn_by, width(out))
        finally:
            if self.hidden:
                pseudonyms.show_pseudonyms(connection)
        report.count("items", figures.plan.items)
        report.count("tasks", len(figures.lines))
        page.write(out)


def _page(
    connection: sqlite3.Connection,
    figures: campaign.Campaign,
    pseudonym_by_name: dict[str, str],
    drawn_by: Any,
    wide: int,
) -> PrintedPage:
    project = project_file.path_of(connection).stem
    protocols = ", ".join(protocol.name for protocol in figures.book.protocols)
    page = PrintedPage(f"{protocols or project}: report of the campaign")
    report_parts = _campaign_parts.Parts(connection, figures, lambda name: pseudonym_by_name.get(name, "somebody"
    if pseudonym_by_name else name),
                       pseudonyms.NameHider(pseudonym_by_name).text)  # fmt: skip
    page.head(page.title, 1)
    lead = f"{report_parts.lead()} Made by Galley {__version__} from the project {project}."
    if outgoing.named_providers(connection) is not None:
        lead += " The project is confidential."
    page.say(lead + (NO_CHARTS if drawn_by is None else ""), small=True)
    charts = {} if drawn_by is None else drawn_by.draw_charts(_campaign_charts.charts(report_parts), wide)
    for title, build in (
        ("What came of it", report_parts.results),
        ("Agreement between people", report_parts.agreement),
        ("Who read how much", report_parts.coverage),
        ("Adjudication by person", report_parts.resolution),
        ("Changes of gold", report_parts.changes),
        ("Time", report_parts.time),
        ("What it cannot say", report_parts.limits),
        ("How it was made", report_parts.design),
        ("What proves it", report_parts.proof),
    ):
        sentences, sheets = build()
        page.head(title)
        for sentence in sentences:
            page.say(sentence)
        if title in charts:
            page.chart(charts[title].svg, charts[title].subtitle)
        for sheet in sheets:
            if not sheet.lines:
                continue
            heads, rows = _campaign_parts.printed_rows(sheet)
            page.table(heads, rows, [n + 1 for n, c in enumerate(sheet.columns) if c.kind != "text"])
            if under := " ".join(filter(None, (sheet.about, _campaign_parts.text_below(sheet)))):
                page.say(under, small=True)
    return page


EXPORT = CampaignReportExport()
