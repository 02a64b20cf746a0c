// The DirectML frontend on descriptions and bindings from fuzzer input: each call is refused with an HRESULT and a
// record and writes nothing, or has the same record and output as through the C ABI.
#include "fuzz/directml/arbitrary_calls.hpp"
#include "fuzz/directml/session.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace strew::fuzz {
namespace {

// A list of bindings, sometimes with an invalid one, so that it must be refused.
struct binding_list {
  std::array<DML_BUFFER_BINDING, 3> ranges = {};
  std::array<DML_BINDING_DESC, 3> descs = {};
  DML_BUFFER_ARRAY_BINDING array = {};
  UINT count = 0;
  bool is_wrong = false;

  void add(const DML_BUFFER_BINDING& range, bool is_bound) {
    ranges[count] = range;
    descs[count] = {is_bound ? DML_BINDING_TYPE_BUFFER : DML_BINDING_TYPE_NONE, is_bound ? &ranges[count] : nullptr};
    ++count;
  }

  void spoil(choices& in) {
    is_wrong = true;
    const std::size_t at = in.below(count);
    array = {static_cast<UINT>(in.below(4)), ranges.data()};
    DML_BUFFER_BINDING& range = ranges[at];
    const bool is_bound = descs[at].Type == DML_BINDING_TYPE_BUFFER;
    const std::uint64_t which = is_bound ? in.below(7) : 6;
    if (which == 0) count = count == 1 ? arbitrary32(in) | 2U : arbitrary32(in) & ~3U;
    if (which == 1) descs[at] = {DML_BINDING_TYPE_BUFFER_ARRAY, &array};
    if (which == 2) descs[at].Desc = nullptr;
    if (which == 3) range.Buffer = nullptr;
    if (which == 4) range.SizeInBytes = in.below(range.SizeInBytes);
    if (which == 5) range.Offset = ~UINT64{0} - in.below(64);
    if (which == 6) descs[at].Type = static_cast<DML_BINDING_TYPE>(3 + in.below(200));
  }
};

class verified_dispatch {
 public:
  verified_dispatch(directml_session& of, choices& in) : s_(of), in_(in) {}

  bool prepare() {
    directml_fixture& w = s_.fixture;
    return w.verify(w.device->CreateCommandRecorder(IID_PPV_ARGS(recorder_.put()))) && initialize() &&
           make_table(s_.compiled.get()) && bind_tensors() && bind_resources();
  }

  void dispatch() {
    const auto before = s_.contents();
    const bool went_well = s_.fixture.verify(recorder_->RecordDispatch(nullptr, s_.compiled.get(), table_.get()));
    const strew_error error = went_well ? strew_error STREW_ERROR_INIT : directml_fixture::last_error();
    const auto after = s_.contents();
    STREW_REQUIRE(went_well || after == before);
    if (std::strncmp(error.rule, "DM", 2) != 0) compare(before, after, error);
  }

 private:
  bool make_table(IDMLDispatchable* dispatchable) {
    const DML_BINDING_TABLE_DESC desc = {dispatchable, {0}, {0}, 0};
    return s_.fixture.verify(s_.fixture.device->CreateBindingTable(&desc, IID_PPV_ARGS(table_.put())));
  }

  // Whether the list was accepted, as it must be unless it is invalid or its memory violates the description.
  bool bind(binding_list& list, bool are_outputs) {
    if (in_.one_in(24)) list.spoil(in_);
    const bool is_bound = s_.fixture.verify(are_outputs ? table_->BindOutputs(list.count, list.descs.data())
                                                        : table_->BindInputs(list.count, list.descs.data()));
    STREW_REQUIRE(!is_bound || !list.is_wrong);
    return is_bound;
  }

  bool initialize() {
    if (s_.persistent.empty()) return true;
    std::array<DML_BUFFER_BINDING, 3> ranges = {};
    for (std::size_t i = 0; i < s_.description.input_count(); ++i)
      if (s_.is_owned(i)) ranges[i] = s_.range(i);
    const DML_BUFFER_ARRAY_BINDING array = {s_.description.input_count(), ranges.data()};
    const DML_BINDING_DESC input = {DML_BINDING_TYPE_BUFFER_ARRAY, &array};
    const DML_BUFFER_BINDING to = {s_.persistent.data(), 0, s_.persistent.size()};
    const DML_BINDING_DESC output = {DML_BINDING_TYPE_BUFFER, &to};
    IDMLCompiledOperator* const operators[] = {s_.compiled.get()};
    directml_fixture& w = s_.fixture;
    com_ptr<IDMLOperatorInitializer> made;
    if (!w.verify(w.device->CreateOperatorInitializer(1, operators, IID_PPV_ARGS(made.put()))) ||
        !make_table(made.get()) || !w.verify(table_->BindInputs(1, &input)) ||
        !w.verify(table_->BindOutputs(1, &output)) ||
        !w.verify(recorder_->RecordDispatch(nullptr, made.get(), table_.get())))
      return false;
    for (std::size_t i = 0; i < s_.description.input_count(); ++i) {
      const std::uint8_t* from = s_.blocks[i].memory.get() + s_.offsets[i];
      if (s_.is_owned(i)) s_.owned[i].assign(from, from + s_.tensor(i).used_bytes());
    }
    return true;
  }

  bool bind_tensors() {
    binding_list inputs;
    binding_list outputs;
    for (std::size_t i = 0; i < s_.description.input_count(); ++i) inputs.add(s_.range(i), !s_.is_owned(i));
    outputs.add(s_.range(output_number), true);
    return bind(inputs, false) && bind(outputs, true);
  }

  bool bind_resources() {
    const DML_BUFFER_BINDING ranges[] = {{s_.temporary.data(), 0, s_.temporary.size()},
                                         {s_.persistent.data(), 0, s_.persistent.size()}};
    const DML_BINDING_DESC descs[] = {{DML_BINDING_TYPE_BUFFER, &ranges[0]}, {DML_BINDING_TYPE_BUFFER, &ranges[1]}};
    if (!s_.temporary.empty() && !s_.fixture.verify(table_->BindTemporaryResource(&descs[0]))) return false;
    return s_.persistent.empty() || s_.fixture.verify(table_->BindPersistentResource(&descs[1]));
  }

  using all_contents = std::array<std::vector<std::uint8_t>, 4>;

  void compare(const all_contents& before, const all_contents& after, const strew_error& got) {
    all_contents copies = before;
    std::array<std::vector<std::uint8_t>, 3> owned = s_.owned;
    std::array<std::uint8_t*, 4> at = {};
    for (std::size_t i = 0; i < at.size(); ++i) {
      if (s_.has_tensor(i)) at[i] = copies[s_.block_of[i]].data() + s_.offsets[i];
      if (s_.is_owned(i)) at[i] = owned[i].data();
    }
    const strew_options policy = s_.fixture.policy(s_.description.is_scatter());
    strew_error error = STREW_ERROR_INIT;
    const strew_status status = run_reference(s_.description, {at[0], at[1], at[2], at[3]}, policy, error);
    if (policy.out_of_bounds == STREW_OOB_ASSUME) return;
    STREW_REQUIRE(status == got.status && std::strcmp(error.rule, got.rule) == 0);
    STREW_REQUIRE(error.position == got.position && error.bad_count == got.bad_count && error.extent == got.extent);
    STREW_REQUIRE(error.component == got.component && std::memcmp(error.tuple, got.tuple, sizeof got.tuple) == 0);
    STREW_REQUIRE(after == copies);
  }

  directml_session& s_;
  choices& in_;
  com_ptr<IDMLCommandRecorder> recorder_;
  com_ptr<IDMLBindingTable> table_;
};

}  // namespace
}  // namespace strew::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace strew::fuzz;
  choices in(data, size);
  directml_fixture fixture(in);
  if (!fixture.device) return 0;
  if (in.one_in(8)) ask_device(fixture, in);
  directml_session session(fixture, in);
  if (!session.make(in)) return 0;
  verified_dispatch verified(session, in);
  if (verified.prepare()) {
    for (std::uint64_t n = 1 + in.below(2); n > 0; --n) {
      verified.dispatch();
      session.fill(in);
    }
  }
  if (in.one_in(4)) call_arbitrarily(session, in);
  return 0;
}
