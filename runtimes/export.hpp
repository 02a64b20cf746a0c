// What a library of this folder shows to the runtime that loads it.
#pragma once

#if defined(_WIN32)
#define STREW_RUNTIME_EXPORT __declspec(dllexport)
#else
#define STREW_RUNTIME_EXPORT __attribute__((visibility("default")))
#endif
