// Shared libraries of this process.
#pragma once

namespace strew::platform {

// The library or program that contains `address` is not unloaded before the process ends. False: it cannot be
// prevented.
bool stay_loaded(const void* address);

// A handle of a library that is loaded in this process already; null: there is none. Its name is that of the file without
// what the system has around it: "torch_cpu" is libtorch_cpu.so, libtorch_cpu.dylib or torch_cpu.dll.
void* find_loaded(const char* name);
// Loads it, if it is not, by the name of its file. Null: it cannot be loaded.
void* load(const char* file);
// Null: it has no such symbol.
void* find_symbol(void* library, const char* name);

}  // namespace strew::platform
