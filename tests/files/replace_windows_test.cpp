// Names, attributes and open files as Windows has them.
#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>
#include <string>

#include "files/input.hpp"
#include "files/platform/status.hpp"
#include "npy_bytes.hpp"
#include "output_case.hpp"
#include "platform/files.hpp"
#include "platform/paths.hpp"
#include "platform/windows/handles.hpp"
#include "platform/windows/wide.hpp"
#include "read_case.hpp"

namespace strew::files {
namespace {

namespace windows = platform::windows;
using test::content;
using test::folder;
using test::write_text;

std::wstring wide_name(const std::string& path) {
  return windows::wide_path(path.c_str());
}

bool has_temporary(const folder& here) {
  for (const auto& entry : std::filesystem::directory_iterator(here.path()))
    if (entry.path().filename().wstring().starts_with(L".strew-")) return true;
  return false;
}

TEST(names, are_utf8) {
  const folder here;
  const std::string path = here.file("tabl\xc3\xa9 \xe8\xa1\xa8.npy");
  const std::string npy = test::header(test::dict("'|u1'", "(4,)")) + "abcd";
  ASSERT_FALSE(write_text(path, npy));
  EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(here.path()) / L"tabl\u00e9 \u8868.npy"));
  const auto array = test::read_npy(path);
  ASSERT_TRUE(array) << array.error().message;
  EXPECT_EQ(test::bytes_of(*array), "abcd");
  EXPECT_EQ(platform::text_of(platform::path_of(path)), path);
}

TEST(names, of_any_length) {
  const folder here;
  std::string deep = here.path();
  for (int i = 0; i < 4; ++i) {
    deep += "/" + std::string(100, 'd');
    ASSERT_TRUE(platform::make_folder(deep.c_str()));
  }
  const std::string path = deep + "/a.bin";
  EXPECT_TRUE(wide_name(path).starts_with(LR"(\\?\)"));
  EXPECT_FALSE(wide_name(here.file("a.bin")).starts_with(LR"(\\?\)"));
  for (const char* text : {"first", "second"}) ASSERT_FALSE(write_text(path, text));
  auto file = input_file::open(path);
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->size(), 6u);
}

TEST(names, of_either_case_and_slash) {
  const folder here;
  const std::string path = here.with("file", "x"), absent = here.file("new");
  EXPECT_TRUE(is_same_output(path, here.file("FILE")));
  EXPECT_TRUE(is_same_output(path, here.path() + "\\file"));
  EXPECT_TRUE(is_same_output(absent, here.file("NEW")));
  EXPECT_FALSE(is_same_output(path, absent));
}

TEST(names, folders_and_drives) {
  const auto is_split = [](const char* path, const char* where, const char* name) {
    const platform::split_path found = platform::split(path);
    return found.folder == where && found.name == name;
  };
  EXPECT_TRUE(is_split("a", ".", "a"));
  EXPECT_TRUE(is_split("/a", "/", "a"));
  EXPECT_TRUE(is_split(R"(c:\a)", R"(c:\)", "a"));
  EXPECT_TRUE(is_split("c:a", "c:.", "a"));
  EXPECT_TRUE(is_split(R"(c:\x/y\a)", R"(c:\x/y)", "a"));
}

TEST(names, of_devices_are_streams) {
  EXPECT_FALSE(write_text("nul", "gone"));
  file_status status;
  ASSERT_TRUE(examine(std::string("NUL"), status));
  EXPECT_EQ(status.kind, file_kind::device);
  ASSERT_TRUE(examine(std::string(R"(\\.\pipe\none)"), status));
  EXPECT_EQ(status.kind, file_kind::pipe);
}

TEST(same_file, under_two_names) {
  const folder here;
  const std::string path = here.with("one", "x"), other = here.with("other", "x"), link = here.file("link");
  ASSERT_NE(CreateHardLinkW(wide_name(link).c_str(), wide_name(path).c_str(), nullptr), 0);
  auto file = input_file::open(path);
  auto same = input_file::open(link);
  auto another = input_file::open(other);
  ASSERT_TRUE(file && same && another);
  EXPECT_TRUE(file->is_same_as(same->descriptor()));
  EXPECT_FALSE(file->is_same_as(another->descriptor()));
  const auto error = write_text(path, "new");
  ASSERT_TRUE(error);
  EXPECT_EQ(error->message, "has 2 names (hard links), and the others would keep the old content");
}

TEST(read_only, is_replaced_on_request_and_stays_so) {
  const folder here;
  const std::string path = here.with("old", "old");
  const std::wstring name = wide_name(path);
  constexpr DWORD kept = FILE_ATTRIBUTE_READONLY | FILE_ATTRIBUTE_HIDDEN;
  ASSERT_NE(SetFileAttributesW(name.c_str(), kept), 0);
  const auto error = write_text(path, "new");
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind, failure_kind::protected_file);
  EXPECT_EQ(error->message, "is read-only (its attribute)");
  EXPECT_EQ(content(path), "old");
  EXPECT_FALSE(write_text(path, "new", {}, protection::ignored));
  EXPECT_EQ(content(path), "new");
  EXPECT_NE(GetFileAttributesW(name.c_str()) & FILE_ATTRIBUTE_READONLY, 0u);
  SetFileAttributesW(name.c_str(), FILE_ATTRIBUTE_NORMAL);
  EXPECT_EQ(here.count(), 1u);
}

// Who lets nobody remove it, as most programs do.
TEST(open_file, of_another_program_is_not_replaced) {
  const folder here;
  const std::string path = here.with("old", "old");
  for (const DWORD sharing : {DWORD{FILE_SHARE_READ}, DWORD{FILE_SHARE_READ | FILE_SHARE_WRITE}}) {
    const windows::owned_handle theirs(windows::open_handle(wide_name(path), GENERIC_READ, sharing, OPEN_EXISTING, 0));
    ASSERT_TRUE(theirs.is_open());
    for (const protection guard : {protection::respected, protection::ignored}) {
      const auto error = write_text(path, "new", {}, guard);
      ASSERT_TRUE(error) << sharing;
      EXPECT_EQ(error->kind, failure_kind::system);
      EXPECT_NE(error->message.find(": it is open in another program"), std::string::npos) << error->message;
      EXPECT_FALSE(has_temporary(here)) << error->message;
    }
  }
  EXPECT_EQ(content(path), "old");
}

// What this program has open, it lets others read, write, rename and remove.
TEST(open_file, of_this_program_is_replaced) {
  const folder here;
  const std::string path = here.with("old", "old");
  auto file = input_file::open(path);
  ASSERT_TRUE(file);
  EXPECT_FALSE(write_text(path, "new"));
  EXPECT_EQ(content(path), "new");
  buffer bytes;
  ASSERT_FALSE(file->read(3, bytes));
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(bytes.data()), 3), "old");
}

TEST(open_file, that_nobody_may_open) {
  const folder here;
  const std::string path = here.with("old", "old");
  const windows::owned_handle theirs(windows::open_handle(wide_name(path), GENERIC_READ, 0, OPEN_EXISTING, 0));
  ASSERT_TRUE(theirs.is_open());
  const auto file = input_file::open(path);
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().message, "cannot be opened: it is open in another program");
}

TEST(folder_of_one_process, is_held_until_it_is_closed) {
  const folder here;
  bool is_held = false;
  const int first = platform::open_folder_alone(here.path().c_str(), is_held);
  ASSERT_GE(first, 0);
  EXPECT_LT(platform::open_folder_alone(here.path().c_str(), is_held), 0);
  EXPECT_TRUE(is_held);
  EXPECT_EQ(errno, EWOULDBLOCK);
  EXPECT_TRUE(platform::close_file(first));
  const int again = platform::open_folder_alone(here.path().c_str(), is_held);
  EXPECT_GE(again, 0);
  EXPECT_TRUE(platform::close_file(again));
  EXPECT_LT(platform::open_folder_alone(here.file("none").c_str(), is_held), 0);
  EXPECT_FALSE(is_held);
  EXPECT_EQ(errno, ENOENT);
}

}  // namespace
}  // namespace strew::files
