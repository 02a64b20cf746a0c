#include "differential/coverage.hpp"

#include <fmt/format.h>

#include "differential/layout.hpp"

namespace strew::differential {

void coverage::add(const problem& p, const expectation& expected) {
  const verdict& answer = expected.answer;
  count("outcome", answer.status == STREW_OK ? "done" : answer.status == STREW_ERROR_INDEX ? "index error" : "refused");
  if (answer.status != STREW_OK) count("rule", std::string(answer.rule));
  count("operator", std::string(name_of(p.op)));
  if (answer.status != STREW_OK && answer.status != STREW_ERROR_INDEX) return;
  count("type", name_of_type(p.data.type));
  count("index type", name_of_type(p.indices.type));
  count("policy", std::string(name_of_policy(p.out_of_bounds)));
  count("negative", p.negative == STREW_NEGATIVE_INVALID ? "invalid" : "from_end");
  count("pattern", std::string(name_of(p.index_pattern)));
  count("rank of data", std::to_string(p.data.extents.size()));
  count("index depth", std::to_string(p.indices.extents.back()));
  count("batch dims", std::to_string(p.batch_dims));
  if (p.data.type == STREW_OPAQUE) count("record bytes", std::to_string(width_of(p.data)));
  if (p.is_scatter()) {
    count("reduction", std::string(name_of_reduction(p.reduction)));
    if (p.reduction != STREW_NONE) count("reduced type", name_of_type(p.data.type));
    count("layout of updates", layout_name(p.updates));
  }
  count("layout of data", layout_name(p.data));
  count("layout of indices", layout_name(p.indices));
  count("layout of output", layout_name(p.output));
  count_traits(p, expected);
}

void coverage::count_traits(const problem& p, const expectation& expected) {
  const auto trait = [&](bool holds, const char* what) {
    if (holds) count("trait", what);
  };
  const bool judged = expected.answer.status == STREW_ERROR_INDEX;
  const auto misaligned = [](const view& v) { return v.misalign != 0; };
  trait(expected.done.repeated > 0, "duplicates");
  trait(expected.done.dropped > 0, "skipped or filled");
  trait(expected.done.moved == 0 && !judged, "nothing moves");
  trait(count_of_positions(p) == 0, "no position");
  trait(count_of_positions(p) > 0 && count_of(p.direct()) == 0, "empty slices");
  trait(judged && count_of(p.direct()) == 0, "index error with empty slices");
  trait(judged && p.out_of_bounds != STREW_OOB_ERROR, "index error on extent 0");
  trait(judged && expected.index->bad_count > 1, "several bad positions");
  trait(p.indices.extents.back() == 0, "depth 0");
  trait(p.data.extents.empty(), "rank 0");
  trait(is_in_place(p), "in place");
  trait(expected.answer.may_overlap, "interleaved operands");
  trait(misaligned(p.data) || misaligned(p.indices) || misaligned(p.updates) || misaligned(p.output), "misaligned");
  trait(p.calls == calling::plan, "planned");
  trait(p.calls == calling::plan && p.runs > 1, "plan executed twice");
  trait(p.threads != 1, "threads");
  trait(p.data.null || p.indices.null || p.updates.null || p.output.null, "null pointer");
  trait(p.has_fill, "fill value");
  trait(count_of(p.direct()) > 1024, "big");
}

std::string coverage::to_text() const {
  std::string text;
  for (const auto& [subject, whats] : counts_) {
    text += fmt::format("{}:", subject);
    for (const auto& [what, times] : whats) text += fmt::format("  {} {}", what, times);
    text += "\n";
  }
  return text;
}

}  // namespace strew::differential
