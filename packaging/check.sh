#!/usr/bin/env bash
# All checks, in the order in which they are quickest to tell of a fault. The first that fails ends the run, so the
# last lines are always those of the check that matters. packaging/setup.sh test makes what is needed here.
set -euo pipefail
cd "$(dirname "$0")/.."

BIN=.venv/bin

stage() { printf '\n== %s ==\n' "$1"; }

# pytest gives 5 where a folder holds no tests.
run_pytest() { "$BIN/python" -m pytest "$@" || [ $? = 5 ]; }

stage "ruff"
"$BIN/ruff" check core gui tests benchmarks setup.py

stage "mypy"
"$BIN/mypy"

stage "import contracts"
"$BIN/lint-imports"

# The two large folders run side by side: neither needs more than one processor.
LOG=build/checks/gui.log
mkdir -p build/checks
QT_QPA_PLATFORM=offscreen run_pytest tests/gui >"$LOG" 2>&1 &
gui=$!
trap 'kill $gui 2>/dev/null || true' EXIT

stage "tests/core, with Qt hidden"
# sitecustomize.py in tests/no_qt hides Qt from this Python and from every Python that a test starts.
PYTHONPATH="$PWD/tests/no_qt:$PWD" run_pytest tests/core

stage "tests/gui, off screen"
failed=0
wait $gui || failed=$?
trap - EXIT
cat "$LOG"
if [ $failed != 0 ]; then exit $failed; fi

stage "tests/e2e, in real windows under Xvfb"
run_pytest tests/e2e
