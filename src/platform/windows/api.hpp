// <windows.h> as this folder uses it: without what redefines names of C++.
#pragma once

#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <windows.h>
