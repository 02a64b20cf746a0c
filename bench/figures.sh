#!/bin/sh
# figures [BUILD]: the section of docs/performance.md on this machine, as Markdown, from one run of each measurement. The
# machine must be idle for some 20 minutes; packages of the other products are fetched the first time.
set -eu
cd "$(dirname "$0")/.."
build=${1:-build}
make -s build peers_packages >&2

field() {
  lscpu | sed -n "s/^$1: *//p" | head -n 1
}

echo "## $(field 'Model name'), family $(field 'CPU family'), model $(field Model), $(date +%F)"
echo
echo "$(nproc) cores, caches of $(field 'L1d cache'), $(field 'L2 cache') and $(field 'L3 cache'); $(g++ --version | head -n 1);"
echo "load before: $(cut -d' ' -f1 /proc/loadavg); made by \`make figures\`."
printf '\n### Beside loops in C\n\n'
make -s bench | grep -v '^\[[0-9]'
printf '\n### Small calls in Python\n\n```text\n'
PYTHONPATH=$build/python "$build/venv/bin/python" bench/small_calls.py
printf '```\n\n### What is chosen\n\n'
make -s regret QUICK=1 MARKDOWN=1 | grep -v '^\[[0-9]'
printf '\n### Beside other products\n\n'
make -s peers QUICK=1 MARKDOWN=1
