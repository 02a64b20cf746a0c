#!/usr/bin/env python3
"""budget.py [ROOT]: 97 % of the function bodies have at most 40 lines, none has more than 80; the root has at most 27
entries, hidden ones included."""

import pathlib
import subprocess
import sys

import lizard

FOLDERS = ("src", "include", "cli", "examples", "tests", "bench", "frontends", "python", "runtimes", "tools", "packaging")
SUFFIXES = {".c", ".cpp", ".h", ".hpp", ".py"}
USUAL, MOST, SHARE = 40, 80, 0.97
ENTRIES = 27


def functions(root):
    """(lines of the body, location) of each function; the first line of the signature and that of the last brace do not
    count."""
    files = [path for folder in FOLDERS for path in sorted((root / folder).rglob("*")) if path.suffix in SUFFIXES]
    for path in files:
        for found in lizard.analyze_file(str(path)).function_list:
            lines = max(found.end_line - found.start_line - 1, 1)
            yield lines, f"{path.relative_to(root)}:{found.start_line} {found.name}: {lines} lines"


def root_entries(root):
    """The entries of the root: files and folders that are tracked, or not ignored."""
    if not (root / ".git").exists():
        return {path.name for path in root.iterdir()} - {"build"}
    listed = subprocess.check_output(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=root, text=True)
    return {name.partition("/")[0] for name in listed.splitlines() if (root / name).exists()}


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
    entries = root_entries(root)
    if len(entries) > ENTRIES:
        print(f"the root has {len(entries)} entries: {' '.join(sorted(entries))}")
    print(f"{len(bodies)} functions, {share:.1%} of at most {USUAL} lines (97 % asked), longest {bodies[0][0]} (80), "
          f"{len(entries)} entries in the root ({ENTRIES})")
    return 1 if share < SHARE or too_long or len(entries) > ENTRIES else 0


if __name__ == "__main__":
    sys.exit(main())
