#include "api/recent.hpp"

#include <array>
#include <cstddef>
#include <cstring>
#include <optional>

namespace strew::api {
namespace {

constexpr std::size_t most_rank = 8;   // what the lists of a plan hold without the heap
constexpr std::size_t set_count = 32;  // a power of 2
constexpr std::size_t way_count = 4;   // places of a call in its set
constexpr std::size_t missed_count = 8;
constexpr std::size_t most_operands = 4;

// A view without its data.
struct shape_of_view {
  strew_dtype dtype;
  std::uint64_t element_bytes;
  std::uint64_t rank;
  bool is_packed;
  std::int64_t extents[most_rank];
  std::int64_t strides[most_rank];
};

struct signature {
  call_key key;
  bool is_scatter;
  bool has_indices;
  bool has_options;
  strew_options options;
  shape_of_view views[most_operands];
};

std::array<const strew_tensor*, most_operands> views_of(const arguments& given) {
  return {given.data, given.has_indices ? given.indices : nullptr, given.is_scatter ? given.updates : nullptr,
          given.output};
}

bool is_rememberable(const strew_tensor* view) {
  return view == nullptr || view->rank <= most_rank;
}

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  return (hash ^ value) * 0x9E3779B97F4A7C15U ^ (hash >> 29U);
}

std::uint64_t hash_of(const call_key& key, const arguments& given, const strew_options* options) {
  std::uint64_t hash = mix(static_cast<std::uint64_t>(key.operation), static_cast<std::uint64_t>(key.first));
  hash = mix(hash, static_cast<std::uint64_t>(key.second) + (given.is_scatter ? 1U : 0U));
  std::uint64_t words = 1;
  if (options != nullptr) {
    for (const std::int32_t word :
         {options->reduction, options->out_of_bounds, options->negative_indices, options->exclude_self,
          options->accumulate, options->unordered, options->duplicates, options->partial_window}) {
      words = words * 16 + static_cast<std::uint64_t>(word);
    }
    hash = mix(hash, words);
  }
  for (const strew_tensor* view : views_of(given)) {
    if (view == nullptr) continue;
    hash = mix(hash, view->dtype + 64 * view->rank);
    for (std::uint64_t d = 0; d < view->rank; ++d) {
      hash = mix(hash, static_cast<std::uint64_t>(view->extents[d]));
      if (view->strides != nullptr) hash += static_cast<std::uint64_t>(view->strides[d]) << d;
    }
  }
  return hash == 0 ? 1 : hash;
}

bool is_same(const strew_tensor* view, const shape_of_view& known) {
  if (view == nullptr) return known.dtype == ~strew_dtype{0};
  const std::size_t bytes = static_cast<std::size_t>(view->rank) * sizeof(std::int64_t);
  if (view->dtype != known.dtype || view->element_bytes != known.element_bytes || view->rank != known.rank ||
      (view->strides == nullptr) != known.is_packed) {
    return false;
  }
  if (bytes == 0) return true;
  return std::memcmp(view->extents, known.extents, bytes) == 0 &&
         (known.is_packed || std::memcmp(view->strides, known.strides, bytes) == 0);
}

bool is_same(const strew_options& a, const strew_options& b) {
  return a.reduction == b.reduction && a.out_of_bounds == b.out_of_bounds && a.negative_indices == b.negative_indices &&
         a.exclude_self == b.exclude_self && a.accumulate == b.accumulate && a.unordered == b.unordered &&
         a.duplicates == b.duplicates && a.partial_window == b.partial_window;
}

bool is_same(const call_key& key, const arguments& given, const strew_options* options, const signature& known) {
  if (key.operation != known.key.operation || key.first != known.key.first || key.second != known.key.second ||
      given.is_scatter != known.is_scatter || given.has_indices != known.has_indices ||
      (options != nullptr) != known.has_options || (options != nullptr && !is_same(*options, known.options))) {
    return false;
  }
  const auto views = views_of(given);
  for (std::size_t i = 0; i < most_operands; ++i) {
    if (!is_same(views[i], known.views[i])) return false;
  }
  return true;
}

void write(const strew_tensor* view, shape_of_view& to) {
  to = {};
  to.dtype = ~strew_dtype{0};
  if (view == nullptr) return;
  to.dtype = view->dtype;
  to.element_bytes = view->element_bytes;
  to.rank = view->rank;
  to.is_packed = view->strides == nullptr;
  for (std::uint64_t d = 0; d < view->rank; ++d) {
    to.extents[d] = view->extents[d];
    if (!to.is_packed) to.strides[d] = view->strides[d];
  }
}

}  // namespace

// `users` counts the calls that read the slot; -1: one call writes it.
struct recent_slot {
  std::atomic<int> users = 0;
  std::atomic<std::uint64_t> hash = 0;  // of the plan it holds
  signature known = {};
  std::optional<plan> held;

  bool begin_reading() {
    int count = users.load(std::memory_order_relaxed);
    while (count >= 0) {
      if (users.compare_exchange_weak(count, count + 1, std::memory_order_acquire)) return true;
    }
    return false;
  }
  void end_reading() { users.fetch_sub(1, std::memory_order_release); }
  bool begin_writing() {
    int nobody = 0;
    return users.compare_exchange_strong(nobody, -1, std::memory_order_acquire);
  }
  void end_writing() { users.store(0, std::memory_order_release); }
};

namespace {

// A call belongs to one set, by its hash, and may be in any of its slots.
struct recent_set {
  std::array<recent_slot, way_count> slots;
  std::array<std::atomic<std::uint64_t>, missed_count> missed = {};  // calls that found nothing, the last ones
  std::atomic<std::size_t> next_missed = 0;
  std::atomic<std::size_t> next_slot = 0;

  // Says whether this call found nothing before, and notes it if not.
  bool was_missed(std::uint64_t hash) {
    for (auto& one : missed) {
      std::uint64_t expected = hash;
      if (one.compare_exchange_strong(expected, 0, std::memory_order_relaxed)) return true;
    }
    missed[next_missed.fetch_add(1, std::memory_order_relaxed) % missed_count].store(hash, std::memory_order_relaxed);
    return false;
  }

  recent_slot& place_for_new() {
    for (recent_slot& slot : slots) {
      // One that is written is not waited for; in the child of a fork it may stay so.
      if (slot.hash.load(std::memory_order_relaxed) == 0 && slot.users.load(std::memory_order_relaxed) >= 0)
        return slot;
    }
    return slots[next_slot.fetch_add(1, std::memory_order_relaxed) % way_count];
  }
};

// Zero bytes of the program until they are used. Other threads may be inside a call while the process ends, so the
// slots themselves are never destroyed.
union recent_sets {
  std::array<recent_set, set_count> all;
  constexpr recent_sets() : all() {}
  ~recent_sets() {}  // NOLINT(modernize-use-equals-default): a default one would be deleted
};
constinit recent_sets sets;

recent_set& set_of(std::uint64_t hash) {
  return sets.all[hash * 0x9E3779B97F4A7C15U >> 59U];
}
static_assert(set_count == std::size_t{1} << (64 - 59));

// Their plans are, when the library is unloaded or the process ends: what is not in use is emptied and stays taken, so
// that calls still to come find nothing and keep nothing.
struct emptied_at_the_end {
  ~emptied_at_the_end() {
    for (recent_set& set : sets.all) {
      for (recent_slot& slot : set.slots) {
        if (slot.begin_writing()) slot.held.reset();
      }
    }
  }
} const at_the_end;

}  // namespace

recent_plan::recent_plan(const call_key& key, const arguments& given, const strew_options* options)
    : key_(key), given_(given), options_(options) {
  if (key.operation == call_of::nothing) return;
  if (options != nullptr && (options->solver != nullptr || options->fill_value != nullptr)) return;
  for (const strew_tensor* view : views_of(given)) {
    if (!is_rememberable(view)) return;
  }
  hash_ = hash_of(key, given, options);
  for (recent_slot& slot : set_of(hash_).slots) {
    if (slot.hash.load(std::memory_order_relaxed) != hash_ || !slot.begin_reading()) continue;
    if (slot.held && is_same(key, given, options, slot.known)) {
      held_ = &slot;
      return;
    }
    slot.end_reading();
  }
}

recent_plan::~recent_plan() {
  if (held_ != nullptr) held_->end_reading();
}

const plan* recent_plan::found() const {
  return held_ == nullptr ? nullptr : &*held_->held;
}

void recent_plan::remember(const plan& made) const {
  if (hash_ == 0) return;
  recent_set& set = set_of(hash_);
  if (!set.was_missed(hash_)) return;
  recent_slot& slot = set.place_for_new();
  if (!slot.begin_writing()) return;
  slot.hash.store(0, std::memory_order_relaxed);
  slot.known.key = key_;
  slot.known.is_scatter = given_.is_scatter;
  slot.known.has_indices = given_.has_indices;
  slot.known.has_options = options_ != nullptr;
  if (options_ != nullptr) slot.known.options = *options_;
  const auto views = views_of(given_);
  for (std::size_t i = 0; i < most_operands; ++i) write(views[i], slot.known.views[i]);
  try {
    slot.held = made;
    slot.hash.store(hash_, std::memory_order_relaxed);
  } catch (...) {  // without memory nothing is remembered
    slot.held.reset();
  }
  slot.end_writing();
}

}  // namespace strew::api
