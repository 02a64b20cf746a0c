#include "files/formats.hpp"

#include "files/npy.hpp"
#include "files/npz.hpp"
#include "files/onnx_pb.hpp"
#include "files/raw.hpp"
#include "files/safetensors.hpp"

namespace strew::files {
namespace {

constexpr std::string_view npy_suffixes[] = {".npy"};
constexpr std::string_view raw_suffixes[] = {".bin", ".raw"};
constexpr std::string_view npz_suffixes[] = {".npz"};
constexpr std::string_view safetensors_suffixes[] = {".safetensors"};
constexpr std::string_view onnx_suffixes[] = {".pb"};

constexpr file_format npy_row = {
    .name = "npy", .suffixes = npy_suffixes, .is_read_in_order = true, .open = open_npy_name, .frame = frame_npy};

constexpr file_format raw_row = {.name = "raw",
                                 .suffixes = raw_suffixes,
                                 .spelling = "FILE:TYPE[EXTENTS]",
                                 .meaning = "a file of elements alone, e.g. table.bin:f32[1000,64]",
                                 .is_read_in_order = true,
                                 .open = open_raw,
                                 .frame = frame_raw};

constexpr file_format safetensors_row = {.name = "safetensors",
                                         .suffixes = safetensors_suffixes,
                                         .spelling = "FILE.safetensors:NAME",
                                         .meaning = "a tensor; without NAME the only one",
                                         .names_types = true,
                                         .has_members = true,
                                         .open = open_safetensors,
                                         .list = list_safetensors,
                                         .frame = frame_safetensors};

#if defined(STREW_LIBZIP)
constexpr file_format npz_row = {.name = "npz",
                                 .suffixes = npz_suffixes,
                                 .spelling = "FILE.npz:NAME",
                                 .meaning = "a member of an archive; without NAME its only one",
                                 .has_members = true,
                                 .frames_by_elements = true,
                                 .open = open_npz,
                                 .list = list_npz,
                                 .frame = frame_npz};
#else
result<file_array> refuse_npz(const array_name&, const open_options&) {
  return failure{failure_kind::system, "is an archive, and this build of strew is without libzip, which reads them"};
}
constexpr file_format npz_row = {
    .name = "npz", .suffixes = npz_suffixes, .lacks = "libzip", .has_members = true, .open = refuse_npz};
#endif

#if defined(STREW_PROTOBUF)
constexpr file_format onnx_row = {.name = "onnx",
                                  .suffixes = onnx_suffixes,
                                  .spelling = "FILE.pb",
                                  .meaning = "a tensor of ONNX (TensorProto), also with external data",
                                  .names_types = true,
                                  .open = open_onnx,
                                  .frame = frame_onnx};
#else
result<file_array> refuse_onnx(const array_name&, const open_options&) {
  return failure{failure_kind::system,
                 "is a tensor of ONNX, and this build of strew is without protobuf, which reads them"};
}
constexpr file_format onnx_row = {.name = "onnx", .suffixes = onnx_suffixes, .lacks = "protobuf", .open = refuse_onnx};
#endif

constexpr const file_format* all[] = {&npy_row, &raw_row, &npz_row, &safetensors_row, &onnx_row};
constexpr const file_format* by_suffix[] = {&npz_row, &safetensors_row, &onnx_row};

}  // namespace

std::span<const file_format* const> formats() {
  return all;
}

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
