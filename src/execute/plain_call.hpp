// Executions with nothing to choose, most small calls: their checks and their only step, without the preparations of
// others. Whatever is unusual, errors above all, is left to the regular path, which begins anew.
#pragma once

#include "execute/execute.hpp"

namespace strew::engine {

// False: nothing was written, and the regular path has to run. Requires p.schedule.is_plain.
bool run_plain(const plan& p, const pointers& at, const execution_context& with);

}  // namespace strew::engine
