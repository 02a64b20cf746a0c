// A temporary file that is written and then renamed to its target.
#pragma once

#include <string>

#include "files/attributes.hpp"
#include "files/descriptor.hpp"
#include "files/result.hpp"

namespace strew::files {

// Another one each time, of a file or folder beside its target; it may exist all the same.
std::string temporary_name();

// The destructor removes it unless it was renamed, also if an allocation fails while a message is formatted.
class temporary_file {
 public:
  // An open directory, which must outlive this.
  explicit temporary_file(int directory) : directory_(directory) {}
  temporary_file(const temporary_file&) = delete;
  temporary_file& operator=(const temporary_file&) = delete;
  ~temporary_file();

  // An existing name is never opened, whether a file or a planted link.
  maybe_failure create(unsigned mode);
  int file() const { return file_.get(); }

  // Syncs content and attributes to disk.
  maybe_failure bring_to_the_disk();

  enum class replacing { nothing, a_file };
  // False: no file was to be replaced, but the name exists (files/platform/replace.hpp).
  result<bool> put_at(const std::string& name, replacing existing);

  // After a failure. Reports if the file cannot be removed.
  failure give_up(failure why);

 private:
  int directory_;
  std::string name_;
  descriptor file_;
  descriptor copy_;
  bool is_there_ = false;
  bool is_closed_ = false;  // on the disk, and about to be renamed
};

}  // namespace strew::files
