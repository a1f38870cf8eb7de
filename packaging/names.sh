#!/usr/bin/env bash
# Lays core/ and gui/ under the name that they are imported by, .names/galley, as links, for the tools that read files
# and do not run galley/__init__.py: mypy, import-linter, PyInstaller.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p .names/galley
for each in galley/__init__.py galley/doors.py core gui; do ln -sfn "../../$each" ".names/galley/${each##*/}"; done
