"""Taking a log in: the decisions of an imported record become decisions of the project, once."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import orjson

from galley.core.domain import Action, AnnotatorId, AnnotatorKind, Criterion, Stance, UnitId
from galley.core.errors import InputError
from galley.core.review import decision_context, item_state, log, revisions
from galley.core.storage import names, native_cells, task_rows
from galley.core.storage.connection import Connection
from galley.core.storage.log_row import LogRow
from galley.core.storage.queries import decisions, verdicts

if TYPE_CHECKING:
    from galley.core.import_types import ImportReport
    from galley.core.storage.native_cells import Length, UnitText, Vocabulary
    from galley.core.storage.record_rows import Layout

POINTERS = (Action.UNDO, Action.REDO)
ANSWERS = frozenset(a.value for a in (Action.ACCEPT, Action.OVERRIDE, Action.UNSURE, Action.ADD, Action.ADJUDICATE))
HOWS = tuple(how.value for how in revisions.How)
PLAIN = frozenset(
    "uid at reviewer action scheme criterion document unit about flag flag_kind value shown seconds".split()
)
"""What an answer says at most of which nothing needs a closer look."""
NO_MORE = (None, None, None, None, None, None, None, None, 1, None, None, None)
"""The other columns of such an answer: other, spans, note, asked, replaced, refers, made; task, round; act, unread and
source."""
_AS_WRITTEN = len("2026-02-03T10:21:03.123456+00:00")
EARLIEST, LATEST = 1900, 8999
"""Years."""


def replay(
    connection: Connection,
    layout: Layout,
    entries: Sequence[Any],
    vocabulary: Vocabulary,
    unit_text: UnitText,
    report: ImportReport,
) -> None:
    """Append the decisions of an imported record that are not in the log yet, and fold the item again.

    A decision is the same if its uid is. Raises: InputError (no place named)
    """
    reader = LogReader(connection, layout, vocabulary, unit_text)
    added = False
    for entry in entries:
        uid = entry["uid"]
        existing = next(decisions.read_log(connection, decisions.DecisionSelection(uids=[uid])), None)
        if existing is None:
            row = reader.row(decisions.get_newest_decision_id(connection) + 1, uid, entry)
            log.append(connection, row)
            reader.add(row)
            reader.know(uid, row.id, row.reviewer_id)
            added = True
            report.count("decisions")
        elif existing.item_id == layout.item:
            reader.know(uid, existing.id, existing.reviewer_id)
        else:
            raise InputError(f"the decision {uid!r} is in the log already, about another item")
    if added:
        item_state.refold(connection, layout.item)


Place = tuple[str, str, int | None, int | None, int | None]
"""Of a flag: its judge's name and kind, the criterion, unit and target (row ids)."""


class NoFlag(InputError):
    """An opinion on a judge's reasons whose flag is not there."""


class NotTheirs(InputError):
    """An undo or redo of what somebody else decided."""


class LogReader:
    """Turns the words of one item's decisions into rows. It knows those that came before (``know``); ``flags`` are the
    item's flags (row ids) where the caller has read them."""

    def __init__(
        self,
        connection: Connection,
        layout: Layout,
        vocabulary: Vocabulary,
        unit_text: UnitText,
        flags: Mapping[Place, int] | None = None,
    ) -> None:
        self._flags = flags
        self.connection, self.layout, self.vocabulary, self.unit_text = connection, layout, vocabulary, unit_text
        self._ids: dict[str, tuple[int, AnnotatorId]] = {}

    def know(self, uid: str, row: int, reviewer: AnnotatorId) -> None:
        """A decision of this item that later ones may be about, with its row id and its reviewer's."""
        self._ids[uid] = (row, reviewer)

    def row(self, number: int, uid: str, entry: dict[str, Any]) -> LogRow:
        """The row with the id ``number`` for an entry of ``decisions``. Raises: InputError"""
        action = entry["action"]
        asked_of = unit = target = None
        length: Length = int  # what names no unit has no room for a span
        if entry.get("criterion") is not None:
            asked_of = self.vocabulary.criterion(entry.get("scheme"), entry["criterion"])
            unit, target, length = native_cells.place(entry, asked_of, self.layout, decided=True)
        elif action in ANSWERS:
            raise InputError(f"a decision of action {action!r} names no criterion")
        elif entry.get("document") is not None:
            target = self._document(entry["document"])
        reviewer = self.vocabulary.human(entry["reviewer"])
        plain = action in ANSWERS and entry.keys() <= PLAIN
        more = NO_MORE if plain else self._more(action, entry, asked_of, length, reviewer)
        columns = (  # in the order of the columns: by name it takes three times as long
            number,
            uid,
            _time(entry["at"]),
            reviewer,
            action,
            self.layout.item,
            unit,
            asked_of.row if asked_of else None,
            target,
            self._flag(entry, unit, asked_of, target),
            _value(action, entry, asked_of),
            *more[:7],
            decision_context.encode_words(entry.get("shown")),
            *more[7:9],
            entry.get("seconds"),
            *more[9:],
        )
        return LogRow._make(columns)

    def _more(
        self, action: str, entry: dict[str, Any], asked_of: Criterion | None, length: Length, reviewer: AnnotatorId
    ) -> tuple[Any, ...]:
        """What a plain answer does not say, as in ``NO_MORE``."""
        spans = native_cells.spans(entry, length)
        asked_pairs = self._row_pairs(entry.get("asked") or ())
        unread = _unread(action, entry)
        author = (
            names.annotator(self.connection, names.GOLD, AnnotatorKind.GOLD)
            if action == Action.ADJUDICATE and entry.get("replaced")
            else reviewer
        )
        replaced = [
            self._replaced_answer(replaced_entry, length, author) for replaced_entry in entry.get("replaced") or ()
        ]
        return (
            self._other(entry.get("as")),
            json.dumps(spans) if spans else None,
            entry.get("note") or None,
            orjson.dumps(asked_pairs).decode() if asked_pairs else None,
            json.dumps(replaced, ensure_ascii=False) if replaced else None,
            self._refers(action, entry.get("refers"), reviewer),
            self._encode_revision(action, entry.get("made")),
            task_rows.task(self.connection, entry.get("task")),
            entry.get("round") or 1,
            entry.get("act"),
            None if unread is None else orjson.dumps(self._row_pairs(unread)).decode(),
            self._source(action, asked_of, entry),
        )

    def _source(self, action: str, criterion: Criterion | None, entry: dict[str, Any]) -> str | None:
        """The place of evidence that was attached: a text unit of the item and a span in it."""
        if action != Action.ATTACH:
            return None
        source = entry.get("source")
        if criterion is None or source is None:
            raise InputError("evidence that was attached names no criterion, or does not say in `source` what it is")
        document, unit = self.layout.documents.get(str(source.get("document"))), source.get("unit")
        if document is None or unit is None or not 0 <= unit < document.count:
            raise InputError(f"the unit {unit!r} of attached evidence is none that this item has")
        ((start, end),) = native_cells.spans({"span": source.get("span") or (0, 0)}, lambda: document.lengths[unit])
        return json.dumps([document.first + unit, start, end])

    def add(self, row: LogRow) -> None:
        """Let later decisions name the units that this one writes."""
        if row.made:
            for unit, unit_row in zip(
                json.loads(row.made)["units"], revisions.write(self.connection, row), strict=True
            ):
                self.layout.derived_units[unit["name"]] = (unit_row, unit["document"], unit["kind"], unit["text"])

    def _encode_revision(self, action: str, revision_entry: Any) -> str | None:
        """See ``revisions.encode``."""
        if action != Action.REVISE:
            return None
        if revision_entry is None:
            raise InputError("a revision does not say in `made` which units it writes and replaces")
        units = [self._encode_unit(unit) for unit in revision_entry.get("units") or ()]
        replaces = revision_entry.get("replaces") or []
        unknown = [name for name in replaces if name not in self.layout.derived_units]
        if unknown:
            raise InputError(f"a revision replaces the unit {unknown[0]!r}, which this item does not have")
        return revisions.dumps(units, [self.layout.derived_units[name][0] for name in replaces])

    def _encode_unit(self, unit: dict[str, Any]) -> dict[str, Any]:
        kind, text, name = unit["kind"], unit["text"], unit["id"]
        existing = self.layout.derived_units.get(name)
        if existing is not None and existing[3] != text:
            raise InputError(f"the unit {name!r} is there already with another text")
        sources = [native_cells.source(place, name, self.layout) for place in unit.get("from") or ()]
        home = existing[1] if existing else native_cells.home(unit, sources, self.layout)
        return {
            "name": name,
            "kind": kind,
            "document": home,
            "position": unit["position"],
            "text": text,
            "type": unit.get("type"),
            "meta": unit.get("meta"),
            "sources": [row for row, _ in sources],
        }

    def _document(self, name: str) -> int:
        document = self.layout.documents.get(name)
        if document is None:
            raise InputError(f"a decision names the document {name!r}, which this item does not have")
        return document.id

    def _flag(
        self, entry: dict[str, Any], unit: UnitId | None, criterion: Criterion | None, target: int | None
    ) -> int | None:
        """The verdict that the decision was about; None where the file does not bring it along."""
        if entry.get("flag") is None:
            flag_row = None
        else:
            place = (entry["flag"], entry.get("flag_kind", "judge"), criterion.row if criterion else None, unit, target)
            flag_row = (
                verdicts.find_verdict(self.connection, *place) if self._flags is None else self._flags.get(place)
            )
        if flag_row is None and entry["action"] == Action.REASON:
            raise NoFlag("a decision on a judge's reasons names no flag that this item has")
        return flag_row

    def _other(self, criterion_path: Any) -> int | None:
        return None if criterion_path is None else self.vocabulary.criterion(*criterion_path).row

    def _refers(self, action: str, uid: Any, reviewer: AnnotatorId) -> int | None:
        refers, by = self._ids.get(uid, (None, None)) if uid else (None, None)
        if (action in POINTERS) != (refers is not None):
            raise InputError(f"a decision of action {action!r} refers to {uid!r}, which is not before it in the log")
        if refers is not None and by != reviewer:
            raise NotTheirs(f"a decision of action {action!r} is about {uid!r}, which somebody else decided")
        return refers

    def _row_pairs(self, pairs: Sequence[Any]) -> list[list[Any]]:
        """What a finish covers or leaves, by row ids."""
        rows, documents = self.vocabulary.rows, self.layout.documents
        try:  # a finish names as many as there are criteria
            return [[rows[scheme, name], documents[target].id, *level] for scheme, name, target, *level in pairs]
        except KeyError:
            criterion = self.vocabulary.criterion
            return [
                [criterion(scheme, name).row, self._document(target), *level] for scheme, name, target, *level in pairs
            ]

    def _replaced_answer(self, entry: Any, length: Length, author: AnnotatorId) -> list[Any]:
        """See ``choose_fold.replaced_by``. It is put back when the decision is undone, so it must be the verdict of
        ``mine``: the reviewer, or gold where a cell was settled."""
        annotator, _ = self.vocabulary.annotator(entry, "human")
        if annotator != author:
            raise InputError("a decision replaces the answer of somebody else")
        if entry.get("criterion") is None:
            return [annotator, None, entry.get("value"), *(None,) * 4, [], []]
        criterion = self.vocabulary.criterion(entry.get("scheme"), entry["criterion"])
        value, reason = native_cells.value(entry, criterion)
        details = [reason, entry.get("confidence"), entry.get("votes"), entry.get("explanation")]
        evidence = native_cells.evidence(entry, self.layout, self.unit_text)
        return [annotator, criterion.row, value, *details, native_cells.spans(entry, length), evidence]


def _value(action: str, entry: dict[str, Any], criterion: Criterion | None) -> Any:
    raw_value = entry.get("value")
    if action in ANSWERS:
        if criterion is None or action == Action.UNSURE or (raw_value is None and action == Action.ADJUDICATE):
            return None
        return native_cells.value({"value": raw_value, "reason": None}, criterion)[0]
    if action == Action.REVISE:
        if raw_value not in HOWS:
            raise InputError(f"the revision {raw_value!r} is unknown; use one of: {', '.join(HOWS)}")
        return raw_value
    if action == Action.FINISH:  # the revisions that it was made after; an older one does not tell
        return raw_value if isinstance(raw_value, str) else None
    if action == Action.ATTACH:
        if raw_value not in (*Stance,):
            raise InputError(f"attached evidence is {raw_value!r}; use one of: {', '.join(Stance)}")
        return str(raw_value)
    if action == Action.REASON:
        if not isinstance(raw_value, str) or not raw_value:
            raise InputError("a decision on a judge's reasons has no value")
        return raw_value
    return None


def _unread(action: str, entry: dict[str, Any]) -> list[Any] | None:
    unread_pairs = entry.get("unread")
    if unread_pairs is not None and action != Action.FINISH:
        raise InputError("only a decision that finishes an item can list unread texts")
    return unread_pairs


def _time(time_text: str) -> str:
    """A time as the log holds it: UTC with microseconds, so that it sorts as text."""
    try:
        at = datetime.fromisoformat(time_text)
    except ValueError:
        raise InputError(f"the time {time_text!r} of a decision cannot be read; it should be ISO 8601") from None
    if at.tzinfo is None:
        raise InputError(f"the time {time_text!r} of a decision names no time zone; end it with +00:00 for UTC")
    if not EARLIEST <= at.year <= LATEST:  # a clock is wrong at times, but what comes after a decision needs a time too
        raise InputError(f"the time {time_text!r} of a decision is not between {EARLIEST} and {LATEST}")
    if at.tzinfo is UTC and len(time_text) == _AS_WRITTEN and time_text[10] == "T":
        return str(time_text)
    return at.astimezone(UTC).isoformat(timespec="microseconds")
