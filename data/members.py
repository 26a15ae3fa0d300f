"""What members have chosen for themselves, as JSON per guild and member. Which settings exist is not known here."""

from __future__ import annotations

import json
from collections.abc import Mapping

from data.statements import Statements

Setting = str | int | bool | None


async def settings(db: Statements, guild: int, member: int) -> Mapping[str, Setting]:
    """A member's choices; empty for one who made none."""
    row = await db.one("SELECT settings FROM members WHERE guild = ? AND member = ?", guild, member)
    return dict(json.loads(row[0])) if row else {}


async def choose(db: Statements, guild: int, member: int, name: str, value: Setting) -> None:
    """Set one choice; None takes it back."""
    chosen = {**await settings(db, guild, member), name: value}
    kept = {key: choice for key, choice in chosen.items() if choice is not None}
    await db.all(
        "INSERT INTO members VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET settings = excluded.settings",
        *(guild, member, json.dumps(kept, sort_keys=True)),
    )
