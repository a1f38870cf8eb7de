"""A page of text, tables and bars: HTML that loads nothing, on screen or for paper. Knows no window."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

STYLE = """
body { font: 14px/1.5 Inter, Helvetica, Arial, sans-serif; color: #1E1D1B; background: #FFFFFF; margin: 40px auto;
  max-width: 960px; padding: 0 20px; }
h1 { font-size: 26px; margin-bottom: 4px; } h2 { font-size: 19px; margin: 44px 0 6px; }
h3 { font-size: 15px; margin: 26px 0 4px; } p { margin: 4px 0 10px; } .s { color: #6F6B64; }
svg { max-width: 100%; height: auto; display: block; margin: 6px 0 14px; }
table { border-collapse: collapse; width: 100%; font-size: 13px; margin: 6px 0 14px; }
th { text-align: left; font-size: 11px; color: #6F6B64; border-bottom: 1px solid #DEDBD4; padding: 5px 8px; }
td { border-bottom: 1px solid #EEECE7; padding: 4px 8px; vertical-align: top; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
blockquote { margin: 6px 0 16px; padding: 2px 0 2px 14px; border-left: 3px solid #DEDBD4; }
blockquote p { margin: 2px 0; } .w { white-space: pre-wrap; }
"""
PAPER = """
h1 { font-size: 17pt; } h2 { font-size: 13pt; margin-top: 20px; } h3 { font-size: 10pt; margin-top: 12px; }
p { margin: 3px 0 6px 0; } .s, th { color: #6F6B64; } blockquote { margin: 2px 0 10px 12px; }
th { border-bottom: 1px solid #DEDBD4; } td { border-bottom: 1px solid #EEECE7; } .w { white-space: pre-wrap; }
"""
WIDTH, LEFT, RIGHT, LINE = 760, 300, 120, 24
"""Pixels of a drawing of bars: the whole, the room for names and for figures, the height of a line."""
INK, QUIET, BAR, RULE = "#1E1D1B", "#6F6B64", "#0072B2", "#DEDBD4"
NAME = 44
"""Letters of a name beside a bar."""


class Bar(NamedTuple):
    """A share from 0 to 1 with its interval; ``value`` None is shown as undefined."""

    name: str
    value: float | None
    low: float | None = None
    high: float | None = None
    note: str = ""


@dataclass(slots=True)
class Page:
    """Blocks in order. ``figures`` are drawings as SVG; for paper each stands as an image ``figure:N``."""

    title: str
    parts: list[str] = field(default_factory=list)
    figures: list[str] = field(default_factory=list)

    def head(self, text: str, level: int = 2) -> None:
        """A heading."""
        self.parts.append(f"<h{level}>{html.escape(text)}</h{level}>")

    def say(self, text: str, small: bool = False) -> None:
        """A paragraph."""
        self.parts.append(f"<p{' class=s' if small else ''}>{html.escape(text)}</p>")

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[Any]], numeric: Sequence[int] = ()) -> None:
        """A table; ``numeric`` are the columns that stand at the right."""
        if not rows:
            return
        top = "".join(_cell("th", head, n in numeric) for n, head in enumerate(heads))
        lines = ["".join(_cell("td", str(cell), n in numeric) for n, cell in enumerate(row)) for row in rows]
        body = "".join(f"<tr>{line}</tr>" for line in lines)
        head = f"<thead><tr>{top}</tr></thead>"
        self.parts.append(f'<table width="100%" cellspacing="0" cellpadding="3">{head}{body}</table>')

    def bars(self, title: str, bars: Sequence[Bar]) -> None:
        """Horizontal bars on a scale from 0 to 1, each with its interval and its figure."""
        if bars:
            self.parts.append(f"\0{len(self.figures)}\0")
            self.figures.append(drawing(title, bars))

    def quote(self, lines: Sequence[tuple[str, str]]) -> None:
        """Somebody's words: a name for each line, and the line."""
        body = "".join(
            f'<p><span class="s">{html.escape(name)}</span> <span class="w">{html.escape(words)}</span></p>'
            for name, words in lines
        )
        self.parts.append(f"<blockquote>{body}</blockquote>")

    def html(self, paper: bool = False) -> str:
        """The whole page."""
        body = "\n".join(self.parts)
        for number, figure in enumerate(self.figures):
            shown = f'<p><img src="figure:{number}" width="680"></p>' if paper else figure
            body = body.replace(f"\0{number}\0", shown)
        return (
            f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{html.escape(self.title)}</title>'
            f"<style>{PAPER if paper else STYLE}</style></head><body>\n{body}\n</body></html>\n"
        )


def drawing(title: str, bars: Sequence[Bar]) -> str:
    """Bars as SVG that says in words what it shows."""
    height = LINE * (len(bars) + 1) + 8
    room = WIDTH - LEFT - RIGHT
    said = html.escape(f"{title}: " + "; ".join(f"{bar.name} {_figure(bar)}" for bar in bars), quote=True)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img" aria-label="{said}" font-family="Inter, Helvetica, Arial, sans-serif" font-size="12">'
    ]
    for tick in range(5):
        x = LEFT + room * tick / 4
        out.append(f'<line x1="{x:g}" y1="18" x2="{x:g}" y2="{height - 4}" stroke="{RULE}" stroke-width="1"/>')
        out.append(f'<text x="{x:g}" y="13" fill="{QUIET}" text-anchor="middle">{tick / 4:g}</text>')
    for number, bar in enumerate(bars):
        middle = LINE * (number + 1) + LINE / 2
        name = bar.name if len(bar.name) <= NAME else bar.name[: NAME - 1] + "…"
        out.append(
            f'<text x="{LEFT - 10}" y="{middle + 4:g}" fill="{INK}" text-anchor="end">{html.escape(name)}</text>'
        )
        if bar.value is not None:
            wide = max(0.0, min(1.0, bar.value)) * room
            out.append(
                f'<rect x="{LEFT}" y="{middle - 6:g}" width="{wide:.1f}" height="12" fill="{BAR}" fill-opacity="0.55"/>'
            )
        if bar.low is not None and bar.high is not None:
            a, b = (LEFT + room * max(0.0, min(1.0, end)) for end in (bar.low, bar.high))
            out.append(f'<path d="M{a:.1f} {middle:g}H{b:.1f}M{a:.1f} {middle - 4:g}v8M{b:.1f} {middle - 4:g}v8" '
                       f'stroke="{INK}" stroke-width="1.4" fill="none"/>')  # fmt: skip
        out.append(f'<text x="{WIDTH - RIGHT + 10}" y="{middle + 4:g}" fill="{INK}">{_figure(bar)}</text>')
    return "".join([*out, "</svg>"])


def _figure(bar: Bar) -> str:
    value = f"{bar.value:.3f}" if bar.value is not None else "undefined"
    return html.escape(f"{value} {bar.note}".strip())


def _cell(tag: str, text: str, right: bool) -> str:
    return f"<{tag}{' class=n align=right' if right else ''}>{html.escape(text)}</{tag}>"
