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
//    A new file has the mode that the umask and its directory give, from the beginning: what a directory's default list
//    gives cannot be told afterwards. One that replaces another has its mode, owner, group and access control list
//    (files/kept.hpp), and until then can be opened by its owner only.
//    A file that its user may not write, or that has other names, is left alone unless its protection is to be ignored.
//    All this is what holds right before the rename: a file that appeared, changed or was protected in the meantime
//    counts as one that was so from the beginning, except that until it is seen the new one is as open as a new file;
//    one that vanished hands on what it had. What became a directory, a pipe, a device or a link, or a link to another
//    file, is left alone, and so is what changes without end.
//  - A symbolic link: the file it points to is replaced, the link stays.
//  - "-" (the standard output), a pipe or a device: straight into it; what was written before a failure stays written.
maybe_failure write_file(const std::string& path, std::span<const std::span<const std::byte>> parts,
                         const transfer_hooks& hooks = {}, protection guard = protection::respected);

// What write_file would say at once because of what lies there now; it looks again for itself.
maybe_failure check_output(const std::string& path, protection guard);

}  // namespace strew::files
