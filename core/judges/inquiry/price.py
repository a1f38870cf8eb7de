"""What a call costs, from the price list that genai-prices ships (no network), and a guess of its tokens."""

from __future__ import annotations

import re
from functools import lru_cache

from galley.core.errors import InputError
from galley.core.judges.clients.loading import import_without_gc

BATCH_DISCOUNT = 0.5
"""OpenAI and Anthropic both charge half for what is handed in as a batch."""

OVERHEAD = 16
"""Tokens that a chat's frame adds at most to each message."""

DEARER = ("priority", "scale", "fast")
MOST_DOLLARS = 10_000

_LEAST = ((("opus-4-5", "opus-4-6", "haiku-4-5"), 4_096), (("opus-4-7", "3-haiku", "3-5-haiku"), 2_048))

_WORDS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|\w+|[^\w\s]")


def refuse(provider: str, own: tuple[float, float]) -> None:
    """Raises: InputError for a price of one's own that cannot be, or has nothing to be paid."""
    if provider not in ("openai", "anthropic", "compatible"):
        raise InputError(f"The provider {provider} costs nothing; leave --price out.")
    if not all(0 <= amount <= MOST_DOLLARS for amount in own):
        raise InputError(
            f"A price is two amounts from 0 to {MOST_DOLLARS:,} dollars for a million tokens in and out, as 0.50,1.50."
        )


def cost(
    prices: str,
    model: str,
    tokens_in: int,
    tokens_out: int,
    batch: bool = False,
    own: tuple[float, float] | None = None,
    tokens_read: int = 0,
    tokens_written: int = 0,
    tier: str = "",
) -> float | None:
    """US dollars for one call; None where nobody knows the price. ``prices`` is the provider's name in the list,
    ``own`` the user's word for a million tokens in and out (from the cache or not). Of ``tokens_in``, ``read`` come out
    of the provider's cache and ``written`` go into it. A service tier that costs more by an amount that the list does
    not have makes the price unknown; OpenAI's "flex" costs what a batch does."""
    rate = _rates(prices, model) if own is None else (own[0] / 1e6, own[1] / 1e6, own[0] / 1e6, own[0] / 1e6)
    if rate is None:
        return None
    if own is None and tier in DEARER:
        return None
    batch = batch or tier == "flex"
    plain = max(tokens_in - tokens_read - tokens_written, 0)
    full = plain * rate[0] + tokens_out * rate[1] + tokens_read * rate[2] + tokens_written * rate[3]
    return full * (BATCH_DISCOUNT if batch else 1)


@lru_cache(maxsize=64)
def _rates(prices: str, model: str) -> tuple[float, float, float, float] | None:
    """Dollars per token in, out, in from the cache and in into the cache, at the size of one judge's call."""
    if not prices or not model:
        return None
    with import_without_gc():  # the first price makes the whole list
        from genai_prices import Usage, calc_price

        usages = (
            Usage(input_tokens=10_000, output_tokens=0),
            Usage(input_tokens=0, output_tokens=10_000),
            Usage(input_tokens=10_000, output_tokens=0, cache_read_tokens=10_000),
            Usage(input_tokens=10_000, output_tokens=0, cache_write_tokens=10_000),
        )
        try:
            into, out, read_rate, write_rate = (
                float(calc_price(usage, model, provider_id=prices).total_price) / 10_000 for usage in usages
            )
        except LookupError:
            return None
    return into, out, read_rate, write_rate


def least_kept(provider: str, model: str) -> int:
    """How many tokens must be alike before a provider keeps them (Anthropic's and OpenAI's guides to prompt caching);
    where a model is not known, as for most."""
    if provider == "anthropic":
        return next((least for names, least in _LEAST if any(name in model for name in names)), 1_024)
    return 1_024


@lru_cache(maxsize=16)  # calls after each other share most of their texts
def estimate_tokens(text: str) -> int:
    """About how many tokens a text has: the larger of its words, marks and CJK characters times 1.2 and a quarter of
    its UTF-8 bytes. Within about 20 % for English; no tokenizer is asked, since those download their tables."""
    return max(round(len(_WORDS.findall(text)) * 1.2), len(text.encode("utf-8", "surrogatepass")) // 4)


def bound_tokens(text: str) -> int:
    """More tokens than a text can have: one a byte (byte-pair encodings never need more)."""
    return len(text.encode("utf-8", "surrogatepass")) + OVERHEAD
