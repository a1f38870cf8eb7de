"""Notes of decisions by which programs know what made them."""

from __future__ import annotations

TOGETHER = "Settled together:"
"""What the note of a gold verdict begins with that a rule gave to many cells at once."""
