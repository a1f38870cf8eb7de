"""Makes the golden project of the present schema version, once, when that version is released.

    python tests/golden/make.py

Writes ``project-vN.galley`` and, beside it, ``project-vN.jsonl``, what it must always export. Both are committed and
never made again: tests open every golden project with the newest Galley.
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from galley.core.domain import Action  # noqa: E402
from galley.core.exports.registry import export  # noqa: E402
from galley.core.importers.galley import IMPORTER  # noqa: E402
from galley.core.importers.run_import import import_files  # noqa: E402
from galley.core.project.project import Project  # noqa: E402
from galley.core.review import items  # noqa: E402
from galley.core.review.decision_writer import DecisionWriter  # noqa: E402
from galley.core.storage.schema import VERSION  # noqa: E402
from tests.core.building import record  # noqa: E402
from tests.core.made import NASTY, bring, review  # noqa: E402


def main() -> None:
    """Make both files, unless they are there."""
    path = Path(__file__).with_name(f"project-v{VERSION}.galley")
    if path.exists():
        sys.exit(f"{path} is there already; a golden project is made once.")
    with tempfile.TemporaryDirectory() as folder, Project.create(path) as project:
        odd = {"key": "odd", "documents": [{"id": "s", "role": "summary", "system": "x", "sentences": NASTY}]}
        bring(project, [record("one"), record("two"), odd], Path(folder))
        review(project, [("ann", action, n, n * 3, f"note {n}") for n, action in enumerate([*Action] * 2)])
        view, bea = items.load_item_view(project.read_connection(), 1), DecisionWriter(project, "bea")
        bea.read_tracker.record_view(view)
        bea.accept(1, view.flags()[0]).result()
        export(project, "galley", path.with_suffix(".jsonl"))
        import_files(project, IMPORTER, [path.with_suffix(".jsonl")])
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("VACUUM")


if __name__ == "__main__":
    main()
