// Failures as error records of the C ABI, and back.
#pragma once

#include <cstddef>
#include <vector>

#include "base/status.hpp"
#include "strew/strew.h"

namespace strew::engine {

// Each returns the status. A failure fills the record, if there is one; success sets only its status.
strew_status report(const failure& bad, strew_error* error);
inline strew_status report_ok(strew_error* error) {
  if (error != nullptr) error->status = STREW_STATUS_OK;
  return STREW_STATUS_OK;
}

// What a public function has reported.
failure failure_of(const strew_error& error);

// Version 1 ends before `sentence`. Inline: every small call asks.
inline bool is_known_record(const strew_error& error) {
  return error.version == 2 ? error.struct_size == sizeof error
                            : error.version == 1 && error.struct_size == offsetof(strew_error, sentence);
}
// Whether the record has a sentence of the library with all its values; one that the library has made has, if
// version 2.
bool has_sentence(const strew_error& error);
// The values of such a sentence, which are in the record.
std::vector<sentence_value> values_of(const strew_error& error);

}  // namespace strew::engine
