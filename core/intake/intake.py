"""From files and a mapping to native records: everything is read, and only then anything is given.

So what has to be refused is known, with counts, before the first record is written.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from galley.core.errors import RowsRefused
from galley.core.incoming import ImportReport, Parsed
from galley.core.intake import assembling, guessing, pathlang, shipped_mappings, sources, trees, valuelang
from galley.core.intake.builder import Builder, Refused
from galley.core.intake.elements import Element
from galley.core.intake.mapping import Mapping, MappingQuestion
from galley.core.intake.pathlang import Scope, Wrong
from galley.core.intake.spool import Spool
from galley.core.intake.valuelang import Value, canonical
from galley.core.text.counted import counted

COUNTED = 100_000
"""Elements that are looked at for the counts beside a question."""
BEAT = 1_000
PREVIEWED = 20
SAID = 5


def chosen(paths: Sequence[Path], report: ImportReport) -> Mapping:
    """The mapping for files that come without one: the shipped one that fits, else a guess; how it came is noted.

    Raises: InputError where two shipped ones fit.
    """
    first = shipped_mappings.head(paths[0])
    names = shipped_mappings.fields(first)
    fits = shipped_mappings.fitting(names)
    if len(fits) > 1:
        raise RowsRefused(f"{paths[0]} fits several mappings: {', '.join(fits)}; say which one (--mapping NAME).")
    if fits:
        mapping = shipped_mappings.shipped()[fits[0]]
        report.note(
            str(paths[0]), 0, f"read by the shipped mapping {fits[0]}, whose fields it has ({mapping.given['title']})."
        )
        return mapping
    guess, reasons = guessing.guess(first)
    for reason in reasons:
        report.note(str(paths[0]), 0, f"guessed: {reason.text}")
    if offered := shipped_mappings.fitting(names, offered=True):
        report.note(
            str(paths[0]), 0, f"its fields are also those of {', '.join(offered)}; if it is that: --mapping NAME."
        )
    return guess


def shape(path: Path, how: dict[str, Any] | None = None) -> str:
    """A name for the shape of a file: the same for files with the same fields. Raises: InputError."""
    names = sorted(shipped_mappings.fields(shipped_mappings.head(path, how)))
    return hashlib.sha256("\x1f".join(names).encode()).hexdigest()[:16]


def records(paths: Sequence[Path], mapping: Mapping, report: ImportReport) -> Iterator[Parsed]:
    """The native records of all files under one mapping; rows of one key are put together wherever they stand.

    Raises: RowsRefused before the first record, if questions are open or anything is refused; InputError for a file
    that cannot be read.
    """
    size = sum(path.stat().st_size for path in paths if path.is_file())
    report.total = 2 * size  # half of the way is reading
    if questions := open_questions(paths, mapping, report):
        raise RowsRefused(
            f"{paths[0]} leaves open: {' '.join(questions)} Answer in the mapping; nothing was imported.", questions
        )
    builder = Builder(mapping)
    shared: Counter[str] = Counter()
    homes: dict[str, Path] = {}
    with Spool() as spool:
        for path in paths:
            for element in sources.elements(path, mapping.read, report):
                if element.number % BEAT == 0:
                    report.beat()
                if (fragment := builder.fragment(element)) is not None:
                    key = fragment.pop("key")
                    shared[path.name] += homes.setdefault(key, path) is not path
                    spool.add(key, fragment)
        _nowhere(builder, paths)
        for _ in _assembled(spool, mapping, builder.refused, report):
            pass  # what does not fit together must be known before anything is given
        _refuse(builder.refused, paths, mapping.read)
        _say(builder, spool, shared, paths, report)
        for number, (fragment, record) in enumerate(_assembled(spool, mapping, builder.refused, report)):
            report.done = size + size * number // len(spool.keys)
            yield Parsed(record, fragment["file"], fragment["line"], (), mapping.onto)


def named(records: Iterator[Parsed], annotator: str) -> Iterator[Parsed]:
    """The records, with all answers and scores by ``annotator`` where one is given."""
    for parsed in records:
        if annotator:
            for entry in (entry for name in ("verdicts", "judged", "scores") for entry in parsed.record[name]):
                entry["annotator"] = annotator
        yield parsed


def _assembled(
    spool: Spool, mapping: Mapping, refused: Refused, report: ImportReport
) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    for number, (key, fragments) in enumerate(spool.items(), 1):
        if number % BEAT == 0:
            report.beat()
        yield fragments[0], assembling.record(key, fragments, mapping.offsets, mapping.onto, refused)


def _refuse(refused: Refused, paths: Sequence[Path], how: dict[str, Any]) -> None:
    if refused.count:
        listed = refused.sentences()
        for path in paths:
            listed = _with_lines(listed, path, how)
        more = f" … and {len(listed) - SAID} more; --dry-run lists them" if len(listed) > SAID else ""
        if len(listed) == 1 and listed[0].startswith(paths[0].name):
            raise RowsRefused(f"{paths[0].parent / listed[0]}. Nothing came in.", listed)
        raise RowsRefused(
            f"{paths[0]}: {refused.count:,} things were refused: {'; '.join(listed[:SAID])}{more}. Nothing came in.",
            listed,
        )


def _with_lines(listed: list[str], path: Path, how: dict[str, Any]) -> list[str]:
    """Sentences with the line behind each record of a JSON file; only what has to be said is looked for."""
    named = re.compile(rf"{re.escape(path.name)}, record (\d+)\b")
    wanted = {int(found[1]) for each in listed if (found := named.match(each))}
    if not wanted:
        return listed
    lines = trees.lines(path, how, wanted)
    return [
        named.sub(lambda found: found[0] + (f" (line {lines[n]})" if (n := int(found[1])) in lines else ""), each, 1)
        for each in listed
    ]


def _nowhere(builder: Builder, paths: Sequence[Path]) -> None:
    """Refuse the paths that led nowhere in a whole file. Raises: RowsRefused."""
    names = ", ".join(islice(builder.names, 40)) or "none, for its records are no objects"
    if not builder.taken:
        left = f": “only” left out all {builder.skipped:,}" if builder.skipped else ""
        raise RowsRefused(f"{paths[0]} has no row that could be taken in{left}. Its fields are: {names}.")
    mapping = builder.mapping
    outer: list[Value] = [*mapping.values.values(), *(mapping.meta or {}).values()]
    lost = [path for value in outer if _lost(value, builder) for path in value.paths()]
    lost += [
        p for text in mapping.texts.values() for p in text.paths() if p.text not in builder.seen and not p.optional
    ]
    for block in (*(mapping.summaries or ()), *mapping.verdicts, *mapping.scores):
        if block.each and block.each.text not in builder.seen:
            lost += [] if block.each.optional or block.each.first in builder.names else [block.each]
            continue
        values = [*block.values.values(), *([block.text.value] if block.text.value else [])]
        lost += [path for value in values if _lost(value, builder) for path in value.paths()]
    if lost and not builder.refused.count:
        several = ", ".join(f"“{path.text}”" for path in dict.fromkeys(lost))
        raise RowsRefused(
            f"{paths[0]}: {several} led nowhere in all {builder.taken:,} rows; its fields are: {names}. Mend it,"
            " or put a ? behind a path that may be missing. Nothing was imported."
        )


def _lost(value: Value, builder: Builder) -> bool:
    found = list(value.paths())
    return bool(found) and not any(p.optional or p.text in builder.seen for p in found)


def _say(builder: Builder, spool: Spool, shared: Counter[str], paths: Sequence[Path], report: ImportReport) -> None:
    """Note what is worth knowing of what comes in."""
    where = str(paths[0])
    if builder.skipped:
        report.note(where, 0, f"{builder.skipped:,} rows were left out, as “only” says.")
    for name, count in shared.items():
        if count:
            report.note(name, 0, f"{count:,} rows have keys of an earlier file; they were put together.")
    if builder.mapping.meta is None and (left := [name for name in builder.names if not builder.uses(name)]):
        few = ", ".join(left[:20]) + (f" and {len(left) - 20:,} more" if len(left) > 20 else "")
        report.note(where, 0, f"kept as metadata: {few}.")
    for path, count in builder.without.items():
        report.note(where, 0, f"{count:,} rows have nothing at “{path}”.")
    if builder.unread:
        report.note(where, 0, f"{builder.unread:,} replies could not be read; they are unscored, each with its reason.")
    if builder.gaps:
        report.note(where, 0, f"{builder.gaps:,} values of the metadata were NaN or infinite; they are null.")
    if builder.rounded:
        report.note(
            where, 0, f"{builder.rounded:,} numbers of the metadata are so large that their last digits may be lost."
        )
    written: dict[tuple[str, str], list[str]] = defaultdict(list)
    for key in spool.keys:
        before, divider, last = key.rpartition("/")
        if last[:1].isdecimal():
            written[before + divider, canonical(last).lstrip("0")].append(key)
    alike = [keys for keys in written.values() if len(keys) > 1]
    if alike:
        few = " and ".join(alike[0][:3])
        report.note(where, 0, f"{len(alike):,} keys differ only in how a number is written ({few}): two items each.")


class CountedQuestion(NamedTuple):
    """A question with how often the files say what (``counts``); ``names`` are their fields."""

    question: MappingQuestion
    counts: Counter[str]
    names: list[str]


def asked(
    paths: Sequence[Path], mapping: Mapping, questions: Sequence[MappingQuestion], report: ImportReport
) -> list[CountedQuestion]:
    """Questions with what the first ``COUNTED`` elements of the files say about each."""
    found = [CountedQuestion(question, Counter(), []) for question in questions]
    valued = [each for each in found if each.question.value is not None]
    names: dict[str, None] = {}
    looked = ImportReport(beat=report.beat)
    for element in sources.first((e for path in paths for e in sources.elements(path, mapping.read, looked)), COUNTED):
        if element.number % BEAT == 0:
            report.beat()
        names |= dict.fromkeys(element.value) if isinstance(element.value, dict) else {}
        for question, counts, _ in valued:
            counts.update(_values(question.value, question.each, element))  # type: ignore[arg-type]
    return [each._replace(names=list(names)) for each in found]


def open_questions(paths: Sequence[Path], mapping: Mapping, report: ImportReport) -> list[str]:
    """What a mapping leaves open, each with what the files say about it, most frequent first."""
    questions = mapping.questions
    if not questions:
        return []
    said = []
    for question, counts, names in asked(paths, mapping, questions, report):
        top = ", ".join(f"{value[:40]}: {number:,} times" for value, number in counts.most_common(10))
        if question.about == "summaries":
            top = f"the fields are {', '.join(names[:40])}"
        said.append(f"{question.about}: {question.text}" + (f" ({top})" if top else ""))
    return said


def _values(value: Value, each: pathlang.Path | None, element: Element) -> list[str]:
    scope = Scope(element.value, element.number, element.path.stem, None)
    try:
        places = [scope] if each is None else list(pathlang.find(each, scope))
        return [canonical(said) for place in places for said in valuelang.many(value, place)]
    except Wrong:
        return []


class PreviewedRow(NamedTuple):
    """What a row becomes: its key ("": it is not taken in), each document as (role, system, its beginning or how many
    parts), and how many of what else."""

    place: str
    key: str = ""
    documents: Sequence[tuple[str, str, str | int]] = ()
    counts: tuple[tuple[int, str], ...] = ()

    def words(self) -> str:
        """A line that says what the row becomes."""
        if not self.key:
            return f"{self.place}: not taken in"
        texts = [
            f"{role} {system}".strip() + f": {start if isinstance(start, str) else counted(start, 'parts')}"
            for role, system, start in self.documents
        ]
        return f"{self.place}: " + " | ".join([self.key, *texts, *(counted(*each) for each in self.counts)])


def preview(paths: Sequence[Path], mapping: Mapping) -> list[PreviewedRow]:
    """What the first twenty rows become."""
    found = []
    builder = Builder(mapping)
    for element in shipped_mappings.head(paths[0], mapping.read, PREVIEWED):
        made = builder.fragment(element)
        if made is None:
            found.append(PreviewedRow(element.place))
            continue
        documents = [(str(each["role"]), each.get("system", ""), _start(each)) for each in made["documents"]]
        counts = tuple((len(made[name]), name) for name in ("verdicts", "scores") if made[name])
        found.append(PreviewedRow(element.place, made["key"], documents, counts))
    return found


def _start(document: dict[str, Any]) -> str | int:
    parts = next((document[name] for name in ("text", "turns", "paragraphs", "sentences") if name in document), "")
    if isinstance(parts, list):
        return len(parts)
    text = " ".join(parts.split())
    return text if len(text) <= 40 else f"{text[:39]}…"
