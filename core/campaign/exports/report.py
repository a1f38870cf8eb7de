"""The report for people: what was found on page one, examples and limits on page two, the tables as an appendix.

One HTML file that loads nothing; where the file to write ends in ``.pdf`` the same on A4 pages. Its charts are those
of the window, drawn by Qt (``gui/scores/report_charts.py``, ``gui/pdf.py``); where Qt is missing the page has the
figures alone and says so. Every figure comes from ``galley.core.metrics`` and names its n; an interval is at 95 %. A
project with a protocol or packages has a section about its campaign. Its charts show how far each task is, agreement,
answers day by day, and who settled what.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import takewhile
from pathlib import Path
from typing import Any

from galley.core.campaign import campaign, package
from galley.core.campaign.exports import _campaign_parts
from galley.core.campaign.exports._campaign_parts import Parts
from galley.core.campaign.task_plan import PersonProgress
from galley.core.domain import Criterion, CriterionId, UnitKind
from galley.core.errors import Cancelled
from galley.core.exports import _report_tables, data_card
from galley.core.exports._charts import Drawn, DrawnDays, DrawnFigures
from galley.core.exports._page import NO_CHARTS, PrintedPage, drawing
from galley.core.exports._report_tables import Built
from galley.core.exports.base import ExportChoices, ExportReport, Only, Progress
from galley.core.metrics import overview
from galley.core.metrics.base import Params
from galley.core.paper_tables import registry
from galley.core.paper_tables.paper_table import Figure, Sheet
from galley.core.review.items import load_item_view
from galley.core.storage import level_queries, names, people, project_file, pseudonyms
from galley.core.storage.connection import Connection
from galley.core.storage.queries.exports import ItemChoice, find_error_examples
from galley.core.tasks import levels
from galley.core.text.clarified import strip_marks
from galley.core.text.plurals import format_count

FEW = 2_000
"""Items up to which figures have bootstrapped intervals."""
EXAMPLES = 5
LONGEST = 320
"""Code points of a text in an example."""
STEPS = 6
CHART_WIDTH, STRIP_WIDTH = 720, 372
"""Pixels that drawings are made for; on the page they are a little narrower."""
CHARTS = ("detection", "frequency", "position", "agreement", "ties")

Found = dict[str, Any]

_DATE = re.compile(r"[-_@ ]20\d\d([-_.]?)[01]\d\1[0-3]\d(?!\d)")
"""Of a version of a model, with the mark before it."""


class ReportExport:
    """A page to read or print. ``hidden``: people have pseudonyms in it."""

    name = "report"
    title = "report: a page with figures and examples (HTML, or PDF where the file is called .pdf)"
    suffix = ".html"
    takes = ("pseudonyms",)

    def __init__(self, hidden: bool = False) -> None:
        self.hidden = hidden

    def with_choices(self, asked: ExportChoices) -> ReportExport:
        """The writer that heeds these wishes."""
        return ReportExport(asked.hidden_names)

    def write(
        self, connection: Connection, out: Path, only: Only, report: ExportReport, progress: Progress
    ) -> None:
        """Write the page. See ``Export.write``. Raises: InputError for a PDF where Qt is missing."""
        done = 0

        def is_stopped() -> bool:
            return not progress(done, STEPS)

        def step() -> None:
            nonlocal done
            done += 1
            if is_stopped():
                raise Cancelled("The export was stopped; nothing was written.")

        drawn_by = drawing(out)
        campaign_part = self._read_campaign(connection, only, is_stopped)
        short_names = people.show_short_names(connection, shorten_model_names)
        try:
            writer = _Writer(connection, only, report, is_stopped, step, drawn_by, short_names, campaign_part)
            page = writer.page()
        finally:
            self._show_people(connection)
        report.count("items", writer.card["counts"]["items"])
        report.count("figures", len(page.figures))
        page.write(out)

    def _show_people(self, connection: Connection) -> None:
        """Let the connection see people as it did before, and long names of models."""
        if self.hidden:
            pseudonyms.show_pseudonyms(connection)
        else:
            pseudonyms.show_names(connection)

    def _read_campaign(
        self, connection: Connection, only: Only, is_stopped: Callable[[], bool]
    ) -> _campaign_parts.Parts | None:
        """The figures of the campaign, which is about all items; None where the project has none."""
        if only is not Only.ALL or package.read_package(connection) is not None:
            return None
        pseudonym_by_name: dict[str, str] = {}
        if self.hidden:  # packages name people, too, so all is read by name and renamed on the page
            pseudonym_by_name = pseudonyms.list_pseudonyms(connection)
            pseudonyms.show_names(connection)
        try:
            figures = campaign.read_campaign(connection, lambda done, total: not is_stopped())
        finally:
            self._show_people(connection)
        if not figures.book.protocols and not any(line.package for line in figures.plan.lines):
            return None
        nobody = "somebody" if self.hidden else ""
        return _campaign_parts.Parts(
            connection,
            figures,
            lambda name: pseudonym_by_name.get(name, nobody or name),
            pseudonyms.NameHider(pseudonym_by_name).text,
        )


class _Writer:
    """Puts the page together. ``step`` is called between its parts and raises where the user stopped it."""

    def __init__(
        self,
        connection: Connection,
        only: Only,
        report: ExportReport,
        stopped: Callable[[], bool],
        step: Callable[[], None],
        drawn_by: Any,
        short_names: Mapping[str, str],
        campaign_part: _campaign_parts.Parts | None,
    ) -> None:
        self.connection, self.only, self.step = connection, only, step
        self.drawn_by, self.short_names, self.campaign_part = drawn_by, short_names, campaign_part
        self.project = project_file.path_of(connection).stem
        self.card = data_card.build(connection, self.project, "report", "", only, report, stopped)
        self.page_ = PrintedPage(f"{self.project}: report")
        self.criteria = names.criteria(connection)
        items = data_card.chosen_items(connection, only)
        self.has_no_items = not self.card["counts"]["items"]
        resamples = 1_000 if self.card["counts"]["items"] <= FEW else 0
        self.params = Params(items=items, resamples=resamples, cancelled=stopped)
        self.charts: dict[str, Any] = {}
        if drawn_by is not None and not self.has_no_items:
            self.charts = drawn_by.figures(connection, CHARTS, items, resamples, stopped, CHART_WIDTH)

    def page(self) -> PrintedPage:
        """The page."""
        page, card = self.page_, self.card
        page.head(page.title, 1)
        chosen = "" if self.only is Only.ALL else f" In it: {data_card.WORDS[self.only]}."
        page.say(
            f"Made by {card['made_by']} on {card['made_at'][:10]}.{chosen}"
            + (" The project is confidential." if card["confidential"] else "")
            + (NO_CHARTS if self.drawn_by is None else ""),
            small=True,
        )
        self.step()
        if self.has_no_items:
            page.say("There are no items to report on.")
        else:
            found = overview.build_overview(self.connection, params=self.params)
            self._overview(found)
            self._examples(found)
            self._coverage(found)
            page.head("Appendix", 1, new_page=True)
            self._results()
            self._papers()
            self.step()
        self._campaign()
        self._method()
        if card["schemes"] and not self.has_no_items:
            self._definitions()
        return page

    def _overview(self, found: overview.Overview) -> None:
        """Page one: what was found, as in the Scores view."""
        self.page_.say(found.about, small=True)
        strips = {} if self.drawn_by is None else self.drawn_by.draw_strips(found.cards, STRIP_WIDTH)
        cards = []
        for card in found.cards:
            lines = [f"{bar.label}: {overview.format_bar(bar, card.scale)}" for bar in card.bars]
            lines += [f"{count:,} {words}" for words, count in card.counts]
            svg = strips[card.name].svg if card.name in strips else ""
            cards.append((card.question, card.finding, card.details, svg, () if svg else lines))
        self.page_.cards(cards)
        if found.cautions:
            self.page_.say(f"Read with care: {' '.join(found.cautions)}", small=True)

    def _results(self) -> None:
        tables = _report_tables.ReportTables(self.connection, self.params, self.only, self.card)
        for title, chart, build in (
            ("Judges against people", "detection", tables.judges),
            ("How often errors occur", "frequency", tables.errors),
            ("Scores by system", "", tables.scores),
            ("Where errors stand", "position", tables.positions),
            ("Agreement between people", "agreement", tables.agreement),
            ("Ties and their adjudication", "ties", tables.ties),
        ):
            sentences, sheets = build()
            if not sentences and not any(sheet.lines for sheet in sheets):
                continue
            self.page_.head(title)
            for sentence in sentences:
                self.page_.say(sentence)
            if chart in self.charts:
                chart_drawing = self.charts[chart]
                self.page_.head(chart_drawing.title, 3)
                self.page_.chart(chart_drawing.svg, chart_drawing.subtitle)
            for sheet in sheets:
                self._sheet(sheet)
            if chart in ("detection", "position", "ties"):
                self.step()

    def _sheet(self, sheet: Sheet) -> None:
        """A filled table, its notes below."""
        if not sheet.lines:
            return
        if sheet.title:
            self.page_.head(sheet.title, 3)
        if sheet.about:
            self.page_.say(sheet.about, small=True)
        heads, rows = _report_tables.printed_rows(sheet)
        self.page_.table(heads, rows, [n + 1 for n, c in enumerate(sheet.columns) if c.kind != "text"])
        if left_out_lines := _report_tables.text_below(sheet):
            self.page_.say(left_out_lines, small=True)

    def _papers(self) -> None:
        """The tables of each work of which the project holds anything."""
        for paper in registry.papers_present(self.connection):
            for number, sheet in enumerate(registry.fill_tables(self.connection, paper, self.params)):
                if not number:
                    self.page_.head(f"{paper.title}: {paper.description}")
                self._sheet(sheet)

    def _examples(self, found: overview.Overview) -> None:
        """An example of each frequent error, in the order of page one."""
        page = self.page_
        page.head("Examples of the most frequent errors", new_page=True)
        errors = [row for row, criterion in self.criteria.items() if criterion.error]
        examples = find_error_examples(self.connection, errors, ItemChoice(self.only))
        if not examples:
            page.say("Nobody has confirmed an error yet.")
        bars = {bar.label: bar for card in found.cards if card.name == "kinds" for bar in card.bars}
        order = list(bars)
        labels = {example: self.criteria[example.criterion].name for example in examples}
        examples.sort(key=lambda example: order.index(labels[example]) if labels[example] in bars else len(order))
        for example in examples[:EXAMPLES]:
            name = labels[example]
            share = f": {overview.format_bar(bars[name], 'percent')} of 100" if name in bars else ""
            view = load_item_view(self.connection, example.item)
            verdicts = {verdict.id: verdict for verdict in view.verdicts}
            answer, flag = verdicts[example.answer], verdicts.get(example.flag or 0)
            unit, target = view.unit(answer.cell.unit), view.document(answer.cell.target)
            page.head(name + share, 3)
            part = f"whole {target.role.value}" if unit.kind is UnitKind.WHOLE else f"{unit.kind.value} {unit.number}"
            lines = [(f"{view.key}, {target.system or target.name}, {part}:", unit.text)]
            for verdict, words in ((flag, "flagged it:"), (answer, "answered yes:")):
                if verdict is None:
                    continue
                note = view.note(verdict.annotator, verdict.cell) if verdict is answer else ""
                reason = verdict.explanation or note or ""
                if verdict is flag or reason:
                    lines.append((f"{view.annotators[verdict.annotator].name} {words}", reason or "(no explanation)"))
            lines += [("Evidence:", place.quote) for place in (flag or answer).evidence[:1]]
            page.quote([(name, _short(words)) for name, words in lines])

    def _coverage(self, found: overview.Overview) -> None:
        """What was not reviewed, what the data are, and what limits the figures."""
        page, card, counts = self.page_, self.card, self.card["counts"]
        page.head("What was not reviewed")
        flags = {words: count for c in found.cards if c.name == "progress" for words, count in c.counts}
        out = [
            ("items that nobody has finished", counts["items"] - counts["finished items"]),
            ("flags without a decision", flags.get("open", 0)),
            *card["left_out"].items(),
            *((f"{words} (agreement)", n) for words, n in card["left_out_of_agreement"].items()),
        ]
        page.table(("What", "n"), [(what, f"{count:,}") for what, count in out if count], (1,))
        if not any(count for _, count in out):
            page.say("Everything was reviewed.")
        page.head("The data")
        documents = ", ".join(format_count(n, f"{role} texts") for role, n in counts["documents"].items())
        units = ", ".join(f"{n:,} × {kind}" for kind, n in counts["units"].items())
        page.say(f"{format_count(counts['items'], 'items')}; {documents or 'no texts'}; {units or 'no parts'}.")
        for title, name in (("Data sets", "datasets"), ("Splits", "splits"), ("Systems", "systems")):
            if card[name]:
                page.say(f"{title}: " + ", ".join(f"{label} ({n:,})" for label, n in card[name].items()) + ".")
        page.head("Limits")
        for sentence in (*self._limits(), *found.cautions):
            page.say(sentence)

    def _limits(self) -> Iterator[str]:
        reviewers = [annotator for annotator in self.card["annotators"] if _is_reviewer(annotator)]
        if not reviewers:
            yield "Nobody reviewed the items, so the figures are what judges or files say."
        elif len(reviewers) == 1:
            yield "Only one person reviewed the items, so agreement between people is unknown."
        if not self.card["judges"]:
            yield "No judge is in this project, so nothing here says how well a judge works."
        yield (
            "An interval says how far a figure would move with other documents like these; the people, judges and"
            " systems are taken as they are."
        )

    def _campaign(self) -> None:
        """How the work was shared out, agreed on and adjudicated, where it was planned."""
        parts = self.campaign_part
        if parts is None:
            return
        page = self.page_
        protocols = ", ".join(protocol.name for protocol in parts.campaign.book.protocols)
        page.head(f"The campaign: {protocols}" if protocols else "The campaign", new_page=True)
        page.say(parts.lead(), small=True)
        charts = {}
        if self.drawn_by is not None:
            charts = self.drawn_by.draw_charts(build_charts(parts), CHART_WIDTH)
        for title, build in (
            ("Outcome", parts.results),
            ("Agreement in the tasks", parts.agreement),
            ("Items read by each person", parts.coverage),
            ("Adjudication by person", parts.resolution),
            ("Changes of gold", parts.changes),
            ("Time", parts.time),
            ("Limits", parts.limits),
            ("Design", parts.design),
            ("Proof of the log", parts.proof),
        ):
            sentences, sheets = build()
            page.head(title, 3)
            for sentence in sentences:
                page.say(sentence)
            if title in charts:
                page.chart(charts[title].svg, charts[title].subtitle)
            for sheet in sheets:
                self._sheet(sheet)

    def _method(self) -> None:
        page, card = self.page_, self.card
        page.head("How it was made")
        people = [a for a in card["annotators"] if _is_reviewer(a)]
        adjudicators = [a for a in card["annotators"] if a["settled"]]
        gold = card["gold"]
        chairs = f" {_count(len(adjudicators), 'person', 'people')} adjudicated." if adjudicators else ""
        read = f"{_count(len(people), 'person', 'people') if people else 'Nobody'} reviewed the items.{chairs}"
        if card["judges"]:
            read += f" {_count(len(card['judges']), 'judge', 'judges')} flagged possible errors."
        page.say(
            f"{read} Finishing an item answers “no” to each of its unmarked questions. Questions that nobody "
            "answered are open and count in no figure."
        )
        sentences = [
            "Gold of a cell is what an adjudicator said, else what the rule of its task makes of the answers; without a"
            " task, what more than half of the people say."
        ]
        hows = [f"{n:,} {how}" for how, n in gold["resolved by"].items()]
        sentences.append(f"{_count(gold['cells'], 'cell has', 'cells have')} gold{': ' * bool(hows)}{'; '.join(hows)}.")
        if gold["left open"]:
            sentences.append(
                f"{_count(gold['left open'], 'cell was', 'cells were')} left unresolved on purpose and out of it."
            )
        if gold["agreed without gold"]:
            agreed = _count(gold["agreed without gold"], "cell", "cells")
            sentences.append(f"All people agree on {agreed}, but the rule of their task makes no gold of this.")
        page.say(" ".join([*sentences, "Intervals are at 95 %, by source document."]))
        page.table(
            ("Who", "Kind", "Answers", "Yes", "Items finished", "Unsure or unscored"),
            [(a["name"], _kind(a), *_annotator_figures(a)) for a in card["annotators"]],
            (2, 3, 4, 5),
        )
        judges = [
            (j["name"], j["method"], j["model"], _prompt(j["prompt"]), *_annotator_figures(j)) for j in card["judges"]
        ]
        page.table(("Judge", "Method", "Model", "Prompt", "Answers", "Yes", "Items", "Unscored"), judges, (4, 5, 6, 7))
        if self.short_names:
            pairs = ", ".join(f"{short} is {name}" for name, short in self.short_names.items())
            page.say(f"Short names: {pairs}.")
        page.say(f"Log digest: {card['head']}.", small=True)
        for sentence in card.get("erased", ()):
            page.say(sentence, small=True)

    def _definitions(self) -> None:
        self.page_.head("What was asked")
        judge_levels = level_queries.find_judge_levels(self.connection)
        wholes = levels.find_whole_criteria(self.connection)
        for scheme in self.card["schemes"]:
            self.page_.head(f"{scheme['name']}, version {scheme['version']}", 3)
            scheme_criteria = [c for c in self.criteria.values() if c.scheme == scheme["id"]]
            rows = [(c.name, self._asked_of(c, judge_levels, wholes), c.definition) for c in scheme_criteria]
            self.page_.table(("Criterion", "Asked of", "Definition"), rows)

    @staticmethod
    def _asked_of(criterion: Criterion, judge_levels: Mapping[CriterionId, bool], wholes: frozenset[int]) -> str:
        """What flags and answers by a criterion are about: the summary, its units, or both."""
        if criterion.unit is UnitKind.WHOLE or criterion.row in wholes or judge_levels.get(criterion.row) is False:
            return "summary"
        return f"summary, {criterion.unit.value}" if criterion.row in judge_levels else criterion.unit.value


def _is_reviewer(annotator: Found) -> bool:
    """Whether this is a person who answered something, and not only settled what others answered."""
    has_answers = annotator["verdicts"] or annotator.get("unsure") or annotator["items gone through"]
    return annotator["kind"] == "human" and bool(has_answers)


def _kind(annotator: Found) -> str:
    kind = "person" if annotator["kind"] == "human" else str(annotator["kind"])
    if not annotator.get("settled"):
        return kind
    return f"{kind}, adjudicator" if _is_reviewer(annotator) else "adjudicator"


def _annotator_figures(annotator: Found) -> tuple[str, ...]:
    """How many answers, how many of them yes, items finished, and what is unsure or unscored."""
    counts = annotator["verdicts"], annotator["yes"] or 0, annotator["items gone through"]
    return tuple(f"{n:,}" for n in (*counts, annotator.get("unsure", annotator.get("unscored", 0))))


def _prompt(prompt: str) -> str:
    """A prompt by its name, or the beginning of its hash."""
    return prompt[:12] if re.fullmatch("[0-9a-f]{64}", prompt) else prompt


def _count(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


def _short(words: str) -> str:
    words = strip_marks(words)
    return words if len(words) <= LONGEST else words[: LONGEST - 1] + "…"


EXPORT = ReportExport()


def shorten_model_names(names: Collection[str]) -> dict[str, str]:
    """Short forms of names of models: without a date, and without what all of them begin with up to a separator. Only
    what is shorter, and no two alike.

    >>> shorten_model_names(["openai/gpt-4o-2024-05-13", "openai/gpt-3.5-turbo"])
    {'openai/gpt-3.5-turbo': 'gpt-3.5-turbo', 'openai/gpt-4o-2024-05-13': 'gpt-4o'}
    """
    short_names = {name: _DATE.sub("", name) or name for name in sorted(names)}
    counts = Counter(short_names.values())
    short_names = {name: short if counts[short] == 1 else name for name, short in short_names.items()}
    firsts = zip(*short_names.values(), strict=False) if len(short_names) > 1 else ()
    prefix = "".join(letters[0] for letters in takewhile(lambda letters: len(set(letters)) == 1, firsts))
    while prefix := prefix[: max(prefix.rfind(mark) for mark in "/:-_ ") + 1]:
        if all(short[len(prefix) : len(prefix) + 1].isalpha() for short in short_names.values()):
            short_names = {name: short[len(prefix) :] for name, short in short_names.items()}
            break
        prefix = prefix[:-1]
    return {name: short for name, short in sorted(short_names.items()) if short != name}


def build_charts(parts: Parts) -> dict[str, Drawn]:
    """The drawings by the head that they stand under; one that would say nothing is not among them. The figures are
    those of the tables."""
    return dict(_iter_charts(parts))


def _iter_charts(parts: Parts) -> Iterator[tuple[str, Drawn]]:
    results = [line for line in _only(parts.results()).lines if _number(line.figures[0])]
    if results:
        yield "Outcome", DrawnFigures(
            "The share of the questions that have gold, by task.",
            tuple((e.label, (e.figures[-1],), f"{_number(e.figures[1]):,} of {_number(e.figures[0]):,}")
                  for e in results),
            kind="percent", bars=True,
        )  # fmt: skip
    agreement = _only(parts.agreement())
    if agreement.lines:
        after = len(agreement.columns) > 2
        yield "Agreement in the tasks", DrawnFigures(
            "Krippendorff's α with its interval at 95 %, by task and criterion.",
            tuple((e.label, tuple(e.figures[1::2]), f"n = {_number(e.figures[0]):,}") for e in agreement.lines),
            ("before discussion", "after discussion") if after else ("before discussion",),
            guides=((0.0, "chance"),),
        )  # fmt: skip
    days = {parts.title(line): _by_day(line.seats) for line in parts.campaign.lines}
    days = {title: by_day for title, by_day in days.items() if by_day}
    if len({day for by_day in days.values() for day, _ in by_day}) > 1:
        subtitle = "Answers of all people together, by task and day (UTC)."
        yield "Items read by each person", DrawnDays(subtitle, "answers", days)
    resolution = _only(parts.resolution())
    if len(resolution.lines) > 1:
        several = len({line.group for line in resolution.lines}) > 1
        most = max(_number(line.figures[0]) for line in resolution.lines)
        yield "Adjudication by person", DrawnFigures(
            "Cells, by task and by what made them gold.",
            tuple((f"{e.group}: {e.label}" if several else e.label, (e.figures[0],), "") for e in resolution.lines),
            kind="count", span=(0.0, float(most)), bars=True,
        )  # fmt: skip


def _by_day(progress_lines: Iterable[PersonProgress]) -> tuple[tuple[str, int], ...]:
    """Answers of all people in a task, by day."""
    total: Counter[str] = Counter()
    for person_line in progress_lines:
        total.update(dict(person_line.days))
    return tuple(sorted(total.items()))


def _only(built: Built) -> Sheet:
    """The first table of a part; an empty one where it has none."""
    return next(iter(built[1]), Sheet("", (), ()))


def _number(figure: Figure | None) -> int:
    return int(figure.value) if figure is not None and figure.value is not None else 0
