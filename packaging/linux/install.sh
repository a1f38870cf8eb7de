#!/bin/sh
# Adds Galley to this user's menu, with its icon, and opens .galley files with it. Nothing outside the home is touched.
#
#   ./install.sh            add
#   ./install.sh --remove   take it out again
set -eu
here=$(cd "$(dirname "$0")" && pwd)
share=${XDG_DATA_HOME:-$HOME/.local/share}
bin=$HOME/.local/bin
desktop=$share/applications/galley.desktop
mime=$share/mime/packages/galley-mime.xml
icon=$share/icons/hicolor/scalable/apps/galley.svg

refresh() {
    if command -v update-mime-database >/dev/null; then update-mime-database "$share/mime" 2>/dev/null || true; fi
    if command -v update-desktop-database >/dev/null; then update-desktop-database "$share/applications" || true; fi
}

if [ "${1:-}" = --remove ]; then
    rm -f "$desktop" "$mime" "$icon" "$bin/galley"
    refresh
    echo "Galley is no longer in the menu. This folder can be deleted."
    exit 0
fi
mkdir -p "$(dirname "$desktop")" "$(dirname "$mime")" "$(dirname "$icon")" "$bin"
# The desktop entry names the program by its full path, since ~/.local/bin may not be on the path of a session.
sed -e "s|^Exec=galley|Exec=\"$here/galley\"|" -e "s|^TryExec=.*|TryExec=$here/galley|" "$here/share/galley.desktop" >"$desktop"
cp "$here/share/galley-mime.xml" "$mime"
cp "$here/share/galley.svg" "$icon"
ln -sf "$here/galley" "$bin/galley"
refresh
echo "Galley is in the menu now, and .galley files open with it."
