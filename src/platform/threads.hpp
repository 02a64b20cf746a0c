// What a thread that a library starts needs of the operating system beside std::thread.
#pragma once

namespace strew::platform {

// Calls `start(context)`, which may throw. Meanwhile signals sent to the process do not reach this thread, nor ever
// those that it starts: they are for the program's. Those that an instruction causes still do: the program may have a
// handler for them.
void start_without_signals(void (*start)(void* context), void* context);

}  // namespace strew::platform
