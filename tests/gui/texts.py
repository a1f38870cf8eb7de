"""The texts of the window as its source has them: what passes through ``tr``, and what should."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "gui").rglob("*.py"))
TRANSLATORS = ("tr", "tr_n")

SHOWN = {
    "Button", "CheckBox", "Chip", "ElidedLabel", "KeyButton", "KeyLine", "Label", "MenuEntry", "PaneHead", "PlainLabel",
    "ProgressBox", "TextPane", "Words", "addItem", "addItems", "add_menu", "button", "complain", "entry", "field",
    "name_window", "say", "setAccessibleDescription", "setAccessibleName", "setHeaderLabels",
    "setHorizontalHeaderLabels", "setLabelText", "setPlaceholderText", "setPrefix", "setSpecialValueText",
    "setSuffix", "setText", "setTitle", "set_empty", "set_text", "set_tip", "set_title", "set_titles",
    "show_message", "show_tip", "tell",
}  # fmt: skip
"""Calls whose words somebody reads or hears."""

SILENT = {
    "GalleyError", "InputError", "KeyError", "LookupError", "OSError", "RuntimeError", "Template", "TypeError",
    "ValueError", "debug", "exception", "execute", "executemany", "info", "refuse", "refuse_if_blind", "require_duty",
    "removeprefix", "removesuffix",
    "setStyleSheet", "substitute", "warning",
}  # fmt: skip
"""Calls whose words are not the window's: failures of programming, SQL, style, logs, what core says."""

WORD = re.compile(r"[^\W\d_]{2}")
SENTENCE = re.compile(r"^[A-Z“✓…]?.*[^\W\d_]+[,;:.…!?]? [^\W\d_“({]", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Text:
    """A call of ``tr`` or ``tr_n`` with literals: the place, the words (the second is the plural of a text that counts,
    else what is meant), the values."""

    where: str
    words: tuple[str, ...]
    values: frozenset[str]
    counts: bool


@dataclass(frozen=True, slots=True)
class Loose:
    """A literal that does not pass through ``tr``: the place, the call that it goes to, the words."""

    where: str
    call: str
    words: str

    @property
    def shown(self) -> bool:
        """Whether it goes to a call that shows it, with a word in it."""
        return self.call in SHOWN and WORD.search(self.words) is not None and not self.words.startswith("http")

    @property
    def sentence(self) -> bool:
        """Whether it reads like words for people: two words with a blank between, outside of what is silent."""
        marked_up = self.words.lstrip().startswith(("<", "body {")) or self.words.startswith(" style=")
        return self.call not in SILENT and SENTENCE.match(self.words) is not None and not marked_up


def places(text: str) -> frozenset[str]:
    """The names of the {places} in a text."""
    return frozenset(re.findall(r"\{(\w+)[^{}]*\}", text.replace("{{", "").replace("}}", "")))


def translated(path: Path) -> Iterator[Text | str]:
    """The calls of ``tr`` and ``tr_n`` in a file; a sentence for each that Qt's lupdate could not read."""
    tree = ast.parse(path.read_text("utf-8"))
    inside = {id(n) for f in ast.walk(tree) if isinstance(f, ast.JoinedStr) for n in ast.walk(f)}
    for call in ast.walk(tree):
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in TRANSLATORS):
            continue
        where = f"{path.relative_to(ROOT)}:{call.lineno}"
        given = call.args[:2]
        words = tuple(a.value for a in given if isinstance(a, ast.Constant) and isinstance(a.value, str))
        if len(words) < len(given) or not given:
            yield f"{where}: the words must be literals"
        elif len(words) > 1 and call.func.id == "tr" and call.keywords:
            yield f"{where}: lupdate takes a text with a meaning and values for one that counts"
        elif id(call) in inside:
            yield f"{where}: lupdate does not look into f-strings"
        else:
            yield Text(where, words, frozenset(k.arg for k in call.keywords if k.arg), call.func.id == "tr_n")


def loose(path: Path) -> Iterator[Loose]:
    """The literals of a file that pass through nothing, docstrings, annotations, comparisons and keys left out."""
    tree = ast.parse(path.read_text("utf-8"))
    yield from _loose(tree, path.relative_to(ROOT), "")


def _loose(node: ast.AST, path: Path, call: str) -> Iterator[Loose]:
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or name in ("annotation", "returns", "slice"):
                continue
            if isinstance(child, ast.Compare) or (
                isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
            ):
                continue
            if isinstance(node, ast.Dict) and name == "keys":
                continue
            if isinstance(child, ast.Constant) and isinstance(child.value, str):
                yield Loose(f"{path}:{child.lineno}", call, child.value)
            elif isinstance(child, ast.JoinedStr):
                words = "".join(v.value if isinstance(v, ast.Constant) else "{}" for v in child.values)
                yield Loose(f"{path}:{child.lineno}", call, words)
                for part in child.values:
                    if isinstance(part, ast.FormattedValue):
                        yield from _loose(part.value, path, call)
                        if isinstance(part.value, ast.Constant):
                            yield Loose(f"{path}:{child.lineno}", call, str(part.value.value))
            elif isinstance(child, ast.Call):
                callee = child.func.attr if isinstance(child.func, ast.Attribute) else getattr(child.func, "id", "")
                if callee not in TRANSLATORS:
                    yield from _loose(child, path, callee)
                else:
                    for keyword in child.keywords:
                        yield from _loose(keyword, path, callee)
            else:
                yield from _loose(child, path, call)
