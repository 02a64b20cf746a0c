// Progress on the standard error: the stage, and the part of a file read or written.
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

  // Starts a new stage: "reading data.npy".
  void stage(const std::string& name);

  // Says that the operand is typed, where it is the standard input and that is a terminal: nothing would show why the
  // program waits.
  void before_opening(const std::string& operand);

  // For the transfers of this stage; they also stop on a termination signal.
  files::transfer_hooks hooks();

  // Clears the progress line, so that messages begin on an empty one.
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
