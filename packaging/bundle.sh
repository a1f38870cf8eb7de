#!/usr/bin/env bash
# Builds the application as one folder, dist/galley, in an environment that holds what it needs and nothing else.
set -euo pipefail
cd "$(dirname "$0")/.."

LIMIT_MB=340

packaging/setup.sh bundle
packaging/names.sh
VENV=.venv-bundle
export PYINSTALLER_CONFIG_DIR=$PWD/build/pyinstaller SOURCE_DATE_EPOCH=315532800

rm -rf build/bundle dist/galley
"$VENV/bin/python" packaging/bundle_parts.py build/bundle
"$VENV/bin/python" -m PyInstaller --noconfirm --log-level WARN --distpath dist --workpath build/pyinstaller \
    packaging/galley.spec
if [ "$(uname -s)" = Linux ]; then
    # Python's own libraries may bring debug symbols; those of numpy, scipy and Qt must stay as they are.
    strip --strip-unneeded dist/galley/_internal/libpython*.so* dist/galley/_internal/python3*/lib-dynload/*.so
    mkdir -p dist/galley/share
    cp resources/desktop/galley.desktop resources/desktop/galley-mime.xml resources/icons/galley.svg dist/galley/share/
    cp build/bundle/galley.png dist/galley/share/
    cp packaging/linux/install.sh dist/galley/
fi
# Bytes of all files, not the blocks that they take; the du of macOS cannot say so.
size=$("$VENV/bin/python" - dist/galley <<'END'
import pathlib, sys
print(sum(file.lstat().st_size for file in pathlib.Path(sys.argv[1]).rglob("*") if file.is_file()) // 2**20 + 1)
END
)
echo "dist/galley: $size MB, $("$PWD/dist/galley/galley" --version)"
if [ "$size" -ge $LIMIT_MB ]; then
    echo "The bundle has $size MB, and may have less than $LIMIT_MB." >&2
    exit 1
fi
