// What the compiler offers. Without exceptions (-fno-exceptions) only the try_ forms are declared.
#ifndef STREW_CONFIG_HPP
#define STREW_CONFIG_HPP

#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
#define STREW_HAS_EXCEPTIONS 1
#define STREW_NAMESPACE strew
#else
#define STREW_HAS_EXCEPTIONS 0
// Other symbols: where files with and without exceptions are linked, inline functions keep the body of their own file.
#define STREW_NAMESPACE strew::inline without_exceptions
#endif

#endif
