"""Make one's own test set of made-up entities: attributes, values, turns, paragraphs, distractors (SUMIE,
section 3), in words of our own.

It works on entities that have a category and no paragraphs yet (import them with ``galley import sumie``: a line with
``entity`` and ``category`` each). Attributes and names are asked once a category, since identical calls are paid once.
Each sentence is written for one entry and checked against it; what the check finds wrong is rewritten, and checked
again. In the end the invented name is replaced by the entity's own generic one. An entity one of whose steps has no
usable reply stays as it was.

The defaults give the shape of the paper's data (its tables 3 and 4). The paper assigns 30 attributes and up to ten
entries; 22 and 9.4 of them came into its tables, and here every one does, so the defaults are 22 and 9.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from galley.core.domain import Role
from galley.core.judges.clients.base import Reply
from galley.core.judges.inquiry.labels import Reading, find_stop_reason
from galley.core.judges.inquiry.model_texts import delimit
from galley.core.judges.methods._questions import AsksAModel, question
from galley.core.judges.methods.base import Asker, Context, Inquiry, Outcome, Setting
from galley.core.papers.sumie import entity_generation, entry_model
from galley.core.papers.sumie.entity_generation import SENTIMENTS, STYLES, TONES, PlannedEntry
from galley.core.papers.sumie.entry_model import NEWS, EntryState, Fact
from galley.core.replies import replies
from galley.core.review.items import ItemView

CHECKS = 2
"""Times a sentence is rewritten before its entry is given up."""
SENTENCE_TOKENS = 40


class UnusableReplyError(Exception):
    """A step has no usable reply, so the entity cannot be finished; the call says why."""


class SumieGenerate(AsksAModel):
    """See the module."""

    name = "sumie-generate"
    label = "SUMIE: generate entities"
    title = "Make up entities with paragraphs, golden entries and distractors, for your own test set (SUMIE)"
    heeds: tuple[str, ...] = ()
    settings = (
        Setting("turns", 7, "paragraphs of an entity", 1, 30),
        Setting("attributes", 22, "attributes of an entity, half common and half uncommon", 2, 100),
        Setting("entries", 9, "entries of a paragraph", 1, 30),
        Setting("distractors", 2, "distractors of each kind in a paragraph", 0, 10),
        Setting("names", 40, "names that are invented for a category, of which each entity takes one", 1, 100),
        Setting("seed", 0, "what chance begins with", 0, 2**31),
    )

    def check(self, context: Context) -> None:
        """See ``Method``: the settings have been checked."""

    def inquiries(self, view: ItemView, context: Context) -> Iterator[Inquiry]:
        """See ``Method``: an entity that was only planned."""
        seed = next((d for d in view.documents if d.name == entry_model.PLAN), None)
        if seed is not None and entry_model.find_article(view) is None:
            yield Inquiry(view, seed, "entity")

    async def work(self, inquiry: Inquiry, context: Context, ask: Asker) -> Outcome:
        """See ``Method``."""
        maker = _Maker(inquiry.view, context, ask)
        try:
            return await maker.make()
        except UnusableReplyError:
            return Outcome(notes=("an entity could not be finished",))


class _Maker:
    """One entity in the making."""

    def __init__(self, view: ItemView, context: Context, ask: Asker) -> None:
        self.context, self.ask, self.settings = context, ask, context.settings
        self.generic = str(view.meta.get("entity") or view.key)
        self.category = str(view.meta.get("category") or "things")
        self.rng = entity_generation.make_rng(int(self.settings["seed"]), self.generic)
        self.name = self.generic

    async def make(self) -> Outcome:
        """The whole of it. Raises: Stopped"""
        attribute_lists = await self._ask(
            "attributes", {"category": self.category, "count": "50"}, _lists("common", "uncommon"), 900
        )
        chosen_attributes = entity_generation.attributes(
            attribute_lists[0], attribute_lists[1], int(self.settings["attributes"]), self.rng
        )
        count = str(self.settings["names"])
        (names,) = await self._ask("names", {"category": self.category, "count": count}, _lists("names"), 400)
        self.name = self.rng.choice([n for n in names if n.strip()] or [self.generic])
        values: dict[str, list[str]] = {attribute: [] for attribute in chosen_attributes}
        for sentiment in SENTIMENTS:
            inputs = {
                **self._about(),
                "sentiment": sentiment,
                "attributes": delimit("attributes", "\n".join(chosen_attributes)),
            }
            value_lists = await self._ask(
                f"values {sentiment}", inputs, _values(chosen_attributes), 25 * len(chosen_attributes), "values"
            )
            for attribute, some in value_lists.items():
                values[attribute] += [v for v in some if v not in values[attribute]]
        growth = entity_generation.Growth(values, int(self.settings["entries"]), self.rng)
        paragraphs, golden, meta = [], [], []
        entries: list[PlannedEntry] = []
        for number in range(1, int(self.settings["turns"]) + 1):
            entries = await self._fill_conflicts(number, growth.next(entries))
            text, facts, about = await self._turn(number, entries)
            paragraphs.append(text)
            golden.append(facts)
            meta.append(about)
        return self._record(paragraphs, golden, meta)

    async def _fill_conflicts(self, number: int, planned: Sequence[PlannedEntry]) -> list[PlannedEntry]:
        """The entries with values for those that are to contradict an earlier one; without one they repeat it."""
        open_ = [n for n, entry in enumerate(planned) if entry.state is EntryState.CONFLICT]
        if not open_:
            return list(planned)
        rows = [
            {"number": n, "attribute": planned[at].attribute, "value": planned[at].against}
            for n, at in enumerate(open_, 1)
        ]
        inputs = {**self._about(), "entries": delimit("entries", _lines(rows))}
        conflict_values = await self._ask(
            f"turn {number} conflicts",
            inputs,
            _numbered_reader("entries", "value", len(rows)),
            20 * len(rows),
            "conflicts",
        )
        filled_entries = list(planned)
        for n, at in enumerate(open_, 1):
            old = planned[at]
            new = conflict_values.get(n, "")
            filled_entries[at] = (
                PlannedEntry(old.attribute, new, EntryState.CONFLICT, old.against)
                if new and new != old.against
                else PlannedEntry(old.attribute, old.against, EntryState.SAME, old.against)
            )
        return filled_entries

    async def _turn(
        self, number: int, entries: Sequence[PlannedEntry]
    ) -> tuple[str, list[tuple[Fact, EntryState]], dict[str, Any]]:
        """A paragraph with the entries that it truly holds, and what is known of it."""
        style, tone = self.rng.choice(STYLES), self.rng.choice(TONES)
        rows = [{"number": n, "attribute": e.attribute, "value": e.value} for n, e in enumerate(entries, 1)]
        inputs = {**self._about(), "style": style, "tone": tone, "entries": delimit("entries", _lines(rows))}
        sentences: dict[int, str] = await self._ask(
            f"turn {number} paragraph", inputs, _sentences(len(rows)), SENTENCE_TOKENS * len(rows), "paragraph"
        )
        right = await self._align_sentences(number, entries, dict(sentences))
        written_sentences = [right[n] for n in sentences if n in right]
        others: list[str] = []
        count = int(self.settings["distractors"])
        if count:
            other = f"{self.generic.rstrip('0123456789') or 'ENTITY'}{self.rng.randrange(100, 1000)}"
            more = {"category": self.category, "other": other, "style": style, "tone": tone, "count": str(count),
                    "entries": inputs["entries"]}  # fmt: skip
            both = await self._ask(
                f"turn {number} distractors", more, _lists("others", "metaphors"), 60 * count, "distractors"
            )
            name_sentences = [one for one in both[0] if other in one][:count]
            people = [one for one in both[1] if "HUMAN" in one][:count]
            others = [self._clean(one) for one in name_sentences + people]
        text = " ".join(
            entity_generation.mix_in_distractors([self._clean(one) for one in written_sentences], others, self.rng)
        )
        facts = [
            (Fact(entries[n - 1].attribute, entries[n - 1].value, self._clean(right[n])), entries[n - 1].state)
            for n in sorted(right)
        ]
        places, _ = entry_model.find_all(others, text)
        marks = [[a, b, "human" if "HUMAN" in text[a:b] else "entity"] for a, b in places]
        return text, facts, {"tone": tone, "style": style, "distractors": marks}

    async def _align_sentences(
        self, number: int, entries: Sequence[PlannedEntry], sentences: dict[int, str]
    ) -> dict[int, str]:
        """The sentences that say their entry, as the check finds, after wrong ones were rewritten. A sentence that
        is still wrong in the end goes, with its entry."""
        right: dict[int, str] = {}
        for attempt in range(CHECKS + 1):
            open_ = sorted(n for n in sentences if n not in right)
            if not open_:
                break
            rows = [
                {
                    "number": place,
                    "attribute": entries[n - 1].attribute,
                    "value": entries[n - 1].value,
                    "sentence": sentences[n],
                }
                for place, n in enumerate(open_, 1)
            ]
            part = f"turn {number} alignment" + (f" {attempt + 1}" if attempt else "")
            inputs = {"entity": self.name, "pairs": delimit("pairs", _lines(rows))}
            checks = await self._ask(part, inputs, _checks(len(rows)), SENTENCE_TOKENS * len(rows), "alignment")
            for place, n in enumerate(open_, 1):
                is_right, correction = checks.get(place, (False, ""))
                if is_right:
                    right[n] = sentences[n]
                elif correction:
                    sentences[n] = correction
        return right

    def _about(self) -> dict[str, str]:
        return {"entity": self.name, "category": self.category}

    def _clean(self, text: str) -> str:
        return " ".join(entity_generation.replace_name(text, self.name, self.generic).split())

    async def _ask(
        self, part: str, inputs: Mapping[str, str], reader: Callable[[Any], Any], expect: int, prompt: str = ""
    ) -> Any:
        """The data of a reply. Raises: Stopped"""
        words = self.context.prompts[prompt or part]
        assert words.schema is not None
        field = str(next(iter(words.schema["properties"])))

        def read(reply: Reply) -> Reading:
            why = find_stop_reason(reply)
            if why:
                return Reading(unscored_reason=why)
            reply_object, parsed = replies.parse_object(reply.text, field)
            data = reader(reply_object) if reply_object is not None else None
            if not data:
                return Reading(unscored_reason=parsed.reason or "the reply does not hold what was asked for")
            return Reading(data=data, repairs=", ".join(parsed.how))

        one = question(part, words, inputs, read, expect)
        reading = await self.ask.one(one)
        if reading.data is None:
            raise UnusableReplyError(part)
        return reading.data

    def _record(
        self,
        paragraphs: Sequence[str],
        golden: Sequence[Sequence[tuple[Fact, EntryState]]],
        meta: Sequence[dict[str, Any]],
    ) -> Outcome:
        news = {"id": NEWS, "role": "article", "paragraphs": list(paragraphs), "meta": {"turns": list(meta)}}
        documents, units = [news], []
        for turn, facts in enumerate(golden, 1):
            document, entries = entry_model.table_parts(
                f"golden-{turn}", Role.REFERENCE, [fact for fact, _ in facts], turn, paragraphs[:turn],
                states=[state for _, state in facts],
            )  # fmt: skip
            documents.append(document)
            units += entries
        return Outcome(record={"documents": documents, "units": units})


# Replies -------------------------------------------------------------------------------------------------------------


def _lines(rows: Sequence[Mapping[str, Any]]) -> str:
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)


def _words(raw_words: Any) -> list[str]:
    return (
        [" ".join(word.split()) for word in raw_words if isinstance(word, str) and word.strip()]
        if isinstance(raw_words, list)
        else []
    )


def _lists(*names: str) -> Callable[[Any], Any]:
    """The named lists of texts; nothing where one of them is missing or empty."""

    def read(reply_object: Mapping[str, Any]) -> Any:
        lists = [_words(reply_object.get(name)) for name in names]
        return lists if all(lists) else None

    return read


def _values(attributes: Sequence[str]) -> Callable[[Any], Any]:
    attribute_by_name = {entry_model.normalize_text(attribute): attribute for attribute in attributes}

    def read(reply_object: Mapping[str, Any]) -> Any:
        values_by_attribute: dict[str, list[str]] = {}
        for row in reply_object.get("entries") or () if isinstance(reply_object.get("entries"), list) else ():
            attribute = (
                attribute_by_name.get(entry_model.normalize_text(str(row.get("attribute"))))
                if isinstance(row, dict)
                else None
            )
            if attribute is not None:
                values_by_attribute.setdefault(attribute, []).extend(_words(row.get("values")))
        return values_by_attribute or None

    return read


def _rows(
    reply_object: Mapping[str, Any], field: str, number: str, count: int
) -> Iterator[tuple[int, Mapping[str, Any]]]:
    rows = reply_object.get(field)
    for row in rows if isinstance(rows, list) else ():
        place = row.get(number) if isinstance(row, dict) else None
        if isinstance(place, int) and not isinstance(place, bool) and 1 <= place <= count:
            yield place, row


def _numbered_reader(field: str, value: str, count: int) -> Callable[[Any], Any]:
    def read(reply_object: Mapping[str, Any]) -> Any:
        return {
            n: " ".join(str(row.get(value) or "").split()) for n, row in _rows(reply_object, field, "number", count)
        } or None

    return read


def _sentences(count: int) -> Callable[[Any], Any]:
    """The sentence of each entry, in the order of the text; a second one for an entry is left out."""

    def read(reply_object: Mapping[str, Any]) -> Any:
        texts_by_number: dict[int, str] = {}
        for n, row in _rows(reply_object, "sentences", "entry", count):
            text = " ".join(str(row.get("text") or "").split())
            if text:
                texts_by_number.setdefault(n, text)
        return texts_by_number or None

    return read


def _checks(count: int) -> Callable[[Any], Any]:
    def read(reply_object: Mapping[str, Any]) -> Any:
        return {
            n: (row.get("right") is True, " ".join(str(row.get("revised") or "").split()))
            for n, row in _rows(reply_object, "sentences", "number", count)
        } or None

    return read


METHOD = SumieGenerate()
