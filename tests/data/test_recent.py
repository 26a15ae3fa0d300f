"""What is remembered beside the database has a fixed size (RELIABILITY 80)."""

from __future__ import annotations

from data.recent import Recent


def test_the_oldest_is_forgotten_first() -> None:
    memory = Recent[str, int](3)
    for number, name in enumerate("abcd"):
        memory[name] = number

    assert dict(memory) == {"b": 1, "c": 2, "d": 3}


def test_what_is_learnt_again_is_new() -> None:
    memory = Recent[str, int](2)
    memory["a"], memory["b"] = 1, 2
    memory["a"] = 3
    memory.setdefault("c", 4)

    assert dict(memory) == {"a": 3, "c": 4}


def test_what_was_forgotten_is_not_there() -> None:
    memory = Recent[str, int](2)
    memory["a"] = 1
    assert memory.pop("a") == 1
    assert memory.get("a") is None
    memory.update(x=1, y=2, z=3)
    assert list(memory) == ["y", "z"]
