// The examples from the documentation of DirectML and ONNX, as .npy files; *.documented.npy are the printed outputs.
//
//   write_examples FOLDER
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <numeric>
#include <string>
#include <vector>

#include "npy_writer.hpp"

namespace {

using integers = std::vector<std::int64_t>;
using floats = std::vector<float>;

template <class T>
std::vector<T> counting(std::size_t count) {
  std::vector<T> values(count);
  std::iota(values.begin(), values.end(), T{0});
  return values;
}

// DML_SCATTER_ND_OPERATOR_DESC and ONNX ScatterND, example 1: the same numbers.
void write_scatter(const std::string& folder) {
  write_npy(folder + "scatter_nd.data.npy", {8}, floats{1, 2, 3, 4, 5, 6, 7, 8});
  write_npy(folder + "scatter_nd.indices.npy", {4, 1}, integers{4, 3, 1, 7});
  write_npy(folder + "scatter_nd.updates.npy", {4}, floats{9, 10, 11, 12});
  write_npy(folder + "scatter_nd.documented.npy", {8}, floats{1, 11, 3, 10, 9, 6, 7, 12});
  write_npy(folder + "scatter_nd.outside.npy", {4, 1}, integers{4, 3, 8, -9});
}

// ONNX ScatterND with reduction add, the test case scatternd_add: both updates address the first matrix.
void write_scatter_add(const std::string& folder) {
  const floats first{1, 2, 3, 4, 5, 6, 7, 8, 8, 7, 6, 5, 4, 3, 2, 1},
      last{8, 7, 6, 5, 4, 3, 2, 1, 1, 2, 3, 4, 5, 6, 7, 8};
  floats data, updates;
  for (const floats& matrix : {first, first, last, last}) data.insert(data.end(), matrix.begin(), matrix.end());
  for (const float value : {5.0F, 6.0F, 7.0F, 8.0F, 1.0F, 2.0F, 3.0F, 4.0F}) updates.insert(updates.end(), 4, value);
  write_npy(folder + "scatter_nd_add.data.npy", {4, 4, 4}, data);
  write_npy(folder + "scatter_nd_add.indices.npy", {2, 1}, integers{0, 0});
  write_npy(folder + "scatter_nd_add.updates.npy", {2, 4, 4}, updates);
  const floats sum{7, 8, 9, 10, 13, 14, 15, 16, 18, 17, 16, 15, 16, 15, 14, 13};
  std::copy(sum.begin(), sum.end(), data.begin());
  write_npy(folder + "scatter_nd_add.documented.npy", {4, 4, 4}, data);
}

// DML_GATHER_ND_OPERATOR_DESC, and DML_GATHER_ND1_OPERATOR_DESC with one batch dimension.
void write_directml_gather(const std::string& folder) {
  write_npy(folder + "gather_nd.data.npy", {2, 2, 2}, counting<float>(8));
  write_npy(folder + "gather_nd.indices.npy", {2, 2}, integers{0, 1, 1, 0});
  write_npy(folder + "gather_nd.documented.npy", {2, 2}, floats{2, 3, 4, 5});
  write_npy(folder + "gather_nd1.data.npy", {3, 2, 2}, counting<float>(12));
  write_npy(folder + "gather_nd1.indices.npy", {3, 2, 2},
            std::vector<std::uint32_t>{0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 1, 0});
  write_npy(folder + "gather_nd1.documented.npy", {3, 2}, floats{0, 3, 7, 4, 9, 10});
}

// ONNX GatherND, examples 1 and 5.
void write_onnx_gather(const std::string& folder) {
  write_npy(folder + "onnx_gather_1.data.npy", {2, 2}, counting<std::int32_t>(4));
  write_npy(folder + "onnx_gather_1.indices.npy", {2, 2}, integers{0, 0, 1, 1});
  write_npy(folder + "onnx_gather_1.documented.npy", {2}, std::vector<std::int32_t>{0, 3});
  write_npy(folder + "onnx_gather_5.data.npy", {2, 2, 2}, counting<std::int32_t>(8));
  write_npy(folder + "onnx_gather_5.indices.npy", {2, 1}, integers{1, 0});
  write_npy(folder + "onnx_gather_5.documented.npy", {2, 2}, std::vector<std::int32_t>{2, 3, 4, 5});
}

}  // namespace

int main(int count, char** words) {
  if (count != 2) {
    std::fprintf(stderr, "usage: write_examples FOLDER\n");
    return 2;
  }
  try {
    const std::string folder = std::string(words[1]) + "/";
    std::filesystem::create_directories(folder);
    write_scatter(folder);
    write_scatter_add(folder);
    write_directml_gather(folder);
    write_onnx_gather(folder);
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "write_examples: %s\n", failure.what());
    return 1;
  }
  return 0;
}
