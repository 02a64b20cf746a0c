#!/bin/sh
# CMake refuses a target of 32 bits in one sentence. Nothing is linked: no library for one is at hand.
set -u
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if text=$(cmake -S . -B "$folder" -DCMAKE_C_FLAGS=-m32 -DCMAKE_CXX_FLAGS=-m32 -DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY 2>&1); then
  echo "a target of 32 bits is taken" && exit 1
fi
[ "$(echo "$text" | grep -c 'CMake Error')" = 1 ] || { echo "$text"; exit 1; }
echo "$text" | tr '\n' ' ' | tr -s ' ' | grep -q 'strew needs a 64-bit target: ' || { echo "$text"; exit 1; }
