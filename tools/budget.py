#!/usr/bin/env python3
"""budget.py [ROOT]: 97 % of the function bodies have at most 40 lines, none has more than 80."""

import pathlib
import sys

import lizard

FOLDERS = ("src", "include", "cli", "examples", "tests", "bench", "doors", "python", "tools")
SUFFIXES = {".c", ".cpp", ".h", ".hpp", ".py"}
USUAL, MOST, SHARE = 40, 80, 0.97


def functions(root):
    """(lines of the body, place) of each function; the lines of the signature's start and of the last brace are not
    of the body."""
    files = [path for folder in FOLDERS for path in sorted((root / folder).rglob("*")) if path.suffix in SUFFIXES]
    for path in files:
        for found in lizard.analyze_file(str(path)).function_list:
            lines = max(found.end_line - found.start_line - 1, 1)
            yield lines, f"{path.relative_to(root)}:{found.start_line} {found.name}: {lines} lines"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent).resolve()
    bodies = sorted(functions(root), reverse=True)
    if not bodies:
        sys.exit("budget: no function found")
    long = [place for lines, place in bodies if lines > USUAL]
    share = 1 - len(long) / len(bodies)
    too_long = [place for lines, place in bodies if lines > MOST]
    for place in long if share < SHARE else too_long:
        print(place)
    print(f"{len(bodies)} functions, {share:.1%} of at most {USUAL} lines (97 % asked), longest {bodies[0][0]} (80)")
    return 1 if share < SHARE or too_long else 0


if __name__ == "__main__":
    sys.exit(main())
