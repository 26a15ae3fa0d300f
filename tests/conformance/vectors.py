"""Finding vectors: files that hold one of them, an array of them, or one on each line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

Vector = dict


def files(paths: Iterable[str | Path]) -> Iterator[Path]:
    """The JSON files that the paths name, folders searched to the bottom."""
    for path in map(Path, paths):
        if path.is_dir():
            yield from sorted(file for kind in ("*.json", "*.jsonl") for file in path.rglob(kind))
        else:
            yield path


def read(file: Path) -> list[Vector]:
    """The vectors of a file; other JSON is passed over. Raises ValueError when it is no JSON at all."""
    text = file.read_text(encoding="utf-8")
    try:
        found = json.loads(text)
    except json.JSONDecodeError:
        found = [json.loads(line) for line in text.splitlines() if line.strip()]
    items = found if isinstance(found, list) else [found]
    return [item for item in items if isinstance(item, dict) and {"id", "game", "hands"} <= item.keys()]
