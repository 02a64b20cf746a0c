// Mapped files whose pages the system cannot supply: there an exception says so.
#include "mapping_case.hpp"
#include "platform/files.hpp"
#include "platform/windows/api.hpp"

namespace strew::files {
namespace {

using test::mapped;
using test::page;
using test::pages;
using test::read_npy;

void cannot_be_supplied(const std::byte* at) {
  const ULONG_PTR about[] = {0, reinterpret_cast<ULONG_PTR>(at), 0};
  RaiseException(static_cast<DWORD>(EXCEPTION_IN_PAGE_ERROR), 0, 3, about);
}

TEST_F(mapped, lost_bytes_are_zero_and_told) {
  for (const loading how : {loading::map, loading::map_privately}) {
    auto array = read_npy(with(body_), {}, how);
    ASSERT_TRUE(array && array->payload.is_mapped());
    EXPECT_FALSE(mapping::is_any_lost());
    cannot_be_supplied(array->payload.data() + pages / 2 * page);
    EXPECT_TRUE(mapping::is_any_lost());
    EXPECT_EQ(test::text_of(*array), std::string(body_.size(), '\0'));
    cannot_be_supplied(array->payload.data());
    const maybe_failure error = check_whole(*array);
    ASSERT_TRUE(error);
    EXPECT_EQ(error->message, "cannot be read: the system could not supply a part of it");
  }
  EXPECT_FALSE(mapping::is_any_lost());
  EXPECT_TRUE(read_npy(with(body_), {}, loading::map)->payload.is_mapped());
}

bool is_passed_on = false;

LONG CALLBACK note(EXCEPTION_POINTERS*) {
  is_passed_on = true;
  return EXCEPTION_CONTINUE_EXECUTION;
}

TEST_F(mapped, of_other_addresses_others_hear) {
  ASSERT_TRUE(read_npy(with(body_), {}, loading::map));
  void* const last = AddVectoredExceptionHandler(0, note);
  cannot_be_supplied(nullptr);
  RemoveVectoredExceptionHandler(last);
  EXPECT_TRUE(is_passed_on);
}

// A view of a file that is written would make it longer.
TEST_F(mapped, no_longer_than_its_file) {
  const std::string path = here_.with("short", "12345678");
  const int file = platform::open_file(path.c_str(), {platform::rights::read_and_write});
  ASSERT_GE(file, 0);
  EXPECT_FALSE(mapping::of_file(file, 0, 1 << 20, mapping_use::write));
  EXPECT_TRUE(mapping::of_file(file, 0, 8, mapping_use::write));
  EXPECT_EQ(platform::size_of(file), 8);
  platform::close_file(file);
}

}  // namespace
}  // namespace strew::files
