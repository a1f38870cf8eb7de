#!/usr/bin/env bash
# Runs tests/core on each Python from 3.11 to 3.14 that this machine has, in an environment of its own each (minutes the
# first time). PYTHONS="3.13 3.14" chooses; further words go to pytest.
set -euo pipefail
cd "$(dirname "$0")/.."

# The interpreter of a version: on the path, or pyenv's newest.
find_version() {
    if command -v "python$1" >/dev/null && "python$1" -c '' 2>/dev/null; then command -v "python$1"; return; fi
    local found
    for found in "${PYENV_ROOT:-$HOME/.pyenv}"/versions/"$1".*/bin/python; do
        if [ -x "$found" ]; then echo "$found"; fi
    done | tail -n 1
}

tried=0
for version in ${PYTHONS:-3.11 3.12 3.13 3.14}; do
    python=$(find_version "$version")
    if [ -z "$python" ]; then echo "Python $version is not on this machine."; continue; fi
    venv=.venv-$version
    if ! cmp -s requirements.txt "$venv/installed.txt"; then
        "$python" -m venv --clear "$venv"
        "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes \
            -r requirements.txt -r requirements-dev.txt
        cp requirements.txt "$venv/installed.txt"
    fi
    echo "== tests/core on $("$venv/bin/python" -V) =="
    PYTHONPATH="$PWD/tests/no_qt:$PWD" "$venv/bin/python" -m pytest tests/core -q "$@"
    tried=$((tried + 1))
done
echo "tests/core passed on $tried Pythons."
