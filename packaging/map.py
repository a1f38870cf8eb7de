"""The map of the house (``make map``): lines by folder, circles, names that stand twice, what has grown too long.

    python packaging/map.py            all of it
    python packaging/map.py --dead     also definitions that nothing uses, by vulture (the checks have it)

Lines are those of code: without blanks, comments and docstrings. tests/core/test_map.py holds the first three.
"""

from __future__ import annotations

import argparse
import ast
import io
import subprocess
import sys
import tokenize
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TOPS = ("core", "gui")
SHARED = ("__init__.py", "__main__.py", "base.py", "registry.py")
"""Names that may stand more than once: what a folder of registered things is made of."""
LONG_FILE, LONG_FUNCTION = 400, 60
NOT_CODE = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING,
    tokenize.ENDMARKER,
}  # fmt: skip


def files() -> dict[str, Path]:
    """The modules of the program, by their full names."""
    found = {}
    for top in TOPS:
        for path in sorted((ROOT / top).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(("galley", *(parts[:-1] if parts[-1] == "__init__" else parts)))] = path
    return found


def lines(path: Path) -> int:
    """Lines of code in a file."""
    text = path.read_text(encoding="utf-8")
    strings: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            strings.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    code: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in NOT_CODE:
            code.update(range(token.start[0], token.end[0] + 1))
    return len(code - strings)


def folder(module: str, there: Mapping[str, Path]) -> str:
    """The package that a module is in."""
    return module if there[module].name == "__init__.py" else module.rpartition(".")[0]


def imports(there: Mapping[str, Path]) -> dict[str, set[str]]:
    """Which modules a module imports, wherever in it, but for what only a type checker reads."""
    return {
        module: {*_imported(ast.parse(path.read_text("utf-8")), there)} - {module} for module, path in there.items()
    }


def _imported(node: ast.AST, there: Mapping[str, Path]) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            continue
        if isinstance(child, ast.ImportFrom) and child.module:
            for name in child.names:
                full = f"{child.module}.{name.name}"
                yield from (each for each in (full if full in there else child.module,) if each in there)
        elif isinstance(child, ast.Import):
            yield from (name.name for name in child.names if name.name in there)
        else:
            yield from _imported(child, there)


def between_folders(graph: Mapping[str, set[str]], there: Mapping[str, Path]) -> dict[str, set[str]]:
    """The same between the folders that the modules are in."""
    found: dict[str, set[str]] = defaultdict(set)
    for module, others in graph.items():
        here = folder(module, there)
        found[here] |= {folder(other, there) for other in others} - {here}
    return found


def circles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """What leans on itself by way of others: each such knot whole, by Tarjan's algorithm."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(node: str) -> None:
        number[node] = low[node] = len(number)
        stack.append(node)
        for other in sorted(graph.get(node, ())):
            if other not in number:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], number[other])
        if low[node] == number[node]:
            knot = stack[stack.index(node) :]
            del stack[stack.index(node) :]
            if len(knot) > 1:
                found.append(sorted(knot))

    sys.setrecursionlimit(10_000)
    for node in sorted(graph):
        if node not in number:
            visit(node)
    return found


def repeated(there: Mapping[str, Path]) -> dict[str, int]:
    """File names that stand more than once and need not."""
    counts = Counter(path.name for path in there.values() if path.name not in SHARED)
    return {name: count for name, count in sorted(counts.items()) if count > 1}


def classes(there: Mapping[str, Path]) -> dict[str, int]:
    """Names of public classes that stand more than once."""
    counts = Counter(
        node.name
        for path in there.values()
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    return {name: count for name, count in sorted(counts.items()) if count > 1}


def long_functions(there: Mapping[str, Path]) -> list[tuple[int, str]]:
    """(lines, place) of each function longer than ``LONG_FUNCTION``."""
    found = []
    for path in there.values():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                length = (node.end_lineno or node.lineno) - node.lineno + 1
                if length > LONG_FUNCTION:
                    found.append((length, f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"))
    return sorted(found, reverse=True)


def unused_dependencies(there: Mapping[str, Path]) -> list[str]:
    """Declared requirements that no module imports."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    called = {"pyside6-essentials": "PySide6", "python-calamine": "python_calamine", "sqlite-utils": "sqlite_utils"}
    text = "\n".join(path.read_text("utf-8") for path in there.values())
    names = ["".join(c if c.isalnum() or c in "-_" else " " for c in each).split()[0] for each in declared]
    return [name for name in names if called.get(name.lower(), name.lower().replace("-", "_")) not in text]


def main() -> None:
    """Print the map."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--dead", action="store_true", help="also what nothing uses")
    given = parser.parse_args()
    there, by_folder = files(), Counter[str]()
    for module, path in there.items():
        by_folder[folder(module, there)] += lines(path)
    for name, count in sorted(by_folder.items()):
        print(f"{count:7,}  {name}")
    print(f"{sum(by_folder.values()):7,}  in {len(there)} files\n")
    graph = imports(there)
    for title, knots in (("files", circles(graph)), ("folders", circles(between_folders(graph, there)))):
        print(f"circles of {title}: {len(knots)}", *("  " + ", ".join(knot) for knot in knots), sep="\n")
    print("file names that stand twice:", ", ".join(repeated(there)) or "none")
    print("class names that stand twice:", ", ".join(f"{n} {k}" for n, k in classes(there).items()) or "none")
    tall = [(len(path.read_text("utf-8").splitlines()), path.relative_to(ROOT).as_posix()) for path in there.values()]
    print(
        f"files over {LONG_FILE} lines:",
        *(f"  {n} {p}" for n, p in sorted(tall, reverse=True) if n > LONG_FILE),
        sep="\n",
    )
    print(f"functions over {LONG_FUNCTION} lines:", *(f"  {n} {p}" for n, p in long_functions(there)), sep="\n")
    print("requirements that nothing imports:", ", ".join(unused_dependencies(there)) or "none")
    if given.dead:
        subprocess.run(
            [sys.executable, "-m", "vulture", *TOPS, "tests", "benchmarks", "--min-confidence", "60"], cwd=ROOT
        )


if __name__ == "__main__":
    main()
