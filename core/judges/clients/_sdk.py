"""What the two SDKs have in common: their connections, their errors, and bodies that are no replies."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import math
import ssl
import time
from collections.abc import Sequence
from email.utils import parsedate_to_datetime
from types import ModuleType
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from galley.core.judges.clients.base import CallError
from galley.core.judges.clients.pace import ServerPace
from galley.core.judges.clients.reach import Reach

CONNECT_SECONDS = 10.0
MOST_TOKENS = 10**9
"""No request has so many."""
KEPT_BODY = 20_000
"""Characters kept of a body that is no reply."""

_NO_CREDIT = ("insufficient_quota", "credit balance", "billing_hard_limit")
_WAIT = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529})


def http_client(base_url: str, timeout: float, reach: Reach, pace: ServerPace) -> Any:
    """A connection pool that tells ``pace`` what servers say of their limits. Raises: InputError for certificates that
    cannot be read."""
    import httpx2

    async def read_limits(response: httpx2.Response) -> None:
        pace.update_limits(response.headers)

    proxied = reach.proxy == "system" or (reach.proxy == "auto" and not is_local(base_url))
    secured = base_url.startswith("https:") or proxied or reach.ca

    return httpx2.AsyncClient(
        timeout=httpx2.Timeout(timeout, connect=CONNECT_SECONDS),
        limits=httpx2.Limits(max_connections=None, max_keepalive_connections=64),
        verify=reach.context() if secured else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT),
        trust_env=proxied,
        follow_redirects=False,
        event_hooks={**reach.hooks(), "response": [read_limits]},
    )


def is_local(base_url: str) -> bool:
    """Whether an address is on this machine or in a private network."""
    host = (urlsplit(base_url).hostname or "").lower()
    if host == "localhost" or host.endswith((".localhost", ".local")):
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or address.is_private or address.is_link_local or address.is_unspecified


def retry_after(headers: Any, current_time: float | None = None) -> float | None:
    """The seconds that a server asks to wait, from a number or a date; None if it does not say or talks nonsense."""
    text = (headers.get("retry-after-ms") or "").strip()
    scale = 0.001
    if not text:
        text, scale = (headers.get("retry-after") or "").strip(), 1.0
    if not text:
        return None
    try:
        seconds = float(text) * scale
    except ValueError:
        try:
            seconds = parsedate_to_datetime(text).timestamp() - (time.time() if current_time is None else current_time)
        except (ValueError, TypeError, OverflowError):
            return None
    return max(seconds, 0.0) if math.isfinite(seconds) else None


def not_a_reply(body: Any) -> CallError:
    """What to say of a success whose body is not what the API promises (a portal's or a proxy's page)."""
    text = body if isinstance(body, str) else repr(body)
    what = "a web page" if "<html" in text[:2_000].lower() or "<!doctype" in text[:200].lower() else "something else"
    return CallError(
        f"The server answered with {what} instead of a model's reply; check the address and any proxy.",
        retry=True,
        body=text[:KEPT_BODY],
    )


def fields(value: Any) -> dict[str, Any]:
    """``value`` where it is an object of JSON, else an empty one: a server may send anything."""
    return value if isinstance(value, dict) else {}


def count(value: Any) -> int | None:
    """``value`` where it is a count of tokens that can be; a server that counts more than a model reads did not
    count."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_TOKENS else None


def version(value: Any) -> str:
    """What a server calls the model that answered; nothing where it does not say."""
    return " ".join(value.split())[:200] if isinstance(value, str) else ""


class MessageContent(NamedTuple):
    """What a message says, what was thought before it, and what it refuses with."""

    text: str = ""
    thoughts: str = ""
    refusal: str = ""


def content(value: Any) -> MessageContent:
    """The content of a message: text, or a list of parts, each with its text; JSON that is neither stays JSON."""
    if value is None or isinstance(value, str):
        return MessageContent(value or "")
    listed = value if isinstance(value, list) else [value]
    if not all(isinstance(part, str) or fields(part).get("type") in _KINDS for part in listed):
        return MessageContent(json.dumps(value, ensure_ascii=False))
    return parts(listed)


def parts(listed: Sequence[Any]) -> MessageContent:
    """The parts of a message as one; those that hold no words give none."""
    read = [_part(part) for part in listed]
    return MessageContent(*("".join(texts) for texts in zip(*read, strict=True))) if read else MessageContent()


_THOUGHTS = ("thinking", "redacted_thinking", "reasoning", "reasoning_text", "summary_text")
_KINDS = ("text", "output_text", "refusal", *_THOUGHTS)


def _part(part: Any) -> MessageContent:
    if isinstance(part, str):
        return MessageContent(part)
    part = fields(part)
    if part.get("type") == "refusal":
        return MessageContent(refusal=_words(part.get("refusal")))
    if part.get("type") in _THOUGHTS:
        names = ("thinking", "reasoning", "summary", "content", "text")
        return MessageContent(thoughts="".join(_words(part.get(name)) for name in names))
    return MessageContent(_words(part.get("text")))


def _words(value: Any) -> str:
    """The text in a part: a string, an object that holds one, or a list of either."""
    if isinstance(value, dict):
        value = value.get("value", value.get("text"))
    if isinstance(value, list):
        return "".join(map(_words, value))
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return value if isinstance(value, str) else ""


def translate(error: Exception, sdk: ModuleType, so_far: str = "") -> CallError:
    """An SDK's exception as ours. ``so_far`` is what of a streamed reply had come in by then; it is kept to be seen.

    httpx2's own exceptions come through where a body is read piece by piece: one SDK wraps them there, one does not.
    """
    import httpx2

    timeouts = (sdk.APITimeoutError, TimeoutError, asyncio.TimeoutError, httpx2.TimeoutException)
    if isinstance(error, timeouts) and not isinstance(error, httpx2.ConnectTimeout):
        return CallError("The server did not answer in time.", retry=True, paid=True, body=so_far[:KEPT_BODY])
    if isinstance(error, sdk.APIStatusError) and not 200 <= int(error.status_code) < 300:
        return _status(error)
    if isinstance(error, sdk.APIConnectionError | httpx2.TransportError):
        cause = error.__cause__ or error
        secured = _of_tls(error)
        if secured is not None:
            return secured
        if isinstance(cause, httpx2.ProxyError):
            short = " ".join(str(cause).split())[:200]
            return CallError(f"The proxy does not let the request through ({short}); check the proxy.", retry=True)
        if isinstance(cause, httpx2.ConnectError | httpx2.ConnectTimeout | httpx2.UnsupportedProtocol):
            return CallError("The server cannot be reached; check the address and the network.", retry=True)
        return build_cut_error(so_far)
    if isinstance(error, sdk.APIResponseValidationError | ValueError):
        return not_a_reply(so_far or str(error))
    if isinstance(error, sdk.APIError):
        return _broken_off(error, so_far)
    return CallError(f"The request could not be sent ({type(error).__name__}: {error}).")


def _of_tls(error: BaseException) -> CallError | None:
    """What to say of a connection that was not trusted; None where that is not the trouble."""
    at: BaseException | None = error
    while at is not None:
        if isinstance(at, ssl.SSLCertVerificationError):
            return CallError(
                f"The certificate of the server is not trusted ({at.verify_message or at.reason}); if an authority of"
                " your own has signed it, name the authority's file with --ca-file or in SSL_CERT_FILE.",
                fatal=True,
            )
        if isinstance(at, ssl.SSLError):
            return CallError(
                f"The secure connection to the server failed ({at.reason or at}); check the address, and whether it"
                " is http:// rather than https://.",
                fatal=True,
            )
        at = at.__cause__ or at.__context__
    return None


def build_cut_error(so_far: str = "") -> CallError:
    """What to say of a reply of which the end is missing."""
    return CallError(
        "The connection was cut before the reply was complete.", retry=True, paid=True, body=so_far[:KEPT_BODY]
    )


def _broken_off(error: Any, so_far: str) -> CallError:
    """An error that the server reports in the middle of a reply, under the status of a success."""
    message = _message(error.body) or str(error.message)
    short = " ".join(message.split())[:300]
    if any(sign in f"{message} {error.body}".lower() for sign in _NO_CREDIT):
        return CallError(f"The account has no credit left ({short}).", fatal=True, paid=True, body=so_far[:KEPT_BODY])
    return CallError(f"The server ended its reply early ({short}).", retry=True, paid=True, body=so_far[:KEPT_BODY])


def _status(error: Any) -> CallError:
    status = int(error.status_code)
    body = error.body
    message = _message(body) or str(error.message)
    text = f"{message} {body}".lower()
    short = " ".join(message.split())[:300]
    if any(sign in text for sign in _NO_CREDIT) or status == 402:
        return CallError(f"The account has no credit left ({short}).", fatal=True, body=message, status=status)
    if status in (401, 403):
        return CallError(f"The server refused the key ({short}).", fatal=True, body=message, status=status)
    if status == 404:
        return CallError(
            f"The server does not know this model or address ({short}).", fatal=True, body=message, status=status
        )
    if 300 <= status < 400:
        return CallError("The server redirects to another address; give that address.", fatal=True, status=status)
    if status in _WAIT:
        why = {429: "too many requests", 529: "overloaded"}.get(status, "an error of its own")
        return CallError(
            f"The server answered {status} ({why}).",
            retry=True,
            after=retry_after(error.response.headers),
            body=message[:KEPT_BODY],
            status=status,
        )
    return CallError(f"The server refused the request, {status} ({short}).", body=message[:KEPT_BODY], status=status)


def _message(body: Any) -> str:
    if isinstance(body, dict):
        inner = body.get("error", body)
        if isinstance(inner, dict):
            return str(inner.get("message") or "")
        return str(inner)
    return body if isinstance(body, str) else ""
