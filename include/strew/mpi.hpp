// Tables whose rows the ranks of an MPI communicator hold: gather and scatter with the bits of one call that has the
// positions of all ranks, in the order of the ranks. For any MPI from version 3 on; include it where <mpi.h> is found,
// and link with the program's MPI.
//
//   std::vector<double> mine(count * 3);  // this rank's rows
//   strew::mpi::table table(MPI_COMM_WORLD, strew::view(mine.data(), {count, 3}), strew::layout::blocks(rows, ranks));
//   table.scatter(nodes, forces, {.reduction = strew::reduction::add});
//   const auto halo = table.prepare_gather(neighbours);  // then only rows cross
//   halo.run(strew::view(values.data(), {neighbours.size(), 3}));
//
// All functions are collective: every rank of the communicator calls them, in the same order and with the same options.
// A bad index, or a rank whose arguments are refused, is the same error at every rank, before anything is written.
// docs/distributed.md says what is promised when a rank fails later.
#ifndef STREW_MPI_HPP
#define STREW_MPI_HPP

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "strew/exchange.hpp"
#include "strew/mpi/carrier.hpp"
#include "strew/mpi/communicator.hpp"
#include "strew/strew.hpp"

namespace STREW_NAMESPACE::mpi {

namespace detail {

// What all calls of a table share.
struct shared_table {
  communicator on;
  strew::layout rows_at;
  strew::view rows;
  std::uint64_t budget = 0;
  mailbox memory;
};

inline std::int64_t columns_of(std::span<const std::int64_t> extents) noexcept {
  std::int64_t columns = 1;
  for (std::size_t d = 1; d < extents.size(); ++d) columns *= extents[d];
  return columns;
}

inline error_record refused(std::string_view sentence, operand about = operand::none) noexcept {
  return error_record(status::attribute, sentence, "XC1", about);
}

// From the first byte of an operand to behind the last one.
struct byte_range {
  std::uintptr_t first = 0, last = 0;
};
template <class View>
byte_range bytes_of(const View& of, std::int64_t stride) noexcept {
  const auto extents = of.extents();
  const std::int64_t row = columns_of(extents) * static_cast<std::int64_t>(of.element_bytes());
  if (extents[0] == 0 || row == 0) return {};
  const std::int64_t far = (extents[0] - 1) * stride;
  const auto at = reinterpret_cast<std::uintptr_t>(of.data());
  return {at + static_cast<std::uintptr_t>(std::min<std::int64_t>(far, 0)),
          at + static_cast<std::uintptr_t>(std::max<std::int64_t>(far, 0) + row)};
}

// The rows of an operand: the distance from one to the next, whose elements lie side by side.
template <class View>
result<std::int64_t> try_row_stride(const View& of, const strew::view& like, operand about) {
  const auto extents = of.extents(), others = like.extents();
  if (extents.size() != others.size() || extents.empty())
    return refused("XC1: the rows have another number of dimensions than those of the table", about);
  for (std::size_t d = 1; d < extents.size(); ++d)
    if (extents[d] != others[d]) return refused("XC1: the rows have other extents than those of the table", about);
  if (of.dtype() != like.dtype() || of.element_bytes() != like.element_bytes())
    return refused("XC1: the rows have another element type than those of the table", about);
  auto bytes = static_cast<std::int64_t>(of.element_bytes());
  const auto strides = of.strides();
  for (std::size_t d = extents.size(); d-- > 1;) {
    if (extents[d] > 1 && strides[d] != bytes)
      return refused("XC1: the elements of a row do not lie side by side", about);
    bytes *= extents[d];
  }
  if (of.data() == nullptr && extents[0] != 0 && bytes != 0)
    return error_record(status::pointer, "PT1: the rows are null", "PT1", about);
  return extents[0] > 1 ? strides[0] : bytes;
}

inline exchange_call call_of(const shared_table& of, exchange_kind kind, dtype index_type) {
  exchange_call made;
  made.kind = kind;
  made.type = of.rows.dtype();
  made.element_bytes = made.type == dtype::opaque ? of.rows.element_bytes() : 0;
  made.columns = columns_of(of.rows.extents());
  made.index_type = index_type;
  made.budget = of.budget;
  return made;
}

// Tells all ranks what came of opening the exchange at this one. Every rank returns the same.
inline result<void> settle(const communicator& on, const exchange& opened, std::vector<strew_hello>& hellos) {
  std::vector<strew_hello> came(hellos.size());
  MPI_Request swapped = on.swap(hellos.data(), came.data());
  wait_for(swapped, [] {});
  return opened.try_settle(came);
}

// Opens an exchange, and agrees on it with the other ranks. `local`: a failure of this rank's operands.
inline result<exchange> begin(shared_table& of, const exchange_call& call, const options& with,
                              const std::optional<error_record>& local, const strew_tensor& indices,
                              const execution& run) {
  std::vector<strew_hello> hellos(of.on.size());
  result<exchange> made = local ? result<exchange>(*local) : exchange::try_make(of.rows_at, of.on.rank(), call, with);
  exchange opened;
  if (made) {
    opened = *std::move(made);
    // All ranks are told what it refuses.
    static_cast<void>(opened.try_open(indices, of.on.settled(run), hellos.data()));
  } else {
    strew_exchange_fail(&made.error().native(), hellos.size(), hellos.data());
  }
  if (const result<void> agreed = settle(of.on, opened, hellos); !agreed) return agreed.error();
  return opened;
}

}  // namespace detail

class table;

// A gather or a scatter with the same indices again and again: what crosses are rows, and nothing else from the second
// run on. It belongs to the table that has made it, and may outlive it. Movable.
class prepared {
 public:
  // Collective. A gather writes `rows`, [positions, the extents of a row]; a scatter reads them, and writes the table.
  result<void> try_run(const view& rows, const execution& with = {}) {
    return run_rows(rows.data(), detail::try_row_stride(rows, of_->rows, operand::updates), rows.extents(), with);
  }
  result<void> try_run(const const_view& rows, const execution& with = {}) {
    result<std::int64_t> stride = detail::try_row_stride(rows, of_->rows, operand::updates);
    if (is_gather_) stride = detail::refused("XC1: a gather writes rows, which are const here", operand::output);
    return run_rows(const_cast<void*>(rows.data()), stride, rows.extents(), with);
  }
#if STREW_HAS_EXCEPTIONS
  void run(const view& rows, const execution& with = {}) {
    try_run(rows, with).value();
  }
  void run(const const_view& rows, const execution& with = {}) {
    try_run(rows, with).value();
  }
#endif

 private:
  friend class table;
  prepared(std::shared_ptr<detail::shared_table> of, exchange opened, std::int64_t positions, bool is_gather)
      : of_(std::move(of)), opened_(std::move(opened)), positions_(positions), is_gather_(is_gather) {}

  result<void> run_rows(void* rows, const result<std::int64_t>& stride, std::span<const std::int64_t> extents,
                        const execution& with) {
    std::optional<error_record> local;
    if (has_run_) {
      if (const result<void> again = opened_.try_repeat(); !again) return again;
    }
    has_run_ = true;
    if (!stride) local = stride.error();
    if (!local && extents[0] != positions_)
      local = detail::refused("XC1: there are not as many rows as positions", operand::updates);
    const execution settled = of_->on.settled(with);
    detail::carrier messages(of_->on, opened_, of_->memory, of_->budget, settled);
    if (local) return messages.fail(*local);
    return messages.carry(table_rows(*of_, rows, *stride, positions_));
  }
  static strew_exchange_rows table_rows(const detail::shared_table& of, void* rows, std::int64_t stride,
                                        std::int64_t count) {
    strew_exchange_rows made = STREW_EXCHANGE_ROWS_INIT;
    made.table = of.rows.data();
    made.table_stride = *detail::try_row_stride(of.rows, of.rows, operand::data);
    made.rows = rows;
    made.row_stride = stride;
    made.row_count = static_cast<std::uint64_t>(count);
    return made;
  }

  std::shared_ptr<detail::shared_table> of_;
  exchange opened_;
  std::int64_t positions_;
  bool is_gather_;
  bool has_run_ = false;
};

class table {
 public:
  // Collective. `rows`: this rank's rows [rows of the rank, extents of a row], whose elements lie side by side; they
  // stay the caller's, and are written by scatters. `budget`: bytes of rows on the way to this rank and from it, which
  // bounds the memory of a call (docs/distributed.md); 0: a call has one round.
  static result<table> try_make(MPI_Comm communicator, const view& rows, const layout& rows_at,
                                std::uint64_t budget = 0) {
    if (detail::is_alone_among_others())
      return error_record(status::attribute,
                          "XC3: this program is a world of one rank, but its launcher has started more: it is the "
                          "launcher of another MPI",
                          "XC3");
    table made;
    return detail::with_memory(communicator, [&]() -> result<table> {
      made.of_ = std::make_shared<detail::shared_table>(
          detail::shared_table{detail::communicator(communicator), rows_at, rows, budget, {}});
      if (const result<void> agreed = made.try_agree(); !agreed) return agreed.error();
      return made;
    });
  }

  // Collective. out[i] = row indices[i] of the whole table; out: [positions, extents of a row]. One dimension of
  // indices.
  result<void> try_gather(const const_view& indices, const view& out, const options& with = {},
                          const execution& run = {}) {
    result<prepared> once = try_prepare(exchange_kind::gather, indices, with, run, false, local_rows(out, indices));
    if (!once) return once.error();
    return once->try_run(out, run);
  }
  // Collective. Row indices[i] of the whole table is combined with updates[i]: [positions, extents of a row].
  result<void> try_scatter(const const_view& indices, const const_view& updates, const options& with = {},
                           const execution& run = {}) {
    result<prepared> once =
        try_prepare(exchange_kind::scatter, indices, with, run, false, local_rows(updates, indices));
    if (!once) return once.error();
    return once->try_run(updates, run);
  }
  // Collective. The indices are read now, and no more.
  result<prepared> try_prepare_gather(const const_view& indices, const options& with = {}, const execution& run = {}) {
    return try_prepare(exchange_kind::gather, indices, with, run, true, std::nullopt);
  }
  result<prepared> try_prepare_scatter(const const_view& indices, const options& with = {}, const execution& run = {}) {
    return try_prepare(exchange_kind::scatter, indices, with, run, true, std::nullopt);
  }

  std::uint64_t ranks() const noexcept { return of_->on.size(); }
  std::uint64_t rank() const noexcept { return of_->on.rank(); }
  const layout& rows_at() const noexcept { return of_->rows_at; }

#if STREW_HAS_EXCEPTIONS
  table(MPI_Comm communicator, const view& rows, const layout& rows_at, std::uint64_t budget = 0)
      : table(try_make(communicator, rows, rows_at, budget).value()) {}
  void gather(const const_view& indices, const view& out, const options& with = {}, const execution& run = {}) {
    try_gather(indices, out, with, run).value();
  }
  void scatter(const const_view& indices, const const_view& updates, const options& with = {},
               const execution& run = {}) {
    try_scatter(indices, updates, with, run).value();
  }
  prepared prepare_gather(const const_view& indices, const options& with = {}, const execution& run = {}) {
    return try_prepare_gather(indices, with, run).value();
  }
  prepared prepare_scatter(const const_view& indices, const options& with = {}, const execution& run = {}) {
    return try_prepare_scatter(indices, with, run).value();
  }
#endif

 private:
  table() noexcept = default;

  // That all ranks have such a table: an exchange without positions.
  result<void> try_agree() {
    static const std::int64_t none = 0, step = 8;
    strew_tensor indices = STREW_TENSOR_INIT;
    indices.dtype = STREW_DTYPE_I64;
    indices.rank = 1;
    indices.extents = &none;
    indices.strides = &step;
    std::optional<error_record> local = local_table();
    const exchange_call call = local ? exchange_call() : detail::call_of(*of_, exchange_kind::gather, dtype::i64);
    const result<exchange> agreed = detail::begin(*of_, call, {}, local, indices, {});
    if (!agreed) return agreed.error();
    return {};
  }

  std::optional<error_record> local_table() const {
    if (of_->rows_at.ranks() != of_->on.size())
      return detail::refused("XC1: the layout has another number of ranks than the communicator");
    const result<std::int64_t> stride = detail::try_row_stride(of_->rows, of_->rows, operand::data);
    if (!stride) return stride.error();
    const result<std::int64_t> count = rows_here();
    if (!count) return count.error();
    if (of_->rows.extents()[0] == *count) return std::nullopt;
    return detail::refused("XC1: this rank does not have the rows that the layout gives it", operand::data);
  }
  // As many as the layout says.
  result<std::int64_t> rows_here() const {
    std::int64_t count = 0;
    return strew::detail::attempt([&](strew_error* failure) {
             return strew_layout_rows(&of_->rows_at.native(), of_->on.rank(), &count, failure);
           })
        .transform([&] { return count; });
  }

  template <class View>
  std::optional<error_record> local_rows(const View& rows, const const_view& indices) const {
    const result<std::int64_t> stride = detail::try_row_stride(rows, of_->rows, operand::updates);
    if (!stride) return stride.error();
    if (indices.rank() == 1 && indices.extents()[0] != rows.extents()[0])
      return detail::refused("XC1: there are not as many rows as positions", operand::updates);
    const result<std::int64_t> table_stride = detail::try_row_stride(of_->rows, of_->rows, operand::data);
    const detail::byte_range mine = detail::bytes_of(of_->rows, *table_stride),
                             theirs = detail::bytes_of(rows, *stride);
    if (mine.first < theirs.last && theirs.first < mine.last)
      return error_record(status::overlap, "OV1: the rows overlap the table", "OV1", operand::updates);
    return std::nullopt;
  }

  result<prepared> try_prepare(exchange_kind kind, const const_view& indices, const options& with, const execution& run,
                               bool keeps_routes, const std::optional<error_record>& local) {
    exchange_call call = detail::call_of(*of_, kind, indices.dtype());
    call.keeps_routes = keeps_routes;
    result<exchange> opened = detail::with_memory(
        of_->on.get(), [&] { return detail::begin(*of_, call, with, local, indices.native(), run); });
    if (!opened) return opened.error();
    return prepared(of_, *std::move(opened), indices.extents()[0], kind == exchange_kind::gather);
  }

  std::shared_ptr<detail::shared_table> of_;
};

}  // namespace STREW_NAMESPACE::mpi

#endif
