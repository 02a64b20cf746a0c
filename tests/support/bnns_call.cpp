#include <cstring>
#include <functional>

#include "support/bnns_vocabulary.hpp"

namespace strew::support {
namespace {

using bytes = std::vector<unsigned char>;

void for_each_element(const strew_tensor& t, const std::function<void(unsigned char*)>& visit) {
  const std::vector<int64_t> strides = strides_of(t);
  std::vector<int64_t> at(t.rank, 0);
  while (true) {
    auto* element = static_cast<unsigned char*>(t.data);
    for (size_t d = 0; d < t.rank; ++d) element += at[d] == 0 ? 0 : at[d] * strides[d];
    visit(element);
    size_t d = t.rank;
    while (d > 0 && ++at[d - 1] == t.extents[d - 1]) at[--d] = 0;
    if (d == 0) return;
  }
}

// The elements in row-major order; no extent is 0.
bytes elements_of(const strew_tensor& t) {
  const uint64_t width = width_of(t);
  bytes all;
  for_each_element(t, [&](const unsigned char* element) { all.insert(all.end(), element, element + width); });
  return all;
}

void set_elements(const strew_tensor& t, const bytes& all) {
  const unsigned char* from = all.data();
  for_each_element(t, [&](unsigned char* element) {
    std::memcpy(element, from, width_of(t));
    from += width_of(t);
  });
}

int make_call(const frontend_call& call, bnns_vocabulary& vocabulary) {
  BNNSFilterParameters parameters = {};
  parameters.n_threads = call.threads;
  const BNNSFilterParameters* with = call.threads == 0 && call.choice % 2 == 0 ? nullptr : &parameters;
  const strew_options* options = vocabulary.has_options ? &vocabulary.options : nullptr;
  const BNNSNDArrayDescriptor* indices = &vocabulary.indices;
  if (call.is_scatter()) {
    return call.is_nd() ? strew_bnns_scatter_nd(vocabulary.reduction, &vocabulary.updates, indices, &vocabulary.output,
                                                with, options)
                        : strew_bnns_scatter(vocabulary.axis, vocabulary.reduction, &vocabulary.updates, indices,
                                             &vocabulary.output, with, options);
  }
  return call.is_nd()
             ? strew_bnns_gather_nd(&vocabulary.data, indices, &vocabulary.output, with, options)
             : strew_bnns_gather(vocabulary.axis, &vocabulary.data, indices, &vocabulary.output, with, options);
}

frontend_answer answer_of(int result) {
  frontend_answer made;
  if (strew_bnns_last_error(&made.error) != 0) made.defect = "the record cannot be had";
  made.status = made.error.status;
  if (result != 0 && result != -1) made.defect = "it returns " + std::to_string(result);
  if ((result == 0) != (made.status == STREW_STATUS_OK)) made.defect = "its result and its record differ";
  if (result == 0 || !made.defect.empty()) return made;
  if (made.error.message[0] == 0) made.defect = "an error without a message";
  if (strew_bnns_rule_text(made.error.rule) == nullptr)
    made.defect = std::string("no rule is called ") + made.error.rule;
  return made;
}

bool is_same_shape(const strew_tensor& a, const strew_tensor& b) {
  return a.rank == b.rank && std::memcmp(a.extents, b.extents, a.rank * sizeof *a.extents) == 0;
}

// The output is the data of a BNNS scatter.
frontend_answer scatter_into_copy(const frontend_call& call, bnns_vocabulary& vocabulary) {
  const bytes before = elements_of(*call.output);
  set_elements(*call.output, elements_of(*call.data));
  const bytes copied = elements_of(*call.output);
  frontend_answer made = answer_of(make_call(call, vocabulary));
  if (made.status == STREW_STATUS_OK) return made;
  if (elements_of(*call.output) != copied) made.defect = "it fails and writes";
  set_elements(*call.output, before);
  return made;
}

}  // namespace

std::optional<frontend_answer> call_bnns(const frontend_call& call) {
  bnns_vocabulary vocabulary;
  if (!say(call, vocabulary)) return std::nullopt;
  if (!call.is_scatter() || call.data->data == call.output->data) return answer_of(make_call(call, vocabulary));
  const bool is_copyable =
      call.data->data != nullptr && call.output->data != nullptr && is_same_shape(*call.data, *call.output);
  return is_copyable ? std::optional(scatter_into_copy(call, vocabulary)) : std::nullopt;
}

}  // namespace strew::support
