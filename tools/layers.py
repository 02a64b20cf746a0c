#!/usr/bin/env python3
"""layers.py [ROOT]: what files of this project include and declare is allowed by ARCHITECTURE.md.

The table is the block of ARCHITECTURE.md fenced as ```layers. A line is `folder -> folder or file, ...`: files under
the first may include files under the others and of their own folder. The longest folder that contains a file decides.
Includes of other projects' headers are not checked. What the table names must exist.

A class may be declared only where a file that defines it may be included: `class name;`, `friend class name;` and
`class name* pointer` of a room above would be a use of it that no include shows. Classes are compared with their
namespaces; those that the project does not define are not checked.

What RESERVED names may be written in one file alone, which says why. What an operating system does otherwise than another is
written in src/platform and its like.
"""

import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]', re.MULTILINE)
# Comments, and strings and characters in one line.
NO_CODE = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|(?<!\w)'(?:\\.|[^'\\\n])+'", re.DOTALL)
KEY = r"\b(?:class|struct|union|enum(?:\s+(?:class|struct))?)\s+(?:\[\[.*?\]\]\s*)?(?:\w+\s*\([^()]*\)\s*)?"
TOKEN = re.compile(
    r"\bnamespace\s*(?P<space>[\w:]*)\s*\{"
    rf"|{KEY}(?P<defined>[\w:]+)(?:\s+final)?\s*(?::[^:;{{}}()][^;{{}}()]*)?\{{"
    rf"|(?P<friend>\bfriend\s+)?{KEY}(?P<declared>\w+)\s*(?P<use>[*&])?(?(use)|(?=;))"
    r"|(?P<open>\{)|(?P<close>\})"
)
# Declarations that are known, and wait for a change: (file, name). One that is not needed is a failure.
KNOWN = set()
RESERVED = {"__builtin_prefetch": "src/kernel/fetch.hpp"}
# Headers of operating systems, and macros that tell one from another, stand in the folders of PLATFORM; the sources of PORTABLE
# have neither. Public headers, tests and examples may ask where they are compiled.
PORTABLE = ("src", "cli", "frontends", "backends", "python", "runtimes")
PLATFORM = ("src/platform", "cli/files/platform", "cli/platform", "runtimes/export.hpp")
OF_A_SYSTEM = re.compile(
    r"^[ \t]*#\s*include\s*[<\"]((?:sys|linux|mach|netinet|arpa)/[^>\"]*|(?:unistd|fcntl|pthread|sched|dlfcn|signal|poll|spawn"
    r"|pwd|grp|termios|ucontext|windows|io|direct|process)\.h)|\b(_WIN32|_WIN64|__linux__|__APPLE__|__GLIBC__|__MINGW32__)\b",
    re.MULTILINE,
)
SEARCHED = ("include", "src", "frontends", "backends/vulkan", "runtimes", "tests", "cli", "")
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


def row_of(table, path):
    """The row that decides about a file, or None."""
    return max((folder for folder in table if is_under(path, folder)), key=len, default=None)


def may_see(table, row, target):
    return any(is_under(target, folder) for folder in (row, *table[row]))


def classes(text):
    """(is definition, names, line) of the classes in a source; a friend or a pointer may be of a scope around its own."""
    scopes = []
    code = NO_CODE.sub(lambda found: "\n" * found.group().count("\n"), text)
    for token in TOKEN.finditer(code):
        if token["close"]:
            del scopes[-1:]
            continue
        name = token["defined"] or token["declared"]
        if name:
            around = range(len(scopes), -1 if token["friend"] or token["use"] else len(scopes) - 1, -1)
            names = ["::".join(filter(None, (*scopes[:depth], name))) for depth in around]
            yield bool(token["defined"]), names, code.count("\n", 0, token.start()) + 1
        if not token["declared"]:
            scopes.append(token["space"] or token["defined"] or "")


def verify_includes(root, table, row, path, text):
    for match in INCLUDE.finditer(text):
        target = resolve(root, root / path, match.group(1))
        if target is not None and not may_see(table, row, target):
            yield f"{path}:{text.count(chr(10), 0, match.start(1)) + 1}: {row} may not include {target}"


def verify_reserved(path, text):
    code = NO_CODE.sub(lambda found: "\n" * found.group().count("\n"), text)
    for name, file in RESERVED.items():
        for match in re.finditer(rf"\b{name}\b", code):
            if path != file:
                yield f"{path}:{code.count(chr(10), 0, match.start()) + 1}: {name} is for {file} alone"


def verify_platform(path, text):
    if not any(is_under(path, folder) for folder in PORTABLE) or any(is_under(path, folder) for folder in PLATFORM):
        return
    code = NO_CODE.sub(lambda found: found.group() if found.group()[0] == '"' else "\n" * found.group().count("\n"), text)
    for match in OF_A_SYSTEM.finditer(code):
        line = code.count("\n", 0, match.start()) + 1
        yield f"{path}:{line}: {match[1] or match[2]} is for src/platform alone, a folder a system"


def verify_declarations(table, texts):
    defined, declared = {}, []
    for path, text in texts.items():
        for is_definition, names, line in classes(text):
            defined.setdefault(names[0], []).append(path) if is_definition else declared.append((path, names, line))
    unused = set(KNOWN)
    for path, names, line in declared:
        name = next((name for name in names if name in defined), None)
        row, files = row_of(table, path), defined.get(name, [])
        if row is None or not files or any(may_see(table, row, file) for file in files):
            continue
        if (path, name) in KNOWN:
            unused.discard((path, name))
            continue
        yield f"{path}:{line}: {row} may not declare {name}, which {files[0]} defines"
    for path, name in sorted(unused):
        if path in texts:
            yield f"{path}: tools/layers.py need not know {name} any more"


def verify_table(root, table):
    for row, allowed in table.items():
        for name in (row, *allowed):
            if not (root / name).exists():
                yield f"ARCHITECTURE.md: the row of {row} names {name}, which does not exist"


def verify(root, table, texts):
    yield from verify_table(root, table)
    for path, text in texts.items():
        row = row_of(table, path)
        if row is None:
            yield f"{path}: no line of the table covers it"
        else:
            yield from verify_includes(root, table, row, path, text)
        yield from verify_reserved(path, text)
        yield from verify_platform(path, text)
    yield from verify_declarations(table, texts)


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent).resolve()
    table = read_table(root)
    texts = {path.relative_to(root).as_posix(): path.read_text(errors="replace") for path in sources(root, table)}
    failures = list(verify(root, table, texts))
    print("\n".join(failures or [f"{len(texts)} files, {len(table)} rows"]))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
