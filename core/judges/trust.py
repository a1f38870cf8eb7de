"""What this user trusts: what they typed or confirmed on this machine.

All else is a stranger's until they confirm it. A project, or a file that was exported and imported again, brings runs
with addresses, headers and names of variables; without this check, whoever continued such a run would send the key, the
variables and the texts to an address that they never saw. Confirmations lie in the user's own settings, never in a
project.
"""

from __future__ import annotations

import json
import os
import re
from typing import NamedTuple
from urllib.parse import urlsplit

from galley.core import new_files, paths
from galley.core.errors import InputError
from galley.core.judges.clients.reach import AS_USUAL, Reach
from galley.core.judges.clients.registry import PROVIDERS, Source
from galley.core.judges.order import Order, ReadyRun, order_of
from galley.core.storage import queries
from galley.core.storage.connection import Connection
from galley.core.storage.queries.runs import read_runs
from galley.core.text.plurals import format_count

FILE = "confirmed-addresses.json"
_VARIABLE = re.compile(r"\$(?:\{(\w+)\}|(\w+))")


class Destination(NamedTuple):
    """Where requests go: the address, the headers as they were written (``NAME=$VARIABLE``), the certificate file, and
    whether through a proxy. Of recorded replies the address is the path of their file."""

    address: str
    headers: tuple[str, ...] = ()
    ca: str = ""
    proxy: str = AS_USUAL.proxy

    @property
    def is_file(self) -> bool:
        """Whether replies are read from a file of this machine and nothing is sent."""
        return os.path.isabs(self.address)

    @property
    def variables(self) -> tuple[str, ...]:
        """The variables of the environment whose values go along."""
        return tuple(dict.fromkeys(a or b for text in self.headers for a, b in _VARIABLE.findall(text)))


def find_destination(source: Source | None, reach: Reach) -> Destination | None:
    """Where an order's requests go; None where there are none, or all go to a provider's own address with nothing but
    its key."""
    if source is None:
        return None
    if source.provider == "replay":
        return Destination(os.path.abspath(source.replies))
    if not source.base_url and reach == AS_USUAL:
        return None
    provider = PROVIDERS.get(source.provider)
    address = source.base_url or (provider.address if provider else source.provider)
    parts = urlsplit(address)
    plain = f"{parts.scheme.lower()}://{parts.netloc.lower()}{parts.path.rstrip('/')}"
    return Destination(plain + (f"?{parts.query}" if parts.query else ""), tuple(reach.headers), reach.ca, reach.proxy)


def is_confirmed(source: Source | None, reach: Reach) -> bool:
    """Whether this user has typed or confirmed where requests go, with the same headers."""
    destination = find_destination(source, reach)
    return destination is None or destination in _read_confirmed()


def confirm(source: Source | None, reach: Reach) -> None:
    """Remember that this user trusts where these requests go. Raises: GalleyError where the settings cannot be kept."""
    destination = find_destination(source, reach)
    if destination is None or destination in (destinations := _read_confirmed()):
        return
    rows = [entry._asdict() for entry in sorted({*destinations, destination})]
    new_files.write(paths.config_dir() / FILE, (json.dumps({"confirmed": rows}, indent=1) + "\n").encode())


def find_own_texts(plan: ReadyRun) -> list[tuple[str, str]]:
    """(name, text) of what a run tells the model and no file of the program says: prompts that the project replaced,
    and the instruction of a judge that somebody wrote."""
    own = [prompt for prompt in plan.context.prompts.values() if prompt.overridden]
    texts = [(f"{prompt.method}/{prompt.id}", f"{prompt.system}\n\n{prompt.user}".strip()) for prompt in own]
    judge_text = plan.order.choices.options.get("judge", "")
    return [*texts, *([("own judge", judge_text)] if judge_text else [])]


def require(order: Order) -> None:
    """Return where an order was typed by this user, or its destination was confirmed before.

    Raises: InputError that names the address, the headers and the variables.
    """
    if not order.is_stored or is_confirmed(order.source, order.reach):
        return
    destination = find_destination(order.source, order.reach)
    assert destination is not None
    if destination.is_file:
        raise InputError(
            f"This run would read recorded replies from {destination.address}, which you have not chosen on "
            f"this machine."
            " Start a run with the file of the replies to continue it."
        )
    headers = f", with the headers {', '.join(destination.headers)}" if destination.headers else ""
    headers += f", with the proxy setting {destination.proxy}" if destination.proxy != AS_USUAL.proxy else ""
    raise InputError(
        f"This run would send texts to {destination.address}{headers}, which you have not confirmed on this machine."
        " Continue it in the Runs view, or name the address with --base-url."
    )


def describe_unconfirmed(connection: Connection) -> str:
    """Whose project this is and where its unfinished runs would send texts, in a sentence; "" where this user has
    confirmed all of it."""
    destinations = find_unconfirmed(connection)
    if not destinations:
        return ""
    who, at = queries.read_origin(connection)
    origin = f"in which {who} decided first, on {at[:10]}" if who else f"whose first run started on {at[:10]}"
    files, places = (
        [destination for destination in destinations if destination.is_file == kind] for kind in (True, False)
    )
    parts = [
        f"{format_count(len(destination), 'unfinished runs')} {link} "
        f"{', '.join(sorted({one.address for one in destination}))}"
        for destination, link in ((places, "to"), (files, "with replies from"))
        if destination
    ]
    return (
        f"This project, {origin}, brings {' and '.join(parts)}, which you have not confirmed on this machine."
        " Nothing is sent or read before you say so."
    )


def find_unconfirmed(connection: Connection) -> list[Destination]:
    """Where each of a project's unfinished runs goes that this user has not confirmed."""
    destinations: list[Destination] = []
    confirmed = _read_confirmed()
    for run in reversed(read_runs(connection)):
        if run.state == "done":
            continue
        try:
            order = order_of(json.loads(run.settings))
        except (InputError, ValueError, TypeError):
            continue
        destination = find_destination(order.source, order.reach)
        if destination is not None and destination not in confirmed:
            destinations.append(destination)
    return destinations


def _read_confirmed() -> frozenset[Destination]:
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
