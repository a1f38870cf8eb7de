"""What core raises and notes, read from its source: each sentence once for every way in which its words turn out, with
a mark for each value."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

CORE = Path(__file__).resolve().parents[2] / "core"
VALUE = "⟨{}⟩"
"""Stands for a value; no letter of it can be taken for a word."""


class Sentence(NamedTuple):
    """``words`` with marks for values, where they stand in core, and the expressions behind the marks."""

    words: str
    where: str
    values: tuple[str, ...]


def sentences() -> Iterator[Sentence]:
    """Every sentence that core raises as a failure or notes in an import's report."""
    trees = {path: ast.parse(path.read_text("utf-8")) for path in sorted(CORE.rglob("*.py"))}
    failures = _failures(trees.values())
    everywhere = _Told({})
    for tree in trees.values():
        everywhere.hear(tree.body)
    for path, tree in trees.items():
        where = path.relative_to(CORE.parent).as_posix()
        told = _Told({name: held for name, held in everywhere.items() if name.isupper()})
        yield from _within(tree, told, failures, where)


def _within(scope: ast.AST, outer: _Told, failures: set[str], where: str) -> Iterator[Sentence]:
    told = _Told({name: list(held) for name, held in outer.items()})
    inner: list[ast.AST] = []
    calls: list[ast.Call] = []
    todo = list(ast.iter_child_nodes(scope))
    while todo:
        node = todo.pop()
        if isinstance(node, ast.FunctionDef):
            inner.append(node)
            continue
        told.hear([node])
        if isinstance(node, ast.Call):
            calls.append(node)
        todo += ast.iter_child_nodes(node)
    for call in sorted(calls, key=lambda call: call.lineno):
        for words, values in (way for said in _said(call, failures) for way in _ways(said, told)):
            if re.search(r"[A-Za-z]{2}", re.sub("⟨.*?⟩", "", words)):
                yield Sentence(words, f"{where}:{call.lineno}", values)
    for each in reversed(inner):
        yield from _within(each, told, failures, where)


class _Told(dict[str, list[ast.expr]]):
    """What names hold that are given a sentence, or a choice of words."""

    def hear(self, nodes: Iterable[ast.AST]) -> None:
        for node in nodes:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and _speaks(node.value):
                self.setdefault(node.targets[0].id, []).append(node.value)


def _speaks(node: ast.expr) -> bool:
    if isinstance(node, ast.IfExp):
        return _speaks(node.body) or _speaks(node.orelse)
    if isinstance(node, ast.JoinedStr):
        return any(isinstance(part, ast.Constant) and " " in str(part.value).strip() for part in node.values)
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value.strip()


def _failures(trees: Iterable[ast.Module]) -> set[str]:
    """The names of the classes of failures: those derived from GalleyError, and what is told of a row or call."""
    bases = {
        node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }
    found = {"GalleyError", "Wrong", "Exhausted", "CallError"}
    while more := {name for name, over in bases.items() if over & found} - found:
        found |= more
    return found


_PLACES = {"error": 0, "Mistake": 3, "note": 2, "wrong": 1, "Reason": 1, "UnitReply": 1, "SampleVote": 1,
           "FoundVerdict": 2, "halt": 1}  # fmt: skip
"""Which argument of a call that is no failure is the sentence."""
_NAMED = {"unscored", "reason", "why"}
"""Arguments that say why something has no value, wherever they are given by name."""


def _said(call: ast.Call, failures: set[str]) -> list[ast.expr]:
    """The arguments that hold a sentence."""
    name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
    at = _PLACES.get(name, 0 if name in failures else len(call.args))
    if name == "fail":  # of a table of a file; of a protocol's task, which comes first
        at = int(isinstance(call.func, ast.Name))
    if name in ("refuse", "fault", "trouble"):  # the last argument: of duties and blind mode, of a file's row or place
        at = len(call.args) - 1 if name != "refuse" or len(call.args) in (2, 4) else len(call.args)
    return call.args[at : at + 1] + [given.value for given in call.keywords if given.arg in _NAMED]


def _ways(node: ast.expr, told: _Told) -> list[tuple[str, tuple[str, ...]]]:
    """The words of an expression, once for each way that its choices can turn out, and the values in them."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [(node.value, ())]
    if isinstance(node, ast.IfExp):
        return _ways(node.body, told) + _ways(node.orelse, told)
    if isinstance(node, ast.BoolOp):
        return [way for value in node.values for way in _ways(value, told)]
    if isinstance(node, ast.JoinedStr):
        parts = [_ways(part.value if isinstance(part, ast.FormattedValue) else part, told) for part in node.values]
        return [_joined(way) for way in product(*parts)]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and _speaks(node.left):
        return [_joined(way) for way in product(_ways(node.left, told), _ways(node.right, told))]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult) and _speaks(node.left):
        return [("", ()), *_ways(node.left, told)]
    if isinstance(node, ast.Name) and node.id in told:
        others = _Told({name: held for name, held in told.items() if name != node.id})
        return [way for held in told[node.id] for way in _ways(held, others)]
    return [(VALUE.format(0), (ast.unparse(node),))]


def _joined(parts: tuple[tuple[str, tuple[str, ...]], ...]) -> tuple[str, tuple[str, ...]]:
    words, held = "", ()
    for more, values in parts:
        for number in reversed(range(len(values))):
            more = more.replace(VALUE.format(number), VALUE.format(number + len(held)))
        words, held = words + more, held + values
    return words, held
