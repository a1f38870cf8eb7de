"""What a call costs, from the price list that genai-prices ships (no network), and a guess of its tokens."""

from __future__ import annotations

import re
from functools import lru_cache

from galley.core.errors import InputError
from galley.core.judges.loading import undisturbed

BATCH_DISCOUNT = 0.5
"""OpenAI and Anthropic both charge half for what is handed in as a batch."""

OVERHEAD = 16
"""Tokens that a chat's frame adds at most to each message."""

MOST_DOLLARS = 10_000

_WORDS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|\w+|[^\w\s]")


def refuse(provider: str, own: tuple[float, float]) -> None:
    """Raises: InputError for a price of one's own that cannot be, or has nothing to be paid."""
    if provider not in ("openai", "anthropic", "compatible"):
        raise InputError(f"The provider {provider} costs nothing; leave --price out.")
    if not all(0 <= each <= MOST_DOLLARS for each in own):
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
) -> float | None:
    """US dollars for one call; None where nobody knows the price. ``prices`` is the provider's name in the list,
    ``own`` the user's word for a million tokens in and out."""
    rate = _rates(prices, model) if own is None else (own[0] / 1e6, own[1] / 1e6)
    if rate is None:
        return None
    return (tokens_in * rate[0] + tokens_out * rate[1]) * (BATCH_DISCOUNT if batch else 1)


@lru_cache(maxsize=64)
def _rates(prices: str, model: str) -> tuple[float, float] | None:
    """Dollars per token in and out, at the size of one judge's call."""
    if not prices or not model:
        return None
    with undisturbed():  # the first price makes the whole list
        from genai_prices import Usage, calc_price

        try:
            one = calc_price(Usage(input_tokens=10_000, output_tokens=0), model, provider_id=prices)
            other = calc_price(Usage(input_tokens=0, output_tokens=10_000), model, provider_id=prices)
        except LookupError:
            return None
    return float(one.total_price) / 10_000, float(other.total_price) / 10_000


def guess(text: str) -> int:
    """About how many tokens a text has: the larger of its words, marks and CJK characters times 1.2 and a quarter of
    its UTF-8 bytes. Within about 20 % for English; no tokenizer is asked, since those download their tables."""
    return max(round(len(_WORDS.findall(text)) * 1.2), len(text.encode("utf-8", "surrogatepass")) // 4)


def most(text: str) -> int:
    """More tokens than a text can have: one a byte (byte-pair encodings never need more)."""
    return len(text.encode("utf-8", "surrogatepass")) + OVERHEAD
