"""The shape of a set of discussions and how its gold came about (KGDS, appendix B with tables 4 and 5).

A row is one count: in all (``value``), and where it is one, its mean over articles or discussions. ``consistency`` is
the share of paragraphs on which all who read them say the same, of those that two people or more answered in their
first round; paragraphs on which the experts do not agree are counted apart and are no part of the articles. Facts are
counted by the type that gold gives them, opinions once they are atomic, references by the asterisks around them.
Tokens are words and signs: the paper does not say whose tokens it counts.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator

import numpy as np

from galley.core.domain import ItemId, Role, UnitKind
from galley.core.metrics._parameters import Takes
from galley.core.metrics._summary_tally import find_question
from galley.core.metrics.base import Params, Reference, Result, Row
from galley.core.metrics.cell_arrays import CellReader
from galley.core.papers.kgds.discussion_figures import read_expert_answers
from galley.core.storage.connection import Connection
from galley.core.storage.queries import find_items, kgds
from galley.core.storage.queries.columns import read_facts_and_opinions
from galley.core.storage.queries.exports import ItemChoice
from galley.core.storage.queries.items import read_documents, read_items, read_text_units
from galley.core.text.clarified import CLARIFIED
from galley.core.text.opinion_steps import ATOMIC, step_of

COLUMNS = ("part", "figure", "value", "n", "mean", "why")
NOTHING = "There are no discussions with an article here; import some with galley import kgds."
TOKEN = re.compile(r"\w+|[^\w\s]")
FACTS = {
    True: ("key", "non-key", "repeated", "without a type"),
    False: ("non-supporting", "masked", "repeated", "without a type"),
}


class KGDSStatistics:
    """See the module."""

    name = "kgds-statistics"
    title = "Articles, discussions, paragraphs, facts and opinions counted; how often experts agree (KGDS, appendix B)"
    about = ("kgds-paragraph", "kgds-fact", "kgds-opinion")
    unit = "articles and discussions"
    reference = Reference(
        measures="""Articles, discussions, paragraphs, facts by type, opinions and clarified references, counted,
        with means; and the share of paragraphs on which all who read them say the same, in their first round.""",
        source="""KGDS, appendix B with tables 4 and 5. Tokens are words and signs (516.1 an article of the benchmark
        and 100.9 a discussion); the paper's 617.5 and 112.0 are a tokenizer's that it does not name.""",
        interval="none",
        undefined="""Consistency, where no paragraph was answered by two people: the published file has no single
        answers.""",
        left_out="""Paragraphs on which the experts do not agree, and their facts, are no part of articles; they are
        counted apart.""",
    )
    takes = (Takes(("datasets", "splits", "gold")),)

    def compute(self, connection: Connection, params: Params) -> Result:
        """See ``Metric``."""
        reader = CellReader(connection, params)
        items = _items(reader)
        rows = list(_rows(reader, items)) if items else []
        return Result(self.name, params.gold, rows, {}, COLUMNS, () if rows else (NOTHING,))


def _items(reader: CellReader) -> set[ItemId]:
    """The items with an article and a discussion that the filters let through."""
    params, connection = reader.params, reader.connection
    heads = read_documents(connection, roles=[Role.ARTICLE, Role.DIALOGUE])
    of_role = {role: {head.item for head in heads if head.role == role and head.units} for role in Role}
    items = of_role[Role.ARTICLE] & of_role[Role.DIALOGUE] & {*find_items(connection, ItemChoice(usable=True))}
    return {
        item.id
        for item in read_items(connection, rows=items)
        if (not params.datasets or item.dataset in params.datasets)
        and (not params.splits or item.split in params.splits)
        and (not params.items or item.id in params.items)
    }


def _rows(reader: CellReader, items: set[ItemId]) -> Iterator[Row]:
    n = len(items)

    def row(part: str, figure: str, value: float | None, of: int = 0, why: str = "") -> Row:
        mean = value / of if of and value is not None else None
        return {"part": part, "figure": figure, "value": value, "n": of or None, "mean": mean, "why": why}

    expert_answers = read_expert_answers(reader)
    split_places = {item: expert_answers.split.get(item, set()) for item in items}
    article = _article(reader.connection, items, split_places)
    yield row("articles", "articles", n)
    yield row("articles", "paragraphs", article["paragraphs"], n)
    yield row("articles", "tokens", article["tokens"], n)
    yield row("discussions", "discussions", n)
    for figure, value in _discussions(reader.connection, items).items():
        yield row("discussions", figure, value, n)
    boundary = sum(map(len, split_places.values()))
    yield row("paragraphs", "annotated", article["paragraphs"] + boundary)
    yield row("paragraphs", "boundary", boundary)
    for figure, is_supporting in (("supporting", True), ("non-supporting", False)):
        yield row(
            "paragraphs",
            figure,
            sum(v is is_supporting for i in items for v in expert_answers.supporting.get(i, {}).values()),
        )
    share, answer_count, why = _consistency(reader, items)
    yield {**row("paragraphs", "consistency", share, why=why), "n": answer_count}
    facts = _facts(reader.connection, items, lambda item, at: expert_answers.supporting.get(item, {}).get(at))
    for supporting, part in ((True, "facts of supporting paragraphs"), (False, "facts of other paragraphs")):
        yield row(
            part, "facts", sum(count for (of_supporting, _), count in facts.items() if of_supporting is supporting)
        )
        for kind in FACTS[supporting]:
            yield row(part, kind, facts[supporting, kind])
    for figure, value in _opinions(reader.connection, items).items():
        yield row("opinions", figure, value)


def _article(connection: Connection, items: set[ItemId], split_places: dict[ItemId, set[int]]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for item in items:
        articles = read_documents(connection, [item], [Role.ARTICLE], texts=True)
        article = next(document for document in articles if document.units)
        for unit in read_text_units(connection, article.whole, article.units):
            if unit.id - article.whole - 1 not in split_places[item]:
                counts["paragraphs"] += 1
                counts["tokens"] += len(TOKEN.findall(article.text[unit.start : unit.end]))
    return counts


def _discussions(connection: Connection, items: set[ItemId]) -> dict[str, int]:
    speakers: set[tuple[int, str]] = set()
    counts = {"participants": 0, "utterances": 0, "tokens": 0}
    for item in items:
        for document in read_documents(connection, [item], [Role.DIALOGUE], texts=True):
            for unit in read_text_units(connection, document.whole, document.units):
                speakers.add((item, unit.speaker or ""))
                counts["utterances"] += 1
                counts["tokens"] += len(TOKEN.findall(document.text[unit.start : unit.end]))
    return {**counts, "participants": len(speakers)}


def _consistency(reader: CellReader, items: set[ItemId]) -> tuple[float | None, int, str]:
    """The share of paragraphs that all who answered call the same, how many two or more answered, and why there is
    none."""
    reader = CellReader(reader.connection, reader.params, first=True)
    question = find_question(reader, "kgds-paragraph", "supporting")
    people = [who for who in reader.humans if question is not None and reader.has_answered(who, question)]
    if question is None or len(people) < 2:
        return None, 0, "Undefined because no paragraph was answered by two people."
    cells = reader.cells(question, people)
    homes = reader.documents.item[reader.documents.place(cells.target)]
    states = np.column_stack([cells.column(who) for who in people])[np.isin(homes, list(items))]
    both = states[(states >= 0).sum(axis=1) >= 2]
    if not len(both):
        return None, 0, "Undefined because no paragraph was answered by two people."
    low = np.where(both < 0, 9, both).min(axis=1)
    return float((both.max(axis=1) == low).mean()), len(both), ""


def _facts(
    connection: Connection, items: set[ItemId], supporting: Callable[[ItemId, int], bool | None]
) -> Counter[tuple[bool, str]]:
    counts: Counter[tuple[bool, str]] = Counter()
    for item, kind, position in kgds.read_fact_places(connection):
        is_supporting = supporting(item, position) if item in items else None
        if is_supporting is not None:
            counts[is_supporting, kind if kind in FACTS[is_supporting] else "without a type"] += 1
    return counts


def _opinions(connection: Connection, items: set[ItemId]) -> dict[str, int]:
    counts = {"opinions": 0, "with a clarified reference": 0, "without one": 0, "clarified references": 0}
    for row in read_facts_and_opinions(connection):
        if row.kind != UnitKind.OPINION or row.item not in items:
            continue
        if step_of(json.loads(row.meta) if row.meta else {}) != ATOMIC:
            continue
        references = len(CLARIFIED.findall(row.text))
        counts["opinions"] += 1
        counts["with a clarified reference" if references else "without one"] += 1
        counts["clarified references"] += references
    return counts


METRIC = KGDSStatistics()
