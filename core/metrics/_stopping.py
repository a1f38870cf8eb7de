"""The stop meter of every draw of a project: what is known now, and what another hundred reviews would buy."""

from __future__ import annotations

from dataclasses import dataclass

from galley.core.domain import ItemId
from galley.core.metrics import sampling
from galley.core.metrics.cell_arrays import CellReader
from galley.core.stats.result import Estimate
from galley.core.text.plurals import format_count

AHEAD = 100
"""Reviews that the forecast adds."""
WORDS = {sampling.FLAGS: "of the flags are right", sampling.AUDIT: "of what was not flagged are errors"}
"""What the share is of."""


@dataclass(frozen=True, slots=True)
class Meter:
    """The draws of one stratum together. ``kind`` is ``sampling.FLAGS`` (the share of flags that are right) or AUDIT
    (the share of errors among what the judge did not flag); ``drawn_count`` cells of ``of``; ``current`` (n:
    reviewed) holds
    whenever one looks, ``then`` is the forecast, None where it was not asked for; ``items`` in the order of the
    draw, each once; ``level`` says whether the cells are whole summaries ("summary")."""

    kind: str
    judge: str
    scheme: str
    criterion: str
    drawn_count: int
    of: int
    current: Estimate
    then: Estimate | None
    items: tuple[ItemId, ...]
    level: str = "unit"

    def words(self) -> str:
        """All of it in two sentences."""
        if self.current.value is None or self.current.low is None or self.current.high is None:
            are = "is" if self.drawn_count == 1 else "are"
            return f"{format_count(self.drawn_count, 'cells')} {are} drawn and none is reviewed yet."
        text = (
            f"{self.current.n:,} of {self.drawn_count:,} drawn cells are reviewed: {_percent(self.current.value)}"
            f" {WORDS[self.kind]}, between {_percent(self.current.low)} and {_percent(self.current.high)} "
            f"whenever one looks."
        )
        if self.then is None or self.then.low is None or self.then.high is None:
            return text
        wide, next_ = self.current.high - self.current.low, self.then.high - self.then.low
        return f"{text} Another {AHEAD} would narrow that from {100 * wide:.1f} to about {100 * next_:.1f} points."


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def meters(reader: CellReader, forecast: bool = True) -> list[Meter]:
    """A meter for each stratum that cells were drawn from, in the order of the draws; under the filters of schemes,
    criteria and judges. ``forecast`` costs some tens of milliseconds a meter."""
    groups: dict[tuple[str, str, str, str, str], list[sampling.SampleDraw]] = {}
    for draw in sampling.draws(reader.connection):
        if draw.kind not in WORDS:  # cells with unequal chances (galley metrics estimate), a check of implicit "no"
            continue
        groups.setdefault((draw.kind, draw.judge, draw.scheme, draw.criterion, draw.level), []).append(draw)
    questions = {(question.scheme, question.id): question for question in reader.questions()}
    judges = {reader.annotator(row).name: row for row in reader.judges}
    meter_list = []
    for (kind, judge, scheme, criterion, level), draws in groups.items():
        question, who = questions.get((scheme, criterion)), judges.get(judge)
        if question is None or who is None or not reader.has_answered(who, question):
            continue
        cells = reader.cells(question, [who], level, with_gold=True)
        current, then = sampling.meter(reader, cells, who, kind, AHEAD if forecast else 0)
        places = [place for draw in draws for place in draw.places]
        rows = dict.fromkeys(cell[0] for place in places if (cell := sampling.cell(reader, place)) is not None)
        meter_list.append(
            Meter(
                kind,
                judge,
                scheme,
                criterion,
                len(places),
                draws[-1].of,
                current,
                then if forecast else None,
                tuple(rows),
                "summary" if question.whole else level,
            )
        )
    return meter_list
