// The functions of exchanges: a mean at one rank, with two positions at one row.
#pragma once

#include <strew/exchange.h>

#include "calls/fp_calls.hpp"

namespace strew::testing {

class exchange_of_all {
 public:
  explicit exchange_of_all(call_log& to) : log(to) {
    table_.set({largest_bits, one_bits, tiny_bits, signalling_bits, one_bits});
    updates_.set({largest_bits, half_unit_bits, tiny_bits, one_bits, signalling_bits, half_unit_bits});
    indices_.set({1, 3, 1});
  }

  void all() {
    strew_exchange* made = create();
    const strew_tensor indices = indices_.view();
    strew_hello hello;
    NOTED(strew_exchange_fail, &error_, 1, &hello);
    NOTED(strew_exchange_open, made, &indices, nullptr, &hello, &error_);
    NOTED(strew_exchange_settle, made, 1, &hello, &error_);
    rounds(made);
    NOTED(strew_exchange_repeat, made, &error_);
    rounds(made);
    NOTED(strew_exchange_give_up, made);
    NOTED(strew_exchange_explain, made, nullptr, 0);
    NOTED(strew_exchange_destroy, made);
  }

 private:
  strew_exchange* create() {
    strew_layout layout = STREW_LAYOUT_INIT;
    layout.rows = 4;
    layout.ranks = 1;
    strew_exchange_call call = STREW_EXCHANGE_CALL_INIT;
    call.kind = STREW_EXCHANGE_SCATTER;
    call.dtype = STREW_DTYPE_F32;
    call.columns = 2;
    call.index_dtype = STREW_DTYPE_I32;
    call.keeps_routes = 1;
    strew_options options = STREW_OPTIONS_INIT;
    options.reduction = STREW_REDUCTION_MEAN;
    std::int64_t here = 0;
    NOTED(strew_layout_rows, &layout, 0, &here, &error_);
    log.keep("rows", &here, sizeof here);
    strew_exchange* made = nullptr;
    NOTED(strew_exchange_create, &layout, 0, &call, &options, &made, &error_);
    return made;
  }

  void rounds(strew_exchange* of) {
    strew_exchange_rows rows = STREW_EXCHANGE_ROWS_INIT;
    rows.table = table_.bits.data();
    rows.rows = updates_.bits.data();
    rows.table_stride = rows.row_stride = 8;
    rows.row_count = 3;
    while (NOTED(strew_exchange_rounds, of) != 0) {
      std::uint64_t sent = 0, received = 0;
      NOTED(strew_exchange_counts, of, &sent, &received, &error_);
      NOTED(strew_exchange_pack, of, 0, &rows, nullptr, nullptr, &error_);
      if (NOTED(strew_exchange_take, of, 0, &rows, nullptr, nullptr, &error_) != STREW_STATUS_OK) break;
    }
    log.keep("exchange", table_.bits.data(), table_.bits.size() * sizeof(std::uint32_t));
  }

  call_log& log;
  strew_error error_ = STREW_ERROR_INIT;
  bit_array table_{{4, 2}}, updates_{{3, 2}}, indices_{{3}, STREW_DTYPE_I32};
};

inline void log_exchange(call_log& log) {
  exchange_of_all(log).all();
}

}  // namespace strew::testing
