#include "conformance/finding.hpp"

#include <utility>

#include "formatted.hpp"

namespace strew::cli::conformance {
namespace {

finding with_message(verdict kind, std::string why) {
  finding made{.kind = kind};
  made.about.message = std::move(why);
  return made;
}

}  // namespace

finding unsupported(std::string why) {
  return with_message(verdict::unsupported, std::move(why));
}

finding failed(std::string why, json_object details) {
  finding made = with_message(verdict::fail, std::move(why));
  made.about.details = std::move(details);
  return made;
}

finding unreadable(const std::string& file, const files::failure& failure) {
  return {.kind = verdict::unreadable, .about = file_diagnostic(file, failure)};
}

finding malformed(const std::string& file, std::string why) {
  return unreadable(file, {files::failure_kind::format, std::move(why)});
}

finding refused_node(const error_record& error) {
  const std::string why(error.message());
  if (error.code() == status::attribute || error.code() == status::type) return unsupported(why);
  if (error.code() == status::memory) return unreadable("", {files::failure_kind::resources, why});
  if (error.code() == status::cancelled) return unreadable("", {files::failure_kind::interrupted, "interrupted"});
  json_object details;
  if (!error.rule().empty()) details.add("rule", error.rule());
  return failed(formatted("strew refuses the node: {}", why), details);
}

}  // namespace strew::cli::conformance
