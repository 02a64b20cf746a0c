#include "check/position_walk.hpp"

#include <cstring>
#include <type_traits>

#include "formatted.hpp"

namespace strew::cli {
namespace {

template <class Stored>
stored_index read_as(const std::byte* at) {
  Stored value{};
  std::memcpy(&value, at, sizeof value);
  bool is_negative = false;
  if constexpr (std::is_signed_v<Stored>) is_negative = value < 0;
  return {static_cast<std::uint64_t>(value), is_negative};
}

stored_index read_index(strew_dtype dtype, const std::byte* at) {
  switch (dtype) {
    case STREW_DTYPE_I8:
      return read_as<std::int8_t>(at);
    case STREW_DTYPE_I16:
      return read_as<std::int16_t>(at);
    case STREW_DTYPE_I32:
      return read_as<std::int32_t>(at);
    case STREW_DTYPE_I64:
      return read_as<std::int64_t>(at);
    case STREW_DTYPE_U8:
      return read_as<std::uint8_t>(at);
    case STREW_DTYPE_U16:
      return read_as<std::uint16_t>(at);
    case STREW_DTYPE_U32:
      return read_as<std::uint32_t>(at);
    default:
      return read_as<std::uint64_t>(at);
  }
}

}  // namespace

std::string stored_index::text() const {
  return is_negative ? formatted("{}", static_cast<std::int64_t>(bits)) : formatted("{}", bits);
}

position_walk::position_walk(const strew_tensor& indices, bool has_tuples)
    : extents_(indices.extents, indices.extents + indices.rank),
      strides_(indices.rank),
      dtype_(indices.dtype),
      first_(static_cast<const std::byte*>(indices.data)),
      at_(first_) {
  auto packed = static_cast<std::int64_t>(strew_dtype_bytes(dtype_));
  for (std::size_t i = extents_.size(); i-- > 0; packed *= extents_[i]) {
    strides_[i] = indices.strides != nullptr ? indices.strides[i] : packed;
  }
  if (has_tuples) {
    depth_ = static_cast<std::uint64_t>(extents_.back());
    member_stride_ = strides_.back();
    extents_.pop_back();
    strides_.pop_back();
  }
  coordinates_.resize(extents_.size());
}

void position_walk::next() {
  for (std::size_t i = extents_.size(); i-- > 0;) {
    at_ += strides_[i];
    if (++coordinates_[i] < extents_[i]) return;
    at_ -= strides_[i] * extents_[i];
    coordinates_[i] = 0;
  }
}

void position_walk::move_to(std::uint64_t position) {
  at_ = first_;
  for (std::size_t i = extents_.size(); i-- > 0;) {
    const auto extent = static_cast<std::uint64_t>(extents_[i]);
    coordinates_[i] = static_cast<std::int64_t>(position % extent);
    position /= extent;
    at_ += coordinates_[i] * strides_[i];
  }
}

stored_index position_walk::member(std::uint64_t number) const {
  return read_index(dtype_, at_ + static_cast<std::int64_t>(number) * member_stride_);
}

std::uint64_t addressed_places::count() const {
  std::uint64_t product = 1;
  for (const dimension& one : dimensions_) product *= static_cast<std::uint64_t>(one.extent);
  return product;
}

std::optional<std::uint64_t> addressed_places::place_of(const position_walk& at) const {
  std::uint64_t place = 0;
  for (const dimension& one : dimensions_) {
    const auto extent = static_cast<std::uint64_t>(one.extent);
    std::uint64_t value = 0;
    if (one.is_member) {
      const stored_index stored = at.member(one.number);
      value = stored.is_negative && is_from_end_ ? stored.bits + extent : stored.bits;
    } else {
      value = static_cast<std::uint64_t>(at.coordinates()[one.number]);
    }
    if (value >= extent) return std::nullopt;
    place = place * extent + value;
  }
  return place;
}

std::vector<std::int64_t> addressed_places::coordinates_of(std::uint64_t place) const {
  std::vector<std::int64_t> coordinates(dimensions_.size());
  for (std::size_t i = dimensions_.size(); i-- > 0;) {
    const auto extent = static_cast<std::uint64_t>(dimensions_[i].extent);
    coordinates[i] = static_cast<std::int64_t>(place % extent);
    place /= extent;
  }
  return coordinates;
}

}  // namespace strew::cli
