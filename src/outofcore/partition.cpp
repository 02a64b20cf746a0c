#include "outofcore/partition.hpp"

#include <algorithm>
#include <limits>

#include "outofcore/bytes_at.hpp"

namespace strew::engine::outofcore {
namespace {

using exchange::row_layout;

// Of the memory a half is for a block of the table with what a reduction keeps, a quarter for updates on the way.
class divider {
 public:
  divider(const scatter_call& call, int runs, const hooks& with, partition& made)
      : call_(call),
        runs_(runs),
        with_(with),
        made_(made),
        run_(with.execution()),
        index_bytes_(strew_dtype_bytes(call.at.type)) {}

  outcome divide() {
    if (auto bad = plan_blocks()) return bad;
    if (auto bad = validate()) return bad;
    for (std::uint64_t first = 0; first < call_.positions; first += chunk_) {
      if (with_.is_stopped()) return of_rule(stopped());
      const std::uint64_t count = std::min(chunk_, call_.positions - first);
      if (auto bad = divide_chunk(first, count)) return bad;
      if (with_.advance != nullptr) with_.advance(with_.context, first + count, call_.positions);
    }
    std::stable_sort(made_.pieces.begin(), made_.pieces.end(),
                     [](const piece& left, const piece& right) { return left.block < right.block; });
    return {};
  }

 private:
  static failure stopped() { return fail(rule::CN1, operand::none, "it was stopped before anything was written"); }

  outcome plan_blocks() {
    const exchange::row_side one{nullptr, 1, call_.rows.bytes()};
    std::uint64_t state = 0;
    if (auto bad = exchange::row_writer(call_.rows).check({one, one, 1}, state)) return of_rule(*std::move(bad));
    const auto row = static_cast<std::uint64_t>(std::max<std::int64_t>(call_.rows.bytes(), 1));
    constexpr std::uint64_t most_rows = std::numeric_limits<std::uint32_t>::max();
    const std::uint64_t fit = std::clamp<std::uint64_t>(call_.memory / 2 / (row + state), 1, most_rows);
    made_.block_rows = static_cast<std::int64_t>(fit);
    chunk_ = std::clamp<std::uint64_t>(call_.memory / 4 / (2 * row + 32), 1, std::uint64_t{1} << 24U);
    const std::int64_t blocks = call_.at.rows / made_.block_rows + (call_.at.rows % made_.block_rows != 0 ? 1 : 0);
    std::vector<std::int64_t> starts;
    for (std::int64_t block = 0; block <= std::max<std::int64_t>(blocks, 1); ++block)
      starts.push_back(std::min(block * made_.block_rows, call_.at.rows));
    strew_layout layout = STREW_LAYOUT_INIT;
    layout.rows = call_.at.rows;
    layout.ranks = starts.size() - 1;
    layout.starts = starts.data();
    auto read = row_layout::of(layout);
    if (!read) return of_rule(std::move(read).error());
    blocks_ = *std::move(read);
    return {};
  }

  // Indices of some positions, as a tensor.
  outcome read_indices(std::uint64_t first, std::uint64_t count, strew_tensor& made) {
    indices_.resize(count * index_bytes_);
    extent_ = static_cast<std::int64_t>(count);
    made = STREW_TENSOR_INIT;
    made.dtype = call_.at.type;
    made.rank = 1;
    made.extents = &extent_;
    made.strides = nullptr;
    made.data = indices_.data();
    return read_at(call_.indices.file, call_.indices.offset + first * index_bytes_, indices_.data(), indices_.size());
  }

  // All of them, before anything is written.
  outcome validate() {
    exchange::bad_positions all;
    constexpr std::uint64_t at_once = std::uint64_t{1} << 20U;
    const std::uint64_t step = std::clamp<std::uint64_t>(call_.memory / 64, 1, at_once);
    for (std::uint64_t first = 0; first < call_.positions || first == 0; first += step) {
      if (with_.is_stopped()) return of_rule(stopped());
      strew_tensor some;
      if (auto bad = read_indices(first, std::min(step, call_.positions - first), some)) return bad;
      exchange::placed_positions read;
      exchange::bad_positions found;
      if (auto bad = read.make(some, call_.at, blocks_, &run_, found)) return of_rule(*std::move(bad));
      if (all.count == 0 && found.count != 0) all = {0, first + found.first, found.value};
      all.count += found.count;
      if (call_.positions == 0) break;
    }
    if (all.count == 0) return {};
    return of_rule(exchange::index_failure(call_.at, call_.positions, all));
  }

  struct placed {
    std::uint64_t block;
    std::uint32_t place, position;
  };

  outcome divide_chunk(std::uint64_t first, std::uint64_t count) {
    strew_tensor some;
    if (auto bad = read_indices(first, count, some)) return bad;
    exchange::placed_positions read;
    exchange::bad_positions found;
    if (auto bad = read.make(some, call_.at, blocks_, &run_, found)) return of_rule(*std::move(bad));
    if (found.count != 0)
      return of_rule(fail(rule::XC1, operand::indices, "they were changed after they had been validated"));
    std::vector<placed> all;
    all.reserve(count);
    if (auto bad = read.for_each([&](std::uint64_t block, std::uint32_t place, std::uint32_t position) {
          all.push_back({block, place, position});
        }))
      return of_rule(*std::move(bad));
    std::stable_sort(all.begin(), all.end(),
                     [](const placed& left, const placed& right) { return left.block < right.block; });
    const auto row = static_cast<std::uint64_t>(call_.rows.bytes());
    rows_.resize(count * row);
    if (auto bad = read_at(call_.updates.file, call_.updates.offset + first * row, rows_.data(), rows_.size()))
      return bad;
    for (std::size_t n = 0; n < all.size();) {
      std::size_t last = n;
      while (last < all.size() && all[last].block == all[n].block) ++last;
      if (auto bad = append(all.data() + n, last - n, count)) return bad;
      n = last;
    }
    return {};
  }

  outcome append(const placed* some, std::size_t count, std::uint64_t all) {
    const auto row = static_cast<std::uint64_t>(call_.rows.bytes());
    std::vector<std::uint32_t> places, positions;
    piece made{some->block, end_, count, some->place, some->place};
    for (std::size_t n = 0; n < count; ++n) {
      places.push_back(some[n].place);
      positions.push_back(some[n].position);
      made.first = std::min(made.first, some[n].place);
      made.last = std::max(made.last, some[n].place);
    }
    sorted_.resize(count * (row + sizeof(std::uint32_t)));
    std::byte* const to = sorted_.data() + count * sizeof(std::uint32_t);
    std::copy_n(reinterpret_cast<const std::byte*>(places.data()), count * sizeof(std::uint32_t), sorted_.data());
    const auto rows = static_cast<std::int64_t>(count);
    const exchange::row_move move{{to, rows, call_.rows.bytes()},
                                  {rows_.data(), static_cast<std::int64_t>(all), call_.rows.bytes(), positions.data()},
                                  rows};
    if (auto bad = exchange::move_rows(call_.rows, move, &run_)) return of_rule(*std::move(bad));
    made_.pieces.push_back(made);
    end_ += sorted_.size();
    return write_at(runs_, made.offset, sorted_.data(), sorted_.size());
  }

  const scatter_call& call_;
  int runs_;
  const hooks& with_;
  partition& made_;
  strew_execution run_;
  std::uint64_t index_bytes_;
  std::uint64_t chunk_ = 1;  // positions
  std::uint64_t end_ = 0;    // of the file of runs
  row_layout blocks_;
  std::int64_t extent_ = 0;
  std::vector<std::byte> indices_, rows_, sorted_;
};

}  // namespace

outcome divide(const scatter_call& call, int runs, const hooks& with, partition& made) {
  return divider(call, runs, with, made).divide();
}

}  // namespace strew::engine::outofcore
