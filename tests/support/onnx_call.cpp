#include <string>

#include "support/onnx_vocabulary.hpp"

namespace strew::support {
namespace {

// Half of the calls are executions of a plan.
result<void> run_node(const frontend_call& call, const onnx_vocabulary& with, const strew::view& output) {
  const execution exec = {.threads = call.threads};
  if (call.choice % 4 < 2) return onnx::try_run(with.node(), with.inputs, output, exec);
  const result<plan> made = onnx::try_plan(with.node(), with.inputs, output);
  if (!made) return made.error();
  const buffers where = {.data = call.data->data,
                         .indices = call.indices == nullptr ? nullptr : call.indices->data,
                         .updates = call.updates == nullptr ? nullptr : call.updates->data,
                         .output = call.output->data};
  return made->try_execute(where, exec);
}

std::string defect_of_refusal(const frontend_call& call, const onnx_vocabulary& with, const error_record& got) {
  const std::string version = std::string(with.op_type) + "-";
  const bool is_execution = call.choice % 4 >= 2 && (got.code() == status::index || got.code() == status::pointer ||
                                                     got.code() == status::overlap || got.code() == status::memory);
  if (!got.message().starts_with(version) && !is_execution) return "the message names no version";
  return "";
}

// What the node refuses, its shape refuses too, unless the output or the elements are the reason; else the shape is
// that of the output.
std::string defect_of_shape(const onnx_vocabulary& with, const strew_tensor& output) {
  const result<std::vector<int64_t>> shape = onnx::try_shape(with.node(), with.inputs);
  if (!shape) return "it runs, and has no shape: " + std::string(shape.error().message());
  return *shape == std::vector<int64_t>(output.extents, output.extents + output.rank) ? "" : "it has another shape";
}

}  // namespace

std::optional<frontend_answer> call_onnx(const frontend_call& call) {
  const std::optional<onnx_vocabulary> with = say_in_onnx(call);
  if (!with) return std::nullopt;
  const result<void> got = run_node(call, *with, onnx_view<strew::view>(*call.output));
  frontend_answer made;
  made.status = static_cast<strew_status>(got.code());
  if (!got) made.error = got.error().native();
  if (!with->rule.empty()) {
    if (made.error.rule == with->rule) return std::nullopt;
    made.defect = "it does not refuse by " + std::string(with->rule);
  } else if (!got) {
    made.defect = defect_of_refusal(call, *with, got.error());
  } else {
    made.defect = defect_of_shape(*with, *call.output);
  }
  return made;
}

}  // namespace strew::support
