// This process: its words, its standard streams, and what ends it from outside.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strew::cli {

// The words that it was called with, as UTF-8 where the system says what they are made of. The first is its own name.
class process_words {
 public:
  process_words(int count, char** words);
  [[nodiscard]] std::span<const char* const> all() const { return words_; }

 private:
  std::vector<std::string> texts_;     // where the system's are others
  std::vector<const char*> pointers_;  // of them
  std::span<const char* const> words_;
};

// Descriptors 0 to 2 are open, though useless if the caller closed them, and carry bytes as they are.
void prepare_streams();

// `arrived` is called when somebody asks the process to end, from a signal handler or another thread, with the number
// that `end_as_asked` takes. A call that waits then returns with EINTR. A closed pipe and a file size limit are errors
// of write instead. What was to be ignored when the program was started (nohup) stays ignored.
void hear_requests_to_end(void (*arrived)(int number));

// Ends the process as the system would have done it.
void end_as_asked(int number);

// Bytes on the standard error, unchanged. That fails silently: nobody could be told.
void put_message(std::string_view text);

// Whether the standard error is a terminal on which a line can be drawn again.
bool draws_lines();

}  // namespace strew::cli
