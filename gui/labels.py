"""The words of the window for what core names by code: roles of documents, kinds of units, where a unit stands."""

from __future__ import annotations

from galley.core.domain import Action, Document, Role, Unit, UnitKind, Value
from galley.gui.translation import tr, tr_n

TITLES = {
    Role.DIALOGUE: tr("Dialogue"),
    Role.ARTICLE: tr("Article"),
    Role.SUMMARY: tr("Summary"),
    Role.TABLE: tr("Table"),
    Role.REFERENCE: tr("Reference"),
}
_EMPTY = {
    Role.DIALOGUE: tr("This dialogue is empty."),
    Role.ARTICLE: tr("This article is empty."),
    Role.SUMMARY: tr("This summary is empty."),
    Role.TABLE: tr("This table is empty."),
    Role.REFERENCE: tr("This reference is empty."),
}
_WHOLES = {
    Role.DIALOGUE: tr("the whole dialogue"),
    Role.ARTICLE: tr("the whole article"),
    Role.SUMMARY: tr("the whole summary"),
    Role.TABLE: tr("the whole table"),
    Role.REFERENCE: tr("the whole reference"),
}
_SOURCES = {Role.DIALOGUE: tr("dialogue {number}"), Role.ARTICLE: tr("article {number}")}
_UNITS = {
    UnitKind.TURN: tr("turn {number}"),
    UnitKind.PARAGRAPH: tr("paragraph {number}"),
    UnitKind.SENTENCE: tr("sentence {number}"),
    UnitKind.FACT: tr("fact {number}"),
    UnitKind.OPINION: tr("opinion {number}"),
    UnitKind.QUESTION: tr("question {number}"),
    UnitKind.ENTRY: tr("entry {number}"),
    UnitKind.GROUP: tr("group {number}"),
    UnitKind.PAIR: tr("pair {number}"),
}
_VALUES = {"yes": tr("yes"), "no": tr("no")}
ACTIONS = {
    Action.ACCEPT: tr("accept"),
    Action.OVERRIDE: tr("override"),
    Action.UNSURE: tr("unsure"),
    Action.ADD: tr("add"),
    Action.NOTE: tr("note"),
    Action.FINISH: tr("finish"),
    Action.REOPEN: tr("reopen"),
    Action.ADJUDICATE: tr("adjudicate"),
    Action.REASON: tr("reason"),
    Action.REVISE: tr("revise"),
    Action.ATTACH: tr("attach"),
    Action.UNDO: tr("undo"),
    Action.REDO: tr("redo"),
}
"""What a row of the log says was done."""


def value_label(verdict_value: Value) -> str:
    """A verdict's value in words: yes and no of every scheme; the values of a scheme of its own are its own words."""
    return _VALUES.get(str(verdict_value), str(verdict_value))


def empty_text(role: Role) -> str:
    """ "This dialogue is empty."."""
    return _EMPTY[role]


def whole_label(role: Role) -> str:
    """ "the whole summary"."""
    return _WHOLES[role]


def place_label(unit: Unit, home: Document) -> str:
    """A unit in words: "article 2", "dialogue 7", "sentence 3", "opinion 1"."""
    if unit.kind is UnitKind.WHOLE:
        return whole_label(home.role)
    turn = home.meta.get("turn")
    if unit.kind is UnitKind.ENTRY and isinstance(turn, int):
        golden = home.role is Role.REFERENCE
        return tr("golden entry of turn {turn}", turn=turn) if golden else tr("entry of turn {turn}", turn=turn)
    of_source = home.role in _SOURCES and unit.kind in (UnitKind.TURN, UnitKind.PARAGRAPH, UnitKind.SENTENCE)
    return (_SOURCES[home.role] if of_source else _UNITS[unit.kind]).format(number=unit.number)


def count_label(n: int, kind: UnitKind | None) -> str:
    """ "9 turns", "1 paragraph"; None counts units of several kinds."""
    match kind:
        case UnitKind.TURN:
            return tr_n("{n} turn", "{n:,} turns", n)
        case UnitKind.PARAGRAPH:
            return tr_n("{n} paragraph", "{n:,} paragraphs", n)
        case UnitKind.SENTENCE:
            return tr_n("{n} sentence", "{n:,} sentences", n)
        case UnitKind.WHOLE:
            return tr_n("{n} whole document", "{n:,} whole documents", n)
        case UnitKind.FACT:
            return tr_n("{n} fact", "{n:,} facts", n)
        case UnitKind.OPINION:
            return tr_n("{n} opinion", "{n:,} opinions", n)
        case UnitKind.QUESTION:
            return tr_n("{n} question", "{n:,} questions", n)
        case UnitKind.ENTRY:
            return tr_n("{n} entry", "{n:,} entries", n)
    return tr_n("{n} unit", "{n:,} units", n)


def sentence_case(words: str) -> str:
    """``words`` with a capital at the start and the rest as it is: nouns have one of their own in some languages."""
    return words[:1].upper() + words[1:]


def verdict_role(value: object) -> str:
    """The role of the theme in which a verdict is written, in every view: that it is an error in one colour, that it is
    none in another, unscored in a third; other values in that of text."""
    return "warning" if value is None else {"yes": "negative", "no": "positive"}.get(str(value), "text")
