#include "files.hpp"

#include <nanobind/stl/string.h>

#include <string>

#include "call_spec.hpp"
#include "execution.hpp"
#include "failure.hpp"
#include "operand.hpp"
#include "option_values.hpp"
#include "outofcore/in_place.hpp"
#include "outofcore/new_file.hpp"
#include "policy.hpp"

namespace strew::python {
namespace {

namespace outofcore = engine::outofcore;

// (file, offset in bytes of the first element)
outofcore::array_file file_of(const nb::object& given) {
  return {nb::cast<int>(given[0]), nb::cast<std::uint64_t>(given[1])};
}

// (reduction, include_self, out_of_bounds, negative_indices, accumulate)
strew_options options_of(const nb::object& given) {
  const nb::object reduction = given[0], include_self = given[1], of_bounds = given[2], negative = given[3],
                   accumulate = given[4], allow = word("allow"), ordered = nb::bool_(true);
  call_spec spec;
  read_scatter(spec, {reduction, include_self, of_bounds, negative, allow, ordered, accumulate});
  return spec.options;
}

// `row` and `index` are empty arrays of the types of elements.
outofcore::scatter_call call_of(const nb::object& files, nb::handle row, nb::handle index, const nb::object& numbers,
                                const nb::object& options) {
  operand of_row("data"), of_index("indices");
  of_row.read(row);
  of_index.read(index);
  const strew_tensor& element = of_row.view();
  const strew_options chosen = options_of(options);
  outofcore::scatter_call made;
  made.table = file_of(nb::object(files[0]));
  made.indices = file_of(nb::object(files[1]));
  made.updates = file_of(nb::object(files[2]));
  const std::uint64_t known = strew_dtype_bytes(element.dtype);
  made.rows = {element.dtype,
               static_cast<std::int64_t>(known != 0 ? known : element.element_bytes),
               nb::cast<std::int64_t>(numbers[1]),
               chosen.reduction,
               chosen.exclude_self,
               chosen.accumulate};
  made.at = {nb::cast<std::int64_t>(numbers[0]), of_index.view().dtype, chosen.out_of_bounds, chosen.negative_indices};
  made.positions = nb::cast<std::uint64_t>(numbers[2]);
  made.memory = nb::cast<std::uint64_t>(numbers[3]);
  return made;
}

// None, or (errno, what could not be done, with which file or -1); raises what a rule refuses, and what Ctrl-C raised.
template <class Work>
nb::object finished(const Work& work) {
  outofcore::outcome ended;
  const strew_status status = run(execution_settings{}, long_call, [&](strew_execution& with) {
    outofcore::hooks asked;
    asked.stop = with.cancel;
    asked.context = with.cancel_context;
    ended = work(asked);
    return STREW_STATUS_OK;
  });
  static_cast<void>(status);
  if (!ended) return nb::none();
  if (ended->refused) raise(outofcore::error_of(*ended));
  return nb::make_tuple(ended->error_number, ended->what, ended->file);
}

nb::object scatter_to_new(const nb::object& files, nb::handle row, nb::handle index, const nb::object& numbers,
                          const nb::object& options, int runs, const nb::object& out) {
  const outofcore::scatter_call call = call_of(files, row, index, numbers, options);
  const outofcore::array_file to = file_of(out);
  return finished([&](const outofcore::hooks& with) { return outofcore::scatter_to_new(call, runs, to, with); });
}

nb::object scatter_in_place(const nb::object& files, nb::handle row, nb::handle index, const nb::object& numbers,
                            const nb::object& options, const std::string& folder, const std::string& done) {
  outofcore::scatter_call call = call_of(files, row, index, numbers, options);
  call.done = done;
  return finished([&](const outofcore::hooks& with) { return outofcore::scatter_in_place(call, folder, with); });
}

// (None or the error, whether a scatter was completed)
nb::object recover(const std::string& folder, int table) {
  bool completes = false;
  nb::object ended = finished([&](const outofcore::hooks& with) {
    return outofcore::recover(folder, {table, 0}, with, completes);
  });
  return nb::make_tuple(ended, completes);
}

}  // namespace

void add_files(nb::module_& module) {
  module.def("_scatter_to_new", &scatter_to_new, "Of strew/files.py.");
  module.def("_scatter_in_place", &scatter_in_place, "Of strew/files.py.");
  module.def("_folder_of_table", &outofcore::folder_of, "Of strew/files.py.");
  module.def("_recover_files", &recover, "Of strew/files.py.");
}

}  // namespace strew::python
