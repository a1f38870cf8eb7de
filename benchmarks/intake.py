"""Tables and trees by a mapping, against the bare reader and bare SQLite; and the memory of a file that is far larger.

python -m benchmarks.intake FILE PROJECT         imports in this process; prints {"seconds", "items", "peak"}
python -m benchmarks.intake --bare FILE          only reads the rows; prints {"seconds"}
python -m benchmarks.intake --write FILE MB      writes a file of at least so many megabytes
"""

from __future__ import annotations

import csv
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks import records
from benchmarks.figures import apart, emit, median
from benchmarks.importing import peak
from benchmarks.projects import Bench

PAIRS = 3
LARGE, MOST = 200, 400
"""Megabytes of the large file, and of memory that a file of any size may take."""
MAPPING: dict[str, Any] = {
    "key": "{set}/{no}", "dataset": "set", "split": "cut", "article": "text",
    "summaries": [{"each": "out_*", "text": ".", "system": {"of": "@", "match": "out_(.*)"}}],
    "verdicts": [{"each": "wrong_*", "criterion": "=basic/hallucination", "annotator": "=ann", "kind": "=human",
                  "system": {"of": "@", "match": "wrong_(.*)"}, "value": {"of": ".", "map": {"1": "yes", "0": "no"}}}],
    "scores": [{"metric": "=rouge", "value": "rouge", "system": "=a"}],
}  # fmt: skip


def rows(count: int) -> Iterator[dict[str, Any]]:
    """Rows with an article, two summaries with a label each, and a score. As in published sets, some articles have a
    line a paragraph, others (every second one) are one line, whose sentences have to be found."""
    for number, record in enumerate(records.records(count)):
        texts = {each["role"]: each for each in record["documents"]}
        divider = (" ", "\n")[number % 2]
        article = divider.join(_words(each, divider) for each in record["documents"] if each["role"] != "summary")
        yield {
            "set": "news", "no": number, "cut": "test", "text": article, "out_a": _words(texts["summary"]),
            "out_b": _words(texts["summary"])[:80], "wrong_a": number % 2, "wrong_b": number % 3 % 2,
            "rouge": round(number % 97 / 97, 4),
        }  # fmt: skip


def _words(document: dict[str, Any], divider: str = " ") -> str:
    parts = next(document[name] for name in ("turns", "paragraphs", "sentences") if name in document)
    return divider.join(each if isinstance(each, str) else each["text"] for each in parts)


def write(path: Path, count: int) -> None:
    """A file of these rows, CSV or JSON Lines by its suffix."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        if path.suffix == ".csv":
            writer = csv.DictWriter(stream, list(next(rows(1))))
            writer.writeheader()
            writer.writerows(rows(count))
        else:
            stream.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows(count))


def write_large(path: Path, megabytes: int) -> int:
    """JSON Lines of at least so many megabytes; how many rows."""
    some = list(rows(500))
    size = number = 0
    with path.open("wb") as stream:
        while size < megabytes * 1_000_000:
            line = json.dumps({**some[number % len(some)], "no": number}, ensure_ascii=False) + "\n"
            size, number = size + stream.write(line.encode()), number + 1
    return number


def run(bench: Bench) -> None:
    """Each form and its bare reading with bare inserting in turn, each in a process of its own; medians of PAIRS."""
    for form in ("jsonl", "csv"):
        source, bare = bench.folder / f"rows.{form}", bench.folder / "bare.db"
        write(source, bench.items)
        ours: list[float] = []
        plain: list[float] = []
        for number in range(PAIRS):
            project = bench.folder / f"intake-{form}-{number}.galley"
            done = apart("intake", source, project)
            ours.append(done["items"] / done["seconds"])
            read = apart("intake", "--bare", source)["seconds"]
            plain.append(done["items"] / (read + apart("bare", project, bare)["seconds"]))
            project.unlink()
        emit(
            f"intake of {form} by a mapping",
            median(ours),
            "items/s",
            n=bench.items,
            bare=median(plain),
            ratio_least=0.4,
            pairs=[f"{a:.0f}/{b:.0f}" for a, b in zip(ours, plain, strict=True)],
        )
    megabytes = LARGE * bench.items // 10_000
    source = bench.folder / "large.jsonl"
    count = write_large(source, megabytes)
    done = apart("intake", source, bench.folder / "large-intake.galley", patience=3_000)
    emit(f"intake of {megabytes} MB of JSON Lines, peak of the process", done["peak"], "MB", n=count, most=MOST)


def take(source: Path, project: Path) -> dict[str, float]:
    """Import ``source`` by the mapping: seconds until it is on disk, and the most memory this process had, in MB."""
    from galley.core.import_types import ImportOptions
    from galley.core.importers import registry
    from galley.core.importers.run_import import import_files
    from galley.core.project.project import Project
    from galley.core.tables import mapping

    project.unlink(missing_ok=True)
    options = ImportOptions(mapping=mapping.parse_mapping(MAPPING, "the benchmark"))
    with Project.create(project) as opened:
        start = time.perf_counter()
        report = import_files(opened, registry.find("table"), [source], options)
        seconds = time.perf_counter() - start
    return {"seconds": seconds, "items": report.counts["items"], "peak": peak()}


def read_barely(source: Path) -> float:
    """Seconds that the bare reader takes: orjson on each line, or csv."""
    import orjson

    start = time.perf_counter()
    if source.suffix == ".csv":
        with source.open(encoding="utf-8", newline="") as stream:
            for row in csv.reader(stream):
                len(row)
    else:
        with source.open("rb") as stream:
            for line in stream:
                orjson.loads(line)
    return time.perf_counter() - start


if __name__ == "__main__":
    if sys.argv[1] == "--bare":
        print(json.dumps({"seconds": read_barely(Path(sys.argv[2]))}))
    elif sys.argv[1] == "--write":
        print(json.dumps({"rows": write_large(Path(sys.argv[2]), int(sys.argv[3]))}))
    else:
        print(json.dumps(take(Path(sys.argv[1]), Path(sys.argv[2]))))
