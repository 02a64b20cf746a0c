// The functions that XLA calls, one for each operator, and what they have in common.

#include <cstdint>

#include "export.hpp"
#include "jax/attributes.hpp"
#include "jax/call_operands.hpp"
#include "jax/pool.hpp"
#include "jax/xla_ffi.hpp"
#include "strew/executor.hpp"
#include "strew/site.hpp"
#include "strew/strew.h"

namespace strew::jax {
namespace {

xla::error* failure(const xla::call_frame& frame, xla::error_code code, const char* message) noexcept {
  xla::create_error request = {xla::head_of<xla::create_error>(), message, code};
  return frame.functions->create_error(&request);
}

xla::error_code code_of(strew_status status) noexcept {
  switch (status) {
    case STREW_STATUS_INDEX:
      return xla::error_code::out_of_range;
    case STREW_STATUS_MEMORY:
      return xla::error_code::resource_exhausted;
    case STREW_STATUS_CANCELLED:
      return xla::error_code::cancelled;
    case STREW_STATUS_INTERNAL:
      return xla::error_code::internal;
    default:
      return xla::error_code::invalid_argument;
  }
}

// XLA asks for the version of the interface before it registers a handler, and refuses one newer than its own.
bool answers_metadata(const xla::call_frame& frame) noexcept {
  const xla::extension* asked = frame.head.extensions;
  if (asked == nullptr || asked->type != xla::extension_type::metadata) return false;
  xla::metadata& about = *reinterpret_cast<const xla::metadata_extension*>(asked)->about;
  about.version = {xla::head_of<xla::api_version>(), xla::version_major, xla::version_minor};
  about.traits = 0;
  return true;
}

// What is wrong with the frame of a call, null if nothing is.
const char* misfit(const xla::call_frame& frame) noexcept {
  if (frame.head.struct_size < sizeof frame - sizeof frame.future) return "the call frame of XLA is too short";
  if (frame.functions->version.major_number != xla::version_major)
    return "XLA's foreign function interface is of another major version than the one that strew was written for, 0.1";
  return nullptr;
}

strew_status run(const xla::call_frame& frame, const call_form& form, const call_operands& of,
                 strew_error& failed) noexcept {
  pool threads(frame);
  const auto submit = [&](void (*function)(void*), void* argument) { return threads.submit(function, argument); };
  const auto executor = from_submit(submit, [&] { return threads.count(); });
  strew_execution execution = STREW_EXECUTION_INIT;
  execution.executor = executor;
  if (!of.is_in_place()) execution.on_error = STREW_ON_ERROR_DISCARD;
  return strew_run_at(site_of_this_thread(form.op.kind), &form.op, &of.all(), &form.options, &execution, &failed);
}

xla::error* handle(const xla::call_frame& frame, std::int32_t kind) noexcept {
  if (answers_metadata(frame)) return nullptr;
  if (const char* wrong = misfit(frame)) return failure(frame, xla::error_code::unimplemented, wrong);
  if (frame.at != xla::stage::execute) return nullptr;
  call_form form;
  form.op.kind = kind;
  if (const char* wrong = read(frame.named, form)) return failure(frame, xla::error_code::invalid_argument, wrong);
  call_operands of;
  if (const char* wrong = of.read(frame, form)) return failure(frame, xla::error_code::unimplemented, wrong);
  strew_error failed;  // written by a failure only: clearing all of it would take longer than a small call
  failed.struct_size = sizeof failed;
  failed.version = 2;
  const strew_status status = run(frame, form, of, failed);
  return status == STREW_STATUS_OK ? nullptr : failure(frame, code_of(status), failed.message);
}

}  // namespace
}  // namespace strew::jax

#define STREW_JAX_HANDLER(name, kind)                                                                       \
  extern "C" STREW_RUNTIME_EXPORT strew::jax::xla::error* strew_jax_##name(const strew::jax::xla::call_frame* frame) { \
    return strew::jax::handle(*frame, kind);                                                                \
  }

STREW_JAX_HANDLER(gather, STREW_OPERATOR_GATHER)
STREW_JAX_HANDLER(gather_elements, STREW_OPERATOR_GATHER_ELEMENTS)
STREW_JAX_HANDLER(gather_nd, STREW_OPERATOR_GATHER_ND)
STREW_JAX_HANDLER(scatter, STREW_OPERATOR_SCATTER)
STREW_JAX_HANDLER(scatter_elements, STREW_OPERATOR_SCATTER_ELEMENTS)
STREW_JAX_HANDLER(scatter_nd, STREW_OPERATOR_SCATTER_ND)
STREW_JAX_HANDLER(segment_reduce, STREW_OPERATOR_SEGMENT_REDUCE)
STREW_JAX_HANDLER(segment_scan, STREW_OPERATOR_SEGMENT_SCAN)
STREW_JAX_HANDLER(sddmm, STREW_OPERATOR_SDDMM)
STREW_JAX_HANDLER(gather_block_quantized, STREW_OPERATOR_GATHER_BLOCK_QUANTIZED)
STREW_JAX_HANDLER(stablehlo_gather, STREW_OPERATOR_STABLEHLO_GATHER)
STREW_JAX_HANDLER(stablehlo_scatter, STREW_OPERATOR_STABLEHLO_SCATTER)

// The version of the interface that the handlers are written for, 1000 * major + minor.
extern "C" STREW_RUNTIME_EXPORT std::int32_t strew_jax_interface() {
  return 1000 * strew::jax::xla::version_major + strew::jax::xla::version_minor;
}
