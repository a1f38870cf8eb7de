"""What the papers print against what Galley prints: no line missing, none beyond the paper without a mark."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from galley.core.metrics.base import Params
from galley.core.paper_tables import registry
from galley.core.paper_tables.formats import as_text
from galley.core.papers.longsumeval.tables import refined
from galley.core.project.project import Project

PRINTED: dict[str, list[dict[str, Any]]] = tomllib.loads(
    Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
)
NOTE = "Not in the paper: "


def compare(paper: str, path: Path, *, resamples: int = 0) -> None:
    """Compare every table of a paper, filled from a project that holds something for each."""
    (entry_of_paper,) = [each for each in registry.papers() if each.name == paper]
    listed = [entry["table"] for entry in PRINTED[paper] if "table" in entry]
    assert sorted(listed) == sorted(table.name for table in entry_of_paper.tables), "each table stands in the list"
    with Project.open(path, read_only=True) as project:
        data_sets = set(refined.data_sets(project.read_connection(), Params()))
        for entry in PRINTED[paper]:
            if "table" not in entry or "why" in entry:
                assert entry["why"], entry
                continue
            (table,) = registry.find(entry["table"])
            accepted = {"resamples": resamples} if "resamples" in table.takes else {}
            sheet = registry.fill(project.read_connection(), table, Params(**accepted))
            assert sheet is not None, f"{entry['printed']}: {table.needs}"
            marked = {name for note in sheet.notes if note.startswith(NOTE)
                      for name in note.removeprefix(NOTE).rstrip(".").split(", ")}  # fmt: skip
            page = as_text(sheet)
            parts = {
                "columns": {column.title for column in sheet.columns},
                "lines": {line.label for line in sheet.lines},
                "groups": {line.group for line in sheet.lines},
                "heads": {column.group for column in sheet.columns},
                "endings": {line.label.rpartition(", ")[2] for line in sheet.lines if ", " in line.label},
            }
            for part, ours in parts.items():
                printed = entry.get(part, "")
                if isinstance(printed, str):
                    is_by_data_set = part in ("columns", "heads") and printed.startswith("a data set")
                    assert not is_by_data_set or ours == data_sets, f"{entry['printed']}: {ours}"
                    continue
                missing = {name: title for name, title in printed.items() if title not in ours}
                assert not missing, f"{entry['printed']} of {paper} lacks {missing}"
                beyond = ours - {*printed.values(), *entry.get("optional", {}).values()}
                assert beyond <= marked, f"{entry['printed']} of {paper} has {beyond - marked} without a mark"
                assert all(title in page for title in printed.values())
            assert all(entry.get("absent", {"": "none"}).values()), "what no project can have has a reason"
            assert not {*entry.get("absent", {})} & parts["columns"]
            if isinstance(entry["lines"], dict) and not any(line.group for line in sheet.lines):
                order = [label for label in dict.fromkeys(line.label for line in sheet.lines) if label not in marked]
                assert order == list(dict.fromkeys(entry["lines"].values())), "in the order of the paper"
