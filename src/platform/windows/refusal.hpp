// The system's errors as numbers of platform/errors.hpp: errno of those that it has a number for, others as they are.
#pragma once

#include "platform/windows/api.hpp"

namespace strew::platform::windows {

int number_of_error(DWORD error);

// Sets errno to what was refused last.
int refused(DWORD error = GetLastError());  // -1
bool is_done(BOOL done);                    // false, if it was not

}  // namespace strew::platform::windows
