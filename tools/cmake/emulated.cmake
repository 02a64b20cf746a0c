# Builds for Linux on another processor, STREW_MACHINE as qemu calls it (aarch64, s390x, riscv64): Debian's cross compiler,
# static programs, run under qemu.
set(STREW_MACHINE "" CACHE STRING "The processor, as qemu calls it")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES STREW_MACHINE)
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${STREW_MACHINE})
set(CMAKE_C_COMPILER ${STREW_MACHINE}-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER ${STREW_MACHINE}-linux-gnu-g++)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-${STREW_MACHINE})

# Other projects contribute headers only, so the host's packages suffice. They are in /usr/include, which the cross
# compiler searches last, after its own C and C++ headers; CMake adds no folder that the compiler searches anyway.
list(APPEND CMAKE_PREFIX_PATH /usr/lib/${CMAKE_HOST_SYSTEM_PROCESSOR}-linux-gnu/cmake)
