#!/usr/bin/env python3
"""instructions.py FILE [COMPILER]: code for every processor contains no instruction of a higher target.

FILE is a library, a program or an object for x86-64 with its symbols. Instructions of AVX and later, whose names begin
with v or which name a register ymm, zmm or k, may be only in functions of the namespaces that src/kernel/simd/ is
compiled in (N_AVX2, N_AVX3). FILE must contain such functions, so that a change of their names is noticed. With COMPILER
a function that breaks the rule is compiled first and must be found.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

FUNCTION = re.compile(r"^[0-9a-f]+ <(.+)>:$")
VECTOR = re.compile(r"^\s*[0-9a-f]+:\s+(?:v[a-z]|.*%(?:[yz]mm|k[0-7]\b))")
TARGETS = ("N_AVX2", "N_AVX3")
PLANTED = "__attribute__((target(\"avx2\"))) void leaks(int* p) { for (int i = 0; i < 8; ++i) p[i] += i; }\n"


def vector_functions(file):
    """The functions with instructions of higher targets, with the first one of each."""
    found, name = {}, "?"
    objdump = ["objdump", "-d", "--no-show-raw-insn", str(file)]
    with subprocess.Popen(objdump, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            if match := FUNCTION.match(line):
                name = match[1]
            elif VECTOR.match(line):
                found.setdefault(name, line.strip())
    if process.returncode != 0:
        sys.exit(f"instructions: objdump cannot read {file}")
    return found


def leaks(found):
    return {name: line for name, line in found.items() if not any(target in name for target in TARGETS)}


def detects_a_leak(compiler):
    with tempfile.TemporaryDirectory() as folder:
        source, made = pathlib.Path(folder, "leaks.cpp"), pathlib.Path(folder, "leaks.o")
        source.write_text(PLANTED)
        subprocess.run([compiler, "-O3", "-c", source, "-o", made], check=True)
        return list(leaks(vector_functions(made))) == ["_Z5leaksPi"]


def main():
    file = sys.argv[1]
    if len(sys.argv) > 2 and not detects_a_leak(sys.argv[2]):
        sys.exit("instructions: a function with AVX2 outside the namespaces of targets was not found")
    found = vector_functions(file)
    counts = {target: sum(target in name for name in found) for target in TARGETS}
    failures = [f"{name}: {line}" for name, line in leaks(found).items()]
    failures += [f"no function of {target} has vector instructions" for target in TARGETS if counts[target] == 0]
    print("\n".join(failures or ["instructions of " + ", ".join(f"{n} functions of {t}" for t, n in counts.items())]))
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
