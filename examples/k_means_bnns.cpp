// The step through BNNS: descriptors over plain memory. `input` of a scatter holds the values to add, `output` the
// sums.
#include <cstddef>
#include <stdexcept>

#include "k_means_frontends.hpp"
#include "strew/bnns.h"

namespace {

// Apple's matrices list columns first; BNNS never writes to its inputs.
BNNSNDArrayDescriptor matrix(const std::vector<float>& values, std::int64_t rows) {
  BNNSNDArrayDescriptor made = {};
  made.layout = BNNSDataLayoutRowMajorMatrix;
  made.size[0] = values.size() / static_cast<std::size_t>(rows);
  made.size[1] = static_cast<std::size_t>(rows);
  made.data = const_cast<float*>(values.data());
  made.data_type = BNNSDataTypeFloat32;
  return made;
}

BNNSNDArrayDescriptor vector(const std::vector<float>& values) {
  BNNSNDArrayDescriptor made = {};
  made.layout = BNNSDataLayoutVector;
  made.size[0] = values.size();
  made.data = const_cast<float*>(values.data());
  made.data_type = BNNSDataTypeFloat32;
  return made;
}

BNNSNDArrayDescriptor vector(const std::vector<std::int32_t>& values) {
  BNNSNDArrayDescriptor made = {};
  made.layout = BNNSDataLayoutVector;
  made.size[0] = values.size();
  made.data = const_cast<std::int32_t*>(values.data());
  made.data_type = BNNSDataTypeInt32;
  return made;
}

void require(int result) {
  if (result == 0) return;
  strew_error error = STREW_ERROR_INIT;
  strew_bnns_last_error(&error);
  throw std::runtime_error(error.message);
}

void gather_rows(const BNNSNDArrayDescriptor& from, const BNNSNDArrayDescriptor& rows, BNNSNDArrayDescriptor to) {
  require(BNNSGather(0, &from, &rows, &to, nullptr));
}

void scatter_rows(BNNSReduceFunction function, const BNNSNDArrayDescriptor& from, const BNNSNDArrayDescriptor& rows,
                  BNNSNDArrayDescriptor to) {
  require(BNNSScatter(0, function, &from, &rows, &to, nullptr));
}

}  // namespace

step step_in_bnns(const picture& of) {
  const auto n = static_cast<std::size_t>(of.n);
  const auto k = static_cast<std::size_t>(of.k);
  const std::vector<float> ones(n, 1.0F);
  const BNNSNDArrayDescriptor pixels = matrix(of.pixels, of.n);
  const BNNSNDArrayDescriptor labels = vector(of.labels);
  step made;
  made.centroids.resize(3 * k);
  gather_rows(pixels, vector(of.seeds), matrix(made.centroids, of.k));
  made.sums.resize(3 * k);
  scatter_rows(BNNSReduceFunctionSum, pixels, labels, matrix(made.sums, of.k));
  made.counts.resize(k);
  scatter_rows(BNNSReduceFunctionSum, vector(ones), labels, vector(made.counts));
  made.last = made.centroids;
  scatter_rows(BNNSReduceFunctionNone, pixels, labels, matrix(made.last, of.k));
  const std::vector<float> colours = means(made.sums, made.counts, made.centroids);
  made.painted.resize(3 * n);
  gather_rows(matrix(colours, of.k), labels, matrix(made.painted, of.n));
  return made;
}
