"""Projects of entities for tests of the sumie methods: planned ones, and ones with paragraphs made without a model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from galley.core.importers.registry import find
from galley.core.importers.run_import import import_files
from galley.core.papers.sumie import entity_generation, entity_turns, entry_model
from galley.core.papers.sumie.entry_model import Fact
from galley.core.project.project import Project
from galley.core.review import items
from tests.core.entity_model import reply


def planned(tmp_path: Path, *names: str) -> Project:
    file = tmp_path / "plan.jsonl"
    file.write_text("".join(json.dumps({"entity": n, "category": "Hotels"}) + "\n" for n in names), encoding="utf-8")
    project = Project.create(tmp_path / "p.galley")
    import_files(project, find("sumie"), [file])
    return project


def replies_file(tmp_path: Path, project: Project, method: str) -> Path:
    """What the rule-bound model would say to each call of an update run, as recorded replies."""
    file = tmp_path / f"{method}.jsonl"
    with file.open("w", encoding="utf-8") as stream:
        for (item,) in project.read_connection().execute("SELECT id FROM item").fetchall():
            view = items.load_item_view(project.read_connection(), item)
            article = entry_model.find_article(view)
            assert article is not None
            table: list[dict[str, str]] = []
            for turn in range(1, len(article.units) + 1):
                words = f"The entity is {view.key} (x).\n{entity_turns.paragraph(article, turn)}"
                if table:
                    words += "\n" + entity_turns.format_table([Fact(**row) for row in table])
                said = reply(words)
                table = said["entries"]
                stream.write(json.dumps({"item": view.key, "part": f"turn {turn}", "reply": said}) + "\n")
    return file


def grown(tmp_path: Path, entities: int, turns: int, size: int = 6) -> Project:
    """Entities with paragraphs as the paper's are shaped, made without a model."""
    file = tmp_path / "e.jsonl"
    with file.open("w", encoding="utf-8") as stream:
        for number in range(entities):
            luck = entity_generation.make_rng(0, str(number))
            growth = entity_generation.Growth({f"Common {n}": [f"good {n}", f"bad {n}"] for n in range(30)}, size, luck)
            before: list[Any] = []
            paragraphs = []
            for _ in range(turns):
                entries = [
                    entity_generation.PlannedEntry(e.attribute, e.value or f"unlike {e.against}", e.state)
                    for e in growth.next(before)
                ]
                before = entries
                rows = [
                    {"attribute": e.attribute, "value": e.value, "state": e.state,
                     "evidence": f"The {e.attribute} of E{number} is {e.value}."} for e in entries
                ]  # fmt: skip
                paragraphs.append({"text": " ".join(row["evidence"] for row in rows), "golden": rows})
            entity = {"entity": f"E{number}", "category": "Hotels", "paragraphs": paragraphs}
            stream.write(json.dumps(entity) + "\n")
    project = Project.create(tmp_path / "p.galley")
    import_files(project, find("sumie"), [file])
    return project
