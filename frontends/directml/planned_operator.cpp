#include "directml/planned_operator.hpp"

#include <array>
#include <cstddef>
#include <cstring>

#include "directml/levels.hpp"

namespace strew::frontends::directml {
namespace {

struct described {
  const DML_TENSOR_DESC* desc;
  std::int32_t operand;
  tensor* made;
};
using described_list = std::array<described, 4>;

// The structures of the operators begin with their tensors, in this order; the output is the last one.
described_list tensors_of(const void* desc, planned_operator& made) {
  const DML_TENSOR_DESC* tensors[4] = {};
  std::memcpy(tensors, desc, (made.input_count + 1) * sizeof(void*));
  described_list list{{{tensors[0], STREW_OPERAND_DATA, &made.inputs[0]},
                       {tensors[1], STREW_OPERAND_INDICES, &made.inputs[1]},
                       {tensors[2], STREW_OPERAND_UPDATES, &made.inputs[2]},
                       {}}};
  list[made.input_count] = {tensors[made.input_count], STREW_OPERAND_OUTPUT, &made.output};
  return list;
}

// TY2: output and updates have the data type of the input.
maybe_failure check_types(const planned_operator& of) {
  const tensor* const others[] = {&of.direct(), &of.output};
  for (const tensor* other : others) {
    if (other->type == of.data().type) continue;
    return invalid(STREW_STATUS_TYPE, other->operand, "TY2", "its DataType is {}; that of InputTensor is {}",
                   strew_directml_data_type_name(other->type), strew_directml_data_type_name(of.data().type));
  }
  return {};
}

maybe_failure check_ranks(const planned_operator& of) {
  const tensor* const others[] = {&of.indices(), &of.direct(), &of.output};
  for (const tensor* other : others) {
    if (other->rank == of.data().rank) continue;
    return invalid(STREW_STATUS_SHAPE, other->operand, "DM3", "its DimensionCount is {}; that of InputTensor is {}",
                   other->rank, of.data().rank);
  }
  return {};
}

// Checks the pointers of all tensors, then all types, then shapes and sizes.
maybe_failure read_tensors(const void* desc, planned_operator& made) {
  const described_list list = tensors_of(desc, made);
  const std::size_t count = made.input_count + 1;
  for (std::size_t i = 0; i < count; ++i) {
    if (auto bad = check_pointers(list[i].desc, list[i].operand)) return bad;
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (auto bad = read_type(*list[i].desc, list[i].operand, *list[i].made)) return bad;
  }
  if (auto bad = check_types(made)) return bad;
  for (std::size_t i = 0; i < count; ++i) {
    if (auto bad = read_sizes(*list[i].desc, *list[i].made)) return bad;
  }
  if (auto bad = check_ranks(made)) return bad;
  for (std::size_t i = 0; i < count; ++i) {
    if (auto bad = read_bytes(*list[i].desc, *list[i].made)) return bad;
  }
  return {};
}

maybe_failure check_type(const DML_OPERATOR_DESC* desc) {
  if (desc == nullptr) return null_pointer(STREW_OPERAND_NONE, "the DML_OPERATOR_DESC");
  if (desc->Desc == nullptr) return null_pointer(STREW_OPERAND_NONE, "the structure of the operator");
  const std::int32_t type = desc->Type;
  if (type <= DML_OPERATOR_INVALID || type > DML_OPERATOR_UNFOLD)
    return invalid(STREW_STATUS_ATTRIBUTE, STREW_OPERAND_NONE, "DM2", "operator type {} is none of DirectML's", type);
  if (strew_directml_operator_name(type) != nullptr) return {};
  return unsupported(
      STREW_OPERAND_NONE, "DM15",
      "operator type {} is neither a gather nor a scatter; strew has GATHER, GATHER_ELEMENTS, GATHER_ND, "
      "GATHER_ND1, SCATTER and SCATTER_ND, and all others, as ELEMENT_WISE_IDENTITY, are out of scope",
      type);
}

maybe_failure plan_of_type(const settings& with, const void* desc, planned_operator& made) {
  switch (made.type) {
    case DML_OPERATOR_GATHER:
      return plan_gather(with, *static_cast<const DML_GATHER_OPERATOR_DESC*>(desc), made);
    case DML_OPERATOR_GATHER_ELEMENTS:
      return plan_elements(with, static_cast<const DML_GATHER_ELEMENTS_OPERATOR_DESC*>(desc)->Axis, made);
    case DML_OPERATOR_SCATTER:
      return plan_elements(with, static_cast<const DML_SCATTER_OPERATOR_DESC*>(desc)->Axis, made);
    case DML_OPERATOR_GATHER_ND: {
      const auto& of = *static_cast<const DML_GATHER_ND_OPERATOR_DESC*>(desc);
      return plan_nd(with, {of.InputDimensionCount, of.IndicesDimensionCount, 0}, made);
    }
    case DML_OPERATOR_GATHER_ND1: {
      const auto& of = *static_cast<const DML_GATHER_ND1_OPERATOR_DESC*>(desc);
      return plan_nd(with, {of.InputDimensionCount, of.IndicesDimensionCount, of.BatchDimensionCount}, made);
    }
    default: {
      const auto& of = *static_cast<const DML_SCATTER_ND_OPERATOR_DESC*>(desc);
      return plan_nd(with, {of.InputDimensionCount, of.IndicesDimensionCount, 0}, made);
    }
  }
}

}  // namespace

maybe_failure make_plan(const settings& with, const strew_operator& op, const left_out& dimensions,
                        planned_operator& made) {
  const bool is_scatter = made.is_scatter();
  const strew_tensor data = view(made.data(), dimensions.data);
  const strew_tensor indices = view(made.indices(), dimensions.indices);
  const strew_tensor direct = view(made.direct(), dimensions.direct);
  const strew_tensor output = is_scatter ? view(made.output, dimensions.data) : direct;
  strew_plan* plan = nullptr;
  strew_error error = STREW_ERROR_INIT;
  error.status = strew_plan_make(&op, &data, &indices, is_scatter ? &direct : nullptr, &output,
                                 is_scatter ? &with.scatter : &with.gather, &plan, &error);
  made.plan = strew::plan(plan);
  return from_engine(error);
}

maybe_failure plan_operator(const settings& with, const DML_OPERATOR_DESC* desc, planned_operator& made) {
  if (auto bad = check_type(desc)) return bad;
  made.type = desc->Type;
  made.input_count = made.type == DML_OPERATOR_SCATTER || made.type == DML_OPERATOR_SCATTER_ND ? 3 : 2;
  if (auto bad = read_tensors(desc->Desc, made)) return bad;
  if (auto bad = plan_of_type(with, desc->Desc, made)) return bad;
  return check_level({made.type, made.data().rank, made.data().type, made.indices().type}, with.level,
                     with.has_page_tables);
}

}  // namespace strew::frontends::directml
