// Atomic writing of output files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "files/protection.hpp"
#include "files/result.hpp"

namespace strew::files {

// Writes the parts in order.
//  - A regular or new file: into a temporary file of the same directory, synced, then renamed over `path`. After a
//    failure `path` is unchanged and the temporary file is removed; only if the final sync of the directory fails,
//    `path` is complete and new, and may be the old one again after a power failure. A killed process may leave a
//    temporary file, .strew-<16 hexadecimal digits>.tmp.
//    A new file has the mode given by the umask and its directory from the beginning, since the effect of a directory's
//    default list cannot be determined later. One that replaces another has its mode, owner, group and access control
//    list (files/attributes.hpp), and until then can be opened by its owner only.
//    A file that its user may not write, or that has other hard links, is not replaced unless its protection is to be
//    ignored.
//    The state right before the rename is decisive: a file that appeared, changed or was protected in the meantime is
//    treated as if it had been so from the beginning, except that until it is detected the new one is as accessible as
//    a new file; the attributes of one that was deleted are still used. If `path` became a directory, a pipe, a device,
//    a link, or a link to another file, or keeps changing, it is not replaced.
//  - A symbolic link: the file it points to is replaced, the link is kept.
//  - "-" (the standard output), a pipe or a device: written directly; output before a failure is not undone.
maybe_failure write_file(const std::string& path, std::span<const std::span<const std::byte>> parts,
                         const transfer_hooks& hooks = {}, protection guard = protection::respected);

// One of several files that are written together.
struct file_content {
  const std::string& path;
  std::span<const std::span<const std::byte>> parts;
};

// Which of them could not be written, and why.
struct failed_file {
  std::size_t number;
  failure why;
};

// The same for several files, all or none: each regular or new one is whole and on the disk, and what is written
// directly is written, before the first of them takes its place. Only what changes between two renames can leave some
// of them new and others as they were.
std::optional<failed_file> write_files(std::span<const file_content> files, const transfer_hooks& hooks = {},
                                       protection guard = protection::respected);

// write_file for a regular or new file of so many bytes, which `fill` writes in any order through a descriptor.
maybe_failure fill_file(const std::string& path, std::uint64_t bytes, const std::function<maybe_failure(int)>& fill,
                        const transfer_hooks& hooks = {}, protection guard = protection::respected);

// The failure that write_file would report for the present state of `path`; write_file checks again.
maybe_failure check_output(const std::string& path, protection guard);

// Whether two paths lead to one file, or would; "-" is the standard output.
bool is_same_output(const std::string& one, const std::string& other);

}  // namespace strew::files
