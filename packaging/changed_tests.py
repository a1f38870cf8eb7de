"""Prints the test files that concern what changed since a commit, a word a file (``make check``).

    python packaging/changed_tests.py [COMMIT]     COMMIT: the branch that this one follows, or else the last commit

Of each changed module the ten test files that import most of it, themselves or through a file that tests share, and
then of its package; at most forty in all, those of most changed modules first, so that ``make check`` ends within
minutes. Test files that changed are always there. ``make test`` runs everything.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from measure import ROOT, find_modules, package_of

MOST_OF_A_MODULE, MOST = 10, 40
"""Test files of one changed module, and of all."""


def list_changes(commit: str | None) -> list[str]:
    """Paths below the checkout that differ from the commit, and those that git does not know yet."""
    since = commit or _git("rev-parse", "--verify", "--quiet", "@{upstream}").strip()
    base = _git("merge-base", "HEAD", since).strip() if since else ""
    changed = _git("diff", "--name-only", base or "HEAD") or _git("diff", "--name-only", "HEAD~1")
    return (changed + _git("ls-files", "--others", "--exclude-standard")).splitlines()


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True).stdout


def find_tests(changes: Iterable[str]) -> list[str]:
    """Test files of tests/core and tests/gui that concern the changed paths: those that changed, then the others."""
    modules = find_modules()
    names = {path.relative_to(ROOT).as_posix(): module for module, path in modules.items()}
    tests = {path.relative_to(ROOT).as_posix(): _count_imports(path) for path in (ROOT / "tests").rglob("*.py")}
    shared = {path.removesuffix(".py").replace("/", "."): counts for path, counts in tests.items()}
    runs = {
        path: counts + sum((shared[name] for name in counts if name in shared), Counter[str]())
        for path, counts in tests.items()
        if path.startswith(("tests/core/test_", "tests/gui/test_"))
    }
    own, scores = set[str](), Counter[str]()
    for change in changes:
        module = names.get(change) or change.removesuffix(".py").replace("/", ".")
        if change in runs:
            own.add(change)
        elif change in names or change in tests:
            package = package_of(module, modules) if change in names else module
            uses = {path: (counts[module], counts[package]) for path, counts in runs.items()}
            most = sorted((path for path in uses if any(uses[path])), key=lambda path: uses[path], reverse=True)
            scores.update(most[:MOST_OF_A_MODULE])
    others = [path for path, _ in scores.most_common() if path not in own]
    return sorted(own) + others[: max(MOST - len(own), 0)]


def _count_imports(path: Path) -> Counter[str]:
    """How many names a file imports of each module, and of each package."""
    counts = Counter[str]()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            for name in node.names:
                counts.update((node.module, node.module.rpartition(".")[0], f"{node.module}.{name.name}"))
    return counts


if __name__ == "__main__":
    print(*find_tests(list_changes(sys.argv[1] if len(sys.argv) > 1 else None)))
