#include "strew/directml.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "support/directml_vocabulary.hpp"

namespace strew::support {
namespace {

using strew::directml::com_ptr;

// What the message channel was told.
struct telling {
  int count = 0;
  HRESULT result = S_OK;
  strew_error record = STREW_ERROR_INIT;
};

void listen(void* context, int32_t result, const char*, const strew_error* record) {
  auto& heard = *static_cast<telling*>(context);
  ++heard.count;
  heard.result = result;
  heard.record = *record;
}

DML_BINDING_DESC bind(const DML_BUFFER_BINDING& buffer) {
  return {buffer.Buffer == nullptr ? DML_BINDING_TYPE_NONE : DML_BINDING_TYPE_BUFFER, &buffer};
}

DML_BUFFER_BINDING range_of(std::vector<unsigned char>& buffer) {
  return {buffer.data(), 0, buffer.size()};
}

// The steps of a program for DirectML, each if those before it went well.
class session {
 public:
  session(const directml_vocabulary& vocabulary, const frontend_call& call, telling& heard) : vocabulary_(vocabulary) {
    execution_.threads = call.threads;
    options_.lenient = vocabulary.needs_lenience ? 1 : 0;
    (call.is_scatter() ? options_.scatter : options_.gather) = call.options;
    options_.execution = &execution_;
    options_.message = listen;
    options_.message_context = &heard;
  }

  // What the last step returned, which is a failure if one failed.
  HRESULT result() const { return result_; }

  bool make_device() {
    return step(strew_directml_create_device(&options_, &strew::directml::interface_id<IDMLDevice>,
                                             reinterpret_cast<void**>(device_.put())));
  }
  bool run() {
    return step(device_->CreateOperator(&vocabulary_.op, IID_PPV_ARGS(op_.put()))) &&
           step(device_->CompileOperator(op_.get(), DML_EXECUTION_FLAG_NONE, IID_PPV_ARGS(compiled_.put()))) &&
           step(device_->CreateCommandRecorder(IID_PPV_ARGS(recorder_.put()))) && initialize() &&
           make_table(compiled_.get()) && bind_tensors() && bind_resources() &&
           step(recorder_->RecordDispatch(nullptr, compiled_.get(), table_.get()));
  }

 private:
  bool step(HRESULT result) {
    result_ = result;
    return SUCCEEDED(result);
  }
  bool make_table(IDMLDispatchable* dispatchable) {
    DML_BINDING_TABLE_DESC desc = {};
    desc.Dispatchable = dispatchable;
    desc.SizeInDescriptors = dispatchable->GetBindingProperties().RequiredDescriptorCount;
    return step(device_->CreateBindingTable(&desc, IID_PPV_ARGS(table_.put())));
  }
  // Hands over the inputs that are OWNED_BY_DML.
  bool initialize() {
    persistent_.resize(static_cast<size_t>(compiled_->GetBindingProperties().PersistentResourceSize));
    if (persistent_.empty()) return true;
    std::array<DML_BUFFER_BINDING, 3> owned = vocabulary_.inputs;
    for (size_t i = 0; i < owned.size(); ++i) {
      if (!vocabulary_.is_owned[i]) owned[i] = {};
    }
    const DML_BUFFER_ARRAY_BINDING array = {vocabulary_.input_count, owned.data()};
    const DML_BINDING_DESC inputs = {DML_BINDING_TYPE_BUFFER_ARRAY, &array};
    const DML_BUFFER_BINDING resource = range_of(persistent_);
    const DML_BINDING_DESC output = bind(resource);
    IDMLCompiledOperator* const operators[] = {compiled_.get()};
    return step(device_->CreateOperatorInitializer(1, operators, IID_PPV_ARGS(initializer_.put()))) &&
           make_table(initializer_.get()) && step(table_->BindInputs(1, &inputs)) &&
           step(table_->BindOutputs(1, &output)) &&
           step(recorder_->RecordDispatch(nullptr, initializer_.get(), table_.get()));
  }
  bool bind_tensors() {
    std::array<DML_BINDING_DESC, 3> inputs = {};
    for (size_t i = 0; i < vocabulary_.input_count; ++i) {
      if (!vocabulary_.is_owned[i]) inputs[i] = bind(vocabulary_.inputs[i]);
    }
    const DML_BINDING_DESC output = bind(vocabulary_.output);
    return step(table_->BindInputs(vocabulary_.input_count, inputs.data())) && step(table_->BindOutputs(1, &output));
  }
  bool bind_resources() {
    temporary_.resize(static_cast<size_t>(compiled_->GetBindingProperties().TemporaryResourceSize));
    const DML_BUFFER_BINDING ranges[] = {range_of(temporary_), range_of(persistent_)};
    const DML_BINDING_DESC temporary = bind(ranges[0]);
    const DML_BINDING_DESC persistent = bind(ranges[1]);
    return step(table_->BindTemporaryResource(&temporary)) && step(table_->BindPersistentResource(&persistent));
  }

  const directml_vocabulary& vocabulary_;
  HRESULT result_ = S_OK;
  strew_execution execution_ = STREW_EXECUTION_INIT;
  strew_directml_options options_ = STREW_DIRECTML_OPTIONS_INIT;
  std::vector<unsigned char> temporary_, persistent_;
  com_ptr<IDMLDevice> device_;
  com_ptr<IDMLOperator> op_;
  com_ptr<IDMLCompiledOperator> compiled_;
  com_ptr<IDMLCommandRecorder> recorder_;
  com_ptr<IDMLOperatorInitializer> initializer_;
  com_ptr<IDMLBindingTable> table_;
};

std::string defect_of(HRESULT result, const strew_error& error) {
  if (SUCCEEDED(result)) return "";
  if (result != E_INVALIDARG) return "it returns " + std::to_string(result) + ", not E_INVALIDARG";
  if (error.status == STREW_STATUS_OK || error.message[0] == 0) return "it fails without a record";
  return strew_directml_rule_text(error.rule) == nullptr ? std::string("no rule is called ") + error.rule : "";
}

std::string defect_of(const telling& heard, HRESULT result, const strew_error& error) {
  if (heard.count != (FAILED(result) ? 1 : 0)) return std::to_string(heard.count) + " messages were sent";
  if (heard.count == 0) return "";
  const bool is_same = heard.result == result && std::memcmp(&heard.record, &error, sizeof error) == 0;
  return is_same ? "" : "the message is about another failure than the record";
}

// Leading 1s that the translation added are no coordinates of the caller's.
void crop_coordinates(strew_error& error, uint64_t rank) {
  if (error.status != STREW_STATUS_INDEX || error.coordinate_rank <= rank) return;
  const auto extra = static_cast<ptrdiff_t>(error.coordinate_rank - rank);
  const bool is_added = std::all_of(error.coordinates, error.coordinates + extra, [](int64_t c) { return c == 0; });
  if (!is_added) return;
  std::rotate(std::begin(error.coordinates), std::begin(error.coordinates) + extra, std::end(error.coordinates));
  error.coordinate_rank = rank;
}

}  // namespace

std::optional<frontend_answer> call_directml(const frontend_call& call) {
  directml_vocabulary vocabulary;
  if (!say(call, vocabulary)) return std::nullopt;
  telling heard;
  session steps(vocabulary, call, heard);
  frontend_answer made;
  const bool has_device = steps.make_device();
  if (has_device) steps.run();
  const HRESULT result = steps.result();
  if (FAILED(result)) {
    strew_directml_last_error(&made.error);
    made.status = made.error.status;
  }
  made.defect = defect_of(result, made.error);
  if (made.defect.empty() && has_device) made.defect = defect_of(heard, result, made.error);
  crop_coordinates(made.error, call.indices->rank - (call.is_nd() ? 1 : 0));
  return made;
}

}  // namespace strew::support
