"""What members type who mean harm or do not know better, and how to see that it did none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from simcord.types import HttpLogEntry

NOT_AMOUNTS = (
    "", " ", "0", "-1", "-500", "\u22125", "+5", "5.0", "1e9", "1E9", "NaN", "nan", "inf", "-inf", "Infinity", "0x10",
    "1_000", "\uff11\uff12\uff13", "\u0663\u0664", "\u0967\u0968", "10\u00b2", "\u2460", "5-10x", "--5", "500x", "$5",
    "9" * 13, "9" * 400, "9" * 5000, str(2**63), str(2**64), "1k2", "1,,000", "\u202e12", "1\u200b2",
    "'; DROP TABLE x;--",
    "None", "null", "true", "[]", "{}", "%s", "{0}", "{ $amount }", "\x00", "1\n2", "@everyone", "<@1>", "A" * 4000,
)  # fmt: skip
"""Nothing here is a whole number of chips."""

TEXTS = (
    "", " ", "-1", "0", "9" * 400, "1e9", "NaN", "\uff11\uff12", "'; DROP TABLE hands;--", '" OR 1=1 --', "%n%s%x",
    "@everyone", "@here", "<@1>", "<@&1>", "<#1>", "</fold:1>", "[x](https://example.org)", "https://example.org/x",
    "```\n@everyone", "**bold** __u__ ~~s~~ ||x|| `c`", "# head\n> quote\n- item", "\\", "{ $name }", "{-term}",
    "\u202eevil\u202d", "\u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627", "Z" + "\u0301\u0335\u0489" * 200,
    "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466" * 40, "\u200b\u2060\ufeff", "\x00\x1b[31m\x7f",
    "\ud7ff", "x" * 100, "x" * 4000, "As Kd", "\u00e5\u00e4\u00f6", "holdem\n", "../../etc/passwd", "pk1:1:1:1:fold",
)  # fmt: skip

WHOLES = (-1, 0, -(2**53), 2**53 - 1, 2**31, 2**63, 10**30)

MENTION = re.compile(r"(?<!\\)@(?:everyone|here)|(?<!\\)<@[!&]?\d+>")


def messages(requests: Iterable[HttpLogEntry]) -> Iterator[tuple[HttpLogEntry, dict[str, Any]]]:
    """Every message that was sent or edited, as a body."""
    for request in requests:
        body = request.json
        if not isinstance(body, dict) or request.method not in {"POST", "PATCH"}:
            continue
        if request.path.endswith("/callback"):
            if body.get("type") in {4, 7}:
                yield request, body.get("data") or {}
        elif "/messages" in request.path or request.path.startswith("/webhooks/"):
            yield request, body


def live_mentions(requests: Iterable[HttpLogEntry]) -> list[str]:
    """Messages by which somebody would be notified who should not be."""
    found = []
    for request, body in messages(requests):
        allowed = body.get("allowed_mentions") or {"parse": ["everyone"]}
        if allowed.get("parse") or allowed.get("roles") or len(allowed.get("users") or ()) > 1:
            found.append(f"{request.method} {request.path}: {allowed}")
    return found
