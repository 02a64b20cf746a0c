#!/usr/bin/env python3
"""conda.py ROOT: rattler-build reads the recipe of conda-forge, and renders its packages for each processor of Linux, and
none for other systems."""
import hashlib
import pathlib
import sys

from rattler_build import PlatformConfig, RenderConfig, Stage0Recipe, VariantConfig

PACKAGES = ["libstrew", "strew", "strew-cli"]
# What conda-forge pins for all recipes.
PINNED = """c_compiler: [gcc]
cxx_compiler: [gxx]
c_stdlib: [sysroot]
python: ["3.12.*"]
"""


def rendered(recipe, platform):
    where = PlatformConfig(target_platform=platform, build_platform=platform, host_platform=platform)
    return [one.recipe.to_dict()["package"] for one in recipe.render(VariantConfig.from_yaml(PINNED), RenderConfig(where))]


def main():
    root = pathlib.Path(sys.argv[1])
    text = (root / "packaging/conda-forge/recipe.yaml").read_text()
    recipe = Stage0Recipe.from_yaml(text.replace("@SHA256@", hashlib.sha256().hexdigest()))  # of nothing: nothing is fetched
    for platform, wanted in (("linux-64", PACKAGES), ("linux-aarch64", PACKAGES), ("osx-arm64", []), ("win-64", [])):
        names = sorted(package["name"] for package in rendered(recipe, platform))
        if names != wanted:
            sys.exit(f"conda: for {platform} the packages are {names}, not {wanted}")
    print(f"conda: {len(PACKAGES)} packages rendered")


if __name__ == "__main__":
    main()
