// Names of files. Text is UTF-8 on systems that say what names are made of, and bytes on the others.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace strew::platform {

// Any of these ends the name of a folder.
extern const std::string_view separators;

// Where a file is and what it is called there: "." and "a" of "a", "/" and "a" of "/a". No name: it is a folder's.
struct split_path {
  std::string folder;
  std::string name;
};
split_path split(const std::string& path);

std::filesystem::path path_of(const std::string& text);
std::string text_of(const std::filesystem::path& path);

// Absolute and with all links resolved, as far as the path exists; empty where the system refuses it.
std::filesystem::path resolved(const std::string& text);

}  // namespace strew::platform
