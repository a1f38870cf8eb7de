"""Question-answer evaluation: what a summary leaves unanswered, and which of its facts its sources do not bear out.

After LongSumEval, section III-C. Two halves, either alone if it is named: ``coverage`` asks what matters
in the sources and looks for the answers in the summary; ``consistency`` turns the facts of the summary into questions
and compares its answers with those of the sources. Questions become units, the faults verdicts of the scheme
``qa-evaluation``, and each half a score (equations 3 and 4). See ``galley.core.judges.qa`` for how.
"""

from __future__ import annotations

from galley.core.judges.inquiry.model_texts import injection, sources
from galley.core.judges.methods._asking import AsksAModel
from galley.core.judges.methods.base import Asker, Context, Inquiry, Outcome
from galley.core.judges.qa import qa_settings as settings
from galley.core.judges.qa.outcome import SCHEME, evaluated
from galley.core.judges.qa.qa_asking import QuestionDesk
from galley.core.judges.qa.scoring import COVERAGE, SIDES, score
from galley.core.judges.qa.similarity import MEASURES

SCORES = {side: f"qa-{side}" for side in SIDES}
"""The metrics of the scores."""


class QAEvaluation(AsksAModel):
    """See the module. The choice of criteria is one of halves."""

    name = "qa-evaluation"
    label = "LongSumEval: questions and answers"
    title = "Questions and answers: what a summary leaves out, and what in it differs (LongSumEval)"
    writes = SCHEME
    parts = SIDES
    called = "half of qa-evaluation"
    settings = settings.EVALUATION

    def check(self, context: Context) -> None:
        """See ``Method``."""
        super().check(context)
        if context.settings:
            settings.check(context.settings)

    async def work(self, inquiry: Inquiry, context: Context, ask: Asker) -> Outcome:
        """See ``Method``."""
        chose, texts, summary = context.settings, sources(inquiry.view), inquiry.target
        alike = MEASURES[chose["similarity"]]
        desk = QuestionDesk(inquiry, context, ask, context.prompts)
        least, most = chose[f"{inquiry.part}-least"], chose[f"{inquiry.part}-most"]
        if inquiry.part == COVERAGE:
            drafted = await desk.coverage(least, most)
            suspect = injection((summary,))
        else:
            drafted = await desk.pairs(summary, least, most, context.prompts["pairs"], "pairs")
            suspect = injection((*texts, summary))
        if not drafted.drafts:
            return Outcome(notes=(*desk.notes, f"No questions about a summary ({drafted.why})"))
        if inquiry.part == COVERAGE:
            given = await desk.in_summary(drafted.drafts, summary, "summary answers")
        else:
            given = await desk.in_document(drafted.drafts, "document answers", alike)
        found = evaluated(inquiry.part, drafted.drafts, given, summary.name, alike, chose["threshold"], suspect)
        outcome = Outcome(record={"units": found.units(), "verdicts": found.verdicts}, injection=suspect)
        outcome.notes = desk.notes
        mean = score(found.points, 0.0 if inquiry.part == COVERAGE else chose["threshold"], chose["top"])
        if mean.value is not None:
            outcome.scores.append((summary.id, SCORES[inquiry.part], mean.value))
        return outcome


METHOD = QAEvaluation()
