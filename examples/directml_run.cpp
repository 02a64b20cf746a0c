#include "directml_run.hpp"

#include <cstddef>
#include <stdexcept>

using strew::directml::com_ptr;

void require(HRESULT result) {
  if (SUCCEEDED(result)) return;
  strew_error error = STREW_ERROR_INIT;
  strew_directml_last_error(&error);
  throw std::runtime_error(error.message);
}

void run(IDMLDevice* device, const DML_OPERATOR_DESC& desc, const std::vector<DML_BINDING_DESC>& inputs,
         const std::vector<DML_BINDING_DESC>& outputs) {
  com_ptr<IDMLOperator> op;
  com_ptr<IDMLCompiledOperator> compiled;
  com_ptr<IDMLBindingTable> table;
  com_ptr<IDMLCommandRecorder> recorder;
  require(device->CreateOperator(&desc, IID_PPV_ARGS(op.put())));
  require(device->CompileOperator(op.get(), DML_EXECUTION_FLAG_NONE, IID_PPV_ARGS(compiled.put())));

  const DML_BINDING_PROPERTIES properties = compiled->GetBindingProperties();
  DML_BINDING_TABLE_DESC table_desc = {};
  table_desc.Dispatchable = compiled.get();
  table_desc.SizeInDescriptors = properties.RequiredDescriptorCount;
  require(device->CreateBindingTable(&table_desc, IID_PPV_ARGS(table.put())));
  require(table->BindInputs(static_cast<UINT>(inputs.size()), inputs.data()));
  require(table->BindOutputs(static_cast<UINT>(outputs.size()), outputs.data()));
  std::vector<std::byte> temporary(static_cast<std::size_t>(properties.TemporaryResourceSize));
  const DML_BUFFER_BINDING temporary_range = {temporary.data(), 0, temporary.size()};
  const DML_BINDING_DESC temporary_binding = {DML_BINDING_TYPE_BUFFER, &temporary_range};
  if (!temporary.empty()) require(table->BindTemporaryResource(&temporary_binding));

  require(device->CreateCommandRecorder(IID_PPV_ARGS(recorder.put())));
  require(recorder->RecordDispatch(nullptr, compiled.get(), table.get()));
}
