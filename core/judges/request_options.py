"""What a user may say of the requests of a run, for the command line and the window alike: how the model samples and
thinks, how long a reply may be and take, what it costs, and how the server is reached.

Nothing of it is sent or used unless it was set, and what a provider does not know is refused before anything is sent.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from galley.core.errors import InputError
from galley.core.judges.clients.reach import PROXIES, Reach
from galley.core.judges.methods.base import Setting

ALL = ("openai", "anthropic", "compatible")
EFFORTS = ("none", "minimal", "low", "medium", "high", "xhigh", "max")
TIERS = {
    "openai": ("auto", "default", "flex", "scale", "priority", "fast"),
    "anthropic": ("auto", "standard_only"),
}
_MORE = TIERS["anthropic"][1:]
UNSAID = "not sent"
MOST_REPLY = 1_000_000
LEAST_REPLY = 16
MOST_SECONDS = 86_400.0
WHOLE = 21_333
"""Anthropic's SDK refuses a larger cap of tokens for a reply that is not streamed."""
ANSWER = 4_000
"""Tokens that an answer has room for beside the thoughts."""


@dataclass(frozen=True, slots=True)
class Knob:
    """One setting: whom it can be sent to, its kind (``float``, ``int`` or ``str``), its range or its values; ``words``
    may stand in the place of a number."""

    name: str
    about: str
    to: tuple[str, ...] = ALL
    kind: type = str
    low: float = 0
    high: float = 0
    values: tuple[str, ...] = ()
    empty: str = UNSAID
    words: tuple[str, ...] = ()

    def read(self, text: str) -> Any:
        """The value in a text. Raises: InputError with one sentence."""
        text = text.strip()
        if self.values:
            if text not in self.values:
                raise InputError(f"{self.name} takes one of {', '.join(self.values)}, not {text!r}.")
            return text
        if self.kind is str or text in self.words:
            return text
        try:
            value = self.kind(text.replace(",", "") if self.kind is int else text)
        except ValueError:
            what = "a whole number" if self.kind is int else "a number"
            raise InputError(f"{self.name} takes {what}, not {text!r}.") from None
        if not (math.isfinite(value) and self.low <= value <= self.high):
            raise InputError(f"{self.name} takes a number from {self.low:g} to {self.high:,g}, not {text}.")
        return value


SAMPLING = (
    Knob("temperature", "how much chance there is in a reply; some models refuse it", kind=float, high=2),
    Knob("top-p", "the share of likely words that is drawn from; some models refuse it", kind=float, high=1),
    Knob("top-k", "how many likely words are drawn from", ALL[1:], int, 1, 100_000),
    Knob("seed", "where chance begins, so that a server may repeat itself", ("openai", "compatible"), int, 0, 2**53),
    Knob("effort", "how hard a reasoning model thinks", values=EFFORTS),
    Knob("api", "how OpenAI is asked: by chat completions or by responses", ("openai",), values=("chat", "responses")),
    Knob("logprobs", "how likely each label was, as the confidence", ("openai", "compatible"), values=("on", "off")),
    Knob("verbosity", "how much a model writes", ("openai", "compatible"), values=("low", "medium", "high")),
    Knob(
        "thinking",
        "tokens for thinking before the answer, or adaptive or off",
        ("anthropic",),
        *(int, 1_024, MOST_REPLY),
        words=("adaptive", "off"),
    ),
)
"""What decides the replies: it belongs to the judge and to what a call is known by."""

OTHERS = (
    Knob("max-tokens", "the most tokens in a reply, thinking included", ALL, int, LEAST_REPLY, MOST_REPLY, (), "usual"),
    Knob("timeout", "seconds for one reply", ALL, float, 1, MOST_SECONDS, (), "180"),
    Knob("price", "dollars for a million tokens in and out, as 0.50,1.50", empty="as the list says"),
    Knob("ca-file", "certificates (PEM) of your own authority, trusted in addition to the system's", empty="none"),
    Knob("service-tier", "the provider's service tier", ("openai", "anthropic"), values=(*TIERS["openai"], *_MORE)),
    Knob("proxy", "the system's proxies: beyond this network, for all addresses, or never", values=PROXIES),
    Knob("headers", "headers to send along, as NAME=$VARIABLE, several with ; between them", empty="none"),
)
"""What says how it is asked, and not what."""


def knobs(provider: str) -> tuple[Knob, ...]:
    """What may be set where a provider is asked; nothing for recorded replies."""
    return tuple(knob for knob in (*SAMPLING, *OTHERS) if provider in knob.to)


def list_settings(provider: str) -> tuple[Setting, ...]:
    """The same as settings for a dialog, each a text that is empty until somebody says something."""
    return tuple(
        Setting(knob.name, "", knob.about, values=("", *knob.values) if knob.values else (), empty=knob.empty)
        for knob in knobs(provider)
    )


def apply_settings(order: Any, texts: Mapping[str, str]) -> Any:
    """The order (see ``order.Order``) with what was said. Raises: InputError for what cannot be, or not be sent."""
    provider = order.source.provider if order.source else ""
    knobs_by_name = {knob.name: knob for knob in knobs(provider)}
    filled_texts = {name: text for name, text in texts.items() if text.strip()}
    for name in filled_texts:
        if name not in knobs_by_name:
            raise InputError(describe_unsupported(provider, name))
    read = {name: knobs_by_name[name].read(text) for name, text in filled_texts.items()}
    sampling = {knob.name.replace("-", "_"): read[knob.name] for knob in SAMPLING if knob.name in read}
    headers = tuple(filter(None, map(str.strip, str(read.get("headers", "")).split(";"))))
    return replace(
        order,
        sampling={**order.sampling, **sampling},
        limit=read.get("max-tokens", order.limit),
        policy=replace(order.policy, timeout=read.get("timeout", order.policy.timeout)),
        tier=read.get("service-tier", order.tier),
        price=_price(read["price"]) if "price" in read else order.price,
        reach=Reach(
            read.get("ca-file", order.reach.ca), read.get("proxy", order.reach.proxy), (*order.reach.headers, *headers)
        ),
    )


def describe_unsupported(provider: str, name: str) -> str:
    """What to say of a setting that would change nothing."""
    listing = ", ".join(knob.name for knob in knobs(provider))
    return f"The provider {provider} takes no {name}; " + (f"it takes: {listing}." if listing else "leave it out.")


def refuse_tier(provider: str, tier: str, batch: bool) -> None:
    """Raises: InputError for a service tier that the provider does not have, or a batch has not."""
    if provider not in TIERS:
        raise InputError(describe_unsupported(provider, "service-tier"))
    if tier not in TIERS[provider]:
        raise InputError(f"The provider {provider} has no service tier {tier!r}; it has: {', '.join(TIERS[provider])}.")
    if batch:
        raise InputError("A batch has its own tier; omit --service-tier.")


def thoughts(sampling: Mapping[str, Any]) -> int:
    """The tokens that are set apart for thinking, on top of the usual cap of a reply."""
    tokens = sampling.get("thinking", 0)
    return tokens if isinstance(tokens, int) else 0


def refuse(provider: str, sampling: Mapping[str, Any], limit: int, pieces: bool) -> None:
    """Raises: InputError for sampling settings that the provider does not know or that cannot be. ``pieces``: the
    replies are streamed, or come in a batch."""
    knobs_by_name = {knob.name.replace("-", "_"): knob for knob in SAMPLING}
    for name, value in sampling.items():
        if name not in knobs_by_name:
            raise InputError(f"There is no sampling setting {name!r}; there are: {', '.join(knobs_by_name)}.")
        knob = knobs_by_name[name]
        if provider not in knob.to:
            raise InputError(describe_unsupported(provider, knob.name))
        knob.read(str(value))
    if sampling.get("logprobs") == "on" and pieces:
        raise InputError("Log-probabilities do not come with replies in pieces or in batches; leave one of them out.")
    if sampling.get("api") == "responses" and "seed" in sampling:
        raise InputError("OpenAI's Responses API does not accept a seed; omit it, or use chat.")
    if provider == "anthropic":
        if float(sampling.get("temperature", 0)) > 1:
            raise InputError("The provider anthropic takes a temperature from 0 to 1.")
        if sampling.get("thinking", "off") != "off":
            for name in ("temperature", "top_k"):
                if name in sampling:
                    raise InputError(
                        f"Anthropic takes no {name.replace('_', '-')} together with thinking; leave one of them out."
                    )
        if sampling.get("effort") in ("none", "minimal"):
            raise InputError(f"The provider anthropic takes an effort of {', '.join(EFFORTS[2:])}.")
        if limit and thoughts(sampling) >= limit:
            raise InputError("thinking must leave room for the answer: give it fewer tokens than max-tokens.")
        if not pieces and max(limit, thoughts(sampling) + ANSWER) > WHOLE:
            raise InputError(f"A reply of more than {WHOLE:,} tokens must be streamed; choose that too (--stream).")


def _price(text: str) -> tuple[float, float]:
    try:
        into, out = (float(amount) for amount in text.split(","))
    except ValueError:
        raise InputError(f"price takes two amounts, as 0.50,1.50, not {text!r}.") from None
    return into, out
