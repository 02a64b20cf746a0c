#include "solve/bucket_records.hpp"

#include "walk/tasks.hpp"

namespace strew::engine {

std::optional<std::uint64_t> bucket_records::write_all(const cancellation& cancel) {
  std::uint64_t* next = records_;
  const bool is_read =
      position_reader(work_, shape_.positions, cancel).read(0, positions_, [&](const position_block& read) {
        for (std::size_t i = 0; i < read.count; ++i) {
          *next = cell_(read.offsets[i]) << shape_.place_bits | (read.first + i);
          next += read.is_skipped(i) ? 0 : 1;
        }
      });
  if (!is_read) return std::nullopt;
  return static_cast<std::uint64_t>(next - records_);
}

bool bucket_records::count(std::uint64_t chunk, const cancellation& cancel) {
  std::uint64_t* const counts = this->counts(chunk);
  std::fill_n(counts, shape_.buckets, 0);
  return position_reader(work_, shape_.positions, cancel)
      .read(border(positions_, chunks_, chunk), border(positions_, chunks_, chunk + 1),
            [&](const position_block& read) {
              for (std::size_t i = 0; i < read.count; ++i)
                if (!read.is_skipped(i)) ++counts[cell_(read.offsets[i]) >> shape_.shift];
            });
}

std::uint64_t bucket_records::positions_in(std::uint32_t bucket) const {
  std::uint64_t sum = 0;
  for (std::uint64_t chunk = 0; chunk < chunks_; ++chunk) sum += counts(chunk)[bucket];
  return sum;
}

std::uint32_t bucket_records::begin(std::uint32_t first) {
  round_ = first;
  std::uint64_t used = 0;
  for (next_round_ = first; next_round_ < shape_.buckets; ++next_round_) {
    if (positions_in(next_round_) > shape_.capacity - used) break;
    for (std::uint64_t chunk = 0; chunk < chunks_; ++chunk) {
      std::uint64_t& count = counts(chunk)[next_round_];
      const std::uint64_t begin = used;
      used += count;
      count = begin;
      ends_[chunk * shape_.buckets + next_round_] = used;
    }
  }
  return next_round_;
}

// An index that was changed since it was counted is dropped where it has no place; a place that remains is marked.
bool bucket_records::write(std::uint64_t chunk, const cancellation& cancel) {
  std::uint64_t* const next = counts(chunk);
  const std::uint64_t* const ends = ends_ + chunk * shape_.buckets;
  const std::uint32_t in_round = next_round_ - round_;
  const bool is_read =
      position_reader(work_, shape_.positions, cancel)
          .read(border(positions_, chunks_, chunk), border(positions_, chunks_, chunk + 1),
                [&](const position_block& read) {
                  for (std::size_t i = 0; i < read.count; ++i) {
                    const std::uint64_t cell = cell_(read.offsets[i]);
                    const std::uint64_t bucket = cell >> shape_.shift;
                    if (bucket - round_ >= in_round || next[bucket] >= ends[bucket] || read.is_skipped(i)) continue;
                    records_[next[bucket]++] = cell << shape_.place_bits | (read.first + i);
                  }
                });
  for (std::uint32_t bucket = round_; bucket < next_round_; ++bucket)
    while (next[bucket] < ends[bucket]) records_[next[bucket]++] = no_record;
  return is_read;
}

}  // namespace strew::engine
