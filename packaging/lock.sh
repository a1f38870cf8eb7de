#!/usr/bin/env bash
# Resolves pyproject.toml into requirements.txt, requirements-dev.txt and requirements-bundle.txt: every version with its hashes and without
# any address, so that pip takes the files from whichever index it is set up for. uv.lock holds addresses and is
# therefore not kept in git.
set -euo pipefail
cd "$(dirname "$0")/.."

uv=$(command -v uv || echo .venv/bin/uv)
if ! [ -x "$uv" ]; then
    echo "uv is needed for this: python3 -m pip install uv" >&2
    exit 1
fi

export_to() {
    local file=$1
    shift
    "$uv" export --quiet --format requirements-txt --no-emit-project --no-header "$@" --output-file "$file"
}

"$uv" lock --upgrade
export_to requirements.txt --no-dev
export_to requirements-dev.txt --only-group dev
export_to requirements-bundle.txt --only-group bundle

if grep -nE 'https?://|file://' requirements.txt requirements-dev.txt requirements-bundle.txt; then
    echo "The lock holds addresses (above); it must not be committed like this." >&2
    exit 1
fi
PATH=$(dirname "$uv"):$PATH python3 packaging/wheels.py
