"""Servers that lie, stall and think aloud, as scripts for ``fake_models.serving``; and what a request asked of them."""

from __future__ import annotations

import json
import ssl
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from tests.core.fake_models import PAGE, Answer, Script, Seen, error
from tests.core.judging import asked, verdicts

BIG = 10**30
USAGES: dict[str, Any] = {
    "huge": {"prompt_tokens": BIG, "completion_tokens": BIG, "input_tokens": BIG, "output_tokens": BIG},
    "beyond 64 bits": dict.fromkeys(("prompt_tokens", "completion_tokens", "input_tokens", "output_tokens"), 1 << 63),
    "infinite": dict.fromkeys(("prompt_tokens", "completion_tokens", "input_tokens", "output_tokens"), float("inf")),
    "nan": dict.fromkeys(("prompt_tokens", "completion_tokens", "input_tokens", "output_tokens"), float("nan")),
    "negative": dict.fromkeys(("prompt_tokens", "completion_tokens", "input_tokens", "output_tokens"), -5),
    "text": dict.fromkeys(("prompt_tokens", "completion_tokens", "input_tokens", "output_tokens"), "many"),
    "list": [1, 2],
    "true": True,
}


def _everywhere(seen: Seen, yes: bool) -> str:
    count = asked(seen)
    return verdicts(count, tuple(range(1, count + 1)) if yes else ())


def _thinking(wrap: Callable[[str, str], Answer]) -> Script:
    return lambda seen, _: wrap(_everywhere(seen, True), _everywhere(seen, False))


DRAFTS: dict[str, Script] = {
    "tags": _thinking(lambda draft, text: Answer(f"<think>\nFirst: {draft}\nNo, wait.\n</think>\n\n{text}")),
    "tags of another name": _thinking(lambda draft, text: Answer(f"<reasoning>{draft}</reasoning>{text}")),
    "the opening is missing": _thinking(
        lambda draft, text: Answer(f"I try [S1 {draft} hmm.\n</think>\n```json\n{text}\n```")
    ),
    "a field": _thinking(lambda draft, text: Answer(text, thoughts=f"First: {draft}")),
    "a field with tags": _thinking(
        lambda draft, text: Answer(text, thoughts=f"a </think> {draft} </reasoning> {draft}")
    ),
    "harmony": _thinking(
        lambda draft, text: Answer(
            f"<|channel|>analysis<|message|>{draft}<|end|><|start|>assistant<|channel|>final<|message|>{text}<|return|>"
        )
    ),
    "a draft that breaks off": _thinking(
        lambda draft, text: Answer(f"{draft[:-3]}\nLet me begin anew.\n```json\n{text}\n```")
    ),
    "a part": _thinking(lambda draft, text: Answer(f'{{"verdicts": [{{"number": 99, "label": "YES"}}]}} No:\n{text}')),
}
"""Each thinks of YES everywhere first and answers NO everywhere."""

PARTS: dict[str, Callable[[str], Any]] = {
    "one": lambda text: [{"type": "text", "text": text}],
    "halves": lambda text: [{"type": "text", "text": text[:40]}, {"type": "text", "text": text[40:]}],
    "strings": lambda text: [text[:40], text[40:]],
    "values": lambda text: [{"type": "text", "text": {"value": text}}],
    "thoughts": lambda text: [
        {"type": "thinking", "thinking": [{"type": "text", "text": text.replace('"NO"', '"YES"')}]},
        {"type": "text", "text": text},
    ],
    "JSON": lambda text: json.loads(text),
}


def in_parts(form: str) -> Script:
    """Answers NO everywhere, the content in one of the forms of ``PARTS``."""
    return lambda seen, _: Answer(PARTS[form](_everywhere(seen, False)))


def torn(seen: Seen, _: int) -> Answer:
    """Two whole answers that say the opposite of each other."""
    return Answer(f"{_everywhere(seen, True)}\nOr rather:\n{_everywhere(seen, False)}")


def repeating(seen: Seen, _: int) -> Answer:
    """The same answer twice, for other reasons."""
    text = _everywhere(seen, True)
    return Answer(f"{text}\n\nIn short:\n```json\n{text.replace('Compared.', 'As I said.')}\n```")


def half_done(seen: Seen, _: int) -> Answer:
    """A whole draft, and an answer that breaks off although the server says that it is whole."""
    return Answer(f"{_everywhere(seen, True)}\nNo, rather:\n{_everywhere(seen, False)[:-20]}")


def only_thoughts(seen: Seen, _: int) -> Answer:
    """Thinks until there is no room for an answer, and says that it has ended by itself."""
    return Answer(f"<think>Perhaps {_everywhere(seen, True)}, but then")


def counting(usage: Any) -> Script:
    """A good answer beside a usage that cannot be."""

    def script(seen: Seen, _: int) -> Answer:
        text = _everywhere(seen, False)
        whole = {
            "model": seen.body["model"],
            "choices": [{"message": {"role": "assistant", "content": text}, "finish_reason": "stop"}],
            "content": [{"type": "text", "text": text}],
            "stop_reason": "end_turn",
            "usage": usage,
        }
        return Answer(body=json.dumps(whole).encode())

    return script


def refusing_formats(*kinds: str, status: int = 400) -> Script:
    """Refuses these forms of ``response_format``; answers well otherwise."""

    def script(seen: Seen, _: int) -> Answer:
        if seen.body.get("response_format", {}).get("type") in kinds:
            return error(status, "response_format is not supported")
        return Answer(_everywhere(seen, False))

    return script


def garbage(*_: Any) -> Answer:
    """Words without an answer."""
    return Answer("All of that looks fine to me.")


def stalling(seconds: float, trickle: float = 0.0) -> Script:
    """Lets ``seconds`` pass before it answers, or between any two bytes (events) of its answer."""
    return lambda seen, _: Answer(_everywhere(seen, False), delay=seconds, trickle=trickle)


def broken_list(*_: Any) -> Answer:
    """Half an answer, said to be whole."""
    return Answer('{"verdicts": [{"number": 1, "label": "YES"')


def a_page(*_: Any) -> Answer:
    """A portal's page in the place of a reply, as a success."""
    return Answer(body=PAGE)


def crowded(*_: Any) -> Answer:
    """Refuses everybody, without saying for how long."""
    return error(429, "too many requests")


def crowded_at_times(seen: Seen, number: int) -> Answer:
    """Refuses every third request and says when to come back."""
    return error(429, "too many requests", retry_after="0.02") if number % 3 == 1 else Answer(_everywhere(seen, False))


def resetting(seen: Seen, _: int) -> Answer:
    """Cuts every reply off in the middle."""
    return Answer(_everywhere(seen, True), cut=True)


def resetting_at_times(seen: Seen, number: int) -> Answer:
    """Cuts every second reply off in the middle."""
    return Answer(_everywhere(seen, False), cut=number % 2 == 0)


def overloaded(*_: Any) -> Answer:
    """Fails by itself, again and again."""
    return error(529, "overloaded")


def flooding(megabytes: int) -> Script:
    """Answers with so much that no answer is in it: brackets in brackets, and words without an end."""
    whole = ("[" * 2_000 + "blah " * 2_000) * (megabytes * 1_000_000 // 12_000)
    return lambda *_: Answer(whole)


def flooding_labels(seen: Seen, _: int) -> Answer:
    """Judges ten thousand sentences where a few were asked about."""
    entry = {"number": 1, "reasoning": "", "words": [], "quotes": [], "label": "YES"}
    return Answer(json.dumps({"verdicts": [{**entry, "number": n} for n in range(1, 10_001)]}))


LIES: dict[str, Script] = {
    "garbage": garbage,
    "a broken list": broken_list,
    "a page": a_page,
    "two answers": torn,
    "half an answer": half_done,
    "only thoughts": only_thoughts,
    "always 429": crowded,
    "always 529": overloaded,
    "resets": resetting,
    "a flood": flooding(1),
    "a flood of labels": flooding_labels,
}
"""None of these holds an answer: no verdict may come of them."""

TROUBLE: dict[str, Script] = {
    **{f"draft, {name}": script for name, script in DRAFTS.items()},
    **{f"content as {name}": in_parts(name) for name in PARTS},
    **{f"usage {name}": counting(usage) for name, usage in USAGES.items()},
    "429 at times": crowded_at_times,
    "resets at times": resetting_at_times,
}
"""Each of these says NO everywhere in the end: everything is read, and nothing is flagged."""


# Certificates ------------------------------------------------------------------------------------------------------


class Authority:
    """A certificate authority of one's own: ``file`` is what others trust it by."""

    def __init__(self, folder: Path, name: str = "authority") -> None:
        from cryptography.hazmat.primitives.asymmetric import ec

        self._folder, self._key = folder, ec.generate_private_key(ec.SECP256R1())
        self._name, self.file = name, folder / f"{name}.pem"
        self.file.write_bytes(_pem(self._signed(name, self._key.public_key(), 0, 30, None)))

    def server(self, host: str = "127.0.0.1", days: tuple[int, int] = (-1, 30)) -> ssl.SSLContext:
        """What a server called ``host`` speaks with, good from and to so many days from now."""
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric import ec

        key = ec.generate_private_key(ec.SECP256R1())
        plain = serialization.NoEncryption()
        form = serialization.PrivateFormat.PKCS8
        private, public = self._folder / f"{host}.key", self._folder / f"{host}.crt"
        private.write_bytes(key.private_bytes(serialization.Encoding.PEM, form, plain))
        public.write_bytes(_pem(self._signed(host, key.public_key(), *days, host)))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(public, private)
        return context

    def _signed(self, name: str, key: Any, first: int, last: int, host: str | None) -> Any:
        from cryptography import x509
        from cryptography.hazmat.primitives import hashes

        now = datetime.now(UTC)
        made = (
            x509.CertificateBuilder()
            .subject_name(_called(name))
            .issuer_name(_called(self._name))
            .public_key(key)
            .serial_number(x509.random_serial_number())
            .not_valid_before(now + timedelta(days=first - 1))
            .not_valid_after(now + timedelta(days=last))
            .add_extension(x509.BasicConstraints(ca=host is None, path_length=None), critical=True)
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key()), critical=False)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
        )
        if host is None:  # Python 3.13 takes no authority that does not say that it may sign
            signs = dict.fromkeys(("digital_signature", "content_commitment", "key_encipherment", "data_encipherment",
                                   "key_agreement", "encipher_only", "decipher_only"), False)  # fmt: skip
            made = made.add_extension(x509.KeyUsage(**signs, key_cert_sign=True, crl_sign=True), critical=True)
        else:
            named = x509.IPAddress(ip_address(host)) if host[0].isdigit() else x509.DNSName(host)
            made = made.add_extension(x509.SubjectAlternativeName([named]), critical=False)
        return made.sign(self._key, hashes.SHA256())


def _called(name: str) -> Any:
    from cryptography import x509

    return x509.Name([x509.NameAttribute(x509.oid.NameOID.COMMON_NAME, name)])


def _pem(certificate: Any) -> bytes:
    from cryptography.hazmat.primitives import serialization

    found: bytes = certificate.public_bytes(serialization.Encoding.PEM)
    return found
