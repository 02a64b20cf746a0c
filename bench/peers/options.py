"""The options that the programs of this folder share."""

from __future__ import annotations

import argparse
import dataclasses
import pathlib
import sys

import products
from comparison import Effort


def parser(name: str, text: str) -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog=name, description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--products", type=words, default=",".join(products.OTHERS), metavar="NAMES",
                      help="which others, separated by commas (default: %(default)s)")  # fmt: skip
    made.add_argument("--threads", type=threads, default="all", metavar="LIST",
                      help="of strew: numbers and all, separated by commas (default: all)")  # fmt: skip
    made.add_argument("--rounds", type=int, metavar="N", help="exactly N rounds (default: by time, at least 5)")
    made.add_argument("--package", type=pathlib.Path, metavar="FOLDER",
                      help="measure the built package there, such as build/python, instead of the installed one")  # fmt: skip
    made.add_argument("--output", type=pathlib.Path, default=pathlib.Path("build/peers"), help="folder of the files")
    made.add_argument("--no-picture", action="store_true", help="draw no picture")
    return made


def words(text: str) -> list[str]:
    return [word for word in text.split(",") if word]


def threads(text: str) -> list[int | None]:
    return [None if word == "all" else int(word) for word in words(text)]


def field(given: argparse.Namespace) -> list[products.Product]:
    use_package(given)
    try:
        return products.field(given.products, given.threads)
    except ValueError as failure:
        sys.exit(f"peers: {failure}")


def use_package(given: argparse.Namespace) -> None:
    if given.package:
        sys.path.insert(0, str(given.package.resolve()))


def effort(given: argparse.Namespace, usual: Effort) -> Effort:
    if given.rounds is None:
        return usual
    return dataclasses.replace(usual, seconds=0.0, least=given.rounds, most=given.rounds)
