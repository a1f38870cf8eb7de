#!/usr/bin/env bash
# Runs tests/e2e_llm against llama.cpp's server. It gets an environment of its own, .venv-llm, because it is compiled
# when it is installed (five to fifteen minutes, once) and nothing else needs it. A C++ compiler must be there.
set -euo pipefail
cd "$(dirname "$0")/.."

PACKAGES=("llama-cpp-python[server]==0.3.36" "gguf==0.19.0")
VENV=.venv-llm
STAMP=$VENV/installed

if [ "$(cat "$STAMP" 2>/dev/null)" != "${PACKAGES[*]}" ]; then
    if ! command -v "${CXX:-c++}" >/dev/null 2>&1; then
        echo "llama.cpp's server needs a C++ compiler (Debian: apt-get install g++), then try again." >&2
        exit 1
    fi
    echo "Making $VENV and compiling llama.cpp's server; this takes some minutes." >&2
    .venv/bin/python -m venv --clear "$VENV"
    "$VENV/bin/pip" install --quiet --disable-pip-version-check "${PACKAGES[@]}"
    echo "${PACKAGES[*]}" > "$STAMP"
fi

GALLEY_LLM_PYTHON="$PWD/$VENV/bin/python" exec timeout 900 .venv/bin/python -m pytest tests/e2e_llm "$@"
