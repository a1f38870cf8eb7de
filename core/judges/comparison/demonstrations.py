"""Demonstrations from gold: cells of other items with their right answers, as examples of a judge."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from galley.core.judges.inquiry import written_judge
from galley.core.judges.inquiry.model_texts import sources
from galley.core.judges.inquiry.written_judge import CustomJudge
from galley.core.metrics.cell_arrays import Cells
from galley.core.review import items
from galley.core.storage.connection import Connection

WHOLE_SOURCE = 1_200
"""Characters up to which a source is shown whole; of a longer one the units that share most words with the text."""
SHOWN_UNITS = 3
SPARE = 4
"""More than are shown, so that leaving out those of the item asked about still leaves enough."""


def with_demonstrations(
    connection: Connection, judge: CustomJudge, cells: Cells, keys: Sequence[str], count: int, seed: int
) -> CustomJudge:
    """The judge with examples from the gold of these items, yes and no in turn, at most ``count`` of which are shown
    at a time and never one of the item asked about."""
    codes, item_keys = cells.label("item")
    assert cells.gold is not None
    rng = random.Random(seed)
    places = [place for place, code in enumerate(codes.tolist()) if item_keys[code] in set(keys)]
    rng.shuffle(places)
    sides = [[place for place in places if cells.gold[place] == side] for side in (1, 0)]
    mixed = [place for pair in zip_longest(*sides) for place in pair if place is not None]
    examples = []
    used: dict[str, int] = {}
    for place in mixed:
        key = item_keys[codes[place]]
        if used.get(key, 0) >= max(1, count // 2):
            continue  # an item that is asked about itself would take too many with it
        used[key] = used.get(key, 0) + 1
        examples.append(_example(connection, cells, place, key))
        if len(examples) == count + SPARE:
            break
    new_judge = replace(judge, examples=(*judge.examples, *examples), examples_per_question=count + len(judge.examples))
    return written_judge.parse(written_judge.as_text(new_judge))


def _example(connection: Connection, cells: Cells, place: int, key: str) -> written_judge.Example:
    view = items.load_item_view(connection, int(cells.items[place]))
    unit, target = int(cells.unit[place]), int(cells.target[place])
    document = next(d for d in view.documents if d.id == target)
    cell_unit = next((u for d in view.documents for u in d.units if u.id == unit), None)
    text = cell_unit.text if cell_unit else document.text
    assert cells.gold is not None
    answer = "YES" if cells.gold[place] == 1 else "NO"
    source = document.text if cell_unit is not None and cell_unit.document != target else ""
    return written_judge.Example(source or _near(view, text), text, answer, "", cells.question.id, key)


def _near(view: items.ItemView, text: str) -> str:
    whole = "\n".join(document.text for document in sources(view))
    if len(whole) <= WHOLE_SOURCE:
        return whole
    words = set(re.findall(r"\w+", text.casefold()))
    units = [unit for document in sources(view) for unit in document.units]
    ranked = sorted(units, key=lambda unit: -len(words & set(re.findall(r"\w+", unit.text.casefold()))))[:SHOWN_UNITS]
    near = sorted(ranked, key=lambda unit: unit.id)
    return " … ".join(f"{unit.speaker}: {unit.text}" if unit.speaker else unit.text for unit in near)[:WHOLE_SOURCE]
