#!/usr/bin/env python3
"""strew check: its findings against plain loops over random indices, its complaints, its exit codes."""
import collections
import itertools
import json
import math
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cli_case  # noqa: E402
from cli_case import CliCase  # noqa: E402

FORMS = ["gather", "gather-elements", "gather-nd", "scatter", "scatter-elements", "scatter-nd"]


def coordinates(extents):
    return list(itertools.product(*map(range, extents)))


def place(form, shape, axis, batch_dims, position, members, from_end):
    """The coordinates of the addressed dimensions; None where a member is out of range."""
    first = batch_dims if form.endswith("-nd") else axis
    extents = shape[first:first + len(members)]
    if any(not (-extent if from_end else 0) <= member < extent for member, extent in zip(members, extents)):
        return None
    members = [member % extent for member, extent in zip(members, extents)]
    if form.endswith("-elements"):
        return (*position[:axis], *members, *position[axis + 1:])
    return (*position[:batch_dims], *members)


def have_constant_rows(positions, place_of):
    """All positions have a place, and in the first column of their row they would have one and the same."""
    rows = collections.defaultdict(set)
    for n, position in enumerate(positions):
        rows[position[:-1]].add(place_of((*position[:-1], 0)[:len(position)], n))
    return all(len(row) == 1 and None not in row for row in rows.values())


def expected(form, shape, axis, batch_dims, extents, values, from_end):
    """What --json has, by loops."""
    depth = extents[-1] if form.endswith("-nd") else 1
    positions = coordinates(extents[:-1] if form.endswith("-nd") else extents)
    tuples = [values[i * depth:(i + 1) * depth] for i in range(len(positions))]

    def place_of(position, n):
        return place(form, shape, axis, batch_dims, position, tuples[n], from_end)

    places = [place_of(position, n) for n, position in enumerate(positions)]
    good = [one for one in places if one is not None]
    counts = collections.Counter(good)
    pairs = list(zip(good, good[1:]))
    ascends, descends = all(a <= b for a, b in pairs), all(a >= b for a, b in pairs)
    order = "ascending" if ascends else "descending" if descends else "none"
    if form.endswith("-elements"):
        total = math.prod(shape)
    else:
        total = math.prod(shape[:batch_dims + depth] if form.endswith("-nd") else [*shape[:batch_dims], shape[axis]])
    duplicates = {"positions": len(good) - len(counts), "places": sum(count > 1 for count in counts.values())}
    if duplicates["places"]:
        most = max(counts.values())
        lowest = min(one for one, count in counts.items() if count == most)
        duplicates["most_frequent"] = {"place": list(lowest), "positions": most, "first_position": places.index(lowest)}
    components = [{"lowest": min(column), "highest": max(column)} for column in zip(*tuples)]
    return {"positions": len(positions), "bad": len(places) - len(good), "components": components,
            "negatives": sum(value < 0 for value in values), "duplicates": duplicates, "order": order,
            "strict": order != "none" and not duplicates["positions"],
            "runs": bool(good) + sum(a > b for a, b in pairs),
            "constant_rows": have_constant_rows(positions, place_of),
            "coverage": {"places": total, "addressed": len(counts), "percent": round(100 * len(counts) / total, 6)}}


class Findings(CliCase):
    def check(self, *words):
        done = self.run_strew("check", "ix.npy", "--json", *words)
        self.assertIn(done.returncode, (0, 1), done.stderr.decode())
        return done.returncode, json.loads(done.stdout)

    def draw(self, form, draw):
        """shape, axis, batch_dims, extents of the indices, extents that members address."""
        shape = [draw.randint(1, 4) for _ in range(draw.randint(1, 3))]
        if form.endswith("-nd"):
            batch_dims = draw.randint(0, len(shape) - 1)
            depth = draw.randint(1, len(shape) - batch_dims)
            extents = shape[:batch_dims] + [draw.randint(1, 4) for _ in range(draw.randint(0, 2))] + [depth]
            return shape, 0, batch_dims, extents, shape[batch_dims:batch_dims + depth]
        axis = draw.randrange(len(shape))
        if form.endswith("-elements"):
            extents = [draw.randint(1, 5) if i == axis else draw.randint(1, n) for i, n in enumerate(shape)]
            return shape, axis, 0, extents, [shape[axis]]
        batch_dims = draw.randint(0, axis)
        extents = shape[:batch_dims] + [draw.randint(1, 4) for _ in range(draw.randint(0, 2))]
        return shape, axis, batch_dims, extents, [shape[axis]]

    def test_against_loops(self):
        draw = random.Random(5)
        for case in range(240 // cli_case.ONE_IN):
            form = FORMS[case % len(FORMS)]
            shape, axis, batch_dims, extents, addressed = self.draw(form, draw)
            beyond = draw.random() < 0.3
            values = [draw.randint(-n - beyond, n - 1 + beyond) for n, _ in
                      zip(itertools.cycle(addressed), range(math.prod(extents)))]
            if draw.random() < 0.4:
                values.sort(reverse=draw.random() < 0.5)
            rule = draw.choice(["from_end", "invalid"])
            self.array("ix.npy", draw.choice(["i1", "i4", "i8"]), extents, values)
            words = ["--as", form, "--shape", ",".join(map(str, shape)), "--negative-indices", rule]
            words += [] if form.endswith("-nd") else ["--axis", str(axis)]
            words += [] if form.endswith("-elements") else ["--batch-dims", str(batch_dims)]
            code, found = self.check(*words)
            wanted = expected(form, shape, axis, batch_dims, extents, values, rule == "from_end")
            told = {key: found[key] for key in ("positions", "duplicates", "order", "strict", "runs", "constant_rows", "coverage")}
            told.update(bad=found["range"]["bad_positions"], components=found["range"]["components"],
                        negatives=found["range"]["negatives"])
            self.assertEqual(told, wanted, (words, extents, values))
            self.assertEqual((code, found["status"]), (1, "error") if wanted["bad"] else (0, "ok"))

    def test_fortran_order_and_unsigned_values(self):
        self.array("ix.npy", "u8", [2, 2], [0, 2**64 - 1, 2, 1], fortran=True)  # (0, 2), (2**64 - 1, 1)
        code, found = self.check("--as", "gather-nd", "--shape", "3,4")
        self.assertEqual(code, 1)
        self.assertEqual(found["range"]["components"],
                         [{"lowest": 0, "highest": 2**64 - 1}, {"lowest": 1, "highest": 2}])
        self.assertEqual(found["range"]["first_bad"]["tuple"], [2**64 - 1, 1])

    def test_no_index(self):
        self.array("ix.npy", "i8", [0], [])
        code, found = self.check("--shape", "4", "--require", "unique,sorted")
        self.assertEqual((code, found["order"], found["coverage"]["addressed"]), (0, "ascending", 0))


class Words(CliCase):
    def test_text(self):
        self.array("ix.npy", "i8", [4], [3, -4, 3, 1])
        self.assertEqual(self.ok("check", "ix.npy", "--shape", "4,2").decode(),
                         "ix.npy  i64 [4], 4 positions of gather along axis 0 in [4, 2]\n"
                         "  range       -4 to 3; 1 is negative; all are in range\n"
                         "  duplicates  1 place is addressed more than once, [3] most often: by 2 positions, first by "
                         "position 0\n"
                         "  order       none, 3 ascending runs\n"
                         "  coverage    3 of 4 places, 75 %\n")

    def test_complaints(self):
        self.array("ix.npy", "i8", [4], [3, -4, 3, 4])
        done = self.run_strew("check", "ix.npy", "--shape", "4", "--require", "unique,sorted,covering", "-q")
        self.assertEqual((done.returncode, done.stdout), (1, b""))
        self.assertEqual(done.stderr.decode().splitlines(), [
            "strew: ix.npy: position 3: component 0 is 4, outside [-4, 3] (axis 0 of extent 4); 1 of 4 positions is bad",
            "strew: ix.npy: not unique: position 2 addresses the place of position 0",
            "strew: ix.npy: not sorted: the places do not ascend from position to position",
            "strew: ix.npy: not covering: 2 of 4 places are not addressed"])

    def test_requirements_that_are_met(self):
        self.array("ix.npy", "u1", [3], [0, 1, 2])
        text = self.ok("check", "ix.npy", "--shape", "3", "--require", "covering,unique,sorted").decode()
        self.assertIn("  order       strictly ascending\n  coverage    3 of 3 places, 100 %\n", text)

    def test_standard_input(self):
        self.array("ix.npy", "i4", [2], [1, 0])
        with open(self.path("ix.npy"), "rb") as indices:
            done = self.run_strew("check", "-", "--shape", "2", stdin=indices)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(b"standard input  i32 [2]", done.stdout)
        self.assertIn(b"  order       strictly descending\n", done.stdout)

    def test_what_is_refused(self):
        self.array("ix.npy", "i8", [2, 1], [0, 4])
        self.array("f.npy", "f4", [2], [0, 1])
        for code, words, message in [
                (2, ["ix.npy"], "--shape is missing"),
                (2, ["--shape", "4"], "INDICES is missing"),
                (2, ["ix.npy", "--shape", "4,x"], "--shape: 'x' is not an extent"),
                (2, ["ix.npy", "--shape", "4,"], "--shape: '4,' ends in a comma"),
                (2, ["ix.npy", "--shape", f"{2**63 - 1},2"], "--shape: the shape has more bytes than 63 bits can count"),
                (2, ["ix.npy", "--shape", "4", "--as", "scater"],
                 f"--as: 'scater' is not one of {', '.join(FORMS)}"),
                (2, ["ix.npy", "--shape", "4", "--require", "unique,zzz"],
                 "--require: 'zzz' is not one of unique, sorted, covering"),
                (2, ["ix.npy", "--shape", "4", "--as", "gather-nd", "--axis", "1"],
                 "--axis: gather-nd has tuples, and no axis"),
                (2, ["ix.npy", "--shape", "4", "--as", "scatter-elements", "--batch-dims", "1"],
                 "--batch-dims: scatter-elements has none")]:
            self.assertEqual(self.refused(code, "check", *words)[0], f"strew: {message}", words)
        self.assertRegex(self.refused(3, "check", "f.npy", "--shape", "4")[0], r"^strew: f\.npy: .*\(TY3\)$")
        self.assertRegex(self.refused(3, "check", "ix.npy", "--shape", "4", "--axis", "1")[0], r"\(AX2\)$")
        self.refused(4, "check", "missing.npy", "--shape", "4")


if __name__ == "__main__":
    cli_case.main()
