"""The sealed deck: what was dealt is committed to before the first card, and shown cards can be checked against it.

For each place of each deck order of a hand: leaf = SHA-256(0x00 | hand | deck | place | salt | card). A Merkle tree
stands over 64 leaves per deck (12 of them padding), and a root over the roots of the decks. The root is published
before the deal; afterwards only the places of cards that were seen are opened. Mucked and undealt cards stay secret,
because each has a salt of its own.

What this proves: no card was changed after the root was published. What it does not prove: that the shuffle was fair,
that the cards which stay shut are the rest of a full deck, or that whoever runs the bot did not look.

Two things that would prove more are left out on purpose (RELIABILITY section 4, point 5).
- Chance that the operator cannot choose, such as the id of the table's message, mixed into the shuffle: then a hand
  could begin only after Discord had answered, and its cards would not be committed before anybody hears of them, which
  is what lets a hand survive a crash. It would also bind only an operator who cannot post unseen and cannot read the
  deck; ours can do both.
- Opening a whole hand when all who were dealt in agree: a vote that has to be kept with the hand for ever, and that
  presses the last one to show what he has a right to muck.

Anybody can check an exported hand without the bot, with the standard library only:

    python -m engine.rules.fairness FILE [ROOT]
"""

from __future__ import annotations

import hashlib
import hmac
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

LEAVES = 64
SALT_BYTES = 16
FORMAT = 1

Decks = Sequence[Sequence[str]]
"""The deck orders of one hand, each card as two characters."""


def salt_of(secret: bytes, deck: int, place: int) -> bytes:
    """The salt of one card. Opening some salts tells nothing about the secret or the others."""
    return hmac.digest(secret, b"%d:%d" % (deck, place), "sha256")[:SALT_BYTES]


def leaf(hand: str, deck: int, place: int, salt: bytes, card: str) -> bytes:
    """The commitment to one card at one place."""
    return hashlib.sha256(b"\x00" + f"{hand}:{deck}:{place}:".encode() + salt + card.encode()).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def tree(leaves: Sequence[bytes]) -> list[list[bytes]]:
    """All levels of the tree, the leaves first and the root last."""
    levels = [list(leaves) + [hashlib.sha256(b"\x02").digest()] * (LEAVES - len(leaves))]
    while len(levels[-1]) > 1:
        row = levels[-1]
        levels.append([_node(row[index], row[index + 1]) for index in range(0, len(row), 2)])
    return levels


def _path(levels: Sequence[Sequence[bytes]], place: int) -> list[bytes]:
    """The neighbours on the way from a leaf to the root."""
    return [row[(place >> height) ^ 1] for height, row in enumerate(levels[:-1])]


def _climb(start: bytes, place: int, path: Iterable[bytes]) -> bytes:
    for neighbour in path:
        start = _node(neighbour, start) if place & 1 else _node(start, neighbour)
        place >>= 1
    return start


def deck_tree(hand: str, secret: bytes, number: int, deck: Sequence[str]) -> list[list[bytes]]:
    """The tree over one deck order of a hand."""
    return tree([leaf(hand, number, place, salt_of(secret, number, place), card) for place, card in enumerate(deck)])


def root_of(deck_roots: Iterable[bytes]) -> str:
    """The one value that is published: it commits to every deck order of the hand."""
    return hashlib.sha256(b"\x03" + b"".join(deck_roots)).hexdigest()


def commitment(hand: str, secret: bytes, decks: Decks) -> str:
    """The root to publish before the deal, as 64 hexadecimal digits."""
    return root_of(deck_tree(hand, secret, number, deck)[-1][0] for number, deck in enumerate(decks))


def opened(hand: str, secret: bytes, decks: Decks, places: dict[str, tuple[int, str]]) -> dict[str, Any]:
    """The proof of some cards: `places` says of each from which deck order it was dealt and where it lies now."""
    trees = [deck_tree(hand, secret, number, deck) for number, deck in enumerate(decks)]
    return {
        "knekt_proof": FORMAT,
        "hand": hand,
        "root": root_of(levels[-1][0] for levels in trees),
        "decks": [levels[-1][0].hex() for levels in trees],
        "cards": [_opened(card, number, where, decks, trees, secret) for card, (number, where) in places.items()],
    }


def _opened(
    card: str, number: int, where: str, decks: Decks, trees: Sequence[list[list[bytes]]], secret: bytes
) -> dict[str, Any]:
    place = list(decks[number]).index(card)
    entry: dict[str, Any] = {
        "card": card,
        "where": where,
        "deck": number,
        "place": place,
        "salt": salt_of(secret, number, place).hex(),
        "path": [neighbour.hex() for neighbour in _path(trees[number], place)],
    }
    return {**entry, "check": _check(entry)}


def _check(entry: dict[str, Any]) -> str:
    """A check sum of an entry, against slips of the pen; the path to the root is what holds against deceit."""
    plain = json.dumps({name: value for name, value in entry.items() if name != "check"}, sort_keys=True)
    return hashlib.sha256(plain.encode()).hexdigest()[:16]


def faults(proof: dict[str, Any], published: str | None = None) -> list[str]:
    """What does not hold in a proof: empty when every opened card lay where it says before the deal.

    `published`: the root as it stood in the channel; without it the proof is only checked against its own.
    """
    try:
        cards = [fault for card in proof["cards"] for fault in _card_faults(proof, card)]
        return [*_root_faults(proof, published), *cards]
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        return [f"not a proof: {type(error).__name__}"]


def _root_faults(proof: dict[str, Any], published: str | None) -> list[str]:
    found = []
    if set(proof) != {"knekt_proof", "hand", "root", "decks", "cards"}:
        found.append("unknown parts")
    if proof["knekt_proof"] != FORMAT:
        found.append(f"unknown format {proof['knekt_proof']}")
    if root_of(bytes.fromhex(root) for root in proof["decks"]) != proof["root"]:
        found.append("the roots of the decks do not make the root of the hand")
    if published is not None and proof["root"] != published:
        found.append("the root is not the one that was published")
    places = [(card["deck"], card["place"]) for card in proof["cards"]]
    if len(set(places)) < len(places):
        found.append("one place is opened twice")
    return found


def _card_faults(proof: dict[str, Any], card: dict[str, Any]) -> list[str]:
    number, place = card["deck"], card["place"]
    start = leaf(proof["hand"], number, place, bytes.fromhex(card["salt"]), card["card"])
    top = _climb(start, place, (bytes.fromhex(neighbour) for neighbour in card["path"]))
    if not (0 <= place < LEAVES and len(card["path"]) == 6 and top.hex() == proof["decks"][number]):
        return [f"{card['card']} ({card['where']}) was not at place {place} of deck {number}"]
    return [] if card["check"] == _check(card) else [f"the entry of {card['card']} was changed"]


def _found_in(text: str) -> dict[str, Any]:
    """The proof in an exported file: the whole file, or a line of it that starts with `proof:` or `_proof =`."""
    for line in text.splitlines():
        head, _, rest = line.partition("{")
        if '"knekt_proof"' in rest and head.strip(" =:'_#").lower() in ("", "proof"):
            return dict(json.loads("{" + rest.rstrip().rstrip("'")))
    return dict(json.loads(text))


def main(arguments: Sequence[str]) -> int:
    """Check a file; the second argument may be the published root. 0: it holds, 1: it does not, 2: no file."""
    if not 1 <= len(arguments) <= 2:
        sys.stdout.write("usage: python -m engine.rules.fairness FILE [ROOT]\n")
        return 2
    try:
        proof = _found_in(Path(arguments[0]).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        sys.stdout.write(f"cannot read a proof: {error}\n")
        return 1
    found = faults(proof, arguments[1] if len(arguments) == 2 else None)
    for fault in found:
        sys.stdout.write(f"FALSE: {fault}\n")
    if not found:
        sys.stdout.write(f"{len(proof['cards'])} cards lay where they say before the deal. Root {proof['root']}\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
