"""Published outputs on the KGDS benchmark: summaries, verification, error detection and feedback, onto its items.

JSON Lines, or one list: an object for each sample, model, pattern and paradigm. The paper gives no file of outputs, so
the form follows what it says of them (sections 4.3 to 4.5, appendices C and D) and how its data set is written:

- ``sample`` (from 1, or ``key``), ``model``, ``pattern`` (EBS-AOS, ABS-AOS), ``paradigm`` (structured-prompt if it is
  not there, self-reflection);
- ``EBS``: numbers of paragraphs from 1, or objects like those of ``BSP``; or ``ABS``: the text; ``AOS``: the text. The
  names that our own prompts ask replies for (paragraphs, background_summary, opinion_summary) do as well;
- ``verifier``: the model that said what follows. ``BSPAF``, ``BNPAF``: the facts as in the data set, all paragraphs
  with all facts in order, those that were verified with a ``verification``; ``CAO``: an object an opinion with
  ``opinion``, ``verification`` and, where it is not covered, ``error`` (its name or its abbreviation of table 2);
- ``feedback``: expert or own, which of the two extracts the model prefers.

A verification is 1 or 0, true or false, YES or NO; null is an answer that could not be read. Facts and opinions are
those that ``kgds`` took in: a text that differs from the project's is refused. A fact of another name has an ``id``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from galley.core.definitions.schemes import read_built_in_schemes
from galley.core.import_types import ImportOptions, ImportReport, ParsedRecord
from galley.core.judges.methods import _kgds
from galley.core.judges.methods.summarize import document_name
from galley.core.tables import json_lines, preview
from galley.core.tables.json_lines import JsonFields

NOT_THERE = "the facts and opinions of KGDS.json"
"""Named as the home of a unit that must be in the project already, so that none is made."""
UNREAD = "the file has no answer"
ANSWERS = {1: True, 0: False, "yes": True, "no": False}
"""What a verification may say; true and false are 1 and 0."""


class KGDSOutputsImporter:
    """See the module."""

    name = "kgds-outputs"
    title = "Outputs on the KGDS benchmark: summaries, verification, errors, feedback"
    reads = "outputs on the KGDS benchmark ([form](paper-methods.md#outputs-of-others))"
    becomes = "summaries, verification, errors and feedback, onto its items"
    suffixes: tuple[str, ...] = (".jsonl", ".json")

    def recognises(self, head: bytes, path: Path) -> bool:
        """Objects with a model and a pattern, and what it made or was said of it."""
        start = preview.first_element(head) or preview.first_record(head)
        names = (b'"AOS"', b'"EBS"', b'"ABS"', b'"CAO"', b'"opinion_summary"', b'"feedback"')
        return b'"pattern"' in start and b'"model"' in start and any(name in start for name in names)

    def read(self, paths: Sequence[Path], options: ImportOptions, report: ImportReport) -> Iterator[ParsedRecord]:
        """Yield one record a line, joined to the item of its sample. Raises: InputError."""
        preview.check_files(paths, report, self.title, self.recognises)
        for path in paths:
            whole = preview.first_element(preview.head_of(path))
            for line, raw in (json_lines.elements if whole else json_lines.records)(path, report):
                yield ParsedRecord(_record(JsonFields(raw, path, line), options.annotator), str(path), line, (), True)


def _record(fields: JsonFields, annotator: str) -> dict[str, Any]:
    key = fields.text("key") if "key" in fields.raw else f"kgds-{fields.whole('sample'):03}"
    model, pattern = fields.text("model"), fields.text("pattern").lower()
    if pattern not in _kgds.PATTERNS:
        raise fields.fault(f"the pattern “{pattern}” is unknown; there are: EBS-AOS, ABS-AOS.")
    paradigm = fields.raw.get("paradigm") or _kgds.FIRST
    if paradigm not in _kgds.PARADIGMS:
        raise fields.fault(f"the paradigm “{paradigm}” is unknown; there are: {', '.join(_kgds.PARADIGMS)}.")
    turn = 1 + _kgds.PARADIGMS.index(paradigm)
    names = {p: f"{document_name(model)}-{pattern}-{turn}-{p}" for p in (_kgds.BACKGROUND, _kgds.OPINION)}
    meta = {"pattern": pattern, "paradigm": paradigm, "turn": turn}
    head = {"role": "summary", "system": model}
    documents = []
    if (background := _background(fields, pattern)) is not None:
        more = background.pop("meta", {})
        documents.append({"id": names["background"], **head, "part": "background", "meta": meta | more, **background})
    if (opinions := _either(fields, "AOS", "opinion_summary")) is not None:
        documents.append({"id": names["opinion"], **head, "part": "opinion", "meta": meta, "text": opinions})
    verifier = annotator or str(fields.raw.get("verifier") or "published verifier")
    units, verdicts = _facts(fields, verifier, names["background"])
    more_units, more = _opinions(fields, verifier, names["opinion"])
    verdicts += more
    if fields.raw.get("feedback") is not None:
        feedback = fields.text("feedback")
        if feedback not in ("expert", "own"):
            raise fields.fault(f"the feedback “{feedback}” is neither expert nor own.")
        who = _judge(model, "kgds-feedback") | {"scheme": _kgds.PARAGRAPHS, "criterion": _kgds.BETTER}
        verdicts.append(who | {"document": names["background"], "unit": "whole", "value": feedback})
    return {"key": key, "documents": documents, "units": units + more_units, "verdicts": verdicts}


def _judge(model: str, method: str) -> dict[str, Any]:
    return {"annotator": f"{model} {method}", "kind": "judge", "method": method, "model": model}


def _either(fields: JsonFields, name: str, other: str) -> str | None:
    field = name if name in fields.raw else other
    return fields.text(field) if field in fields.raw else None


def _background(fields: JsonFields, pattern: str) -> dict[str, Any] | None:
    if pattern == _kgds.WRITTEN:
        text = _either(fields, "ABS", "background_summary")
        return None if text is None else {"text": text}
    paragraphs = fields.raw.get("EBS", fields.raw.get("paragraphs"))
    if paragraphs is None:
        return None
    if not isinstance(paragraphs, list):
        raise fields.fault("“EBS” must be a list of paragraphs.")
    texts_by_place: dict[int, str] = {}
    for paragraph in paragraphs:
        entry = JsonFields(
            paragraph if isinstance(paragraph, dict) else {"paragraph_index": paragraph}, fields.path, fields.line
        )
        number = entry.whole("paragraph_index")
        if number < 1:
            raise fields.fault(f"“EBS” names paragraph {number}; paragraphs count from 1.")
        texts_by_place[number - 1] = entry.text("paragraph_text") if "paragraph_text" in entry.raw else ""
    texts = [texts_by_place[place] for place in sorted(texts_by_place)]
    return {"paragraphs": texts if all(texts) else [], "meta": {"paragraphs": sorted(texts_by_place)}}


def _facts(fields: JsonFields, verifier: str, about: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The verified facts with the names that they have in the project, and what was said of them."""
    lists = [(name, fields.objects(name)) for name in ("BSPAF", "BNPAF") if name in fields.raw]
    groups = [(group.whole("paragraph_index"), name, group) for name, facts in lists for group in facts]
    units, verdicts, number = list[dict[str, Any]](), list[dict[str, Any]](), 0
    who = _judge(verifier, "kgds-verify") | {"scheme": _kgds.FACTS, "about": about}
    for _, kind, group in sorted(groups, key=lambda group: group[0]):
        for fact in group.objects("atomic_facts"):
            number += 1
            if "verification" not in fact.raw:
                continue
            name = str(fact.raw.get("id") or f"f{number}")
            units.append({"id": name, "kind": "fact", "text": fact.text("atomic_fact"), "document": NOT_THERE})
            criterion = _kgds.MISSING if kind == "BSPAF" else _kgds.INCLUDED
            answer = _answer(fact)
            verdicts.append(
                who | {"criterion": criterion, "unit": name} | _fault_verdict(answer, answer is (kind == "BNPAF"))
            )
    return units, verdicts


def _opinions(fields: JsonFields, verifier: str, about: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    units, verdicts = list[dict[str, Any]](), list[dict[str, Any]]()
    who = _judge(verifier, "kgds-verify") | {"scheme": _kgds.OPINIONS, "about": about}
    detector = _judge(verifier, "kgds-opinion-errors") | {"scheme": _kgds.OPINIONS, "about": about}
    for number, opinion in enumerate(fields.objects("CAO") if "CAO" in fields.raw else (), 1):
        if "verification" not in opinion.raw:
            continue
        name = str(opinion.raw.get("id") or f"o{number}")
        units.append({"id": name, "kind": "opinion", "text": opinion.text("opinion"), "document": NOT_THERE})
        is_covered = _answer(opinion)
        verdicts.append(
            who | {"criterion": _kgds.UNCOVERED, "unit": name} | _fault_verdict(is_covered, is_covered is False)
        )
        if opinion.raw.get("error") is None:
            continue
        if is_covered is not False:
            raise fields.fault(f"the opinion {name} has an error, and the file does not say that it is not covered.")
        error, errors = opinion.text("error"), _errors()
        if error.casefold() not in errors:
            raise fields.fault(f"the error “{error}” is none of the five: {', '.join(sorted(set(errors.values())))}.")
        verdicts += [
            detector
            | {"criterion": error_id, "unit": name, "value": "yes" if error_id == errors[error.casefold()] else "no"}
            for error_id in dict.fromkeys(errors.values())
        ]
    return units, verdicts


def _answer(fields: JsonFields) -> bool | None:
    answer = fields.raw["verification"]
    if answer is None:
        return None
    answer_key = answer.casefold() if isinstance(answer, str) else answer
    if isinstance(answer_key, list | dict) or answer_key not in ANSWERS:
        raise fields.fault(f"the verification “{str(answer)[:60]}” is neither 1 nor 0.")
    return ANSWERS[answer_key]


def _fault_verdict(answer: bool | None, fault: bool) -> dict[str, Any]:
    return {"value": None, "reason": UNREAD} if answer is None else {"value": "yes" if fault else "no"}


def _errors() -> dict[str, str]:
    """The five errors by name, id and abbreviation."""
    scheme = read_built_in_schemes()[_kgds.OPINIONS]
    five = next(rollup.criteria for rollup in scheme.combined_criteria if rollup.id == "opinion-error")
    return {name.casefold(): c.id for c in scheme.criteria if c.id in five for name in (c.id, c.name, *c.aliases)}


IMPORTER = KGDSOutputsImporter()
