// What makes two plans the same.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "plan/plan.hpp"

namespace strew {
inline namespace engine {
namespace {

bool have_same_copy_of_data(const plan& left, const plan& right) {
  if (left.prologue.has_value() != right.prologue.has_value()) return false;
  return !left.prologue || left.prologue->what == right.prologue->what;
}

// Of plans with the same move: their indices have the same layout.
bool have_same_indices(const plan& left, const plan& right) {
  if (left.has_own_indices != right.has_own_indices) return false;
  if (left.own_indices == right.own_indices) return true;
  if (left.own_digest != right.own_digest) return false;
  const auto bytes = static_cast<std::size_t>(left.indices.reach.high);
  return bytes == 0 || std::memcmp(left.own_indices.get(), right.own_indices.get(), bytes) == 0;
}

}  // namespace

bool are_same(const plan& left, const plan& right) {
  return left.main.what == right.main.what && have_same_copy_of_data(left, right) && have_same_indices(left, right);
}

std::uint64_t hash(const plan& p) {
  const std::uint64_t parts[] = {hash(p.main.what), p.prologue ? hash(p.prologue->what) : 0, p.own_digest};
  return hash(reinterpret_cast<const std::byte*>(parts), sizeof parts, 0);
}

std::string to_text(const plan& p) {
  std::string text = to_text(p.main.what);
  if (p.prologue) text += " data" + to_text_of_move(p.prologue->what);
  if (p.has_own_indices) text += formatted(" prepared {:016x}", p.own_digest);
  return text;
}

}  // namespace engine
}  // namespace strew
