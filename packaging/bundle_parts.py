"""What a bundle holds beside the program: the icon in the forms that systems want, and the licences of what is inside.

    python packaging/bundle_parts.py FOLDER

Run in the environment that is bundled, since its packages are the ones whose licences are collected. Writes
FOLDER/galley.png, .ico and .icns, and FOLDER/licences with one file a package and a list of all.

Exit code 1, and the names, where a package brings neither a licence's text nor its name.
"""

from __future__ import annotations

import os
import struct
import sys
from importlib.metadata import Distribution, distributions
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BUILD_ONLY = {"pip", "setuptools", "wheel", "pyinstaller", "pyinstaller-hooks-contrib", "altgraph", "packaging"}
TEXTS = ("licen", "copying", "notice", "authors")


def icons(folder: Path) -> None:
    """The icon as PNG (256 px), ICO and, in four sizes, ICNS. ``resources/desktop/galley.icns`` is what this made."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QGuiApplication, QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    application = QGuiApplication([])
    drawing = QSvgRenderer(str(ROOT / "resources/icons/galley.svg"))

    def painted(size: int) -> QImage:
        image = QImage(size, size, QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        drawing.render(painter)
        painter.end()
        return image

    for kind in ("png", "ico"):
        if not painted(256).save(str(folder / f"galley.{kind}"), kind):
            sys.exit(f"Qt cannot write the icon as {kind}.")
    parts = b""
    for name, size in ((b"ic07", 128), (b"ic08", 256), (b"ic09", 512), (b"ic10", 1024)):
        file = folder / "size.png"
        painted(size).save(str(file), "png")
        parts += name + struct.pack(">I", file.stat().st_size + 8) + file.read_bytes()
        file.unlink()
    (folder / "galley.icns").write_bytes(b"icns" + struct.pack(">I", len(parts) + 8) + parts)
    del application


def licences(folder: Path) -> list[str]:
    """Copy every package's licence. Gives the names of the packages that state none."""
    folder.mkdir(parents=True, exist_ok=True)
    lines, silent = [], []
    for found in sorted(distributions(), key=lambda d: d.name.lower()):
        if found.name.lower() in BUILD_ONLY:
            continue
        name = _stated(found)
        texts = _texts(found)
        if not name and not texts:
            silent.append(found.name)
        lines.append(f"{found.name} {found.version}: {name or 'see its file'}")
        if texts:
            (folder / f"{found.name}.txt").write_text("\n\n".join(texts), encoding="utf-8")
    lines.append(f"Python {sys.version.split()[0]}: PSF-2.0")
    for font in sorted((ROOT / "resources/fonts").glob("OFL-*.txt")):
        lines.append(f"{font.stem.removeprefix('OFL-')} (font): OFL-1.1")
        (folder / font.name).write_text(font.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "LIST.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return silent


def _stated(found: Distribution) -> str:
    meta = found.metadata
    classifiers = [c.rpartition(" :: ")[2] for c in meta.get_all("Classifier") or () if c.startswith("License ::")]
    plain = meta.get("License") or ""
    return meta.get("License-Expression") or ", ".join(classifiers) or (plain if "\n" not in plain else "")


def _texts(found: Distribution) -> list[str]:
    texts = []
    for file in found.files or ():
        if any(word in file.name.lower() for word in TEXTS) and file.suffix not in (".py", ".pyc"):
            path = Path(str(file.locate()))
            if path.is_file():
                texts.append(path.read_text(encoding="utf-8", errors="replace"))
    return texts


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    icons(target)
    missing = licences(target / "licences")
    if missing:
        sys.exit(f"These packages state no licence: {', '.join(missing)}.")
