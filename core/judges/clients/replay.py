"""Recorded replies from a file, for tests, demonstrations and looking again at what a model once said.

JSON Lines, one reply a line, in either of two forms that may be mixed:

- ours: ``{"item": "visit-12", "document": "sum-a", "part": "extrinsic-context", "sample": 0, "reply": "…"}``, with
  ``finish`` ("stop", "truncated", "refused"), ``reasoning``, ``tokens_in``, ``tokens_out``, ``error`` (a sentence
  instead of a reply), ``answered`` (the model that gave it) and ``after`` (a delay in seconds) where wanted.
  ``part`` is what the call is asked: a criterion, a taxonomy or a step, as the call list shows it. Leave ``sample``,
  ``part`` or ``document`` out and the line stands for all. ``reply`` may be text, the parts of a message, or JSON.
- FineSurE's raw data: ``doc_id``, ``model`` and ``llm_output``, as the repository of the paper publishes them.

Logs of Inspect and promptfoo are read as well (see ``logs``).
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from galley.core.errors import InputError
from galley.core.foreign_files import load_json
from galley.core.judges.clients import _sdk, logs
from galley.core.judges.clients.base import CallError, Finish, Reply, Request
from galley.core.replies import thinking

MOST_SECONDS = 3_600
"""The longest delay that a line may ask for."""

_Place = tuple[str, str | None, str | None, int | None]


class RecordedReplies:
    """The replies of a file by place. Raises: InputError with file and line where it cannot be read."""

    def __init__(self, path: Path) -> None:
        self._replies: dict[_Place, Mapping[str, Any]] = {}
        try:
            if path.exists() and not path.is_file():  # a stored run may name a device or a pipe, which never ends
                raise InputError(f"{path} is not a file; name the file with the recorded replies.")
            if path.stat().st_size > logs.MOST_BYTES:
                raise InputError(f"{path} is larger than {logs.MOST_BYTES >> 20} MB; give a log of fewer samples.")
            log = logs.entries(path)
            if log is not None:
                for number, entry in enumerate(log, 1):
                    self._replies.setdefault(*_read(json.dumps(entry), path, number))
                return
            with path.open(encoding="utf-8-sig") as stream:
                for number, line in enumerate(stream, 1):
                    if line.strip():
                        place, entry = _read(line, path, number)
                        self._replies.setdefault(place, entry)
        except OSError as error:
            raise InputError(f"{path} cannot be read ({error.strerror}); check the path.") from error
        except UnicodeDecodeError:
            raise InputError(f"{path} is not UTF-8 text; give a JSON Lines file of recorded replies.") from None

    def __len__(self) -> int:
        return len(self._replies)

    def find(self, request: Request) -> Mapping[str, Any] | None:
        """The entry for a request: the most exact one wins."""
        item, document, part, sample = request.about
        for place in (
            (item, document, part, sample),
            (item, document, part, None),
            (item, document, None, sample),
            (item, document, None, None),
            (item, None, part, sample),
            (item, None, part, None),
            (item, None, None, None),
        ):
            if place in self._replies:
                return self._replies[place]
        return None


def _read(line: str, path: Path, number: int) -> tuple[_Place, Mapping[str, Any]]:
    try:
        entry = load_json(line, halves=True)  # a model's reply is made sound before it is kept
        load_json(json.dumps({name: value for name, value in entry.items() if name not in ("reply", "llm_output")}))
        if "llm_output" in entry:
            part = "alignment" if "pred_alignment_labels" in entry else "faithfulness"
            place: _Place = (entry["doc_id"], f"sum-{entry['model']}", part, None)
            return place, {"reply": entry["llm_output"]}
        if not isinstance(entry["item"], str) or ("reply" not in entry and "error" not in entry):
            raise KeyError("reply")
        Finish(entry.get("finish", Finish.STOP))
        if not 0 <= float(entry.get("after") or 0) <= MOST_SECONDS:
            raise ValueError
        return (entry["item"], entry.get("document"), entry.get("part"), entry.get("sample")), entry
    except (ValueError, KeyError, TypeError, AttributeError):
        raise InputError(
            f"{path}, line {number}: this is not a recorded reply; each line needs item and reply, or doc_id, model and"
            " llm_output."
        ) from None


class ReplayClient:
    """Gives recorded replies. A request without one is an error that costs nothing and stops nothing."""

    def __init__(self, recorded_replies: RecordedReplies) -> None:
        self._recorded_replies = recorded_replies

    async def complete(self, request: Request) -> Reply:
        """See ``Client``."""
        entry = self._recorded_replies.find(request)
        if entry is None:
            item, document, part, sample = request.about
            raise CallError(f"No reply is recorded for {item}, {document}, {part}, sample {sample + 1}.")
        if entry.get("after"):
            await asyncio.sleep(float(entry["after"]))
        if "error" in entry:
            raise CallError(str(entry["error"]))
        content, finish = _sdk.content(entry["reply"]), Finish(entry.get("finish", Finish.STOP))
        text = thinking.join_thoughts(content.thoughts or _sdk.content(entry.get("reasoning")).text, content.text)
        refusal = content.refusal or (content.text if finish is Finish.REFUSED else "")
        tokens = _sdk.count(entry.get("tokens_in")), _sdk.count(entry.get("tokens_out"))
        model = _sdk.version(entry.get("answered"))
        return Reply(text, Finish.REFUSED if refusal else finish, *tokens, refusal, model)

    async def close(self) -> None:
        """See ``Client``."""
