"""What everybody at a table is told about the house itself: one line, which goes away with what it tells of."""

from __future__ import annotations

from cogs.ui.face import Face
from cogs.ui.layout import small
from engine.tables.snapshot import Notice, Snapshot


def notice(snapshot: Snapshot, face: Face) -> str:
    """The line; empty when there is nothing to tell. That a table has stopped is told in its own place."""
    match snapshot.notice:
        case Notice.BACK:
            return small(face.say("notice-back"))
        case Notice.STUCK | Notice.UPDATE:
            return f"**{face.say(f'notice-{snapshot.notice}')}**"
        case _:
            return ""
