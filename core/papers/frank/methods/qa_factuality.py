"""QA-based factuality with one model (the FRANK study, section 3): it picks answers out of a summary, asks for them,
then answers its questions from the article; how alike the answers are is the score.

Scores of a summary: ``qa-factuality``, the mean word F1 of the two answers, and beside it ``qa-factuality-em``, the
share that match exactly. Both compare words as question answering does (``similarity`` squad: no case, punctuation or
article); another measure may be set for the score, now or later over the kept answers (``galley table
frank-questions --set similarity=rouge``). A question that the article does not answer counts 0; the paper asks one
question a summary (``questions`` 1). The questions are units and each
answer a verdict, as for ``qa-evaluation``, so that a score can be opened.
"""

from __future__ import annotations

from galley.core.judges.inquiry.model_texts import injection, sources
from galley.core.judges.methods._asking import AsksAModel
from galley.core.judges.methods.base import Asker, Context, Inquiry, Outcome, Setting
from galley.core.judges.qa import qa_settings as settings
from galley.core.judges.qa.outcome import SCHEME, evaluated
from galley.core.judges.qa.qa_asking import QuestionDesk
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
        Setting("similarity", "squad", "how alike two answers are is told by", values=tuple(MEASURES)),
        settings.THRESHOLD,
        *settings.LONG,
    )

    def check(self, context: Context) -> None:
        """See ``Method``."""
        super().check(context)
        settings.check_similarity(context.settings)

    async def work(self, inquiry: Inquiry, context: Context, ask: Asker) -> Outcome:
        """See ``Method``."""
        chose, texts, summary = context.settings, sources(inquiry.view), inquiry.target
        alike = MEASURES[chose["similarity"]]
        desk = QuestionDesk(
            inquiry, context, ask, {"document-answers": context.prompts["qa-evaluation/document-answers"]}
        )
        drafted = await desk.pairs(summary, 1, chose["questions"], context.prompts["pairs"], "pairs")
        if not drafted.drafts:
            return Outcome(notes=(*desk.notes, f"No questions about a summary ({drafted.why})"))
        given = await desk.in_document(drafted.drafts, "document answers", alike)
        suspect = injection((*texts, summary))
        found = evaluated(CONSISTENCY, drafted.drafts, given, summary.name, alike, chose["threshold"], suspect)
        exact = [
            ScorePoint(
                draft.rank,
                None if answer is None else float(bool(answer) and squad_tokens(draft.answer) == squad_tokens(answer)),
            )
            for draft, answer in zip(found.drafts, found.answers, strict=True)
        ]
        outcome = Outcome(record={"units": found.units(), "verdicts": found.verdicts}, injection=suspect)
        outcome.notes = desk.notes
        for metric, points in ((F1, found.points), (EXACT, exact)):
            mean = score(points)
            if mean.value is not None:
                outcome.scores.append((summary.id, metric, mean.value))
        return outcome


METHOD = QAFactuality()
