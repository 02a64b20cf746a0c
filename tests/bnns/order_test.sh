#!/bin/sh
# Apple's header after <strew/bnns.h>: an error whose text has the order in which they are included. CXX is the compiler.
set -u
cd "$(dirname "$0")/../.."

compiles() { # $@ the files that are included; zig writes a file for -fsyntax-only too
  printf '#include "%s"\n' "$@" | "${CXX:-c++}" -std=c++20 -fsyntax-only -Iinclude -Itests -x c++ - -o /dev/null
}

text=$(compiles strew/bnns.h windows/platform/bnns.h 2>&1) && { echo "both headers define the names of BNNS"; exit 1; }
echo "$text" | grep -q 'enum BNNSDataLayout STREW_BNNS_COMES_AFTER_ACCELERATE' || { echo "$text"; exit 1; }
compiles windows/platform/bnns.h strew/bnns.h
