"""Print every sentence that a user can read, with its place: ``make texts``."""

from __future__ import annotations

import tomllib

from tests.core import core_failures
from tests.gui import texts


def main() -> None:
    """Print a line for each text of the window, each title of a key, and each sentence that core raises or notes."""
    found = [
        (text.where, words)
        for path in texts.FILES
        for text in texts.translated(path)
        if isinstance(text, texts.Text)
        for words in text.words
    ]
    with (texts.ROOT / "resources" / "shortcuts.toml").open("rb") as file:
        actions = tomllib.load(file)["action"]
    found += [("resources/shortcuts.toml", row[key]) for row in actions for key in ("title", "group") if row.get(key)]
    found += [(sentence.where, sentence.words) for sentence in core_failures.sentences()]
    for where, words in dict.fromkeys(found):
        print(f"{where}\t{words}".replace("\n", " "))


if __name__ == "__main__":
    main()
