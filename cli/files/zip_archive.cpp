#include "files/zip_archive.hpp"

#include <zip.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "files/descriptor.hpp"
#include "platform/files.hpp"

namespace strew::files {

struct zip_archive::input {
  input() { zip_error_init(&error); }
  input(const input&) = delete;
  input& operator=(const input&) = delete;
  ~input() {
    if (archive != nullptr) zip_discard(archive);
    zip_error_fini(&error);
  }

  descriptor file;
  std::uint64_t size = 0;
  std::uint64_t at = 0;
  std::uint64_t last_read = 0;  // where libzip last read
  transfer_hooks hooks;
  zip_error_t error;
  zip_t* archive = nullptr;
};

namespace {

constexpr std::uint64_t largest_inflated = std::uint64_t{16} << 20;

zip_int64_t read_for_libzip(zip_archive::input& in, void* target, std::uint64_t bytes) {
  const std::uint64_t left = in.size - std::min(in.at, in.size);
  const auto wanted = static_cast<std::size_t>(std::min({bytes, left, largest_inflated}));
  std::int64_t count = 0;
  do {
    count = platform::read_at(in.file.get(), in.at, target, wanted);
  } while (count < 0 && errno == EINTR && !(in.hooks.stop && in.hooks.stop()));
  if (count < 0) {
    zip_error_set(&in.error, ZIP_ER_READ, errno);
    return -1;
  }
  in.last_read = in.at;
  in.at += static_cast<std::uint64_t>(count);
  return count;
}

zip_int64_t seek_for_libzip(zip_archive::input& in, void* data, std::uint64_t bytes) {
  const zip_int64_t to = zip_source_seek_compute_offset(in.at, in.size, data, bytes, &in.error);
  if (to < 0) return -1;
  in.at = static_cast<std::uint64_t>(to);
  return 0;
}

zip_int64_t serve_libzip(void* state, void* data, zip_uint64_t bytes, zip_source_cmd_t command) {
  auto& in = *static_cast<zip_archive::input*>(state);
  switch (command) {
    case ZIP_SOURCE_SUPPORTS:
      return zip_source_make_command_bitmap(ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT,
                                            ZIP_SOURCE_ERROR, ZIP_SOURCE_FREE, ZIP_SOURCE_SEEK, ZIP_SOURCE_TELL, -1);
    case ZIP_SOURCE_OPEN:
      in.at = 0;
      return 0;
    case ZIP_SOURCE_READ:
      return read_for_libzip(in, data, bytes);
    case ZIP_SOURCE_SEEK:
      return seek_for_libzip(in, data, bytes);
    case ZIP_SOURCE_TELL:
      return static_cast<zip_int64_t>(in.at);
    case ZIP_SOURCE_STAT: {
      auto* const stat = static_cast<zip_stat_t*>(data);
      zip_stat_init(stat);
      stat->size = in.size;
      stat->valid |= ZIP_STAT_SIZE;
      return sizeof *stat;
    }
    case ZIP_SOURCE_ERROR:
      return zip_error_to_data(&in.error, data, bytes);
    case ZIP_SOURCE_CLOSE:
    case ZIP_SOURCE_FREE:
      return 0;
    default:
      zip_error_set(&in.error, ZIP_ER_OPNOTSUPP, 0);
      return -1;
  }
}

class zip_member : public byte_source {
 public:
  zip_member(std::shared_ptr<zip_archive::input> from, zip_file_t* file, std::uint64_t bytes, bool is_stored)
      : from_(std::move(from)), file_(file), bytes_(bytes), is_stored_(is_stored) {}
  zip_member(const zip_member&) = delete;
  zip_member& operator=(const zip_member&) = delete;
  ~zip_member() override { zip_fclose(file_); }

  std::optional<std::uint64_t> remaining() const override { return bytes_ - consumed_; }
  std::uint64_t consumed() const override { return consumed_; }

  maybe_failure read(std::uint64_t bytes, buffer& target) override {
    if (bytes > bytes_ - consumed_) {
      return refused("the member is cut short: {} bytes are needed here, {} are left", bytes, bytes_ - consumed_);
    }
    return read_growing(bytes, target, [&](std::byte* to, std::uint64_t piece, std::uint64_t done) {
      return read_piece(to, piece, done, bytes);
    });
  }

  maybe_failure expect_end(const std::string& text) override {
    if (consumed_ < bytes_) return refused("{} bytes follow {}", bytes_ - consumed_, text);
    std::byte extra;
    const zip_int64_t count = zip_fread(file_, &extra, 1);
    if (count > 0) return refused("the member has more bytes than the {} that its archive states", bytes_);
    return count == 0 ? std::nullopt : maybe_failure(damaged());
  }

  std::optional<std::uint64_t> place() const { return is_stored_ ? place_ : std::nullopt; }

 private:
  maybe_failure read_piece(std::byte* to, std::uint64_t piece, std::uint64_t done, std::uint64_t total) {
    std::uint64_t got = 0;
    while (got < piece) {
      if (from_->hooks.stop && from_->hooks.stop()) return interrupted();
      const zip_int64_t count = zip_fread(file_, to + got, std::min(piece - got, largest_inflated));
      if (count < 0) return damaged();
      if (count == 0) {
        return refused("the member is cut short: its archive states {} bytes, it has {}", bytes_, consumed_);
      }
      note_place();
      got += static_cast<std::uint64_t>(count);
      consumed_ += static_cast<std::uint64_t>(count);
      if (from_->hooks.advance) from_->hooks.advance(done + got, total);
    }
    return std::nullopt;
  }

  // libzip does not say where a stored member begins, but it reads what it is asked for from there.
  void note_place() {
    const std::uint64_t begin = from_->last_read - std::min(consumed_, from_->last_read);
    if (consumed_ == 0) place_ = begin;
    if (place_ != begin) place_.reset();
  }

  failure damaged() { return refused("the member cannot be read: {}", zip_file_strerror(file_)); }

  std::shared_ptr<zip_archive::input> from_;
  zip_file_t* file_;
  std::uint64_t bytes_;
  std::uint64_t consumed_ = 0;
  bool is_stored_;
  std::optional<std::uint64_t> place_;
};

failure not_an_archive(zip_error_t& error) {
  failure made = refused("cannot be read as a zip archive: {}", zip_error_strerror(&error));
  return made;
}

}  // namespace

result<zip_archive> zip_archive::open(const input_file& file, const transfer_hooks& hooks) {
  auto from = std::make_shared<input>();
  from->file.set(platform::copy_of(file.descriptor()));
  if (from->file.get() < 0) return system_failure("cannot be held open twice", errno);
  from->size = file.size();
  from->hooks = hooks;
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* const source = zip_source_function_create(serve_libzip, from.get(), &error);
  if (source != nullptr) from->archive = zip_open_from_source(source, ZIP_RDONLY, &error);
  maybe_failure failed;
  if (from->archive == nullptr) {
    failed = not_an_archive(error);
    if (source != nullptr) zip_source_free(source);
  }
  zip_error_fini(&error);
  if (failed) return *failed;
  return zip_archive(std::move(from));
}

std::vector<std::string> zip_archive::names() const {
  std::vector<std::string> names;
  const zip_int64_t count = zip_get_num_entries(from_->archive, 0);
  for (zip_int64_t i = 0; i < count; ++i) {
    const char* const name = zip_get_name(from_->archive, static_cast<zip_uint64_t>(i), 0);
    names.emplace_back(name == nullptr ? "" : name);
  }
  return names;
}

result<zip_archive::member_bytes> zip_archive::read(std::size_t member) const {
  zip_stat_t stat;
  constexpr zip_uint64_t needed = ZIP_STAT_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
  if (zip_stat_index(from_->archive, member, 0, &stat) != 0 || (stat.valid & needed) != needed) {
    return refused("the directory of the archive does not describe the member");
  }
  if (stat.encryption_method != ZIP_EM_NONE) return refused("the member is encrypted");
  if (stat.comp_method != ZIP_CM_STORE && stat.comp_method != ZIP_CM_DEFLATE) {
    return refused("the member is compressed by method {}; stored and deflated members are read", stat.comp_method);
  }
  zip_file_t* const file = zip_fopen_index(from_->archive, member, 0);
  if (file == nullptr) return refused("the member cannot be read: {}", zip_strerror(from_->archive));
  const bool is_deflated = stat.comp_method == ZIP_CM_DEFLATE;
  return member_bytes{std::make_unique<zip_member>(from_, file, stat.size, !is_deflated), is_deflated};
}

std::optional<std::uint64_t> zip_archive::place_of(const byte_source& source) {
  return static_cast<const zip_member&>(source).place();
}

}  // namespace strew::files
