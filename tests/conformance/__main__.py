"""`python -m tests.conformance PATH...`: plays conformance vectors; exit code 1 if any fails."""

from __future__ import annotations

import sys
from collections import Counter

from tests.conformance.play import problems
from tests.conformance.vectors import files, read


def main(paths: list[str]) -> int:
    passed: Counter[str] = Counter()
    failed: Counter[str] = Counter()
    for file in files(paths):
        try:
            vectors = read(file)
        except (OSError, ValueError) as error:
            print(f"{file.name}: cannot be read: {error}")
            failed["unreadable"] += 1
            continue
        for vector in vectors:
            found = problems(vector)
            (failed if found else passed)[vector["game"]] += 1
            if found:
                print(f"{vector['id']}: {found[0]}")
    for game in sorted(passed | failed):
        print(f"{game}: {passed[game]} passed, {failed[game]} failed")
    print(f"{passed.total()} passed, {failed.total()} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: python -m tests.conformance PATH...")
    sys.exit(main(sys.argv[1:]))
