// A device that keeps every message, and what a failed call left behind.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "strew/directml.h"
#include "support/engine_terms.hpp"

namespace directml_test {

using strew::directml::com_ptr;

struct heard {
  std::int32_t result;
  std::string text;
  strew_error record;
};

// Terms of the engine that DirectML does not have. Words that this frontend's own sentences use as English are terms in
// those of the engine only.
inline std::string engine_terms_of(const strew_error& record) {
  static const std::vector<std::string_view> english = {"data",  "indices",     "output",       "axis",
                                                        "table", "a workspace", "the workspace"};
  const std::string found = strew::testing::terms_in(record.message, strew::testing::engine_terms());
  const bool is_own = std::string_view(record.rule).substr(0, 2) == "DM";
  return is_own ? found : found + strew::testing::terms_in(record.message, english);
}

// Collects messages; its address is the callback's context, so it stays where it is.
class listener {
 public:
  std::vector<heard> messages;

  listener() = default;
  listener(const listener&) = delete;
  listener& operator=(const listener&) = delete;

  static void hear(void* context, std::int32_t result, const char* text, const strew_error* record) {
    EXPECT_EQ(engine_terms_of(*record), "") << record->message;
    EXPECT_NE(std::string_view(text).find(record->message), std::string_view::npos) << text;
    static_cast<listener*>(context)->messages.push_back({result, text, *record});
  }
};

inline strew_directml_options options_at(std::int32_t level = 0) {
  strew_directml_options options = STREW_DIRECTML_OPTIONS_INIT;
  options.feature_level = level;
  return options;
}

inline com_ptr<IDMLDevice> make_device(const strew_directml_options& options) {
  com_ptr<IDMLDevice> made;
  EXPECT_EQ(strew_directml_create_device(&options, &strew::directml::interface_id<IDMLDevice>,
                                         reinterpret_cast<void**>(made.put())),
            S_OK);
  return made;
}
inline com_ptr<IDMLDevice> make_device(std::int32_t level = 0) {
  return make_device(options_at(level));
}

class watched_device : public listener {
 public:
  com_ptr<IDMLDevice> device;

  explicit watched_device(strew_directml_options options = options_at()) {
    options.message = &listener::hear;
    options.message_context = this;
    device = make_device(options);
  }
  IDMLDevice* get() const { return device.get(); }
};

inline strew_error last_error() {
  strew_error record = STREW_ERROR_INIT;
  EXPECT_EQ(strew_directml_last_error(&record), S_OK);
  return record;
}

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// The one message of a failed call: what it returned, the method, the tensor (if one is at fault) and the rule.
inline void expect_message(listener& from, std::int32_t result, const std::string& method, const std::string& tensor,
                           const std::string& rule) {
  ASSERT_EQ(from.messages.size(), 1u) << method << ' ' << rule;
  const heard& only = from.messages.front();
  EXPECT_EQ(only.result, result);
  EXPECT_TRUE(has(only.text, method)) << only.text;
  EXPECT_TRUE(has(only.text, tensor)) << only.text << " should name " << tensor;
  EXPECT_TRUE(has(only.text, rule)) << only.text << " should name " << rule;
  EXPECT_STREQ(only.record.rule, rule.c_str()) << only.text;
  EXPECT_STREQ(last_error().rule, rule.c_str());
  EXPECT_STREQ(last_error().message, only.record.message);
  EXPECT_EQ(last_error().status, only.record.status);
  from.messages.clear();
}

}  // namespace directml_test
