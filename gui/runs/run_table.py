"""The table of runs: who judged what with which model, how far it is, what it cost."""

from __future__ import annotations

from collections.abc import Sequence

from galley.core.judges.inquiry.run_progress import RunProgress
from galley.core.judges.methods.registry import REGISTRY
from galley.core.judges.run_report import RunRow
from galley.core.text.visible import make_visible
from galley.gui.relative_time import when
from galley.gui.runs import run_figures
from galley.gui.runs.run_controller import RunController
from galley.gui.runs.run_figures import NONE, method_label
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr, tr_n
from galley.gui.widgets.line_paint import LineCell
from galley.gui.widgets.line_table import FITS, LineColumn, Lines, LineTable

COLUMNS = {
    "method": LineColumn(tr("Method"), FITS, most=200),
    "model": LineColumn(tr("Model"), FITS, most=220),
    "provider": LineColumn(tr("Provider"), FITS, most=160),
    "started": LineColumn(tr("Started"), 116),
    "state": LineColumn(tr("State"), 116),
    "progress": LineColumn(tr("Progress"), 0),
    "flags": LineColumn(tr("Flags"), 66, right=True),
    "unscored": LineColumn(tr("Cells unscored"), 116, right=True),
    "cost": LineColumn(tr("Cost"), 126, right=True),
    "rate": LineColumn(tr("Rate"), 96, right=True),
    "time": LineColumn(tr("Time"), 106, right=True),
}
_NAMES = tuple(COLUMNS)
_HEIGHT = 44.0


class RunTable(LineTable):
    """Shows stored runs, and those under way as they are now."""

    def __init__(self, theme: Theme, live: RunController) -> None:
        self._live = live
        self.runs: list[RunRow] = []
        lines = Lines(tuple(COLUMNS.values()), lambda: len(self.runs), self._cell)
        super().__init__(theme, lines, tr("Judge runs"), _HEIGHT)
        self._keep_a_line()
        theme.changed.connect(self._keep_a_line)

    def _keep_a_line(self) -> None:
        """However large the letters, the run in front is in sight."""
        self.setMinimumHeight(round(self._theme.px(_HEIGHT * 1.9)))

    @property
    def run(self) -> RunRow | None:
        """The run that is chosen."""
        return self.runs[self.current] if 0 <= self.current < len(self.runs) else None

    def show_runs(self, runs: Sequence[RunRow]) -> None:
        """Show these runs; the one that was chosen stays so, else the first is."""
        before = self.run.id if self.run is not None else 0
        same = [run.id for run in runs] == [run.id for run in self.runs]
        self.runs = list(runs)
        if same:
            self.lines.refresh_lines()
            return
        self.lines.reset()
        if not self.choose_run(before):
            self.choose(0)

    def choose_run(self, run: int) -> bool:
        """Choose a run by its row id; False where it is not there."""
        at = next((i for i, row in enumerate(self.runs) if row.id == run), -1)
        self.choose(at)
        return at >= 0

    def tick(self) -> None:
        """Show the runs under way as they are now."""
        for line, run in enumerate(self.runs):
            if self._live.progress(run.id) is not None:
                self.lines.refresh_lines(line, line)

    def _cell(self, line: int, column: int) -> LineCell:
        run = self.runs[line]
        progress = self._live.progress(run.id)
        match _NAMES[column]:
            case "method":
                method = REGISTRY.all().get(run.method)
                return LineCell(method_label(method) if method is not None else run.method, style=Type.BODY_STRONG)
            case "model":
                model = run.model if run.provider != "replay" or run.model != "replay" else ""
                if run.another:
                    model = tr("{answered} (asked: {asked})", answered=run.another, asked=run.model)
                return LineCell(" ".join(make_visible(model).split()) or NONE, "text" if model else "faint", Type.BODY)
            case "provider":
                return LineCell(run_figures.PROVIDERS.get(run.provider, run.provider), "second", Type.BODY)
            case "started":
                return LineCell(when(run.started_at), "second", rank=run.started_at or "")
            case "state":
                words, role = run_figures.STATES[state(run, progress)]
                return LineCell(words, role, Type.BODY)
            case "progress":
                return _progress(run, progress)
            case "flags":
                flags = progress.flags if progress is not None else run.flags
                return LineCell(f"{flags:,}", rank=flags)
            case "unscored":
                count = sum(progress.unscored_reasons.values()) if progress is not None else run.unscored_cells
                return LineCell(f"{count:,}", "warning" if count else "faint", rank=count)
            case "cost":
                words = run_figures.cost(run, progress)
                return LineCell(words, "text" if words.startswith("$") else "second")
            case "rate":
                return LineCell(
                    run_figures.rate(progress, run.provider == "local") if progress is not None else NONE, "second"
                )
        return LineCell(
            run_figures.format_time_left(progress) if progress is not None else run_figures.format_duration(run),
            "second",
        )


def state(run: RunRow, progress: RunProgress | None) -> str:
    """Where a run stands; one that nobody ended and that is not under way here was interrupted."""
    if progress is not None:
        return "waiting" if run.state == "waiting" and progress.state == "running" else progress.state
    return run.state if run.over else "interrupted"


def _progress(run: RunRow, progress: RunProgress | None) -> LineCell:
    """Items and calls; a run of the past has the items that it has something of."""
    if progress is not None:
        done, of = progress.items_done, progress.items
        words = tr_n("{done:,} of {n:,} item", "{done:,} of {n:,} items", of, done=done)
        calls = progress.replies_received + progress.reused_calls + progress.failed_calls
        share = progress.items_done / progress.items if progress.items else 1.0
    else:
        if run.state == "done":
            words, share = tr_n("{n:,} item", "{n:,} items", run.items), 1.0
        else:
            words = tr_n("{done:,} of {n:,} item", "{done:,} of {n:,} items", run.total, done=run.items)
            share = run.items / max(run.total, 1)
        calls = run.calls
    if calls:
        words += "  ·  " + tr_n("{n:,} call", "{n:,} calls", calls)
    failed = progress.failed_calls if progress is not None else run.failed_calls
    if failed:
        words += ", " + tr("{count:,} failed", count=failed)
    bar = {"done": "evidence_edge", "failed": "negative", "cancelled": "faint"}.get(state(run, progress), "accent")
    return LineCell(words, style=Type.CAPTION_NUMBER, share=share, bad=failed / calls if calls else 0.0, bar=bar)
