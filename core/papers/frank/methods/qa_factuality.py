"""QA-based factuality with one model (the FRANK study, section 3): it picks answers out of a summary, asks for them,
then answers its questions from the article; how alike the answers are is the score.

Scores of a summary: ``qa-factuality``, the mean word F1 of the two answers, and beside it ``qa-factuality-em``, the
share that match exactly. Both compare words as question answering does (``similarity`` squad: no case, punctuation or
article); another measure may be set for the score, now or later over the kept answers (``galley metrics --table
frank-questions --set similarity=rouge``). A question that the article does not answer counts 0; the paper asks one
question a summary (``questions`` 1). The questions are units and each
answer a verdict, as for ``qa-evaluation``, so that a score can be opened.
"""

from __future__ import annotations

from galley.core.judges.inquiry.model_texts import find_injection, sources
from galley.core.judges.methods._questions import AsksAModel
from galley.core.judges.methods.base import Asker, Context, Inquiry, Outcome, Setting
from galley.core.judges.qa import settings
from galley.core.judges.qa.outcome import SCHEME, evaluate_side
from galley.core.judges.qa.questions import QuestionAsker
from galley.core.judges.qa.scoring import CONSISTENCY, ScorePoint, score
from galley.core.judges.qa.similarity import MEASURES
from galley.core.stats.rouge import squad_tokens

F1, EXACT = "qa-factuality", "qa-factuality-em"


class QAFactuality(AsksAModel):
    """See the module."""

    name = "qa-factuality"
    label = "Questions and word F1"
    part = "factuality"
    title = "One model asks about a summary and answers from the article: word F1 (the FRANK study)"
    writes = SCHEME
    uses = ("qa-evaluation",)
    settings = (
        Setting("questions", 5, "most answers that are picked out of a summary", 1, settings.MOST_QUESTIONS),
        Setting("similarity", "squad", "how to measure the similarity of two answers", values=tuple(MEASURES)),
        settings.THRESHOLD,
        *settings.LONG,
    )

    def check(self, context: Context) -> None:
        """See ``Method``."""
        super().check(context)
        settings.check_similarity(context.settings)

    async def work(self, inquiry: Inquiry, context: Context, ask: Asker) -> Outcome:
        """See ``Method``."""
        settings, texts, summary = context.settings, sources(inquiry.view), inquiry.target
        alike = MEASURES[settings["similarity"]]
        questioner = QuestionAsker(
            inquiry, context, ask, {"document-answers": context.prompts["qa-evaluation/document-answers"]}
        )
        draft_batch = await questioner.pairs(summary, 1, settings["questions"], context.prompts["pairs"], "pairs")
        if not draft_batch.drafts:
            return Outcome(notes=(*questioner.notes, f"No questions about a summary ({draft_batch.why})"))
        answers = await questioner.in_document(draft_batch.drafts, "document answers", alike)
        suspect = find_injection((*texts, summary))
        evaluation = evaluate_side(
            CONSISTENCY, draft_batch.drafts, answers, summary.name, alike, settings["threshold"], suspect
        )
        exact = [
            ScorePoint(
                draft.rank,
                None if answer is None else float(bool(answer) and squad_tokens(draft.answer) == squad_tokens(answer)),
            )
            for draft, answer in zip(evaluation.drafts, evaluation.answers, strict=True)
        ]
        outcome = Outcome(record={"units": evaluation.units(), "verdicts": evaluation.verdicts}, injection=suspect)
        outcome.notes = questioner.notes
        for metric, points in ((F1, evaluation.points), (EXACT, exact)):
            mean = score(points)
            if mean.value is not None:
                outcome.scores.append((summary.id, metric, mean.value))
        return outcome


METHOD = QAFactuality()
