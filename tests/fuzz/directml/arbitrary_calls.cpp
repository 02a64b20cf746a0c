#include "fuzz/directml/arbitrary_calls.hpp"

namespace strew::fuzz {
namespace {

void ask_feature(directml_fixture& fixture, choices& in) {
  const DML_FEATURE_LEVEL levels[3] = {arbitrary_enum<DML_FEATURE_LEVEL>(in), DML_FEATURE_LEVEL_2_0,
                                       DML_FEATURE_LEVEL_5_0};
  const DML_FEATURE_QUERY_FEATURE_LEVELS query = {static_cast<UINT>(in.below(4)), in.one_in(8) ? nullptr : levels};
  DML_FEATURE_DATA_FEATURE_LEVELS answer = {};
  fixture.verify(fixture.device->CheckFeatureSupport(DML_FEATURE_FEATURE_LEVELS, sizeof query, &query, sizeof answer,
                                                     in.one_in(8) ? nullptr : &answer));
  const DML_FEATURE_QUERY_TENSOR_DATA_TYPE_SUPPORT type = {arbitrary_enum<DML_TENSOR_DATA_TYPE>(in)};
  DML_FEATURE_DATA_TENSOR_DATA_TYPE_SUPPORT has = {-1};
  const bool is_answered = fixture.verify(
      fixture.device->CheckFeatureSupport(DML_FEATURE_TENSOR_DATA_TYPE_SUPPORT,
                                          in.one_in(8) ? arbitrary32(in) : UINT{sizeof type}, &type, sizeof has, &has));
  STREW_REQUIRE(is_answered == (has.IsSupported != -1));
  fixture.verify(
      fixture.device->CheckFeatureSupport(static_cast<DML_FEATURE>(2 + in.below(100)), 0, nullptr, 0, nullptr));
}

void keep_data(directml_fixture& fixture, choices& in) {
  const GUID keys[] = {directml::interface_id<IDMLDevice>, directml::interface_id<IDMLObject>};
  std::array<std::uint8_t, 40> kept = {};
  for (std::uint64_t n = in.below(6); n > 0; --n) {
    const GUID& key = keys[in.below(2)];
    const auto size = static_cast<UINT>(in.below(kept.size() + 1));
    UINT room = size;
    if (in.one_in(2)) {
      fixture.device->SetPrivateData(key, size, in.one_in(8) ? nullptr : kept.data());
    } else if (in.one_in(4)) {
      fixture.device->SetPrivateDataInterface(key, nullptr);
    } else {
      const auto mine = std::make_unique<std::uint8_t[]>(size);
      fixture.device->GetPrivateData(key, in.one_in(16) ? nullptr : &room, in.one_in(8) ? nullptr : mine.get());
    }
  }
  const wchar_t name[] = {static_cast<wchar_t>(in.below(0xD800)), static_cast<wchar_t>(in.any()), L'x', 0};
  fixture.device->SetName(in.one_in(4) ? nullptr : name);
}

void ask_interface(IUnknown* object, choices& in) {
  const GUID ids[] = {directml::interface_id<IUnknown>, directml::interface_id<IDMLDevice>,
                      directml::interface_id<IDMLDebugDevice>, directml::interface_id<IDMLDispatchable>, GUID{}};
  void* found = nullptr;
  const HRESULT result = object->QueryInterface(ids[in.below(std::size(ids))], &found);
  STREW_REQUIRE(SUCCEEDED(result) == (found != nullptr));
  if (found != nullptr) object->Release();
}

}  // namespace

void ask_device(directml_fixture& fixture, choices& in) {
  ask_feature(fixture, in);
  keep_data(fixture, in);
  ask_interface(fixture.device.get(), in);
}

namespace {

class arbitrary_calls {
 public:
  arbitrary_calls(directml_session& first, choices& in) : in_(in), fixture_(first.fixture), second_(first.fixture, in) {
    sessions_[0] = &first;
    sessions_[1] = second_.make(in) ? &second_ : &first;
    IDMLCompiledOperator* const operators[] = {sessions_[in.below(2)]->compiled.get(), any().compiled.get()};
    const auto count = static_cast<UINT>(in.below(3));
    fixture_.verify(fixture_.device->CreateOperatorInitializer(count, operators, IID_PPV_ARGS(initializer_.put())));
    fixture_.verify(fixture_.device->CreateBindingTable(nullptr, IID_PPV_ARGS(table_.put())));
    fixture_.verify(fixture_.device->CreateCommandRecorder(IID_PPV_ARGS(recorder_.put())));
  }

  void act() {
    switch (in_.below(8)) {
      case 0:
        return reset_table();
      case 1:
        return reset_initializer();
      case 2:
        return bind_operator();
      case 3:
        return bind_initializer();
      case 4:
        return bind_resources();
      case 5:
        return ask_objects();
      default:
        return dispatch();
    }
  }

 private:
  directml_session& any() { return *sessions_[in_.below(2)]; }
  IDMLDispatchable* any_dispatchable() {
    if (in_.one_in(32)) return nullptr;
    return in_.one_in(2) ? static_cast<IDMLDispatchable*>(initializer_.get()) : any().compiled.get();
  }

  // Calls methods of objects other than the device, with an operator of another device among the arguments.
  void ask_objects() {
    IDMLPageable* const objects[] = {any().compiled.get(), any_dispatchable()};
    fixture_.verify(fixture_.device->Evict(static_cast<UINT>(in_.below(3)), in_.one_in(8) ? nullptr : objects));
    fixture_.verify(fixture_.device->MakeResident(static_cast<UINT>(in_.below(3)), objects));
    ask_interface(any().compiled.get(), in_);
    any().compiled->SetName(in_.one_in(2) ? L"one of two" : nullptr);
    com_ptr<IDMLDevice> mine;
    STREW_REQUIRE(SUCCEEDED(any().compiled->GetDevice(IID_PPV_ARGS(mine.put()))) &&
                  mine.get() == fixture_.device.get());
    com_ptr<IDMLDevice> other;
    com_ptr<IDMLBindingTable> table;
    STREW_REQUIRE(SUCCEEDED(strew_directml_create_device(nullptr, IID_PPV_ARGS(other.put()))));
    const DML_BINDING_TABLE_DESC desc = {any().compiled.get(), {0}, {0}, 0};
    STREW_REQUIRE(other->CreateBindingTable(&desc, IID_PPV_ARGS(table.put())) == E_INVALIDARG && !table);
    STREW_REQUIRE(std::strcmp(directml_fixture::last_error().rule, "DM24") == 0);
  }

  void reset_table() {
    const DML_BINDING_TABLE_DESC desc = {any_dispatchable(), {0}, {0}, 0};
    fixture_.verify(table_->Reset(in_.one_in(8) ? nullptr : &desc));
  }
  void reset_initializer() {
    IDMLCompiledOperator* const operators[] = {any().compiled.get(), in_.one_in(16) ? nullptr : any().compiled.get()};
    fixture_.verify(initializer_->Reset(static_cast<UINT>(in_.below(3)), in_.one_in(16) ? nullptr : operators));
  }

  void bind_operator() {
    const directml_session& s = any();
    std::array<DML_BUFFER_BINDING, 4> ranges = {};
    std::array<DML_BINDING_DESC, 4> descs = {};
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      if (!s.has_tensor(i) || s.is_owned(i)) continue;
      ranges[i] = s.range(i);
      descs[i] = {DML_BINDING_TYPE_BUFFER, &ranges[i]};
    }
    fixture_.verify(table_->BindInputs(s.description.input_count(), descs.data()));
    fixture_.verify(table_->BindOutputs(1, &descs[output_number]));
  }

  void bind_initializer() {
    std::array<std::array<DML_BUFFER_BINDING, 3>, 2> ranges = {};
    std::array<DML_BUFFER_ARRAY_BINDING, 2> arrays = {};
    std::array<DML_BUFFER_BINDING, 2> resources = {};
    std::array<DML_BINDING_DESC, 2> inputs = {};
    std::array<DML_BINDING_DESC, 2> outputs = {};
    for (std::size_t n = 0; n < inputs.size(); ++n) {
      directml_session& s = any();
      for (std::size_t i = 0; i < s.description.input_count(); ++i)
        if (s.is_owned(i)) ranges[n][i] = s.range(i);
      arrays[n] = {s.description.input_count(), ranges[n].data()};
      resources[n] = {s.persistent.data(), 0, s.persistent.size()};
      if (!in_.one_in(8)) inputs[n] = {DML_BINDING_TYPE_BUFFER_ARRAY, &arrays[n]};
      if (!s.persistent.empty()) outputs[n] = {DML_BINDING_TYPE_BUFFER, &resources[n]};
    }
    const auto count = static_cast<UINT>(in_.below(3));
    fixture_.verify(table_->BindInputs(count, inputs.data()));
    fixture_.verify(table_->BindOutputs(count, outputs.data()));
  }

  void bind_resources() {
    directml_session& s = any();
    const DML_BUFFER_BINDING ranges[] = {{s.temporary.data(), 0, s.temporary.size()},
                                         {s.persistent.data(), 0, s.persistent.size()}};
    const DML_BINDING_DESC descs[] = {{DML_BINDING_TYPE_BUFFER, &ranges[0]}, {DML_BINDING_TYPE_BUFFER, &ranges[1]}};
    fixture_.verify(table_->BindTemporaryResource(in_.one_in(8) ? nullptr : &descs[0]));
    fixture_.verify(table_->BindPersistentResource(in_.one_in(8) ? nullptr : &descs[1]));
  }

  // Inputs are never written, and a failure writes nothing.
  void dispatch() {
    const auto before = contents();
    const bool went_well = fixture_.verify(
        recorder_->RecordDispatch(nullptr, any_dispatchable(), in_.one_in(32) ? nullptr : table_.get()));
    const auto after = contents();
    STREW_REQUIRE(went_well || before == after);
    STREW_REQUIRE(before[0][1] == after[0][1] || sessions_[0]->block_of[output_number] == 1);
  }

  std::array<std::array<std::vector<std::uint8_t>, 4>, 2> contents() const {
    return {sessions_[0]->contents(), sessions_[1]->contents()};
  }

  choices& in_;
  directml_fixture& fixture_;
  directml_session second_;
  std::array<directml_session*, 2> sessions_ = {};
  com_ptr<IDMLOperatorInitializer> initializer_;
  com_ptr<IDMLBindingTable> table_;
  com_ptr<IDMLCommandRecorder> recorder_;
};

}  // namespace

void call_arbitrarily(directml_session& first, choices& in) {
  arbitrary_calls made(first, in);
  for (std::uint64_t n = in.below(16); n > 0; --n) made.act();
}

}  // namespace strew::fuzz
