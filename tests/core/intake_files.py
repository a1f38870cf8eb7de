"""One small file of every shape that a shipped mapping knows, written by ourselves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

TEXT = "The old mill was built in 1860. It is a library now."
GOOD, BAD = "The mill is a library now.", "It was built in 1680. It is a library."
YES = 'Here it is:\n```json\n{"hallucination": "yes", "explanation": "1680 is wrong"}\n```'
NO = '{"hallucination": false}'
"""What a judge replied, as text."""


ZERO, ONE = {"label": 0, "cut": "val"}, {"label": 1.0, "cut": "val"}


SHAPES: dict[str, tuple[str, list[dict[str, Any]]]] = {
    "cnn-dailymail": (".csv", [{"id": "a1", "article": TEXT, "highlights": GOOD}]),
    "xsum": (".csv", [{"id": "7", "document": TEXT, "summary": GOOD}]),
    "samsum": (".json", [{"id": "7", "dialogue": "Ann: Is it late?\r\nBo: Yes.", "summary": "Ann asks Bo."}]),
    "dialogsum": (".jsonl", [{"id": "7", "dialogue": "#P1#: Late?\n#P2#: Yes.", "summary": "Talk.", "topic": "x"}]),
    "aggrefact": (
        ".csv",
        [
            {"dataset": "d", "origin": "o", "id": "1", "doc": TEXT, "summary": BAD, "model_name": "bart"} | ZERO,
            {"dataset": "d", "origin": "o", "id": "2", "doc": TEXT + "!", "summary": GOOD, "model_name": "bart"} | ONE,
            {"dataset": "d", "origin": "o", "id": "1", "doc": TEXT, "summary": GOOD, "model_name": "t5"} | ONE,
        ],
    ),
    "summac": (".jsonl", [{"document": TEXT, "claim": BAD, "label": 0, "cut": "val", "model_name": "m"}]),
    "faithbench": (
        ".json",
        [
            {
                "sample_id": 0, "source": TEXT, "summary": BAD, "meta_model": "m/7b", "meta_hhem-2.1": 0.5,
                "annotations": [
                    {"annotator": "p", "label": ["Unwanted", "Unwanted.Intrinsic"], "note": "1860",
                     "summary_span": "1680",
                     "summary_start": 16, "summary_end": 20, "source_span": "built in 1860", "source_start": 17},
                    {"annotator": "q", "label": ["Benign"], "note": "", "summary_span": "It is",
                     "summary_start": 22, "summary_end": 27},
                    {"annotator": "q", "label": ["Questionable"], "note": "?", "summary_span": "It",
                     "summary_start": 0, "summary_end": 2},
                ],
            }
        ],
    ),
    "ragtruth-sources": (
        ".jsonl",
        [
            {"source_id": "s1", "task_type": "Summary", "source": "CNN", "source_info": TEXT, "prompt": "Summarise"},
            {"source_id": "s2", "task_type": "QA", "source": "M", "source_info": {"question": "?"}, "prompt": "Answer"},
        ],
    ),
    "ragtruth": (
        ".jsonl",
        [
            {"id": "1", "source_id": "s1", "model": "m1", "temperature": 0.7, "split": "test", "quality": "good",
             "response": BAD,
             "labels": [{"start": 16, "end": 20, "text": "1680", "meta": "wrong", "label_type": "Evident Conflict",
                         "implicit_true": False, "due_to_null": False}]},
            {"id": "2", "source_id": "s1", "model": "m2", "temperature": 0.7, "split": "test", "quality": "good",
             "response": GOOD, "labels": []},
        ],
    ),
    "openai-batch": (
        ".jsonl",
        [
            {"id": "b1", "custom_id": "s1|m1", "error": None, "response": {"status_code": 200, "request_id": "r",
             "body": {"model": "gpt", "choices": [{"index": 0, "message": {"role": "assistant", "content": YES}}]}}},
            {"id": "b2", "custom_id": "s1|m2", "error": None, "response": {"status_code": 200, "request_id": "r",
             "body": {"model": "gpt", "choices": [{"index": 0, "message": {"role": "assistant", "content": NO}}]}}},
            {"id": "b3", "custom_id": "s1|m2", "error": None,
             "response": {"status_code": 500, "request_id": "r", "body": {"error": {"message": "busy"}}}},
            {"id": "b4", "custom_id": "s1|m2", "response": None, "error": {"code": "batch_expired", "message": "late"}},
        ],
    ),
    "anthropic-batch": (
        ".jsonl",
        [
            {"custom_id": "s1|m1", "result": {"type": "succeeded", "message": {"model": "gpt", "role": "assistant",
             "content": [{"type": "text", "text": YES}], "stop_reason": "end_turn"}}},
            {"custom_id": "s1|m2", "result": {"type": "succeeded", "message": {"model": "gpt", "role": "assistant",
             "content": [{"type": "text", "text": NO}], "stop_reason": "end_turn"}}},
            {"custom_id": "s1|m2", "result": {"type": "errored", "error": {"type": "overloaded_error"}}},
        ],
    ),
    "argilla": (
        ".json",
        [
            {"id": "r1", "status": "completed", "fields": {"source": TEXT, "summary": BAD}, "vectors": {},
             "metadata": {"system": "bart"},
             "suggestions": {"hallucination": {"value": "yes", "score": 0.9, "agent": "gpt"}},
             "responses": {"hallucination": [{"value": "yes", "user_id": "u1"}, {"value": "no", "user_id": "u2"}]}}
        ],
    ),
    "doccano": (".jsonl", [{"id": 1, "text": BAD, "article": TEXT, "label": [[16, 20, "hallucination"]]}]),
    "doccano-entities": (
        ".jsonl",
        [{"id": 1, "text": BAD, "relations": [], "Comments": [],
          "entities": [{"id": 5, "label": "hallucination", "start_offset": 16, "end_offset": 20}]}],
    ),
    "prodigy": (
        ".jsonl",
        [
            {"text": BAD, "_input_hash": -5, "_task_hash": 6, "answer": "accept", "_annotator_id": "ada",
             "meta": {"system": "bart"}, "spans": [{"start": 16, "end": 20, "label": "hallucination"}]},
            {"text": GOOD, "_input_hash": 9, "_task_hash": 7, "answer": "ignore", "_annotator_id": "ada", "spans": []},
        ],
    ),
}  # fmt: skip


def write(folder: Path, name: str) -> Path:
    """The small file of a shape."""
    suffix, rows = SHAPES[name]
    path = folder / f"{name}{suffix}"
    if suffix == ".csv":
        import csv

        with path.open("w", newline="", encoding="utf-8") as stream:
            writer = csv.DictWriter(stream, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
    elif suffix == ".json":
        path.write_text(json.dumps(rows, indent=1), encoding="utf-8")
    else:
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def held(project: Any) -> list[str]:
    """All that a project holds, but for what the writer notes about its journal."""
    return [line for line in project.reader().iterdump() if "VALUES('journal'," not in line]
