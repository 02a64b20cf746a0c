// Members of .npz archives: read, refused, written.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "files/formats.hpp"
#include "npy_bytes.hpp"
#include "read_case.hpp"
#include "zip_bytes.hpp"

namespace strew::files {
namespace {

using test::bytes_of;
using test::deflated_member;
using test::dict;
using test::folder;
using test::header;
using test::read_array;
using test::stored_member;
using test::zip_file_member;
using test::zip_of;

std::string npy_of(const std::string& elements) {
  return header(dict("'|u1'", "(" + std::to_string(elements.size()) + ",)")) + elements;
}

const std::string small_body = "0123456789";
const std::string large_body(least_mapped_bytes + 5, 'z');

TEST(npz, members) {
  const folder here;
  const std::string path = here.with(
      "a.npz", zip_of({stored_member("one.npy", npy_of(small_body)), deflated_member("two.npy", npy_of(large_body)),
                       stored_member("d/three.npy", npy_of(large_body))}));
  for (const loading how : {loading::read, loading::map, loading::map_privately}) {
    for (const auto& [member, body] : std::vector<std::pair<std::string, std::string>>{
             {"one", small_body}, {"one.npy", small_body}, {"two", large_body}, {"d/three", large_body}}) {
      const auto array = read_array(path + ":" + member, how);
      ASSERT_TRUE(array) << array.error().message;
      EXPECT_EQ(bytes_of(*array), body);
      EXPECT_EQ(array->payload.is_mapped(), how != loading::read && member == "d/three") << member;
      EXPECT_EQ(array->is_packed(), member == "two");
      EXPECT_FALSE(check_whole(*array));
    }
  }
  const auto none = read_array(path);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().message, "the file has 3 members, and one must be named, FILE:NAME: 'one', 'two', 'd/three'");
  EXPECT_EQ(read_array(path + ":four").error().message, "the file has no member 'four', but 'one', 'two', 'd/three'");
}

TEST(npz, the_only_member_needs_no_name) {
  const folder here;
  EXPECT_EQ(bytes_of(*read_array(here.with("a.npz", zip_of({deflated_member("x.npy", npy_of(small_body))})))),
            small_body);
}

TEST(npz, no_archive) {
  const folder here;
  for (const std::string& bytes : {std::string(), std::string("PK"), npy_of(small_body), zip_of({}).substr(1)}) {
    const auto array = read_array(here.with("a.npz", bytes));
    ASSERT_FALSE(array);
    EXPECT_EQ(array.error().kind, failure_kind::format);
  }
}

struct bad_member {
  const char* name;
  zip_file_member member;
  const char* reason;
};

zip_file_member changed(zip_file_member member, std::uint64_t size, int method = -1, unsigned flags = 0) {
  member.size = size;
  member.flags = flags;
  if (method >= 0) member.method = method;
  return member;
}

std::vector<bad_member> bad_members() {
  const std::string whole = npy_of(small_body);
  const zip_file_member plain = stored_member("a.npy", whole);
  const zip_file_member packed = deflated_member("a.npy", whole);
  zip_file_member wrong_crc = packed;
  wrong_crc.crc ^= 1;
  zip_file_member wrong_stored_crc = plain;
  wrong_stored_crc.crc ^= 1;
  zip_file_member wrong_stream = packed;
  wrong_stream.bytes = std::string(wrong_stream.bytes.size(), '\xff');
  zip_file_member cut_stream = packed;
  cut_stream.bytes.resize(cut_stream.bytes.size() - 4);
  return {
      {"not_npy", stored_member("a.npy", "hello world"), "not a .npy file"},
      {"empty", stored_member("a.npy", ""), "too short"},
      {"elements_missing", stored_member("a.npy", whole.substr(0, whole.size() - 1)),
       "member 'a': the member is cut short: the shape requires 10 bytes of elements, 9 are there"},
      {"bytes_follow", deflated_member("a.npy", whole + "x"),
       "bytes follow the array: the shape requires 10 bytes of elements, 11 are there"},
      {"states_more_than_there_are", changed(packed, whole.size() + 1), "bytes follow the array"},
      {"states_less_than_there_are", changed(packed, whole.size() - 1), "the member is cut short"},
      {"checksum", wrong_crc, "CRC"},
      {"checksum_of_a_stored_one", wrong_stored_crc, "CRC"},
      {"stream", wrong_stream, ""},
      {"stream_cut", cut_stream, ""},
      {"method", changed(packed, whole.size(), 12), "compressed by method 12"},
      {"encrypted", changed(packed, whole.size(), -1, 1), "encrypted"},
      {"bomb_in_the_header", deflated_member("a.npy", header(dict("'|u1'", "(4000000000000,)")) + small_body),
       "the shape requires 4000000000000 bytes of elements, 10 are there"},
      {"bomb_in_the_directory",
       changed(deflated_member("a.npy", header(dict("'|u1'", "(4294967000,)")) + small_body),
               4294967000 + header(dict("'|u1'", "(4294967000,)")).size()),
       ""},
  };
}

class npz_refused : public ::testing::TestWithParam<bad_member> {};

TEST_P(npz_refused, with_its_reason) {
  const folder here;
  const auto array = read_array(here.with("a.npz", zip_of({GetParam().member})));
  ASSERT_FALSE(array);
  EXPECT_EQ(array.error().kind, failure_kind::format) << array.error().message;
  EXPECT_NE(array.error().message.find(GetParam().reason), std::string::npos) << array.error().message;
}

INSTANTIATE_TEST_SUITE_P(members, npz_refused, ::testing::ValuesIn(bad_members()),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(npz, two_members_of_one_name) {
  const folder here;
  const zip_file_member one = stored_member("a.npy", npy_of(small_body));
  const auto array = read_array(here.with("a.npz", zip_of({one, one})) + ":a");
  ASSERT_FALSE(array);
  EXPECT_EQ(array.error().message, "the file has several members 'a'");
}

TEST(npz, cut_anywhere) {
  const folder here;
  const std::string good = zip_of({deflated_member("a.npy", npy_of(small_body))});
  ASSERT_TRUE(read_array(here.with("good.npz", good)));
  for (std::size_t length = 0; length < good.size(); ++length) {
    EXPECT_FALSE(read_array(here.with("cut.npz", good.substr(0, length)))) << length;
  }
}

TEST(npz, is_listed) {
  const folder here;
  const std::string path = here.with(
      "a.npz", zip_of({stored_member("one.npy", npy_of(small_body)), stored_member("text.txt", "hello world")}));
  const auto name = parse_array_name(path);
  const auto members = name->format->list(*name, {});
  ASSERT_TRUE(members) << members.error().message;
  ASSERT_EQ(members->size(), 2u);
  EXPECT_EQ((*members)[0].member, "one");
  EXPECT_EQ((*members)[0].payload_bytes, small_body.size());
  EXPECT_EQ((*members)[1].member, "text.txt");
  ASSERT_TRUE((*members)[1].error);
}

TEST(npz, is_written_with_one_stored_member) {
  const folder here;
  const std::vector<std::int64_t> extents = {10};
  const npy_type type = parse_array_name("x:u8[1]")->type;
  for (const auto& [more, member] : std::vector<std::pair<std::string, std::string>>{{"", "output"}, {":w", "w"}}) {
    const std::string path = here.file("o.npz");
    ASSERT_FALSE(write_array(*parse_output_name(path + more), {type, extents, std::as_bytes(std::span(small_body))}));
    zip_file_member expected = stored_member(member + ".npy", npy_of(small_body));
    expected.flags = 0x800;
    EXPECT_EQ(test::content(path), zip_of({expected}));
    EXPECT_EQ(bytes_of(*read_array(path + ":" + member)), small_body);
  }
}

TEST(npz, is_not_written_in_place) {
  const folder here;
  const std::string path = here.with("a.npz", zip_of({stored_member("a.npy", npy_of(small_body))}));
  const auto array = read_array(path, loading::map_to_write, access::read_and_write);
  ASSERT_FALSE(array);
  EXPECT_EQ(array.error().kind, failure_kind::usage);
}

TEST(npz_name, of_an_output) {
  const auto name = parse_output_name("a.npz:w");
  ASSERT_TRUE(name) << name.error().message;
  EXPECT_EQ(std::string(name->format->name) + ":" + name->member, "npz:w");
}

}  // namespace
}  // namespace strew::files
