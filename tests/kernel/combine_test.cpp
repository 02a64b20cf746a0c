// combine: combines updates with the values of the table, in order.
#include "blocks.hpp"
#include "scalars.hpp"

namespace strew::testing {
namespace {

using kernel::form;

constexpr int combine_rounds = 3;  // per length

shape_of_block any_combine(form kind, std::size_t length, std::size_t width, random_engine& draw) {
  shape_of_block shape;
  shape.width = width;
  const bool varies_positions = kind == form::elements || draw() % 2 == 0;
  shape.positions = varies_positions ? length : 1 + draw() % 12;
  if (kind != form::elements) shape.count = varies_positions ? draw() % 5 : length;
  shape.table_step = shape.direct_step = static_cast<std::ptrdiff_t>(width);
  if (kind != form::strided) return shape;
  shape.table_step = any_step(width, draw);
  shape.direct_step = any_step(width, draw);
  return shape;
}

template <class T>
void set_values(scene& scene, random_engine& draw) {
  scene.for_each_unit(false, [&](std::byte* table, std::byte* direct) {
    const T old = any_value<T>(draw);
    const T update = any_value<T>(draw);
    std::memcpy(table, &old, sizeof old);
    std::memcpy(direct, &update, sizeof update);
  });
  scene.table = scene.right_table;
  scene.direct = scene.right_direct;
}

template <class T, combination How>
void check_combine_of(kernel::block_kernel combine, form kind, std::size_t length, random_engine& draw) {
  const shape_of_block shape = any_combine(kind, length, sizeof(T), draw);
  scene scene(shape, 20, static_cast<std::ptrdiff_t>(sizeof(T)), draw);
  set_values<T>(scene, draw);
  scene.for_each_unit(false, &meet_in_memory<T, How>);
  combine(scene.given());
  ASSERT_TRUE(scene.is_right()) << shape.positions << " positions of " << shape.count << " units, " << shape.table_step
                                << " and " << shape.direct_step << " apart";
}

}  // namespace

void check_combine(const kernel::kernel_set& set, record& calls) {
  for_each_kernel(set.combine, [&](kernel::block_kernel combine, form kind, kernel::scalar type, combination op) {
    SCOPED_TRACE(std::string(name_of(kind)) + " " + name_of(type) + " " + name_of(op));
    random_engine draw(11);
    with_scalar(type, [&]<class Scalar>() {
      using value = typename Scalar::value;
      with_combination(op, [&]<combination How>() {
        if constexpr (knows<value>(How)) {
          for (std::size_t length = 0; length <= most; ++length)
            for (int n = 0; n < combine_rounds && is_good_so_far(); ++n)
              check_combine_of<value, How>(calls.called(combine), kind, length, draw);
        } else {
          ADD_FAILURE() << "these do not go together";
        }
      });
    });
  });
}

}  // namespace strew::testing
