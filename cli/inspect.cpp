#include "inspect.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "interrupt.hpp"
#include "operand.hpp"
#include "report.hpp"

namespace strew::cli {
namespace {

std::string line_of(const operand& found) {
  const files::npy_header& header = found.array.header;
  return fmt::format("{}: {} {}, {} bytes at byte {}, {} order, descr {}, version {}.0", found.file,
                     type_text(found.dtype, header.type.element_bytes), shape_text(header.extents),
                     header.payload_bytes, header.header_bytes, header.is_fortran ? "Fortran" : "C", header.type.descr,
                     header.version);
}

json_object object_of(const operand& found) {
  const files::npy_header& header = found.array.header;
  json_object object;
  object.add("status", "ok").add("file", found.file).add("dtype", strew_dtype_name(found.dtype));
  object.add("element_bytes", header.type.element_bytes)
      .add("extents", header.extents)
      .add("order", header.is_fortran ? "fortran" : "c")
      .add("bytes", header.payload_bytes)
      .add("offset", header.header_bytes)
      .add("descr", header.type.descr)
      .add("version", header.version);
  return object;
}

}  // namespace

int inspect_files(const std::vector<std::string>& files, const common_options& options) {
  int code = exit_ok;
  std::string text;
  std::vector<json_object> objects;
  common_options messages = options;
  messages.json = false;
  for (const std::string& file : files) {
    operand found;
    const outcome error = load_operand(file, files::npy_part::header, std::nullopt, {is_interrupted, {}}, found);
    if (error) {
      code = std::max(code, report(*error, messages));
      objects.push_back(complaint_json(*error));
    } else {
      text += line_of(found) + "\n";
      objects.push_back(object_of(found));
    }
  }
  const char* status = code == exit_ok ? "ok" : "error";
  json_object object;
  object.add("status", status).add("files", objects);
  const outcome error = options.json ? print_json(object) : print_text(text);
  return error ? report(*error, messages) : code;
}

}  // namespace strew::cli
