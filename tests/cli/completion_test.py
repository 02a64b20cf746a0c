#!/usr/bin/env python3
"""The completions that `strew generate` prints, in the shells they are for: bash always, zsh and fish where there are
such."""
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cli_case  # noqa: E402

COMMANDS = ["gather", "gather-elements", "gather-nd", "scatter", "scatter-elements", "scatter-nd", "tensor-scatter",
            "segment-reduce", "segment-scan", "sddmm", "gather-block-quantized"]
POLICIES = ["error", "clamp", "wrap", "fill", "assume"]
REDUCTIONS = ["none", "add", "sub", "mul", "min", "max", "mean", "and", "or", "xor"]
PATH = f"{os.path.dirname(cli_case.PROGRAM)}:{os.environ['PATH']}"  # the scripts ask the program
FILES = "(files)"  # the shell is asked to complete names of files

# A line up to the cursor, and the words offered there.
LINES = [
    ("strew ga", ["gather", "gather-elements", "gather-nd", "gather-block-quantized"]),
    ("strew gather-block-quantized --packing ", ["low_first", "halves"]),
    ("strew segment-reduce --output-dtype b", ["bf16"]),
    ("strew bench segment-reduce --bits ", ["8", "4", "2"]),
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


class Terminal:
    """A shell at a terminal of its own."""

    def __init__(self, folder, *words):
        self.shown = ""
        self.child, self.file = pty.fork()
        if self.child == 0:
            os.chdir(folder)
            os.execvpe(words[0], words, {"PATH": PATH, "HOME": folder, "TERM": "dumb", "LC_ALL": "C",
                                         "PS1": "> ", "INPUTRC": "/dev/null", "HISTFILE": ""})

    def type(self, keys):
        os.write(self.file, keys.encode())

    def wait(self, is_reached):
        last = time.monotonic() + 30
        while not is_reached():
            if time.monotonic() > last:
                raise AssertionError(f"the shell shows {self.shown!r}")
            if select.select([self.file], [], [], 0.02)[0]:
                self.shown += os.read(self.file, 4096).decode()

    def close(self):
        os.kill(self.child, signal.SIGKILL)
        os.waitpid(self.child, 0)
        os.close(self.file)


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
        environment = {"PATH": PATH, "HOME": self.folder, "TERM": "dumb", "LC_ALL": "C"}
        done = subprocess.run([self.SHELL, *words], cwd=self.folder, env=environment, check=False, timeout=60,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)
        self.assertEqual((done.returncode, done.stderr.decode()), (0, ""))
        return done.stdout.decode()

    def touch(self, *names):
        for name in names:
            with open(os.path.join(self.folder, name), "w", encoding="ascii"):
                pass

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
        text = self.shell("--norc", "--noprofile", "-uc", f"source ./script\n{before}\n{self.ASK}\n{asked}")
        return [line.split() for line in text.splitlines()]

    def test_syntax(self):
        self.shell("-n", self.script)

    def test_words(self):
        self.check(LINES, self.offered)

    def test_options(self):
        self.check(OPTIONS, self.offered)

    def test_files(self):
        for line in ("gather ", "gather a.npy b", "gather -o ", "gather a b --output ", "inspect a b c d", "gather -- -",
                     "conformance run ", "conformance run a b", "conformance write ",
                     "gather -- --a b", "explain scatter a b ", "gather --output=", "gather --output=b"):
            self.assertEqual(self.offered(["strew " + line]), [[FILES]], line)
        for line in ("gather a b ", "caps ", "gather a.npz:", "gather a.npz:b", "generate bash gather x", "gather -- a b "):
            self.assertEqual(self.offered(["strew " + line]), [[]], line)

    def test_all_commands_are_offered(self):
        self.assertEqual(self.offered(["strew "])[0][:len(COMMANDS)], COMMANDS)
        self.assertEqual(self.offered(["strew explain "]), [COMMANDS])
        self.assertEqual(self.offered(["strew help "]), self.offered(["strew "]))

    def test_value_after_an_equals_sign(self):
        self.check([("strew scatter --reduction=ad", ["add"]), ("strew scatter --reduction=", REDUCTIONS),
                    ("strew check --require=unique,c", ["unique,covering"]), ("strew gather a --axis=", []),
                    ("strew scatter --reduction=add --progress=al", ["always"])], self.offered)

    def test_a_word_as_a_user_may_have_set_it(self):
        ask = "COMP_WORDBREAKS=' '\nCOMP_WORDS=(strew scatter --reduction=a)\nCOMP_CWORD=2\n_strew\necho ${COMPREPLY[*]}"
        text = self.shell("--norc", "--noprofile", "-uc", f"source ./script\n{ask}")
        self.assertEqual(text.split(), ["--reduction=add", "--reduction=and"])

    def test_a_word_is_offered_once_in_a_list(self):
        self.check([("strew check --require sorted,", ["sorted,unique", "sorted,covering"]),
                    ("strew check --require sorted,unique,so", [])], self.offered)

    def test_at_a_terminal(self):
        """Bash itself completes names of files, spaces in them too."""
        self.touch("table one.npy", "rows.npy")
        try:
            terminal = Terminal(self.folder, "bash", "--norc", "--noprofile", "-i")
        except OSError as refused:  # a root without /dev/pts
            self.skipTest(f"no terminal can be made here: {refused}")
        self.addCleanup(terminal.close)
        terminal.type("source ./script; strew() { printf '<%s>' \"$@\"; }; echo re''ady\n")
        terminal.wait(lambda: "ready\r\n> " in terminal.shown)
        terminal.type("strew gather tab\t-o ro\t--out-of-b\tcl\t--dtype bfl\t\n")
        terminal.wait(lambda: "<gather><table one.npy><-o><rows.npy><--out-of-bounds><clamp><--dtype><bfloat16>" in
                      terminal.shown)


class Zsh(ShellCase):
    SHELL = "zsh"
    # What completion adds is written to a file, then a line.
    SETTINGS = r"""
autoload -U compinit && compinit -u -D
fpath=($PWD $fpath)
source ./script
compadd() {
  local -a hits
  if [[ ${@[1,(i)(-|--)]} != *-(O|A|D)\ * ]]; then
    builtin compadd -A hits "$@"
    (( $#hits )) && print -rl -- $hits >> offered
  fi
  builtin compadd "$@"
}
finish() { print -- -end- >> offered }
zle -N finish
bindkey '^N' finish '^I' complete-word '^U' kill-whole-line
unsetopt beep
: > offered
"""

    def setUp(self):
        super().setUp()
        with open(os.path.join(self.folder, ".zshrc"), "w", encoding="ascii") as file:
            file.write(self.SETTINGS)

    def offered(self, lines):
        terminal = Terminal(self.folder, "zsh", "-i")
        self.addCleanup(terminal.close)
        terminal.wait(lambda: "\r> " in terminal.shown)
        found = []
        for count, line in enumerate(lines, 1):
            terminal.type(f"{line}\t\x0e\x15")
            terminal.wait(lambda n=count: len(self.parts()) > n)
            found.append([word.removesuffix("=") for word in self.parts()[count - 1].split()])
        return found

    def parts(self):
        with open(os.path.join(self.folder, "offered"), encoding="utf-8") as file:
            return file.read().split("-end-\n")

    def test_syntax(self):
        self.shell("-f", "-n", self.script)

    def test_words_and_options(self):
        self.check(LINES + OPTIONS, self.offered)

    def test_files(self):
        files = ["rows.npy", "table.npy"]
        self.touch(*files)
        self.check([("strew gather ro", files[:1]), ("strew gather rows.npy -o ta", files[1:]),
                    ("strew explain scatter x y ta", files[1:]), ("strew inspect x y z ro", files[:1]),
                    ("strew gather x y ro", []), ("strew caps ro", [])], self.offered)


class Fish(ShellCase):
    SHELL = "fish"

    def offered(self, lines):
        asked = "".join(f"complete -C '{line}'; echo -end-\n" for line in lines)
        text = self.shell("--no-config", "-c", f"source ./script\n{asked}")
        return [re.findall(r"^(\S+)", part, re.MULTILINE) for part in text.split("-end-\n")[:-1]]

    def test_syntax(self):
        self.shell("--no-execute", self.script)

    def test_words_and_options(self):
        self.check(LINES + OPTIONS, self.offered)

    def test_files(self):
        files = ["rows.npy", "table.npy"]
        self.touch(*files)
        self.check([("strew gather ro", files[:1]), ("strew gather rows.npy -o ta", files[1:]),
                    ("strew explain scatter x y ta", files[1:]), ("strew caps ro", [])], self.offered)


if __name__ == "__main__":
    cli_case.main()
