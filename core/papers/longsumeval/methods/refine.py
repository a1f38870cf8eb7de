"""Feedback-driven refinement: a summary is evaluated, rewritten after what was found, and evaluated again.

After LongSumEval, section III-D. Every version is a summary of the item that says what it came from and
which feedback was used; its sentences that changed are flags of the scheme ``refinement``. What a judge
(``qa-evaluation``) found before is used as it stands after review; where there is nothing, the method evaluates by
itself. See ``galley.core.papers.longsumeval.refinement`` for the rounds.
"""

from __future__ import annotations

from collections.abc import Iterator

from galley.core.errors import InputError
from galley.core.judges.inquiry.model_texts import sources, summaries
from galley.core.judges.methods._questions import AsksAModel
from galley.core.judges.methods.base import Asker, Choices, Context, Inquiry, Outcome, ProjectContent, Setting
from galley.core.judges.qa import settings
from galley.core.judges.qa.outcome import SCHEME
from galley.core.judges.qa.scoring import CONSISTENCY, COVERAGE
from galley.core.papers.longsumeval import acceptance
from galley.core.papers.longsumeval.refinement import RefinementLoop
from galley.core.review.items import ItemView


class Refine(AsksAModel):
    """See the module."""

    name = "refine"
    label = "LongSumEval: rewrite summaries"
    title = "Rewrite summaries after what a question-answer evaluation found (LongSumEval)"
    heeds: tuple[str, ...] = ("systems",)
    uses = ("qa-evaluation",)
    settings = (
        Setting("rounds", 2, "most versions that are written of a summary", 1, 10),
        Setting("first", CONSISTENCY, "what is fixed first", values=(CONSISTENCY, COVERAGE)),
        Setting("enough-consistency", 0.7, "from this score on consistency is left alone", 0, 1),
        Setting("enough-coverage", 0.6, "from this score on coverage is left alone", 0, 1),
        Setting("stop-when-worse", "yes", "stop at a worse version; the last accepted one stays", values=("yes", "no")),
        Setting("judge", "", "whose evaluation to begin with; the newest if none is named", empty="the newest"),
        *settings.EVALUATION,
    )

    def schemes(self, choices: Choices, content: ProjectContent) -> tuple[str, ...]:
        """See ``Method``."""
        return (SCHEME, acceptance.SCHEME)

    def check(self, context: Context) -> None:
        """See ``Method``."""
        super().check(context)
        if context.settings:
            settings.check(context.settings)

    def inquiries(self, view: ItemView, context: Context) -> Iterator[Inquiry]:
        """See ``Method``: a summary each; a version only where its system is named."""
        systems, judge = context.choices.systems, context.settings["judge"]
        if judge and all(annotator.name != judge for annotator in view.annotators.values()):
            raise InputError(f"Nobody called {judge!r} is in the project; name a judge, or leave it out.")
        if sources(view):
            for summary in summaries(view, systems):
                refinement = acceptance.history(summary)
                if not refinement or (systems and acceptance.is_final(refinement)):
                    yield Inquiry(view, summary, "refine")

    async def work(self, inquiry: Inquiry, context: Context, ask: Asker) -> Outcome:
        """See ``Method``."""
        return await RefinementLoop(inquiry, context, ask).run()


METHOD = Refine()
