#!/usr/bin/env python3
"""Every allocation of the command line fails, once or from then on: exit code 5 with a sentence, nothing half written."""
import errno
import unittest

from inject_case import ALL, InjectCase, is_sanitized, main

COMMANDS = {
    "gather": ("gather-nd", "table.npy", "places.npy", "-o", "old.npy", "--progress", "always"),
    "scatter": ("scatter-nd", "table.npy", "places.npy", "table.npy", "--reduction", "mean", "-o", "other.npy", "--json"),
    "inspect": ("inspect", "table.npy", "places.npy", "--json"),
    "explain": ("explain", "gather-nd", "table.npy", "places.npy"),
    "refused": ("gather-nd", "table.npy", "table.npy", "-o", "old.npy"),
    "usage": ("gather-nd", "--nothing"),
    "help": ("scatter-nd", "--help"),
}
# Most allocations are made before the command is known: one command has all of them tried, the others the last, which
# are their own. A sample has fewer of both.
LAST, SPREAD = (500, 200) if ALL else (25, 8)


@unittest.skipIf(is_sanitized(), "the sanitizer owns malloc")
class Memory(InjectCase):
    def run_command(self, number, goes_on, arguments):
        for name in self.inputs:
            self.restore(name)
        return self.run_with(f"malloc:{number}{'+' if goes_on else ''}:{errno.ENOMEM}", *arguments)

    def count(self, arguments):
        """How many allocations the command makes."""
        return self.run_with("malloc:1+:none", *arguments).struck

    def numbers(self, name, count):
        step = 1 if ALL and name == "gather" else max(1, count // SPREAD)
        return sorted({*range(1, count + 1, step), *range(max(1, count - LAST), count + 1)})

    def expect_clean(self, outcome, usual, context):
        self.expect_sentence(outcome, context)
        self.assertIn(outcome.code, (usual, 5), context)
        if outcome.code == 5:
            self.assertRegex(outcome.stderr, "memory|cannot be obtained", context)
        found = self.read("old.npy")
        self.assertIn(found, (self.inputs["old.npy"], self.new), context)
        self.assertIn(self.left_overs(), ([], ["other.npy"]), context)

    def sweep(self, name):
        arguments = COMMANDS[name]
        usual = self.run_with(None, *arguments).code
        count = self.count(arguments)
        self.assertGreater(count, 50)
        failures = 0
        for number in self.numbers(name, count):
            for goes_on in (False, True):
                outcome = self.run_command(number, goes_on, arguments)
                context = f"{name}, allocation {number} of {count}{' and all later' if goes_on else ''}: {outcome.stderr}"
                self.expect_clean(outcome, usual, f"exit code {outcome.code}, {context}")
                failures += outcome.code == 5
        self.assertGreater(failures, 10)

    def test_gather(self):
        self.sweep("gather")

    def test_scatter(self):
        self.sweep("scatter")

    def test_inspect(self):
        self.sweep("inspect")

    def test_explain(self):
        self.sweep("explain")

    def test_a_refused_index_type(self):
        self.sweep("refused")

    def test_usage(self):
        self.sweep("usage")

    def test_help(self):
        self.sweep("help")


if __name__ == "__main__":
    main()
