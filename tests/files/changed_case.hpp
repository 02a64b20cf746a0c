// What the tests share of outputs whose name means something else in the end.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <string>

#include "npy_bytes.hpp"
#include "output_case.hpp"

namespace strew::test {

inline constexpr const char* fresh = "new content";

// Half of the output is written when it happens.
inline files::maybe_failure write_while(const std::string& path, const std::function<void()>& happens,
                                        files::protection guard = files::protection::respected) {
  const auto once = [&](std::uint64_t done, std::uint64_t total) {
    if (done < total) happens();
  };
  return write_text(path, fresh, {{}, once}, guard);
}

// Nothing is left beside what lies in the folder.
inline void expect_kept_out(const folder& here, const files::maybe_failure& error, files::failure_kind kind,
                            const std::string& why, std::size_t files) {
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind, kind);
  EXPECT_EQ(error->message, why);
  EXPECT_EQ(here.count(), files);
}

}  // namespace strew::test
