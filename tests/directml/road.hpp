// The road of DirectML's pages: operator, compiled operator, binding table, bindings, dispatch; each step can be
// watched.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "directml/described.hpp"
#include "directml/device.hpp"
#include "directml/memory.hpp"

namespace directml_test {

// What the first failed method returned; S_OK and no method if none failed.
struct outcome {
  HRESULT result = S_OK;
  std::string method;
};

inline com_ptr<IDMLCompiledOperator> compile(IDMLDevice* device, described& problem) {
  com_ptr<IDMLOperator> made;
  com_ptr<IDMLCompiledOperator> compiled;
  EXPECT_EQ(problem.create(device, made.put()), S_OK) << last_error().message;
  if (!made) return compiled;
  EXPECT_EQ(device->CompileOperator(made.get(), DML_EXECUTION_FLAG_NONE, IID_PPV_ARGS(compiled.put())), S_OK);
  return compiled;
}

inline com_ptr<IDMLBindingTable> make_table(IDMLDevice* device, IDMLDispatchable* dispatchable) {
  com_ptr<IDMLBindingTable> table;
  const DML_BINDING_PROPERTIES needed = dispatchable->GetBindingProperties();
  const DML_BINDING_TABLE_DESC desc = {dispatchable, {0}, {0}, needed.RequiredDescriptorCount};
  EXPECT_EQ(device->CreateBindingTable(&desc, IID_PPV_ARGS(table.put())), S_OK) << last_error().message;
  return table;
}

inline com_ptr<IDMLCommandRecorder> make_recorder(IDMLDevice* device) {
  com_ptr<IDMLCommandRecorder> recorder;
  EXPECT_EQ(device->CreateCommandRecorder(IID_PPV_ARGS(recorder.put())), S_OK);
  return recorder;
}

inline DML_BINDING_DESC bind(const DML_BUFFER_BINDING& buffer) {
  return {DML_BINDING_TYPE_BUFFER, &buffer};
}

// What is bound; every field may be changed before the dispatch.
struct bindings {
  std::vector<DML_BINDING_DESC> inputs, outputs;
  DML_BINDING_DESC temporary = {DML_BINDING_TYPE_NONE, nullptr};
  DML_BINDING_DESC persistent = {DML_BINDING_TYPE_NONE, nullptr};
};

inline outcome bind_all(IDMLBindingTable* table, const bindings& bound) {
  HRESULT result = table->BindInputs(static_cast<UINT>(bound.inputs.size()), bound.inputs.data());
  if (FAILED(result)) return {result, "BindInputs"};
  result = table->BindOutputs(static_cast<UINT>(bound.outputs.size()), bound.outputs.data());
  if (FAILED(result)) return {result, "BindOutputs"};
  if (bound.temporary.Type != DML_BINDING_TYPE_NONE) result = table->BindTemporaryResource(&bound.temporary);
  if (FAILED(result)) return {result, "BindTemporaryResource"};
  if (bound.persistent.Type != DML_BINDING_TYPE_NONE) result = table->BindPersistentResource(&bound.persistent);
  if (FAILED(result)) return {result, "BindPersistentResource"};
  return {};
}

inline outcome dispatch(IDMLDevice* device, IDMLDispatchable* dispatchable, const bindings& bound) {
  const auto table = make_table(device, dispatchable);
  const auto recorder = make_recorder(device);
  if (!table || !recorder) return {E_UNEXPECTED, "CreateBindingTable"};
  const outcome first = bind_all(table.get(), bound);
  if (FAILED(first.result)) return first;
  const HRESULT result = recorder->RecordDispatch(nullptr, dispatchable, table.get());
  return {result, FAILED(result) ? "RecordDispatch" : ""};
}

// An operator over memory: the buffers of its tensors in the order of place, filled by the caller.
class work {
 public:
  described& problem;
  com_ptr<IDMLCompiledOperator> compiled;
  std::vector<guarded> memory;  // by place
  std::vector<DML_BUFFER_BINDING> buffers;

  work(IDMLDevice* device, described& description) : work(device, description, compile(device, description)) {}
  work(IDMLDevice* device, described& description, com_ptr<IDMLCompiledOperator> made)
      : problem(description), compiled(std::move(made)), device_(device) {
    for (std::size_t i = 0; i < 4; ++i) memory.emplace_back(problem.buffers[i].TotalTensorSizeInBytes);
    for (guarded& one : memory) buffers.push_back(one.binding());
  }
  template <class T>
  void fill(place where, const std::vector<T>& values) {
    ASSERT_LE(values.size() * sizeof(T), memory[where].size());
    if (!values.empty()) std::memcpy(memory[where].data(), values.data(), values.size() * sizeof(T));
  }
  bindings bound() const {
    bindings made;
    for (const std::size_t i : problem.inputs()) made.inputs.push_back(bind(buffers[i]));
    made.outputs.push_back(bind(buffers[output]));
    return made;
  }
  outcome run() const { return run(bound()); }
  outcome run(const bindings& bound) const {
    return compiled ? dispatch(device_, compiled.get(), bound) : outcome{E_UNEXPECTED, "CompileOperator"};
  }
  template <class T>
  std::vector<T> result(std::size_t count) const {
    return memory[output].read<T>(count);
  }

 private:
  IDMLDevice* device_;
};

// The output of one operator, packed or not, as `count` elements; fails the test if a step fails.
template <class T, class I>
std::vector<T> run(IDMLDevice* device, described& problem, const std::vector<T>& in, const std::vector<I>& at,
                   const std::vector<T>& from = {}) {
  work made(device, problem);
  made.fill(input, in);
  made.fill(indices, at);
  made.fill(updates, from);
  const auto before = made.memory;
  const outcome done = made.run();
  EXPECT_EQ(done.result, S_OK) << done.method << ": " << last_error().message;
  EXPECT_TRUE(made.memory[output].is_guarded());
  for (const std::size_t i : problem.inputs()) EXPECT_EQ(made.memory[i].image(), before[i].image()) << place_names[i];
  return made.result<T>(static_cast<std::size_t>(problem.buffers[output].TotalTensorSizeInBytes / sizeof(T)));
}

// The description is refused, with this HRESULT and rule.
inline void expect_refused(IDMLDevice* device, described& problem, HRESULT result, const std::string& rule) {
  com_ptr<IDMLOperator> made;
  EXPECT_EQ(problem.create(device, made.put()), result) << rule << ": " << last_error().message;
  EXPECT_FALSE(made);
  EXPECT_EQ(std::string(last_error().rule), rule) << last_error().message;
  EXPECT_EQ(engine_terms_of(last_error()), "") << last_error().message;
}

}  // namespace directml_test
