"""tbb_of_pypi.py folder | licences: where PyPI's tbb-devel and tbb have put TBBConfig.cmake and the licences beside the
packages of this Python, as a list of CMake; nothing where they are not installed."""

import importlib.metadata
import sys

WANTED = {
    "folder": ("tbb-devel", lambda file: file.name == "TBBConfig.cmake", lambda path: path.parent),
    "licences": ("tbb", lambda file: file.name in ("LICENSE.txt", "third-party-programs.txt"), lambda path: path),
}


def main() -> None:
    package, is_wanted, told = WANTED[sys.argv[1]]
    try:
        files = importlib.metadata.files(package) or []
    except importlib.metadata.PackageNotFoundError:
        files = []
    paths = [told(file.locate().resolve()) for file in files if is_wanted(file)]
    print(*(path for path in paths if path.exists()), sep=";")


if __name__ == "__main__":
    main()
