#include "outofcore/new_file.hpp"

#include <algorithm>

#include "outofcore/blocks.hpp"
#include "outofcore/bytes_at.hpp"
#include "outofcore/partition.hpp"

namespace strew::engine::outofcore {
namespace {

// The rows of one file, but for those that are written anew.
class copier {
 public:
  copier(const array_file& from, const array_file& to, std::uint64_t memory)
      : from_(from), to_(to), memory_(std::clamp<std::uint64_t>(memory, 4096, std::uint64_t{8} << 20U)) {}

  outcome copy_to(std::uint64_t offset) {
    for (std::uint64_t count = 0; done_ < offset; done_ += count) {
      count = std::min<std::uint64_t>(memory_.size(), offset - done_);
      if (auto bad = read_at(from_.file, from_.offset + done_, memory_.data(), count)) return bad;
      if (auto bad = write_through_at(to_.file, to_.offset + done_, memory_.data(), count)) return bad;
    }
    return {};
  }
  outcome write(const new_rows& made) {
    if (auto bad = copy_to(made.offset)) return bad;
    done_ = made.offset + made.size;
    return write_through_at(to_.file, to_.offset + made.offset, made.bytes, made.size);
  }

 private:
  const array_file& from_;
  const array_file& to_;
  std::vector<std::byte> memory_;
  std::uint64_t done_ = 0;
};

}  // namespace

outcome scatter_to_new(const scatter_call& call, int runs, const array_file& out, const hooks& with) {
  partition divided;
  if (auto bad = divide(call, runs, with, divided)) return bad;
  copier rows(call.table, out, call.memory / 8);
  if (auto bad = for_each_block(call, divided, runs, 0, with, [&](const new_rows& made) { return rows.write(made); }))
    return bad;
  return rows.copy_to(static_cast<std::uint64_t>(call.at.rows) * static_cast<std::uint64_t>(call.rows.bytes()));
}

}  // namespace strew::engine::outofcore
