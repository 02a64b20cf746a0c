// A folder that is filled beside its place and then moved there.
#pragma once

#include <string>
#include <string_view>

#include "files/result.hpp"

namespace strew::cli::conformance {

// The destructor removes what was not moved. A killed process may leave a folder .strew-<16 hexadecimal digits>.tmp.
class new_folder {
 public:
  new_folder() = default;
  new_folder(const new_folder&) = delete;
  new_folder& operator=(const new_folder&) = delete;
  ~new_folder();

  // Makes an empty folder in the one that has, or will have, `target`.
  files::maybe_failure create_beside(const std::string& target);

  // `name` may have folders, which are made.
  files::maybe_failure write(const std::string& name, std::string_view content);

  // All of it becomes `target`, which is not there.
  files::maybe_failure move_to(const std::string& target);
  // One of its entries becomes target/name; what was there is removed with the rest.
  files::maybe_failure move_entry_to(const std::string& target, const std::string& name);

 private:
  std::string path_;
};

}  // namespace strew::cli::conformance
