#!/usr/bin/env python3
"""What `strew generate` prints: the pages of docs/commands and the help of every command are those in the repository,
the manual page is sound, and all of them name every command and option.

generate_test.py PROGRAM --renew writes docs/commands and golden/help.txt anew."""
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
PAGES = ROOT / "docs/commands"
HELP = ROOT / "tests/cli/golden/help.txt"
RENEW = "it is old; renew it: tests/cli/generate_test.py build/strew --renew"
SHELLS = ["bash", "zsh", "fish"]


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


def generated():
    """File -> text of all that is kept in the repository."""
    files = {PAGES / "strew.md": printed("generate", "markdown")}
    files |= {PAGES / f"{name}.md": printed("generate", "markdown", name) for name in commands()}
    lines = [" ".join(["strew", *words, "--help"]) for words in every()]
    files[HELP] = "\n".join(f"$ {line}\n{printed(*line.split()[1:])}" for line in lines)
    return files


def renew():
    files = generated()
    for folder in (PAGES, HELP.parent):
        folder.mkdir(exist_ok=True)
        for path in set(folder.iterdir()) - set(files):
            path.unlink()
    for path, text in files.items():
        path.write_text(text)


class Kept(CliCase):
    def test_files_are_what_the_program_prints(self):
        files = generated()
        for path, text in files.items():
            self.assertTrue(path.exists(), f"{path}: {RENEW}")
            self.assertEqual(path.read_text(), text, f"{path}: {RENEW}")
        kept = [path for folder in (PAGES, HELP.parent) for path in folder.iterdir()]
        self.assertEqual(sorted(kept), sorted(files), RENEW)

    def test_the_site_and_the_page_of_the_command_line_link_them(self):
        nav = (ROOT / "docs/mkdocs.yml").read_text()
        for path in PAGES.iterdir():
            self.assertIn(f"commands/{path.name}", nav)
        self.assertIn("(commands/strew.md)", (ROOT / "docs/cli.md").read_text())


class Complete(CliCase):
    """Every command and option of the help is there."""

    def options(self, words):
        return re.findall(r"^  (?:-\w,)?(--[a-z-]+)", printed(*words, "--help"), re.MULTILINE)

    def test_pages(self):
        for name in commands():
            page = (PAGES / f"{name}.md").read_text()
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
        for shell in SHELLS:
            text = printed("generate", shell)
            for words in every():
                self.assertIn(" ".join(words[-1:]), text)
                for option in self.options(words):
                    form = f"-l {option.removeprefix('--')} " if shell == "fish" else option
                    self.assertIn(form, text, (shell, words))


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
    if "--renew" in sys.argv:
        renew()
    else:
        cli_case.main()
