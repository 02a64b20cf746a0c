// PROGRAM --count N --seed S, PROGRAM FILE...: a fuzz target without the fuzzer, on random inputs or on those of files.
// For an input that crashes, prints the command that runs it again.
#include <signal.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
extern "C" __attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)());

namespace {

char death_message[512];

void print_death_message() {
  // nothing can be done about a failing write here
  if (write(STDERR_FILENO, death_message, std::strlen(death_message)) < 0) return;
}

void die(int number) {
  print_death_message();
  signal(number, SIG_DFL);
  raise(number);
}

void watch_deaths() {
  signal(SIGABRT, die);
  signal(SIGALRM, die);
  if (__sanitizer_set_death_callback != nullptr) {
    __sanitizer_set_death_callback(print_death_message);
    return;
  }
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) signal(number, die);
}

std::uint64_t next(std::uint64_t& state) {
  std::uint64_t z = state += 0x9E3779B97F4A7C15U;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31);
}

void run_random(const char* program, std::uint64_t seed) {
  std::snprintf(death_message, sizeof death_message, "again: %s --count 1 --seed %llu\n", program,
                static_cast<unsigned long long>(seed));
  alarm(100);  // an input takes microseconds
  std::uint64_t state = seed;
  std::vector<std::uint8_t> input(static_cast<std::size_t>(next(state) % 400));
  for (std::uint8_t& one : input) one = static_cast<std::uint8_t>(next(state));
  LLVMFuzzerTestOneInput(input.data(), input.size());
}

bool run_file(const char* program, const char* path) {
  std::snprintf(death_message, sizeof death_message, "again: %s %s\n", program, path);
  std::ifstream file(path, std::ios::binary);
  if (!file) return false;
  const std::vector<std::uint8_t> input{std::istreambuf_iterator<char>(file), {}};
  LLVMFuzzerTestOneInput(input.data(), input.size());
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  watch_deaths();
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() == 4 && words[0] == "--count" && words[2] == "--seed") {
    const std::uint64_t count = std::stoull(words[1]);
    const std::uint64_t seed = std::stoull(words[3]);
    for (std::uint64_t n = 0; n < count; ++n) run_random(argv[0], seed + n);
    std::printf("%llu inputs from seed %llu on\n", static_cast<unsigned long long>(count),
                static_cast<unsigned long long>(seed));
    return 0;
  }
  for (const std::string& path : words) {
    if (run_file(argv[0], path.c_str())) continue;
    std::printf("%s cannot be read\n", path.c_str());
    return 2;
  }
  return 0;
}
