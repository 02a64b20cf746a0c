#include "cost/measure.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <vector>

#include "cost/measure_threads.hpp"
#include "cost/stopwatch.hpp"
#include "cost/tuning_file.hpp"
#include "kernel/targets.hpp"
#include "platform/float_state.hpp"
#include "platform/processors.hpp"

namespace strew::engine {
namespace {

constexpr std::size_t line_bytes = 64;
constexpr int rounds = 9;
constexpr std::size_t pieces = 16;  // of what takes so long by itself that most times would be disturbed
constexpr double longest_rounds = 1'500'000'000;

// Uninitialised, then touched page by page before anything is timed.
class touched_memory {
 public:
  explicit touched_memory(std::size_t bytes) : bytes_(bytes), start_(new std::byte[bytes]) {
    std::memset(start_.get(), 1, bytes);
  }
  [[nodiscard]] std::byte* data() const { return start_.get(); }
  [[nodiscard]] std::size_t size() const { return bytes_; }

 private:
  std::size_t bytes_;
  std::unique_ptr<std::byte[]> start_;
};

// More than the last cache by so much that it does not matter what of it is there; at most 1 GiB.
std::size_t beyond_caches(const machine& about) {
  constexpr std::size_t least = std::size_t{64} << 20U;
  constexpr std::size_t most = std::size_t{1} << 30U;
  return std::clamp(static_cast<std::size_t>(about.last_cache) * 4, least, most);
}

// Copies the first half of the memory to the second, a piece at a time, so that it is stored by way of the caches.
void copy_half(const touched_memory& memory, std::size_t bytes, std::size_t part, std::size_t parts) {
  constexpr std::size_t piece = 65536;
  const std::size_t half = bytes / 2;
  const std::size_t last = border(half, parts, part + 1);
  for (std::size_t at = border(half, parts, part); at < last; at += piece)
    std::memcpy(memory.data() + half + at, memory.data() + at, std::min(piece, last - at));
}

// Reads elements of random lines of a table by their indices, as a gather of elements does.
class line_reader {
 public:
  line_reader(const touched_memory& memory, std::size_t table_bytes, std::size_t reads)
      : lines_(table_bytes / line_bytes), indices_(reads), output_(reads) {
    constexpr std::uint64_t multiplier = 6364136223846793005;
    constexpr std::uint64_t increment = 1442695040888963407;
    constexpr std::uint64_t in_line = line_bytes / sizeof(std::uint32_t);
    std::uint64_t state = reads;
    for (std::int32_t& index : indices_) {
      state = state * multiplier + increment;
      index = static_cast<std::int32_t>((state >> 33U) % lines_ * in_line + (state >> 29U) % in_line);
    }
    table_ = memory.data();
  }

  [[nodiscard]] std::size_t reads() const { return indices_.size(); }

  void read(std::size_t part, std::size_t parts) {
    constexpr std::size_t width = sizeof(std::uint32_t);
    constexpr std::size_t block = 4096;
    const std::size_t last = border(reads(), parts, part + 1);
    const kernel::coordinate_rule rule{.extent = static_cast<std::int64_t>(lines_ * line_bytes / width),
                                       .table_stride = width};
    for (std::size_t at = border(reads(), parts, part); at < last; at += block) {
      kernel::block work;
      work.table = table_;
      work.direct = reinterpret_cast<std::byte*>(output_.data() + at);
      work.direct_step = width;
      work.width = width;
      kernel_({reinterpret_cast<const std::byte*>(indices_.data() + at), width, std::min(block, last - at)}, rule,
              work);
    }
  }

 private:
  std::size_t lines_;
  std::vector<std::int32_t> indices_;
  std::vector<std::uint32_t> output_;
  std::byte* table_ = nullptr;
  kernel::fused_kernel kernel_ = kernel::chosen_set().fused_move(kernel::index_type::i32, kernel::direction::read,
                                                                 kernel::class_of(sizeof(std::uint32_t)));
};

// The tasks of a pool do the parts of one piece of work; each has several, since one may begin late.
template <class Work>
double time_of_all(const workers& pool, std::uint64_t threads, const Work& work) {
  const std::uint64_t parts = 4 * threads;
  const stopwatch all;
  for_each_chunk(pool, threads, parts, arithmetic::contract, [&](std::uint64_t part) {
    work(part, parts);
    return true;
  });
  return all.nanoseconds();
}

// What one thread does, and all together.
struct memory_times {
  shortest near, one, all;
  shortest first, second, last, memory, memory_all;
};

class memory_probe {
 public:
  memory_probe(const machine& about, const workers& pool)
      : about_(about),
        pool_(pool),
        memory_(beyond_caches(about)),
        first_(memory_, about.first_cache / 4, about.first_cache / 16 / sizeof(std::int32_t)),
        second_(memory_, about.second_cache / 2, about.second_cache / line_bytes),
        last_(memory_, about.last_cache / 2, about.last_cache / line_bytes),
        far_(memory_, memory_.size(), memory_.size() / line_bytes / 2) {}

  void measure_once() {
    const std::size_t near = about_.second_cache / 2;
    times_.near.add(time_of([&] { copy_half(memory_, near, 0, 1); }) / static_cast<double>(near));
    for (std::size_t part = 0; part < pieces; ++part) {
      const stopwatch copying;
      copy_half(memory_, memory_.size(), part, pieces);
      times_.one.add(copying.nanoseconds() * pieces / static_cast<double>(memory_.size()));
    }
    times_.first.add(time_of_reads(first_));
    times_.second.add(time_of_reads(second_));
    times_.last.add(time_of_reads(last_));
    for (std::size_t part = 0; part < pieces; ++part) {
      const stopwatch reading;
      far_.read(part, pieces);
      times_.memory.add(reading.nanoseconds() * pieces / static_cast<double>(far_.reads()));
    }
    if (about_.threads < 2) return;
    const auto copy = [&](std::size_t part, std::size_t parts) { copy_half(memory_, memory_.size(), part, parts); };
    times_.all.add(time_of_all(pool_, about_.threads, copy) / static_cast<double>(memory_.size()));
    const auto read = [&](std::size_t part, std::size_t parts) { far_.read(part, parts); };
    times_.memory_all.add(time_of_all(pool_, about_.threads, read) / static_cast<double>(far_.reads()));
  }

  // A line costs what it takes longer than one of the first cache, no less than one that is nearer; all threads do no
  // less than one.
  void put_into(machine& to) const {
    const auto beyond = [](const shortest& time, double base) { return std::max(time.value() - base, 0.01); };
    to.position = times_.first.value();
    to.line_second = beyond(times_.second, to.position);
    to.line_last = std::max(beyond(times_.last, to.position), to.line_second);
    to.line_memory = std::max(beyond(times_.memory, to.position), to.line_last);
    to.stream_near = 1 / times_.near.value();
    to.stream_one = 1 / times_.one.value();
    if (about_.threads < 2) {
      to.stream_all = to.stream_one;
      to.line_memory_all = to.line_memory;
      return;
    }
    to.stream_all = std::max(1 / times_.all.value(), to.stream_one);
    const double all = beyond(times_.memory_all, to.position / static_cast<double>(about_.threads));
    to.line_memory_all = std::min(all, to.line_memory);
  }

 private:
  static double time_of_reads(line_reader& reader) {
    return time_of([&] { reader.read(0, 1); }) / static_cast<double>(reader.reads());
  }

  const machine& about_;
  const workers& pool_;
  touched_memory memory_;
  line_reader first_, second_, last_, far_;
  memory_times times_;
};

}  // namespace

machine measure(const machine& assumed, const workers& pool) {
  machine found = assumed;
  found.threads = pool.run != nullptr ? pool.concurrency(pool.context) : 1;
  found.last_sharers = std::min(found.last_sharers, found.threads);
  memory_probe memory(found, pool);
  const stopwatch all;
  for (int round = 0; round < rounds && all.nanoseconds() < longest_rounds; ++round) memory.measure_once();
  memory.put_into(found);
  if (found.threads > 1) measure_threads(pool, found);
  return found;
}

std::string measured_text(const workers& pool) {
  const platform::float_state state;  // the caller's flags stay as they are
  const kernel::processor about = kernel::this_processor();
  const machine assumed = assumed_machine(about, static_cast<std::uint64_t>(platform::count_processors()));
  return to_text(measure(assumed, pool), about.name.data());
}

}  // namespace strew::engine
