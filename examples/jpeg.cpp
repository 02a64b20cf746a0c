#include <csetjmp>
#include <cstdio>
#include <memory>
#include <stdexcept>

#include "image.hpp"
// jpeglib.h uses FILE and size_t without including what declares them.
#include <jpeglib.h>

namespace {

// libjpeg calls exit() on a broken file by default; this handler jumps back to the reader.
struct jumping_errors {
  jpeg_error_mgr base;  // first, so that a pointer to it is a pointer to the whole
  std::jmp_buf back;
  char message[JMSG_LENGTH_MAX];
};

[[noreturn]] void jump_back(j_common_ptr info) {
  jumping_errors* errors = reinterpret_cast<jumping_errors*>(info->err);
  info->err->format_message(info, errors->message);
  std::longjmp(errors->back, 1);
}

void read_rows(jpeg_decompress_struct& info, image& picture) {
  jpeg_read_header(&info, TRUE);
  info.out_color_space = JCS_RGB;
  jpeg_start_decompress(&info);
  picture = image(info.output_width, info.output_height);
  while (info.output_scanline < info.output_height) {
    JSAMPROW row = &picture.bytes[std::size_t{3} * info.output_width * info.output_scanline];
    jpeg_read_scanlines(&info, &row, 1);
  }
  jpeg_finish_decompress(&info);
}

// No object with a destructor lives here: a jump would pass it by.
bool decode(std::FILE* file, image& picture, jumping_errors& errors) {
  jpeg_decompress_struct info;
  info.err = jpeg_std_error(&errors.base);
  errors.base.error_exit = jump_back;
  if (setjmp(errors.back) != 0) {
    jpeg_destroy_decompress(&info);
    return false;
  }
  jpeg_create_decompress(&info);
  jpeg_stdio_src(&info, file);
  read_rows(info, picture);
  jpeg_destroy_decompress(&info);
  return true;
}

}  // namespace

image read_jpeg(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file) throw std::runtime_error(path + ": cannot be opened");
  image picture;
  jumping_errors errors;
  if (!decode(file.get(), picture, errors)) throw std::runtime_error(path + ": " + errors.message);
  return picture;
}
