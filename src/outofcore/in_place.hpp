// A scatter that writes its table: with a folder of what is needed to complete it, whatever ends the process.
//
// Until the folder has its plan nothing of the table is written, and a folder without one is worth nothing. From then
// on the updates are in the folder, and each block's new rows are in one of two journals, on the disk, before they are
// written to the table. So whoever finds the folder writes the rows of the newest whole journal again, which changes
// nothing if they were written, and goes on with the block after it.
#pragma once

#include <string>

#include "outofcore/scatter_call.hpp"

namespace strew::engine::outofcore {

// Where a table has it: beside the file, links resolved, .NAME.strew.
std::string folder_of(const std::string& table);
// Whether a scatter that was begun in place is not completed.
bool is_unfinished(const std::string& table);

// Makes the folder, and removes it at the end, or where nothing was written. After a failure that leaves it, recover()
// completes the scatter. EEXIST: an earlier one was not completed.
outcome scatter_in_place(const scatter_call& call, const std::string& folder, const hooks& with);

// Completes what a folder is left of, or removes it if nothing had been written. `completes`: which of these.
// EWOULDBLOCK: another process is at work on it.
outcome recover(const std::string& folder, const array_file& table, const hooks& with, bool& completes);

}  // namespace strew::engine::outofcore
