// What kernels that sort points by their keys are given. Keys of a pass are read from one list and written to another.
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference2 : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_scalar_block_layout : require

layout(buffer_reference, scalar, buffer_reference_align = 4) buffer words_t { uint v[]; };
layout(buffer_reference, scalar, buffer_reference_align = 8) buffer wide_words_t { uint64_t v[]; };

layout(push_constant, scalar) uniform sort_t {
  uint64_t failed;  // the record, whose first word tells that nothing is to be done
  uint64_t keys_from, values_from, keys_to, values_to;
  uint64_t histogram;  // [digit][block]
  uint64_t totals;     // of digits
  uint count, shift, is_wide;
} sort;

bool is_refused() { return words_t(sort.failed).v[0] != 0; }
uint64_t key_from(uint i) {
  return sort.is_wide != 0 ? wide_words_t(sort.keys_from).v[i] : uint64_t(words_t(sort.keys_from).v[i]);
}
void put_key(uint i, uint64_t key) {
  if (sort.is_wide != 0) wide_words_t(sort.keys_to).v[i] = key;
  else words_t(sort.keys_to).v[i] = uint(key);
}
