"""How a server is reached, apart from where it is: whose certificates are trusted, through which proxy, with which
headers besides those of the API.

A header's value may be, or hold, ``$NAME`` or ``${NAME}``: that variable of the environment. What is kept with a run is
the name and never the value, so a header that carries a key can only be given in this way.
"""

from __future__ import annotations

import os
import re
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from galley.core.errors import InputError

PROXIES = ("auto", "system", "none")
"""The system's proxies (those of the environment first): for addresses beyond this machine and network, for all, never.
"""

_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VARIABLE = re.compile(r"\$(?:\{(\w+)\}|(\w+))")
_SECRET = re.compile(r"auth|key|token|secret|cookie|password|credential|signature", re.IGNORECASE)
_OURS = frozenset({"content-type", "content-length", "host", "transfer-encoding", "connection", "accept-encoding"})
KEYS = frozenset({"authorization", "api-key", "x-api-key", "ocp-apim-subscription-key"})
"""Headers that stand for the API's own key: with one of them no other key is needed or sent."""


@dataclass(frozen=True, slots=True)
class Reach:
    """``ca`` is a file of certificates (PEM) that are trusted besides the system's; ``proxy`` one of PROXIES;
    ``headers`` are texts "Name: value" or "Name=value"."""

    ca: str = ""
    proxy: str = "auto"
    headers: tuple[str, ...] = ()

    def check(self) -> None:
        """Raises: InputError for what cannot be used, before anything is sent."""
        if self.proxy not in PROXIES:
            raise InputError(f"There is no proxy setting {self.proxy!r}; use one of: {', '.join(PROXIES)}.")
        for text in self.headers:
            name, value = _split_header(text)
            bare = not _VARIABLE.search(value)
            if bare and _SECRET.search(name):
                raise InputError(
                    f"The header {name} may hold a key, and headers are stored with the run; put the value into "
                    f"an environment variable and write"
                    f" {name}=$VARIABLE."
                )
        if self.ca:
            _trust_authority(ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT), self.ca)

    def values(self) -> dict[str, str]:
        """The headers as they are sent. Raises: InputError for a variable that is not set."""
        return {name: _fill_variables(name, value) for name, value in map(_split_header, self.headers)}

    def secrets(self) -> tuple[str, ...]:
        """The values that came from the environment, to be struck out of texts."""
        variables = [
            match[1] or match[2] for text in self.headers for match in _VARIABLE.finditer(_split_header(text)[1])
        ]
        return tuple(filter(None, (os.environ.get(name, "").strip() for name in variables)))

    def brings_key(self) -> bool:
        """Whether a header stands for the provider's own key."""
        return any(_split_header(text)[0].lower() in KEYS for text in self.headers)

    def hooks(self) -> dict[str, list[Any]]:
        """What takes the SDK's own header for a key out of a request, where one of the user's stands for it."""
        header_names = {_split_header(text)[0].lower() for text in self.headers}
        if not header_names & KEYS:
            return {}

        async def without_key(request: Any) -> None:
            for name in ("authorization", "x-api-key"):
                if name not in header_names:
                    request.headers.pop(name, None)

        return {"request": [without_key]}

    def context(self) -> ssl.SSLContext:
        """What a connection trusts: the system's certificates or those that SSL_CERT_FILE and SSL_CERT_DIR name, and
        ``ca``. Raises: InputError for a file that holds none."""
        import httpx2

        try:
            ssl_context: ssl.SSLContext = httpx2.create_ssl_context()
        except (OSError, ssl.SSLError) as error:
            named = os.environ.get("SSL_CERT_FILE") or os.environ.get("SSL_CERT_DIR")
            raise InputError(
                f"SSL_CERT_FILE or SSL_CERT_DIR names {named}, from which no certificates can be read"
                f" ({error.strerror or error}); set it to a file of certificates (PEM), or unset it."
            ) from None
        return _trust_authority(ssl_context, self.ca) if self.ca else ssl_context


AS_USUAL = Reach()
NO_KEY = "none"
"""Stands for the key where the user has none: the SDKs want one, most local servers do not."""


def _trust_authority(context: ssl.SSLContext, path: str) -> ssl.SSLContext:
    try:
        folder = Path(path).is_dir()
        context.load_verify_locations(**{"capath" if folder else "cafile": path})
    except (OSError, ssl.SSLError) as error:
        why = error.strerror if isinstance(error, OSError) and not isinstance(error, ssl.SSLError) else "no PEM"
        raise InputError(
            f"No certificate can be read from {path} ({why}); give the file of the authority's certificate (PEM)."
        ) from None
    return context


def _split_header(text: str) -> tuple[str, str]:
    """Raises: InputError for what is no header, or one that is not the user's to set."""
    match = re.match(r"\s*([^\s:=]+)\s*[:=]\s*(.*)\Z", text, re.DOTALL)
    name, value = (match[1], match[2].strip()) if match else ("", "")
    if not _NAME.fullmatch(name) or not value or not value.isascii() or not value.isprintable():
        raise InputError(f"{text[:60]!r} is not a header; write it as NAME=VALUE, in plain characters.")
    if name.lower() in _OURS:
        raise InputError(f"The header {name} belongs to the connection itself; leave it out.")
    return name, value


def _fill_variables(name: str, value: str) -> str:
    def put(match: re.Match[str]) -> str:
        variable = match[1] or match[2]
        text = os.environ.get(variable, "").strip()
        if not text:
            raise InputError(f"The header {name} takes its value from the variable {variable}, which is not set.")
        if not (text.isascii() and text.isprintable()):
            raise InputError(f"The variable {variable} holds a character that no header can carry; set it again.")
        return text

    return _VARIABLE.sub(put, value)


def parts(base_url: str) -> tuple[str, Mapping[str, str]]:
    """(an address without its query, the query): Azure wants its ``api-version`` behind every path."""
    query = urlsplit(base_url).query
    return base_url.partition("?")[0], dict(parse_qsl(query, keep_blank_values=True))


def options(key: str, base_url: str, timeout: float, reach: Reach, pool: Any) -> dict[str, Any]:
    """What both SDKs' clients are made with."""
    address, query = parts(base_url)
    arguments = {"api_key": key, "base_url": address, "timeout": timeout, "max_retries": 0, "http_client": pool}
    return arguments | {"default_query": dict(query) or None, "default_headers": reach.values() or None}
