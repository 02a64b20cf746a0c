#!/usr/bin/env python3
"""tuning.py BUILD [NUMBER ...]: measures numbers that the library is tuned with beside other values, as Markdown.

A number is a parameter of src/kernel/tuning.def, or a constant of the source that uses it. Libraries are built of copies
of the sources, two for each row of VARIANTS; the numbers of one row affect different cases, so that each is measured
separately. A ratio is the time with the other value divided by that with the library's own, each the best of
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
REPETITIONS = 5

# number: other values, and the cases that it affects.
NUMBERS = {
    "max_block_positions": ((128, 2048), ("gather_rows_f32x25", "gather_nd_3_rows", "add_rows_f32x16")),
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
    "max_digit_bits": ((8, 14), ("scatter_1d_unique_far",)),
    "tile_side": ((4, 64), ("transpose_square", "transpose_u8")),
    "copy_strip_bytes": ((4096, 67108864), ("transpose_square", "copy_pitched")),
    "prefetch_bytes": ((256, 16384), ("gather_rows_f32x16", "gather_rows_f32x64")),
    "max_prefetch_positions": ((4, 96), ("gather_1d_far_i64", "gather_rows_f32x4")),
    "max_prefetch_row": ((64, 16384), ("gather_rows_f32x256", "gather_rows_bf16x4096")),
    "min_far_table": ((65536, 1 << 40), ("gather_1d_l2_i64", "gather_1d_far_i64")),
    "run_chunk": ((4, 64), ("gather_1d_l1_i64", "gather_1d_contiguous")),
    "values_between_polls": ((1024, 1 << 24), ("gather_1d_l1_i64",)),
    "bytes_between_polls": ((65536, 1 << 30), ("gather_rows_f32x64", "gather_rows_bf16x4096")),
    "copied_between_polls": ((262144, 1 << 30), ("copy_large", "transpose_square")),
    "max_unpolled_slice": ((16, 1 << 20), ("small_gather_rows_plan",)),
}

# The numbers changed in each library: one library has their first other values, another the second ones.
VARIANTS = (
    ("max_block_positions", "min_run", "min_fused", "max_short_line", "max_small_copy", "max_digit_bits", "tile_side",
     "values_between_polls"),
    ("first_run_search", "max_fused_line", "min_private_updates", "prefetch_bytes", "copy_strip_bytes",
     "min_counted_records"),
    ("max_prefetch_positions", "copied_between_polls", "min_positions", "run_chunk", "max_unpolled_slice"),
    ("max_prefetch_row", "min_far_table", "sampled_positions", "max_probed_line"),
    ("min_sampled_positions", "bytes_between_polls"),
)  # fmt: skip


for _names in VARIANTS:
    _cases = [case for name in _names for case in NUMBERS[name][1]]
    assert len(_cases) == len(set(_cases)), f"two numbers of one library decide about one case: {_names}"


def definition(name):
    """In the sources: what is before the number's value, and the value."""
    value = r"(?:std::\w+\{\d+\} << \d+|\d[\d']*)"
    return re.compile(rf"(STREW_TUNING\({name}, |constexpr [\w:]+ {name} = )({value})(?=[,;])")


def number(text):
    """Of "65536" or "std::uint64_t{4} << 20"."""
    factor, _, shift = re.sub(r"std::\w+\{(\d+)\}|'", r"\1", text).partition(" << ")
    return int(factor) << int(shift or 0)


def sources():
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return {name: (ROOT / name).read_bytes() for name in listed.split("\0") if (ROOT / name).is_file()}


def find(name, files):
    """The source with the number, and its value."""
    found = [(path, number(match[2])) for path, text in files.items() if path.startswith("src/")
             for match in definition(name).finditer(text.decode())]  # fmt: skip
    assert len(found) == 1, f"{name} is defined {len(found)} times"
    return found[0]


def write(folder, files, changed):
    """Files that are as they should be are left alone, so that they are not compiled again."""
    for path in folder.rglob("*"):
        if path.is_file() and path.relative_to(folder).as_posix() not in files:
            path.unlink()
    files = dict(files)
    for name, value in changed.items():
        path, _ = find(name, files)
        files[path] = definition(name).sub(rf"\g<1>{value}", files[path].decode()).encode()
    for name, text in files.items():
        path = folder / name
        if not path.exists() or path.read_bytes() != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text)


def build(folder, files, changed):
    """The library of the sources with changed numbers."""
    write(folder / "sources", files, changed)
    off = [f"-DSTREW_BUILD_{part}=OFF" for part in ("BENCH", "CLI", "EXAMPLES", "TESTS")]
    with open(folder / "build.log", "w") as log:
        for command in (
            ["cmake", "-S", folder / "sources", "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=RelWithDebInfo",
             "-DBUILD_SHARED_LIBS=ON", *off],
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
    files = sources()
    parameters = re.findall(r"STREW_TUNING\((\w+)", files["src/kernel/tuning.def"].decode())
    own = {name: find(name, files)[1] for name in NUMBERS}
    base = build(folder / "own", files, {})
    libraries = [[build(folder / f"{n}-{side}", files, {name: NUMBERS[name][0][side] for name in names}) for side in (0, 1)]
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
    for name in parameters if wanted == set(NUMBERS) else ():
        if name not in NUMBERS:
            print(f"| {name} | {find(name, files)[1]} | not measured |")
    if shutil.which("lscpu"):
        model = re.search(r"Model name:\s*(.*)", subprocess.run(["lscpu"], capture_output=True, text=True).stdout)
        print(f"\n{model.group(1) if model else ''}")


if __name__ == "__main__":
    main()
