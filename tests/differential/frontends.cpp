#include "differential/frontends.hpp"

#include <fmt/format.h>

#include "differential/compare.hpp"

namespace strew::differential {
namespace {

// Under any rule, a refusal writes nothing.
std::string refusal_differs(const test_case& p, const frontend_run& done, const arena& memory, const arena& before,
                            const verdict& right) {
  for (const answer& got : done.answers) {
    if (got.status == STREW_STATUS_OK) return fmt::format("accepted; it is refused by {}", right.rule);
  }
  return memory_differs(p, memory, before.buffers);
}

std::string check_run(const test_case& p, const arena& before, const expectation& expected, const frontend& through,
                      const frontend_run& done, const arena& memory) {
  if (!done.defect.empty()) return done.defect;
  const strew_status right = expected.answer.status;
  const bool overlaps = expected.answer.may_overlap && done.answers.front().status == STREW_STATUS_OVERLAP;
  const bool reaches_indices = right == STREW_STATUS_OK || right == STREW_STATUS_INDEX;
  if (overlaps || (through.has_own_rules && !reaches_indices))
    return refusal_differs(p, done, memory, before, expected.answer);
  return difference(p, done.answers, memory, expected);
}

}  // namespace

const std::vector<frontend>& all_frontends() {
  static const std::vector<frontend> frontends = {{"C++", false, call_through_cpp},
                                                  {"DirectML", true, call_through_directml},
                                                  {"BNNS", true, call_through_bnns},
                                                  {"ONNX", true, call_through_onnx}};
  return frontends;
}

std::string check_frontends(const test_case& p, const arena& before, const expectation& expected,
                            std::vector<const char*>& names) {
  if (p.is_move()) return "";  // no frontend has it
  for (const frontend& through : all_frontends()) {
    arena memory = before;
    const std::optional<frontend_run> done = through.call(p, memory);
    if (!done) continue;
    names.push_back(through.name);
    const std::string text = check_run(p, before, expected, through, *done, memory);
    if (!text.empty()) return fmt::format("{} (through {})", text, through.name);
  }
  return "";
}

}  // namespace strew::differential
