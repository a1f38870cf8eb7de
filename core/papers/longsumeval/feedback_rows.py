"""The structured feedback of question-answer evaluation as rows: unanswered questions, and facts that differ as triples
of question, the summary's answer and the document's (LongSumEval, sections III-C2 and III-C3)."""

from __future__ import annotations

from collections.abc import Iterator

from galley.core.judges.qa.score_points import Questions
from galley.core.judges.qa.scoring import COVERAGE, SIDES
from galley.core.metrics.base import Row
from galley.core.metrics.cell_arrays import CellReader
from galley.core.storage.queries import read_documents

COLUMNS = ("judge", "item", "document", "system", "side", "rank", "question", "summary", "source", "by")


def feedback(reader: CellReader, questions: Questions) -> Iterator[Row]:
    """A row for each fault that stands: what a judge found and nobody overrode, and what people found besides. ``by``
    is "judge", or "people" where they settled it. Answers are "" where there is none."""
    about = {row: (key, name, system) for row, key, name, _, _, system in read_documents(reader.connection)}
    for board in questions.boards(reviewed=True):
        judge = reader.annotator(board.judge).name
        for side in SIDES:
            for document, entries in sorted(board.sides[side].items()):
                for entry in sorted(entries, key=lambda entry: (entry.rank, entry.unit)):
                    fault = entry.fault if entry.fault is not None else entry.is_flagged
                    if not fault:
                        continue
                    key, name, system = about[document]
                    own_answer, other = entry.own, entry.other or ""
                    yield {
                        "judge": judge, "item": key, "document": name, "system": system, "side": side,
                        "rank": entry.rank, "question": entry.text,
                        "summary": other if side == COVERAGE else own_answer, "source": own_answer
                        if side == COVERAGE else other,
                        "by": "judge" if entry.fault is None else "people",
                    }  # fmt: skip
