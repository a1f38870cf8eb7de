"""What a judge method is: which questions it asks of an item, and what it makes of the replies.

A method is one file in this folder with the constant ``METHOD``. It never sends or stores anything: it asks through
an ``Asker``, and gives an ``Outcome``. So every method is priced before it runs, retried, cached, paused, batched and
resumed by the same code, in however many steps it works.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from galley.core.domain import Cell, Criterion, CriterionId, Document, Match, Scheme, Span, UnitId, Value
from galley.core.judges.clients.base import Exchange, Finish, Reply
from galley.core.judges.inquiry import labels
from galley.core.judges.inquiry.labels import CallId, Fault, Reading
from galley.core.judges.inquiry.prompts import Prompt
from galley.core.review.items import ItemView


@dataclass(frozen=True, slots=True)
class Choices:
    """What the user chose for a method. ``samples`` 0 is the method's own number; ``criteria`` none is its own set;
    ``systems`` restricts the summaries to those systems; ``options`` are values for the method's ``settings``."""

    criteria: tuple[str, ...] = ()
    samples: int = 0
    all_criteria: bool = False
    scheme: str = ""
    systems: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Setting:
    """Something of a method that the user may set: a number from ``low`` to ``high`` (whole if the default is), one of
    ``values``, or a text. ``about`` says in a few words what it does, ``empty`` what 0 or no text stands for; ``unit``
    may follow a number ("10%")."""

    name: str
    default: str | int | float
    about: str
    low: float = 0
    high: float = 0
    values: tuple[str, ...] = ()
    empty: str = ""
    unit: str = ""


@dataclass(frozen=True, slots=True)
class ProjectContent:
    """What the project holds that decides about schemes: those it has, and of which kind its items are."""

    schemes: frozenset[str] = frozenset()
    dialogues: bool = False
    articles_alone: bool = False
    articles: bool = False


@dataclass
class AnsweringModel:
    """The name of the model that answers, once the server has said it."""

    name: str = ""


@dataclass(frozen=True)
class Context:
    """What a method works with in one run: choices, the schemes it asked for (with row ids), prompts, the model.
    ``settings`` has a checked value for each of the method's settings, ``version`` what the method made of the project
    before the run (see ``Method``)."""

    choices: Choices
    schemes: Mapping[str, Scheme]
    prompts: Mapping[str, Prompt]
    model: str
    samples: int
    settings: Mapping[str, Any] = field(default_factory=dict)
    version: Mapping[str, Any] | None = None
    answering: AnsweringModel = field(default_factory=AnsweringModel)

    @property
    def speaker(self) -> str:
        """The model that answers, which names what it writes: the one asked, unless the server says another one."""
        return self.answering.name or self.model

    def criterion(self, scheme: str, name: str) -> Criterion:
        """A criterion with its row id."""
        criterion = self.schemes[scheme].criterion(name)
        assert criterion is not None
        return criterion


@dataclass(frozen=True)
class ModelQuestion:
    """One request before it is one: texts, the prompts they were made from, and how a reply is read.

    ``part`` names it in the call list; ``expect`` is the number of tokens that a reply may have, for estimates, and
    ``example`` a reply that an estimate reads in place of the emptiest one, where more questions follow from it.
    ``document`` is what the call is about where that is not the inquiry's target: several inquiries then share one
    call; ``earlier`` are the turns of the chat that this one follows. The first ``shared_length`` characters of
    ``user`` are those of other questions too. ``is_second`` marks a question that is asked once more, whose default
    limit of the reply is ``limit_factor`` times the usual one."""

    part: str
    system: str
    user: str
    schema: Mapping[str, Any] | None
    prompts: tuple[Prompt, ...]
    reader: Callable[[Reply], Reading]
    sample: int = 0
    expect: int = 200
    example: str = ""
    document: Document | None = None
    earlier: tuple[Exchange, ...] = ()
    shared_length: int = 0
    limit_factor: int = 1
    is_second: bool = False

    def read(self, reply: Reply) -> Reading:
        """What the answer in a reply says (``reader``): without what was thought before it, and the last of several."""
        reading = labels.read_reply(reply, self.reader)
        return replace(reading, fault=Fault.CUT) if reply.finish is Finish.TRUNCATED else reading


@dataclass(frozen=True)
class Inquiry:
    """Some questions about one document of an item, answered together. ``annotator_key`` says as which of the method's
    annotators it speaks; ``data`` is the method's own."""

    view: ItemView
    target: Document
    part: str
    annotator_key: str = ""
    data: Any = None


@dataclass(frozen=True, slots=True)
class CheckedQuote:
    """A place that a verdict rests on, checked: unit row and span where it was found."""

    unit: UnitId | None
    span: Span | None
    quote: str
    match: Match


NOT_ASKED = "not asked: "
"""What the reason begins with where a unit was left out on purpose; what it is follows ("boundary paragraph")."""


@dataclass(frozen=True, slots=True)
class FoundVerdict:
    """A verdict to be written. Without a value it is unscored and ``reason`` says why, or was not asked (NOT_ASKED).
    ``calls`` are those that it was read from (the ``call`` of each reading); where a method names none, they are all
    the calls of the inquiry."""

    cell: Cell
    value: Value | None
    reason: str = ""
    confidence: float | None = None
    votes: str = ""
    explanation: str = ""
    spans: tuple[Span, ...] = ()
    evidence: tuple[CheckedQuote, ...] = ()
    calls: tuple[CallId, ...] = ()


@dataclass(slots=True)
class Outcome:
    """What came of an inquiry. ``covered_pairs`` are (criterion, target) pairs whose silence is a "no"; ``record`` adds
    documents and derived units in the native form, and verdicts and scores of this judge on what has no row id yet
    (they need no annotator); ``scores`` are (document row, metric, value); ``notes`` are things the user should know
    of the inquiry, counted over the run (a long document was read in parts)."""

    verdicts: list[FoundVerdict] = field(default_factory=list)
    covered_pairs: list[tuple[CriterionId, int]] = field(default_factory=list)
    scores: list[tuple[int, str, float]] = field(default_factory=list)
    record: dict[str, Any] | None = None
    injection: str = ""
    notes: tuple[str, ...] = ()

    def iter_answers(self) -> Iterator[tuple[Value | None, str, list[str]]]:
        """(value, why there is none, how each quote was found) of every verdict, in either form."""
        for verdict in self.verdicts:
            yield verdict.value, verdict.reason, [quote.match.value for quote in verdict.evidence]
        for entry in (self.record or {}).get("verdicts", ()):
            matches = [quote["match"] for quote in entry.get("evidence", ()) if "match" in quote]
            yield entry.get("value"), entry.get("reason", ""), matches


class Asker(Protocol):
    """How a method reaches a model."""

    async def one(self, question: ModelQuestion) -> Reading:
        """Ask; a call that failed gives a reading that is unscored."""
        ...

    async def all(self, questions: Sequence[ModelQuestion]) -> list[Reading]:
        """Ask several at once, in order."""
        ...

    def find_reading(self, question: ModelQuestion) -> Reading | None:
        """The reading of a question that was answered before, None where it would have to be asked."""
        ...


class Method(Protocol):
    """A way of judging. ``local`` methods ask no model. A method may have a ``label``, its short name for people,
    a ``note`` on what it sees and what it cannot,
    ``settings`` (see ``Setting``), and ``uses``: the names of methods whose prompts it asks with as well, found in
    ``Context.prompts`` as "method/id"; and ``heeds``: which of samples, systems, scheme and all_criteria it heeds
    (samples and systems, if it does not say);
    ``asks_again`` lets a malformed reply be asked for once more with its error named (none of the papers' methods);
    ``sampling`` is what it asks with unless the user says otherwise; ``brings(choices)`` is a scheme that comes along
    with the choices, ``usual_samples(choices)`` their number of samples. One with ``ready(connection, context, make)``
    makes something of the project before a run, which decides its verdicts and is kept with the run; without ``make``
    it gives what an earlier run kept, or None."""

    name: str
    title: str
    samples: int
    local: bool

    def schemes(self, choices: Choices, content: ProjectContent) -> tuple[str, ...]:
        """The schemes its verdicts are in."""
        ...

    def annotator_keys(self, choices: Choices) -> tuple[str, ...]:
        """Its annotators: one without a name, or one a taxonomy."""
        ...

    def check(self, context: Context) -> None:
        """Raises: InputError where the choices name something that it does not have."""
        ...

    def fingerprint(self) -> str:
        """What besides prompts and choices decides its verdicts (fitted weights), or nothing."""
        ...

    def inquiries(self, view: ItemView, context: Context) -> Iterator[Inquiry]:
        """The work on one item; nothing where the item has nothing for this method."""
        ...

    async def work(self, inquiry: Inquiry, context: Context, ask: Asker) -> Outcome:
        """Do one inquiry."""
        ...
