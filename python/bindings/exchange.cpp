#include "exchange.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "call_spec.hpp"
#include "execution.hpp"
#include "failure.hpp"
#include "operand.hpp"
#include "option_values.hpp"
#include "policy.hpp"
#include "strew/cells.h"
#include "strew/exchange.h"

namespace strew::python {
namespace {

// Which rank holds a row, as strew/distributed.py has put it into arrays of int64.
struct row_holders {
  nb::object starts, owners, places, sizes;  // None where the layout has none
  std::vector<std::int64_t> numbers;         // starts, or sizes
  operand owner{"data"}, place{"data"};

  static void locate(void* self, std::int64_t row, std::uint64_t* rank, std::int64_t* place) {
    const auto& of = *static_cast<const row_holders*>(self);
    *rank = static_cast<std::uint64_t>(static_cast<const std::int64_t*>(of.owner.view().data)[row]);
    *place = static_cast<const std::int64_t*>(of.place.view().data)[row];
  }
  void read_numbers(const nb::object& from) {
    operand given("data");
    given.read(from);
    const auto* const first = static_cast<const std::int64_t*>(given.view().data);
    numbers.assign(first, first + given.view().extents[0]);
  }
};

// What a round moves: this rank's rows of the table, and those of its positions.
struct moved_rows {
  operand table{"data"}, rows{"updates"};

  moved_rows(nb::handle given_table, nb::handle given_rows, bool is_gather) {
    if (is_gather) {
      table.read(given_table);
      rows.read_output(given_rows);
    } else {
      table.read_output(given_table);
      rows.read(given_rows, &table);
    }
  }
  [[nodiscard]] strew_exchange_rows native() const {
    strew_exchange_rows made = STREW_EXCHANGE_ROWS_INIT;
    made.table = table.view().data;
    made.table_stride = stride_of(table.view());
    made.rows = rows.view().data;
    made.row_stride = stride_of(rows.view());
    made.row_count = static_cast<std::uint64_t>(rows.view().extents[0]);
    return made;
  }
  static std::int64_t stride_of(const strew_tensor& view) {
    if (view.extents[0] > 1 && view.strides != nullptr) return view.strides[0];
    std::int64_t bytes = static_cast<std::int64_t>(bytes_of(view));
    return view.extents[0] > 1 ? bytes / view.extents[0] : bytes;
  }
};

class buffer {
 public:
  buffer(nb::handle from, bool is_written) {
    if (PyObject_GetBuffer(from.ptr(), &held_, is_written ? PyBUF_WRITABLE : PyBUF_SIMPLE) != 0) raise_set();
  }
  buffer(const buffer&) = delete;
  buffer& operator=(const buffer&) = delete;
  ~buffer() { PyBuffer_Release(&held_); }
  [[nodiscard]] void* data() const { return held_.buf; }
  [[nodiscard]] std::uint64_t size() const { return static_cast<std::uint64_t>(held_.len); }

 private:
  Py_buffer held_{};
};

strew_error record_of(const std::string& rule) {
  strew_error made = STREW_ERROR_INIT;
  std::strncpy(made.rule, rule.c_str(), sizeof made.rule - 1);
  return made;
}

nb::bytes hello_bytes(const std::vector<strew_hello>& hellos) {
  return nb::bytes(reinterpret_cast<const char*>(hellos.data()), hellos.size() * sizeof(strew_hello));
}

std::vector<strew_hello> hellos_of(const nb::bytes& given) {
  std::vector<strew_hello> made(given.size() / sizeof(strew_hello));
  std::memcpy(made.data(), given.c_str(), made.size() * sizeof(strew_hello));
  return made;
}

// Of a rank that cannot take part: rule names what it has broken.
nb::bytes failed_hellos(const std::string& rule, std::uint64_t ranks) {
  std::vector<strew_hello> made(ranks);
  const strew_error cause = record_of(rule);
  strew_exchange_fail(&cause, ranks, made.data());
  return hello_bytes(made);
}

// What ranks without an exchange conclude from the hellos, which tell of a failure.
void settle_failed(const nb::bytes& given) {
  const std::vector<strew_hello> hellos = hellos_of(given);
  empty_record record;
  if (strew_exchange_settle(nullptr, hellos.size(), hellos.data(), &record) != STREW_STATUS_OK) raise(record);
}

// The row of a table that each index addresses, -1 where it is skipped or bad, into an array of int64.
void rows_of_indices(nb::handle indices, std::int64_t rows, nb::handle out_of_bounds, nb::handle negative_indices,
                     nb::handle out) {
  operand at("indices"), made("output");
  at.read(indices);
  made.read_output(out);
  const std::int64_t extents[2] = {rows, 0}, found[2] = {at.view().extents[0], 0};
  strew_tensor table = STREW_TENSOR_INIT, empty = STREW_TENSOR_INIT;
  table.dtype = empty.dtype = STREW_DTYPE_U8;
  table.rank = empty.rank = 2;
  table.extents = extents;
  empty.extents = found;
  strew_operator op = STREW_OPERATOR_INIT;
  op.kind = STREW_OPERATOR_GATHER;
  call_spec spec;
  read_policy(spec, out_of_bounds, negative_indices);
  strew_plan* plan = nullptr;
  empty_record record;
  if (strew_plan_make(&op, &table, &at.view(), nullptr, &empty, &spec.options, &plan, &record) != STREW_STATUS_OK)
    raise(record);
  const std::unique_ptr<strew_plan, void (*)(strew_plan*)> owned(plan, strew_plan_destroy);
  static_assert(STREW_NO_CELL == static_cast<std::uint64_t>(-1));
  const strew_status status = run(execution_settings{}, bytes_of(made.view()), [&](strew_execution& with) {
    return strew_plan_cells(plan, at.view().data, 0, static_cast<std::uint64_t>(found[0]),
                            static_cast<std::uint64_t*>(made.view().data), &with, &record);
  });
  if (status != STREW_STATUS_OK) raise(record);
}

class rank_exchange {
 public:
  rank_exchange(const nb::object& layout, std::uint64_t rank, nb::handle table, nb::handle indices, bool is_gather,
                const nb::object& options, bool keeps_routes, std::uint64_t budget, nb::handle threads)
      : is_gather_(is_gather) {
    settings_.threads = read_threads(threads);
    operand row("data"), at("indices");
    row.read(table);
    at.read(indices);
    strew_exchange_call call = STREW_EXCHANGE_CALL_INIT;
    call.kind = is_gather ? STREW_EXCHANGE_GATHER : STREW_EXCHANGE_SCATTER;
    call.dtype = row.view().dtype;
    call.element_bytes = row.view().dtype == STREW_DTYPE_OPAQUE ? row.view().element_bytes : 0;
    call.columns = 1;
    for (std::uint64_t d = 1; d < row.view().rank; ++d) call.columns *= row.view().extents[d];
    call.index_dtype = at.view().dtype;
    call.keeps_routes = keeps_routes ? 1 : 0;
    call.combines = 1;
    call.budget = budget;
    const strew_layout native = read_layout(layout);
    call_spec spec;
    read_options(spec, options);
    strew_exchange* made = nullptr;
    empty_record record;
    if (strew_exchange_create(&native, rank, &call, &spec.options, &made, &record) != STREW_STATUS_OK) raise(record);
    made_.reset(made);
    ranks_ = native.ranks;
  }

  // Hellos, and None or the number of the rule that the indices have broken, which the hellos tell.
  nb::bytes open(nb::handle indices) const {
    operand at("indices");
    at.read(indices);
    std::vector<strew_hello> hellos(ranks_);
    empty_record record;
    const strew_status status = run(settings_, bytes_of(at.view()), [&](strew_execution& with) {
      return strew_exchange_open(get(), &at.view(), &with, hellos.data(), &record);
    });
    if (status == STREW_STATUS_CANCELLED) raise(record);
    return hello_bytes(hellos);
  }
  void settle(const nb::bytes& given) const {
    const std::vector<strew_hello> hellos = hellos_of(given);
    check([&](strew_error* record) { return strew_exchange_settle(get(), hellos.size(), hellos.data(), record); });
  }
  [[nodiscard]] std::uint64_t rounds() const { return strew_exchange_rounds(get()); }
  [[nodiscard]] nb::tuple counts() const {
    std::vector<std::uint64_t> sent(ranks_), received(ranks_);
    check([&](strew_error* record) { return strew_exchange_counts(get(), sent.data(), received.data(), record); });
    return nb::make_tuple(sent, received);
  }
  void pack(std::uint64_t rank, nb::handle table, nb::handle rows, nb::handle to) const {
    const moved_rows moved(table, rows, is_gather_);
    const buffer memory(to, true);
    const strew_exchange_rows native = moved.native();
    empty_record record;
    const strew_status status = run(settings_, memory.size(), [&](strew_execution& with) {
      return strew_exchange_pack(get(), rank, &native, &with, memory.data(), &record);
    });
    if (status != STREW_STATUS_OK) raise(record);
  }
  // `from`: None where nothing came.
  void take(std::uint64_t rank, nb::handle table, nb::handle rows, nb::handle from) const {
    const moved_rows moved(table, rows, is_gather_);
    std::unique_ptr<buffer> memory;
    if (!from.is_none()) memory = std::make_unique<buffer>(from, false);
    const strew_exchange_rows native = moved.native();
    empty_record record;
    const std::uint64_t size = memory != nullptr ? memory->size() : bytes_of(moved.rows.view());
    const strew_status status = run(settings_, size, [&](strew_execution& with) {
      return strew_exchange_take(get(), rank, &native, &with, memory != nullptr ? memory->data() : nullptr, &record);
    });
    if (status != STREW_STATUS_OK) raise(record);
  }
  void repeat() const {
    check([&](strew_error* record) { return strew_exchange_repeat(get(), record); });
  }
  void give_up() const { strew_exchange_give_up(get()); }
  [[nodiscard]] std::string explain() const {
    std::string text(strew_exchange_explain(get(), nullptr, 0), '\0');
    strew_exchange_explain(get(), text.data(), text.size() + 1);
    return text;
  }

 private:
  [[nodiscard]] strew_exchange* get() const { return made_.get(); }

  template <class Call>
  void check(const Call& call) const {
    empty_record record;
    if (call(&record) != STREW_STATUS_OK) raise(record);
  }

  // (rows, ranks, starts, width, owners, places, sizes): None or 0 where the layout has none.
  strew_layout read_layout(const nb::object& given) {
    strew_layout made = STREW_LAYOUT_INIT;
    made.rows = nb::cast<std::int64_t>(given[0]);
    made.ranks = nb::cast<std::uint64_t>(given[1]);
    made.width = nb::cast<std::int64_t>(given[3]);
    holders_ = std::make_unique<row_holders>();
    if (made.width != 0) made.kind = STREW_LAYOUT_CYCLES;
    if (!given[2].is_none()) {
      holders_->read_numbers(nb::object(given[2]));
      made.starts = holders_->numbers.data();
    }
    if (given[4].is_none()) return made;
    made.kind = STREW_LAYOUT_LOCATE;
    holders_->owners = given[4];
    holders_->places = given[5];
    holders_->owner.read(holders_->owners);
    holders_->place.read(holders_->places);
    holders_->read_numbers(nb::object(given[6]));
    made.sizes = holders_->numbers.data();
    made.locate = row_holders::locate;
    made.self = holders_.get();
    return made;
  }

  // (reduction, include_self, out_of_bounds, negative_indices, accumulate)
  void read_options(call_spec& spec, const nb::object& given) const {
    const nb::object of_bounds = given[2], negative = given[3];
    if (is_gather_) {
      read_policy(spec, of_bounds, negative);
      return;
    }
    const nb::object reduction = given[0], include_self = given[1], accumulate = given[4], allow = word("allow");
    const nb::object ordered = nb::bool_(true);
    read_scatter(spec, {reduction, include_self, of_bounds, negative, allow, ordered, accumulate});
  }

  struct destroy {
    void operator()(strew_exchange* one) const { strew_exchange_destroy(one); }
  };

  bool is_gather_;
  execution_settings settings_;
  std::uint64_t ranks_ = 0;
  std::unique_ptr<row_holders> holders_;
  std::unique_ptr<strew_exchange, destroy> made_;
};

nb::object make_exchange(const nb::object& layout, std::uint64_t rank, nb::handle table, nb::handle indices,
                         bool is_gather, const nb::object& options, bool keeps_routes, std::uint64_t budget,
                         nb::handle threads) {
  return nb::cast(
      std::make_unique<rank_exchange>(layout, rank, table, indices, is_gather, options, keeps_routes, budget, threads));
}

}  // namespace

void add_exchange(nb::module_& module) {
  nb::class_<rank_exchange>(module, "_Exchange", "One rank's part of an exchange of rows: strew/distributed.py.")
      .def("open", &rank_exchange::open, nb::arg("indices"), "The hellos for all ranks, 64 bytes each.")
      .def("settle", &rank_exchange::settle, nb::arg("hellos"), "Reads the hellos of all ranks.")
      .def_prop_ro("rounds", &rank_exchange::rounds, "Rounds that are known to be left.")
      .def("counts", &rank_exchange::counts, "The bytes of the next round to each rank, and from each.")
      .def("pack", &rank_exchange::pack, nb::arg("rank"), nb::arg("table"), nb::arg("rows"), nb::arg("to"),
           "Writes what goes to a rank.")
      .def("take", &rank_exchange::take, nb::arg("rank"), nb::arg("table"), nb::arg("rows"), nb::arg("from_").none(),
           "Takes what came from a rank.")
      .def("repeat", &rank_exchange::repeat, "The same call again, with other rows.")
      .def("give_up", &rank_exchange::give_up, "Moves no more rows.")
      .def("explain", &rank_exchange::explain, "One line.");
  module.def("_exchange", &make_exchange, nb::arg("layout"), nb::arg("rank"), nb::arg("table"), nb::arg("indices"),
             nb::arg("is_gather"), nb::arg("options"), nb::arg("keeps_routes"), nb::arg("budget"),
             nb::arg("threads").none(), "One rank's part of an exchange.");
  module.def("_rows_of_indices", &rows_of_indices, "The row that each index addresses, or -1.");
  module.def("_failed_hellos", &failed_hellos, nb::arg("rule"), nb::arg("ranks"),
             "Hellos of a rank that cannot take part.");
  module.def("_settle_failed", &settle_failed, nb::arg("hellos"), "Raises what the hellos tell.");
}

}  // namespace strew::python
