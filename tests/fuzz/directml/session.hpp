// An operator that was accepted and compiled, on memory that ends at the last byte that the strides reach.
#pragma once

#include <array>
#include <cstring>
#include <vector>

#include "fuzz/directml/fixture.hpp"
#include "fuzz/directml/reference.hpp"

namespace strew::fuzz {

constexpr std::uint64_t max_bytes = 1U << 18;

struct memory_block {
  std::unique_ptr<std::uint8_t[]> memory;
  std::uint64_t size = 0;
};

// Inputs have the numbers 0 to 2, the output has 3.
constexpr std::size_t output_number = 3;

struct directml_session {
  directml_fixture& fixture;
  directml_operator description;
  com_ptr<IDMLOperator> op;
  com_ptr<IDMLCompiledOperator> compiled;
  std::array<memory_block, 4> blocks;
  std::array<std::size_t, 4> block_of = {0, 1, 2, 3};
  std::array<std::uint64_t, 4> offsets = {};
  std::array<std::vector<std::uint8_t>, 3> owned;  // copies of inputs as they were when the operator was initialized
  std::vector<std::uint8_t> temporary, persistent;

  directml_session(directml_fixture& of, choices& in) : fixture(of), description(in) {}

  // False if the operator is refused or too large for this test.
  bool make(choices& in);

  [[nodiscard]] bool is_owned(std::size_t i) const {
    return i < description.input_count() && description.input(i).buffer.Flags != DML_TENSOR_FLAG_NONE;
  }
  [[nodiscard]] const directml_tensor& tensor(std::size_t i) const {
    return i == output_number ? description.output : description.input(i);
  }
  [[nodiscard]] bool has_tensor(std::size_t i) const { return i == output_number || i < description.input_count(); }
  [[nodiscard]] DML_BUFFER_BINDING range(std::size_t i) const {
    return {blocks[block_of[i]].memory.get(), offsets[i], tensor(i).buffer.TotalTensorSizeInBytes};
  }
  [[nodiscard]] std::array<std::vector<std::uint8_t>, 4> contents() const {
    std::array<std::vector<std::uint8_t>, 4> all;
    for (std::size_t i = 0; i < blocks.size(); ++i)
      all[i].assign(blocks[i].memory.get(), blocks[i].memory.get() + blocks[i].size);
    return all;
  }
  void fill(choices& in);

 private:
  bool place(choices& in);
};

}  // namespace strew::fuzz
