// What the compiler offers. Without exceptions (-fno-exceptions) only the try_ forms are declared.
#ifndef STREW_CONFIG_HPP
#define STREW_CONFIG_HPP

#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
#define STREW_HAS_EXCEPTIONS 1
#else
#define STREW_HAS_EXCEPTIONS 0
#endif

#endif
