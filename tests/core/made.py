"""Made-up records and random reviewing, for tests that need a project with everything in it."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from galley.core.domain import Action, Cell, Span, Stance, UnitKind
from galley.core.importers.galley import GalleyImporter
from galley.core.importers.run_import import import_files
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import ItemView, load_item_view
from galley.core.review.revisions import Draft, How
from galley.core.tasks.finish import list_all_pairs

NASTY = [
    "", " ", "\n", "\n\n", "a\r\nb", "tab\there", "Doctor: Hello.\nPatient: Yes.\nand more", "One.\n\nTwo.\n\nThree.",
    "\x00", "a\x00b", "\u2028line\u2029para", "\ufeffmark", "\x1b[31mred\x1b[0m", "<b onclick='x()'>bold</b>&amp;",
    "=1+1", "+cmd|' /C calc'!A0", "-2", "@SUM(A1)", "السلام عليكم. كيف حالك؟", "他来了。她走了！", "👩‍👩‍👧‍👦 family 🇪🇺",
    "e\u0301 combining", "Speaker:  two blanks", "“quoted”", "Mr. Smith went. He left.", '"json\\', "\ud7ff\ue000",
]  # fmt: skip

texts = st.one_of(st.sampled_from(NASTY), st.text(st.characters(exclude_categories=("Cs",)), max_size=30))
names = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=8).filter(str.strip)

SENTENCE = [("dial-summer", "extrinsic-context"), ("dial-summer", "wrong-linking"), ("finesure", "entity-error")]


@st.composite
def documents(draw: st.DrawFn) -> list[dict[str, Any]]:
    """A dialogue, an article and one or two summaries, each in one of the forms."""
    found = []
    for role, field in (("dialogue", "turns"), ("article", "paragraphs"), ("summary", "sentences")):
        for number in range(draw(st.integers(1, 2)) if role == "summary" else 1):
            document: dict[str, Any] = {"id": f"{role}-{number}" if number else role, "role": role}
            if role == "summary":
                document["system"] = draw(names)
            if draw(st.booleans()):
                document["meta"] = {draw(names): draw(st.one_of(texts, st.integers(), st.floats(allow_nan=False,
                                                                                               allow_infinity=False)))}
            parts = draw(st.lists(texts, max_size=4))
            form = draw(st.sampled_from(["parts", "text", "units"]))
            if form == "parts" and role == "dialogue":
                document[field] = [{"speaker": draw(st.sampled_from(["", "Doctor", "A: B", "=x"])), "text": part}
                                   for part in parts]
            elif form == "parts":
                document[field] = parts
            else:
                document["text"] = "\n".join(parts)
                if form == "units":
                    length = len(document["text"])
                    cuts = sorted(draw(st.lists(st.integers(0, length), max_size=4)))
                    document["units"] = [[a, b] for a, b in pairwise(cuts)]
            found.append(document)
    return found  # fmt: skip


@st.composite
def records(draw: st.DrawFn) -> list[dict[str, Any]]:
    """One to three items without verdicts; ``judged`` fills them once their units are known."""
    keys = draw(st.lists(names, min_size=1, max_size=3, unique=True))
    found = []
    for key in keys:
        record: dict[str, Any] = {"key": key, "documents": draw(documents()), "dataset": draw(texts)}
        if draw(st.booleans()):
            record["meta"] = {draw(names): draw(st.one_of(texts, st.none(), st.lists(st.integers())))}
        if draw(st.booleans()):
            record["units"] = [
                {
                    "id": f"f{n}",
                    "kind": "fact",
                    "text": draw(texts),
                    "type": draw(st.sampled_from([None, "key"])),
                    "meta": draw(st.sampled_from([None, {"attribute": "age", "n": [1, 2.5, "é"]}])),
                }
                for n in range(draw(st.integers(1, 3)))
            ]
        record["scores"] = [{"document": "summary", "metric": "m", "annotator": "scorer", "value": draw(st.floats(
            allow_nan=False, allow_infinity=False))}]  # fmt: skip
        found.append(record)
    return found


def places(project: Project, item: int) -> tuple[ItemView, list[tuple[Cell, int, dict[str, Any]]]]:
    """An item, and cells of several kinds: (cell, length of the unit, its native form)."""
    view = load_item_view(project.read_connection(), item)
    rows = {
        (scheme, name): row
        for scheme, name, row in project.read_connection().execute(
            "SELECT scheme.name, criterion.name, criterion.id FROM criterion JOIN scheme ON scheme.id = scheme_id"
        )
    }
    found = []

    def add(scheme: str, criterion: str, unit: int, length: int, target: int, place: dict[str, Any]) -> None:
        if (scheme, criterion) in rows:
            words = {"scheme": scheme, "criterion": criterion, **place}
            found.append((Cell(unit, rows[scheme, criterion], target), length, words))

    for document in view.documents:
        if document.role == "summary":
            add("likert", "coherence", document.whole, len(document.text), document.id,
                {"document": document.name, "unit": "whole"})  # fmt: skip
            for unit in document.units:
                for scheme, criterion in SENTENCE:
                    place = {"document": document.name, "unit": unit.position}
                    if unit.kind == "sentence":
                        add(scheme, criterion, unit.id, len(unit.text), document.id, place)
        elif document.role == "dialogue":
            for unit in document.units:
                for target in view.by_role("summary"):
                    place = {"document": document.name, "unit": unit.position, "about": target.name}
                    add("dial-summer", "missed-turn", unit.id, len(unit.text), target.id, place)
    for unit in view.derived_units:
        for target in view.by_role("summary"):
            place = {"unit": unit.name, "about": target.name}
            add("kgds-fact", "present", unit.id, len(unit.text), target.id, place)
    return view, found


def value_of(words: dict[str, Any], number: int) -> Any:
    """A value that the criterion takes."""
    return number % 5 + 1 if words["scheme"] == "likert" else ("yes", "no")[number % 3 == 2]


@st.composite
def said(draw: st.DrawFn, project: Project, item: int) -> dict[str, Any]:
    """Verdicts, evidence, opinions and judged entries of judges, imports and humans about an item."""
    view, cells = places(project, item)
    record: dict[str, Any] = {"key": view.key, "verdicts": [], "judged": []}
    if not cells:
        return record
    seen = set()
    for cell, length, words in draw(st.lists(st.sampled_from(cells), min_size=2, max_size=10)):
        annotator, kind = draw(st.sampled_from(
            [("jay", "judge"), ("jay", "import"), ("ann", "human"), ("ben", "human"), ("gold", "gold")]))  # fmt: skip
        if (cell, annotator, kind) in seen:
            continue
        seen.add((cell, annotator, kind))
        entry = {"annotator": annotator, "kind": kind, **words, "value": value_of(words, draw(st.integers(0, 9)))}
        if draw(st.integers(0, 4)) == 0:
            entry |= {"value": None, "reason": draw(st.sampled_from(["unsure", "truncated"]))}
        if draw(st.booleans()):
            entry |= {"confidence": draw(st.floats(0, 1)), "votes": "3/5", "explanation": draw(texts)}
        if length and draw(st.booleans()):
            ends = draw(st.lists(st.integers(0, length - 1), min_size=1, max_size=2, unique=True))
            entry["spans"] = [[start, length] for start in ends]
        if draw(st.booleans()):
            home = view.documents[0]
            entry["evidence"] = [{"document": home.name, "unit": "whole", "quote": home.text, "span": None},
                                 {"document": home.name, "unit": 0, "quote": draw(texts)},
                                 {"quote": "found nowhere at all", "match": "missing"}]  # fmt: skip
        if kind == "judge" and draw(st.booleans()):
            entry["explanation_verdict"] = [{"annotator": "ann", "kind": "human", "value": "correct"}]
        record["verdicts"].append(entry)
    if draw(st.booleans()):
        record["judged"] = [{"annotator": draw(st.sampled_from(["ben", "jay"])), "kind": "human",
                             "scheme": "dial-summer", "documents": ["summary"]}]  # fmt: skip
    return record


actions = st.lists(
    st.tuples(
        st.sampled_from(["ann", "ben"]),
        st.sampled_from([*Action, Action.ACCEPT, Action.OVERRIDE, Action.ADD, Action.UNDO, Action.REDO, Action.REDO]),
        st.integers(0, 99),
        st.integers(0, 99),
        texts,
    ),
    min_size=3,
    max_size=40,
)


def review(
    project: Project, steps: list[tuple[str, Action, int, int, str]], names: tuple[str, ...] = ("ann", "ben")
) -> None:
    """Do what ``steps`` of the people ``names`` say, as far as it makes sense."""
    desks = {name: DecisionWriter(project, name) for name in names}
    items = [row[0] for row in project.read_connection().execute("SELECT id FROM item ORDER BY id").fetchall()]
    for who, action, which, number, text in steps:
        desk = desks[who]
        item = items[which % len(items)]
        view, cells = places(project, item)
        flags = view.flags()
        cell, _, words = cells[number % len(cells)] if cells else (None, 0, {})
        flag = flags[number % len(flags)] if flags else None
        match action:
            case Action.UNDO:
                desk.undo().result()
            case Action.REDO:
                desk.redo().result()
            case Action.ACCEPT if flag:
                desk.accept(item, flag).result()
            case Action.OVERRIDE if flag:
                other = [c.criterion for c, _, _ in cells if c.unit == flag.cell.unit and c.target == flag.cell.target]
                desk.override(item, flag, other=other[number % len(other)] if other and number % 2 else None).result()
            case Action.UNSURE if flag:
                desk.unsure(item, flag).result()
            case Action.REASON if flag:
                desk.reason(item, flag, ("correct", "incorrect")[number % 2]).result()
            case Action.ADD if cell:
                desk.add(item, cell, value_of(words, which)).result()
            case Action.ADJUDICATE if cell:
                desk.adjudicate(item, cell, value_of(words, which) if number % 4 else None, note=text).result()
            case Action.NOTE:
                desk.note(item, cell if number % 2 else None, text).result()
            case Action.FINISH:
                desk.finish(view, list_all_pairs(view)).result()
            case Action.REOPEN:
                desk.reopen(item).result()
            case Action.ATTACH if cell:
                sources = [unit for document in view.documents for unit in document.units if unit.id != cell.unit]
                source = sources[number % len(sources)] if sources else None
                if source is not None and source.text:
                    span = Span(number % len(source.text), len(source.text))
                    desk.attach(item, cell, [(source.id, span)], list(Stance)[which % 3]).result()
            case Action.REVISE if view.documents:
                revise(desk, view, number, text)


def revise(desk: DecisionWriter, view: ItemView, number: int, text: str) -> None:
    """One of the five revisions, as far as there are units for it."""
    how = list(How)[number % 5]
    facts = [unit for unit in view.derived_units if unit.kind is UnitKind.FACT]
    takes = {How.WRITE: 0, How.CLARIFY: 1, How.SPLIT: 1, How.MERGE: 2, How.DROP: 1}[how]
    if len(facts) < takes:
        return
    old = [facts[(number + n) % len(facts)] for n in range(takes)]
    home = old[0].document if old else view.documents[number % len(view.documents)].id
    sources = tuple(source for unit in old for source in unit.sources)
    count = {How.SPLIT: 2, How.DROP: 0}.get(how, 1)
    drafts = [Draft(UnitKind.FACT, f"{text} {n}", home, "key", sources, {"n": n} if n else {}) for n in range(count)]
    desk.revise(view.id, how, drafts, [unit.id for unit in old], text).result()


def bring(project: Project, records: list[dict[str, Any]], folder: Path) -> None:
    """Import records through a file, as a user does."""
    path = folder / "records.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    import_files(project, GalleyImporter(), [path])
