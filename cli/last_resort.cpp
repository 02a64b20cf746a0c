// Handles exhausted memory where no exception can be caught: before main begins, while the option parser initialises
// its constants, or while the diagnostic about memory is made. Prints one sentence and exits, without an allocation.
#if __has_include(<cxxabi.h>)
#include <cxxabi.h>
#endif

#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>
#include <typeinfo>

#include "diagnostic.hpp"
#include "platform/files.hpp"

namespace strew::cli {
namespace {

// There is no current exception if its own allocation failed.
bool is_out_of_memory() {
#if __has_include(<cxxabi.h>)
  const std::type_info* thrown = abi::__cxa_current_exception_type();
  if (thrown != nullptr) return *thrown == typeid(std::bad_alloc);
#endif
  void* const probe = std::malloc(4096);
  std::free(probe);
  return probe == nullptr;
}

[[noreturn]] void end_without_memory() {
  if (!is_out_of_memory()) std::abort();
  constexpr std::string_view sentence = "strew: no memory\n";
  static_cast<void>(platform::write_some(platform::standard_error, sentence.data(), sentence.size()));
  std::_Exit(exit_resources);
}

// Runs before the constants of all other files are initialised.
__attribute__((constructor(101))) void prepare() {
  std::set_terminate(end_without_memory);
}

}  // namespace
}  // namespace strew::cli
