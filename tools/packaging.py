#!/usr/bin/env python3
"""packaging.py [ROOT]: the recipes in packaging/ and the workflows in .github/ are well-formed; the recipes have the version
of include/strew/version.h, name settings that CMakeLists.txt has, offer the same options, and have a placeholder where
`make release` puts the hash of an archive. Nothing is built: that is `make packaging`."""

import ast
import json
import pathlib
import re
import shutil
import subprocess
import sys

import ruamel.yaml

VCPKG = "packaging/vcpkg/strew/vcpkg.json"
PORT = "packaging/vcpkg/strew/portfile.cmake"
CONAN = "packaging/conan/conanfile.py"
CONDA = "packaging/conda-forge/recipe.yaml"
DEBIAN = "packaging/debian"
BREW = "packaging/homebrew/strew.rb"
SPACK = "packaging/spack/spack_repo/strew/packages/strew/package.py"
# The keys of a manifest that vcpkg documents.
MANIFEST = {"name", "version", "port-version", "maintainers", "description", "homepage", "documentation", "license",
            "supports", "dependencies", "default-features", "features", "overrides", "builtin-baseline"}
FEATURE = {"description", "dependencies", "supports", "license"}
DEPENDENCY = {"name", "default-features", "features", "host", "platform", "version>="}
# Of a package manager each, not of strew.
OF_CONAN, OF_SPACK = {"shared", "fPIC"}, {"shared"}


def read(root, place):
    path = root / place
    if not path.is_file():
        sys.exit(f"packaging: {place} is missing")
    return path.read_text()


def found(pattern, text):
    return re.findall(pattern, text, re.MULTILINE)


def version_of(root):
    return found(r'STREW_VERSION_STRING "([\d.]+)"', read(root, "include/strew/version.h"))[0]


def version_failures(root):
    version = version_of(root)
    recipes = {VCPKG: r'"version": "(.*)"', CONDA: r'^  version: "(.*)"', BREW: r"/strew-(.*)\.tar\.gz",
               SPACK: r'(?:/strew-|^    version\(")([\d.]+\d)', f"{DEBIAN}/changelog": r"\Astrew \((.*)-\d+\) "}
    for place, pattern in recipes.items():
        versions = found(pattern, read(root, place))
        if not versions or set(versions) != {version}:
            yield f"{place} has the versions {versions}, include/strew/version.h has {version}"
    minor = version.rpartition(".")[0]  # of the frontends' sonames
    for package in found(r"^Package: libstrew-(?!dev)(.*)$", read(root, f"{DEBIAN}/control")):
        if not package.endswith(minor):
            yield f"{DEBIAN}/control: libstrew-{package} is not named after the soname {minor}"
    if "include/strew/version.h" not in read(root, CONAN):
        yield f"{CONAN} does not read include/strew/version.h"


def setting_failures(root):
    text = read(root, "CMakeLists.txt")
    known = set(found(r"^\s*(?:option|set)\((STREW_\w+|BUILD_SHARED_LIBS)", text))
    files = [path for path in sorted((root / "packaging").rglob("*")) if path.is_file() and path.suffix not in (".md", ".pyc")]
    for path in files + sorted((root / ".github").rglob("*.yml")):
        for name in sorted(set(found(r"(?:\b|-D)(STREW_[A-Z_]+)\b", path.read_text())) - known - {"STREW_VERSION_STRING"}):
            yield f"{path.relative_to(root)}: CMakeLists.txt has no setting {name}"


def unknown_keys(where, given, known):
    return [f"{VCPKG}: {where} has '{key}', which vcpkg does not document" for key in sorted(set(given) - known)]


def vcpkg_failures(root):
    try:
        manifest = json.loads(read(root, VCPKG))
    except json.JSONDecodeError as error:
        return [f"{VCPKG}: {error}"]
    failures = unknown_keys("the manifest", manifest, MANIFEST)
    lists = [manifest["dependencies"]]
    for name, feature in manifest["features"].items():
        failures += unknown_keys(f"feature {name}", feature, FEATURE)
        lists.append(feature.get("dependencies", []))
    for one in (one for each in lists for one in each if isinstance(one, dict)):
        failures += unknown_keys(f"dependency {one.get('name')}", one, DEPENDENCY)
    port = read(root, PORT)
    named = set(manifest["default-features"]) | set(found(r'"(\w+)" IN_LIST FEATURES', port))
    named |= set(found(r"^    (\w+) STREW_\w+", port))
    return failures + [f"{PORT}: {name} is no feature of vcpkg.json" for name in sorted(named - set(manifest["features"]))]


def python_failures(root):
    for path in sorted((root / "packaging").rglob("*.py")):
        try:
            ast.parse(path.read_text())
        except SyntaxError as error:
            yield f"{path.relative_to(root)}:{error.lineno}: {error.msg}"


def option_failures(root):
    """The same options everywhere; Debian, conda-forge and Homebrew have one build, with all of them."""
    listed = found(r"^    options = .* for name in \((.*)\)\}$", read(root, CONAN))
    conan = set(found(r'"(\w+)"', "".join(listed))) - OF_CONAN
    spack = read(root, SPACK)
    variants = set(found(r'^    variant\("(\w+)"', spack))
    vcpkg = set(found(r'^    "(\w+)": \{$', read(root, VCPKG)))  # as text: it may not be JSON
    if not vcpkg == conan == variants - OF_SPACK:
        yield f"options differ: vcpkg {sorted(vcpkg)}, Conan {sorted(conan)}, Spack {sorted(variants - OF_SPACK)}"
    used = set(found(r'define_from_variant\("\w+", "(\w+)"\)', spack)) | set(found(r'"[+~](\w+)"', spack))
    yield from (f"{SPACK}: {name} is no variant" for name in sorted(used - variants))


def hash_failures(root):
    """A hash in the repository would be that of another archive than the one which is released."""
    for place, placeholder in ((PORT, "@SHA512@"), (CONDA, "@SHA256@"), (BREW, "@SHA256@"), (SPACK, "@SHA256@")):
        text = read(root, place)
        if placeholder not in text or found(r"\b[0-9a-f]{64}", text):
            yield f"{place} does not have {placeholder}, which make release fills in"


def yaml_failures(root):
    for path in sorted((root / "packaging").rglob("*.yaml")):
        try:
            ruamel.yaml.YAML(typ="safe").load(path.read_text())
        except ruamel.yaml.YAMLError as error:
            yield f"{path.relative_to(root)}: {error}"


def debian_failures(root):
    """Every package has a list of files, and every list a package."""
    packages = set(found(r"^Package: (\S+)$", read(root, f"{DEBIAN}/control")))
    lists = {path.stem for path in (root / DEBIAN).glob("*.install")}
    yield from (f"{DEBIAN}: {name} has either no paragraph in control or no list of files" for name in sorted(packages ^ lists))


def run_failures(root, *command):
    """What a program says of the files that do not please it; warnings count."""
    done = subprocess.run(command, cwd=root, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return [] if done.returncode == 0 and "warning:" not in done.stdout else [f"{' '.join(command[:4])}: {done.stdout.strip()}"]


def program_failures(root, skipped):
    """By programs that a distribution has; what is not installed is told."""
    for command in (("ruby", "-c", BREW), ("dpkg-parsechangelog", "-l", f"{DEBIAN}/changelog")):
        if shutil.which(command[0]):
            yield from run_failures(root, *command)
        else:
            skipped.append(command[0])
    workflows = [str(path) for path in sorted((root / ".github/workflows").glob("*.yml"))]
    yield from run_failures(root, sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows",
                            *workflows)


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent).resolve()
    skipped = []
    checks = (version_failures, setting_failures, vcpkg_failures, python_failures, option_failures, hash_failures,
              yaml_failures, debian_failures)
    failures = [failure for check in checks for failure in check(root)]
    failures += program_failures(root, skipped)
    without = f", without {' and '.join(skipped)}, not installed here" if skipped else ""
    print("\n".join(failures) or f"6 recipes of version {version_of(root)}{without}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
