// Progress on the standard error: the stage, and how much of a file is read or written.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "files/result.hpp"
#include "options.hpp"

namespace strew::cli {

class progress {
 public:
  explicit progress(const common_options& options);
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;
  ~progress() { clear(); }

  // A new stage begins: "reading data.npy".
  void stage(const std::string& name);

  // For the transfers of this stage; they also stop when a signal asks the program to end.
  files::transfer_hooks hooks();

  // Takes the line off the terminal, so that messages begin on an empty one.
  void clear();

 private:
  using clock = std::chrono::steady_clock;

  void show(const std::string& line);
  void advance(std::uint64_t done, std::uint64_t total);

  progress_mode mode_;
  bool is_terminal_;
  bool is_shown_ = false;
  clock::time_point start_ = clock::now();
  clock::time_point last_ = start_;
  std::string name_;
};

}  // namespace strew::cli
