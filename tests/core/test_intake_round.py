"""Every file of ``tests/intake/`` comes in by command, by guess alone or by one small mapping, and leaves as a data set
that pandas loads with the same verdicts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas
import pytest

from galley.core import paths
from galley.core.cli import main
from tests.core.intake_files import FOLDER, SHAPES
from tests.core.test_intake_shapes import BATCHES, EXPECTED, RATED

MOST_LINES = 10
WHOLE = ("whole", 0)
TABLE = [
    ("coast/2", "ann", "human", "bart", *WHOLE, "no", None, None),
    ("coast/2", "ann", "human", "t5", *WHOLE, "no", None, None),
    ("town/1", "ann", "human", "bart", *WHOLE, "yes", None, None),
    ("town/1", "ann", "human", "t5", *WHOLE, "no", None, None),
    ("town/2", "ann", "human", "bart", *WHOLE, "no", None, None),
    ("town/2", "ann", "human", "t5", *WHOLE, "yes", None, None),
]
"""What the mapping of ``table`` makes of the rows in ``make.py``, worked out by hand."""
BATCH = [
    ("s1", "gpt", "judge", "m1", *WHOLE, "yes", "1680 is wrong", None),
    ("s1", "gpt", "judge", "m2", *WHOLE, "no", None, None),
    ("s1", "gpt", "judge", "m3", *WHOLE, None, None, None),
    ("s1", "ragtruth", "gold", "m1", "sentence", 0, "yes", "wrong", "1680"),
]
OFFERED = ("dialogsum", "samsum", "xsum")
BEFORE = {name: ("ragtruth-sources", "ragtruth") for name in BATCHES}
BEFORE |= {"govreport-arxiv-ratings": ("govreport", "arxiv")}


def galley(*words: object) -> None:
    assert main([str(word) for word in words]) == 0


def loaded(folder: Path) -> list[tuple[Any, ...]]:
    """The answers of a data set as pandas reads them; what follows from silence or from a rule is left out."""
    found = []
    for path in sorted((folder / "data").glob("*/*.parquet")):
        frame = pandas.read_parquet(path)
        if path.parent.name == "items":
            continue
        for row in json.loads(frame.to_json(orient="records", date_format="iso")):
            if row["origin"] in ("judged", "rule"):
                continue
            marked = "\n".join(row["unit_text"][s["start"] : s["end"]] for s in row["spans"] or ())
            place = (row["unit_kind"], 0 if row["unit"] == "whole" else int(row["unit"]))
            found.append((row["key"], row["annotator"], row["kind"], row["system"] or "", *place, row["value"],
                          row["explanation"] or None, marked or None))  # fmt: skip
    return sorted(found, key=str)


def texts(folder: Path) -> dict[str, dict[tuple[str, str], str]]:
    """The texts of each item of a data set."""
    found: dict[str, dict[tuple[str, str], str]] = {}
    for path in sorted((folder / "data" / "items").glob("*.parquet")):
        for row in pandas.read_parquet(path).to_dict("records"):
            found[row["key"]] = {(d["role"], d["system"] or ""): d["text"] for d in row["documents"]}
    return found


def round_trip(folder: Path, *files: tuple[Path, str]) -> Path:
    """The data set of a project into which the files came, each by its mapping ("" for a guess)."""
    project, out = folder / "p.galley", folder / "out"
    for file, mapping in files:
        galley("import", "--format", "auto", file, "--project", project, *(("--mapping", mapping) if mapping else ()))
    galley("export", "dataset", out, "--project", project, "--licence", "cc0-1.0")
    return out


@pytest.mark.parametrize("name", SHAPES)
def test_a_published_shape_goes_in_and_out_again(name: str, tmp_path: Path) -> None:
    by_name = (*OFFERED, *BATCHES, "govreport")
    copies = [*BEFORE.get(name, ()), name] if name != "ragtruth" else ["ragtruth-sources", name]
    files = []
    for each in copies:
        files.append(tmp_path / SHAPES[each].name)
        files[-1].write_bytes(SHAPES[each].read_bytes())
    out = round_trip(tmp_path, *((f, each if each in by_name else "") for f, each in zip(files, copies, strict=True)))
    if name in RATED:  # worked out by other programs in test_intake_longsumeval.py
        assert {row[2] for row in loaded(out)} <= {"human"} and texts(out)
        return
    assert loaded(out) == sorted(BATCH if name in BATCHES else BATCH[-1:] if name == "ragtruth" else EXPECTED[name])
    assert texts(out)
    if name in BATCHES:
        (unscored,) = [
            row for path in (out / "data" / "judges").glob("*.parquet")
            for row in pandas.read_parquet(path).to_dict("records") if pandas.isna(row["value"])
        ]  # fmt: skip
        assert unscored["reason"].startswith("unreadable reply: ") and "contains no JSON" in unscored["reason"]


@pytest.mark.parametrize("form", ["csv", "utf16.tsv", "xlsx", "ods", "parquet", "json", "jsonl"])
def test_one_table_in_any_form_goes_in_and_out_again(form: str, tmp_path: Path) -> None:
    source = FOLDER / (f"table-{form}" if form.startswith("utf16") else f"table.{form}")
    (tmp_path / source.name).write_bytes(source.read_bytes())
    out = round_trip(tmp_path, (tmp_path / source.name, str(FOLDER / "mappings" / "table.json")))
    assert loaded(out) == TABLE
    found = texts(out)
    assert found.keys() == {"town/1", "town/2", "coast/2"}
    assert found["town/2"]["article", ""] == "Über den Fluß fährt eine Fähre; sie heißt „Möwe“ 😀."
    assert found["coast/2"]["summary", "t5"] == "Two red boats left\nat noon."
    items = pandas.concat(pandas.read_parquet(p) for p in (out / "data" / "items").glob("*.parquet"))
    assert dict(zip(items["key"], items["dataset"], strict=True))["coast/2"] == "coast"


def test_a_folder_of_texts_goes_in_and_out_again_by_guess_alone(tmp_path: Path) -> None:
    found = texts(round_trip(tmp_path, (FOLDER / "texts", "")))
    assert found == {
        "ferry": {("article", ""): "The ferry sails at noon.\n", ("summary", "bart"): "Die Fähre fährt um zwölf.\n"},
        "mill": {
            ("article", ""): "The old mill was built in 1860. It is a library now.\n",
            ("summary", "bart"): "The mill is a library.\n",
            ("summary", "t5"): "Mill from 1680.\n",
        },
    }


def test_no_mapping_has_more_than_ten_lines() -> None:
    mappings = [*(paths.resources() / "mappings").glob("*.json"), *(FOLDER / "mappings").glob("*.json")]
    assert len(mappings) == len(SHAPES) + 1
    assert all(len(path.read_text("utf-8").splitlines()) <= MOST_LINES for path in mappings)
