// Sorted points, cell by cell: the invocation of a cell's first point applies its updates in their order. It applies
// UPDATES_AT_ONCE of them, so that no dispatch lasts for long whatever the indices are (devices are reset after some time,
// and drivers end loops); those of longer cells go on in further dispatches, by rounds. Between two rounds the accumulator
// of a cell is in a slot: cells that are so long begin that far apart, so that the number of their slot is their own.
const uint UPDATES_AT_ONCE = 16384;  // as host/schedule.cpp has it

uint64_t places() { return push.scales; }
uint64_t slots() { return push.zero_points; }

layout(buffer_reference, scalar, buffer_reference_align = 8) buffer slot_t {
  uint64_t low, high;
  uint count, first;  // values of the sum, and one more than the first point of the cell; 0: there is none, or it has ended
};
slot_t slot_of(uint number, uint column) {
  return slot_t(slots() + (uint64_t(number) * push.problem.columns + column) * 24UL);
}

bool is_first_of_cell(uint i) { return i == 0 || load_key(push.keys, i - 1) != load_key(push.keys, i); }
bool is_of_cell(uint i, uint64_t key) { return i < push.points && load_key(push.keys, i) == key; }

// Where updates are, point by point: their distance from the first one, and of their weights. NOWHERE: there is none by
// now.
const uint64_t NOWHERE = 0x8000000000000000UL;
uint64_t direct_place(uint i) { return wide_words_t(places()).v[i]; }
uint64_t weight_place(uint i) { return wide_words_t(places() + uint64_t(push.points) * 8UL).v[i]; }
