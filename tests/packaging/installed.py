#!/usr/bin/env python3
"""installed.py ROOT FOLDER: the Debian packages in FOLDER have the names that those of `make deb` have, install into an
empty root, and programs find what is there (packaging/debian/tests/consumer)."""
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(sys.argv[1]).resolve()
sys.path.insert(0, str(ROOT / "tests/install"))
import packages  # noqa: E402
from tree import Failed, expect, run  # noqa: E402


def check(folder, scratch):
    found = {path.name.split("_")[0]: path for path in folder.glob("*.deb") if "-dbgsym_" not in path.name}
    wanted = sorted([*packages.libraries(ROOT), "libstrew-dev", "strew"])
    expect(sorted(found) == wanted, f"the packages are {sorted(found)}, not {wanted}")
    place = scratch / "root"
    packages.install(found, place)
    lib = place / "usr/lib" / run("gcc", "-print-multiarch").strip()
    work = scratch / "work"
    work.mkdir()
    run(ROOT / "packaging/debian/tests/consumer", cwd=ROOT, AUTOPKGTEST_TMP=work, CMAKE_PREFIX_PATH=place / "usr",
        PKG_CONFIG_PATH=lib / "pkgconfig", LD_LIBRARY_PATH=lib, PATH=f"{place}/usr/bin:/usr/bin:/bin")
    return found


def main():
    with tempfile.TemporaryDirectory(prefix="strew-debian-") as scratch:
        try:
            found = check(pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(scratch).resolve())
        except Failed as error:
            sys.exit(f"debian: {error}")
    print(f"{len(found)} Debian packages")


if __name__ == "__main__":
    main()
