#include "inspect.hpp"

#include <algorithm>

#include "escape.hpp"
#include "formatted.hpp"
#include "interrupt.hpp"
#include "operand.hpp"
#include "report.hpp"
#include "stored_text.hpp"
#include "values.hpp"

namespace strew::cli {
namespace {

// The memory layout: complete if requested, else only what differs from the usual one.
std::string layout_of(const files::npy_header& header, bool tells_all) {
  if (tells_all) {
    return formatted("  at byte {}, {} order, descr {}, version {}.0", header.header_bytes,
                     header.is_fortran ? "Fortran" : "C", header.type.descr, header.version);
  }
  std::string text;
  if (header.type.kind == 'V') text += formatted("  descr {}", header.type.descr);
  if (header.is_fortran) text += "  Fortran order";
  return text;
}

std::string type_of(const file_operand& found) {
  const files::npy_type& type = found.array.header.type;
  return found.has_own_type ? stored_type_text(type) : type_text(found.dtype, type.element_bytes);
}

std::string text_of(const file_operand& found, bool tells_all) {
  const files::npy_header& header = found.array.header;
  const std::string line =
      formatted("{}  {} {}  {} byte{}{}", found.file, type_of(found), shape_text(header.extents), header.payload_bytes,
                header.payload_bytes == 1 ? "" : "s", layout_of(header, tells_all));
  const std::string values = values_text(found);
  return escaped(line, escapes::words) + (values.empty() ? "\n" : formatted("\n  {}\n", values));
}

json_object object_of(const file_operand& found) {
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
  std::vector<std::string> fields;
  for (const files::npy_field& field : header.type.fields) {
    if (!field.name.empty()) fields.push_back(field.name);
  }
  if (!fields.empty()) object.add("fields", fields);
  const std::string values = values_json(found);
  if (!values.empty()) object.add_raw("values", values);
  return object;
}

}  // namespace

int inspect_files(const inspect_options& options) {
  int code = exit_ok;
  std::string text;
  std::vector<json_object> objects;
  common_options messages = options.common;
  messages.json = false;
  for (const std::string& file : options.files) {
    file_operand found;
    outcome error = open_operand(file, options.dtype, {is_interrupted, {}}, found);
    if (!error) error = file_outcome(found.file, files::load_beginning(found.array));
    if (error) {
      code = std::max(code, report(*error, messages));
      objects.push_back(diagnostic_json(*error));
    } else {
      text += text_of(found, options.common.verbose);
      objects.push_back(object_of(found));
    }
  }
  const char* status = code == exit_ok ? "ok" : "error";
  json_object object;
  object.add("status", status).add("files", objects);
  const outcome error = options.common.json ? print_json(object) : print_text(text);
  return error ? report(*error, messages) : code;
}

}  // namespace strew::cli
