"""installed.py FOLDER: what the environment in FOLDER, that of this Python, has of strew; fails where its program is not
there."""

import pathlib
import subprocess
import sys

import strew


def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    config = strew.show_config(mode="dicts")
    threads = "no threads" if config["threads"] == "none" else f"{config['thread_count']} threads by {config['threads']}"
    print(f"strew {config['version']} in {config['place']}: {threads}; kernels {config['target']} of {config['targets']}")
    program = folder / "bin/strew"
    version = subprocess.run([program, "--version"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    print(f"{version}: {program}")
    print(f"use it: . {folder}/bin/activate; python -c 'import strew; strew.show_config()'")


if __name__ == "__main__":
    main()
