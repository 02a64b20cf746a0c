#!/usr/bin/env python3
"""planted.py [ROOT]: each check of tools/check passes a clean small tree and fails on the violation planted in it.

The tree has the project's own settings and one small file a place, so that a case takes seconds.
"""

import concurrent.futures
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parents[2]).resolve()
sys.path.insert(0, str(ROOT / "tools"))

import layers  # noqa: E402

SETTINGS = (".clang-format", ".clang-tidy", "ARCHITECTURE.md", "CMakePresets.json")
WORDS = ("include/strew/words.def", "python/strew/_words.py", "docs/words.md")

SUM_HEADER = "#pragma once\n\n#include <cstddef>\n\nnamespace strew {\nstd::size_t sum(std::size_t a);\n}\n"
EMPTY_HEADER = "#pragma once\n"
WSL_PROGRAM = "#include <wsl/winadapter.h>\n\nextern int other();\n\nint main() {{\n  return {};\n}}\n"
CLEAN = {
    "include/strew/small.h": "#ifndef SMALL_H\n#define SMALL_H\nint strew_small(void);\n#endif\n",
    "src/base/sum.hpp": SUM_HEADER,
    "src/base/sum.cpp": '#include "base/sum.hpp"\n\nnamespace strew {\n\n'
    "std::size_t sum(std::size_t a) {\n  return a + 1;\n}\n\n}  // namespace strew\n",
    "src/kernel/kernel.hpp": "#pragma once\n\nnamespace strew {\nint kernel();\n}\n",
    "src/kernel/move.hpp": "#pragma once\n\nnamespace strew {\nint move();\n}\n",
    "src/plan/plan.cpp": '#include "base/sum.hpp"\n#include "kernel/kernel.hpp"\n',
    "src/base/rules.def": 'STREW_RULE(ND1, shape, "indices have a rank")\nSTREW_RULE(ND2, shape, "a limit")\n',
    "docs/contract.md": "ND1 and ND2 are rules.\n",
    "frontends/bnns/small.hpp": '#pragma once\n\n#include "strew/small.h"\n',
    "frontends/bnns/small.cpp": '#include "bnns/small.hpp"\n',
    "frontends/bnns/rules.def": 'STREW_RULE(SM1, "a pointer is not null")\n',
    "docs/frontends/bnns.md": "SM1 is a rule beside ND1.\n",
    "tests/operators/nd_test.cpp": '#include "strew/small.h"\n// ND1 ND2 SM1\n',
    "tests/windows/use.cpp": '#include "strew/small.h"\n',
    "tests/windows/use.c": '#include "strew/small.h"\n',
    "tests/wsl/use.cpp": WSL_PROGRAM.format("sizeof(UINT) == 4 ? 0 : 1"),
    "build/libstrew.a": "!<arch>\n",
    "build/frontends/libstrew_directml.a": "!<arch>\n",
}

LONG_BODY = "int long_body(int a) {\n" + "  a += a % 7;\n" * 90 + "  return a;\n}\n"
MIDDLE_BODY = "int middle_body(int a) {\n" + "  a += a % 7;\n" * 50 + "  return a;\n}\n"
TIDY_DEFECT = (
    '#include "base/sum.hpp"\n\n#include <string>\n\nnamespace strew {\n\n'
    "std::size_t sum(std::size_t a) {\n  std::string text(2, 'a');\n  std::string moved = std::move(text);\n"
    "  return text.size() + moved.size() + a;\n}\n\n}  // namespace strew\n"
)
UNUSED_NAME = (
    '#include "base/sum.hpp"\n\nnamespace strew {\nnamespace other {\nstruct name {};\n}\nusing other::name;\n\n'
    "std::size_t sum(std::size_t a) {\n  return a + 1;\n}\n\n}  // namespace strew\n"
)
# A build that compiles src/ as one file.
TOGETHER = {
    "build/Unity/unity_0.cxx": '#include "../../src/base/sum.cpp"\n#include "../../src/plan/plan.cpp"\n',
    "build/compile_commands.json": json.dumps([{
        "directory": "/", "file": "@root@/build/Unity/unity_0.cxx",
        "command": "c++ -std=c++20 -I@root@/include -I@root@/src -I@root@/frontends -c @root@/build/Unity/unity_0.cxx"}]),
}
WINDOWS_DEFECT = "#ifdef _WIN32\n#include <sys/mman.h>\n#endif\n"
OVERFLOW = "int main(int count, char**) {\n  int limit = 2147483647;\n  return limit + count > 0;\n}\n"
RACE = "#include <thread>\nint main() {\n  int n = 0;\n  std::thread a([&] { ++n; });\n  ++n;\n  a.join();\n}\n"
OVERRUN = "int main(int count, char**) {\n  int* a = new int[4]();\n  return a[3 + count];\n}\n"

IN_ROOM = "#pragma once\nnamespace strew {{\n{}\n}}\n"
PLAN = {"src/plan/plan.hpp": IN_ROOM.format("class plan final : public other<int> {\n};")}
# Names that are the room's own, another namespace's or nobody's; comments and strings.
DECLARED = {
    "src/base/rest.hpp": IN_ROOM.format(
        "class own;\nclass unknown;\nnamespace inner {\nstruct plan;  // class plan;\n}\n"
        "inline const char* text = \"class plan; {\";\nvoid use(own*, class unknown*);"),
    "src/base/own.hpp": IN_ROOM.format("enum class color : int { red };\nclass own {\n  struct part;\n  struct part { color c; };\n};"),
    "src/plan/use.hpp": IN_ROOM.format("class own;\nenum class color : int;"),
}

SHADER = {
    "backends/vulkan/shaders/modules.txt": "sum sum.comp\n",
    "backends/vulkan/shaders/sum.comp": "#version 460\nlayout(binding = 0) buffer all { float a[]; };\n"
    "layout(local_size_x = 1) in;\nvoid main() { a[2] = a[0] * a[1] + a[2]; }\n",
}

# check, violation, files that plant it, text that its report must have
CASES = [
    ("format", "a badly formatted source", {"src/base/sum.cpp": "int  f( ){return 1;}\n"}, "src/base/sum.cpp"),
    ("format", "a badly formatted header", {"include/strew/small.h": "int  f( void );\n"}, "include/strew/small.h"),
    ("format", "a tree without a source", {name: None for name in CLEAN}, "no source under"),
    ("tidy", "a use after a move", {"src/base/sum.cpp": TIDY_DEFECT}, "bugprone-use-after-move"),
    ("tidy", "a function of 90 lines", {"src/base/sum.cpp": LONG_BODY}, "readability-function-size"),
    ("tidy", "a null written 0 in a header", {"src/base/sum.hpp": SUM_HEADER + "char* none = 0;\n"}, "use-nullptr"),
    ("tidy", "a use after a move in a file compiled with others", {"src/base/sum.cpp": TIDY_DEFECT, **TOGETHER},
     "bugprone-use-after-move"),
    ("tidy", "an unused name in a file compiled with others", {"src/base/sum.cpp": UNUSED_NAME, **TOGETHER},
     "misc-unused-using-decls"),
    ("tidy", "a source that includes a source", {"src/plan/plan.cpp": '#include "base/sum.cpp"\n'}, "src/plan/plan.cpp"),
    ("tidy", "a use after a move in a frontend", {"frontends/bnns/small.cpp": TIDY_DEFECT}, "bugprone-use-after-move"),
    ("layers.py", "plan sees a kernel", {"src/plan/plan.cpp": '#include "kernel/move.hpp"\n'}, "src/kernel/move.hpp"),
    ("layers.py", "base sees a kernel", {"src/base/sum.cpp": '#include "../kernel/kernel.hpp"\n'}, "src/base may not"),
    ("layers.py", "base sees the ABI", {"src/base/sum.cpp": "#include <strew/small.h>\n"}, "src/base may not"),
    ("layers.py", "a test sees src/", {"tests/operators/nd_test.cpp": '#include "base/sum.hpp"\n'}, "may not"),
    ("layers.py", "the oracle sees src/", {"tests/oracle/a.cpp": '#include "base/sum.hpp"\n'}, "tests/oracle may not"),
    ("layers.py", "a fetch of its own", {"src/plan/plan.cpp": "void f(const void* at) { __builtin_prefetch(at); }\n"},
     "src/plan/plan.cpp:1: __builtin_prefetch is for src/kernel/fetch.hpp alone"),
    ("layers.py", "a header of a system", {"src/plan/plan.cpp": "#include <unistd.h>\n"},
     "src/plan/plan.cpp:1: unistd.h is for src/platform alone"),
    ("layers.py", "a system's macro", {"src/plan/plan.cpp": "#if defined(_WIN32)\n#endif\n"},
     "src/plan/plan.cpp:1: _WIN32 is for src/platform alone"),
    ("layers.py", "a layer without a row", {"src/other/a.cpp": "int a;\n"}, "no line of the table"),
    ("layers.py", "a class of a room above", {"src/base/sum.hpp": IN_ROOM.format("class plan;"), **PLAN},
     "src/base/sum.hpp:3: src/base may not declare strew::plan, which src/plan/plan.hpp defines"),
    ("layers.py", "a friend of a room above", {"src/base/sum.hpp": IN_ROOM.format("class sum {\n  friend class plan;\n};"),
     **PLAN}, "src/base/sum.hpp:4: src/base may not declare"),
    ("layers.py", "a pointer to a class of a room above",
     {"src/base/sum.cpp": IN_ROOM.format("namespace {\nint f(const struct plan* of);\n}"), **PLAN}, "src/base/sum.cpp:4: "),
    ("layers.py", "a template of a room above", {"src/base/sum.hpp": IN_ROOM.format("template <class T>\nstruct plan;"), **PLAN},
     "src/base/sum.hpp:4: "),
    ("layers.py", "a folder that does not exist", {"frontends/bnns": None}, "the row of frontends/bnns names"),
    ("layers.py", "a file that does not exist", {"src/kernel/kernel_set.hpp": None}, "names src/kernel/kernel_set.hpp, which does"),
    ("layers.py", "no table", {"ARCHITECTURE.md": None}, "ARCHITECTURE.md is missing"),
    ("rules.py", "a rule without documentation", {"docs/contract.md": "ND1.\n"}, "ND2: not in docs/contract.md"),
    ("rules.py", "a rule without a test", {"tests/operators/nd_test.cpp": "// ND1 ND23 SM1\n"}, "ND2: no file"),
    ("rules.py", "a rule that is not", {"docs/contract.md": "ND1 ND2 ND3\n"}, "ND3: in docs/contract.md"),
    ("rules.py", "a frontend's rule not on its page", {"docs/frontends/bnns.md": "ND1\n"}, "SM1: not in docs/frontends/bnns.md"),
    ("rules.py", "a frontend's rule without a test", {"tests/operators/nd_test.cpp": "// ND1 ND2\n"}, "SM1: no file"),
    ("rules.py", "a rule that is not, of a frontend", {"docs/frontends/bnns.md": "SM1 ND9\n"}, "ND9: in docs/frontends/bnns.md"),
    ("rules.py", "a number used twice", {"frontends/bnns/rules.def": 'STREW_RULE(ND1, "a")\n'}, "ND1: two rules"),
    ("rules.py", "a frontend without a page", {"docs/frontends/bnns.md": None}, "bnns.md is missing"),
    ("rules.py", "no contract", {"docs/contract.md": None}, "contract.md is missing"),
    ("words.py", "a page that is not renewed", {"docs/words.md": "old\n"}, "docs/words.md is not what"),
    ("words.py", "a word without a number", {"include/strew/words.def": 'STREW_MODE(1, MODE_A, "a")\n'}, "are not 0, 1, 2"),
    ("layers.py", "a frontend sees src/", {"frontends/bnns/small.cpp": '#include "base/sum.hpp"\n'}, "frontends/bnns may not"),
    ("budget.py", "a function of 90 lines", {"src/base/long.cpp": LONG_BODY}, "long_body: 91 lines"),
    ("budget.py", "too many of 50 lines", {"cli/middle.cpp": MIDDLE_BODY}, "middle_body: 51 lines"),
    ("budget.py", "a crowded root", {f"more{n}.md": "" for n in range(20)}, "the root has 2"),
    ("shaders", "a sum that may be contracted", SHADER, "NoContraction"),
    ("shaders", "a shader without a module", {**SHADER, "backends/vulkan/shaders/other.comp": "void main() {}\n"},
     "other.comp: no line of modules.txt"),
    ("headers", "a header that needs another", {"src/base/sum.hpp": "std::size_t sum();\n"}, "base/sum.hpp"),
    ("headers", "a frontend's header needs another", {"frontends/bnns/small.hpp": "std::size_t f();\n"}, "frontends/bnns/small.hpp"),
    ("headers", "a header of the C++ API with a cast of C", {"include/strew/small.hpp": "inline int f(long n) { return (int)n; }\n"}, "strew/small.hpp"),
    ("headers", "an ABI header that is not C", {"include/strew/small.h": "bool f();\n"}, "strew/small.h"),
    ("windows_headers", "a header that Windows refuses", {"include/strew/small.h": WINDOWS_DEFECT}, "mingw32-g++ -x c++"),
    ("windows_headers", "a source that C refuses", {"tests/windows/use.c": "bool f();\n"}, "gcc -x c: tests/windows/use.c"),
    ("wsl", "a program that is not linked", {"tests/wsl/use.cpp": WSL_PROGRAM.format("other()")}, "tests/wsl/use.cpp"),
    ("wsl", "a program that fails", {"tests/wsl/use.cpp": WSL_PROGRAM.format("3")}, "tests/wsl/use.cpp (3)"),
]


def write(root, files):
    for name, text in files.items():
        path = root / name
        if text is None:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.replace("@root@", str(root)))


def make_tree(root):
    write(root, CLEAN)
    write(root, {name: (ROOT / name).read_text() for name in SETTINGS})
    sources = [name for name in CLEAN if name.startswith(("src/", "frontends/")) and name.endswith(".cpp")]
    command = "c++ -std=c++20 -Iinclude -Isrc -Ifrontends -c "
    commands = [{"directory": str(root), "file": name, "command": command + name} for name in sources]
    write(root, {"build/compile_commands.json": json.dumps(commands)})


def name_all(root):
    """Everything that the table of layers names exists."""
    for row, allowed in layers.read_table(root).items():
        for name in {row, *allowed} - CLEAN.keys():
            (root / name).mkdir(parents=True, exist_ok=True) if "." not in name else write(root, {name: EMPTY_HEADER})


def run(*command, **more):
    done = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)
    return done.returncode, done.stdout


def run_check(check, root, files=None):
    if check == "layers.py":
        name_all(root)
    if check == "words.py":
        write(root, {name: (ROOT / name).read_text() for name in WORDS})
    write(root, files or {})
    tool = ROOT / "tools" / check
    return run(*([sys.executable] if check.endswith(".py") else []), tool, root)


def verify_case(case):
    check, violation, files, expected = case
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder).resolve()
        make_tree(root)
        code, output = run_check(check, root, files)
    if code == 0:
        return f"{check} does not see {violation}"
    if expected not in output:
        return f"{check}: the report on {violation} lacks '{expected}':\n{output}"
    return None


def verify_clean(check):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder).resolve()
        make_tree(root)
        code, output = run_check(check, root)
    return None if code == 0 else f"{check} fails on a clean tree:\n{output}"


def verify_declared():
    """What a lower room may declare passes."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder).resolve()
        make_tree(root)
        code, output = run_check("layers.py", root, {**DECLARED, **PLAN})
    return None if code == 0 else f"layers.py refuses a declaration that is allowed:\n{output}"


def verify_symbols(change):
    """tests/abi/symbols on a library that exports the listed functions, one more, or one less."""
    listed = (ROOT / "tests/abi/symbols.txt").read_text().split()
    made = {"same": listed, "more": listed + ["strew_extra"], "less": listed[1:]}[change]
    with tempfile.TemporaryDirectory() as folder:
        source, library = pathlib.Path(folder) / "a.c", pathlib.Path(folder) / "a.so"
        source.write_text("".join(f"void {name}(void) {{}}\n" for name in made))
        run("gcc", "-shared", "-fPIC", "-o", library, source, check=True)
        code, output = run(ROOT / "tests/abi/symbols", library)
    if (code == 0) != (change == "same"):
        return f"tests/abi/symbols with {change} symbols exits {code}:\n{output}"
    return None


def verify_sanitizer(planted):
    """The flags of a preset stop a program that has what its sanitizer looks for."""
    name, program = planted
    presets = json.loads((ROOT / "CMakePresets.json").read_text())["configurePresets"]
    settings = next(preset for preset in presets if preset["name"] == name)["cacheVariables"]
    with tempfile.TemporaryDirectory() as folder:
        source, binary = pathlib.Path(folder) / "a.cpp", pathlib.Path(folder) / "a"
        source.write_text(program)
        run(settings["CMAKE_CXX_COMPILER"], *settings["CMAKE_CXX_FLAGS"].split(), "-o", binary, source, check=True)
        code, output = run(binary)
    if code == 0 or not ("Sanitizer: " in output or "runtime error" in output):
        return f"the preset {name} lets pass:\n{program}{output}"
    return None


def main():
    jobs = [(verify_case, case) for case in CASES]
    jobs += [(verify_clean, check) for check in sorted({case[0] for case in CASES})]
    jobs += [(lambda _: verify_declared(), None)]
    jobs += [(verify_symbols, change) for change in ("same", "more", "less")]
    jobs += [(verify_sanitizer, program) for program in (("asan", OVERFLOW), ("asan", OVERRUN), ("tsan", RACE))]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        failures = [found for found in pool.map(lambda job: job[0](job[1]), jobs) if found]
    print("\n".join(failures) or f"{len(jobs)} cases")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
