// Prints the values of small .npy files, as write_examples and the command line write them, a line or more for each.
//
//   print_arrays FILE...
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

struct array {
  std::string type;  // "<f4"
  std::vector<std::int64_t> extents;
  std::string bytes;
};

// What stands in `text` between the first `from` and the next `to`.
std::string between(const std::string& text, const std::string& from, const std::string& to) {
  const std::size_t begin = text.find(from);
  const std::size_t end = begin == std::string::npos ? begin : text.find(to, begin + from.size());
  if (end == std::string::npos) throw std::runtime_error("not an array of the examples");
  return text.substr(begin + from.size(), end - begin - from.size());
}

array read_npy(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot be opened");
  const std::string whole{std::istreambuf_iterator<char>(file), {}};
  const std::string header = between(whole, "NUMPY", "\n");
  array found{between(header, "'descr': '", "'"), {}, whole.substr(whole.find('\n') + 1)};
  std::istringstream shape(between(header, "'shape': (", ")"));
  for (std::string extent; std::getline(shape, extent, ',');) {
    if (!extent.empty()) found.extents.push_back(std::stoll(extent));
  }
  return found;
}

template <class T>
std::string number_text(const array& from, std::size_t place) {
  T value;
  if ((place + 1) * sizeof value > from.bytes.size()) throw std::runtime_error("the file ends early");
  std::memcpy(&value, &from.bytes[place * sizeof value], sizeof value);
  std::ostringstream text;
  text << value;
  return text.str();
}

std::string element_text(const array& from, std::size_t place) {
  if (from.type == "<f4") return number_text<float>(from, place);
  if (from.type == "<i4") return number_text<std::int32_t>(from, place);
  if (from.type == "<u4") return number_text<std::uint32_t>(from, place);
  if (from.type == "<i8") return number_text<std::int64_t>(from, place);
  throw std::runtime_error("elements of type " + from.type + " are not among the examples");
}

// The rest of an array from a dimension on, in brackets; `place` counts the elements. Matrices of a longer array
// start on lines of their own, under the first.
std::string nested_text(const array& from, std::size_t dimension, std::size_t& place, std::size_t indent) {
  if (dimension == from.extents.size()) return element_text(from, place++);
  const bool is_tall = dimension == 0 && from.extents.size() > 2 && from.bytes.size() > 64;
  std::string text = "[";
  for (std::int64_t i = 0; i < from.extents[dimension]; ++i) {
    if (i > 0) text += is_tall ? ",\n" + std::string(indent + 1, ' ') : ", ";
    text += nested_text(from, dimension + 1, place, indent);
  }
  return text + "]";
}

void print(const std::string& path, std::size_t name_width) {
  const array found = read_npy(path);
  std::size_t place = 0;
  const std::string values = nested_text(found, 0, place, name_width + 2);
  std::printf("%-*s  %s\n", static_cast<int>(name_width), path.c_str(), values.c_str());
}

}  // namespace

int main(int count, char** words) {
  const std::vector<std::string> paths(words + 1, words + count);
  std::size_t width = 27;
  for (const std::string& path : paths) width = std::max(width, path.size());
  for (const std::string& path : paths) {
    try {
      print(path, width);
    } catch (const std::exception& failure) {
      std::fprintf(stderr, "print_arrays: %s: %s\n", path.c_str(), failure.what());
      return 1;
    }
  }
  return 0;
}
