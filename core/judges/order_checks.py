"""Refusing what an order says that its method does not use, and names that are not in the project."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from galley.core.errors import InputError
from galley.core.judges.methods.base import Method
from galley.core.storage.queries import filter_choices

if TYPE_CHECKING:
    from galley.core.judges.order import Order

USUAL = ("samples", "systems")
"""What a method heeds that does not say so itself: it asks several times, and about summaries of some systems."""
WORDS = {"samples": "--samples", "systems": "--system", "all_criteria": "--all-criteria", "scheme": "--scheme"}
"""What is checked here; criteria and settings are checked by the method and by ``settings``."""


def refuse(method: Method, order: Order, connection: sqlite3.Connection) -> None:
    """Raises: InputError for the first thing that would change nothing, or that the project does not hold."""
    choices = order.choices
    heeds: tuple[str, ...] = getattr(method, "heeds", USUAL)
    options = {
        "samples": choices.samples not in (0, method.samples),
        "systems": bool(choices.systems),
        "all_criteria": choices.all_criteria,
        "scheme": bool(choices.scheme),
    }
    for name, is_set in options.items():
        if is_set and name not in heeds:
            listing = ", ".join(WORDS[word] for word in heeds) or "none of these"
            raise InputError(f"{method.name} does not use {WORDS[name]}; it uses: {listing}.")
    if method.local:
        asked_of_models = {
            "--provider": order.source, "--model": order.model, "--batch": order.batch, "--stream": order.stream,
            "--max-tokens": order.limit, "--budget": order.budget, "--max-requests": order.max_requests,
            "--price": order.price, "--service-tier": order.tier, "--ca-file": order.reach.ca,
            "--proxy": order.reach.proxy != "auto", "--header": order.reach.headers,
            **{f"--{name.replace('_', '-')}": True for name in order.sampling},
        }  # fmt: skip
        for word, value in asked_of_models.items():
            if value:
                raise InputError(f"{method.name} asks no model; leave {word} out.")
    for what, list_names, requested_names in (
        ("system", filter_choices.systems, choices.systems),
        ("dataset", filter_choices.datasets, order.datasets),
    ):
        if not requested_names:
            continue
        existing_names = list_names(connection)
        for name in filter(None, requested_names):
            if name not in existing_names:
                listing = ", ".join(existing_names) or "none"
                raise InputError(f"The project has no {what} {name!r}; it has: {listing}.")
