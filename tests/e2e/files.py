"""Files that the bot has sent to a member."""

import io
import zipfile

from tests.e2e.club import Club


def files(club: Club, name: str) -> dict[str, bytes]:
    """The files of the last message that this member sees with any."""
    message = next(message for message in reversed(club.messages(name)) if message.attachments)
    found: dict[str, bytes] = {}
    for attachment in message.attachments:
        data = club.env.backend.cdn.get(attachment["url"])
        assert data is not None
        found[attachment["filename"]] = data
    return found


def unpacked(club: Club, name: str) -> dict[str, str]:
    """What is in the packet that the member got last."""
    (data,) = files(club, name).values()
    with zipfile.ZipFile(io.BytesIO(data)) as packet:
        return {name: packet.read(name).decode() for name in packet.namelist()}
