# The two commands of the README are `make demo` and `make test`; `make help` lists the rest. With NO_SETUP=1 nothing is
# installed: what is missing is listed, and make ends.
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
BUILD := build
COUNT ?= 100000
EMULATED_COUNT ?= 20000
SEED ?= 1
FUZZ_SECONDS ?= 600
VULKAN_SECONDS ?= 240
VULKAN_MIB ?= 256
# Also `any`: what the loader finds, which may be a GPU.
VULKAN_DRIVERS ?= debian backports swiftshader
FILTER ?= .
# Of the Python package, on Windows and without a GIL: files or folders of tests; all if there are none.
TESTS ?=
THREADS ?=
# A folder with the built package, such as build/python: measured instead of one that is built and installed first.
PACKAGE ?=
SIZE ?= 6G
MEMORY ?= 1G
KILLS ?= 1000
# Platform tags of the wheels that `make wheels` makes, for the Python named by PYTHON.
WHEELS ?= manylinux_2_28_x86_64 manylinux_2_28_aarch64 musllinux_1_2_x86_64 musllinux_1_2_aarch64
# Of a release: where its archive will be, in place of https://strew.invalid in the recipes.
HOMEPAGE ?=
# OFF leaves out the Python package, whose tools come from PyPI.
PYTHON_PACKAGE ?= ON

.PHONY: all build configure python_packages python demo quick test check ci gate format oracle tsan vulkan vulkan-bench fuzz bench figures regret threads_sweep \
  peers_packages peers fused sweep interop runtimes mpi petsc simulate outofcore docs inject deb wheel wheels packaging release arm64 s390x riscv64 musl macos windows windows_python free_threaded clean help
.NOTPARALLEL:  # two package installations at a time fail; JOBS is for the compiler

all: build

CONFIGURE = mkdir -p $(BUILD) && cmake --preset dev $(1) >$(BUILD)/configure.log 2>&1 || { cat $(BUILD)/configure.log; exit 1; }

configure:
	@tools/setup build test demo
	@$(call CONFIGURE,-DSTREW_BUILD_TESTS=ON $(PACKAGE_FLAGS))

python_packages:
	@tools/setup build test demo
	@[ $(PYTHON_PACKAGE) = OFF ] || tools/python $(BUILD)/venv build test examples

build: PACKAGE_FLAGS = -DSTREW_BUILD_PYTHON=$(PYTHON_PACKAGE) -DPython_EXECUTABLE=$(CURDIR)/$(BUILD)/venv/bin/python
build: python_packages configure  ## builds everything into build/ (optimised, with symbols)
	@cmake --build $(BUILD) -j $(JOBS)

python:  ## builds and installs the Python package and the program strew: into build/venv, or the active environment
	@tools/setup python
	@tools/pip/install $(BUILD)

# In a fresh clone without the tests, so that their packages are not needed; `make test` adds them and keeps what is built.
demo:  ## builds what the demo needs and runs it
	@tools/setup build demo
	@$(call CONFIGURE,$(if $(wildcard $(BUILD)/build.ninja),,-DSTREW_BUILD_TESTS=OFF))
	@cmake --build $(BUILD) -j $(JOBS) --target demo
	@examples/run-demo $(BUILD)

test: build  ## builds and runs all tests
	@ctest --test-dir $(BUILD) --output-on-failure --progress -j $(JOBS)

quick: build  ## builds and runs in a minute what tells most about a change; FILTER=expression picks by name
	@JOBS=$(JOBS) tools/quick $(BUILD) '$(FILTER)'

check: configure  ## runs the checks beyond the tests: format, layers, clang-tidy, sanitizers, install, ...
	@tools/setup gate
	@tools/check

ci: test  ## all that must pass before a commit: make test, then make check
	@$(MAKE) --no-print-directory check

gate: ci

format:  ## formats all C and C++ sources in place
	@tools/setup gate
	@tools/format --apply

oracle: build  ## compares COUNT random problems, from SEED on, with the oracle; of fused operators a tenth each
	@$(BUILD)/tests/differential --count $(COUNT) --seed $(SEED)
	@STREW_SEGMENTS=$(SEED):$$(($(COUNT) / 10)) $(BUILD)/tests/test_segments --gtest_brief=1 --gtest_filter='*oracle*'
	@STREW_QUANTIZED=$(SEED):$$(($(COUNT) / 10)) $(BUILD)/tests/test_quantized --gtest_brief=1 --gtest_filter='*oracle*'

tsan:  ## runs the tests that start threads under ThreadSanitizer
	@tools/setup build test gate
	@JOBS=$(JOBS) tools/tsan

vulkan: python_packages  ## runs strew::vulkan on lavapipe of Debian and of its backports, VULKAN_SECONDS (240) of each
	@tools/setup build test vulkan
	@$(call CONFIGURE,-DSTREW_BUILD_TESTS=ON -DSTREW_BUILD_VULKAN=ON -DSTREW_BUILD_PYTHON=ON \
	  -DPython_EXECUTABLE=$(CURDIR)/$(BUILD)/venv/bin/python)
	@cmake --build $(BUILD) -j $(JOBS) --target test_vulkan vulkan_differential strew_cli strew_python
	@tools/vulkan $(BUILD) $(VULKAN_SECONDS) $(VULKAN_DRIVERS)

vulkan-bench:  ## times strew::vulkan beside copies by the first Vulkan device: rows of 256 bytes, VULKAN_MIB (256) of them
	@tools/setup build bench vulkan
	@mkdir -p $(BUILD)/vulkan-bench
	@cmake -S . -B $(BUILD)/vulkan-bench -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DSTREW_BUILD_BENCH=ON \
	  -DSTREW_BUILD_VULKAN=ON -DSTREW_BUILD_CLI=OFF -DSTREW_BUILD_EXAMPLES=OFF -DSTREW_BUILD_TESTS=OFF \
	  >$(BUILD)/vulkan-bench/configure.log 2>&1 || { cat $(BUILD)/vulkan-bench/configure.log; exit 1; }
	@cmake --build $(BUILD)/vulkan-bench -j $(JOBS) --target bench_vulkan
	@$(BUILD)/vulkan-bench/bench/bench_vulkan $(VULKAN_MIB)

fuzz:  ## gives each fuzz target FUZZ_SECONDS (600) with clang and the sanitizers
	@tools/setup build gate
	@JOBS=$(JOBS) FUZZ_SECONDS=$(FUZZ_SECONDS) tools/fuzz

# $(1): programs of bench/, into build/benchmarks.
define BUILD_BENCHMARKS
	@tools/setup build bench
	@mkdir -p $(BUILD)/benchmarks
	@cmake -S . -B $(BUILD)/benchmarks -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DSTREW_BUILD_BENCH=ON \
	  -DSTREW_BUILD_CLI=OFF -DSTREW_BUILD_EXAMPLES=OFF -DSTREW_BUILD_TESTS=OFF \
	  >$(BUILD)/benchmarks/configure.log 2>&1 || { cat $(BUILD)/benchmarks/configure.log; exit 1; }
	@cmake --build $(BUILD)/benchmarks -j $(JOBS) --target $(1)
endef

bench:  ## measures strew against loops in C and the limits of the memory, 4 minutes; FILTER=expression picks cases
	$(call BUILD_BENCHMARKS,bench bench_frontends)
	@$(BUILD)/benchmarks/bench/bench --benchmark_filter='$(FILTER)|^bound' >$(BUILD)/benchmarks/bench.json
	@bench/report.py $(BUILD)/benchmarks/bench.json
	@$(BUILD)/benchmarks/bench/bench_frontends --benchmark_repetitions=7 --benchmark_min_time=0.05 \
	  --benchmark_enable_random_interleaving=true --benchmark_report_aggregates_only=true 2>/dev/null

figures:  ## prints what docs/performance.md says of a machine: loops, small calls, choice, products; 20 idle minutes
	@bench/figures.sh $(BUILD)

regret:  ## times what the library chooses beside each solver and fewer threads, 12 minutes; QUICK=1: 4; DRAWN=n random cases
	$(call BUILD_BENCHMARKS,regret)
	@$(BUILD)/benchmarks/bench/regret '$(FILTER)' $(if $(QUICK),1,5) $(DRAWN) $(if $(DRAWN),$(SEED)) >$(BUILD)/benchmarks/regret.tsv
	@bench/regret.py $(if $(MARKDOWN),--markdown) $(BUILD)/benchmarks/regret.tsv

threads_sweep:  ## tells how the work of each case divides among 2 to 64 tasks, on one processor; FILTER picks cases
	$(call BUILD_BENCHMARKS,threads_sweep)
	@$(BUILD)/benchmarks/bench/threads_sweep '$(FILTER)'

peers_packages:
	@tools/setup build test
	@tools/python $(BUILD)/peers/venv peers
	@[ -n "$(PACKAGE)" ] || \
	  $(BUILD)/peers/venv/bin/pip install --quiet --disable-pip-version-check --force-reinstall --no-deps .

# $(1): a program of bench/peers.
PEERS = $(BUILD)/peers/venv/bin/python $(1) --output $(BUILD)/peers --cases '$(FILTER)' \
  $(if $(THREADS),--threads $(THREADS)) $(if $(PACKAGE),--package $(PACKAGE))

peers: peers_packages  ## measures strew beside NumPy, PyTorch, ONNX Runtime and others, 30 minutes; QUICK=1: 8; FILTER picks cases
	@$(call PEERS,bench/peers) $(if $(QUICK),--quick) $(if $(MARKDOWN),--markdown)

fused: peers_packages  ## measures the fused operators beside the same products, on one thread and on all, 10 minutes; QUICK=1: 3
	@$(call PEERS,bench/peers/fused) $(if $(QUICK),--quick) $(if $(MARKDOWN),--markdown) \
	  $(if $(PROCESSOR_TIME),--processor-time) $(if $(CALLS),--calls '$(CALLS)')

sweep: peers_packages  ## measures six operators from 10 to 10^8 indices beside the same products; a picture and a check table
	@$(call PEERS,bench/peers/sweep.py)

interop: build  ## tests the Python package with PyTorch and JAX, files and node tests with ONNX: some gigabytes of packages
	@tools/python $(BUILD)/interop-venv test build interop
	@STREW_CLI=$(CURDIR)/$(BUILD)/strew PYTHONPATH=$(CURDIR)/$(BUILD)/python PYTHONDONTWRITEBYTECODE=1 \
	  $(BUILD)/interop-venv/bin/python -m pytest -rs tests/python/interop

runtimes: build  ## tests strew inside versions of ONNX Runtime, PyTorch and JAX: some gigabytes of packages; FILTER picks
	@tools/runtimes $(BUILD) '$(FILTER)'

inject: build  ## lets every allocation and every file call of the command line fail, each one, and kills it 1000 times
	@STREW_INJECT_ALL=1 STREW_CLI=$(BUILD)/strew tests/inject/run

mpi: build  ## tests strew/mpi.hpp under Open MPI, MPICH and Intel MPI, and on four hosts in network namespaces
	@tools/setup mpi
	@tools/mpi $(BUILD)

petsc: build  ## measures strew/mpi.hpp beside PetscSF on 2 and 4 ranks, and on four hosts of 1 Gbit/s
	@tools/setup mpi petsc
	@bench/mpi/run $(BUILD)

simulate: build  ## sums rows by strew/mpi.hpp on 8 to 1,000 simulated hosts (SimGrid), beside a model; RANKS=64
	@tools/setup simulate
	@tools/simulate $(BUILD) $(RANKS)

outofcore: build  ## scatters into a table of SIZE (6G) with MEMORY (1G), beside fio, and kills KILLS (1000) scatters
	@tools/setup outofcore
	@PYTHONPATH=$(BUILD)/python $(BUILD)/venv/bin/python tools/outofcore $(BUILD) $(SIZE) $(MEMORY)
	@STREW_KILLS=$(KILLS) PYTHONPATH=$(BUILD)/python $(BUILD)/venv/bin/python -m pytest -q tests/python/test_files.py -k killed

deb:  ## makes the Debian packages of libraries, headers and program in build/release/packages and checks them
	@tools/setup build deb
	@JOBS=$(JOBS) tests/install/packages.py

wheel:  ## makes a wheel of the Python package in build/wheels and tries it in an environment of its own
	@tools/setup build test
	@tools/python $(BUILD)/venv build wheel
	@tools/wheel $(BUILD)

wheels:  ## makes wheels for glibc 2.28 and musl on x86-64 and AArch64, with zig, in build/portable; PYTHON=python3.12, WHEELS=tag
	@tools/setup wheels
	@JOBS=$(JOBS) tools/wheels $(BUILD) $(WHEELS)

packaging:  ## checks the recipes in packaging/; makes the packages of Conan and Debian and runs programs that use them
	@tools/setup build deb packaging
	@tools/python $(BUILD)/venv gate
	@tools/python $(BUILD)/packaging/venv packaging
	@$(BUILD)/venv/bin/python tools/packaging.py
	@$(BUILD)/packaging/venv/bin/actionlint .github/workflows/*.yml
	@$(BUILD)/packaging/venv/bin/python tests/packaging/conda.py .
	@JOBS=$(JOBS) tests/packaging/conan $(BUILD)
	@JOBS=$(JOBS) tests/packaging/debian $(BUILD)

release: deb wheels  ## puts the files of a release into build/release-files, with hashes and a bill of materials; publishes nothing
	@tools/python $(BUILD)/release-venv release
	@HOMEPAGE=$(HOMEPAGE) tools/release $(BUILD)

docs: build  ## makes a site of the pages, the docstrings and the commands in build/site
	@tools/setup test
	@tools/python $(BUILD)/venv docs
	@tools/pages $(BUILD)/pages
	@NO_MKDOCS_2_WARNING=1 $(BUILD)/venv/bin/mkdocs build --strict --config-file docs/mkdocs.yml >$(BUILD)/docs.log 2>&1 || \
	  { cat $(BUILD)/docs.log; exit 1; }
	@echo $(BUILD)/site/index.html

# $(1): a processor, as qemu calls it.
define EMULATE
	@tools/setup $@
	@cmake --build $(BUILD) -j $(JOBS) --target digest
	@JOBS=$(JOBS) tools/emulated $(1) $(BUILD)/tests/digest $(EMULATED_COUNT) $(SEED)
endef

arm64: configure  ## builds for 64-bit ARM; under emulation compares with the oracle and with this machine's bits
	$(call EMULATE,aarch64)

s390x: configure  ## ... for IBM Z, which is big-endian: its numbers are compared with this machine's
	$(call EMULATE,s390x)

riscv64: configure  ## ... for 64-bit RISC-V
	$(call EMULATE,riscv64)

musl: configure  ## ... for musl, static, with zig, and the program strew; runs here
	@tools/setup zig
	@cmake --build $(BUILD) -j $(JOBS) --target digest
	@JOBS=$(JOBS) tools/musl $(BUILD)/tests/digest $(EMULATED_COUNT) $(SEED)

macos:  ## cross-compiles and links the libraries for macOS, with zig; nothing of it runs here
	@tools/setup build zig
	@JOBS=$(JOBS) tools/macos

windows: configure  ## builds for Windows with MinGW; under Wine runs the tests, COUNT random problems and programs
	@tools/setup windows
	@cmake --build $(BUILD) -j $(JOBS) --target digest
	@JOBS=$(JOBS) tools/windows $(BUILD)/tests/digest $(COUNT) $(SEED)

windows_python: python_packages  ## builds the Python package for Windows; under Wine runs its tests: 100 MB of packages; TESTS picks
	@tools/setup windows
	@JOBS=$(JOBS) tools/windows_python $(BUILD) $(TESTS)

free_threaded:  ## compiles a CPython without a GIL; runs the package's tests there and makes a wheel for it; TESTS picks tests
	@tools/setup build wheels free_threaded
	@JOBS=$(JOBS) tools/free_threaded $(BUILD) $(TESTS)

clean:  ## removes build/
	@rm -rf $(BUILD)

help:  ## prints this list
	@sed -n 's/^\([a-z0-9_-]*\):.*  ## /\1\t/p' Makefile | expand -t 16
	@echo
	@echo "make NO_SETUP=1 TARGET installs no packages: what is missing is listed, and make ends."
