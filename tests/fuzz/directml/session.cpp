#include "fuzz/directml/session.hpp"

namespace strew::fuzz {

bool directml_session::make(choices& in) {
  const bool asks_operator = !in.one_in(64);
  const GUID& id = asks_operator ? directml::interface_id<IDMLOperator> : directml::interface_id<IDMLBindingTable>;
  void* made = &description;
  const bool is_made = fixture.verify(fixture.device->CreateOperator(&description.desc, id, &made));
  STREW_REQUIRE(is_made == (made != nullptr) && (!is_made || asks_operator));
  if (!is_made) return false;
  *op.put() = static_cast<IDMLOperator*>(made);
  const auto flags = in.one_in(32) ? arbitrary_enum<DML_EXECUTION_FLAGS>(in) : DML_EXECUTION_FLAG_NONE;
  if (!fixture.verify(fixture.device->CompileOperator(op.get(), flags, IID_PPV_ARGS(compiled.put())))) return false;
  op.reset();  // the compiled operator must not depend on it
  return place(in);
}

bool directml_session::place(choices& in) {
  const bool is_aliased = in.one_in(description.is_scatter() ? 2 : 8);
  if (is_aliased) block_of[output_number] = in.one_in(4) ? in.below(description.input_count()) : 0;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (!has_tensor(i)) continue;
    const std::uint64_t alignment = std::max<UINT>(tensor(i).buffer.GuaranteedBaseOffsetAlignment, 1);
    if (in.one_in(4) && alignment <= 256) offsets[i] = alignment * in.below(3);
    if (i == output_number && is_aliased) offsets[i] = offsets[block_of[i]] + (in.one_in(6) ? in.below(33) : 0);
    memory_block& block = blocks[block_of[i]];
    if (tensor(i).used_bytes() > max_bytes) return false;
    block.size = std::max(block.size, offsets[i] + tensor(i).used_bytes());
  }
  for (memory_block& block : blocks) block.memory = std::make_unique<std::uint8_t[]>(block.size);
  const DML_BINDING_PROPERTIES properties = compiled->GetBindingProperties();
  STREW_REQUIRE(properties.RequiredDescriptorCount == 0 && properties.TemporaryResourceSize < (1U << 26));
  temporary.resize(properties.TemporaryResourceSize);
  persistent.resize(properties.PersistentResourceSize);
  fill(in);
  return true;
}

// Indices are small numbers or any bits.
void directml_session::fill(choices& in) {
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    std::vector<std::uint8_t> all(blocks[i].size);
    in.fill(all);
    const std::uint64_t width = i == 1 ? description.indices.width() : 1;
    const std::uint64_t limit = in.one_in(4) ? 1 + in.below(8) : 1;
    const bool is_arbitrary = in.one_in(8);
    for (std::uint64_t at = offsets[1]; i == 1 && !is_arbitrary && at + width <= all.size(); at += width) {
      const std::int64_t value = all[at] % limit - (in.one_in(16) ? 1 : 0);
      std::memcpy(&all[at], &value, width);
    }
    std::copy(all.begin(), all.end(), blocks[i].memory.get());
  }
}

}  // namespace strew::fuzz
