#!/usr/bin/env python3
"""The examples of the frontends: they run, and print what this file says or works out in loops of its own."""
import os
import pathlib
import subprocess
import sys
import unittest

PROGRAM = pathlib.Path(os.environ.get("STREW_CLI", ""))
EXAMPLES = PROGRAM.parent / "examples"
NAMES = ("directml_scatter", "hello_directml", "k_means_frontends")

SCATTER = """\
DML_OPERATOR_SCATTER_ND
  input   {1, 8}   1 2 3 4 5 6 7 8
  indices {4, 1}   4 3 1 7
  updates {1, 4}   9 10 11 12
  output  {1, 8}   1 11 3 10 9 6 7 12
DML_OPERATOR_SCATTER, example 1
  input   {5}      0 1 2 3 4
  indices {4}      3 1 3 0
  updates {4}      5 6 7 8
  output  {5}      8 6 2 7 4
DML_OPERATOR_SCATTER, example 2
  input   {3, 3}   0 0 0 0 0 0 0 0 0
  indices {2, 3}   1 0 2 0 2 1
  updates {2, 3}   10 11 12 20 21 22
  output  {3, 3}   20 11 0 10 0 22 0 21 12
"""
COLOURS = ((200, 40, 30), (30, 60, 190), (240, 220, 90), (20, 120, 60))
AGREED = """\
BNNS, the same to the byte: first centroids, sums, counts, last pixels, painted picture
DirectML, the same to the byte: first centroids, last pixels, painted picture
"""


def draw_pixels():
    """The pixels of the example, and the first one of each colour."""
    state, pixels, seeds = 1, [], {}

    def draw(bits):
        nonlocal state
        state = (state * 1664525 + 1013904223) % 2**32
        return state >> (32 - bits)

    for _ in range(24 * 16):
        colour = draw(2)
        pixels.append([part + draw(4) - 8 for part in COLOURS[colour]])
        seeds.setdefault(colour, pixels[-1])
    return pixels, [seeds[colour] for colour in sorted(seeds)]


def groups_of(pixels, seeds):
    """The pixels nearest to each seed."""
    groups = [[] for _ in seeds]
    for pixel in pixels:
        distances = [sum((a - b) ** 2 for a, b in zip(pixel, seed)) for seed in seeds]
        groups[distances.index(min(distances))].append(pixel)
    return groups


def expected_step():
    pixels, seeds = draw_pixels()
    lines = [f"C++: {len(pixels)} pixels, {len(seeds)} centroids"]
    for group in groups_of(pixels, seeds):
        means = [sum(pixel[i] for pixel in group) / len(group) for i in range(3)]
        lines.append(f"  {len(group):3} pixels around " + " ".join(f"{mean:.3f}" for mean in means))
    return "\n".join(lines) + "\n" + AGREED


def run(name):
    done = subprocess.run([EXAMPLES / name], check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
    return done.returncode, done.stdout.decode()


class Frontends(unittest.TestCase):
    def test_the_scatters_of_the_pages(self):
        self.assertEqual(run("directml_scatter"), (0, SCATTER))

    def test_the_ported_program(self):
        self.assertEqual(run("hello_directml"), (0, "1 11 3 10 9 6 7 12 \n"))

    def test_a_step_of_k_means(self):
        self.assertEqual(run("k_means_frontends"), (0, expected_step()))


if __name__ == "__main__":
    if not all((EXAMPLES / name).exists() for name in NAMES):
        print("the example programs are missing")
        sys.exit(77)
    unittest.main()
