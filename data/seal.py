"""A light seal over what is secret while a hand is live: the deck and what was thrown away.

What it is for: nobody who opens, copies, greps or backs up the database file sees live cards by accident.
What it is not: protection from whoever runs the server. The key lies in a file beside the database, readable by
the same user, and that person can read both. No dealer program can prevent that; none should pretend to.

Standard library only: the text is XORed with a SHAKE-256 keystream over key, hand and a fresh nonce, and carries an
HMAC-SHA-256 tag over hand, nonce and cipher, so that a changed or moved seal is noticed.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import secrets
from pathlib import Path

from data.errors import Corrupt
from engine.tables.ports import Unavailable

PREFIX = "sealed:"
_KEY, _NONCE, _TAG = 32, 16, 32


class Seal:
    """Seals and opens texts of hands with one key."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def close(self, hand: int, text: str) -> str:
        """The sealed form of a hand's text. Sealing the same text twice gives different forms."""
        nonce = secrets.token_bytes(_NONCE)
        cipher = self._mixed(hand, nonce, text.encode())
        return PREFIX + base64.b64encode(nonce + self._tag(hand, nonce, cipher) + cipher).decode()

    def open(self, hand: int, text: str) -> str:
        """The text under the seal; a text without one passes as it is. Raises Corrupt for a seal that is not ours."""
        if not text.startswith(PREFIX):
            return text
        try:
            raw = base64.b64decode(text.removeprefix(PREFIX), validate=True)
        except ValueError as error:
            raise Corrupt(f"hand {hand}: broken seal") from error
        nonce, tag, cipher = raw[:_NONCE], raw[_NONCE : _NONCE + _TAG], raw[_NONCE + _TAG :]
        if not hmac.compare_digest(tag, self._tag(hand, nonce, cipher)):
            raise Corrupt(f"hand {hand}: wrong seal")
        return self._mixed(hand, nonce, cipher).decode()

    def _mixed(self, hand: int, nonce: bytes, text: bytes) -> bytes:
        stream = hashlib.shake_256(b"stream" + self._key + _bytes(hand) + nonce).digest(len(text))
        return (int.from_bytes(text, "big") ^ int.from_bytes(stream, "big")).to_bytes(len(text), "big")

    def _tag(self, hand: int, nonce: bytes, cipher: bytes) -> bytes:
        key = hashlib.sha256(b"tag" + self._key).digest()
        return hmac.digest(key, _bytes(hand) + nonce + cipher, "sha256")


def key_file(database: Path) -> Path:
    """Where the key of a database lies: beside it. Backups don't hold it."""
    return database.with_name(f"{database.name}.key")


def load_seal(database: Path) -> Seal:
    """The seal of a database; its key is made at first use (mode 0600). Raises Unavailable or Corrupt."""
    path = key_file(database)
    try:
        key = path.read_bytes() if path.exists() else _make_key(path)
    except OSError as error:
        raise Unavailable(str(error)) from error
    if len(key) != _KEY:
        raise Corrupt(f"{path.name} is not a key of {_KEY} bytes")
    return Seal(key)


def _make_key(path: Path) -> bytes:
    """Written aside, synced, then named: a crash leaves a whole key or none."""
    key = secrets.token_bytes(_KEY)
    draft = path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(key)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    return key


def _bytes(hand: int) -> bytes:
    return hand.to_bytes(8, "big", signed=True)
