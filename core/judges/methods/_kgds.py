"""What the methods for knowledge-grounded discussion summaries share: which texts and units of an item are which.

A summary of this kind says in its metadata how it came about: ``pattern`` (ebs-aos: an extract of paragraphs and an
opinion summary; abs-aos: a written background and an opinion summary), ``paradigm`` (structured-prompt or
self-reflection) and ``turn`` (1 or 2); its part is background or opinion. An extract's units are paragraphs, and
``paragraphs`` in its metadata says which of the article's they are, counted from 0. After KGDS, sections
3 and 5.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from galley.core.domain import JUDGES, Cell, CriterionId, Document, Role, Unit, UnitId, UnitKind, Verdict
from galley.core.judges.inquiry.model_texts import delimit, format_units, summaries
from galley.core.judges.methods.base import FoundVerdict, Outcome
from galley.core.review.cell_outcomes import ruling
from galley.core.review.items import ItemView
from galley.core.rules.rule import State
from galley.core.text.opinion_steps import ATOMIC, step_of

EXTRACT, WRITTEN = "ebs-aos", "abs-aos"
PATTERNS = (EXTRACT, WRITTEN)
FIRST, REFLECTED = "structured-prompt", "self-reflection"
PARADIGMS = (FIRST, REFLECTED)
BACKGROUND, OPINION = "background", "opinion"

FACTS, OPINIONS, PARAGRAPHS = "kgds-fact", "kgds-opinion", "kgds-paragraph"
MISSING, INCLUDED = "key-fact-missing", "non-supporting-fact-included"
UNCOVERED = "not-covered"
MISSED, UNNEEDED = "paragraph-missed", "paragraph-unneeded"
BETTER = "better-extract"
CONFLICTING = "conflicting"
KEY, OTHER, MASKED, REPEATED = "key", "non-supporting", "masked", "repeated"


def article(view: ItemView) -> Document | None:
    """The background of the discussion: the first article with paragraphs."""
    return next((d for d in view.by_role(Role.ARTICLE) if any(u.text.strip() for u in d.units)), None)


def dialogue(view: ItemView) -> Document | None:
    """The discussion: the first dialogue in which anything is said."""
    return next((d for d in view.by_role(Role.DIALOGUE) if any(u.text.strip() for u in d.units)), None)


def format_source(document: Document, left_out: Collection[int] = ()) -> str:
    """A source as a prompt gets it: delimited and numbered, without the units at the positions ``uncovered``. The
    others keep their numbers, so that a number means the same to the model, in its reply and on the screen."""
    lines = (format_units([u], first=u.position + 1) for u in document.units if u.position not in left_out)
    return delimit("article" if document.role is Role.ARTICLE else "dialogue", "\n".join(lines))


def list_summaries(view: ItemView, systems: Sequence[str]) -> list[Document]:
    """The summaries by these systems (all, if none is named) that have a text, or are a background or an opinion
    summary: an empty one says nothing, and that is certain."""
    ids = {d.id for d in summaries(view, systems)}
    return [
        d
        for d in view.by_role(Role.SUMMARY)
        if d.id in ids or (d.part in (BACKGROUND, OPINION) and (not systems or d.system in systems))
    ]


def is_extract(document: Document) -> bool:
    """Whether a summary is an extract: it names the paragraphs that it took."""
    return extract_paragraphs(document) is not None


def extract_paragraphs(document: Document) -> tuple[int, ...] | None:
    """The article's paragraphs that an extract took, rising, counted from 0; None for what is no extract."""
    numbers = document.meta.get("paragraphs")
    if document.part != BACKGROUND or not isinstance(numbers, list):
        return None
    return tuple(sorted({n for n in numbers if isinstance(n, int) and not isinstance(n, bool)}))


def of_kind(view: ItemView, kind: UnitKind, *types: str) -> list[Unit]:
    """The derived units of a kind, and of these types where any are named; of opinions those that are atomic."""
    units = [u for u in view.derived_units if u.kind is kind and (not types or u.type in types)]
    return [u for u in units if kind is not UnitKind.OPINION or step_of(u.meta) == ATOMIC]


def supporting(view: ItemView, text: Document, criterion: CriterionId) -> dict[int, bool]:
    """Which paragraphs of the article people call supporting, by position: what came of the task that asks it, without
    one gold's answer, else what a strict majority of the humans says. Paragraphs on which they disagree (see
    ``boundary``), or that nobody looked at, are left out."""
    answers = {}
    for unit in text.units:
        answer = ruling(view, Cell(unit.id, criterion, text.id)).value
        if answer is not None:
            answers[unit.position] = answer == "yes"
    return answers


def any_of(view: ItemView, kind: UnitKind) -> bool:
    """Whether an item has derived units of a kind, opinions that are not atomic yet among them."""
    return any(u.kind is kind for u in view.derived_units)


def boundary(view: ItemView, text: Document, criterion: CriterionId) -> frozenset[int]:
    """The boundary paragraphs (section 4.3), by position: the experts have answered and do not agree, or an adjudicator
    left them open. They are no part of the article any more: no request shows them."""
    rulings = ((u.position, ruling(view, Cell(u.id, criterion, text.id))) for u in text.units)
    return frozenset(at for at, r in rulings if r.state in (State.UNDECIDED, State.EXCLUDED) and not r.missing)


def by_source(units: Sequence[Unit], document: Document) -> list[tuple[int, list[Unit]]]:
    """Derived units by the paragraph of ``document`` that they come from, in its order; -1 where from none."""
    position = {unit.id: unit.position for unit in document.units}
    groups: dict[int, list[Unit]] = {}
    for unit in units:
        groups.setdefault(next((position[s] for s in unit.sources if s in position), -1), []).append(unit)
    return sorted(groups.items())


def format_list(units: Sequence[Unit]) -> str:
    """Derived units one below the other: "[1] …"."""
    return "\n".join(f"[{number}] {' '.join(unit.text.split())}" for number, unit in enumerate(units, 1))


def sound(text: str) -> str:
    """A model's text without what no document can hold: half characters and NUL."""
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return whole.replace("\0", "").strip()


def spell_out_no(outcome: Outcome, units: Sequence[Unit]) -> Outcome:
    """The same verdicts with each "no" on ``units`` as a row of its own. Coverage would speak of units as well that
    nobody was asked about: facts and opinions that people write or split later, opinions that are covered."""
    stated_cells = {verdict.cell for verdict in outcome.verdicts}
    unmarked_cells = [Cell(unit.id, row, target) for row, target in outcome.covered_pairs for unit in units]
    outcome.verdicts += [FoundVerdict(cell, "no", "", 1.0) for cell in unmarked_cells if cell not in stated_cells]
    outcome.covered_pairs = []
    return outcome


def find_flags(view: ItemView, criterion: CriterionId, target: int) -> dict[UnitId, Verdict]:
    """The units that a judge's flag under this criterion is on, for one summary, unless people said no."""
    flags = {}
    for verdict in view.verdicts:
        cell = verdict.cell
        if (cell.criterion, cell.target) == (criterion, target) and verdict.value == "yes":
            people = ruling(view, cell, silence=False).value
            if people == "yes" or (people is None and view.annotators[verdict.annotator].kind in JUDGES):
                flags[cell.unit] = verdict
    return flags
