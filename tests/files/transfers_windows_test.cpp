// Reads and writes of pipes and of places in files, as the system has them there.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <string>
#include <thread>

#include "files/descriptor.hpp"
#include "files/result.hpp"
#include "npy_bytes.hpp"
#include "platform/errors.hpp"
#include "platform/files.hpp"
#include "platform/windows/handles.hpp"
#include "platform/windows/refusal.hpp"

namespace strew::files {
namespace {

namespace windows = platform::windows;

struct pipe_ends {
  pipe_ends() {
    HANDLE from = nullptr, to = nullptr;
    if (CreatePipe(&from, &to, nullptr, 0) == 0) return;
    reading.set(windows::number_of(from));
    writing.set(windows::number_of(to));
  }
  descriptor reading, writing;
};

// As Ctrl-C does: what waits returns as a call that a signal interrupts.
TEST(transfers, a_waiting_read_is_interrupted) {
  pipe_ends pipe;
  ASSERT_GE(pipe.reading.get(), 0);
  std::int64_t got = 0;
  int why = 0;
  std::atomic<DWORD> number{0};
  std::thread waits([&] {
    char byte = 0;
    number.store(GetCurrentThreadId());
    got = platform::read_some(pipe.reading.get(), &byte, 1);
    why = errno;
  });
  while (number.load() == 0) Sleep(1);
  const HANDLE thread = OpenThread(THREAD_TERMINATE, FALSE, number.load());
  bool is_cancelled = false;
  for (int tries = 0; tries < 2000 && !is_cancelled; ++tries, Sleep(1)) is_cancelled = CancelSynchronousIo(thread) != 0;
  CloseHandle(thread);
  if (!is_cancelled) platform::write_some(pipe.writing.get(), "x", 1);
  waits.join();
  EXPECT_TRUE(is_cancelled);
  EXPECT_EQ(got, -1);
  EXPECT_EQ(why, EINTR);
}

TEST(transfers, a_pipe_ends_where_its_writer_closed_it) {
  pipe_ends pipe;
  ASSERT_EQ(platform::write_some(pipe.writing.get(), "\n\x1a\r\n", 4), 4);
  ASSERT_TRUE(pipe.writing.close_now());
  std::array<char, 8> got = {};
  EXPECT_EQ(platform::read_some(pipe.reading.get(), got.data(), got.size()), 4);
  EXPECT_EQ(std::string(got.data(), 4), "\n\x1a\r\n");
  EXPECT_EQ(platform::read_some(pipe.reading.get(), got.data(), got.size()), 0);
}

TEST(transfers, nobody_reads_a_closed_pipe) {
  pipe_ends pipe;
  ASSERT_TRUE(pipe.reading.close_now());
  EXPECT_EQ(platform::write_some(pipe.writing.get(), "x", 1), -1);
  EXPECT_EQ(errno, EPIPE);
}

TEST(transfers, places_of_a_file) {
  const test::folder here;
  const std::string path = here.with("file", "0123456789");
  const descriptor file(platform::open_file(path.c_str(), {platform::rights::read_and_write}));
  ASSERT_GE(file.get(), 0);
  std::array<char, 4> got = {};
  EXPECT_EQ(platform::write_at(file.get(), 8, "abcd", 4), 4);
  EXPECT_EQ(platform::read_at(file.get(), 6, got.data(), got.size()), 4);
  EXPECT_EQ(std::string(got.data(), got.size()), "67ab");
  EXPECT_EQ(platform::read_at(file.get(), 12, got.data(), got.size()), 0);
  EXPECT_EQ(platform::reserve(file.get(), 100), 0);
  EXPECT_EQ(platform::size_of(file.get()), 100);
  EXPECT_TRUE(platform::sync(file.get()));
}

TEST(refusals, that_are_of_resources) {
  for (const DWORD error :
       {ERROR_DISK_FULL, ERROR_HANDLE_DISK_FULL, ERROR_NOT_ENOUGH_MEMORY, ERROR_TOO_MANY_OPEN_FILES})
    EXPECT_EQ(system_failure("cannot be written", windows::number_of_error(error)).kind, failure_kind::resources)
        << error;
  EXPECT_EQ(system_failure("x", windows::number_of_error(ERROR_DISK_FULL)).message, "x: No space left on device");
  EXPECT_EQ(system_failure("x", windows::number_of_error(ERROR_SHARING_VIOLATION)).kind, failure_kind::system);
}

TEST(refusals, are_words) {
  const auto text = [](DWORD error) { return platform::error_text(windows::number_of_error(error)); };
  EXPECT_EQ(text(ERROR_FILE_NOT_FOUND), "No such file or directory");
  EXPECT_EQ(text(ERROR_USER_MAPPED_FILE), "it is open in another program");
  EXPECT_EQ(platform::error_text(EWOULDBLOCK), "Resource temporarily unavailable");
  EXPECT_EQ(text(123456), "error 123456 of the system");
  const std::string own = text(ERROR_INVALID_NAME);
  EXPECT_FALSE(own.empty() || own.back() == '.' || own.back() == '\n') << own;
}

}  // namespace
}  // namespace strew::files
