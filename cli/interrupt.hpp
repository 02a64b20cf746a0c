// Signals that ask the program to end: it takes its temporary file away first.
#pragma once

namespace strew::cli {

// Also makes a closed pipe and a file size limit errors of write instead of signals, and keeps descriptors 0 to 2 from
// being given to files where the caller closed them.
void prepare_process();

bool is_interrupted();

// Ends the process by the signal that arrived, if one did.
void end_if_interrupted();

}  // namespace strew::cli
