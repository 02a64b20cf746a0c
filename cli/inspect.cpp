#include "inspect.hpp"

#include <algorithm>

#include "files/escape.hpp"
#include "files/formats.hpp"
#include "formatted.hpp"
#include "interrupt.hpp"
#include "operand.hpp"
#include "progress.hpp"
#include "report.hpp"
#include "stored_text.hpp"
#include "values.hpp"

namespace strew::cli {
namespace {

std::string place_of(const files::file_array& array) {
  return array.is_packed() ? std::string(array.encoding) : formatted("at byte {}", array.offset);
}

// The memory layout: complete if requested, else only what differs from the usual one.
std::string layout_of(const files::file_array& array, bool tells_all) {
  const files::npy_type& type = array.type;
  const std::string spelled = type.name.empty() ? formatted("descr {}", type.descr) : formatted("type {}", type.name);
  std::string text;
  if (tells_all) {
    text = formatted("  {}, {} order, {}", place_of(array), array.is_fortran ? "Fortran" : "C", spelled);
    return array.npy_version == 0 ? text : text + formatted(", version {}.0", array.npy_version);
  }
  if (type.kind == 'V') text += formatted("  {}", spelled);
  if (array.is_fortran) text += "  Fortran order";
  return text;
}

std::string type_of(const file_operand& found) {
  const files::npy_type& type = found.array.type;
  return found.has_own_type ? stored_type_text(type) : type_text(found.dtype, type.element_bytes);
}

std::string line_of(const file_operand& found, bool tells_all) {
  const files::file_array& array = found.array;
  const std::string line =
      formatted("{}  {} {}  {} byte{}{}", found.file, type_of(found), shape_text(array.extents), array.payload_bytes,
                array.payload_bytes == 1 ? "" : "s", layout_of(array, tells_all));
  return files::escaped(line, files::escapes::words);
}

std::string text_of(const file_operand& found, bool tells_all) {
  const std::string values = values_text(found);
  return line_of(found, tells_all) + (values.empty() ? "\n" : formatted("\n  {}\n", values));
}

json_object object_of(const file_operand& found) {
  const files::file_array& array = found.array;
  json_object object;
  object.add("status", "ok").add("file", found.file).add("dtype", strew_dtype_name(found.dtype));
  object.add("element_bytes", array.type.element_bytes)
      .add("extents", array.extents)
      .add("order", array.is_fortran ? "fortran" : "c")
      .add("bytes", array.payload_bytes);
  if (!array.is_packed()) object.add("offset", array.offset);
  if (array.npy_version != 0) object.add("descr", array.type.descr).add("version", array.npy_version);
  if (array.npy_version == 0 && !array.type.name.empty()) object.add("type", array.type.name);
  if (!array.member_name.empty()) object.add("member", array.member_name);
  std::vector<std::string> fields;
  for (const files::npy_field& field : array.type.fields) {
    if (!field.name.empty()) fields.push_back(field.name);
  }
  if (!fields.empty()) object.add("fields", fields);
  const std::string values = values_json(found);
  if (!values.empty()) object.add_raw("values", values);
  return object;
}

// What is found in the files, and the worst exit code.
class findings {
 public:
  explicit findings(const inspect_options& options) : options_(options), messages_(options.common) {
    messages_.json = false;
  }

  void add(const std::string& file) {
    files::array_name name;
    if (auto error = parse_name(file, name)) return fail(*error);
    if (name.format->list == nullptr || !name.member.empty()) return add_array(file, name);
    auto members = name.format->list(name, {{is_interrupted, {}}});
    if (!members) return fail(file_diagnostic(file, members.error()));
    if (members->size() == 1 && !members->front().error) return add_array(file, name);
    for (const files::member_entry& member : *members) add_member(file, member);
  }

  int print() {
    json_object object;
    object.add("status", code_ == exit_ok ? "ok" : "error").add("files", objects_);
    const outcome error = options_.common.json ? print_json(object) : print_text(text_);
    return error ? report(*error, messages_) : code_;
  }

 private:
  void fail(const diagnostic& error) {
    code_ = std::max(code_, report(error, messages_));
    objects_.push_back(diagnostic_json(error));
  }

  void add_array(const std::string& file, const files::array_name& name) {
    file_operand found;
    found.name = name;
    progress(options_.common).before_opening(file);
    outcome error = open_operand({file, options_.dtype}, {is_interrupted, {}}, found);
    if (!error) error = file_outcome(found.file, files::load_beginning(found.array));
    if (error) return fail(*error);
    text_ += text_of(found, options_.common.verbose);
    objects_.push_back(object_of(found));
  }

  // Of an archive that has several: a line, without values.
  void add_member(const std::string& file, const files::member_entry& member) {
    file_operand found;
    found.file = formatted("{}:{}", file, member.member);
    if (member.error) return fail(file_diagnostic(found.file, *member.error));
    found.array.type = member.type;
    found.array.extents = member.extents;
    found.array.payload_bytes = member.payload_bytes;
    found.dtype = dtype_of(member.type);
    text_ += line_of(found, false) + "\n";
    json_object object;
    object.add("status", "ok").add("file", found.file).add("dtype", strew_dtype_name(found.dtype));
    object.add("element_bytes", member.type.element_bytes).add("extents", member.extents);
    objects_.push_back(object.add("bytes", member.payload_bytes).add("member", member.member));
  }

  const inspect_options& options_;
  common_options messages_;
  int code_ = exit_ok;
  std::string text_;
  std::vector<json_object> objects_;
};

}  // namespace

int inspect_files(const inspect_options& options) {
  findings found(options);
  for (const std::string& file : options.files) found.add(file);
  return found.print();
}

}  // namespace strew::cli
