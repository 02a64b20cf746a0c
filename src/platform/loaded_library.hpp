// Shared libraries of this process.
#pragma once

namespace strew::platform {

// The library or program that contains `address` is not unloaded before the process ends. False: it cannot be
// prevented.
bool stay_loaded(const void* address);

// A handle of a library that is loaded in this process already, by its file name; null: there is none.
void* find_loaded(const char* name);
// Loads it, if it is not. Null: it cannot be loaded.
void* load(const char* name);
// Null: it has no such symbol.
void* find_symbol(void* library, const char* name);

}  // namespace strew::platform
