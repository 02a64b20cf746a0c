#include "outofcore/plan_file.hpp"

#include <cstring>

#include "outofcore/bytes_at.hpp"

namespace strew::engine::outofcore {
namespace {

constexpr std::uint64_t magic = 0x316e6c7077727473U;  // with the version

struct plan_head {
  std::uint64_t is_plan = magic;
  std::uint64_t digest = 0;  // of what follows
  std::uint64_t table_offset = 0;
  std::int64_t rows = 0, width = 0, columns = 0, block_rows = 0;
  std::uint32_t type = 0;
  std::int32_t reduction = 0, exclude_self = 0, accumulate = 0;
  std::uint64_t pieces = 0;
  std::uint64_t done = 0;  // letters of the name that follows the pieces
};

constexpr std::size_t before_digested = offsetof(plan_head, table_offset);

}  // namespace

std::vector<std::byte> plan_bytes(const scatter_call& call, const partition& of) {
  plan_head head;
  head.table_offset = call.table.offset;
  head.rows = call.at.rows;
  head.width = call.rows.width;
  head.columns = call.rows.columns;
  head.block_rows = of.block_rows;
  head.type = call.rows.type;
  head.reduction = call.rows.reduction;
  head.exclude_self = call.rows.exclude_self;
  head.accumulate = call.rows.accumulate;
  head.pieces = of.pieces.size();
  head.done = call.done.size();
  const std::size_t list = of.pieces.size() * sizeof(piece);
  std::vector<std::byte> made(sizeof head + list + call.done.size());
  std::memcpy(made.data(), &head, sizeof head);
  if (list != 0) std::memcpy(made.data() + sizeof head, of.pieces.data(), list);
  if (!call.done.empty()) std::memcpy(made.data() + sizeof head + list, call.done.data(), call.done.size());
  head.digest = digest_of(made.data() + before_digested, made.size() - before_digested);
  std::memcpy(made.data(), &head, sizeof head);
  return made;
}

bool read_plan(const std::vector<std::byte>& from, scatter_call& call, partition& of) {
  plan_head head;
  if (from.size() < sizeof head) return false;
  std::memcpy(&head, from.data(), sizeof head);
  const std::size_t rest = from.size() - sizeof head;
  if (head.is_plan != magic || head.done > rest || head.pieces != (rest - head.done) / sizeof(piece)) return false;
  if (head.digest != digest_of(from.data() + before_digested, from.size() - before_digested)) return false;
  call.table.offset = head.table_offset;
  call.at.rows = head.rows;
  call.rows = {head.type, head.width, head.columns, head.reduction, head.exclude_self, head.accumulate};
  of.block_rows = head.block_rows;
  of.pieces.resize(head.pieces);
  const std::size_t list = head.pieces * sizeof(piece);
  call.done.assign(reinterpret_cast<const char*>(from.data() + sizeof head + list), head.done);
  if (head.pieces != 0) std::memcpy(of.pieces.data(), from.data() + sizeof head, list);
  return true;
}

}  // namespace strew::engine::outofcore
