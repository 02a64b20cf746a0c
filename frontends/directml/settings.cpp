#include "directml/settings.hpp"

#include <cstddef>
#include <cstdio>
#include <cstring>

#include "directml/levels.hpp"

namespace strew::frontends::directml {
namespace {

maybe_failure check_struct(std::uint32_t size, std::uint32_t version, std::size_t known, const char* name) {
  if (size == known && version == 1) return {};
  return invalid(STREW_STATUS_POINTER, STREW_OPERAND_NONE, "DM26",
                 "{} has size {} and version {}; this library knows size {} and version 1", name, size, version, known);
}

maybe_failure read_level(std::int32_t level, settings& made) {
  if (level == 0) return {};
  if (level == STREW_DIRECTML_NO_LEVEL)
    return invalid(STREW_STATUS_ATTRIBUTE, STREW_OPERAND_NONE, "DM26", "feature level 0 is none of DirectML's");
  if (level > DML_FEATURE_LEVEL_6_4) {
    return unsupported(STREW_OPERAND_NONE, "DM26", "feature level {:#x} is above the highest, {:#x} (6_4)", level,
                       std::int32_t{DML_FEATURE_LEVEL_6_4});
  }
  if (!is_published_level(level)) {
    return invalid(STREW_STATUS_ATTRIBUTE, STREW_OPERAND_NONE, "DM26", "feature level {:#x} is none of DirectML's",
                   static_cast<std::uint32_t>(level));
  }
  made.level = level;
  return {};
}

maybe_failure read_options(const strew_options* given, const char* name, strew_options& made) {
  if (given == nullptr) return {};
  if (auto bad = check_struct(given->struct_size, given->version, sizeof *given, name)) return bad;
  if (given->reduction != STREW_REDUCTION_NONE) {
    return invalid(STREW_STATUS_ATTRIBUTE, STREW_OPERAND_NONE, "DM26", "{} have reduction {}; DirectML has none", name,
                   given->reduction);
  }
  made = *given;
  return {};
}

// The message function of the debug flag.
void write_to_stderr(void*, std::int32_t, const char* text, const strew_error*) {
  (void)std::fprintf(stderr, "strew: %s\n", text);
}

strew_options default_options(bool as_documented, bool is_scatter) {
  strew_options made = STREW_OPTIONS_INIT;
  if (as_documented) made.out_of_bounds = is_scatter ? STREW_OOB_SKIP : STREW_OOB_CLAMP;
  return made;
}

maybe_failure read_policy(const strew_directml_options& given, settings& made) {
  if (auto bad = read_options(given.gather, "options of gathers", made.gather)) return bad;
  if (auto bad = read_options(given.scatter, "options of scatters", made.scatter)) return bad;
  if (given.as_documented == 0) return {};
  if (given.gather != nullptr || given.scatter != nullptr) {
    return invalid(STREW_STATUS_ATTRIBUTE, STREW_OPERAND_NONE, "DM26",
                   "as_documented comes with options of its own: gather and scatter are not null");
  }
  made.gather = default_options(true, false);
  made.scatter = default_options(true, true);
  return {};
}

// What version 1 has of the struct, or all of it.
maybe_failure read_execution(const strew_execution* given, settings& made) {
  if (given == nullptr) return {};
  constexpr std::size_t first_size = offsetof(strew_execution, on_error);
  const bool is_first = given->struct_size == first_size && given->version == 1;
  if (!is_first && (given->struct_size != sizeof *given || given->version != 2)) {
    return invalid(STREW_STATUS_POINTER, STREW_OPERAND_NONE, "DM26",
                   "the execution has size {} and version {}; this library knows size {} and version 2, size {} and "
                   "version 1",
                   given->struct_size, given->version, sizeof *given, first_size);
  }
  std::memcpy(&made.execution, given, given->struct_size);
  if (made.execution.on_error < STREW_ON_ERROR_KEEP || made.execution.on_error > STREW_ON_ERROR_DISCARD) {
    return invalid(STREW_STATUS_ATTRIBUTE, STREW_OPERAND_NONE, "DM26", "the execution has on_error {}",
                   made.execution.on_error);
  }
  made.execution.workspace = nullptr;
  made.execution.workspace_bytes = 0;
  return {};
}

}  // namespace

maybe_failure read_settings(const strew_directml_options* given, settings& made) {
  if (given == nullptr) return {};
  if (auto bad = check_struct(given->struct_size, given->version, sizeof *given, "strew_directml_options")) return bad;
  made.message = given->message;
  made.message_context = given->message_context;
  if (made.message == nullptr && (given->flags & DML_CREATE_DEVICE_FLAG_DEBUG) != 0) made.message = write_to_stderr;
  if ((given->flags & ~DML_CREATE_DEVICE_FLAG_DEBUG) != 0) {
    return invalid(STREW_STATUS_ATTRIBUTE, STREW_OPERAND_NONE, "DM26", "flags are {:#x}",
                   static_cast<std::uint32_t>(given->flags));
  }
  if (auto bad = read_level(given->feature_level, made)) return bad;
  made.is_lenient = given->lenient != 0;
  made.has_page_tables = given->page_tables != 0;
  if (auto bad = read_policy(*given, made)) return bad;
  return read_execution(given->execution, made);
}

}  // namespace strew::frontends::directml

std::int32_t strew_directml_default_options(std::int32_t as_documented, std::int32_t is_scatter,
                                            strew_options* options) {
  if (options == nullptr || !strew::frontends::is_known(*options)) return E_INVALIDARG;
  *options = strew::frontends::directml::default_options(as_documented != 0, is_scatter != 0);
  return S_OK;
}
