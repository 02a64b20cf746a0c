#!/usr/bin/env python3
"""tuning.py BUILD [NUMBER ...]: measures each number of src/kernel/tuning.def beside other values, as Markdown.

A library is built for each column of VARIANTS; the parameters of one column affect different cases, so that each is
measured separately. A ratio is the time with the other value divided by that with the library's own, each the best of
REPETITIONS alternating runs: above 1, the library's value is faster. BUILD holds the benchmarks of `make bench`.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DEFINITIONS = ROOT / "src" / "kernel" / "tuning.def"
REPETITIONS = 5

# parameter: other values, and the cases that it affects.
NUMBERS = {
    "block_positions": ((128, 2048), ("gather_rows_f32x25", "gather_nd_3_rows", "add_rows_f32x16")),
    "min_run": ((12, 32), ("gather_1d_short_runs",)),
    "first_run_search": ((8, 256), ("gather_1d_l1_i32", "gather_1d_short_runs")),
    "min_fused": ((4, 32), ("gather_elements_short_rows",)),
    "max_fused_line": ((3, 23), ("gather_elements_short_rows", "gather_elements_rows_of_64")),
    "max_probed_line": ((0, 512), ("add_elements_rows_of_64",)),
    "max_short_line": ((8, 63), ("small_gather_plan", "small_gather_rows_plan")),
    "min_sampled_positions": ((1 << 40, 1024), ("gather_1d_l1_i64", "gather_1d_l2_i32")),
    "sampled_positions": ((8, 512), ("gather_1d_l1_i64",)),
    "min_positions": ((2, 32), ("gather_last_axis_few",)),
    "max_small_copy": ((2048, 65536), ("add_1d_1k", "add_1d_8k")),
    "min_private_updates": ((1, 1024), ("add_1d_4k",)),
    "min_counted_records": ((64, 4096), ("small_unique_far_plan",)),
    "digit_bits": ((8, 14), ("scatter_1d_unique_far",)),
    "copy_tile": ((4, 64), ("transpose_square", "transpose_u8")),
    "copy_strip_bytes": ((4096, 67108864), ("transpose_square", "copy_pitched")),
    "prefetch_bytes": ((256, 16384), ("gather_rows_f32x16", "gather_rows_f32x64")),
    "max_prefetch_positions": ((4, 96), ("gather_1d_far_i64", "gather_rows_f32x4")),
    "max_prefetch_row": ((64, 16384), ("gather_rows_f32x256", "gather_rows_bf16x4096")),
    "min_far_table": ((65536, 1 << 40), ("gather_1d_l2_i64", "gather_1d_far_i64")),
    "run_chunk": ((4, 64), ("gather_1d_l1_i64", "gather_1d_contiguous")),
    "poll_values": ((1024, 1 << 24), ("gather_1d_l1_i64",)),
    "poll_bytes": ((65536, 1 << 30), ("gather_rows_f32x64", "gather_rows_bf16x4096")),
    "poll_copy_bytes": ((262144, 1 << 30), ("copy_large", "transpose_square")),
    "max_unpolled_slice": ((16, 1 << 20), ("small_gather_rows_plan",)),
}

# The parameters changed in each library: one library has their first other values, another the second ones.
VARIANTS = (
    ("block_positions", "min_run", "min_fused", "max_short_line", "max_small_copy", "digit_bits", "copy_tile",
     "poll_values"),
    ("first_run_search", "max_fused_line", "min_private_updates", "prefetch_bytes", "copy_strip_bytes",
     "min_counted_records"),
    ("max_prefetch_positions", "poll_copy_bytes", "min_positions", "run_chunk", "max_unpolled_slice"),
    ("max_prefetch_row", "min_far_table", "sampled_positions", "max_probed_line"),
    ("min_sampled_positions", "poll_bytes"),
)  # fmt: skip


for _names in VARIANTS:
    _cases = [case for name in _names for case in NUMBERS[name][1]]
    assert len(_cases) == len(set(_cases)), f"two numbers of one library decide about one case: {_names}"


def own_values():
    rows = re.findall(r"STREW_(?:TUNING|CONSTANT)\((\w+), (\d+),", DEFINITIONS.read_text())
    return {name: int(value) for name, value in rows}


def build(folder, changed):
    """The library with changed parameters: its include path has another tuning.def before that of the sources."""
    text = DEFINITIONS.read_text()
    for name, value in changed.items():
        text = re.sub(rf"\({name}, \d+,", f"({name}, {value},", text)
    definitions = folder / "definitions" / "kernel" / "tuning.def"
    definitions.parent.mkdir(parents=True, exist_ok=True)
    if not definitions.exists() or definitions.read_text() != text:
        definitions.write_text(text)
    flags = f"-iquote {folder / 'definitions'}"
    off = [f"-DSTREW_BUILD_{part}=OFF" for part in ("BENCH", "CLI", "EXAMPLES", "TESTS")]
    with open(folder / "build.log", "w") as log:
        for command in (
            ["cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=RelWithDebInfo",
             "-DBUILD_SHARED_LIBS=ON", f"-DCMAKE_CXX_FLAGS={flags}", *off],
            ["cmake", "--build", folder, "--target", "strew"],
        ):  # fmt: skip
            subprocess.run(command, check=True, stdout=log, stderr=log)
    return folder


def times(program, library, cases):
    """{case: nanoseconds} of one run with the library in the folder `library`."""
    pattern = f"^({'|'.join(cases)})/strew$"
    found = subprocess.run(
        [program, f"--benchmark_filter={pattern}", "--benchmark_repetitions=1", "--benchmark_min_time=0.05"],
        env={**os.environ, "LD_PRELOAD": str(library / "libstrew.so.1")}, check=True, capture_output=True, text=True,
    )  # fmt: skip
    return {run["name"].split("/")[0]: run["cpu_time"] for run in json.loads(found.stdout)["benchmarks"]}


def measure(program, base, others, cases):
    """{library: {case: best time}}, with the runs of all libraries interleaved."""
    best = {library: {} for library in (base, *others)}
    for _ in range(REPETITIONS):
        for library, seen in best.items():
            for case, time in times(program, library, cases).items():
                seen[case] = min(time, seen.get(case, time))
    return best


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    wanted = set(sys.argv[2:]) or set(NUMBERS)
    variants = [names for names in VARIANTS if wanted & set(names)]
    benchmarks = Path(sys.argv[1]).resolve()
    folder = benchmarks / "tuning"
    program = benchmarks / "bench" / "bench"
    own = own_values()
    missing = [name for name in own if name not in NUMBERS]
    base = build(folder / "own", {})
    libraries = [[build(folder / f"{n}-{side}", {name: NUMBERS[name][0][side] for name in names}) for side in (0, 1)]
                 for n, names in enumerate(variants)]  # fmt: skip
    print("| number | its value | other value: time over its own, a case each |\n|---|--:|---|")
    for names, others in zip(variants, libraries):
        measured = [name for name in names if name in wanted]
        cases = sorted({case for name in measured for case in NUMBERS[name][1]})
        best = measure(program, base, others, cases)
        for name in measured:
            values, decides = NUMBERS[name]
            texts = []
            for side, other in enumerate(others):
                ratios = (f"{best[other][case] / best[base][case]:.2f} {case}" for case in decides)
                texts.append(f"{values[side]}: {', '.join(ratios)}")
            print(f"| {name} | {own[name]} | {'; '.join(texts)} |", flush=True)
    for name in missing if wanted == set(NUMBERS) else ():
        print(f"| {name} | {own[name]} | not measured |")
    if shutil.which("lscpu"):
        model = re.search(r"Model name:\s*(.*)", subprocess.run(["lscpu"], capture_output=True, text=True).stdout)
        print(f"\n{model.group(1) if model else ''}")


if __name__ == "__main__":
    main()
