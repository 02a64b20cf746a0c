// Typical arrays for a scatter's data, indices and updates: a constant, or numbers ascending in steps.
//
//   npy_make full FILE.npy TYPE VALUE EXTENT...       TYPE: i16, i32, u64
//   npy_make steps FILE.npy TYPE LENGTH EXTENT...     0, 0, ..., 1, 1, ...: each number LENGTH times
#include <cstdint>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "npy_writer.hpp"

namespace {

struct array_spec {
  bool has_steps;
  std::string path;
  std::int64_t number;  // the value, or the length of a step
  std::vector<std::int64_t> extents;
};

template <class T>
void write_array(const array_spec& spec) {
  std::int64_t count = 1;
  for (const std::int64_t extent : spec.extents) count *= extent;
  std::vector<T> values(static_cast<std::size_t>(count), static_cast<T>(spec.number));
  for (std::int64_t i = 0; spec.has_steps && i < count; ++i) {
    values[static_cast<std::size_t>(i)] = static_cast<T>(i / spec.number);
  }
  write_npy(spec.path, spec.extents, values);
}

void run(const std::vector<std::string>& words) {
  array_spec spec{words[0] == "steps", words[1], std::stoll(words[3]), {}};
  for (std::size_t i = 4; i < words.size(); ++i) spec.extents.push_back(std::stoll(words[i]));
  if (spec.has_steps && spec.number < 1) throw std::runtime_error("a step has a length of at least 1");
  if (words[2] == "i16") return write_array<std::int16_t>(spec);
  if (words[2] == "i32") return write_array<std::int32_t>(spec);
  if (words[2] == "u64") return write_array<std::uint64_t>(spec);
  throw std::runtime_error(words[2] + ": i16, i32 or u64 is needed");
}

}  // namespace

int main(int count, char** words) {
  const std::string text = count < 5 ? "" : words[1];
  if (text != "full" && text != "steps") {
    std::fprintf(stderr, "usage: npy_make full|steps FILE.npy TYPE NUMBER EXTENT...\n");
    return 2;
  }
  try {
    run({words + 1, words + count});
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "npy_make: %s\n", failure.what());
    return 1;
  }
  return 0;
}
