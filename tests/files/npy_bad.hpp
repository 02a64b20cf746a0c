// Files of the .npy format that are wrong, each with a part of the message that refuses it.
#pragma once

#include <string>
#include <vector>

#include "npy_bytes.hpp"
#include "support/little_endian.hpp"

namespace strew::test {

struct bad_file {
  const char* name;
  std::string bytes;
  const char* reason;  // a part of the message
};

inline std::string shape(const std::string& text) {
  return header(dict("'<i4'", text)) + std::string(24, 'x');
}
inline std::string descr(const std::string& text) {
  return header(dict(text, "(0,)"));
}
inline std::string magic(int major, int minor) {
  return std::string("\x93NUMPY") + static_cast<char>(major) + static_cast<char>(minor);
}

inline std::string nested(int depth) {
  return std::string(static_cast<std::size_t>(depth), '(') + std::string(static_cast<std::size_t>(depth), ')');
}

inline std::vector<bad_file> bad_frames() {
  const std::string good = header(dict("'<i4'", "(2,)"));
  return {
      {"empty", "", "too short"},
      {"magic_cut", "\x93NUM", "too short"},
      {"other_magic", "PK\x03\x04 a zip file instead", "does not begin with"},
      {"version_0", magic(0, 0) + good.substr(8), "version 0.0"},
      {"version_4", magic(4, 0) + good.substr(8), "version 4.0"},
      {"version_1_1", magic(1, 1) + good.substr(8), "version 1.1"},
      {"version_255", magic(255, 255), "version 255.255"},
      {"no_length", magic(1, 0), "cut short"},
      {"half_a_length", magic(2, 0) + "\x10", "cut short"},
      {"length_beyond_the_file", magic(1, 0) + "\xF0\xFF" + "{", "cut short: 65520 bytes are needed here, 1 are left"},
      {"length_of_4_gib", magic(2, 0) + little_endian(0xFFFFFFF0, 4), "4294967280 bytes; at most 1048576"},
      {"length_of_1_mib_in_12_bytes", magic(3, 0) + little_endian(1 << 20, 4), "cut short"},
      {"length_0", raw_header(""), "expected '{'"},
      {"length_inside_the_dict", magic(1, 0) + little_endian(20, 2) + good.substr(10), "header byte 20"},
      {"payload_missing", good, "requires 8 bytes of elements, 0 are there"},
      {"payload_one_short", good + "1234567", "requires 8 bytes of elements, 7 are there"},
      {"payload_one_more", good + "123456789", "bytes follow the array"},
      {"two_arrays", good + "12345678" + good + "12345678", "bytes follow the array"},
  };
}

inline std::vector<bad_file> bad_dicts() {
  const std::string good = dict("'<i4'", "(2,)");
  const std::string nul(1, '\0');
  return {
      {"no_newline", raw_header(good), "the closing newline is missing"},
      {"blanks_without_newline", raw_header(good + "   "), "closing newline"},
      {"nul_after_the_dict", raw_header(good + nul + "\n"), "closing newline"},
      {"nul_for_newline", raw_header(good + " " + nul), "closing newline"},
      {"nul_first", raw_header(nul + good + "\n"), "expected '{'"},
      {"nul_in_a_key", raw_header("{'des" + nul + "cr': '<i4'}\n"), "control byte"},
      {"nul_in_a_descr", descr("'<i4" + nul + "'"), "control byte"},
      {"nul_between", raw_header("{'descr'" + nul + ": '<i4'}\n"), "expected ':'"},
      {"escape_byte_in_a_name", descr("[('\x1b[2J', '<i4')]"), "control byte"},
      {"garbage_after", raw_header(good + "x\n"), "closing newline"},
      {"two_dicts", raw_header(good + good + "\n"), "closing newline"},
      {"not_a_dict", raw_header("('<i4', False, (2,))\n"), "expected '{'"},
      {"list_of_pairs", raw_header("[('descr', '<i4')]\n"), "expected '{'"},
      {"call", raw_header("__import__('os').system('true')\n"), "expected '{'"},
      {"call_inside", raw_header("{'descr': __import__('os')}\n"), "expected a string"},
      {"set", raw_header("{'descr', 'shape'}\n"), "expected ':'"},
      {"empty_dict", raw_header("{}\n"), "no key 'descr'"},
      {"no_descr", raw_header("{'fortran_order': False, 'shape': (2,)}\n"), "no key 'descr'"},
      {"no_order", raw_header("{'descr': '<i4', 'shape': (2,)}\n"), "no key 'fortran_order'"},
      {"no_shape", raw_header("{'descr': '<i4', 'fortran_order': False}\n"), "no key 'shape'"},
      {"key_twice", raw_header("{'descr': '<i4', 'descr': '<i8'}\n"), "comes twice"},
      {"unknown_key", raw_header("{'descr': '<i4', 'fortran_order': False, 'shape': (), 'x': 1}\n"), "unknown key 'x'"},
      {"escaped_key", raw_header("{'\\x64escr': '<i4'}\n"), "unknown key"},
      {"integer_key", raw_header("{1: '<i4'}\n"), "a key in quotes"},
      {"no_colon", raw_header("{'descr' '<i4'}\n"), "expected ':'"},
      {"no_value", raw_header("{'descr': }\n"), "expected a string"},
      {"no_comma", raw_header("{'descr': '<i4' 'shape': ()}\n"), "expected '}'"},
      {"two_commas", raw_header("{'descr': '<i4',, 'shape': ()}\n"), "a key in quotes"},
      {"string_open", raw_header("{'descr': '<i4\n"), "control byte"},
      {"string_open_at_the_end", raw_header("{'descr': '<i4"), "does not end"},
      {"string_ends_in_a_backslash", raw_header("{'descr': '<i4\\"), "does not end"},
      {"string_ends_in_an_escaped_quote", raw_header("{'descr': '<i4\\'"), "does not end"},
      {"dict_open", raw_header("{'descr': '<i4',\n"), "a key in quotes"},
      {"order_is_an_integer", header("{'descr': '<i4', 'fortran_order': 0, 'shape': ()}"), "neither True nor False"},
      {"order_is_none", header("{'descr': '<i4', 'fortran_order': None, 'shape': ()}"), "expected a string"},
      {"not_utf8", header(dict("[('\xff', '<i4')]", "(0,)"), 3), "not UTF-8"},
      {"overlong_utf8", header(dict("[('\xc0\xaf', '<i4')]", "(0,)"), 3), "not UTF-8"},
      {"surrogate_utf8", header(dict("[('\xed\xa0\x80', '<i4')]", "(0,)"), 3), "not UTF-8"},
  };
}

inline std::vector<bad_file> bad_shapes() {
  return {
      {"negative", shape("(-1,)"), "negative: -1"},
      {"float", shape("(2.0,)"), "'2.0' is not an integer"},
      {"exponent", shape("(1e3,)"), "'1e3' is not an integer"},
      {"bool", shape("(True,)"), "not an integer: True"},
      {"string", shape("('2',)"), "not an integer: '2'"},
      {"nested_tuple", shape("((2,),)"), "not an integer: (2,)"},
      {"list", shape("[2]"), "not a tuple"},
      {"integer", shape("2"), "not a tuple"},
      {"parentheses", shape("(2)"), "needs a comma"},
      {"hex", shape("(0x2,)"), "is not an integer"},
      {"underscore", shape("(1_0,)"), "is not an integer"},
      {"leading_zero", shape("(02,)"), "begins with 0"},
      {"plus", shape("(+2,)"), "expected a string"},
      {"minus_alone", shape("(-,)"), "is not an integer"},
      {"product_of_terms", shape("(2*3,)"), "expected ')'"},
      {"open", shape("(2,"), "expected"},
      {"comma_alone", shape("(,)"), "expected a string"},
      {"too_many_digits", shape("(9223372036854775808,)"), "63 bits"},
      {"thousand_digits", shape("(1" + std::string(1000, '0') + ",)"), "63 bits"},
      {"product_wraps_to_0", shape("(4294967296, 4294967296)"), "63 bits"},
      {"product_wraps_to_6", shape("(6148914691236517206, 3, 1)"), "63 bits"},
      {"bytes_wrap", shape("(4611686018427387905,)"), "63 bits"},
      {"terabytes", shape("(1000000000000,)"), "requires 4000000000000 bytes"},
      {"deep", shape(nested(40)), "nested too deep"},
      {"very_deep", header(dict("'<i4'", nested(30000)), 2), "nested too deep"},
  };
}

inline std::vector<bad_file> bad_types() {
  return {
      {"object", descr("'|O'"), "pickles"},
      {"object_8", descr("'|O8'"), "pickles"},
      {"object_in_a_record", descr("[('a', '<i4'), ('b', '|O')]"), "pickles"},
      {"object_deep_in_a_record", descr("[('a', [('b', 'O')])]"), "pickles"},
      {"big_endian_integer", descr("'>i4'"), "big-endian"},
      {"big_endian_real", descr("'>f8'"), "big-endian"},
      {"big_endian_text", descr("'>U4'"), "big-endian"},
      {"big_endian_date", descr("'>M8[s]'"), "big-endian"},
      {"empty", descr("''"), "names no element type"},
      {"order_alone", descr("'<'"), "names no element type"},
      {"letters", descr("'<ixy'"), "names no element type"},
      {"no_width", descr("'<i'"), "names no element type"},
      {"negative_width", descr("'<i-4'"), "names no element type"},
      {"width_0", descr("'|V0'"), "0 bytes"},
      {"width_3", descr("'<i3'"), "3 bytes"},
      {"bool_2", descr("'<b2'"), "2 bytes"},
      {"real_3", descr("'<f3'"), "3 bytes"},
      {"width_huge", descr("'|V99999999999999999999'"), "names no element type"},
      {"width_2_gib", descr("'|V2147483648'"), "names no element type"},
      {"text_overflow", descr("'<U2000000000'"), "8000000000 bytes"},
      {"unknown_kind", descr("'<q4'"), "names no element type"},
      {"name", descr("'float64'"), "names no element type"},
      {"after", descr("'<i4 '"), "names no element type"},
      {"unit_of_an_integer", descr("'<i8[ns]'"), "names no element type"},
      {"unit_open", descr("'<M8[ns'"), "names no element type"},
      {"tuple", descr("('<i4', (2,))"), "neither a string nor a list"},
      {"integer", descr("4"), "neither a string nor a list"},
      {"no_fields", descr("[]"), "no bytes"},
      {"field_is_a_string", descr("['<i4']"), "a field is not"},
      {"field_of_one", descr("[('a',)]"), "a field is not"},
      {"field_of_four", descr("[('a', '<i4', (2,), 1)]"), "a field is not"},
      {"field_name_is_a_number", descr("[(1, '<i4')]"), "not a string"},
      {"field_twice", descr("[('a', '<i4'), ('a', '<i8')]"), "comes twice"},
      {"field_type_is_a_number", descr("[('a', 4)]"), "a field's type"},
      {"field_shape_negative", descr("[('a', '<i4', (-1,))]"), "a field's shape"},
      {"field_shape_bool", descr("[('a', '<i4', (True,))]"), "a field's shape"},
      {"field_shape_overflow", descr("[('a', '<i4', (4294967296, 4294967296))]"), "too large"},
      {"field_bytes_wrap_to_0", descr("[('a', '|V1073741824', (17179869184,)), ('b', '|u1')]"), "too large"},
      {"record_too_large", descr("[('a', '<f8', (1000000000,))]"), "more than 2147483647 bytes"},
      {"records_too_large", descr("[('a', '|V2147483647'), ('b', '|V1')]"), "more than 2147483647 bytes"},
  };
}

}  // namespace strew::test
