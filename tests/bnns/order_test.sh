#!/bin/sh
# Apple's header after <strew/bnns.h>: an error whose text has the order in which they are included.
set -u
cd "$(dirname "$0")/../.."
text=$(printf '#include "strew/bnns.h"\n#include "windows/platform/bnns.h"\n' |
  c++ -std=c++20 -fsyntax-only -Iinclude -Itests -x c++ - 2>&1) && { echo "both headers define the names of BNNS"; exit 1; }
echo "$text" | grep -q 'enum BNNSDataLayout STREW_BNNS_COMES_AFTER_ACCELERATE' || { echo "$text"; exit 1; }
printf '#include "windows/platform/bnns.h"\n#include "strew/bnns.h"\n' |
  c++ -std=c++20 -fsyntax-only -Iinclude -Itests -x c++ -
