#!/usr/bin/env python3
"""packages.py [ROOT]: makes the Debian packages in ROOT/build/release/packages and checks what is in them: their files,
their dependencies, that dpkg installs them into an empty root, and that what is there works."""
import os
import pathlib
import re
import shutil
import sys
import tempfile

from tree import Failed, build, expect, files_under, minor_version, run, version

HERE = pathlib.Path(__file__).resolve().parent
FRONTENDS = ("bnns", "directml")


def make(root):
    """The packages by name."""
    folder = root / "build/release/packages"
    shutil.rmtree(folder, ignore_errors=True)
    built = build(root, shared=True, prefix="/usr")
    run("cpack", "-G", "DEB", "-B", folder, cwd=built)
    return {path.name.split("_")[0]: path for path in folder.glob("*.deb")}


def field(package, name):
    return run("dpkg-deb", "--field", package, name).strip()


def libraries(root):
    """The packages of the libraries, and what each says of its soname to others: one soname a package."""
    minor = minor_version(root)
    return {"libstrew1": "libstrew 1",
            **{f"libstrew-{frontend}{minor}": f"libstrew_{frontend} {minor}" for frontend in FRONTENDS}}


def check_fields(root, found, own):
    sonames = libraries(root)
    expect(sorted(found) == sorted([*sonames, "libstrew-dev", "strew"]), f"the packages are {sorted(found)}")
    for name, package in found.items():
        expect(field(package, "Package") == name and field(package, "Version") == own, f"{package.name} is not {name}")
    depends = {name: field(package, "Depends") for name, package in found.items()}
    expect(sorted(depends["libstrew-dev"].split(", ")) == sorted(f"{name} (= {own})" for name in sonames),
           f"libstrew-dev depends on {depends['libstrew-dev']}")
    for name in (*sonames, "strew"):
        for other in ("libc6", "libstdc++6"):
            expect(re.search(rf"{re.escape(other)} \(>= ", depends[name]), f"{name} depends on {depends[name]}")
    for name in sonames:
        expect(f"{name} (>= {own})" in depends["strew"], f"strew depends on {depends['strew']}")
        expect(name == "libstrew1" or f"libstrew1 (>= {own})" in depends[name], f"{name} depends on {depends[name]}")
        shlibs = run("dpkg-deb", "--info", found[name], "shlibs").strip()
        expect(shlibs == f"{sonames[name]} {name} (>= {own})", f"shlibs says {shlibs}")


def check_files(root, found, scratch):
    """Each file in the package where Debian wants it, none in two."""
    lib = "usr/lib/" + run("gcc", "-print-multiarch").strip()
    dev = [f"usr/include/strew/{name}" for name in files_under(root / "include/strew")]
    dev += [f"{lib}/cmake/strew/{name}.cmake" for name in ("mpi", "strew-config", "strew-config-version", "strew-targets",
                                                            "strew-targets-release")]
    dev += [f"{lib}/libstrew.so", f"{lib}/pkgconfig/strew.pc", "usr/share/doc/strew/contract.md"]
    minor = minor_version(root)
    wanted = {"libstrew1": [f"{lib}/libstrew.so.1", f"{lib}/libstrew.so.1.{version(root)}"], "libstrew-dev": dev,
              "strew": ["usr/bin/strew", "usr/share/bash-completion/completions/strew",
                        "usr/share/fish/vendor_completions.d/strew.fish", "usr/share/man/man1/strew.1",
                        "usr/share/zsh/vendor-completions/_strew"]}
    for frontend in FRONTENDS:
        wanted[f"libstrew-{frontend}{minor}"] = [f"{lib}/libstrew_{frontend}.so.{one}" for one in (minor, version(root))]
        dev += [f"{lib}/libstrew_{frontend}.so", f"{lib}/pkgconfig/strew-{frontend}.pc"]
    for name, package in found.items():
        folder = scratch / f"content-{name}"
        run("dpkg-deb", "-x", package, folder)
        wanted[name].append(f"usr/share/doc/{name}/copyright")
        expect(files_under(folder) == sorted(wanted[name]), f"{name} has {files_under(folder)}")
    return lib


def install(found, place):
    """With dpkg, into a root of its own that knows which packages this machine has."""
    database = place / "var/lib/dpkg"
    for folder in ("info", "updates", "triggers"):
        (database / folder).mkdir(parents=True)
    shutil.copy("/var/lib/dpkg/status", database / "status")
    # The scripts of the packages refresh the loader's cache, which would be this machine's.
    tools = place / "tools"
    tools.mkdir()
    (tools / "ldconfig").write_text("#!/bin/sh\n")
    (tools / "ldconfig").chmod(0o755)
    run("dpkg", f"--root={place}", "--force-not-root", "--force-script-chrootless", f"--log={place}/log", "-i",
        *found.values(), PATH=f"{tools}:{os.environ['PATH']}:/usr/sbin:/sbin")
    for name in found:
        state = run("dpkg-query", f"--admindir={database}", "-W", "-f", "${db:Status-Status}", name)
        expect(state == "installed", f"{name} is {state}")


def check(root, scratch):
    """Returns the packages."""
    found = make(root)
    check_fields(root, found, version(root))
    lib = check_files(root, found, scratch)
    place = scratch / "root"
    install(found, place)
    program = place / "usr/bin/strew"
    for one in (program, *(place / lib).glob("libstrew*.so")):
        expect("RUNPATH" not in run("readelf", "-d", one), f"{one.name} of the package has a path of its own")
    said = run(program, "--version", LD_LIBRARY_PATH=place / lib)
    expect(version(root) in said, f"the installed program says {said}")
    run("make", "-f", HERE / "pkg_config_c/Makefile", cwd=scratch, PKG_CONFIG_PATH=place / lib / "pkgconfig")
    for name in ("consumer", "consumer_bnns"):
        expect(run(scratch / name, LD_LIBRARY_PATH=place / lib) == "gathered and scattered\n", f"{name} fails")
    return found


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else HERE.parents[1]).resolve()
    with tempfile.TemporaryDirectory(prefix="strew-packages-") as scratch:
        try:
            found = check(root, pathlib.Path(scratch).resolve())
        except Failed as error:
            sys.exit(f"packages: {error}")
    print("\n".join(str(path.relative_to(root)) for path in sorted(found.values())))


if __name__ == "__main__":
    main()
