#!/usr/bin/env python3
"""sbom.py FILE RELEASED...: what is in the released files, as a bill of materials of CycloneDX 1.6 in FILE: the files with
their SHA-256, and the libraries that their builds use, in the versions of this machine. It is validated against the schema
of CycloneDX. The same files give the same bytes: the time is that of the commit."""

import datetime
import hashlib
import pathlib
import subprocess
import sys
import uuid

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType, Property
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL

ROOT = pathlib.Path(__file__).resolve().parents[1]
# The package of Debian, the licence, and where it ends up.
LIBRARIES = {
    "fmt": ("libfmt-dev", "MIT", "compiled into frontends and program"),
    "Highway": ("libhwy-dev", "Apache-2.0", "compiled into libraries and wheel"),
    "oneTBB": ("libtbb-dev", "Apache-2.0", "a copy in the wheel; libraries need that of the system"),
    "libzip": ("libzip-dev", "BSD-3-Clause", "the program needs that of the system"),
    "zlib": ("zlib1g-dev", "Zlib", "the program needs that of the system"),
    "protobuf": ("libprotobuf-dev", "BSD-3-Clause", "the program needs that of the system"),
}  # fmt: skip
PYTHON = {"numpy": ("BSD-3-Clause", "the wheel needs it"), "nanobind": ("BSD-3-Clause", "compiled into the wheel")}


def printed(*command):
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout.strip()


def licence(text):
    return [LicenseFactory().make_from_string(text)]


def library(name, version, purl, terms, place):
    scope = ComponentScope.REQUIRED
    return Component(name=name, version=version, type=ComponentType.LIBRARY, purl=purl, bom_ref=str(purl), scope=scope,
                     licenses=licence(terms), properties=[Property(name="strew:place", value=place)])


def libraries():
    for name, (package, terms, place) in LIBRARIES.items():
        version = printed("dpkg-query", "-W", "-f", "${Version}", package)
        yield library(name, version, PackageURL("deb", "debian", package, version), terms, place)
    lines = (ROOT / "tools/python_packages.txt").read_text().splitlines()
    pinned = dict(word.split("==") for line in lines if line.startswith("build ") for word in line.split()[1:])
    for name, (terms, place) in PYTHON.items():
        yield library(name, pinned[name], PackageURL("pypi", None, name, pinned[name]), terms, place)


def released(path):
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return Component(name=path.name, type=ComponentType.FILE, bom_ref=path.name, licenses=licence("MIT"),
                     hashes=[HashType(alg=HashAlgorithm.SHA_256, content=digest)])


def bill(paths):
    version = printed("tools/version")
    strew = Component(name="strew", version=version, type=ComponentType.LIBRARY, bom_ref="strew", licenses=licence("MIT"),
                      purl=PackageURL("generic", None, "strew", version))
    files, needed = [released(path) for path in paths], list(libraries())
    made = Bom(components=[*files, *needed], serial_number=uuid.uuid5(uuid.NAMESPACE_URL, printed("git", "rev-parse", "HEAD")))
    made.metadata.component = strew
    made.metadata.timestamp = datetime.datetime.fromtimestamp(
        int(printed("git", "log", "-1", "--format=%ct")), datetime.timezone.utc)
    made.register_dependency(strew, needed)
    return made


def main():
    target, *paths = map(pathlib.Path, sys.argv[1:])
    text = JsonV1Dot6(bill(sorted(paths))).output_as_string(indent=2)
    wrong = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    if wrong:
        sys.exit(f"sbom: {wrong}")
    target.write_text(text + "\n")


if __name__ == "__main__":
    main()
