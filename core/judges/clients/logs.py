"""Logs of other programs as recorded replies: Inspect (.json, .eval) and promptfoo (.json).

Which item a reply is about is what the log calls it: the id of Inspect's sample, or a variable of promptfoo's test
(``item``, ``key`` or ``id``). ``document``, ``part`` and ``sample`` are looked for beside it (in the sample's metadata,
among the variables); without a sample number the repetitions of one test are counted in their order (Inspect's epochs).
A log with replies of several models or prompts is refused: they would be mixed up under one name.
"""

from __future__ import annotations

import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from galley.core.errors import InputError
from galley.core.foreign_files import load_json
from galley.core.judges.clients._sdk import count, fields

MOST_BYTES = 1 << 30
"""Of a log, as it is and unpacked: it is held in memory whole."""
_ENDS = {"max_tokens": "truncated", "model_length": "truncated", "length": "truncated", "content_filter": "refused"}


def entries(path: Path) -> Iterator[Mapping[str, Any]] | None:
    """The replies of a log, each as a line of our own form; None where the file is no such log.

    Raises: InputError for a log that cannot be used, OSError.
    """
    if zipfile.is_zipfile(path):
        return _inspect(_read_zip(path), path)
    with path.open(encoding="utf-8-sig") as stream:
        head = stream.read(4_096).lstrip()
        if not head.startswith("{"):
            return None
        stream.seek(0)
        first = stream.readline().strip()
        if first.endswith("}") and _whole(first) and not _log(load_json(first)):
            return None  # a line of JSON Lines
        stream.seek(0)
        try:
            data = load_json(stream.read())
        except ValueError:
            return None
    if "samples" in data and "eval" in data:
        return _inspect(data["samples"] or [], path)
    if _promptfoo_results(data) is not None:
        return _promptfoo(_promptfoo_results(data) or [], path)
    return None


def _whole(line: str) -> bool:
    try:
        return isinstance(load_json(line), dict)
    except ValueError:
        return False


def _log(data: Mapping[str, Any]) -> bool:
    return ("samples" in data and "eval" in data) or _promptfoo_results(data) is not None


def _promptfoo_results(data: Mapping[str, Any]) -> list[Any] | None:
    results = data.get("results")
    results = results.get("results") if isinstance(results, dict) else results
    return results if isinstance(results, list) else None


def _read_zip(path: Path) -> list[Any]:
    """The samples of an .eval file, which is a zip of JSON."""
    samples = []
    try:
        with zipfile.ZipFile(path) as archive:
            inside = sorted(archive.namelist())
            names = [name for name in inside if name.startswith("samples/") and name.endswith(".json")]
            if sum(archive.getinfo(name).file_size for name in names) > MOST_BYTES:
                raise InputError(f"{path} unpacks to more than {MOST_BYTES:,} bytes; give a log of fewer samples.")
            samples = [load_json(archive.read(name)) for name in names]
    except (zipfile.BadZipFile, NotImplementedError, ValueError) as error:
        raise InputError(
            f"{path} cannot be unpacked here ({error}); convert it with inspect log convert --to json."
        ) from None
    if not samples:
        raise InputError(f"{path} contains no samples; give an Inspect log of a finished evaluation.")
    return samples


def _inspect(samples: list[Any], path: Path) -> Iterator[Mapping[str, Any]]:
    models = {fields(fields(sample).get("output")).get("model") for sample in samples} - {None, ""}
    _one(models, "models", path)
    again = Counter(str(fields(sample).get("id")) for sample in samples)
    for sample in map(fields, samples):
        output, about = fields(sample.get("output")), fields(sample.get("metadata"))
        choices = output.get("choices")
        first = fields(choices[0]) if isinstance(choices, list) and choices else {}
        content = fields(first.get("message")).get("content")
        reply = content if content is not None else output.get("completion", "")
        wrong = fields(sample.get("error")).get("message") or output.get("error")
        usage = fields(output.get("usage"))
        epoch, repeated = sample.get("epoch"), again[str(sample.get("id"))] > 1
        yield {
            "item": str(about.get("item", sample.get("id"))),
            "document": about.get("document"),
            "part": about.get("part"),
            "sample": about.get("sample", epoch - 1 if repeated and isinstance(epoch, int) else None),
            "finish": _ENDS.get(str(first.get("stop_reason")), "stop"),
            "answered": output.get("model"),
            "tokens_in": count(usage.get("input_tokens")),
            "tokens_out": count(usage.get("output_tokens")),
            **({"error": str(wrong)} if wrong else {"reply": reply}),
        }


def _promptfoo(results: list[Any], path: Path) -> Iterator[Mapping[str, Any]]:
    _one({_provider(entry) for entry in results} - {""}, "providers", path)
    _one({entry.get("promptIdx") for entry in map(fields, results)} - {None}, "prompts", path)
    seen: Counter[tuple[str, str, str]] = Counter()
    places = [_variables(entry) for entry in results]
    many = Counter(place[:3] for place in places)
    for entry, (item, document, part, sample) in zip(map(fields, results), places, strict=True):
        if not item:
            raise InputError(
                f"{path}: a test has no variable item, key or id, so its reply cannot be matched to an item; add"
                " one."
            )
        place = item, document, part
        response = fields(entry.get("response"))
        usage = fields(response.get("tokenUsage"))
        wrong = entry.get("error") if response.get("output") is None else None
        number = sample if sample is not None else seen[place] if many[place] > 1 else None
        seen[place] += 1
        yield {
            "item": item,
            "document": document or None,
            "part": part or None,
            "sample": number,
            "finish": _ENDS.get(str(response.get("finishReason")), "stop"),
            "tokens_in": count(usage.get("prompt")),
            "tokens_out": count(usage.get("completion")),
            **({"error": str(wrong)} if wrong else {"reply": response.get("output") or ""}),
        }


def _provider(result: Any) -> str:
    provider = fields(result).get("provider")
    return str(fields(provider).get("id") or provider or "")


def _variables(result: Any) -> tuple[str, str, str, int | None]:
    variables = fields(fields(result).get("vars") or fields(fields(result).get("testCase")).get("vars"))
    item = next((str(variables[name]) for name in ("item", "key", "id") if variables.get(name) not in (None, "")), "")
    sample = variables.get("sample")
    number = int(sample) if isinstance(sample, int) or (isinstance(sample, str) and sample.isdigit()) else None
    return item, str(variables.get("document") or ""), str(variables.get("part") or ""), number


def _one(names: set[Any], what: str, path: Path) -> None:
    if len(names) > 1:
        listing = ", ".join(sorted(map(str, names)))[:200]
        raise InputError(f"{path} holds replies of {len(names)} {what} ({listing}); give a log of one.")
