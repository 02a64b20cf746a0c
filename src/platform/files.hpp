// Open files by their numbers in the C library, and files by their names. A call that fails is false or negative, and
// errno says why (platform/errors.hpp). EINTR: a signal arrived first, or what it stands for on Windows.
#pragma once

#include <cstddef>
#include <cstdint>

namespace strew::platform {

constexpr int standard_input = 0, standard_output = 1, standard_error = 2;

enum class rights { read, write, read_and_write };
enum class making {
  nothing,
  if_missing,
  emptied,   // made if it is missing
  only_new,  // EEXIST: something bears the name, be it a link that leads nowhere
};

struct opening {
  rights to = rights::read;
  making makes = making::nothing;
  unsigned mode = 0600;  // of a file that is made, where there are modes
  bool waits = true;     // for the writer of a pipe
};

// A started program does not inherit it; other programs may read, write, rename and remove the file meanwhile.
int open_file(const char* path, const opening& how);
// As openat; `working_folder` is that of the process.
constexpr int working_folder = -2;  // not -1, a folder that could not be opened
int open_in(int folder, const char* name, const opening& how);
int open_folder(const char* path);
// Nobody else opens it like this until it is closed or the process has ended. `is_held`: it is there, but somebody does
// hold it (EWOULDBLOCK), or the system cannot hold it.
int open_folder_alone(const char* path, bool& is_held);
int copy_of(int file);
// Some errors are only reported here. The file is closed all the same.
bool close_file(int file);

// The next bytes, or some of them; 0: there are none any more.
std::int64_t read_some(int file, void* to, std::size_t bytes);
std::int64_t write_some(int file, const void* from, std::size_t bytes);
// Those at a place of a regular file. Which bytes are the next ones of read_some and write_some is not defined then.
std::int64_t read_at(int file, std::uint64_t offset, void* to, std::size_t bytes);
std::int64_t write_at(int file, std::uint64_t offset, const void* from, std::size_t bytes);
// The next bytes are those from `offset` on.
bool go_to(int file, std::uint64_t offset);
// Where the next bytes are; negative of a pipe.
std::int64_t place_in(int file);

// In bytes.
std::int64_t size_of(int file);
std::int64_t size_in(int folder, const char* name);
// Links are followed.
bool exists(const char* path);

// For its user alone, where there are modes.
bool make_folder(const char* path);
bool remove_in(int folder, const char* name);
// An empty one.
bool remove_folder(const char* path);
// What bears the name `to` is replaced.
bool rename_in(int folder, const char* from, const char* to);

// What was written is on the disk, also what the system says of the file.
bool sync(int file);
// What was written and its length are.
bool sync_content(int file);
// The names in it are. EINVAL: a file system that cannot say so.
bool sync_folder(int folder);
// Where the system can, it begins with these bytes. What fails will fail in sync_content.
void begin_sync(int file, std::uint64_t offset, std::uint64_t bytes);
// The file has so many bytes, and room for them. 0, or a number of errors.hpp.
int reserve(int file, std::uint64_t bytes);

bool is_regular(int file);
bool is_terminal(int file);

}  // namespace strew::platform
