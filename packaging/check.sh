#!/usr/bin/env bash
# All checks, in the order in which they are quickest to tell of a fault. The first that fails ends the run, so the
# last lines are always those of the check that matters. packaging/setup.sh test makes what is needed here.
set -euo pipefail
cd "$(dirname "$0")/.."

BIN=.venv/bin
LOGS=build/checks

stage() { printf '\n== %s ==\n' "$1"; }

# pytest gives 5 where a folder holds no tests.
run_pytest() { "$BIN/python" -m pytest "$@" || [ $? = 5 ]; }

# One check after the other, each with a log of its own; the first that fails ends them.
window_and_bundle() {
    QT_QPA_PLATFORM=offscreen run_pytest tests/gui >"$LOGS/gui.log" 2>&1 || return
    packaging/bundle.sh >"$LOGS/bundle.log" 2>&1 || return
    run_pytest tests/smoke -s >"$LOGS/smoke.log" 2>&1
}

stage "ruff"
"$BIN/ruff" check galley core gui tests benchmarks setup.py
# A preview of ruff's: a file that is opened without naming its encoding has another one on Windows.
"$BIN/ruff" check --quiet --preview --select PLW1514 galley core gui tests benchmarks packaging setup.py

packaging/names.sh
stage "mypy"
"$BIN/mypy"
# What is written for one system only is not looked at for another: once more for those, where the code asks.
asking=$(cd .names && grep -rl 'sys\.platform' galley/core/ --include='*.py' | sed -e 's/\.py$//' -e 's|/|.|g' -e 's/^/-m /')
for system in win32 darwin; do
    # shellcheck disable=SC2086  # two words a module
    "$BIN/mypy" --platform "$system" --cache-dir ".mypy_cache/$system" --follow-imports=silent $asking
done

stage "import contracts"
(cd .names && "../$BIN/lint-imports" --config ../pyproject.toml)

# The two long halves run side by side: neither needs more than one processor.
rm -rf "$LOGS"
mkdir -p "$LOGS"
window_and_bundle &
beside=$!
trap 'kill $beside 2>/dev/null || true' EXIT

stage "tests/core, with Qt hidden"
# sitecustomize.py in tests/no_qt hides Qt from this Python and from every Python that a test starts.
PYTHONPATH="$PWD/tests/no_qt:$PWD" run_pytest tests/core

failed=0
wait $beside || failed=$?
trap - EXIT
stage "tests/gui, off screen"
cat "$LOGS/gui.log"
for each in bundle smoke; do
    if [ -f "$LOGS/$each.log" ]; then
        stage "$each, the built application"
        cat "$LOGS/$each.log"
    fi
done
if [ $failed != 0 ]; then exit $failed; fi

stage "tests/e2e, in real windows under Xvfb"
run_pytest tests/e2e
