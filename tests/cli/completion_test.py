#!/usr/bin/env python3
"""The completions that `strew generate` prints, in the shells they are for: bash always, zsh and fish where there are
such."""
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cli_case  # noqa: E402

COMMANDS = ["gather", "gather-elements", "gather-nd", "scatter", "scatter-elements", "scatter-nd", "tensor-scatter"]
POLICIES = ["error", "clamp", "wrap", "fill", "assume"]
REDUCTIONS = ["none", "add", "sub", "mul", "min", "max", "mean", "and", "or", "xor"]
FILES = "(files)"  # the shell is asked to complete names of files

# A line up to the cursor, and the words offered there.
LINES = [
    ("strew ga", ["gather", "gather-elements", "gather-nd"]),
    ("strew explain scatter-", ["scatter-elements", "scatter-nd"]),
    ("strew help ca", ["caps"]),
    ("strew help explain tensor", ["tensor-scatter"]),
    ("strew gather --out-of-bounds ", POLICIES),
    ("strew gather d.npy --out-of-bounds cl", ["clamp"]),
    ("strew scatter --reduction ma", ["max"]),
    ("strew scatter --reduction m", ["mul", "min", "max", "mean"]),
    ("strew explain scatter a b c --reduction x", ["xor"]),
    ("strew check i.npy --require s", ["sorted"]),
    ("strew check i.npy --require unique,so", ["unique,sorted"]),
    ("strew check --as gather-", ["gather-elements", "gather-nd"]),
    ("strew inspect --dtype bf", ["bf16", "bfloat16"]),
    ("strew generate z", ["zsh"]),
    ("strew gather --axis ", []),
    ("strew gather a b --threads ", []),
    ("strew nonsense ", []),
]
# Where options are offered: those that begin so, without those that do not belong there.
OPTIONS = [("strew --v", ["--version"]), ("strew gather --out", ["--out-of-bounds", "--output"]),
           ("strew gather a.npy --ax", ["--axis"]), ("strew gather --mo", []), ("strew tensor-scatter --mo", ["--mode"]),
           ("strew explain gather --outp", [])]


def script(shell):
    return subprocess.run([cli_case.PROGRAM, "generate", shell], check=True, stdout=subprocess.PIPE).stdout.decode()


class ShellCase(unittest.TestCase):
    SHELL = ""

    def setUp(self):
        if not shutil.which(self.SHELL):
            self.skipTest(f"there is no {self.SHELL}")
        folder = tempfile.TemporaryDirectory(prefix="strew-completion-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.script = os.path.join(self.folder, "script")
        with open(self.script, "w", encoding="ascii") as file:
            file.write(script(self.SHELL))

    def shell(self, *words, **more):
        # No settings of the user, whose completions may answer instead.
        environment = {"PATH": os.environ["PATH"], "HOME": self.folder, "TERM": "dumb", "LC_ALL": "C"}
        done = subprocess.run([self.SHELL, *words], cwd=self.folder, env=environment, check=False, timeout=60,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)
        self.assertEqual((done.returncode, done.stderr.decode()), (0, ""))
        return done.stdout.decode()

    def check(self, lines, offered):
        found = offered([line for line, _ in lines])
        for (line, wanted), words in zip(lines, found, strict=True):
            self.assertEqual(sorted(words), sorted(wanted), line)


class Bash(ShellCase):
    SHELL = "bash"
    # The words as bash splits them: at white space, and before and after each run of = and :.
    ASK = r"""
compopt() { [[ "$*" != '-o default' ]] || COMPREPLY+=('(files)'); }
ask() {
  COMP_WORDS=() COMP_LINE=$1 COMPREPLY=()
  local word
  for word in $1; do
    while [[ $word =~ ^([^=:]*)([=:]+)(.*)$ ]]; do
      [[ ! ${BASH_REMATCH[1]} ]] || COMP_WORDS+=("${BASH_REMATCH[1]}")
      COMP_WORDS+=("${BASH_REMATCH[2]}")
      word=${BASH_REMATCH[3]}
    done
    [[ ! $word ]] || COMP_WORDS+=("$word")
  done
  [[ $1 != *' ' ]] || COMP_WORDS+=('')
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_POINT=${#1}
  _strew strew "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
  echo "${COMPREPLY[*]}"
}
"""

    def offered(self, lines, before=""):
        # With -u an unset name is an error.
        asked = "".join(f"ask '{line}'\n" for line in lines)
        text = self.shell("--norc", "--noprofile", "-uc", f"source script\n{before}\n{self.ASK}\n{asked}")
        return [line.split() for line in text.splitlines()]

    def test_syntax(self):
        self.shell("-n", self.script)

    def test_words(self):
        self.check(LINES, self.offered)

    def test_options(self):
        self.check(OPTIONS, self.offered)

    def test_files(self):
        for line in ("gather ", "gather a.npy b", "gather -o ", "gather a b --output ", "inspect a b c d", "gather -- -",
                     "gather -- --a b", "explain scatter a b ", "gather --output=", "gather --output=b"):
            self.assertEqual(self.offered(["strew " + line]), [[FILES]], line)
        for line in ("gather a b ", "caps ", "gather a.npz:", "gather a.npz:b", "generate bash gather x", "gather -- a b "):
            self.assertEqual(self.offered(["strew " + line]), [[]], line)

    def test_all_commands_are_offered(self):
        self.assertEqual(self.offered(["strew "])[0][:7], COMMANDS)
        self.assertEqual(self.offered(["strew explain "]), [COMMANDS])
        self.assertEqual(self.offered(["strew help "]), self.offered(["strew "]))

    def test_value_after_an_equals_sign(self):
        self.check([("strew scatter --reduction=ad", ["add"]), ("strew scatter --reduction=", REDUCTIONS),
                    ("strew check --require=unique,c", ["unique,covering"]), ("strew gather a --axis=", []),
                    ("strew scatter --reduction=add --progress=al", ["always"])], self.offered)

    def test_a_word_as_a_user_may_have_set_it(self):
        ask = "COMP_WORDBREAKS=' '\nCOMP_WORDS=(strew scatter --reduction=a)\nCOMP_CWORD=2\n_strew\necho ${COMPREPLY[*]}"
        text = self.shell("--norc", "--noprofile", "-uc", f"source script\n{ask}")
        self.assertEqual(text.split(), ["--reduction=add", "--reduction=and"])

    def test_a_word_is_offered_once_in_a_list(self):
        self.check([("strew check --require sorted,", ["sorted,unique", "sorted,covering"]),
                    ("strew check --require sorted,unique,so", [])], self.offered)

    def test_at_a_terminal(self):
        """Bash itself completes names of files, spaces in them too."""
        for name in ("table one.npy", "rows.npy"):
            with open(os.path.join(self.folder, name), "w", encoding="ascii"):
                pass
        shown = self.typed("strew gather tab\t-o ro\t--out-of-b\tcl\t--dtype bfl\t")
        self.assertIn(r"strew gather table\ one.npy -o rows.npy --out-of-bounds clamp --dtype bfloat16 ", shown)

    def typed(self, keys):
        child, terminal = pty.fork()
        if child == 0:
            os.chdir(self.folder)
            os.execvpe("bash", ["bash", "--norc", "--noprofile", "-i"], {"PATH": os.environ["PATH"], "TERM": "dumb",
                                                                        "LC_ALL": "C", "PS1": "", "COLUMNS": "500",
                                                                        "INPUTRC": "/dev/null", "HISTFILE": ""})
        # The line is printed by the echo of bash; an echo of a word of two halves tells when it is read to the end.
        for text in ("bind 'set enable-bracketed-paste off'; stty cols 500; source ./script; echo re''ady\n", keys):
            os.write(terminal, text.encode())
            shown = self.read(terminal, "ready" if text is not keys else "bfloat16 ")
        os.close(terminal)
        os.waitpid(child, 0)
        return shown

    def read(self, terminal, wanted):
        shown, last = "", time.monotonic() + 30
        while wanted not in shown and select.select([terminal], [], [], max(0, last - time.monotonic()))[0]:
            shown += os.read(terminal, 4096).decode()
        return shown


class Fish(ShellCase):
    SHELL = "fish"

    def offered(self, lines):
        asked = "".join(f"complete -C '{line}'; echo .\n" for line in lines)
        text = self.shell("--no-config", "-c", f"source script\n{asked}")
        return [re.findall(r"^(\S+)", part, re.MULTILINE) for part in text.split("\n.\n" if False else ".\n")[:-1]]

    def test_syntax(self):
        self.shell("--no-execute", self.script)


if __name__ == "__main__":
    cli_case.main()
