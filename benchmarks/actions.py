"""Actions a flag: how many keys or clicks it takes to decide every flag of a project, by item and by criterion.

``python -m benchmarks.actions [DATA]``, or ``actions`` among the others. The window itself is worked, and the actions
are those that it did: every key that reached an action, every click on a button or a row. Two data sets: the FineSurE
judgements beside the checkout (482 flags of two judges; absent elsewhere), and made-up records. And how long the next
flag takes by criterion at 100,000 items.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from itertools import islice
from pathlib import Path

from benchmarks import records
from benchmarks.figures import ROOT, apart, emit
from benchmarks.projects import Bench
from galley.core.importers import registry
from galley.core.importers.importing import import_files
from galley.core.incoming import ImportOptions, ImportReport, Parsed
from galley.core.project.ingest import ingest
from galley.core.project.project import Project

MOST = 1.1
"""Actions a flag by criterion, at most."""
MADE_UP = 60
ENVIRONMENT = {"QT_QPA_PLATFORM": "offscreen"}
WAYS = (("item", "key"), ("item", "mouse"), ("criterion", "key"), ("criterion", "mouse"))


def run(bench: Bench) -> None:
    """All of it."""
    count(bench.folder, ROOT.parent / "shared" / "data")
    copy = bench.folder / "walk.galley"
    shutil.copy(bench.large(), copy)
    found = _child(bench.folder, "next", copy)
    emit("by criterion, next flag painted, p95", found["p95"], "ms", n=found["n"], most=30, items=bench.many)
    copy.unlink()


def count(folder: Path, data: Path) -> None:
    """Actions a flag in each way, on each data set that is there."""
    made: dict[str, Path] = {"made-up records": _made_up(folder)}
    files = sorted((data / "finesure").glob("frank-raw-data-by-*.json"))
    if files:
        made["FineSurE"] = folder / "finesure.galley"
        with Project.create(made["FineSurE"]) as project:
            for file in files:
                import_files(project, registry.find("finesure"), [file])
    else:
        print(f"There is no FineSurE data in {data}: it is left out.", file=sys.stderr)
    for name, path in made.items():
        for order, by in WAYS:
            copy = folder / "counted.galley"
            shutil.copy(path, copy)
            found = _child(folder, "count", copy, order, by)
            limit = MOST if order == "criterion" else None
            figure = f"actions a flag, by {order}, by {by}, {name}"
            emit(figure, found["actions"] / found["flags"], "", n=found["flags"], most=limit, items=found["items"])
            copy.unlink()


def _child(folder: Path, *args: object) -> dict[str, float]:
    return apart("actions_child", *args, environment={**ENVIRONMENT, "GALLEY_HOME": str(folder / "home")})


def _made_up(folder: Path) -> Path:
    path = folder / "made-up.galley"
    with Project.create(path) as project:
        rows = (Parsed(record, "made up", n) for n, record in enumerate(islice(records.records(MADE_UP), MADE_UP), 1))
        project.write(lambda c: ingest(c, rows, ImportOptions(), ImportReport())).result()
    return path


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="galley-bench-") as made:
        count(Path(made), Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT.parent / "shared" / "data")
