#include "bnns/last_error.hpp"

#include "common/terms.hpp"

namespace strew::frontends::bnns {
namespace {

constexpr term type_names[] = {
    {"bool", "Boolean"}, {"f16", "Float16"}, {"bf16", "BFloat16"}, {"f32", "Float32"}, {"f64", "Float64"},
    {"i8", "Int8"},      {"i16", "Int16"},   {"i32", "Int32"},     {"i64", "Int64"},   {"u8", "UInt8"},
    {"u16", "UInt16"},   {"u32", "UInt32"},  {"u64", "UInt64"},
};
constexpr term operands_of_gather[] = {{"data", "input"}};
// A scatter works in place: the engine's data are the output.
constexpr term operands_of_scatter[] = {{"data", "output"}, {"updates", "input"}};

}  // namespace

strew_error& last_error() {
  thread_local strew_error last = STREW_ERROR_INIT;
  return last;
}

int conclude(strew_status status, bool is_scatter) {
  if (status == STREW_STATUS_OK) return 0;
  const term_table operands = is_scatter ? term_table(operands_of_scatter) : term_table(operands_of_gather);
  translate(last_error(), {operands, type_names, general_terms});
  return -1;
}

int conclude(const strew_error& failure) {
  last_error() = failure;
  return -1;
}

}  // namespace strew::frontends::bnns

int strew_bnns_last_error(strew_error* record) {
  if (record == nullptr || !strew::frontends::is_known(*record)) return -1;
  // Of a success the engine sets only the status: what an earlier failure left is not copied.
  const strew_error& last = strew::frontends::bnns::last_error();
  *record = last.status == STREW_STATUS_OK ? strew_error STREW_ERROR_INIT : last;
  return 0;
}
