"""Question-answer evaluation: what a summary leaves unanswered, and which of its facts its sources do not bear out.

After LongSumEval, section III-C. Two halves, either alone if it is named: ``coverage`` asks what matters
in the sources and looks for the answers in the summary; ``consistency`` turns the facts of the summary into questions
and compares its answers with those of the sources. Questions become units, the faults verdicts of the scheme
``qa-evaluation``, and each half a score (equations 3 and 4). See ``galley.core.judges.qa`` for how.
"""

from __future__ import annotations

from galley.core.judges.inquiry.model_texts import find_injection, sources
from galley.core.judges.methods._questions import AsksAModel
from galley.core.judges.methods.base import Asker, Context, Inquiry, Outcome
from galley.core.judges.qa import settings
from galley.core.judges.qa.outcome import SCHEME, evaluate_side
from galley.core.judges.qa.questions import QuestionAsker
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
    part_noun = "half of qa-evaluation"
    settings = settings.EVALUATION

    def check(self, context: Context) -> None:
        """See ``Method``."""
        super().check(context)
        if context.settings:
            settings.check(context.settings)

    async def work(self, inquiry: Inquiry, context: Context, ask: Asker) -> Outcome:
        """See ``Method``."""
        settings, texts, summary = context.settings, sources(inquiry.view), inquiry.target
        alike = MEASURES[settings["similarity"]]
        questioner = QuestionAsker(inquiry, context, ask, context.prompts)
        least, most = settings[f"{inquiry.part}-least"], settings[f"{inquiry.part}-most"]
        if inquiry.part == COVERAGE:
            draft_batch = await questioner.coverage(least, most)
            suspect = find_injection((summary,))
        else:
            draft_batch = await questioner.pairs(summary, least, most, context.prompts["pairs"], "pairs")
            suspect = find_injection((*texts, summary))
        if not draft_batch.drafts:
            return Outcome(notes=(*questioner.notes, f"No questions about a summary ({draft_batch.why})"))
        if inquiry.part == COVERAGE:
            answers = await questioner.in_summary(draft_batch.drafts, summary, "summary answers")
        else:
            answers = await questioner.in_document(draft_batch.drafts, "document answers", alike)
        evaluation = evaluate_side(
            inquiry.part, draft_batch.drafts, answers, summary.name, alike, settings["threshold"], suspect
        )
        outcome = Outcome(record={"units": evaluation.units(), "verdicts": evaluation.verdicts}, injection=suspect)
        outcome.notes = questioner.notes
        mean = score(evaluation.points, 0.0 if inquiry.part == COVERAGE else settings["threshold"], settings["top"])
        if mean.value is not None:
            outcome.scores.append((summary.id, SCORES[inquiry.part], mean.value))
        return outcome


METHOD = QAEvaluation()
