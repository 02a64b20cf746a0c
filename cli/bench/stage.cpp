#include "bench/stage.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "formatted.hpp"
#include "interrupt.hpp"
#include "load.hpp"
#include "operand_table.hpp"

namespace strew::cli {
namespace {

constexpr std::size_t smallest_page = 4096;
constexpr std::size_t touched_at_once = std::size_t{64} << 20;

outcome stopped() {
  if (!is_interrupted()) return std::nullopt;
  return file_diagnostic("", {files::failure_kind::interrupted, "interrupted"});
}

// The system supplies the pages of a mapped file when they are read.
outcome touch(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const auto some = bytes.first(std::min(bytes.size(), touched_at_once));
    for (std::size_t at = 0; at < some.size(); at += smallest_page)
      static_cast<void>(*static_cast<const volatile std::byte*>(&some[at]));
    if (auto error = stopped()) return error;
    bytes = bytes.subspan(some.size());
  }
  return std::nullopt;
}

// As often as it fits into the output: once where the data are not one value.
outcome fill_with(std::span<const std::byte> data, std::span<std::byte> output) {
  while (!data.empty() && !output.empty()) {
    const std::size_t bytes = std::min({data.size(), output.size(), touched_at_once});
    std::memcpy(output.data(), data.data(), bytes);
    output = output.subspan(bytes);
    const bool is_whole = bytes == data.size();
    if (!is_whole) data = data.subspan(bytes);
    if (auto error = is_whole ? outcome() : stopped()) return error;
  }
  return std::nullopt;
}

// The updates alone go on in the output, which is the data of the call.
void update_the_output(const bench_options& options, operator_call& call) {
  if (!options.call.zeros) call.output.strides = call.data.strides;
  call.data = call.output;
}

}  // namespace

outcome set_stage(const bench_options& options, prepared_call& prepared) {
  const std::uint64_t bytes = output_bytes(prepared);
  if (prepared.output.data() == nullptr && !prepared.output.resize(bytes)) {
    return file_diagnostic(
        "", {files::failure_kind::resources, formatted("no memory for the {} bytes of the output", bytes)});
  }
  for (const file_operand* const operand : prepared.inputs()) {
    if (auto error = touch(operand->array.payload.bytes())) return error;
  }
  const std::span<std::byte> output(prepared.output.data(), prepared.output.size());
  if (options.updates_only) {
    if (auto error = fill_with(prepared.data.array.payload.bytes(), output)) return error;
  } else {
    std::memset(output.data(), 0, output.size());
  }
  for (const further_result& one : further_results)
    if (prepared.call.*one.view) std::memset((prepared.*one.made).memory.data(), 0, (prepared.*one.made).memory.size());
  give_addresses(prepared);
  if (options.updates_only) update_the_output(options, prepared.call);
  return std::nullopt;
}

}  // namespace strew::cli
