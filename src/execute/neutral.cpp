#include "execute/neutral.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "execute/choose.hpp"
#include "walk/part.hpp"
#include "walk/polls.hpp"

namespace strew::engine {
namespace {

// Slots in row-major order, in tasks.
class slot_walk {
 public:
  slot_walk(const neutral_start& of, std::byte* output, const execution_context& with)
      : of_(of), output_(output), with_(with) {}

  // Calls visit(slot, its first cell), until it returns false; false then, and if cancelled.
  template <class Visit>
  bool for_each(std::uint64_t bytes_of_slot, const Visit& visit) const {
    const auto all = static_cast<std::uint64_t>(of_.count);
    const std::uint64_t bytes = saturated_product(all, bytes_of_slot);
    return for_each_range(all, bytes, with_, [&](std::uint64_t first, std::uint64_t last) {
      return visit_part(first, last, bytes_of_slot, visit);
    });
  }

 private:
  // Along the last axis there is no odometer.
  template <class Visit>
  bool visit_part(std::uint64_t first, std::uint64_t last, std::uint64_t bytes_of_slot, const Visit& visit) const {
    if (first >= last) return true;
    const std::size_t axes = of_.slots.axes.size();
    const axis one{1, 0, 0, 0, no_window};
    const axis& line = axes == 0 ? one : of_.slots.axes[axes - 1];
    const auto length = static_cast<std::uint64_t>(line.extent);
    odometer lines(of_.slots.axes.data(), axes == 0 ? 0 : axes - 1);
    lines.go_to(first / length);
    poll_counter polls(with_.cancel);
    for (std::uint64_t at = first % length, left = last - first; left > 0; at = 0) {
      const std::uint64_t end = std::min(length, at + left);
      left -= end - at;
      while (at < end) {
        const std::uint64_t stop = std::min(end, at + polled_slots);
        if (!polls.go_on_bytes((stop - at) * bytes_of_slot)) return false;
        for (; at < stop; ++at) {
          const auto n = static_cast<std::int64_t>(at);
          if (!visit(lines.table() + n * line.table_stride, output_ + lines.direct() + n * line.direct_stride))
            return false;
        }
      }
      lines.next();
    }
    return true;
  }

  static constexpr std::uint64_t polled_slots = 1024;

  const neutral_start& of_;
  std::byte* output_;
  const execution_context& with_;
};

// An element of one width, compared as a number.
template <std::size_t Width>
struct sought {
  using number = std::conditional_t<
      Width == 1, std::uint8_t,
      std::conditional_t<Width == 2, std::uint16_t, std::conditional_t<Width == 4, std::uint32_t, std::uint64_t>>>;
  static constexpr std::size_t numbers = Width / sizeof(number);
  number of[numbers];

  explicit sought(const std::byte* element) { std::memcpy(of, element, Width); }
  [[nodiscard]] bool is_at(const std::byte* first) const {
    number read[numbers];
    std::memcpy(read, first, Width);
    bool is_same = true;
    for (std::size_t i = 0; i < numbers; ++i) is_same &= read[i] == of[i];
    return is_same;
  }
};

template <std::size_t Width>
bool has_neutral(const neutral_start& of, const slot_walk& slots) {
  const sought<Width> neutral(of.element.data());
  std::atomic<bool> has = false;
  slots.for_each(Width, [&](std::int64_t, const std::byte* cell) {
    if (!neutral.is_at(cell)) return true;
    has.store(true, std::memory_order_relaxed);
    return false;
  });
  return has.load();
}

// Among elements side by side.
template <std::size_t Width>
bool has_neutral(const neutral_start& of, const std::byte* first, const execution_context& with) {
  constexpr std::uint64_t block = 64;
  const sought<Width> neutral(of.element.data());
  return !for_each_range(of.searched / Width, of.searched, with, [&](std::uint64_t n, std::uint64_t end) {
    poll_counter polls(with.cancel);
    bool has = false;
    for (; !has && n + block <= end; n += block) {
      if (!polls.go_on_bytes(block * Width)) return false;
      for (std::uint64_t i = 0; i < block; ++i) has |= neutral.is_at(first + (n + i) * Width);
    }
    for (; !has && n < end; ++n) has = neutral.is_at(first + n * Width);
    return !has;
  });
}

template <class... Where>
bool has_neutral_at(const neutral_start& of, const Where&... where) {
  switch (of.width) {
    case 1:
      return has_neutral<1>(of, where...);
    case 2:
      return has_neutral<2>(of, where...);
    case 4:
      return has_neutral<4>(of, where...);
    case 8:
      return has_neutral<8>(of, where...);
    default:
      return has_neutral<16>(of, where...);
  }
}

// Where no update is the neutral element, no cell with an update is. Cancelled: it may have one.
bool may_hide_updates(const neutral_start& of, const pointers& at, const execution_context& with) {
  return of.searched == 0 || has_neutral_at(of, at.updates, with);
}

bool note_updates(const plan& p, const pointers& at, std::byte* noted, const execution_context& with) {
  static constexpr std::byte one{1};
  const step& noting = p.neutral->noting;
  std::memset(noted, 0, static_cast<std::size_t>(p.neutral->count));
  step_memory memory{noted, const_cast<std::byte*>(&one), at.indices, nullptr, nullptr};  // which is only read
  memory.from = at.from;
  return run(choose(noting, *p.kernels, at.indices, with, false), memory, with);
}

// Data of one slot.
class slot_copy {
 public:
  slot_copy(const neutral_start& of, const std::byte* element, const cancellation& cancel)
      : of_(of),
        element_(element),
        cancel_(cancel),
        is_zero_(std::all_of(element, element + of.width, [](std::byte b) { return b == std::byte{}; })) {}
  bool operator()(std::byte* cell) const {
    const problem& cells = of_.cells;
    if (cells.axes.empty()) {
      std::memcpy(cell, element_, of_.width);
      return true;
    }
    const bool is_row = cells.axes.size() == 1 && cells.axes[0].table_stride == cells.width;
    if (is_row && is_zero_) {
      std::memset(cell, 0, static_cast<std::size_t>(cells.axes[0].extent * cells.width));
      return true;
    }
    const rule_list none;
    const part all{
        cells,   none,   cells.axes.data(), cells.width, no_axis, 0, cell, const_cast<std::byte*>(element_), {},
        nullptr, nullptr};
    return copy_solver.run(of_.copy, all, cancel_);
  }

 private:
  const neutral_start& of_;
  const std::byte* element_;
  const cancellation& cancel_;
  bool is_zero_;
};

}  // namespace

void fill_neutral(const neutral_start& of, std::byte* copy, std::uint64_t bytes) {
  std::uint64_t done = std::min<std::uint64_t>(of.width, bytes);
  std::memcpy(copy, of.element.data(), done);
  for (std::uint64_t some = 0; done < bytes; done += some) {
    some = std::min(done, bytes - done);
    std::memcpy(copy + done, copy, some);
  }
}

bool finish_neutral(const plan& p, const pointers& at, std::byte* noted, const execution_context& with) {
  const neutral_start& of = *p.neutral;
  if (std::memcmp(at.data, of.element.data(), of.width) == 0) return true;
  const slot_walk slots(of, at.output, with);
  if (!has_neutral_at(of, slots)) return !with.cancel.is_requested();
  const slot_copy copy(of, at.data, with.cancel);
  std::uint64_t bytes = of.width;
  for (const axis& a : of.cells.axes) bytes = saturated_product(bytes, static_cast<std::uint64_t>(a.extent));
  if (!may_hide_updates(of, at, with)) {
    return slots.for_each(bytes, [&](std::int64_t, std::byte* cell) {
      return std::memcmp(cell, of.element.data(), of.width) != 0 || copy(cell);
    });
  }
  if (!note_updates(p, at, noted, with)) return false;
  return slots.for_each(bytes,
                        [&](std::int64_t slot, std::byte* cell) { return noted[slot] != std::byte{} || copy(cell); });
}

}  // namespace strew::engine
