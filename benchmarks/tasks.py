"""A task in which every unit wants an answer (``silence = "open"``): 1,000 items of 60 units, two people.

    python benchmarks/tasks.py [ITEMS]

Prints how long an answer takes until it is on disk, beside the same answer in the same project without a protocol, how
long it takes to say what each task still wants, to put the protocol to use, and the size of the file.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from galley.core.domain import Cell  # noqa: E402
from galley.core.metrics import registry  # noqa: E402
from galley.core.metrics.base import Params  # noqa: E402
from galley.core.project import protocol_use  # noqa: E402
from galley.core.review import task_overview  # noqa: E402
from galley.core.review.decision_writer import DecisionWriter  # noqa: E402
from galley.core.review.items import load_item_view  # noqa: E402
from galley.core.storage import names  # noqa: E402
from tests.core import building  # noqa: E402

UNITS, PEOPLE, ANSWERED = 60, ("ann", "ben"), 40
PROTOCOL = """
id = "bench"
name = "Bench"
[[task]]
id = "supporting"
name = "Supporting"
kind = "answer"
criteria = ["kgds-paragraph/supporting"]
people = 2
rule = "unanimous"
"""


def main() -> None:
    """Make the project, answer in it, print."""
    items = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.toml"
        path.write_text(PROTOCOL, encoding="utf-8")
        talk = {"id": "d", "role": "dialogue", "turns": [{"speaker": "A", "text": "B."}]}
        article = {"id": "a", "role": "article", "paragraphs": [f"Paragraph {n}." for n in range(UNITS)]}
        records = ({"key": f"i{n}", "documents": [talk, article]} for n in range(items))
        with building.project(Path(folder), *records) as project:
            project.write(_scheme).result()
            bare = _answers(project, items // 4, "without a protocol")
            start = time.perf_counter()
            project.write(lambda connection: protocol_use.use(connection, str(path), "lea")).result()
            print(f"protocol use: {time.perf_counter() - start:.2f} s for {items:,} items")
            asked = _answers(project, items // 2, "in the task")
            print(f"an answer costs {asked / bare:.2f} of one without a protocol")
            times = []
            for _ in range(20):
                start = time.perf_counter()
                task_overview.lines(project.read_connection())
                times.append(time.perf_counter() - start)
            print(f"what each task still wants: p95 {1000 * sorted(times)[18]:.1f} ms")
            start = time.perf_counter()
            registry.compute("agreement", project.read_connection(), Params(resamples=0))
            print(f"agreement: {time.perf_counter() - start:.2f} s")
            print(f"file: {project.path.stat().st_size / 1e6:.1f} MB")


def _scheme(connection: Any) -> Any:
    return names.add_scheme(connection, "kgds-paragraph").id, protocol_use.renew(connection)


def _answers(project: Any, first: int, what: str) -> float:
    known = names.criteria(project.read_connection())
    row = next(r for r, c in known.items() if (c.scheme, c.id) == ("kgds-paragraph", "supporting"))
    times = []
    for item in range(first, first + 3):
        view = load_item_view(project.read_connection(), item)
        article = next(d for d in view.documents if d.role == "article")
        for who in PEOPLE:
            desk = DecisionWriter(project, who)
            for unit in article.units[:ANSWERED]:
                start = time.perf_counter()
                desk.add(item, Cell(unit.id, row, article.id)).result()
                times.append(time.perf_counter() - start)
    median = statistics.median(times)
    slow = sorted(times)[int(len(times) * 0.95)]
    print(f"an answer on disk, {what}: median {1000 * median:.2f} ms, p95 {1000 * slow:.2f} ms")
    return median


if __name__ == "__main__":
    main()
