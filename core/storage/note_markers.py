"""The two markers in the notes of bulk decisions."""

from __future__ import annotations

BULK_NOTE_PREFIX = "Settled together:"
"""How the note of a decision of a bulk adjudication begins."""

DAWID_SKENE_MARKER = "(Dawid-Skene)"
"""What such a note contains where the rule is Dawid-Skene and weighs judges, too."""
