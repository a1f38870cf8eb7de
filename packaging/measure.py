"""Figures about the code (``make measure``): size by folder, import circles, and what may only fall.

    python packaging/measure.py            all of it
    python packaging/measure.py --dead     also definitions that nothing uses, by vulture

Lines are those of code: without blanks, comments and docstrings. ``tests/core/test_measure.py`` holds the circles and
the figures that may only fall.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import subprocess
import sys
import tokenize
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TOPS = ("core", "gui")
LONG_FILE, SHORT_FILE = 1_000, 60
"""Lines above which a file may be two subjects, and below which, with one importer, it may belong into that one."""
NOT_CODE = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING,
    tokenize.ENDMARKER,
}  # fmt: skip
PARTICIPLES = frozenset(
    "told said heard taken given known held kept left found made shown drawn borne brought chosen written sent met"
    " bound lost".split()
)
PRONOUNS = frozenset("found said told each wanted made there given asked held mine".split())
EXECUTES = ("execute", "executemany", "executescript")
DECLARATIONS = frozenset("IMPORTER METHOD METRIC EXPORT CHART PAPER COMMAND SURFACE".split())
"""Constants by which a file declares itself to a registry."""
SQL = re.compile(
    r"\b(SELECT|INSERT INTO|INSERT OR|UPDATE|DELETE FROM|CREATE (TABLE|INDEX|VIEW|TEMP)|DROP (TABLE|INDEX))\s"
)


def find_modules() -> dict[str, Path]:
    """The modules of the program, by their full names."""
    modules = {}
    for top in TOPS:
        for path in sorted((ROOT / top).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            modules[".".join(("galley", *(parts[:-1] if parts[-1] == "__init__" else parts)))] = path
    return modules


def count_lines(path: Path) -> int:
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


# ---- imports


def package_of(module: str, modules: Mapping[str, Path]) -> str:
    """The package that a module is in."""
    return module if modules[module].name == "__init__.py" else module.rpartition(".")[0]


def find_imports(modules: Mapping[str, Path], *, at_import_time: bool = False) -> dict[str, set[str]]:
    """Which modules a module imports, but for what only a type checker reads; ``at_import_time``: outside functions."""
    return {
        module: {
            name
            for statement, in_function in _import_statements(path)
            if not (at_import_time and in_function)
            for name in _imported(statement, modules)
        }
        - {module}
        for module, path in modules.items()
    }


@cache
def _import_statements(path: Path) -> list[tuple[ast.Import | ast.ImportFrom, bool]]:
    """The imports of a file but for those for a type checker, and whether each is inside a function."""
    return list(_walk_imports(ast.parse(path.read_text("utf-8")), in_function=False))


def _walk_imports(node: ast.AST, in_function: bool) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):  # nine nodes of ten, and no statement is in one
            continue
        if isinstance(child, ast.If) and any(_name_of(each) == "TYPE_CHECKING" for each in ast.walk(child.test)):
            continue
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child, in_function
        else:
            within = in_function or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
            yield from _walk_imports(child, within)


def _imported(statement: ast.Import | ast.ImportFrom, modules: Mapping[str, Path]) -> Iterator[str]:
    """The modules of the program that a statement imports."""
    if isinstance(statement, ast.Import):
        yield from (name.name for name in statement.names if name.name in modules)
    elif statement.module:
        for name in statement.names:
            full = f"{statement.module}.{name.name}"
            yield from (each for each in (full if full in modules else statement.module,) if each in modules)


def _name_of(node: ast.AST) -> str:
    """The name of a variable, or the last part of a dotted one (``ast.unparse`` takes ten times as long)."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def group_by_package(graph: Mapping[str, set[str]], modules: Mapping[str, Path]) -> dict[str, set[str]]:
    """The same graph between the packages that the modules are in."""
    groups: dict[str, set[str]] = defaultdict(set)
    for module, others in graph.items():
        package = package_of(module, modules)
        groups[package] |= {package_of(other, modules) for other in others} - {package}
    return groups


def find_circles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """Groups of nodes that import each other, directly or by way of others (Tarjan's algorithm)."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    circles: list[list[str]] = []

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
            circle = stack[stack.index(node) :]
            del stack[stack.index(node) :]
            if len(circle) > 1:
                circles.append(sorted(circle))

    sys.setrecursionlimit(10_000)
    for node in sorted(graph):
        if node not in number:
            visit(node)
    return circles


# ---- what may only fall


def measure_code(modules: Mapping[str, Path]) -> dict[str, float]:
    """Figures of the program that may only fall, by name."""
    functions, names = Counter[str](), Counter[str]()
    executes, sql_files = 0, 0
    writers = queries = 0
    for path in modules.values():
        outside = "core/storage/" not in path.as_posix()
        tree = ast.parse(path.read_text("utf-8"))
        holds_sql = writes = False
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                functions[node.name.strip("_")] += 1
            elif isinstance(node, ast.Name):
                names[node.id] += 1
            elif isinstance(node, ast.Attribute):
                names[node.attr] += 1
                executes += outside and node.attr in EXECUTES
            elif isinstance(node, ast.arg):
                names[node.arg] += 1
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                holds_sql = holds_sql or bool(SQL.search(node.value))
            elif isinstance(node, ast.Call):
                writes = writes or _opens_for_writing(node)
        sql_files += outside and holds_sql
        if "storage/queries/" in path.as_posix():
            queries += sum(isinstance(node, ast.FunctionDef) and not node.name.startswith("_") for node in tree.body)
        writers += writes
    participles = sum(count for name, count in functions.items() if _is_participle(name))
    return {
        "uses of .execute outside core/storage": executes,
        "files that hold SQL outside core/storage": sql_files,
        "files that open a project for writing": writers,
        "functions that core/storage/queries offers": queries,
        "functions named by one participle, %": round(100 * participles / functions.total(), 1),
        "pronouns and participles, per 1,000 names": round(1_000 * sum(names[n] for n in PRONOUNS) / names.total(), 1),
    }


def _opens_for_writing(call: ast.Call) -> bool:
    """Whether SQLite, or who asks it, is told to open a file in which it may write."""
    name = _name_of(call.func)
    if name != "connect":
        return name in ("open_writable", "connect_unsynced")
    text = ast.unparse(call)
    if text.startswith("sqlite3.connect("):  # in memory, for reading alone, or a temporary file without a name
        return not any(mark in text for mark in (":memory:", "mode=ro", "read_uri", "connect('',"))
    return "write=True" in text


def _is_participle(name: str) -> bool:
    return "_" not in name and (name in PARTICIPLES or (name.endswith("ed") and len(name) > 4))


def measure_tests() -> dict[str, float]:
    """Figures of the tests that may only fall: files that use private names of the program or replace its parts."""
    private = 0
    for path in sorted((ROOT / "tests").rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        private += any(_is_private(node) for node in ast.walk(tree))
    return {"test files that use private names or replace parts of the program": private}


def _is_private(node: ast.AST) -> bool:
    if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("galley"):
        return any(name.name.startswith("_") for name in node.names) or "._" in (node.module or "")
    if isinstance(node, ast.Attribute):
        own = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls", "os", "sys")
        return not own and node.attr.startswith("_") and not node.attr.startswith("__")
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "setattr"):
        return False
    return _name_of(node.func.value) == "monkeypatch"


# ---- the report


def find_short_files(modules: Mapping[str, Path]) -> list[str]:
    """Files under ``SHORT_FILE`` lines with one importer; not a package's face, and not what a registry finds."""
    importers = Counter(other for others in find_imports(modules).values() for other in others)
    return [
        module
        for module, path in modules.items()
        if importers[module] == 1
        and path.name != "__init__.py"
        and 0 < count_lines(path) < SHORT_FILE
        and not _is_declared(path)
    ]


def _is_declared(path: Path) -> bool:
    """Whether a file declares itself to a registry."""
    assigned = (node for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.Assign))
    return any(isinstance(name, ast.Name) and name.id in DECLARATIONS for node in assigned for name in node.targets)


def find_unused_requirements(modules: Mapping[str, Path]) -> list[str]:
    """Declared requirements that no module imports."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    called = {"pyside6-essentials": "PySide6", "python-calamine": "python_calamine", "sqlite-utils": "sqlite_utils"}
    text = "\n".join(path.read_text("utf-8") for path in modules.values())
    names = ["".join(c if c.isalnum() or c in "-_" else " " for c in each).split()[0] for each in declared]
    return [name for name in names if called.get(name.lower(), name.lower().replace("-", "_")) not in text]


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--dead", action="store_true", help="also definitions that nothing uses")
    options = parser.parse_args()
    modules = find_modules()
    sizes = {module: count_lines(path) for module, path in modules.items()}
    by_package = Counter[str]()
    for module, count in sizes.items():
        by_package[package_of(module, modules)] += count
    for name, count in sorted(by_package.items()):
        print(f"{count:7,}  {name}")
    print(f"{sum(sizes.values()):7,}  in {sum(map(bool, sizes.values()))} files with code\n")
    graph = find_imports(modules)
    circles = find_circles(find_imports(modules, at_import_time=True)), find_circles(group_by_package(graph, modules))
    for title, groups in zip(("files, at import time", "packages"), circles, strict=True):
        print(f"circles of {title}: {len(groups)}", *("  " + ", ".join(group) for group in groups), sep="\n")
    short = find_short_files(modules)
    print(f"files under {SHORT_FILE} lines with one importer:", ", ".join(short) or "none")
    print(f"files over {LONG_FILE:,} lines:", ", ".join(m for m, n in sizes.items() if n > LONG_FILE) or "none")
    for name, figure in {**measure_code(modules), **measure_tests()}.items():
        print(f"{figure:7,}  {name}")
    print("requirements that nothing imports:", ", ".join(find_unused_requirements(modules)) or "none")
    if options.dead:
        tops = [*TOPS, "tests", "benchmarks"]
        subprocess.run([sys.executable, "-m", "vulture", *tops, "--min-confidence", "60"], cwd=ROOT)


if __name__ == "__main__":
    main()
