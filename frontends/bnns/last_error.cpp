#include "bnns/last_error.hpp"

namespace strew::frontends::bnns {

strew_error& last_error() {
  thread_local strew_error last = STREW_ERROR_INIT;
  return last;
}

int conclude(strew_status status) {
  return status == STREW_STATUS_OK ? 0 : -1;
}

int conclude(const strew_error& failure) {
  last_error() = failure;
  return -1;
}

}  // namespace strew::frontends::bnns

int strew_bnns_last_error(strew_error* record) {
  if (record == nullptr || !strew::frontends::is_known(*record)) return -1;
  *record = strew::frontends::bnns::last_error();
  return 0;
}
