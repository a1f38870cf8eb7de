"""Actions a flag: how many keys or clicks it takes to decide every flag of a project, by item and by criterion.

``python -m benchmarks.actions [DATA [ITEMS]]``, or ``actions`` among the others. The window itself is worked, and the
actions are those that it did: every key that reached an action, every click on a button or a row. Two data sets beside
the checkout, absent elsewhere: the FineSurE judgements (482 flags of two judges), and clinical dialogues that its
pipeline judged (errors of sentences, key facts that a summary lacks); and made-up records. And how long the next flag
takes by criterion at 100,000 items.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from benchmarks import records
from benchmarks.figures import ROOT, apart, emit
from benchmarks.projects import Bench
from galley.core.import_types import ImportOptions, ImportReport, ParsedRecord
from galley.core.importers import registry
from galley.core.importers.run_import import import_files
from galley.core.project.import_records import ingest
from galley.core.project.project import Project

MOST = 1.1
"""Actions a flag by criterion, at most."""
MOST_BY_ITEM = 1.4
"""The same by item, where every summary is read and every item finished."""
ITEMS = 30
"""Items that are finished in each way by item, the first of each data set; all of FineSurE's take several minutes."""
MADE_UP = 60
MISSING = {"scheme": "kgds-fact", "criterion": "key-fact-missing"}
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


def count(folder: Path, data: Path, items: int = ITEMS) -> None:
    """Actions a flag in each way, on each data set that is there; by item of the first ``items``."""
    made: dict[str, Path] = {}
    files = sorted((data / "finesure").glob("frank-raw-data-by-*.json"))
    if files:
        made["FineSurE"] = folder / "finesure.galley"
        with Project.create(made["FineSurE"]) as project:
            for file in files:
                import_files(project, registry.find("finesure"), [file])
    else:
        print(f"There is no FineSurE data in {data}: it is left out.", file=sys.stderr)
    clinical = next(iter(sorted((data / "clinical_finesure").glob("output__finesure_pipeline*.json"))), None)
    if clinical is not None:
        made["clinical"] = folder / "clinical.galley"
        _keep(made["clinical"], _clinical(clinical))
    else:
        print(f"There are no clinical dialogues in {data}: they are left out.", file=sys.stderr)
    made["made-up records"] = _made_up(folder)
    for name, path in made.items():
        for order, by in WAYS:
            copy = folder / "counted.galley"
            shutil.copy(path, copy)
            found = _child(folder, "count", copy, order, by, items)
            limit = MOST if order == "criterion" else MOST_BY_ITEM if (name, by) == ("FineSurE", "key") else None
            figure = f"actions a flag, by {order}, by {by}, {name}"
            emit(figure, found["actions"] / found["flags"], "", n=found["flags"], most=limit, items=found["items"])
            if order == "item":
                emit(f"summaries finished unread, by {by}, {name}", found["unread"], "", n=found["items"], most=0)
            copy.unlink()


def _child(folder: Path, *args: object) -> dict[str, float]:
    return apart("actions_child", *args, environment={**ENVIRONMENT, "GALLEY_HOME": str(folder / "home")})


def _made_up(folder: Path) -> Path:
    path = folder / "made-up.galley"
    _keep(path, islice(records.records(MADE_UP), MADE_UP))
    return path


def _keep(path: Path, made: Iterable[dict[str, Any]]) -> None:
    with Project.create(path) as project:
        rows = (ParsedRecord(record, path.name, n) for n, record in enumerate(made, 1))
        project.write(lambda c: ingest(c, rows, ImportOptions(), ImportReport())).result()


def _clinical(path: Path) -> Iterator[dict[str, Any]]:
    """Native records of what the pipeline's judge said of clinical dialogues: an item a dialogue, a flag for the type
    of each error, and one for each key fact that a summary lacks."""
    items: dict[str, dict[str, Any]] = {}
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        said = row["pred_labels"]
        turns = [turn.partition(":") for turn in row["transcript"].splitlines() if turn.strip()]
        spoken = [{"speaker": who.strip(), "text": words.strip()} for who, _, words in turns]
        facts = [
            {"id": f"f{n}", "kind": "fact", "type": "key", "text": text, "from": [["dialogue", "whole"]]}
            for n, text in enumerate(row["keyfact_list"])
        ]
        first = {"id": "dialogue", "role": "dialogue", "turns": spoken}
        item = items.setdefault(
            row["sample_id"], {"key": row["sample_id"], "documents": [first], "units": facts, "verdicts": []}
        )
        name = f"sum-{len(item['documents'])}"
        system = {"id": name, "role": "summary", "system": row["summarizer"], "sentences": row["summary_list"]}
        item["documents"].append(system)
        by = {"annotator": row["labler"], "kind": "judge", "value": "yes"}
        for at, error in enumerate(said["factuality_types"]):
            if error != "no error":
                cell = {"document": name, "unit": at, "scheme": "finesure", "criterion": error.replace(" ", "-")}
                item["verdicts"].append(by | cell)
        for at, held in enumerate(said["keyfact_alignment_labels"]):
            if not held:
                item["verdicts"].append(by | {"unit": f"f{at}", "about": name, **MISSING})
    yield from items.values()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="galley-bench-") as made:
        data = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT.parent / "shared" / "data"
        count(Path(made), data, int(sys.argv[2]) if len(sys.argv) > 2 else ITEMS)
