// Memory for messages, kept from call to call: fresh pages would cost more than the rows that are copied to them.
#ifndef STREW_MPI_BUFFER_HPP
#define STREW_MPI_BUFFER_HPP

#include <cstddef>
#include <cstdint>
#include <memory>

#include "strew/config.hpp"
#include "strew/numbers.hpp"

namespace STREW_NAMESPACE::mpi::detail {

class buffer {
 public:
  // At least so many bytes, whose content is lost if there were fewer. Throws std::bad_alloc.
  std::byte* reserve(std::uint64_t bytes) {
    if (bytes > capacity_) {
      bytes_.reset();
      capacity_ = 0;
      bytes_ = std::make_unique_for_overwrite<std::byte[]>(strew::detail::cast<std::size_t>(bytes));
      capacity_ = bytes;
    }
    return bytes_.get();
  }

 private:
  std::unique_ptr<std::byte[]> bytes_;
  std::uint64_t capacity_ = 0;
};

}  // namespace STREW_NAMESPACE::mpi::detail

#endif
