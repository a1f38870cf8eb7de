"""Small projects for tests: records written out, imported through the real path."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from galley.core import paths
from galley.core.importers.galley import IMPORTER
from galley.core.importers.run_import import import_files
from galley.core.project import bulk_changes
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter, SaveFuture
from galley.core.review.items import ItemView
from galley.core.tasks.finish import list_all_pairs


def finish_read(desk: DecisionWriter, view: ItemView) -> SaveFuture:
    """Finish an item of which everything was read."""
    return desk.finish(view, list_all_pairs(view))


def finish_all(desk: DecisionWriter, view: ItemView) -> SaveFuture:
    """The same after every flag that was left open was decided to be no error."""
    for flag in view.flags():
        if view.answer(desk.reviewer, flag.cell) is None:
            desk.override(view.id, flag)
    return finish_read(desk, view)


def record(key: str = "a", **fields: Any) -> dict[str, Any]:
    """A native record with dialogue, article and two summaries, and two judges' flags."""
    base: dict[str, Any] = {
        "key": key,
        "dataset": "made-up",
        "documents": [
            {
                "id": "dialogue",
                "role": "dialogue",
                "turns": [
                    {"speaker": "Ann", "text": "Is the ferry late? 😀"},
                    {"speaker": "Bo", "text": "It leaves at ten."},
                    {"speaker": "Ann", "text": "Good."},
                ],
            },
            {"id": "article", "role": "article", "paragraphs": ["The ferry leaves at ten.", "It is blue."]},
            {"id": "sum-a", "role": "summary", "system": "a", "sentences": ["Ann asked.", "The ferry leaves at nine."]},
            {"id": "sum-b", "role": "summary", "system": "b", "sentences": ["Bo said ten."]},
        ],
        "verdicts": [
            flag("changed-meaning", "sum-a", 1, span=[21, 25], evidence=[{"document": "article", "quote": "at ten"}]),
            flag("extrinsic-context", "sum-a", 0),
            flag("missed-turn", "dialogue", 2, about="sum-a"),
            flag("changed-meaning", "sum-a", 1, annotator="other", explanation="nine, not ten"),
        ],
        "judged": [
            {
                "annotator": "judge",
                "kind": "judge",
                "scheme": "dial-summer",
                "criteria": ["changed-meaning", "extrinsic-context", "missed-turn"],
                "documents": ["sum-a", "sum-b"],
            }
        ],
    }
    return {**base, **fields}


def discussion(key: str = "a", system: str = "m") -> dict[str, Any]:
    """A discussion about an article with facts, opinions, experts' paragraphs, and both summaries of both patterns by
    ``system``; a judge misses an opinion."""
    summary = {"role": "summary", "system": system}
    how = {"paradigm": "structured-prompt", "turn": 1}
    made = record(key, verdicts=[], judged=[])
    made["documents"] = [
        *made["documents"][:2],
        {**summary, "id": "extract", "part": "background", "paragraphs": ["It is blue."],
         "meta": {**how, "pattern": "ebs-aos", "paragraphs": [1]}},
        {**summary, "id": "extract-opinion", "part": "opinion", "text": "Ann likes it.",
         "meta": {**how, "pattern": "ebs-aos"}},
        {**summary, "id": "written", "part": "background", "text": "The ferry is blue.",
         "meta": {**how, "pattern": "abs-aos"}},
        {**summary, "id": "written-opinion", "part": "opinion", "text": "Ann is glad. Bo is not.",
         "meta": {**how, "pattern": "abs-aos"}},
    ]  # fmt: skip
    made["units"] = [
        {"id": "f1", "kind": "fact", "text": "The ferry leaves.", "type": "key", "from": [["article", 0]]},
        {"id": "f2", "kind": "fact", "text": "It is ten.", "type": "key", "from": [["article", 0]]},
        {"id": "f3", "kind": "fact", "text": "The ferry is blue.", "type": "non-supporting", "from": [["article", 1]]},
        {"id": "o1", "kind": "opinion", "text": "Ann likes the **ferry**.", "type": "clarified",
         "from": [["dialogue", 2]]},
    ]  # fmt: skip
    expert = {"annotator": "experts", "kind": "gold", "scheme": "kgds-paragraph"}
    judge = {"annotator": "a judge", "kind": "judge", "scheme": "kgds-opinion"}
    made["verdicts"] = [
        {**expert, "criterion": "supporting", "document": "article", "unit": 0, "value": "yes"},
        {**judge, "criterion": "not-covered", "about": "written-opinion", "unit": "o1", "value": "yes"},
    ]
    made["judged"] = [{**expert, "criteria": ["supporting"], "documents": ["article"]}]
    return made


def entity(planned: bool = False) -> dict[str, Any]:
    """An entity with one paragraph, a golden entry and a table; or one that is still to be made up."""
    made: dict[str, Any] = {"key": "a", "meta": {"entity": "INN1", "category": "Inns"}}
    if planned:
        return made | {"documents": [{"id": "plan", "role": "reference", "text": "INN1 (Inns)"}]}
    row = {"attribute": "Rooms", "value": "clean", "evidence": "The rooms are clean."}
    other = {"attribute": "Pool", "value": "warm", "evidence": ""}
    made["documents"] = [
        {"id": "news", "role": "article", "paragraphs": ["The rooms are clean."], "meta": {"turns": [{}]}},
        {"id": "golden-1", "role": "reference", "sentences": ["Rooms: clean"], "meta": {"turn": 1}},
        {"id": "table-s-1", "role": "table", "system": "s", "sentences": ["Pool: warm"], "meta": {"turn": 1}},
    ]
    made["units"] = [
        {"id": name, "kind": "entry", "text": text, "document": table, "from": [["news", 0]], "meta": meta}
        for name, text, table, meta in (("g", "Rooms: clean", "golden-1", row), ("t", "Pool: warm", "table-s-1", other))
    ]
    return made


def flag(criterion: str, document: str, unit: int | str, annotator: str = "judge", **more: Any) -> dict[str, Any]:
    """A judge's "yes" in native form."""
    return {
        "annotator": annotator,
        "kind": "judge",
        "scheme": "dial-summer",
        "criterion": criterion,
        "document": document,
        "unit": unit,
        "value": "yes",
        **more,
    }


def native(data: bytes) -> list[dict[str, Any]]:
    """The lines of a native export as an older Galley wrote them: the header on a line of its own, then the items."""
    first, *rest = map(json.loads, data.splitlines())
    within = first.pop("galley")
    number = within.pop("format")
    return [{"galley": number, **within}, first, *rest]


def project(folder: Path, *records: dict[str, Any], name: str = "test.galley") -> Project:
    """A new project that holds ``records`` (one default record if none is given)."""
    source, path = folder / f"{name}.jsonl", folder / name
    text = "".join(json.dumps(r, ensure_ascii=False) + "\n" for r in records or [record()])
    source.write_text(text, "utf-8")

    def fill(made: Project) -> None:
        import_files(made, IMPORTER, [source])

    return Project.open(make_file(path, f"{name}\n{text}", fill))


def make_file(path: Path, content: str, fill: Callable[[Project], object]) -> Path:
    """A closed project at ``path``, made by ``fill``; ``content`` names what it then holds. See ``repeat``."""

    def make() -> None:
        with Project.create(path) as made:
            fill(made)

    if path.exists():
        make()  # which refuses
    return repeat(path, content, make)


def repeat(path: Path, content: str, work: Callable[[], object], *beside: str) -> Path:
    """The closed project at ``path`` after ``work``, which makes or changes it and writes the files ``beside`` it;
    ``content`` names what comes of it.

    This takes most of the time of many tests: what a test asks for is stored, and further tests get a copy of the
    files. A test that asks twice has the work done twice, because a copy has the same log branch."""
    key = hash(content)
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
    last_test, _last_tests[key] = _last_tests.get(key, test), test
    snapshot = bulk_changes.place(path)
    files = (path, snapshot, *map(path.with_name, beside))
    if key in _files and last_test != test:
        stored = _files[key] = _files.pop(key)  # the one that was longest not asked for goes first
        paths.make_private_folder(snapshot.parent)
        for file, data in zip(files, stored.contents, strict=True):
            file.touch(stored.mode)
            file.write_bytes(data)
        return path
    work()
    if snapshot.exists():
        if key not in _files and len(_files) == STORED:
            del _files[next(iter(_files))]
        _files[key] = _ProjectFiles(path.stat().st_mode & 0o777, tuple(file.read_bytes() for file in files))
    return path


@dataclass(frozen=True, slots=True)
class _ProjectFiles:
    """A closed project, the snapshot before its last bulk change and the files beside it, as bytes, with the
    permissions of the files."""

    mode: int
    contents: tuple[bytes, ...]


STORED = 40
"""Projects that are stored at most: tests of one file ask for the same."""
_files: dict[int, _ProjectFiles] = {}
_last_tests: dict[int, str] = {}
