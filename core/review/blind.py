"""Blind mode: what a reviewer may see of others, as a property of the project.

Three things can be hidden: the answers of other people, the names of the judges, and gold. The property is kept in
the setting ``blind-mode`` and travels with the file. A package carries it locked: then nobody can take anything of it
back in that file, and because an import or a merge never changes a setting that is there, nobody can do so by way of
a package either. Whatever shows, searches, computes or writes something asks here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from string import ascii_uppercase

from galley.core.domain import JUDGES, Annotator, AnnotatorId, AnnotatorKind, ChangeSet
from galley.core.errors import InputError
from galley.core.review.items import ItemView
from galley.core.storage import names
from galley.core.storage.connection import Connection
from galley.core.storage.queries import read_setting, settings

SETTING = "blind-mode"
OFF = "switch it off under Checks → Blind mode, or ask the project's owner"


@dataclass(frozen=True, slots=True)
class Blind:
    """``own`` shows a reviewer no other person's answers, notes or names; ``judges`` gives letters in place of the
    judges' names; ``gold`` hides the adjudicated verdicts. ``locked`` keeps all of it from being switched off."""

    own: bool = False
    judges: bool = False
    gold: bool = False
    locked: bool = False

    @property
    def on(self) -> bool:
        """Whether anything is hidden."""
        return self.own or self.judges or self.gold

    @property
    def figures(self) -> bool:
        """Whether figures, charts, ties, exports and the whole log may be shown: they tell of everybody."""
        return not self.on

    @property
    def records(self) -> bool:
        """Whether a judge's record may be shown, which is made of everybody's answers and of gold."""
        return not (self.own or self.gold)

    @property
    def words(self) -> str:
        """What is hidden, in words: "the answers of other people, the judges' names and gold"."""
        parts = [
            words
            for hidden, words in (
                (self.own, "the answers of other people"), (self.judges, "the judges' names"), (self.gold, "gold"),
            )
            if hidden
        ]  # fmt: skip
        return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1]))) if parts else "nothing"

    def shows(self, annotator: Annotator, reviewer: AnnotatorId) -> bool:
        """Whether ``reviewer`` (a row id) may see what ``annotator`` said."""
        if annotator.kind is AnnotatorKind.HUMAN:
            return not self.own or annotator.id == reviewer
        return annotator.kind is not AnnotatorKind.GOLD or not self.gold

    def visible_annotators(
        self, annotators: Mapping[AnnotatorId, Annotator], reviewer: AnnotatorId
    ) -> dict[AnnotatorId, Annotator]:
        """Those of ``annotators`` that ``reviewer`` may see, with the names under which they are shown."""
        visible = {row: a for row, a in annotators.items() if self.shows(a, reviewer)}
        if self.judges:
            judges = sorted(row for row, a in annotators.items() if a.kind in JUDGES)
            for place, row in enumerate(judges):
                visible[row] = replace(visible[row], name=f"Judge {letters(place)}", method="", model="", prompt="")
        return visible

    def veil(self, view: ItemView, reviewer: AnnotatorId) -> ItemView:
        """``view`` with nothing in it that ``reviewer`` may not see."""
        if not self.on:
            return view
        visible = self.visible_annotators(view.annotators, reviewer)
        return replace(
            view,
            verdicts=tuple(v for v in view.verdicts if v.annotator in visible),
            judged_pairs=frozenset(entry for entry in view.judged_pairs if entry[0] in visible),
            late=frozenset(entry for entry in view.late if entry[0] in visible),
            implicit_no_wholes=frozenset(entry for entry in view.implicit_no_wholes if entry[0] in visible),
            uncounted_pairs=frozenset(entry for entry in view.uncounted_pairs if entry[0] in visible),
            notes=tuple(note for note in view.notes if note.annotator in visible),
            attached_evidence=tuple(evidence for evidence in view.attached_evidence if evidence.annotator in visible),
            annotators=visible,
            reasons={key: reason for key, reason in view.reasons.items() if key[0] in visible},
        )


def letters(place: int) -> str:
    """A, B … Z, AA, AB … for 0, 1 …"""
    label = ""
    place += 1
    while place:
        place, rest = divmod(place - 1, len(ascii_uppercase))
        label = ascii_uppercase[rest] + label
    return label


def read_blind(connection: Connection) -> Blind:
    """The project's blind mode. One that cannot be read hides everything and is locked."""
    text = read_setting(connection, SETTING)
    if text is None:
        return Blind()
    try:
        stored_json = json.loads(text)
        return Blind(**{name: bool(stored_json.get(name, False)) for name in ("own", "judges", "gold", "locked")})
    except (ValueError, AttributeError):
        return Blind(True, True, True, True)


def store_blind(connection: Connection, blind: Blind) -> tuple[Blind, ChangeSet]:
    """Hide what ``blind`` says from now on. Raises: InputError where a lock forbids it."""
    current = read_blind(connection)
    before, after = asdict(current), asdict(blind)
    weaker = any(before[name] and not after[name] for name in before)
    if current.locked and weaker:
        raise InputError("Blind mode is locked in this project; only the person who made the package can change it.")
    settings.write_setting(connection, SETTING, json.dumps(asdict(blind)))
    return blind, ChangeSet(structure=True, settings=True)


def annotators(connection: Connection, reviewer: AnnotatorId) -> dict[AnnotatorId, Annotator]:
    """The annotators that ``reviewer`` may see, by row id, under the names by which they are shown."""
    return read_blind(connection).visible_annotators(names.annotators(connection), reviewer)


def refuse_if_blind(connection: Connection, what: str) -> None:
    """Raise if ``what`` ("Figures", "An export") tells more than blind mode allows.

    Raises: InputError
    """
    blind = read_blind(connection)
    if not blind.figures:
        way = "ask the person who made the package" if blind.locked else OFF
        raise InputError(f"{what} would show what blind mode hides in this project ({blind.words}); {way}.")
