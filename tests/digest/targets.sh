#!/bin/sh
# targets.sh DIGEST: the program prints the same lines with the kernels of every target.
set -eu
right=$(STREW_TARGET=portable "$1")
for target in avx2 avx3; do
  found=$(STREW_TARGET=$target "$1")
  [ "$found" = "$right" ] || { echo "$target computes other bits than portable:"; echo "$found"; exit 1; }
done
echo "$right"
