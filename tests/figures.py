"""Figures that a long run has measured, beside their limits: by name, in the order in which they are printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

Figures = Mapping[str, float]


def over(found: Figures, limits: Figures) -> dict[str, float]:
    """The figures that are over their limit."""
    return {name: value for name, value in found.items() if name in limits and value > limits[name]}


def lines(found: Figures, limits: Figures) -> Iterator[str]:
    """The table."""
    width = max(map(len, found)) + 2
    for name, value in found.items():
        limit = f"at most {limits[name]:g}" if name in limits else ""
        yield f"{name:<{width}}{value:>10g}  {limit}"
