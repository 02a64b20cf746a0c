#!/usr/bin/env python3
"""strew tune: what it measures is written whole and used where STREW_TUNING_FILE names it; other files are ignored."""
import json
import math
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from cli_case import CliCase  # noqa: E402


def text_of(processor, numbers):
    return "".join(f"{name} {value}\n" for name, value in {"strew_tuning": 1, "processor": processor, **numbers}.items())


class Tune(CliCase):
    def shown(self, tuning_file):
        environment = {**os.environ, "STREW_TUNING_FILE": tuning_file}
        return json.loads(self.ok("tune", "--show", "--json", env=environment))

    def setUp(self):
        super().setUp()
        self.assumed = self.shown("")

    def test_measures_and_writes_a_file_that_is_used(self):
        found = json.loads(self.ok("tune", "numbers.tuning", "--json", env={**os.environ, "STREW_TUNING_FILE": ""}))
        self.assertEqual((found["status"], found["file"], found["before"]), ("ok", "numbers.tuning", self.assumed))
        self.assertEqual(found["numbers"].keys(), self.assumed["numbers"].keys())
        for name, value in found["numbers"].items():
            self.assertTrue(math.isfinite(value) and value > 0, name)
        for cache in ("first_cache", "second_cache", "last_cache"):
            self.assertEqual(found["numbers"][cache], self.assumed["numbers"][cache])
        self.assertNotEqual(found["numbers"]["position"], self.assumed["numbers"]["position"])
        self.assertEqual(os.listdir(self.folder.name), ["numbers.tuning"])
        path = self.path("numbers.tuning")
        used = self.shown(path)
        self.assertEqual(used["numbers"], found["numbers"])
        self.assertEqual(used["source"], f"read from '{path}', which STREW_TUNING_FILE names")
        environment = {**os.environ, "STREW_TUNING_FILE": path}
        self.assertIn(f"machine       {used['source']}\n", self.ok("caps", "--build", env=environment).decode())

    def test_without_a_file_says_which_variable_to_set(self):
        printed = self.ok("tune", env={**os.environ, "STREW_TUNING_FILE": ""}).decode()
        self.assertEqual(printed.splitlines()[0].split(), ["number", "measured", "before"])
        self.assertIn("STREW_TUNING_FILE=FILE", printed.splitlines()[-1])
        self.assertEqual(os.listdir(self.folder.name), [])

    def test_shows_the_numbers_in_use(self):
        text = self.ok("tune", "--show", env={**os.environ, "STREW_TUNING_FILE": ""}).decode()
        self.assertTrue(text.startswith("# assumed: STREW_TUNING_FILE is not set\nstrew_tuning     1\nprocessor "), text)
        self.write("shown.tuning", text.replace("handover ", "handover 4.5 #").encode())
        used = self.shown(self.path("shown.tuning"))
        self.assertEqual(used["numbers"], {**self.assumed["numbers"], "handover": 4.5})

    def test_another_processors_file_is_ignored(self):
        self.write("other.tuning", text_of("Another", self.assumed["numbers"]).encode())
        other = self.shown(self.path("other.tuning"))
        self.assertEqual(other["numbers"], self.assumed["numbers"])
        self.assertTrue(other["source"].startswith("assumed: "), other)
        self.assertTrue(other["source"].endswith("is for another processor, 'Another' (line 2)"), other)

    def test_what_is_no_tuning_file_is_ignored(self):
        for content in (b"", b"\0" * 100, b"\xff\xfe", b"wake -1\n", b"x" * (1 << 20)):
            self.write("bad.tuning", content)
            bad = self.shown(self.path("bad.tuning"))
            self.assertEqual(bad["numbers"], self.assumed["numbers"])
            self.assertTrue(bad["source"].startswith("assumed: "), bad)

    def test_nothing_is_measured_for_a_place_that_cannot_be_written(self):
        os.mkdir(self.path("folder"))
        self.refused(4, "tune", "folder")
        self.refused(4, "tune", "none/numbers.tuning")
        self.refused(4, "tune", env={**os.environ, "STREW_TUNING_FILE": self.path("folder")})
        self.write("mine.tuning", b"mine")
        os.chmod(self.path("mine.tuning"), 0o444)
        self.refused(4, "tune", "mine.tuning")
        self.assertEqual(self.read("mine.tuning"), b"mine")

    def test_shows_or_writes(self):
        self.refused(2, "tune", "numbers.tuning", "--show")


if __name__ == "__main__":
    unittest.main()
