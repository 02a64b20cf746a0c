#include "directml/report.hpp"

namespace strew::frontends::directml {
namespace {

// "name: method(about): message of the record", truncated to the size of `text`.
template <std::size_t Room>
void write_message(char (&text)[Room], const subject& where, const object_name& who, const strew_error& record) {
  const char* message = record.message;
  print(text, "{}{}{}{}{}{}: {}", who.text, who.text[0] ? ": " : "", where.method, where.about.empty() ? "" : "(",
        where.about, where.about.empty() ? "" : ")", message);
}

}  // namespace

HRESULT report_failure(const settings& with, bool is_reported, const subject& where, const object_name& who,
                       const failure& bad) {
  last_error() = bad.record;
  if (with.message != nullptr && is_reported) {
    char text[768];
    write_message(text, where, who, bad.record);
    with.message(with.message_context, bad.result, text, &bad.record);
    last_error() = bad.record;  // the caller's function may have called the library again
  }
  return bad.result;
}

}  // namespace strew::frontends::directml
