#!/usr/bin/env python3
"""What `strew generate` prints: pages, the manual page and completions name every command and option of the help."""
import pathlib
import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cli_case  # noqa: E402
from cli_case import CliCase  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]


def printed(*words):
    return subprocess.run([cli_case.PROGRAM, *words], check=True, stdout=subprocess.PIPE).stdout.decode()


def commands(*words):
    """The names of the commands of a command, as its help lists them."""
    listed = printed(*words, "--help").partition("ommands:\n")[2].partition("\n\n")[0]
    return re.findall(r"^  ([a-z-]+)  ", listed, re.MULTILINE)


def every():
    """The words that name each command: [], ["gather"], ["explain", "gather"]."""
    found = [[]]
    for name in commands():
        found += [[name], *([name, nested] for nested in commands(name))]
    return found


class Site(CliCase):
    def test_the_site_has_a_page_of_each_command(self):
        nav = (ROOT / "docs/mkdocs.yml").read_text()
        for name in ["strew", *commands()]:
            self.assertIn(f"commands/{name}.md", nav)


class Complete(CliCase):
    """Every command and option of the help is there."""

    def options(self, words):
        return re.findall(r"^  (?:-\w,)?(--[a-z-]+)", printed(*words, "--help"), re.MULTILINE)

    def test_pages(self):
        for name in commands():
            page = printed("generate", "markdown", name)
            for option in self.options([name]):
                self.assertRegex(page, rf"(?m)^\| (`-\w`, )?`{option}` \| ", name)
            self.assertEqual(re.findall(rf"^## strew {name} (\S+)$", page, re.MULTILINE), commands(name))

    def test_manual_page(self):
        text = printed("generate", "man").replace("\\-", "-")
        synopsis = text.partition(".SH SYNOPSIS\n")[2].partition(".SH")[0]
        for words in every():
            if not commands(*words):
                self.assertIn(f"\\fB{' '.join(['strew', *words])}\\fR [OPTIONS]", synopsis)
        for name in commands():
            part = text.partition(f'.SS "strew {name} ')[2].partition(".SS")[0]
            shared = text.partition(".SH OPTIONS\n")[2].partition(".SH")[0]
            shared += text.partition(".SH OPTIONS OF EVERY COMMAND\n")[2]
            for option in self.options([name]):
                self.assertIn(f"\\fB{option}\\fR", part + shared, name)

    def test_completions(self):
        for words in every():
            offered = {line.partition("\t")[0] for line in printed("__complete", *words, "-").splitlines()}
            self.assertEqual(offered & set(self.options(words)), set(self.options(words)), words)
            if commands(*words):
                offered = [line.partition("\t")[0] for line in printed("__complete", *words, "").splitlines()]
                self.assertEqual(offered, commands(*words))


class ManualPage(CliCase):
    def checked(self, *words):
        if not shutil.which(words[0]):
            self.skipTest(f"there is no {words[0]}")
        done = subprocess.run(words, input=printed("generate", "man").encode(), check=False, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        return done.stdout.decode()

    def test_groff_has_no_complaint(self):
        self.assertEqual(self.checked("groff", "-man", "-Tutf8", "-ww", "-z"), "")

    def test_mandoc_has_no_complaint_beyond_style(self):
        found = [line for line in self.checked("mandoc", "-T", "lint").splitlines() if "STYLE" not in line]
        # The version is the only date that there is.
        self.assertEqual([line for line in found if "missing date" not in line], [])


class Refused(CliCase):
    def test_words(self):
        self.assertEqual(self.refused(2, "generate", "csh"),
                         ["strew: FORMAT: 'csh' is not one of bash, zsh, fish, man, markdown", "hint: did you mean 'zsh'?"])
        self.assertEqual(self.refused(2, "generate", "man", "gather"),
                         ["strew: 'gather' is one operand too many", "hint: strew generate markdown takes COMMAND"])
        self.assertEqual(self.refused(2, "generate", "markdown", "gahter"),
                         ["strew: there is no command 'gahter'", "hint: did you mean 'gather'?"])
        self.assertEqual(self.refused(2, "generate"),
                         ["strew: FORMAT is missing", "hint: strew generate takes FORMAT [COMMAND]"])

    def test_a_full_disk(self):
        with open("/dev/full", "wb") as full:
            self.refused(5, "generate", "bash", stdout=full)


if __name__ == "__main__":
    cli_case.main()
