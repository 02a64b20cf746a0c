// Exchanges of rows between ranks.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

#include "api/guarded.hpp"
#include "api/text.hpp"
#include "exchange/exchange.hpp"
#include "strew/exchange.h"

struct strew_exchange {
  strew_exchange(strew::engine::exchange::row_layout layout, std::uint64_t rank,
                 const strew::engine::exchange::exchange_call& call)
      : value(std::move(layout), rank, call) {}
  strew::engine::exchange::exchange value;
};

namespace strew::engine::api {
namespace {

using exchange::exchange_call;

status read_call(const strew_exchange_call& given, const strew_options* options, exchange_call& made) {
  if (given.kind != STREW_EXCHANGE_GATHER && given.kind != STREW_EXCHANGE_SCATTER)
    return fail(rule::XC1, operand::none, "the kind of exchange is {}, outside [1, 2]", given.kind);
  if (given.columns < 0) return fail(rule::XC1, operand::none, "rows have {} columns", given.columns);
  made.is_scatter = given.kind == STREW_EXCHANGE_SCATTER;
  if (options != nullptr) made.options = *options;
  if (made.options.duplicates != STREW_DUPLICATES_ALLOW)
    return fail(rule::XC1, operand::none, "an exchange does not look for duplicates");
  if (made.options.out_of_bounds == STREW_OOB_FILL)
    return fail(rule::XC1, operand::none, "an exchange does not fill what is out of bounds");
  const std::uint64_t width = given.dtype == STREW_DTYPE_OPAQUE ? given.element_bytes : strew_dtype_bytes(given.dtype);
  constexpr std::uint64_t most = std::uint64_t{1} << 40U;  // so that the bytes of a row are a number
  if (width == 0 || width > most)
    return fail(rule::TY1, operand::none, "element type {} has {} bytes", std::int64_t{given.dtype}, width);
  if (static_cast<std::uint64_t>(given.columns) > most / width)
    return fail(rule::XC1, operand::none, "rows of {} columns of {} bytes are too wide", given.columns, width);
  made.rows = {given.dtype,
               static_cast<std::int64_t>(width),
               given.columns,
               made.is_scatter ? made.options.reduction : std::int32_t{STREW_REDUCTION_NONE},
               made.is_scatter && made.options.exclude_self != 0 ? 1 : 0,
               made.options.accumulate};
  tensor row;
  row.width = made.rows.width;
  if (auto bad = to_options(options, row).invalid) return bad;
  made.index_type = given.index_dtype;
  made.keeps_routes = given.keeps_routes != 0;
  made.combines = given.combines != 0;
  made.budget = given.budget;
  return {};
}

status check_rank(std::uint64_t rank, std::uint64_t ranks) {
  if (rank < ranks) return {};
  return fail(rule::XC1, operand::none, "rank {} is outside [0, {}]", rank, ranks - 1);
}

status make_exchange(const strew_layout& layout, std::uint64_t rank, const strew_exchange_call& call,
                     const strew_options* options, std::unique_ptr<strew_exchange>& made) {
  auto rows = exchange::row_layout::of(layout);
  if (!rows) return rows.error();
  if (auto bad = check_rank(rank, layout.ranks)) return bad;
  exchange_call read;
  if (auto bad = read_call(call, options, read)) return bad;
  made = std::make_unique<strew_exchange>(*std::move(rows), rank, read);
  return made->value.check();
}

// Every rank waits for these.
void tell(const strew_error& cause, std::uint64_t ranks, strew_hello* hellos) {
  const rule broken = failure_of(cause).number;
  for (std::uint64_t r = 0; r < ranks; ++r) hellos[r] = exchange::hello_of(broken);
}

}  // namespace
}  // namespace strew::engine::api

using namespace strew::engine;  // NOLINT(google-build-using-namespace): the functions below are the C side of this
                                // namespace

strew_status strew_layout_rows(const strew_layout* layout, std::uint64_t rank, std::int64_t* rows, strew_error* error) {
  return api::guarded(error, [&]() -> status {
    if (layout == nullptr) return api::missing("layout");
    if (auto bad = api::check_struct(layout)) return bad;
    if (rows == nullptr) return api::missing("place for the number of rows");
    const auto read = exchange::row_layout::of(*layout);
    if (!read) return read.error();
    if (auto bad = api::check_rank(rank, layout->ranks)) return bad;
    *rows = read->rows_of(rank);
    return {};
  });
}

strew_status strew_exchange_create(const strew_layout* layout, std::uint64_t rank, const strew_exchange_call* call,
                                   const strew_options* options, strew_exchange** exchange, strew_error* error) {
  return api::guarded(error, [&]() -> status {
    if (exchange == nullptr) return api::missing("place for the exchange");
    *exchange = nullptr;
    if (layout == nullptr) return api::missing("layout");
    if (auto bad = api::check_struct(layout)) return bad;
    if (call == nullptr) return api::missing("call");
    if (auto bad = api::check_struct(call)) return bad;
    if (auto bad = api::check_struct(options)) return bad;
    std::unique_ptr<strew_exchange> made;
    if (auto bad = api::make_exchange(*layout, rank, *call, options, made)) return bad;
    *exchange = made.release();
    return {};
  });
}

void strew_exchange_destroy(strew_exchange* exchange) {
  delete exchange;
}

strew_status strew_exchange_open(strew_exchange* exchange, const strew_tensor* indices,
                                 const strew_execution* execution, strew_hello* hellos, strew_error* error) {
  if (exchange == nullptr || hellos == nullptr)
    return api::guarded(error, [&]() -> status { return api::missing(exchange == nullptr ? "exchange" : "hellos"); });
  strew_error own = STREW_ERROR_INIT;
  strew_error& told = error == nullptr ? own : *error;
  const strew_status status = api::guarded(&told, [&]() -> strew::engine::status {
    if (indices == nullptr) return api::missing("tensor of the indices");
    if (auto bad = api::check_struct(indices, operand::indices)) return bad;
    if (auto bad = api::check_run(execution)) return bad;
    return exchange->value.open(*indices, execution, hellos);
  });
  if (status != STREW_STATUS_OK) api::tell(told, exchange->value.ranks(), hellos);
  return status;
}

void strew_exchange_fail(const strew_error* cause, std::uint64_t ranks, strew_hello* hellos) {
  const strew_error unknown = STREW_ERROR_INIT;
  if (hellos != nullptr) api::tell(cause == nullptr ? unknown : *cause, ranks, hellos);
}

strew_status strew_exchange_settle(strew_exchange* exchange, std::uint64_t ranks, const strew_hello* hellos,
                                   strew_error* error) {
  return api::guarded(error, [&]() -> status {
    if (hellos == nullptr) return api::missing("list of hellos");
    if (exchange != nullptr && ranks != exchange->value.ranks())
      return fail(rule::XC2, operand::none, "there are hellos of {} ranks, not {}", ranks, exchange->value.ranks());
    if (exchange != nullptr) return exchange->value.settle(hellos);
    if (auto bad = strew::engine::exchange::agreement().read(hellos, ranks)) return bad;
    return fail(rule::XC2, operand::none, "there is no exchange, and no rank has failed");
  });
}

std::uint64_t strew_exchange_rounds(const strew_exchange* exchange) {
  return exchange == nullptr ? 0 : exchange->value.rounds();
}

strew_status strew_exchange_counts(const strew_exchange* exchange, std::uint64_t* sent, std::uint64_t* received,
                                   strew_error* error) {
  return api::guarded(error, [&]() -> status {
    if (exchange == nullptr) return api::missing("exchange");
    if (sent == nullptr || received == nullptr) return api::missing("list of counts");
    return exchange->value.counts(sent, received);
  });
}

strew_status strew_exchange_pack(strew_exchange* exchange, std::uint64_t rank, const strew_exchange_rows* rows,
                                 const strew_execution* execution, void* to, strew_error* error) {
  return api::guarded(error, [&]() -> status {
    if (exchange == nullptr) return api::missing("exchange");
    if (rows == nullptr) return api::missing("rows");
    if (auto bad = api::check_struct(rows)) return bad;
    if (auto bad = api::check_run(execution)) return bad;
    return exchange->value.pack(rank, *rows, execution, static_cast<std::byte*>(to));
  });
}

strew_status strew_exchange_take(strew_exchange* exchange, std::uint64_t rank, const strew_exchange_rows* rows,
                                 const strew_execution* execution, const void* from, strew_error* error) {
  return api::guarded(error, [&]() -> status {
    if (exchange == nullptr) return api::missing("exchange");
    if (rows == nullptr) return api::missing("rows");
    if (auto bad = api::check_struct(rows)) return bad;
    if (auto bad = api::check_run(execution)) return bad;
    return exchange->value.take(rank, *rows, execution, static_cast<const std::byte*>(from));
  });
}

void strew_exchange_give_up(strew_exchange* exchange) {
  if (exchange != nullptr) exchange->value.give_up();
}

strew_status strew_exchange_repeat(strew_exchange* exchange, strew_error* error) {
  return api::guarded(error, [&]() -> status {
    if (exchange == nullptr) return api::missing("exchange");
    return exchange->value.repeat();
  });
}

std::size_t strew_exchange_explain(const strew_exchange* exchange, char* text, std::size_t capacity) {
  return api::text_or_empty(text, capacity,
                            [&] { return exchange == nullptr ? std::string() : exchange->value.explain(); });
}
