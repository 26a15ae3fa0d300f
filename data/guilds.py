"""What a guild has settled for itself, as JSON. Which settings exist is said where they are used."""

from __future__ import annotations

import json

from data.statements import Statements


async def number(db: Statements, guild: int, name: str, default: int) -> int:
    """A setting that is a whole number; the default while the guild has chosen nothing."""
    row = await db.one("SELECT settings FROM guilds WHERE guild = ?", guild)
    return int(json.loads(row[0]).get(name, default)) if row else default


async def choose(db: Statements, guild: int, **numbers: int) -> None:
    """Settle some numbers, leaving the others."""
    row = await db.one("SELECT settings FROM guilds WHERE guild = ?", guild)
    text = json.dumps({**(json.loads(row[0]) if row else {}), **numbers}, sort_keys=True)
    sql = "INSERT INTO guilds VALUES (?, ?) ON CONFLICT DO UPDATE SET settings = excluded.settings"
    await db.all(sql, guild, text)
