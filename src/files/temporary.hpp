// A new file that is filled under a name of its own and then put in its place.
#pragma once

#include <sys/types.h>

#include <string>

#include "files/descriptor.hpp"
#include "files/kept.hpp"
#include "files/result.hpp"

namespace strew::files {

// It is removed at the end of its life unless it was put in its place: also when memory runs out while a message is
// made.
class temporary_file {
 public:
  // An open directory, which must live longer.
  explicit temporary_file(int directory) : directory_(directory) {}
  temporary_file(const temporary_file&) = delete;
  temporary_file& operator=(const temporary_file&) = delete;
  ~temporary_file();

  // A name that exists is never opened: neither a file nor a link that someone planted.
  maybe_failure create(mode_t mode);
  int file() const { return file_.get(); }

  // All that was written, and the attributes, are on the disk afterwards.
  maybe_failure bring_to_the_disk();

  enum class replacing { nothing, a_file };
  // False: nothing was to be replaced, and something has that name. Where the kernel or the file system cannot rename
  // without replacing, it is replaced.
  result<bool> put_at(const std::string& name, replacing existing);

  // After a failure. Says so where the file cannot be removed.
  failure give_up(failure why);

 private:
  int directory_;
  std::string name_;
  descriptor file_;
  descriptor copy_;
  bool is_there_ = false;
};

}  // namespace strew::files
