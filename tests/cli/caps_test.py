#!/usr/bin/env python3
"""strew caps: its answers against docs/contract.md and DirectML's pages, read by hand; its page against what it prints.

caps_test.py PROGRAM --renew writes the page's generated parts anew."""
import json
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cli_case  # noqa: E402
from cli_case import CliCase  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/caps.md"
BLOCK = re.compile(r"(<!-- strew (caps[^;]*); made by: [^\n]* -->\n```text\n).*?(```\n<!-- end -->)", re.DOTALL)
COMMANDS = ["caps", "caps --directml"]

INTEGERS = ["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64"]
FLOATS = ["f16", "bf16", "f32", "f64"]
COMPLEX = ["c64", "c128"]
SMALL = ["f8_e4m3", "f8_e5m2"]
TYPES = ["opaque", "bool"] + INTEGERS + FLOATS + COMPLEX + SMALL
GATHERS = ["gather", "gather_elements", "gather_nd", "stablehlo_gather"]
SCATTERS = ["scatter", "scatter_elements", "scatter_nd", "stablehlo_scatter"]
REDUCING = SCATTERS + ["segment_reduce"]
CODES = "gather_block_quantized"


FLOAT_TYPES, TO_32 = ["FLOAT32", "FLOAT16"], ["UINT32", "UINT16", "UINT8", "INT32", "INT16", "INT8"]
TO_64, ANY_INDEX = ["FLOAT64", "UINT64", "INT64"], ["UINT32", "INT32", "UINT64", "INT64"]


def with_text(page):
    """The page with what the commands print in its generated parts."""
    assert [match[1] for match in BLOCK.findall(page)] == COMMANDS, "docs/caps.md has other generated parts"
    output = {one: subprocess.check_output([cli_case.PROGRAM, *one.split()]).decode() for one in COMMANDS}
    return BLOCK.sub(lambda match: match[1] + output[match[2]] + match[3], page)


class Caps(CliCase):
    def setUp(self):
        super().setUp()
        self.found = json.loads(self.ok("caps", "--json"))
        self.operators = {one["name"]: one for one in self.found["operators"]}

    def test_every_operator(self):
        self.assertEqual(list(self.operators), GATHERS + SCATTERS + ["tensor_scatter", "segment_reduce", "segment_scan", "sddmm", CODES])
        for name, one in self.operators.items():
            command = None if name.startswith("stablehlo") else name.replace("_", "-")
            self.assertEqual(one["command"], command)
        kinds = [one["kind"] for one in self.found["operators"]]
        self.assertEqual(kinds, ["gather"] * 4 + ["scatter"] * 4 + ["append", "reduction", "scan", "product", "gather"])

    def test_reductions_of_scatters_and_segments(self):
        """The table of docs/contract.md, Reductions."""
        every = ["none", "add", "sub", "mul", "min", "max", "mean", "and", "or", "xor"]
        allowed = {"opaque": every[:1], "bool": [one for one in every if one != "mean"]}
        allowed.update(dict.fromkeys(INTEGERS, every), **dict.fromkeys(FLOATS, every[:7]),
                       **dict.fromkeys(COMPLEX, every[:4]), **dict.fromkeys(SMALL, every[:1]))
        expected = {type: {one: "ok" if one in allowed[type] else "TY4" for one in every} for type in TYPES}
        for name in REDUCING:
            self.assertEqual(self.operators[name]["reductions"], expected, name)

    def test_reductions_of_scans(self):
        scans = ["add", "mul", "min", "max"]
        allowed = {"bool": scans, **dict.fromkeys(INTEGERS + FLOATS, scans), **dict.fromkeys(COMPLEX, scans[:2])}
        for type, told in self.operators["segment_scan"]["reductions"].items():
            self.assertEqual([one for one, answer in told.items() if answer == "ok"], allowed.get(type, []), type)

    def test_reductions_of_others(self):
        for name in GATHERS + ["tensor_scatter"]:
            for type, answers in self.operators[name]["reductions"].items():
                self.assertEqual([one for one, told in answers.items() if told == "ok"], ["none"], (name, type))
            self.assertEqual(self.operators[name]["reductions"]["f32"]["add"], "AT1")
        for name, types in (("sddmm", INTEGERS + FLOATS + COMPLEX), (CODES, ["f16", "bf16", "f32"])):
            told = self.operators[name]["reductions"]
            self.assertEqual([type for type in TYPES if told[type]["none"] == "ok"], types)
            self.assertEqual({one for type in types for one in told[type].values()}, {"ok", "AT1"})

    def test_index_types(self):
        for one in self.found["operators"]:
            self.assertEqual(one["index_types"], {type: "ok" if type in INTEGERS else "TY3" for type in TYPES})

    def test_policies(self):
        names = ["error", "clamp", "wrap", "skip", "fill", "assume"]
        gather = dict.fromkeys(names, "ok")
        scatter = {**gather, "fill": "AT2"}
        none = dict.fromkeys(names, "AT1")
        for name, one in self.operators.items():
            both = gather if name in [*GATHERS, CODES] else scatter
            expected = {"from_end": both, "invalid": both}
            if name == "tensor_scatter":
                expected = {"from_end": {**none, "error": "ok"}, "invalid": none}
            self.assertEqual(one["policies"], expected, name)

    def test_options(self):
        state = ["exclude_self", "accumulate=native", "unordered", "duplicates=error"]
        for name in [*GATHERS, CODES]:  # "A gather ignores ..."
            self.assertEqual([self.operators[name]["options"][one] for one in state], ["same"] * 4)
        for name in REDUCING:
            self.assertEqual([self.operators[name]["options"][one] for one in state], ["ok"] * 4, name)
        self.assertEqual([self.operators["segment_scan"]["options"][one] for one in state], ["AT1", "ok", "same", "AT1"])
        self.assertEqual(set(self.operators["tensor_scatter"]["options"].values()), {"AT1"})
        for name in ("stablehlo_gather", "stablehlo_scatter"):
            self.assertEqual(self.operators[name]["options"]["partial_window=whole"], "ok")

    def test_fill_values(self):
        self.assertEqual([name for name, one in self.operators.items() if "fill_values" in one], [*GATHERS, CODES])
        self.assertEqual({told["f64 0.5"] for type, told in self.operators[CODES]["fill_values"].items()}, {"ok", "TY5"})
        for name in GATHERS:
            told = self.operators[name]["fill_values"]
            self.assertEqual({told[type]["i64 -1"] for type in INTEGERS[:4]}, {"ok"})
            self.assertEqual({told[type]["i64 -1"] for type in INTEGERS[4:] + ["bool", "opaque"]}, {"AT4"})
            self.assertEqual({told[type]["f64 0.5"] for type in FLOATS + COMPLEX}, {"ok"})
            self.assertEqual({told[type]["f64 0.5"] for type in INTEGERS + ["bool", "opaque"]}, {"AT4"})
            self.assertEqual({told[type]["raw bytes"] for type in TYPES}, {"ok"})

    def test_defaults(self):
        """The table at the end of docs/contract.md."""
        expected = {"c": ("error", "from_end", "wide"), "cpp": ("error", "from_end", "wide"),
                    "python": ("error", "from_end", "wide"),
                    "command_line": ("error", "from_end", "wide"), "directml": ("error", "from_end", "wide"),
                    "bnns": ("error", "invalid", "wide")}
        told = {frontend: (one["out_of_bounds"], one["negative_indices"], one["accumulate"])
                for frontend, one in self.found["defaults"].items()}
        gather, scatter = told.pop("stablehlo_gather"), told.pop("stablehlo_scatter")
        self.assertEqual(told, expected)
        self.assertEqual((gather[:2], scatter), (("clamp", "invalid"), ("skip", "invalid", "native")))
        for one in self.found["defaults"].values():
            self.assertEqual((one["reduction"], one["exclude_self"], one["unordered"], one["duplicates"]),
                             ("none", "no", "no", "allow"))

    def test_attributes(self):
        told = {name: one["attributes"] for name, one in self.operators.items() if one["attributes"]}
        both, axis, batch = {"axis": 0, "batch_dims": 0}, {"axis": 0}, {"batch_dims": 0}
        codes = {"bits": 4, "block_size": 0, "packing": "low_first"}
        self.assertEqual(told, {"gather": both, "gather_elements": axis, "gather_nd": batch, "scatter": both,
                                "scatter_elements": axis, "scatter_nd": batch,
                                "tensor_scatter": {"axis": -2, "mode": "linear"}, "segment_reduce": {**batch, **codes},
                                "segment_scan": batch, "sddmm": batch, CODES: {**both, **codes}})

    def test_widths(self):
        for name in ("segment_scan", "sddmm", CODES):
            self.assertEqual(self.operators[name]["record_bytes"], {"from": 0, "tried_up_to": 0})
        for one in [one for name, one in self.operators.items() if name not in ("segment_scan", "sddmm", CODES)]:
            self.assertEqual(one["record_bytes"]["from"], 1)
            self.assertGreater(one["record_bytes"]["tried_up_to"], 2**20)
        widths = {"opaque": 0, "bool": 1, "i64": 8, "bf16": 2, "c128": 16}
        told = {one["name"]: one["bytes"] for one in self.found["element_types"]}
        self.assertEqual(list(told), TYPES)
        self.assertLessEqual(widths.items(), told.items())

    def test_versions_solvers_rules(self):
        header = (ROOT / "include/strew/version.h").read_text()
        self.assertEqual(self.found["version"], re.search(r'VERSION_STRING "(.*)"', header)[1])
        self.assertEqual(self.found["abi"], 1)
        names = [one["name"] for one in self.found["solvers"]]
        self.assertEqual((names[0], names[-1], len(names)), ("nop", "strided", len(set(names))))
        self.assertEqual(sorted(self.found["rules"]), ["AT1", "AT2", "AT4", "PB4", "TY3", "TY4", "TY5"])
        self.assertEqual(self.found["rules"]["AT2"], "fill is a policy of gathers only")

    def test_formats(self):
        told = {one["name"]: one for one in self.found["formats"]}
        self.assertEqual(list(told), ["npy", "raw", "npz", "safetensors", "onnx"])
        self.assertEqual(told["raw"], {"name": "raw", "suffixes": [".bin", ".raw"], "read": True, "written": True})
        for one in told.values():
            self.assertEqual(one["read"], one["written"], one)
            file = f"a{one['suffixes'][0]}"
            self.write(file, b"")
            done = self.run_strew("inspect", file if one["name"] != "raw" else f"{file}:f32[0]")
            self.assertEqual("build of strew is without" in done.stderr.decode(), not one["read"], one)

    def test_text(self):
        text = self.ok("caps").decode()
        self.assertLessEqual(max(map(len, text.splitlines())), 110)
        self.assertRegex(text, r"(?m)^  c64 c128 +yes +yes +yes +yes +TY4 +TY4 +TY4 +TY4 +TY4 +TY4$")
        self.assertRegex(text, r"(?m)^Solvers by speed:\n  nop, [a-z, \n]*strided$")

    def test_a_full_disk_is_noticed(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([cli_case.PROGRAM, "caps"], stdout=full, stderr=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, 5, done.stderr)


def level_rows(number, first, wide_source):
    """The rows of an operator: its page's table from level `first` on; 64-bit elements stand on few pages."""
    rows = [("1_0", "2_0", 4, FLOAT_TYPES, ["UINT32"], "page"),
            ("2_1", "2_1", 4, FLOAT_TYPES + TO_32, ["UINT32"], "page"),
            ("3_0", "4_0", 8, FLOAT_TYPES + TO_32, ANY_INDEX, "page"),
            ("4_1", "6_4", 8, FLOAT_TYPES + TO_32 + TO_64, ANY_INDEX, wide_source)]
    return [(number, *row) for row in rows if row[0] >= first]


class Directml(CliCase):
    def test_the_tables_of_the_pages(self):
        found = json.loads(self.ok("caps", "--directml", "--json"))
        self.assertEqual((found["status"], found["version"]), ("ok", json.loads(self.ok("caps", "--json"))["version"]))
        told = [(one["operator_type"], one["from"], one["to"], one["dimensions"]["to"], one["data_types"],
                 one["index_types"], one["source"]) for one in found["directml"]]
        scatter = level_rows(94, "1_0", "page")
        scatter[:1] = [(94, "1_0", "1_0", 4, FLOAT_TYPES, ["UINT32"], "page only"),
                       (94, "2_0", "2_0", 4, FLOAT_TYPES, ["UINT32"], "history")]
        expected = level_rows(67, "1_0", "page") + scatter
        for number in (107, 108, 109):
            expected += level_rows(number, "2_1", "history")
        self.assertEqual(told, expected + level_rows(140, "3_0", "history"))
        for one in found["directml"]:
            self.assertEqual(one["dimensions"]["from"], 4 if one["dimensions"]["to"] == 4 else 1)
        names = {one["operator_type"]: one["operator"] for one in found["directml"]}
        self.assertEqual((names[107], names[140]), ("DML_OPERATOR_GATHER_ELEMENTS", "DML_OPERATOR_GATHER_ND1"))

    def test_text(self):
        text = self.ok("caps", "--directml").decode()
        self.assertLessEqual(max(map(len, text.splitlines())), 110)
        self.assertRegex(text, r"DML_OPERATOR_SCATTER_ND \(109\)\n  2_1 +4 +FLOAT32/16 UINT32/16/8 INT32/16/8 +"
                               r"UINT32 +page\n  3_0 to 4_0 +1 to 8 ")
        self.assertEqual(text.count("\n  "), 1 + 14)


class Tuning(CliCase):
    def test_a_number_a_line(self):
        lines = self.ok("caps", "--tuning").decode().splitlines()
        self.assertEqual(lines[0], f"{'min_run':24}{24:10}  positions with evenly stepping indices that are moved as one")
        self.assertLessEqual(max(map(len, lines)), 110)

    def test_json_says_the_same(self):
        numbers = json.loads(self.ok("caps", "--tuning", "--json"))["tuning"]
        lines = self.ok("caps", "--tuning").decode().splitlines()
        said = {line.split()[0]: (int(line.split()[1]), " ".join(line.split()[2:])) for line in lines}
        self.assertEqual({name: (one["value"], one["decides"]) for name, one in numbers.items()}, said)


class Build(CliCase):
    def test_a_fact_a_line(self):
        lines = self.ok("caps", "--build").decode().splitlines()
        self.assertRegex(lines[0], r"^version +\d+\.\d+\.\d+$")
        self.assertLessEqual(max(map(len, lines)), 110)

    def test_json_says_the_same(self):
        told = json.loads(self.ok("caps", "--build", "--json"))
        said = dict(line.split(None, 1) for line in self.ok("caps", "--build").decode().splitlines())
        self.assertEqual(told["build"], said)
        self.assertEqual(told["version"], said["version"])

    def test_it_agrees_with_the_other_tables(self):
        build = json.loads(self.ok("caps", "--build", "--json"))["build"]
        targets = json.loads(self.ok("caps", "--targets", "--json"))["targets"]
        self.assertEqual(build["targets"].split(), [one["name"] for one in targets])
        self.assertEqual([build["target"]], [one["name"] for one in targets if one["state"] == "chosen"])
        threads = json.loads(self.ok("caps", "--tuning", "--json"))["tuning"]["threads"]
        self.assertEqual(build["thread_count"], str(threads["value"]))
        self.assertIn("built without" if build["threads"] == "none" else build["threads"], threads["decides"])
        formats = json.loads(self.ok("caps", "--json"))["formats"]
        self.assertEqual(build["formats"].split(), [one["name"] for one in formats if one["read"]])


class Targets(CliCase):
    def targets(self, environment=None):
        found = json.loads(self.ok("caps", "--targets", "--json", env={**os.environ, **(environment or {})}))["targets"]
        self.assertEqual([one["name"] for one in found if one["state"] == "chosen"][1:], [])
        return found

    def chosen(self, name):
        [one] = [one for one in self.targets({"STREW_TARGET": name}) if one["state"] == "chosen"]
        return one["name"], one["reason"]

    def test_each_available_one_can_be_chosen(self):
        found = self.targets({"STREW_TARGET": ""})
        self.assertEqual(found[0]["name"], "portable")
        best = [one["name"] for one in found if one["state"] != "unavailable"]
        for one in found:
            if one["state"] != "unavailable":
                self.assertEqual(self.chosen(one["name"]), (one["name"], "by STREW_TARGET"))
        self.assertEqual(self.chosen(""), (best[-1], "the best available"))
        self.assertEqual(self.chosen("sse9"),
                         (best[-1], "the best available; no target has the name in STREW_TARGET"))

    def test_json_says_the_same(self):
        lines = self.ok("caps", "--targets").decode().splitlines()
        self.assertEqual([" ".join(line.split()) for line in lines],
                         [" ".join(one.values()) for one in json.loads(self.ok("caps", "--targets", "--json"))["targets"]])


class Page(CliCase):
    def test_the_page_is_what_the_command_prints(self):
        page = PAGE.read_text()
        self.assertEqual(page, with_text(page),
                         "docs/caps.md is old; renew it: tests/cli/caps_test.py build/strew --renew")

    def test_every_key_is_on_the_page(self):
        found = json.loads(self.ok("caps", "--json"))
        keys = set(found) | {key for one in found["operators"] for key in one} | set(found["defaults"])
        keys |= set(json.loads(self.ok("caps", "--directml", "--json"))["directml"][0])
        page = PAGE.read_text()
        self.assertEqual([key for key in sorted(keys) if f"`{key}`" not in page], [])


if __name__ == "__main__":
    if "--renew" in sys.argv:
        PAGE.write_text(with_text(PAGE.read_text()))
    else:
        cli_case.main()
