#!/usr/bin/env python3
"""What compilers say: sentences for what does not compile, no warnings for what does, and the headers that are read.

Every check runs with g++ and with clang++, whichever are installed."""
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMPILERS = [found for found in (shutil.which("g++"), shutil.which("clang++-14") or shutil.which("clang++")) if found]
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Wsign-conversion", "-Wold-style-cast"]

GONE = "the_elements_of_a_temporary_would_be_gone"
SCATTERED = "a_deque_list_or_vector_of_bool_is_not_contiguous"
CONST = "an_output_cannot_be_const"
COMPOUND = "an_element_is_trivially_copyable_and_no_pointer"
POINTER = "a_pointer_needs_extents_in_braces_after_it"
STRIDED = "an_mdspan_is_always_strided_with_the_default_accessor"
RESULT = "a_gather_returns_nothing_its_third_argument_is_the_output"

# The body of a function in which these exist, and what the compiler must say of it.
BEFORE = """#include <deque>
#include <list>
#include <string>
#include <vector>
#include "strew/strew.hpp"
inline std::vector<float> made() { return {1}; }
struct tiled {  // as an mdspan with a layout of one's own
  using reference = const float&;
  static constexpr bool is_always_strided() { return false; }
  static constexpr std::size_t rank() { return 2; }
  int extent(std::size_t) const;
  int stride(std::size_t) const;
  int mapping() const;
  const float* data_handle() const;
};
struct fixed_span : tiled {
  static constexpr bool is_always_strided() { return true; }
};
inline tiled tiles;
inline fixed_span fixed_tiles;
void calls(std::vector<float>& table, const std::vector<float>& fixed, std::vector<std::int64_t>& at,
                  std::vector<float>& out, std::deque<float>& deque, std::list<float>& list, std::vector<bool>& bits,
                  std::vector<std::string>& names, float** rows) {
  (void)table, (void)fixed, (void)at, (void)out, (void)deque, (void)list, (void)bits, (void)names, (void)rows;
"""
REFUSED = [
    ("strew::gather(made(), at, out, 0);", GONE),
    ("strew::gather({made(), {1, 1}}, at, out, 0);", GONE),
    ("strew::const_view kept(made());", GONE),
    ("strew::gather(deque, at, out, 0);", SCATTERED),
    ("strew::gather(table, at, list, 0);", SCATTERED),
    ("strew::gather(bits, at, out, 0);", SCATTERED),
    ("strew::gather({deque, {1, 1}}, at, out, 0);", SCATTERED),
    ("strew::gather(table, at, fixed, 0);", CONST),
    ("strew::gather(table, at, {fixed, {1, 1}}, 0);", CONST),
    ("strew::gather(table, at, {fixed.data(), {1, 1}}, 0);", CONST),
    ("strew::scatter(fixed, at, table, 0);", CONST),
    ("strew::gather(names, at, out, 0);", COMPOUND),
    ("strew::gather({rows, {2, 2}}, at, out, 0);", COMPOUND),
    ("strew::gather(table.data(), at, out, 0);", POINTER),
    ("strew::gather(table, at.data(), out, 0);", POINTER),
    ("strew::gather(table, at, out.data(), 0);", POINTER),
    ("strew::scatter_nd(out, at, table.data());", POINTER),
    ("strew::view one(out.data());", POINTER),
    ("strew::gather(tiles, at, out, 0);", STRIDED),
    ("strew::gather(table, at, tiles, 0);", STRIDED),
    ("strew::gather(table, at, fixed_tiles, 0);", CONST),
    ("auto found = strew::gather(table, at);", RESULT),
    ("auto found = strew::gather(table, {0, 1}, 0);", RESULT),
    ("auto found = strew::gather(table, at, 0, {.batch_dims = 1});", RESULT),
    ("auto found = strew::gather_nd(table, {at, {1, 1}});", RESULT),
    ("auto found = strew::gather_elements(table, at, 0);", RESULT),
    ("strew::const_view stored{0, 3, 1};", GONE),
    ("strew::gather({0, 3, 1}, at, out, 0);", GONE),
    ("const strew::operands kept{.data = table, .indices = {0, 3, 1}, .output = out};", GONE),
]
ACCEPTED = """  strew::gather(table, at, out, 0);
  strew::gather({table, {1, table.size()}}, {at.data(), {1}, strew::element_strides{1}}, {out.data(), {1, 1}}, 1);
  strew::scatter(out, at, table, 0, {.reduction = strew::reduction::add}, {.cancel = [] { return false; }});
  strew::plan plan = strew::plan_gather(fixed, at, out, 0, {.fill_value = 3});
  plan.execute({.data = table, .indices = at, .output = out});
  plan.execute({.data = table.data(), .indices = at.data(), .output = out.data()});
  plan.execute({.data = table.data(), .indices = nullptr, .output = out.data()});
  plan.check({.data = table.data(), .indices = at.data(), .output = out.data()});
  (void)plan.prepare(at.data());
  const std::string text = plan.describe();
  strew::gather(fixed_tiles, {0, 3, 1}, out, 0);
  strew::gather_nd(table, {at.size()}, {out.data(), {}});
  strew::scatter(out, {1L}, table, 0);
  (void)strew::plan_scatter(out, {0}, table, 0).prepare({0});
  strew::tensor_scatter({out, {1, 2, 1}}, {table, {1, 1, 1}}, {0});
  (void)plan.bind(plan.prepare(at)).try_check({.data = table, .output = out}).and_then([] { return strew::result<int>(1); });
  (void)strew::filled(text.size(), {at.size()});
"""
WITHOUT_EXCEPTIONS = """  if (!strew::try_gather(table, at, out, 0)) return;
  auto plan = strew::try_plan_gather(fixed, at, out, 0);
  if (plan) (void)plan->try_execute({.data = table, .indices = at, .output = out});
  (void)strew::try_shape_along_axis(table, at, 0);
"""
# One line each: its reason is that the API has no other way to say something.
STANDARD_HEADERS = {
    "concepts", "cstddef", "cstdint", "exception", "initializer_list", "new", "span", "string_view", "type_traits",
    "utility",
    "optional",  # tensor_scatter takes std::nullopt
    "vector",    # extents and dimension lists are returned and taken as vectors
}


# Extents of a type that has the size of std::int64_t but is another one.
OTHER_INTEGERS = """#include "strew/view.hpp"
__attribute__((noinline)) long long product(float* data, long long rows, long long columns) {
  const long long shape[2] = {rows, columns};
  const long shape_too[2] = {rows, columns};
  const strew::view one(data, shape), other(data, shape_too);
  return one.extents()[0] * one.extents()[1] + other.extents()[0] * other.extents()[1];
}
int main(int count, char**) {
  float cell = 0;
  return product(&cell, 4 + count, 7) == 70 ? 0 : 1;
}
"""
# The same inline functions in a file with exceptions and in one without.
THROWING = """#include "strew/executor.hpp"
#include "strew/memory_resource.hpp"
#include "strew/strew.hpp"
void quiet(bool refuses);
int main(int count, char**) {
  quiet(count > 1);
  strew::cancel_function cancel = []() -> bool { throw 1; };
  if (strew::cancel_function::poll(&cancel) != 1) return 2;
  const strew::resource_allocator of_none(*std::pmr::null_memory_resource());
  const strew_allocator* memory = of_none;
  if (memory->allocate(memory->context, 8, 8) != nullptr) return 3;
  std::vector<float> table(4);
  try {
    strew::view(table, {3, 2});
  } catch (const strew::error&) {
    return 0;
  }
  return 4;
}
"""
QUIET = """#include "strew/executor.hpp"
#include "strew/memory_resource.hpp"
#include "strew/strew.hpp"
void quiet(bool refuses) {
  strew::cancel_function cancel = [] { return true; };
  (void)strew::cancel_function::poll(&cancel);
  std::pmr::monotonic_buffer_resource arena;
  const strew::resource_allocator memory(arena);
  const strew_allocator* native = memory;
  native->allocate(native->context, 8, 8);
  std::vector<float> table(4);
  strew::view(table, {2, refuses ? 3 : 2});
}
"""


def compile_text(compiler, text, *flags, action=("-fsyntax-only",)):
    done = subprocess.run([compiler, "-x", "c++", "-std=c++20", *action, "-I", ROOT / "include", *flags, "-"],
                          check=False, input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout.decode()


class Compilers(unittest.TestCase):
    def test_there_is_one(self):
        self.assertTrue(COMPILERS)

    def test_what_does_not_compile_is_told_why(self):
        text = BEFORE + "".join(f"  {{ {body} }}\n" for body, _ in REFUSED) + "}\n"
        first = BEFORE.count("\n") + 1
        for compiler in COMPILERS:
            code, said = compile_text(compiler, text, "-ferror-limit=0" if "clang" in compiler else "-fmax-errors=0")
            self.assertNotEqual(code, 0)
            failures = re.split(r"^(?=<stdin>:\d+:\d+: error)", said, flags=re.MULTILINE)
            for line, (body, sentence) in enumerate(REFUSED, first):
                told = "".join(one for one in failures if one.startswith(f"<stdin>:{line}:"))
                with self.subTest(compiler=compiler, body=body):
                    self.assertIn(sentence, told)

    def test_what_compiles_has_no_warnings(self):
        for compiler in COMPILERS:
            more = ["-Wuseless-cast", "-O2"] if "clang" not in compiler else []
            adapters = '#include "strew/executor.hpp"\n#include "strew/memory_resource.hpp"\n'
            for text in (BEFORE + ACCEPTED + "}\n", adapters):
                said = compile_text(compiler, text, *WARNINGS, *more, "-Werror", action=("-c", "-o", "/dev/null"))
                self.assertEqual(said, (0, ""), compiler)  # not -fsyntax-only: the flow is analysed later

    def test_without_exceptions_there_are_the_try_forms(self):
        for compiler in COMPILERS:
            text = BEFORE + WITHOUT_EXCEPTIONS
            flags = ["-fno-exceptions", *WARNINGS, "-Werror"]
            self.assertEqual(compile_text(compiler, text + "}\n", *flags), (0, ""), compiler)
            adapters = '#include "strew/executor.hpp"\n#include "strew/memory_resource.hpp"\n'
            self.assertEqual(compile_text(compiler, adapters, *flags), (0, ""), compiler)
            code, said = compile_text(compiler, text + "strew::gather(table, at, out, 0); }\n", "-fno-exceptions")
            self.assertNotEqual(code, 0)
            self.assertRegex(said, "(not a member of|no member named).*strew|strew.*(not a member|no member)")

    def test_extents_of_other_integers_are_not_read_as_another_type(self):
        for compiler in COMPILERS:
            with tempfile.TemporaryDirectory() as folder:
                program = pathlib.Path(folder, "program")
                self.assertEqual(compile_text(compiler, OTHER_INTEGERS, "-O2", action=("-o", program)), (0, ""))
                self.assertEqual(subprocess.run([program], check=False).returncode, 0, compiler)

    def test_files_with_and_without_exceptions_are_linked(self):
        for compiler in COMPILERS:
            with tempfile.TemporaryDirectory() as folder:
                throwing, quiet, program = (pathlib.Path(folder, name) for name in ("throwing.o", "quiet.o", "program"))
                self.assertEqual(compile_text(compiler, THROWING, action=("-c", "-o", throwing)), (0, ""))
                done = compile_text(compiler, QUIET, "-fno-exceptions", action=("-c", "-o", quiet))
                self.assertEqual(done, (0, ""))
                for order in ((throwing, quiet), (quiet, throwing)):
                    subprocess.run([compiler, *order, "-o", program], check=True)
                    self.assertEqual(subprocess.run([program], check=False).returncode, 0, (compiler, order))
                    refused = subprocess.run([program, "refuse"], check=False, stderr=subprocess.PIPE)
                    self.assertEqual(refused.returncode, -signal.SIGABRT, (compiler, order))
                    self.assertTrue(refused.stderr.startswith(b"strew: a range of 4 "), refused.stderr)

    def test_an_older_standard_is_refused_in_a_sentence(self):
        for compiler in COMPILERS:
            code, said = compile_text(compiler, '#include "strew/strew.hpp"\n', "-std=c++17")
            self.assertNotEqual(code, 0)
            self.assertIn("strew/strew.hpp needs C++20", said)
            self.assertEqual(said.count("error: "), 1, said)

    def test_no_other_header_of_the_standard_library_is_included(self):
        read, waiting = set(), ["strew/strew.hpp"]
        while waiting:
            name = waiting.pop()
            text = (ROOT / "include" / name).read_text()
            text = re.sub(r"^#if !STREW_HAS_EXCEPTIONS\n.*?^#endif", "", text, flags=re.MULTILINE | re.DOTALL)
            own = set(re.findall(r'^#include "([^"]+)"', text, re.MULTILINE)) - read
            read |= own
            waiting.extend(own)
            others = set(re.findall(r"^#include <([^>.]+)>", text, re.MULTILINE))
            self.assertLessEqual(others, STANDARD_HEADERS, name)


if __name__ == "__main__":
    unittest.main()
