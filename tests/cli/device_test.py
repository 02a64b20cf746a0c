#!/usr/bin/env python3
"""--device: the results and the errors of the processor, on a Vulkan device. What needs one is skipped where there is none."""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cli_case  # noqa: E402
from cli_case import CliCase  # noqa: E402

NOWHERE = {**os.environ, "VK_DRIVER_FILES": "/nowhere.json", "VK_ICD_FILENAMES": "/nowhere.json"}
BUILT_WITHOUT = "strew: this strew was built without devices of Vulkan"


def listed():
    """The devices, or the reason why there is none."""
    done = subprocess.run([cli_case.PROGRAM, "caps", "--devices", "--json"], stdout=subprocess.PIPE, check=False,
                          stderr=subprocess.DEVNULL)
    told = json.loads(done.stdout)
    return told["devices"] if done.returncode == 0 else told["message"]


class DeviceCase(CliCase):
    def setUp(self):
        super().setUp()
        self.array("data.npy", "f4", [3, 2], [0.5, 1, 2, 3, 4, 5])
        self.array("rows.npy", "i8", [3], [2, 0, 2])
        self.array("bad.npy", "i8", [3], [2, 0, 3])
        self.array("new.npy", "f4", [3, 2], [1, 2, 3, 4, 1e-40, 0.25])

    def same(self, *words):
        """What the processor and a device write and print."""
        processor = self.run_strew(*words, "-o", "cpu.npy", "--device", "cpu")
        device = self.run_strew(*words, "-o", "device.npy", "--device", "vulkan")
        self.assertEqual((device.returncode, device.stdout, device.stderr),
                         (processor.returncode, processor.stdout, processor.stderr.replace(b"cpu.npy", b"device.npy")), words)
        if processor.returncode == 0:
            self.assertEqual(self.read("device.npy"), self.read("cpu.npy"), words)
        return processor.returncode


class OnADevice(DeviceCase):
    def setUp(self):
        super().setUp()
        found = listed()
        if isinstance(found, str) or all("refused" in one for one in found):
            self.skipTest(f"there is no device: {found}")
        self.number, self.name = next((one["number"], one["name"]) for one in found if "refused" not in one)

    def test_results(self):
        self.array("tuples.npy", "i4", [2, 2], [2, 1, 0, 0])
        self.array("one.npy", "f4", [2], [7, 8])
        self.array("ids.npy", "i8", [3], [1, 0, 1])
        self.array("wide.npy", "i2", [2, 4], range(8))
        for words in (("gather", "data.npy", "rows.npy"), ("gather-elements", "wide.npy", "tuples.npy", "--axis", "1",
                                                           "--out-of-bounds", "wrap"),
                      ("scatter", "data.npy", "rows.npy", "new.npy", "--reduction", "add"),
                      ("scatter-nd", "data.npy", "tuples.npy", "one.npy"),
                      ("scatter", "--zeros", "3,2", "rows.npy", "--value", "1.5", "--reduction", "mean"),
                      ("segment-reduce", "data.npy", "--indices", "rows.npy", "--segments", "ids.npy")):
            self.assertEqual(self.same(*words), 0)

    def test_errors(self):
        self.assertEqual(self.same("gather", "data.npy", "bad.npy"), 3)
        self.assertEqual(self.same("scatter", "data.npy", "bad.npy", "new.npy", "--reduction", "add"), 3)
        self.assertEqual(self.same("scatter", "data.npy", "rows.npy", "rows.npy"), 3)

    def test_in_place(self):
        self.ok("scatter", "data.npy", "rows.npy", "new.npy", "-o", "want.npy")
        before = self.read("data.npy")
        self.refused(3, "scatter", "data.npy", "bad.npy", "new.npy", "--in-place", "--device", "vulkan")
        self.assertEqual(self.read("data.npy"), before)
        self.ok("scatter", "data.npy", "rows.npy", "new.npy", "--in-place", "--device", "vulkan")
        self.assertEqual(self.read("data.npy"), self.read("want.npy"))

    def test_what_is_told(self):
        on = ("gather", "data.npy", "rows.npy", "-o", "o.npy", "--device", f"vulkan:{self.number}")
        self.assertEqual(json.loads(self.ok(*on, "--json"))["device"], self.name)
        self.assertIn(f"device: {self.name}\n", self.run_strew(*on, "-v").stderr.decode())
        self.assertIn(f"vulkan:{self.number}  {self.name}\n", self.ok("caps", "--devices").decode())
        line = self.refused(5, *on[:-1], "vulkan:4000000000")[0]
        self.assertRegex(line, r"^strew: device 4000000000 is asked for, and the loader has \d+ \(VK7\)$")


class WithoutADevice(DeviceCase):
    def setUp(self):
        super().setUp()
        if isinstance(found := listed(), str) and BUILT_WITHOUT.endswith(found):
            self.skipTest("this build has no devices")

    def test_without_a_driver(self):
        for words in (("gather", "data.npy", "rows.npy", "-o", "o.npy", "--device", "vulkan"), ("caps", "--devices")):
            lines = self.refused(5, *words, env=NOWHERE)
            self.assertRegex(lines[0], r"^strew: libvulkan\.so\.1 .*; Debian: apt install .* \(VK7\)$")
        told = json.loads(self.run_strew("caps", "--devices", "--json", env=NOWHERE).stdout)
        self.assertEqual((told["status"], told["kind"], told["rule"]), ("error", "resources", "VK7"))

    def test_what_is_not_for_a_device(self):
        lines = self.refused(2, "scatter", "data.npy", "rows.npy", "new.npy", "-o", "o.npy", "--memory", "1M", "--device", "vulkan")
        self.assertEqual(lines, ["strew: --device vulkan executes calls in memory, with one result, and cannot be combined "
                                 "with --memory"])
        lines = self.refused(2, "segment-reduce", "data.npy", "--segments", "rows.npy", "--reduction", "max", "-o", "o.npy",
                             "--arg", "a.npy", "--device", "vulkan")
        self.assertTrue(lines[0].endswith("cannot be combined with --arg"), lines)


class AnyBuild(DeviceCase):
    def test_words(self):
        for word in ("gpu", "vulkan:", "vulkan:-1", "vulkan:1x", "vulkan:99999999999", "vulkan1", ""):
            lines = self.refused(2, "gather", "data.npy", "rows.npy", "-o", "o.npy", "--device", word)
            self.assertEqual(lines, [f"strew: --device: '{word}' is not one of cpu, vulkan",
                                     "hint: vulkan:1 is the device of that number: strew caps --devices lists them"])
        self.ok("gather", "data.npy", "rows.npy", "-o", "o.npy", "--device", "cpu")
        self.assertIn("no option --device", self.refused(2, "explain", "gather", "data.npy", "rows.npy", "--device", "cpu")[0])
        self.assertIn("different tables", self.refused(2, "caps", "--devices", "--build")[0])

    def test_a_build_without_says_so(self):
        if not (isinstance(found := listed(), str) and BUILT_WITHOUT.endswith(found)):
            self.skipTest("this build has devices")
        for words in (("gather", "data.npy", "rows.npy", "-o", "o.npy", "--device", "vulkan"), ("caps", "--devices")):
            self.assertEqual(self.refused(2, *words),
                             [BUILT_WITHOUT, "hint: CMake's option STREW_BUILD_VULKAN builds them"])


if __name__ == "__main__":
    cli_case.main()
