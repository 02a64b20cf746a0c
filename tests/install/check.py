#!/usr/bin/env python3
"""check.py [ROOT]: installs the library, shared and static, moves the trees, and builds and runs a consumer of each
kind against them; then the Debian packages, and strew as a child project. Builds in ROOT/build/release."""
import concurrent.futures
import pathlib
import re
import shutil
import sys
import tempfile

import packages
from tree import COMPILERS, Failed, build, expect, files_under, fresh, minor_version, run, version

HERE = pathlib.Path(__file__).resolve().parent
DONE = "gathered and scattered\n"
FRONTENDS = ("directml", "bnns")
C_ONLY = ("consumer", "consumer_bnns")
CXX_ONLY = ("consumer", "consumer_directml", "consumer_directml_17")
EVERY = (*C_ONLY, "consumer_cxx", "consumer_directml")


def page_block(root, language, word):
    """The block of docs/install.md in this language with this word in it."""
    blocks = re.findall(rf"^```{language}\n(.*?)^```$", (root / "docs/install.md").read_text(), re.MULTILINE | re.DOTALL)
    found = [block for block in blocks if word in block]
    expect(len(found) == 1, f"docs/install.md has {len(found)} {language} blocks with {word}")
    return found[0]


def installed(root, scratch, *, shared):
    """An installed tree that was moved: nothing in it may know where it was. The shared one is made as the page says."""
    first = scratch / "first"
    if shared:
        fresh(root)
        run("sh", "-euc", page_block(root, "sh", "--install"), cwd=root, PREFIX=first)
    else:
        run("cmake", "--install", build(root, shared=False), "--prefix", first)
    moved = scratch / ("shared" if shared else "static")
    first.rename(moved)
    for path in moved.rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            for place in (root, scratch):
                expect(str(place).encode() not in content, f"{path.relative_to(moved)} names the folder {place}")
    return moved


def check_files(root, prefix):
    """Exactly the files that are listed, and every public header."""
    text = (HERE / "files.txt").read_text().format(lib="lib", version=version(root), minor=minor_version(root))
    listed = [line for line in text.splitlines() if line and not line.startswith("#")]
    headers = [f"include/strew/{name}" for name in files_under(root / "include/strew")]
    found, wanted = set(files_under(prefix)), set(listed + headers)
    expect(found == wanted, f"missing: {sorted(wanted - found)}, not listed: {sorted(found - wanted)}")


def dynamic(program, tag):
    return re.findall(rf"\({tag}\).*\[(.*)\]", run("readelf", "-d", program))


def names_in(symbols):
    return [line.split()[-1].split("@")[0] for line in symbols.splitlines() if len(line.split()) >= 2]


def check_library(prefix, name, soname, *, shows, needs=()):
    """The name that the loader requires, what the library needs, and what it shows to others."""
    library = prefix / f"lib/lib{name}.so"
    expect(dynamic(library, "SONAME") == [soname], f"the soname of {library.name} is not {soname}")
    known = {"libstdc++.so.6", "libm.so.6", "libgcc_s.so.1", "libc.so.6", "libtbb.so.12", *needs}
    needed = {one for one in dynamic(library, "NEEDED") if not one.startswith("ld-linux")}
    expect(needed <= known and needed >= set(needs), f"{library.name} needs {sorted(needed)}")
    expect(dynamic(library, "RUNPATH") == (["$ORIGIN"] if needs else []), f"{library.name} looks elsewhere")
    names = names_in(run("nm", "-D", "--defined-only", library))
    other = [one for one in names if not one.startswith((shows, shows.upper().rstrip("_")))]
    expect(len(names) > 5 and not other, f"{library.name} shows {other[:5]}")


def check_libraries(root, prefix):
    check_library(prefix, "strew", "libstrew.so.1", shows="strew_")
    for frontend in FRONTENDS:
        name = f"strew_{frontend}"
        check_library(prefix, name, f"lib{name}.so.{minor_version(root)}", shows=f"{name}_", needs=["libstrew.so.1"])


def check_archive(archive):
    """Strong symbols of the archive can collide with those of a program: all bear our name."""
    lines = run("nm", "--defined-only", "-g", archive).splitlines()
    strong = [line.split()[-1] for line in lines if re.search(r" [TDBRG] ", line)]
    other = [name for name in strong if not re.match(r"strew_|_Z(Thn\d+_)?N?K?[A-Z]*5strew", name)]
    expect(len(strong) > 5 and not other, f"{archive.name} shows {other[:5]}")


def check_program(program, *, is_static):
    """Runs; carries the libraries or requires them by their sonames; shows nothing of fmt."""
    expect(run(program) == DONE, f"{program} prints something else")
    ours = {name for name in dynamic(program, "NEEDED") if name.startswith("libstrew")}
    frontends = [f"libstrew_{frontend}.so.{minor_version(HERE.parents[1])}" for frontend in FRONTENDS if frontend in program.name]
    expect(ours == (set() if is_static else {"libstrew.so.1", *frontends}), f"{program} needs {sorted(ours)}")
    shown = run("nm", "-D", "--defined-only", program)
    expect("fmt" not in shown and "5strew" not in shown, f"{program} shows {shown}")


def cmake_consumer(scratch, kind, compiler, programs, *settings, is_static):
    folder = scratch / f"{kind}-{compiler}-{'static' if is_static else 'shared'}"
    c, cxx = COMPILERS[compiler]
    run("cmake", "-S", HERE / kind, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
        f"-DCMAKE_C_COMPILER={c}", f"-DCMAKE_CXX_COMPILER={cxx}", *settings)
    run("cmake", "--build", folder)
    for program in programs:
        check_program(folder / program, is_static=is_static)
    return folder


def pkg_config_consumer(scratch, prefix, compiler, *, is_static):
    folder = scratch / f"pkg-config-{compiler}-{prefix.name}"
    folder.mkdir()
    run("make", "-f", HERE / "pkg_config_c/Makefile", f"CC={COMPILERS[compiler][0]}", cwd=folder,
        PKG_CONFIG_PATH=prefix / "lib/pkgconfig", LD_RUN_PATH=prefix / "lib")
    for program in C_ONLY:
        check_program(folder / program, is_static=is_static)


def page_consumers(root, scratch, prefix):
    """What docs/install.md says about CMake and pkg-config, word for word."""
    folder = scratch / "page"
    folder.mkdir()
    for name in ("consumer.c", "consumer_bnns.c", "consumer_directml.cpp"):
        shutil.copy(HERE / name, folder)
    run("sh", "-euc", page_block(root, "sh", "--libs strew)"), cwd=folder, PREFIX=prefix)
    check_program(folder / "consumer", is_static=False)
    run("sh", "-euc", page_block(root, "sh", "--libs strew-bnns)"), cwd=folder, PREFIX=prefix,
        PKG_CONFIG_PATH=prefix / "lib/pkgconfig")
    for frontend in FRONTENDS:
        check_program(folder / f"consumer_{frontend}", is_static=False)
    begin = "cmake_minimum_required(VERSION 3.21)\nproject(page LANGUAGES C CXX)\n"
    begin += "add_executable(program consumer.c)\n"
    begin += "add_executable(program_bnns consumer_bnns.c)\nadd_executable(program_directml consumer_directml.cpp)\n"
    blocks = page_block(root, "cmake", "CONFIG REQUIRED)") + page_block(root, "cmake", "COMPONENTS")
    (folder / "CMakeLists.txt").write_text(begin + blocks)
    run("cmake", "-S", folder, "-B", folder / "build", f"-DCMAKE_PREFIX_PATH={prefix}")
    run("cmake", "--build", folder / "build")
    for program in ("program", "program_bnns", "program_directml"):
        check_program(folder / "build" / program, is_static=False)


def check_subdirectory(root, scratch):
    """As a child project, static as CMake's default has it, then shared because the parent wants it."""
    # Named as the packages' build names them, so that ccache has the objects: it tells compilers apart by name.
    launcher = ["-DCMAKE_C_COMPILER=cc", "-DCMAKE_CXX_COMPILER=c++", "-DCMAKE_C_COMPILER_LAUNCHER=ccache",
                "-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"]
    settings = [f"-DSTREW_SOURCE={root}", *(launcher if shutil.which("ccache") else [])]
    folder = cmake_consumer(scratch, "subdirectory", "gcc", (*EVERY, "consumer_directml_17"), *settings, is_static=True)
    expect("Total Tests: 0" in run("ctest", "--test-dir", folder, "-N"), "the child project brings tests")
    run("cmake", "--install", folder, "--prefix", scratch / "nothing")
    expect(not (scratch / "nothing").exists(), "the child project installs itself with its parent")
    run("cmake", "-DBUILD_SHARED_LIBS=ON", folder)
    run("cmake", "--build", folder)
    for program in EVERY:
        check_program(folder / program, is_static=False)


def check_alone(root, scratch):
    """The library needs no other one, neither where it is configured nor in its sources."""
    off = [f"-DSTREW_BUILD_{part}=OFF" for part in ("CLI", "FRONTENDS", "EXAMPLES", "TESTS")]
    missing = [f"-DCMAKE_DISABLE_FIND_PACKAGE_{package}=ON" for package in ("fmt", "TBB")]
    run("cmake", "-S", root, "-B", scratch / "alone", *off, *missing, "-DSTREW_FETCH=OFF")
    using = [path.name for path in (root / "src").rglob("*.?pp") if re.search(r"#include <fmt/", path.read_text())]
    expect(not using, f"the library needs fmt in {using}")


def check_plain(root, scratch):
    """Without a preset, as users configure: no warning ends the build, not even one of g++ 12 about its own library."""
    folder = scratch / "plain"
    run("cmake", "-S", root, "-B", folder, "-G", "Ninja")
    commands = (folder / "compile_commands.json").read_text()
    compiled = re.findall(r'"command": "(.*)"', commands)
    warned = [command for command in compiled if "-Wall" in command]
    expect(len(warned) > 200 and "-Werror" not in commands, "a warning ends the build of a user")
    source = "cli/bench/units.cpp"
    run("cmake", "--build", folder, "--target", f"CMakeFiles/strew_cli.dir/{source}.o")


def check_shared(root, scratch):
    prefix = installed(root, scratch, shared=True)
    check_files(root, prefix)
    check_libraries(root, prefix)
    expect(version(root) in run(prefix / "bin/strew", "--version"), "the command line does not run where it was moved")
    expect("DML_OPERATOR_SCATTER_ND" in run(prefix / "bin/strew", "caps", "--directml"), "the frontend does not answer")
    found = f"-DCMAKE_PREFIX_PATH={prefix}"
    yield lambda: page_consumers(root, scratch, prefix)
    for compiler in COMPILERS:
        yield lambda c=compiler: cmake_consumer(scratch, "cmake_c", c, C_ONLY, found, is_static=False)
        yield lambda c=compiler: cmake_consumer(scratch, "cmake_cxx", c, CXX_ONLY, found, is_static=False)
        yield lambda c=compiler: pkg_config_consumer(scratch, prefix, c, is_static=False)


def check_static(root, scratch):
    prefix = installed(root, scratch, shared=False)
    for name in ("strew", *(f"strew_{frontend}" for frontend in FRONTENDS)):
        check_archive(prefix / f"lib/lib{name}.a")
    found = f"-DCMAKE_PREFIX_PATH={prefix}"
    yield lambda: cmake_consumer(scratch, "cmake_c", "gcc", C_ONLY, found, is_static=True)
    for compiler in COMPILERS:
        yield lambda c=compiler: cmake_consumer(scratch, "static", c, EVERY, found, is_static=True)
        yield lambda c=compiler: pkg_config_consumer(scratch, prefix, c, is_static=True)


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else HERE.parents[1]).resolve()
    count = 0
    with tempfile.TemporaryDirectory(prefix="strew-install-") as name:
        scratch = pathlib.Path(name).resolve()
        try:
            for part in (check_static, check_shared):
                with concurrent.futures.ThreadPoolExecutor(2) as pool:
                    waiting = [pool.submit(consumer) for consumer in part(root, scratch)]
                    count += len([one.result() for one in waiting])
            check_alone(root, scratch)
            check_plain(root, scratch)
            check_subdirectory(root, scratch)
            made = packages.check(root, scratch)
        except Failed as error:
            sys.exit(f"install: {error}")
    print(f"{count + 2} consumers, {len(made)} packages")


if __name__ == "__main__":
    main()
