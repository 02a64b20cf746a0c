// Ranks in one process: bytes that one of them packs are what another one takes.
#pragma once

#include <gtest/gtest.h>
#include <strew/exchange.h>
#include <strew/strew.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace strew::testing {

using exchange_handle = std::unique_ptr<strew_exchange, void (*)(strew_exchange*)>;

struct rank_rows {
  std::vector<unsigned char> table, rows;
};

// What crossed in one call.
struct traffic {
  std::uint64_t rounds = 0;
  std::uint64_t bytes = 0;
  std::uint64_t largest = 0;  // received by a rank in a round
};

class ranks {
 public:
  ranks(const strew_layout& layout, const std::vector<strew_exchange_call>& calls, const strew_options& options,
        std::int64_t row_bytes)
      : row_bytes_(row_bytes) {
    for (std::uint64_t r = 0; r < layout.ranks; ++r) {
      strew_exchange* made = nullptr;
      strew_error error = STREW_ERROR_INIT;
      created_.push_back(strew_exchange_create(&layout, r, &calls[r], &options, &made, &error));
      causes_.push_back(error);
      all_.emplace_back(made, strew_exchange_destroy);
    }
  }

  [[nodiscard]] std::uint64_t count() const { return all_.size(); }
  [[nodiscard]] strew_exchange* at(std::uint64_t rank) const { return all_[rank].get(); }

  // Opens and settles; the errors of all ranks are one, which is returned.
  strew_status begin(const std::vector<strew_tensor>& indices, strew_error& error) {
    const std::uint64_t n = count();
    std::vector<strew_hello> sent(n * n), came(n);
    for (std::uint64_t r = 0; r < n; ++r) {
      if (created_[r] != STREW_STATUS_OK)
        strew_exchange_fail(&causes_[r], n, &sent[r * n]);
      else
        strew_exchange_open(at(r), &indices[r], nullptr, &sent[r * n], nullptr);
    }
    for (std::uint64_t r = 0; r < n; ++r) {
      for (std::uint64_t s = 0; s < n; ++s) came[s] = sent[s * n + r];
      strew_error own = STREW_ERROR_INIT;
      const strew_status status = strew_exchange_settle(at(r), n, came.data(), &own);
      if (r == 0) error = own;
      EXPECT_EQ(status, error.status);
      EXPECT_STREQ(own.message, error.message);
      EXPECT_EQ(own.position, error.position);
      EXPECT_EQ(own.bad_count, error.bad_count);
    }
    return error.status;
  }

  traffic run(std::vector<rank_rows>& all) {
    traffic seen;
    const std::uint64_t n = count();
    while (strew_exchange_rounds(at(0)) != 0) {
      ++seen.rounds;
      std::vector<std::vector<std::uint64_t>> sent(n, std::vector<std::uint64_t>(n)), received = sent;
      std::vector<std::vector<unsigned char>> mail(n * n);
      strew_error error = STREW_ERROR_INIT;
      for (std::uint64_t r = 0; r < n; ++r) {
        EXPECT_EQ(strew_exchange_counts(at(r), sent[r].data(), received[r].data(), &error), STREW_STATUS_OK)
            << error.message;
        for (std::uint64_t to = n; to-- > 0;) {
          mail[r * n + to].resize(sent[r][to]);
          seen.bytes += sent[r][to];
          const strew_exchange_rows at_rows = rows_of(all[r]);
          EXPECT_EQ(strew_exchange_pack(at(r), to, &at_rows, nullptr, mail[r * n + to].data(), &error), STREW_STATUS_OK)
              << error.message;
        }
      }
      for (std::uint64_t r = 0; r < n; ++r) {
        std::uint64_t in = 0;
        for (std::uint64_t from = 0; from < n; ++from) {
          EXPECT_EQ(received[r][from], sent[from][r]) << from << " to " << r;
          in += received[r][from];
          const strew_exchange_rows at_rows = rows_of(all[r]);
          EXPECT_EQ(strew_exchange_take(at(r), from, &at_rows, nullptr, mail[from * n + r].data(), &error),
                    STREW_STATUS_OK)
              << error.message;
        }
        seen.largest = std::max(seen.largest, in);
      }
      if (::testing::Test::HasFailure()) return seen;
    }
    for (std::uint64_t r = 0; r < n; ++r) EXPECT_EQ(strew_exchange_rounds(at(r)), 0U);
    return seen;
  }

  // The first error of each rank; what cannot be packed does not come.
  std::vector<std::string> run_to_the_end(std::vector<rank_rows>& all) {
    const std::uint64_t n = count();
    std::vector<std::string> told(n);
    const auto note = [&](std::uint64_t r, const strew_error& error) {
      if (told[r].empty()) told[r] = error.message;
    };
    while (strew_exchange_rounds(at(0)) != 0) {
      std::vector<std::uint64_t> sent(n), received(n);
      std::vector<std::vector<unsigned char>> mail(n * n);
      strew_error error = STREW_ERROR_INIT;
      for (std::uint64_t r = 0; r < n; ++r) {
        strew_exchange_counts(at(r), sent.data(), received.data(), nullptr);
        const strew_exchange_rows at_rows = rows_of(all[r]);
        for (std::uint64_t to = 0; to < n; ++to) {
          std::vector<unsigned char>& one = mail[r * n + to];
          one.resize(sent[to]);
          if (strew_exchange_pack(at(r), to, &at_rows, nullptr, one.data(), &error) == STREW_STATUS_OK) continue;
          one.clear();
          note(r, error);
        }
      }
      for (std::uint64_t r = 0; r < n; ++r) {
        const strew_exchange_rows at_rows = rows_of(all[r]);
        for (std::uint64_t from = 0; from < n; ++from) {
          const std::vector<unsigned char>& one = mail[from * n + r];
          const void* const came = one.empty() ? nullptr : one.data();
          if (strew_exchange_take(at(r), from, &at_rows, nullptr, came, &error) != STREW_STATUS_OK) note(r, error);
        }
      }
    }
    return told;
  }

  void repeat() {
    for (std::uint64_t r = 0; r < count(); ++r) {
      strew_error error = STREW_ERROR_INIT;
      EXPECT_EQ(strew_exchange_repeat(at(r), &error), STREW_STATUS_OK) << error.message;
    }
  }

 private:
  [[nodiscard]] strew_exchange_rows rows_of(rank_rows& of) const {
    strew_exchange_rows made = STREW_EXCHANGE_ROWS_INIT;
    made.table = of.table.data();
    made.rows = of.rows.data();
    made.table_stride = made.row_stride = row_bytes_;
    made.row_count = row_bytes_ == 0 ? 0 : of.rows.size() / static_cast<std::uint64_t>(row_bytes_);
    return made;
  }

  std::int64_t row_bytes_;
  std::vector<exchange_handle> all_;
  std::vector<strew_status> created_;
  std::vector<strew_error> causes_;
};

}  // namespace strew::testing
