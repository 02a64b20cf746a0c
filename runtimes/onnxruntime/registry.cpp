#include "onnxruntime/registry.hpp"

#include <memory>
#include <string>

#include "onnxruntime/element_types.hpp"
#include "onnxruntime/failure.hpp"
#include "onnxruntime/versions.hpp"

namespace strew::onnxruntime {
namespace {

abi::status* constrain(const abi::host& at, abi::kernel_builder* builder, const char* name,
                       const std::vector<abi::element_type>& types) {
  const std::vector<const abi::data_type*> tensors = tensors_of(at, types);
  return abi::add_constraint(at, builder, name, tensors.data(), tensors.size());
}

// The names of types are those of ONNX's schemas. Where indices can only be int64, these have none for them.
abi::status* describe(const abi::host& at, const char* provider, const onnx::detail::version& of,
                      abi::kernel_builder* builder) {
  const auto since = static_cast<int>(of.since);
  STREW_TRY(abi::set_operator(at, builder, std::string(of.op_type).c_str()));
  STREW_TRY(abi::set_domain(at, builder, of.is_codes() ? std::string(onnx::detail::runtime_domain).c_str() : ""));
  STREW_TRY(abi::set_versions(at, builder, since, since));
  STREW_TRY(abi::set_provider(at, builder, provider));
  STREW_TRY(constrain(at, builder, of.is_codes() ? "T1" : "T", data_types(of)));
  if (of.is_codes()) STREW_TRY(constrain(at, builder, "T2", scale_types()));
  if (of.has(onnx::detail::int32_indices)) STREW_TRY(constrain(at, builder, "Tind", index_types(of)));
  if (of.is_gather() || of.is_codes()) return nullptr;
  const int first = 0;
  return abi::add_mutable_aliases(at, builder, &first, &first, 1);
}

abi::status* add(const abi::host& at, const char* provider, kernel_class& one, abi::kernel_registry* to) {
  abi::kernel_builder* builder = nullptr;
  STREW_TRY(abi::create_builder(at, &builder));
  const auto release_builder = [&at](abi::kernel_builder* made) { abi::release_builder(at, made); };
  const std::unique_ptr<abi::kernel_builder, decltype(release_builder)> owned(builder, release_builder);
  STREW_TRY(describe(at, provider, *one.of, builder));

  abi::kernel_definition* definition = nullptr;
  STREW_TRY(abi::build(at, builder, &definition));
  abi::status* const outcome = abi::add_kernel(at, to, definition, kernel::create, &one);
  abi::release_definition(at, definition);
  return outcome;
}

}  // namespace

abi::status* make_registry(const abi::host& at, const char* provider, std::vector<kernel_class>& classes,
                           abi::kernel_registry** made) {
  const auto pool = std::make_shared<threads>();
  classes.clear();
  for (const onnx::detail::version& of : versions) classes.push_back({at, &of, pool});
  abi::kernel_registry* registry = nullptr;
  STREW_TRY(abi::create_registry(at, &registry));
  const auto release = [&at](abi::kernel_registry* owned) { abi::release_registry(at, owned); };
  std::unique_ptr<abi::kernel_registry, decltype(release)> owned(registry, release);
  for (kernel_class& one : classes) STREW_TRY(add(at, provider, one, registry));
  *made = owned.release();
  return nullptr;
}

}  // namespace strew::onnxruntime
