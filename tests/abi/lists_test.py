#!/usr/bin/env python3
"""layout.def and symbols.txt name everything that strew.h and its parts declare: structs, fields, constants, functions. A compiler
sees that what is listed is so; this sees that nothing is left out of the lists."""
import pathlib
import re
import unittest

HERE = pathlib.Path(__file__).resolve().parent
PARTS = "types.h", "operator.h", "site.h", "strew.h", "problem.h", "cells.h", "exchange.h"
TEXT = "".join((HERE.parents[1] / "include/strew" / part).read_text() for part in PARTS)
HEADER = re.sub(r"/\*.*?\*/", "", TEXT, flags=re.DOTALL)
LAYOUT = (HERE / "layout.def").read_text()


def listed(macro):
    """The arguments of a macro's lines, without those that say a number or a type."""
    return [tuple(match.split(", ")) for match in re.findall(rf"^STREW_{macro}\(([a-zA-Z_0-9, ]*?),? \d", LAYOUT,
                                                             re.MULTILINE)]


def field_name(declaration):
    pointer = re.search(r"\(\*(\w+)\)", declaration)
    return pointer[1] if pointer else re.search(r"(\w+)(\[\w+\])?$", declaration)[1]


def declared_fields():
    for name, body in re.findall(r"typedef struct (\w+) \{(.*?)\} \1;", HEADER, re.DOTALL):
        for declaration in filter(None, (one.strip() for one in body.split(";"))):
            yield name, field_name(declaration)


class Lists(unittest.TestCase):
    def test_every_struct(self):
        structs = re.findall(r"typedef struct (\w+) \{", HEADER)
        self.assertEqual([(name,) for name in structs], listed("STRUCT"))
        self.assertGreater(len(structs), 9)

    def test_every_field(self):
        self.assertEqual(list(declared_fields()), listed("FIELD"))

    def test_every_constant(self):
        bodies = re.findall(r"\benum \{(.*?)\}", HEADER, re.DOTALL)
        names = [(name,) for body in bodies for name in re.findall(r"(STREW_\w+)", body)]
        self.assertEqual(names, listed("CONSTANT"))
        self.assertGreater(len(names), 60)

    def test_every_function(self):
        names = re.findall(r"^STREW_API [^;]*?(\w+)\(", HEADER, re.MULTILINE)
        self.assertEqual(sorted(names), (HERE / "symbols.txt").read_text().split())
        self.assertEqual(len(names), len(re.findall(r"^STREW_API", HEADER, re.MULTILINE)))


if __name__ == "__main__":
    unittest.main()
