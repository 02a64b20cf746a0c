# The two commands of the README are `make demo` and `make test`; `make help` lists the rest.
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
BUILD := build
COUNT ?= 100000
ARM64_COUNT ?= 20000
SEED ?= 1

.PHONY: all build configure demo test check gate format oracle arm64 clean help

all: build

configure:
	@tools/setup build test demo
	@mkdir -p $(BUILD)
	@cmake --preset dev >$(BUILD)/configure.log 2>&1 || { cat $(BUILD)/configure.log; exit 1; }

build: configure  ## builds everything into build/ (optimised, with symbols)
	@cmake --build $(BUILD) -j $(JOBS)

demo: configure  ## builds and runs the demo
	@cmake --build $(BUILD) -j $(JOBS) --target examples/all
	@examples/run-demo $(BUILD)

test: build  ## builds and runs all tests
	@ctest --test-dir $(BUILD) --output-on-failure --progress -j $(JOBS)

check: configure  ## the gate beyond the tests
	@tools/setup gate
	@tools/check

gate: test  ## all that must hold before a commit: tests, then tools/check
	@$(MAKE) --no-print-directory check

format:  ## formats all C and C++ sources in place
	@tools/setup gate
	@tools/format --apply

oracle: build  ## compares COUNT random problems, from SEED on, with the oracle
	@$(BUILD)/tests/differential --count $(COUNT) --seed $(SEED)

arm64: configure  ## builds for 64-bit ARM; under emulation compares with the oracle and with this machine's bits
	@tools/setup arm64
	@cmake --build $(BUILD) -j $(JOBS) --target digest
	@JOBS=$(JOBS) tools/arm64 $(BUILD)/tests/digest $(ARM64_COUNT) $(SEED)

clean:  ## removes build/
	@rm -rf $(BUILD)

help:  ## prints this list
	@sed -n 's/^\([a-z0-9]*\):.*  ## /\1\t/p' Makefile | expand -t 12
