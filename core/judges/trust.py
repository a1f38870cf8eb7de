"""What this user trusts: what they typed or confirmed on this machine.

All else is a stranger's until they confirm it. A project, or a file that was exported and imported again, brings runs
with addresses, headers and names of variables; without this check, whoever continued such a run would send the key, the
variables and the texts to an address that they never saw. Confirmations lie in the user's own settings, never in a
project.
"""

from __future__ import annotations

import json
import re
import sqlite3
from typing import NamedTuple
from urllib.parse import urlsplit

from galley.core import newfile, paths
from galley.core.errors import InputError
from galley.core.judges.clients.reach import AS_USUAL, Reach
from galley.core.judges.clients.registry import PROVIDERS, Source
from galley.core.judges.order import Order, ReadyRun, order_of
from galley.core.storage import queries
from galley.core.text.counted import counted

FILE = "confirmed-addresses.json"
_VARIABLE = re.compile(r"\$(?:\{(\w+)\}|(\w+))")


class Destination(NamedTuple):
    """Where requests go: the address, the headers as they were written (``NAME=$VARIABLE``), the certificate file, and
    whether through a proxy."""

    address: str
    headers: tuple[str, ...] = ()
    ca: str = ""
    proxy: str = AS_USUAL.proxy

    @property
    def variables(self) -> tuple[str, ...]:
        """The variables of the environment whose values go along."""
        return tuple(dict.fromkeys(a or b for text in self.headers for a, b in _VARIABLE.findall(text)))


def find_destination(source: Source | None, reach: Reach) -> Destination | None:
    """Where an order's requests go; None where none leaves the program, or all go to a provider's own address with
    nothing but its key."""
    if source is None or source.provider == "replay":
        return None
    if not source.base_url and reach == AS_USUAL:
        return None
    provider = PROVIDERS.get(source.provider)
    address = source.base_url or (provider.address if provider else source.provider)
    parts = urlsplit(address)
    plain = f"{parts.scheme.lower()}://{parts.netloc.lower()}{parts.path.rstrip('/')}"
    return Destination(plain + (f"?{parts.query}" if parts.query else ""), tuple(reach.headers), reach.ca, reach.proxy)


def is_confirmed(source: Source | None, reach: Reach) -> bool:
    """Whether this user has typed or confirmed where requests go, with the same headers."""
    wanted = find_destination(source, reach)
    return wanted is None or wanted in _confirmed()


def confirm(source: Source | None, reach: Reach) -> None:
    """Remember that this user trusts where these requests go. Raises: GalleyError where the settings cannot be kept."""
    wanted = find_destination(source, reach)
    if wanted is None or wanted in (known := _confirmed()):
        return
    rows = [each._asdict() for each in sorted({*known, wanted})]
    newfile.write(paths.config_dir() / FILE, (json.dumps({"confirmed": rows}, indent=1) + "\n").encode())


def find_own_texts(plan: ReadyRun) -> list[tuple[str, str]]:
    """(name, text) of what a run tells the model and no file of the program says: prompts that the project replaced,
    and the instruction of a judge that somebody wrote."""
    own = [prompt for prompt in plan.context.prompts.values() if prompt.overridden]
    found = [(f"{each.method}/{each.id}", f"{each.system}\n\n{each.user}".strip()) for each in own]
    written = plan.order.choices.options.get("judge", "")
    return [*found, *([("own judge", written)] if written else [])]


def require(order: Order) -> None:
    """Return where an order was typed by this user, or its destination was confirmed before.

    Raises: InputError that names the address, the headers and the variables.
    """
    if not order.stored or is_confirmed(order.source, order.reach):
        return
    wanted = find_destination(order.source, order.reach)
    assert wanted is not None
    headers = f", with the headers {', '.join(wanted.headers)}" if wanted.headers else ""
    headers += f", with the proxy setting {wanted.proxy}" if wanted.proxy != AS_USUAL.proxy else ""
    raise InputError(
        f"This run would send texts to {wanted.address}{headers}, which you have not confirmed on this machine."
        " Continue it in the Runs view, or name the address with --base-url."
    )


def describe_unconfirmed(connection: sqlite3.Connection) -> str:
    """Whose project this is and where its unfinished runs would send texts, in a sentence; "" where this user has
    confirmed all of it."""
    found = find_unconfirmed(connection)
    if not found:
        return ""
    first = queries.read_first_decision(connection)
    whose = f"The first decision is by {first[0]} on {first[1][:10]}. " if first else ""
    places = sorted({each.address for each in found})
    runs = counted(len(found), "unfinished runs")
    return (
        f"{whose}This project brings {runs} to {', '.join(places)}, which you have not confirmed on this machine."
        " Nothing is sent before you continue one and say yes."
    )


def find_unconfirmed(connection: sqlite3.Connection) -> list[Destination]:
    """Where each of a project's unfinished runs goes that this user has not confirmed."""
    found: list[Destination] = []
    confirmed = _confirmed()
    for text in queries.read_unfinished_settings(connection):
        try:
            order = order_of(json.loads(text))
        except (InputError, ValueError, TypeError):
            continue
        wanted = find_destination(order.source, order.reach)
        if wanted is not None and wanted not in confirmed:
            found.append(wanted)
    return found


def _confirmed() -> frozenset[Destination]:
    """What was confirmed; a file that cannot be read confirms nothing."""
    try:
        rows = json.loads((paths.config_place() / FILE).read_text("utf-8"))["confirmed"]
        return frozenset(
            Destination(
                str(row["address"]),
                tuple(map(str, row["headers"])),
                str(row["ca"]),
                str(row.get("proxy", AS_USUAL.proxy)),  # confirmed by an earlier version, which knew no proxy
            )
            for row in rows
        )
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return frozenset()
