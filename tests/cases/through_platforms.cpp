#include "cases/through_platforms.hpp"

namespace strew::cases {
namespace {

support::frontend_call describe(const test_case& p, const arguments& with) {
  support::frontend_call made;
  made.op = static_cast<int32_t>(p.op);
  made.data = with.data();
  made.indices = with.indices();
  made.updates = p.is_scatter() ? with.updates() : nullptr;
  made.output = with.output();
  made.axis = p.axis;
  made.batch_dims = p.has_batch_dims() ? p.batch_dims : 0;
  made.mode = p.mode;
  made.options = with.given_options();
  made.threads = static_cast<uint64_t>(p.threads);
  made.is_apart = p.place == output_place::own;
  made.choice = p.seed;
  return made;
}

}  // namespace

std::optional<frontend_run> call_through(platform_frontend frontend, const test_case& p, arena& memory) {
  if (p.tamper != tampering::none) return std::nullopt;
  for (const operand_number which : operands_of(p)) {
    if (!range_of(view_of(p, which))) return std::nullopt;
  }
  const arguments with(p, memory);
  frontend_run made;
  for (int64_t run = 0; run < p.runs; ++run) {
    const std::optional<support::frontend_answer> got = frontend(describe(p, with));
    if (!got) return std::nullopt;
    made.answers.push_back({got->status, got->error});
    if (made.defect.empty()) made.defect = got->defect;
  }
  return made;
}

}  // namespace strew::cases
