#!/usr/bin/env python3
"""layers.py [ROOT]: every #include in a file of this project is allowed by ARCHITECTURE.md.

The table is the block of ARCHITECTURE.md fenced as ```layers. A line is `folder -> folder or file, ...`: files under
the first may include files under the others and of their own folder. The longest folder that contains a file decides.
Includes of other projects' headers are not checked.
"""

import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]', re.MULTILINE)
SEARCHED = ("include", "src", "frontends", "runtimes", "tests", "")
SUFFIXES = {".c", ".cpp", ".cu", ".def", ".h", ".hpp"}


def read_table(root):
    page = root / "ARCHITECTURE.md"
    if not page.is_file():
        sys.exit("layers: ARCHITECTURE.md is missing; its ```layers block is the rule")
    block = re.search(r"^```layers\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL)
    if not block:
        sys.exit("layers: ARCHITECTURE.md has no ```layers block")
    table = {}
    for line in block.group(1).splitlines():
        line = line.split("#")[0].strip()
        if not line:
            continue
        folder, arrow, allowed = line.partition("->")
        if not arrow:
            sys.exit(f"layers: no '->' in the line '{line}' of ARCHITECTURE.md")
        table[folder.strip()] = [word.strip() for word in allowed.split(",") if word.strip()]
    return table


def is_under(path, folder):
    return path == folder or path.startswith(folder + "/")


def resolve(root, source, name):
    """The file of this project that an include refers to, as a path from the root, or None."""
    own = source.relative_to(root).parts[0]
    candidates = [source.parent / name] + [root / folder / name for folder in (own, *SEARCHED)]
    for candidate in candidates:
        if candidate.is_file() and root in candidate.resolve().parents:
            return candidate.resolve().relative_to(root).as_posix()
    return None


def sources(root, table):
    tops = sorted({folder.split("/")[0] for folder in table} | {"include", "src", "cli", "tests", "examples"})
    for top in tops:
        for path in sorted((root / top).rglob("*")):
            if path.suffix in SUFFIXES and path.is_file():
                yield path


def verify(root, table, source):
    """The failures about one file."""
    path = source.relative_to(root).as_posix()
    rows = [folder for folder in table if is_under(path, folder)]
    if not rows:
        return [f"{path}: no line of the table covers it"]
    row = max(rows, key=len)
    failures = []
    for match in INCLUDE.finditer(source.read_text(errors="replace")):
        target = resolve(root, source, match.group(1))
        if target is None or any(is_under(target, folder) for folder in [row, *table[row]]):
            continue
        number = source.read_text(errors="replace").count("\n", 0, match.start(1)) + 1
        failures.append(f"{path}:{number}: {row} may not include {target}")
    return failures


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent).resolve()
    table = read_table(root)
    files = list(sources(root, table))
    failures = [line for source in files for line in verify(root, table, source)]
    print("\n".join(failures or [f"{len(files)} files, {len(table)} rows"]))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
