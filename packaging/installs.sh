#!/usr/bin/env bash
# Installs the wheel as a person does, with uv and with pipx (whichever is on the path), each in an empty home, and uses
# what came of it. Downloads all that Galley needs for each. PYTHON says which interpreter (3.13).
set -euo pipefail
cd "$(dirname "$0")/.."

PYTHON=${PYTHON:-3.13}
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
mkdir "$place/source" "$place/wheel"
cp -R pyproject.toml setup.py README.md LICENSE galley core gui resources prompts docs "$place/source"
(
    cd "$place/source"
    "$OLDPWD/.venv/bin/python" -W ignore -c "from setuptools import build_meta; build_meta.build_wheel('$place/wheel')" >/dev/null
)
wheel=$(echo "$place"/wheel/galley_desk-*.whl)

# inside TOOL WORD...: a command in the empty home of a tool.
inside() {
    local home=$place/$1
    shift
    mkdir -p "$home"
    (
        cd "$home"
        env -u PYTHONPATH -u XDG_CONFIG_HOME -u XDG_DATA_HOME -u XDG_STATE_HOME -u XDG_CACHE_HOME -u XDG_BIN_HOME \
            HOME="$home" PATH="$home/.local/bin:$PATH" "$@"
    )
}

used() {
    local home=$place/$1
    inside "$1" galley --version
    inside "$1" galley demo --dir . --screenshot window.png
    inside "$1" galley judge offline --project sample.galley --yes
    inside "$1" galley metrics agreement --project sample.galley >/dev/null
    inside "$1" galley export csv --project sample.galley --out sample.csv --only all
    inside "$1" galley project check sample.galley
    inside "$1" galley setup integrate
    grep -q "$home/.*galley-desk" "$home/.local/share/applications/galley.desktop"
    inside "$1" galley setup integrate --remove
    test ! -e "$home/.local/share/applications/galley.desktop"
    test -s "$home/window.png"
}

export QT_QPA_PLATFORM=${QT_QPA_PLATFORM:-offscreen}
tried=""
for tool in uv pipx; do
    if ! command -v "$tool" >/dev/null; then echo "$tool is not on the path."; continue; fi
    echo "== $("$tool" --version | head -n 1), Python $PYTHON, an empty home =="
    case $tool in
        uv) inside uv uv tool install --quiet --python "$PYTHON" "$wheel" ;;
        pipx) inside pipx pipx install --quiet --python "$(command -v "python$PYTHON")" "$wheel" ;;
    esac
    used "$tool"
    case $tool in
        uv) inside uv uv tool uninstall galley-desk ;;
        pipx) inside pipx pipx uninstall galley-desk ;;
    esac
    test ! -e "$place/$tool/.local/bin/galley"
    tried="$tried $tool"
done
if [ -z "$tried" ]; then echo "There is neither uv nor pipx here." >&2; exit 1; fi
echo "The wheel was installed and used with:$tried."
