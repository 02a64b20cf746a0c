#!/usr/bin/env python3
"""words.py [--write] [ROOT]: python/strew/_words.py and docs/words.md are what include/strew/words.def gives; --write makes
them so."""

import pathlib
import re
import sys

LINE = re.compile(r"^STREW_([A-Z_]+)\((.*)\)$", re.MULTILINE)
TYPE = ("number", "c", "cpp", "word", "bytes", "kind", "dlpack", "numpy", "safetensors", "onnx", "onnx_number", "xla")
REDUCTION = ("number", "c", "cpp", "word", "numpy", "torch", "stablehlo")
OPTION = ("number", "c", "word")
# The options with the type of each in Python, in the order of the page; a scatter has no fill.
OPTIONS = {"OUT_OF_BOUNDS": "GatherBounds", "NEGATIVE_INDICES": "NegativeIndices", "ACCUMULATE": "Accumulate",
           "DUPLICATES": "Duplicates", "PARTIAL_WINDOW": "PartialWindow", "MODE": "Mode", "ON_ERROR": "OnError"}
# What runtimes hand over as numbers.
NUMBERED = {"OUT_OF_BOUNDS": "BOUNDS", "NEGATIVE_INDICES": "NEGATIVES", "ACCUMULATE": "ACCUMULATE",
            "DUPLICATES": "DUPLICATES"}

MODULE = '''"""The words of strew and those of other libraries for them, made by tools/words.py from include/strew/words.def."""

from typing import Literal

{types}

# By their numbers in the C ABI, as runtimes hand them over.
{numbered}

# The reductions by the ufuncs of NumPy, the words of PyTorch's scatter_reduce, and the operations of StableHLO where these
# have another name.
{reductions}

# Words of other libraries that are not taken, and what they mean here.
{elsewhere}
# The element types: the name of NumPy, or of ml_dtypes, and the kind.
{elements}'''

PAGE = """# Words

Element types, reductions and options, by their name in each place. This page is made by `tools/words.py` from
`include/strew/words.def`, which C and C++ programs may include too: it describes its macros.

## Element types

Python, ONNX Runtime, PyTorch and JAX have the names of NumPy, the small floats those of ml_dtypes. The command line takes
strew's names and NumPy's. What has no name here, such as the other floats of 8 bits, is moved as a record of its width.

{types}

## Reductions

The command line, Python and ONNX have strew's words; each other library's functions, its own.

{reductions}

## Options

0 is the default in C; the frontends have the defaults of their systems.

{options}

## Words of other libraries

They are not taken, but the message names the word that is meant.

{synonyms}
"""


def value(text):
    return text[1:-1] if text.startswith('"') else text


def read(root):
    """The lines of words.def: {"TYPE": [{"number": "0", ...}], ...}."""
    text = (root / "include/strew/words.def").read_text()
    found = {}
    for macro, arguments in LINE.findall(text):
        if arguments == "...":
            continue
        names = {"TYPE": TYPE, "REDUCTION": REDUCTION, "SYNONYM": ("theirs", "ours")}.get(macro, OPTION)
        values = [value(each) for each in arguments.split(", ")]
        if len(values) != len(names):
            sys.exit(f"words.def: STREW_{macro}({arguments}) has {len(values)} of {len(names)} values")
        found.setdefault(macro, []).append(dict(zip(names, values)))
    for macro, rows in found.items():
        if "number" in rows[0] and [row["number"] for row in rows] != [str(n) for n in range(len(rows))]:
            sys.exit(f"words.def: the numbers of STREW_{macro} are not 0, 1, 2 ...")
    return found


def filled(head, items, tail):
    """Python's code for a list, over as many lines as it needs."""
    if len(head + ", ".join(items) + tail) <= 120:
        return head + ", ".join(items) + tail
    lines, line = [], ""
    for item in items:
        if len(line) + len(item) > 113:
            lines.append(line.rstrip())
            line = ""
        line += f"{item}, "
    return "\n".join([head, *(f"    {one}" for one in (*lines, line.rstrip())), tail])


def quoted(words):
    return [f'"{word}"' for word in words]


def code_of_dict(name, annotation, pairs, is_text=True):
    items = [f'"{key}": "{value}"' if is_text else f'"{key}": {value}' for key, value in pairs]
    code = filled(f"{name}: {annotation} = {{", items, "}")
    return code + ("  # fmt: skip" if "\n" in code else "")


def module(words):
    def literal(name, listed):
        return filled(f"{name} = Literal[", quoted(listed), "]")

    reductions = [row["word"] for row in words["REDUCTION"]]
    specified = [(row["stablehlo"], row["word"]) for row in words["REDUCTION"] if row["stablehlo"] not in ("", row["word"])]
    types = [literal("Reduction", reductions), literal("UpdateComputation", reductions + [theirs for theirs, _ in specified])]
    numbered = [filled("REDUCTIONS: tuple[Reduction, ...] = (", quoted(reductions), ")")]
    for option, name in OPTIONS.items():
        listed = [row["word"] for row in words[option]]
        types.append(literal(name, listed))
        if option == "OUT_OF_BOUNDS":
            types.append(literal("ScatterBounds", [word for word in listed if word != "fill"]))
        if option in NUMBERED:
            numbered.append(filled(f"{NUMBERED[option]}: tuple[{name}, ...] = (", quoted(listed), ")"))
    by_name = {library.upper(): [(row[library], row["word"]) for row in words["REDUCTION"] if row[library]]
               for library in ("numpy", "torch")}
    dicts = [("UFUNCS", by_name["NUMPY"]), ("TORCH", by_name["TORCH"]), ("STABLEHLO", specified)]
    return MODULE.format(
        types="\n".join(types), numbered="\n".join(numbered),
        reductions="\n".join(code_of_dict(name, "dict[str, Reduction]", pairs) for name, pairs in dicts),
        elsewhere=code_of_dict("ELSEWHERE", "dict[str, str]", [row.values() for row in words["SYNONYM"]]) + "\n",
        elements=code_of_dict("TYPES", "dict[str, tuple[str, str]]",
                              [(row["word"], f'("{row["numpy"]}", "{row["kind"]}")') for row in words["TYPE"] if row["numpy"]],
                              False) + "\n")


def table(heads, rows):
    cells = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads), *cells])


def code(text):
    return f"`{text}`" if text else ""


def page(words):
    kinds = {"record": "moved only"}
    types = [[code(f"STREW_DTYPE_{row['c']}"), code(row["cpp"]), code(row["word"]),
              row["bytes"] if row["bytes"] != "0" else "any", kinds.get(row["kind"], row["kind"].replace("_", " ")),
              code(row["numpy"]), code(row["onnx"]) if row["onnx_number"] != "0" else "", code(row["safetensors"]),
              row["dlpack"] if row["dlpack"] != "-1" else ""] for row in words["TYPE"]]
    reductions = [[code(f"STREW_REDUCTION_{row['c']}"), code(row["cpp"]),
                   *(code(row[name]) for name in ("word", "numpy", "torch", "stablehlo"))] for row in words["REDUCTION"]]
    options = [[code(option.lower()), ", ".join(code(row["word"]) for row in words[option]),
                code(f"STREW_{words[option][0]['c']}")] for option in OPTIONS]
    return PAGE.format(
        types=table(("C", "C++ `dtype::`", "strew", "bytes", "kind", "NumPy, Python", "ONNX", "safetensors", "DLPack code"), types),
        reductions=table(("C", "C++ `reduction::`", "strew", "ufunc of NumPy", "PyTorch's scatter_reduce", "StableHLO"), reductions),
        options=table(("option", "words", "the first in C"), options),
        synonyms=table(("word", "strew"), [[code(row["theirs"]), code(row["ours"])] for row in words["SYNONYM"]]))


def main():
    arguments = [word for word in sys.argv[1:] if word != "--write"]
    root = pathlib.Path(arguments[0] if arguments else pathlib.Path(__file__).parents[1]).resolve()
    words = read(root)
    made = {"python/strew/_words.py": module(words), "docs/words.md": page(words)}
    if "--write" in sys.argv:
        for name, text in made.items():
            (root / name).write_text(text)
        return 0
    old = [name for name, text in made.items() if not (root / name).exists() or (root / name).read_text() != text]
    for name in old:
        print(f"{name} is not what include/strew/words.def gives; renew it: tools/words.py --write")
    print(f"{sum(map(len, words.values()))} words, {len(made)} files made of them")
    return 1 if old else 0


if __name__ == "__main__":
    sys.exit(main())
