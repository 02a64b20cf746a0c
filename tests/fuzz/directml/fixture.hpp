// A device with any options, and a check for every method: a failure sends one message and has an error record.
#pragma once

#include <cstring>

#include "fuzz/directml/descriptions.hpp"
#include "fuzz/shared/choices.hpp"
#include "fuzz/shared/options.hpp"
#include "fuzz/shared/require.hpp"

namespace strew::fuzz {

using directml::com_ptr;

struct directml_fixture {
  strew_options gather = STREW_OPTIONS_INIT;
  strew_options scatter = STREW_OPTIONS_INIT;
  strew_execution execution = STREW_EXECUTION_INIT;
  strew_directml_options options = STREW_DIRECTML_OPTIONS_INIT;
  int told = 0;
  HRESULT told_result = S_OK;
  strew_error told_record = STREW_ERROR_INIT;
  com_ptr<IDMLDevice> device;

  explicit directml_fixture(choices& in) {
    set_level(in);
    set_policy(in);
    execution.threads = 1 + in.below(2);
    options.execution = in.one_in(4) ? nullptr : &execution;
    options.message = listen;
    options.message_context = this;
    if (in.one_in(64)) options.struct_size = arbitrary32(in);
    if (in.one_in(64)) options.version = arbitrary32(in);
    void* made = nullptr;
    verify(strew_directml_create_device(&options, &directml::interface_id<IDMLDevice>, &made));
    *device.put() = static_cast<IDMLDevice*>(made);
  }
  directml_fixture(const directml_fixture&) = delete;
  directml_fixture& operator=(const directml_fixture&) = delete;

  // Whether the call succeeded. A failed call must have set the record and sent one message about it.
  bool verify(HRESULT result) {
    const bool is_struct_known = options.struct_size == sizeof options && options.version == 1;
    STREW_REQUIRE(told == (FAILED(result) && is_struct_known ? 1 : 0));
    told = 0;
    if (SUCCEEDED(result)) return true;
    STREW_REQUIRE(result == E_INVALIDARG || result == DXGI_ERROR_UNSUPPORTED || result == E_NOINTERFACE);
    const strew_error error = last_error();
    STREW_REQUIRE(error.status > STREW_STATUS_OK && error.status < STREW_STATUS_INTERNAL);
    STREW_REQUIRE(std::memchr(error.message, 0, sizeof error.message) != nullptr && error.message[0] != '\0');
    STREW_REQUIRE(std::memchr(error.rule, 0, sizeof error.rule) != nullptr);
    STREW_REQUIRE(strew_directml_rule_text(error.rule) != nullptr);
    STREW_REQUIRE(!is_struct_known || (told_result == result && is_same(told_record, error)));
    return false;
  }

  static strew_error last_error() {
    strew_error error = STREW_ERROR_INIT;
    STREW_REQUIRE(strew_directml_last_error(&error) == S_OK);
    return error;
  }

  // The index policy of an operator of this device.
  [[nodiscard]] strew_options policy(bool is_scatter) const {
    const strew_options* given = is_scatter ? options.scatter : options.gather;
    if (given != nullptr) return *given;
    strew_options made = STREW_OPTIONS_INIT;
    if (options.as_documented != 0) made.out_of_bounds = is_scatter ? STREW_OOB_SKIP : STREW_OOB_CLAMP;
    return made;
  }

 private:
  static void listen(void* context, std::int32_t result, const char* text, const strew_error* record) {
    auto& me = *static_cast<directml_fixture*>(context);
    STREW_REQUIRE(text != nullptr && text[0] != '\0' && record != nullptr);
    ++me.told;
    me.told_result = result;
    me.told_record = *record;
  }

  void set_level(choices& in) {
    constexpr std::int32_t levels[] = {0,      0,      0,      0x1000, 0x2000, 0x2100, 0x3000, 0x3100, 0x4000,
                                       0x4100, 0x5000, 0x5100, 0x5200, 0x6000, 0x6100, 0x6200, 0x6300, 0x6400};
    options.feature_level = levels[in.one_in(3) ? in.below(std::size(levels)) : 0];
    if (in.one_in(64)) options.feature_level = static_cast<std::int32_t>(in.arbitrary());
    options.lenient = in.one_in(2) ? 1 : 0;
    options.page_tables = in.one_in(8) ? 1 : 0;
    if (in.one_in(16)) options.flags = static_cast<std::int32_t>(in.below(3));
  }
  void set_policy(choices& in) {
    for (strew_options* one : {&gather, &scatter}) {
      one->out_of_bounds = static_cast<std::int32_t>(in.below(5));
      one->negative_indices = static_cast<std::int32_t>(in.below(2));
      if (in.one_in(12)) set_options(*one, in);
    }
    if (in.one_in(2)) options.gather = &gather;
    if (in.one_in(2)) options.scatter = &scatter;
    if (in.one_in(8)) options.as_documented = 1;
    if (in.one_in(2) && options.as_documented != 0) options.gather = options.scatter = nullptr;
  }
};

}  // namespace strew::fuzz
