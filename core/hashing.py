"""BLAKE2b (RFC 7693), Python's own: ``hashlib`` loads OpenSSL before it, 4 MB that a window has no other use for."""

try:
    from _blake2 import blake2b
except ImportError:  # a Python that is built without it
    from hashlib import blake2b

__all__ = ["blake2b"]
