#!/bin/sh
# Apple's header after <strew/bnns.h>: an error whose text has the order in which they are included. CXX is the compiler.
set -u
cd "$(dirname "$0")/../.." || exit
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

compiles() { # $@ the files that are included; zig neither reads a pipe nor only looks at the syntax
  printf '#include "%s"\n' "$@" >"$folder/order.cpp"
  "${CXX:-c++}" -std=c++20 -Iinclude -Itests -c "$folder/order.cpp" -o "$folder/order.o"
}

text=$(compiles strew/bnns.h windows/platform/bnns.h 2>&1) && { echo "both headers define the names of BNNS"; exit 1; }
echo "$text" | grep -q 'enum BNNSDataLayout STREW_BNNS_COMES_AFTER_ACCELERATE' || { echo "$text"; exit 1; }
compiles windows/platform/bnns.h strew/bnns.h
