#include "platform/process.hpp"

#include <fcntl.h>
#include <io.h>

#include <atomic>

#include "platform/files.hpp"
#include "platform/windows/handles.hpp"
#include "platform/windows/wide.hpp"

#include <shellapi.h>  // after <windows.h>

namespace strew::cli {
namespace {

namespace windows = platform::windows;

void (*told)(int number) = nullptr;
std::atomic<HANDLE> main_thread{nullptr};

// Of a closed window or a log-off the system ends the process when this returns: until the program has cleaned up, or
// the system's patience has ended.
BOOL WINAPI on_request(DWORD what) {
  told(static_cast<int>(what) + 1);
  CancelSynchronousIo(main_thread.load());
  if (what == CTRL_C_EVENT || what == CTRL_BREAK_EVENT) return TRUE;
  Sleep(INFINITE);
  return TRUE;
}

}  // namespace

// What the C library made of the words is in another code.
process_words::process_words(int /*count*/, char** /*words*/) {
  int count = 0;
  wchar_t** const given = CommandLineToArgvW(GetCommandLineW(), &count);
  for (int i = 0; given != nullptr && i < count; ++i) texts_.push_back(windows::narrow(given[i]));
  LocalFree(given);
  for (const std::string& text : texts_) pointers_.push_back(text.c_str());
  words_ = pointers_;
}

// The null device is opened in the opposite direction, so that reading a closed standard input and writing a closed
// standard output stay errors, and messages to a closed standard error are discarded.
void prepare_streams() {
  constexpr int flags[] = {_O_WRONLY, _O_RDONLY, _O_WRONLY};
  for (int number = platform::standard_input; number <= platform::standard_error; ++number) {
    if (GetFileType(windows::handle_of(number)) == FILE_TYPE_UNKNOWN) {
      const int none = _wopen(L"NUL", flags[number] | _O_BINARY);
      if (none >= 0 && none != number) {
        _dup2(none, number);
        _close(none);
      }
    }
    _setmode(number, _O_BINARY);
  }
}

void hear_requests_to_end(void (*arrived)(int number)) {
  told = arrived;
  main_thread.store(OpenThread(THREAD_TERMINATE, FALSE, GetCurrentThreadId()));
  SetConsoleCtrlHandler(on_request, TRUE);
}

// As programs end there that hear nothing.
void end_as_asked(int /*number*/) {
  ExitProcess(STATUS_CONTROL_C_EXIT);
}

void put_message(std::string_view text) {
  while (!text.empty()) {
    const std::int64_t done = platform::write_some(platform::standard_error, text.data(), text.size());
    if (done <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(done));
  }
}

// Terminals of old do not know the sequences.
bool draws_lines() {
  const HANDLE terminal = windows::handle_of(platform::standard_error);
  DWORD mode = 0;
  return GetConsoleMode(terminal, &mode) != 0 &&
         SetConsoleMode(terminal, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

}  // namespace strew::cli
