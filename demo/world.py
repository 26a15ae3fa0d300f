"""The demo's little world: one server, one channel, you and the house players.

With a database that stays, the world stays too: its ids, its last messages, the registered commands and the
emojis lie in two JSON files beside it, so that after a crash the bot finds everything where it left it.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from simcord.actors import MemberActor
from simcord.backend.cdn import CDN_BASE
from simcord.backend.models import Channel, GuildEmoji, Message, User
from simcord.builders import ChannelHandle, UserHandle
from simcord.enums import ChannelType

from demo.actors import set_locale
from demo.env import WireEnv

GUILD, CHANNEL, BOT = "Poker club", "table-1", "Knekt"
YOU = "Maja"  # the person at the browser
HOUSE = ("Åsa", "Björn", "Cilla", "David", "Elin", "Folke", "Gunnel", "Håkan", "Ines")
MESSAGES_SAVED = 12  # a channel
FIELDS = (
    *("id", "channel_id", "author_id", "content", "timestamp", "edited_timestamp", "type", "flags", "pinned"),
    *("embeds", "components", "attachments", "mention_user_ids", "interaction_metadata"),
)


class World:
    """Built from saved ids, or from new ones the first time."""

    def __init__(self, env: WireEnv, players: int, locale: str = "en-US", file: Path | None = None) -> None:
        self.env = env
        self._file = file
        self._emoji_file = file.with_suffix(".emojis.json") if file is not None else None
        self._emojis_saved = 0
        saved = json.loads(file.read_text("utf-8")) if file is not None and file.exists() else {}
        self._ids: dict[str, int] = saved.get("ids", {})
        self.is_new = not saved
        self._build(players, locale)
        if file is not None:
            self._restore(saved)
            env.backend.subscribers.append(self._note)

    def _id(self, name: str) -> int:
        return self._ids.setdefault(name, self.env.backend.snowflake())

    def _build(self, players: int, locale: str) -> None:
        backend = self.env.backend
        backend.application_id = self._id("application")
        backend.users.pop(backend.bot_user.id)
        backend.bot_user = User(self._id("bot"), BOT, bot=True)
        backend.users[backend.bot_user.id] = backend.bot_user
        users = [self._user("you", YOU), *(self._user(name, name) for name in HOUSE[:players])]
        backend._reserved_ids.discard(self._id("guild"))  # it will be reserved under this name
        self.guild = self.env.create_guild(GUILD, id=self._id("guild"), owner=users[0], preferred_locale=locale)
        self.channel = self._channel()
        self.you, *self.house = (MemberActor(self.env, self.guild, self._member(user)) for user in users)
        set_locale(self.env, self.you.id, locale)

    def _user(self, key: str, name: str) -> UserHandle:
        backend, user = self.env.backend, User(self._id(f"user {key}"), name)
        backend.users[user.id] = user
        private = Channel(self._id(f"dm {key}"), int(ChannelType.DM), recipient_ids=[user.id])
        backend.channels[private.id], backend.messages[private.id] = private, {}
        backend.dm_channels[user.id] = private.id
        return UserHandle(self.env, user)

    def _member(self, user: UserHandle) -> UserHandle:
        if user.id not in self.guild.member_ids():
            self.guild.add_member(user)
        return user

    def _channel(self) -> ChannelHandle:
        backend = self.env.backend
        channel = Channel(self._id("channel"), int(ChannelType.TEXT), CHANNEL, guild_id=self.guild.id)
        backend.channels[channel.id], backend.messages[channel.id] = channel, {}
        backend.guilds[self.guild.id].channel_ids.append(channel.id)
        return ChannelHandle(self.env, self.guild, channel)

    # What stays.

    def _note(self, event: str, payload: Mapping[str, Any]) -> None:
        if event.startswith("MESSAGE_"):
            self.save()

    def save(self) -> None:
        """Write the world beside the database; called at each message, so it is small."""
        if self._file is None:
            return
        backend = self.env.backend
        messages = [
            {field: getattr(message, field) for field in FIELDS}
            for stored in backend.messages.values()
            for message in [stored[key] for key in sorted(stored)][-MESSAGES_SAVED:]
            if not message.is_ephemeral
        ]
        commands = list(backend.commands.get(None, {}).values())
        _write(self._file, {"ids": self._ids, "messages": messages, "commands": commands})
        if self._emoji_file is not None and self._emojis_saved != len(backend.application_emojis):
            self._save_emojis(self._emoji_file)

    def _save_emojis(self, file: Path) -> None:
        backend = self.env.backend
        self._emojis_saved = len(backend.application_emojis)
        pictures = [
            (emoji.id, emoji.name, base64.b64encode(backend.cdn.get(_picture(emoji.id)) or b"").decode())
            for emoji in backend.application_emojis.values()
        ]
        _write(file, pictures)

    def _restore(self, saved: Mapping[str, Any]) -> None:
        backend = self.env.backend
        for facts in saved.get("messages", ()):
            backend.messages.setdefault(facts["channel_id"], {})[facts["id"]] = Message(**facts)
        if saved.get("commands"):
            backend.commands[None] = {(command["name"], command["type"]): command for command in saved["commands"]}
        if self._emoji_file is not None and self._emoji_file.exists():
            for emoji, name, picture in json.loads(self._emoji_file.read_text("utf-8")):
                backend.application_emojis[emoji] = GuildEmoji(emoji, name, backend.bot_user.id)
                backend.cdn._blobs[_picture(emoji)] = base64.b64decode(picture)
            self._emojis_saved = len(backend.application_emojis)


def _picture(emoji: int) -> str:
    return f"{CDN_BASE}/emojis/{emoji}.png"


def _write(file: Path, data: Any) -> None:
    """Replace a file in one step, so that a kill leaves the old or the new one."""
    draft = file.with_suffix(".tmp")
    draft.write_text(json.dumps(data), "utf-8")
    draft.replace(file)
