#include "outofcore/in_place.hpp"

#include <array>
#include <cstring>

#include "outofcore/blocks.hpp"
#include "outofcore/bytes_at.hpp"
#include "outofcore/partition.hpp"
#include "outofcore/plan_file.hpp"
#include "platform/files.hpp"
#include "platform/paths.hpp"

namespace strew::engine::outofcore {
namespace {

using platform::making;
using platform::opening;
using platform::rights;

constexpr std::array<const char*, 5> names = {"plan", "plan.new", "runs", "journal.0", "journal.1"};

class open_file {
 public:
  open_file() = default;
  open_file(const open_file&) = delete;
  open_file& operator=(const open_file&) = delete;
  ~open_file() {
    if (number_ >= 0) platform::close_file(number_);
  }
  outcome open(int folder, const char* name, const opening& how, const char* what) {
    number_ = platform::open_in(folder, name, how);
    return number_ >= 0 ? outcome() : of_system(what);
  }
  // A folder that no other process is at work on.
  outcome open_alone(const std::string& folder) {
    bool is_held = false;
    number_ = platform::open_folder_alone(folder.c_str(), is_held);
    if (number_ >= 0) return {};
    return of_system(is_held ? "another process is at work on the table" : "the folder of a scatter cannot be opened");
  }
  [[nodiscard]] int get() const { return number_; }

 private:
  int number_ = -1;
};

void remove_all(const std::string& folder, int number) {
  for (const char* name : names) platform::remove_in(number, name);
  platform::remove_folder(folder.c_str());
}

// A block's new rows, and which block it is.
struct journal_head {
  std::uint64_t magic = 0x6c6e726a77727473U, number = 0, offset = 0, size = 0, digest = 0, head_digest = 0;

  [[nodiscard]] std::uint64_t own_digest() const {
    return digest_of(reinterpret_cast<const std::byte*>(this), offsetof(journal_head, head_digest));
  }
};

class journals {
 public:
  outcome open(int folder, std::uint64_t largest) {
    for (std::size_t n = 0; n < 2; ++n) {
      if (auto bad = files_[n].open(folder, names[3 + n], {rights::read_and_write, making::if_missing},
                                    "a journal cannot be opened"))
        return bad;
      if (largest == 0) continue;
      // A disk that is full shall be so before the table is written.
      const int error = platform::reserve(files_[n].get(), sizeof(journal_head) + largest);
      if (error != 0) return of_system("there is no room for a journal", error);
    }
    return {};
  }

  outcome write(const new_rows& made) const {
    journal_head head;
    head.number = made.number;
    head.offset = made.offset;
    head.size = made.size;
    head.digest = digest_of(made.bytes, made.size);
    head.head_digest = head.own_digest();
    const int file = files_[made.number % 2].get();
    if (auto bad = write_at(file, sizeof head, made.bytes, made.size)) return bad;
    if (auto bad = write_at(file, 0, reinterpret_cast<const std::byte*>(&head), sizeof head)) return bad;
    return bring_to_the_disk(file);
  }

  // The rows of the newest block whose journal is whole; `next` is the block after it.
  outcome redo(const array_file& table, std::uint64_t& next) const {
    next = 0;
    std::array<journal_head, 2> heads;
    std::array<bool, 2> are_whole = {false, false};
    std::vector<std::byte> rows;
    for (std::size_t n = 0; n < 2; ++n) are_whole[n] = read(files_[n].get(), heads[n], rows);
    for (std::size_t n = 0; n < 2; ++n) {
      const bool is_newest = are_whole[n] && (!are_whole[1 - n] || heads[n].number > heads[1 - n].number);
      if (!is_newest || !read(files_[n].get(), heads[n], rows)) continue;
      next = heads[n].number + 1;
      if (auto bad = write_at(table.file, table.offset + heads[n].offset, rows.data(), rows.size())) return bad;
      return bring_to_the_disk(table.file);
    }
    return {};
  }

 private:
  static bool read(int file, journal_head& head, std::vector<std::byte>& rows) {
    const journal_head expected;
    const std::int64_t size = platform::size_of(file);
    if (size < static_cast<std::int64_t>(sizeof head)) return false;
    if (read_at(file, 0, reinterpret_cast<std::byte*>(&head), sizeof head)) return false;
    if (head.magic != expected.magic || head.head_digest != head.own_digest()) return false;
    if (head.size > static_cast<std::uint64_t>(size) - sizeof head) return false;
    rows.resize(head.size);
    return !read_at(file, sizeof head, rows.data(), head.size) && digest_of(rows.data(), head.size) == head.digest;
  }

  std::array<open_file, 2> files_;
};

std::uint64_t largest_block(const scatter_call& call, const partition& of) {
  const std::uint64_t rows =
      std::min(static_cast<std::uint64_t>(of.block_rows), static_cast<std::uint64_t>(call.at.rows));
  return rows * static_cast<std::uint64_t>(call.rows.bytes());
}

// Blocks from the first one that no journal knows. What a journal of an earlier block covered is on the disk before
// that journal is written again.
outcome complete(const scatter_call& call, const partition& of, int folder, const hooks& with) {
  open_file runs;
  journals kept;
  if (auto bad = runs.open(folder, "runs", {}, "the updates of a scatter cannot be opened")) return bad;
  if (auto bad = kept.open(folder, 0)) return bad;
  std::uint64_t next = 0;
  if (auto bad = kept.redo(call.table, next)) return bad;
  const auto put = [&](const new_rows& made) -> outcome {
    if (auto bad = bring_to_the_disk(call.table.file)) return bad;
    if (auto bad = kept.write(made)) return bad;
    return write_through_at(call.table.file, call.table.offset + made.offset, made.bytes, made.size);
  };
  if (auto bad = for_each_block(call, of, runs.get(), next, with, put)) return bad;
  if (auto bad = bring_to_the_disk(call.table.file)) return bad;
  if (call.done.empty()) return {};
  open_file mark;
  if (auto bad = mark.open(platform::working_folder, call.done.c_str(), {rights::write, making::if_missing, 0666},
                           "the mark cannot be made"))
    return bad;
  return bring_to_the_disk(mark.get());
}

outcome divide_into(const scatter_call& call, int folder, const hooks& with, partition& made) {
  open_file runs;
  if (auto bad =
          runs.open(folder, "runs", {rights::read_and_write, making::only_new}, "a file for updates cannot be made"))
    return bad;
  if (auto bad = divide(call, runs.get(), with, made)) return bad;
  if (auto bad = bring_to_the_disk(runs.get())) return bad;
  journals room;
  return room.open(folder, largest_block(call, made));
}

// From here on the scatter will be completed.
outcome commit(const scatter_call& call, const partition& of, int folder) {
  open_file plan;
  if (auto bad = plan.open(folder, "plan.new", {rights::read_and_write, making::emptied}, "a plan cannot be written"))
    return bad;
  const std::vector<std::byte> bytes = plan_bytes(call, of);
  if (auto bad = write_at(plan.get(), 0, bytes.data(), bytes.size())) return bad;
  if (auto bad = bring_to_the_disk(plan.get())) return bad;
  if (!platform::rename_in(folder, "plan.new", "plan")) return of_system("a plan cannot be written");
  return platform::sync_folder(folder) ? outcome() : of_system("a folder cannot be brought to the disk");
}

// Not open any more when the folder is removed: Windows keeps a file until it is closed.
outcome complete_by_plan(int folder, std::size_t size, const array_file& table, const hooks& with) {
  open_file plan;
  if (auto bad = plan.open(folder, "plan", {}, "the plan of a scatter cannot be opened")) return bad;
  std::vector<std::byte> bytes(size);
  if (auto bad = read_at(plan.get(), 0, bytes.data(), bytes.size())) return bad;
  scatter_call call;
  partition divided;
  if (!read_plan(bytes, call, divided)) return of_system("the plan of a scatter is damaged", EIO);
  call.table = {table.file, call.table.offset};
  return complete(call, divided, folder, with);
}

}  // namespace

std::string folder_of(const std::string& table) {
  const std::filesystem::path there = platform::resolved(table);
  const std::filesystem::path path = there.empty() ? platform::path_of(table) : there;
  std::string name(".");  // "." + a text is a copy out of bounds to g++ 12 (its bug 105651)
  name += platform::text_of(path.filename());
  name += ".strew";
  return platform::text_of(path.parent_path() / platform::path_of(name));
}

bool is_unfinished(const std::string& table) {
  return platform::exists(folder_of(table).c_str());
}

outcome scatter_in_place(const scatter_call& call, const std::string& folder, const hooks& with) {
  if (!platform::make_folder(folder.c_str())) return of_system("a folder for the scatter cannot be made");
  open_file number;
  partition divided;
  if (auto bad = number.open_alone(folder)) {
    platform::remove_folder(folder.c_str());  // if it is still empty: another process may have taken it
    return bad;
  }
  auto bad = divide_into(call, number.get(), with, divided);
  if (!bad) bad = commit(call, divided, number.get());
  if (!bad) bad = complete(call, divided, number.get(), with);
  const bool is_left = bad && platform::size_in(number.get(), "plan") >= 0;
  if (!is_left) remove_all(folder, number.get());
  return bad;
}

outcome recover(const std::string& folder, const array_file& table, const hooks& with, bool& completes) {
  completes = false;
  open_file number;
  if (auto bad = number.open_alone(folder)) return bad;
  const std::int64_t size = platform::size_in(number.get(), "plan");
  if (size >= 0) {
    if (auto bad = complete_by_plan(number.get(), static_cast<std::size_t>(size), table, with)) return bad;
    completes = true;
  }
  remove_all(folder, number.get());
  return {};
}

}  // namespace strew::engine::outofcore
