#include <fmt/format.h>

#include <map>
#include <stdexcept>

#include "conformance/case.hpp"
#include "support/frontend_call.hpp"

namespace strew::conformance {

namespace {

struct platform_frontend {
  const char* name;
  std::optional<support::frontend_answer> (*call)(const support::frontend_call&);
};

const platform_frontend* find_frontend(const test_case& c) {
  static const std::map<std::string, platform_frontend> frontends = {{"directml", {"DirectML", support::call_directml}},
                                                                     {"bnns", {"BNNS", support::call_bnns}}};
  const auto found = frontends.find(c.dialect);
  return found == frontends.end() ? nullptr : &found->second;
}

}  // namespace

const char* frontend_of(const test_case& c) {
  const platform_frontend* const frontend = find_frontend(c);
  return frontend == nullptr ? nullptr : frontend->name;
}

strew_status call_through_frontend(const test_case& c, const strew_tensor& data, const strew_tensor& output,
                                   strew_error& error) {
  const strew_tensor indices = c.indices->view();
  const strew_tensor updates = c.updates ? c.updates->view() : strew_tensor{};
  const strew_options options = options_of(c);
  if (!cases::is_of_platforms(c.op)) throw std::runtime_error(fmt::format("no frontend has {}", cases::name_of(c.op)));
  support::frontend_call made;
  made.op = static_cast<int32_t>(c.op);
  made.data = &data;
  made.indices = &indices;
  made.updates = c.updates ? &updates : nullptr;
  made.output = &output;
  made.axis = c.attrs.axis;
  made.batch_dims = c.attrs.batch_dims;
  made.options = &options;
  const platform_frontend& frontend = *find_frontend(c);
  const std::optional<support::frontend_answer> got = frontend.call(made);
  if (!got && !c.expected) return STREW_STATUS_ATTRIBUTE;
  if (!got) throw std::runtime_error(fmt::format("{} cannot express it", frontend.name));
  if (!got->defect.empty()) throw std::runtime_error(fmt::format("{}: {}", frontend.name, got->defect));
  error = got->error;
  return got->status;
}

}  // namespace strew::conformance
