#include "directml/private_data.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

namespace strew::frontends::directml {
namespace {

constexpr char32_t unreadable = 0xFFFD;

bool is_surrogate(char32_t point) {
  return point >= 0xD800 && point < 0xE000;
}

// Reads one code point and advances `text`; wide characters are UTF-16 or UTF-32, according to their size.
char32_t next_point(PCWSTR& text) {
  const auto first = static_cast<char32_t>(*text++);
  if (!is_surrogate(first)) return first > 0x10FFFF ? unreadable : first;
  const auto second = static_cast<char32_t>(*text);
  const bool is_pair = sizeof(wchar_t) == 2 && first < 0xDC00 && second >= 0xDC00 && second < 0xE000;
  if (!is_pair) return unreadable;
  ++text;
  return 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
}

std::size_t encode(char32_t point, char (&to)[4]) {
  if (point < 0x80) {
    to[0] = static_cast<char>(point);
    return 1;
  }
  const std::size_t count = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  for (std::size_t i = count - 1; i > 0; --i, point >>= 6) to[i] = static_cast<char>(0x80 | (point & 0x3F));
  constexpr char32_t marks[] = {0, 0, 0xC0, 0xE0, 0xF0};
  to[0] = static_cast<char>(marks[count] | (point & 0x0F) | (count == 2 ? point & 0x10 : 0));
  return count;
}

object_name to_name(PCWSTR text) {
  object_name made;
  std::size_t length = 0;
  while (text != nullptr && *text != 0) {
    char bytes[4];
    const std::size_t count = encode(next_point(text), bytes);
    if (length + count >= sizeof made.text) break;
    std::memcpy(made.text + length, bytes, count);
    length += count;
  }
  return made;
}

}  // namespace

std::vector<private_data::entry>::iterator private_data::find(REFGUID guid) {
  return std::find_if(entries_.begin(), entries_.end(), [&](const entry& one) { return is_same_id(one.guid, guid); });
}

HRESULT private_data::get(REFGUID guid, UINT* size, void* data) {
  if (size == nullptr) return E_INVALIDARG;
  const std::lock_guard lock(guard_);
  const auto found = find(guid);
  if (found == entries_.end()) {
    *size = 0;
    return DXGI_ERROR_NOT_FOUND;
  }
  IUnknown* const object = found->object.get();
  const auto needed = static_cast<UINT>(object == nullptr ? found->bytes.size() : sizeof(void*));
  const UINT room = std::exchange(*size, needed);
  if (data == nullptr) return S_OK;
  if (room < needed) return DXGI_ERROR_MORE_DATA;
  if (object == nullptr) {
    std::copy(found->bytes.begin(), found->bytes.end(), static_cast<std::byte*>(data));
  } else {
    object->AddRef();  // the caller's implementation, which must not wait for this object
    std::memcpy(data, &object, sizeof(void*));
  }
  return S_OK;
}

HRESULT private_data::put(entry made) {
  const std::lock_guard lock(guard_);
  const auto found = find(made.guid);
  if (found == entries_.end()) {
    entries_.push_back(std::move(made));
  } else {
    std::swap(*found, made);
  }
  return S_OK;
}

// The removed entry is destroyed after the lock is released, since its last Release may call this object again.
HRESULT private_data::remove(REFGUID guid) {
  entry gone{};
  const std::lock_guard lock(guard_);
  const auto found = find(guid);
  if (found == entries_.end()) return S_FALSE;
  std::swap(gone, *found);
  entries_.erase(found);
  return S_OK;
}

HRESULT private_data::set(REFGUID guid, UINT size, const void* data) try {
  if (data == nullptr) return remove(guid);
  const auto* bytes = static_cast<const std::byte*>(data);
  return put({guid, {bytes, bytes + size}, {}});
} catch (const std::bad_alloc&) {
  return E_OUTOFMEMORY;
}

HRESULT private_data::set_interface(REFGUID guid, IUnknown* data) try {
  if (data == nullptr) return remove(guid);
  entry made{guid, {}, {}};
  data->AddRef();
  *made.object.put() = data;
  return put(std::move(made));
} catch (const std::bad_alloc&) {
  return E_OUTOFMEMORY;
}

void private_data::set_name(PCWSTR name) {
  const std::lock_guard lock(guard_);
  name_ = to_name(name);
}

object_name private_data::name() {
  const std::lock_guard lock(guard_);
  return name_;
}

}  // namespace strew::frontends::directml
