#include "files/formats.hpp"

#include "files/npy.hpp"
#include "files/npz.hpp"
#include "files/onnx_pb.hpp"
#include "files/raw.hpp"
#include "files/safetensors.hpp"

namespace strew::files {
namespace {

constexpr std::string_view npz_suffixes[] = {".npz"};
constexpr std::string_view safetensors_suffixes[] = {".safetensors"};
constexpr std::string_view onnx_suffixes[] = {".pb"};

#if defined(STREW_LIBZIP)
constexpr file_format npz_row = {"npz", npz_suffixes, true, false, open_npz, list_npz, frame_npz};
#else
result<file_array> refuse_npz(const array_name&, const open_options&) {
  return failure{failure_kind::system, "is an archive, and this build of strew is without libzip, which reads them"};
}
constexpr file_format npz_row = {"npz", npz_suffixes, true, false, refuse_npz, nullptr, nullptr};
#endif
constexpr file_format safetensors_row = {"safetensors",    safetensors_suffixes, true, false, open_safetensors,
                                         list_safetensors, frame_safetensors};

#if defined(STREW_PROTOBUF)
constexpr file_format onnx_row = {"onnx", onnx_suffixes, false, false, open_onnx, nullptr, frame_onnx};
#else
result<file_array> refuse_onnx(const array_name&, const open_options&) {
  return failure{failure_kind::system,
                 "is a tensor of ONNX, and this build of strew is without protobuf, which reads them"};
}
constexpr file_format onnx_row = {"onnx", onnx_suffixes, false, false, refuse_onnx, nullptr, nullptr};
#endif

constexpr file_format raw_row = {"raw", {}, false, true, open_raw, nullptr, frame_raw};
constexpr file_format npy_row = {"npy", {}, false, true, open_npy_name, nullptr, frame_npy};

constexpr const file_format* by_suffix[] = {&npz_row, &safetensors_row, &onnx_row};

}  // namespace

std::span<const file_format* const> formats_by_suffix() {
  return by_suffix;
}

const file_format& npy_format() {
  return npy_row;
}

const file_format& raw_format() {
  return raw_row;
}

}  // namespace strew::files
