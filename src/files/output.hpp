// Output files appear whole or not at all.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "files/protection.hpp"
#include "files/result.hpp"

namespace strew::files {

// Writes the parts one after the other.
//  - A regular or new file: into a temporary file of the same directory, synced, then renamed over `path`. After a
//    failure `path` is what it was and the temporary file is gone; only if the directory cannot be synced in the end,
//    `path` is whole and new, and may be the old one again after a power cut. A process that is killed may leave a
//    temporary file, .strew-<16 hexadecimal digits>.tmp.
//    A new file has the mode that the umask gives. One that replaces another has its mode, owner, group and access
//    control list (files/kept.hpp), and until then can be opened by its owner only.
//    A file that its user may not write, or that has other names, is left alone unless its protection is to be ignored.
//  - A symbolic link: the file it points to is replaced, the link stays.
//  - "-" (the standard output), a pipe or a device: straight into it; what was written before a failure stays written.
maybe_failure write_file(const std::string& path, std::span<const std::span<const std::byte>> parts,
                         const transfer_hooks& hooks = {}, protection guard = protection::respected);

// What write_file would say at once because of what lies there now.
maybe_failure check_output(const std::string& path, protection guard);

}  // namespace strew::files
