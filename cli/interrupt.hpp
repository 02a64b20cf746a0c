// Termination signals: the program removes its temporary file first.
#pragma once

namespace strew::cli {

// Also turns a closed pipe and a file size limit into errors of write instead of signals, and reserves descriptors 0 to
// 2 if the caller closed them.
void prepare_process();

bool is_interrupted();

// Ends the process by the signal that arrived, if one did.
void end_if_interrupted();

}  // namespace strew::cli
