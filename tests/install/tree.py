"""What the checks of the installation share: running commands, building and installing the library."""
import os
import pathlib
import re
import shutil
import subprocess

JOBS = os.environ.get("JOBS", "2")
COMPILERS = {"gcc": ("gcc", "g++"), "clang": (shutil.which("clang-14") or "clang", shutil.which("clang++-14") or "clang++")}


class Failed(Exception):
    """A sentence about what does not hold, and what a command said."""


def expect(holds, sentence):
    if not holds:
        raise Failed(sentence)


def run(*command, cwd=None, **environment):
    """Returns what the command prints on both streams; it must succeed."""
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=cwd, env={**os.environ, **{k: str(v) for k, v in environment.items()}},
                          check=False, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    text = done.stdout.decode(errors="replace")
    expect(done.returncode == 0, f"exit code {done.returncode} of: {' '.join(words)}\n{text[-6000:]}")
    return text


def version(root):
    return re.search(r'STREW_VERSION_STRING "([\d.]+)"', (root / "include/strew/version.h").read_text())[1]


def minor_version(root):
    """Of the frontends' sonames: "0.1"."""
    return version(root).rpartition(".")[0]


def files_under(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_symlink() or path.is_file())


def fresh(root):
    """Forgets the settings of earlier builds; what was compiled stays."""
    (root / "build/release/CMakeCache.txt").unlink(missing_ok=True)


def build(root, *, shared, prefix="/usr/local"):
    """The Release library as it is packaged; returns the folder of the build. Shared and static have the same objects,
    so one folder serves both, one after the other, and the library is compiled once."""
    kind = "ON" if shared else "OFF"
    folder = root / "build/release"
    run("cmake", "--preset", "release", f"-DCMAKE_INSTALL_PREFIX={prefix}", f"-DBUILD_SHARED_LIBS={kind}",
        f"-DSTREW_BUILD_CLI={kind}", cwd=root)
    run("cmake", "--build", folder, "-j", JOBS)
    return folder
