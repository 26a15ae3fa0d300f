"""One hand as evidence, for who argues about it: what happened, when, which chips moved, and by which program."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from cogs import VERSION
from engine.tables.history import Past


def hand_evidence(past: Past, stored: Mapping[str, Any], member: int) -> str:
    """Events as this member may know them, beside what the books have (`data.evidence`) and what proves the deck."""
    told = {
        "program": VERSION,
        "rules": past.rules,
        "hand": stored,
        "seats": {str(seat): str(who) for seat, who in past.members.items()},
        "events": [{"event": type(event).__name__, **asdict(event)} for event in past.view(member).story],
        "commitment": past.root,
        "proof": past.proof(member),
    }
    return json.dumps(told, indent=1, default=list) + "\n"
