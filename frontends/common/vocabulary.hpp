// Messages of the engine in the words of a platform: a user of the platform knows the names of its fields only.
#pragma once

#include <array>

#include "strew/strew.h"

namespace strew::frontends {

// What no platform calls as the engine does.
extern const strew_vocabulary general_words;

// The message of a failure of the engine becomes one of these words, cut between two characters where it is too long.
void put_into_words(strew_error& record, const strew_vocabulary& words);

// Gives a caller a record, in the version that it knows; false for an unknown one.
bool copy_record(const strew_error& from, strew_error* to);

}  // namespace strew::frontends
