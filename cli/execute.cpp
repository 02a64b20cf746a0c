#include "execute.hpp"

#include "files/mapping.hpp"
#include "interrupt.hpp"

namespace strew::cli {

strew_execution execution_of(const operator_options& options) {
  strew_execution execution = STREW_EXECUTION_INIT;
  execution.threads = options.common.threads;
  execution.cancel = [](void*) { return is_interrupted() || files::mapping::is_any_lost() ? 1 : 0; };
  return execution;
}

outcome check(const operator_options& options, const prepared_call& prepared, const operand_addresses& at) {
  const strew_execution execution = execution_of(options);
  strew_error error = STREW_ERROR_INIT;
  const strew_status status =
      strew_check(prepared.plan.get(), at.data, at.indices, at.updates, at.output, &execution, &error);
  if (status != STREW_STATUS_OK) return library_diagnostic(error, prepared.info);
  return std::nullopt;
}

// The output is memory that a failure gives up, except in place: there it is the file.
outcome execute(const operator_spec& spec, const operator_options& options, prepared_call& prepared) {
  strew_execution execution = execution_of(options);
  execution.on_error = options.in_place ? STREW_ON_ERROR_KEEP : STREW_ON_ERROR_DISCARD;
  strew_error error = STREW_ERROR_INIT;
  give_addresses(prepared);
  strew_operand_places at = places_of(spec.kind, prepared.call);
  if (at.output == nullptr) at.output = prepared.target().array.payload.data();
  if (prepared.device) return execute_on(*prepared.device, *prepared.plan, at, prepared.info);
  const strew_status status = strew_execute_at(prepared.plan.get(), &at, &execution, &error);
  if (status != STREW_STATUS_OK) return library_diagnostic(error, prepared.info);
  return std::nullopt;
}

}  // namespace strew::cli
