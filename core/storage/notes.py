"""Notes of decisions by which programs know what made them."""

from __future__ import annotations

TOGETHER = "Settled together:"
"""What the note of a gold verdict begins with that a rule gave to many cells at once."""

DAWID_SKENE = "(Dawid-Skene)"
"""What such a note holds where the rule weighed judges, too."""
