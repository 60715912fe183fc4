# The entry points that people and CI share. `make help` lists them.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
# Measurements and tests that share two cores run one after the other, whatever -j says.
.NOTPARALLEL:

# The first that runs and is new enough; a version manager's shim may be on the path without an interpreter behind it.
PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
VENV   := .venv
BIN    := $(VENV)/bin
# MVNFLAGS=-o builds without asking the repository, once everything is in the local one.
MVN    := mvn -B --no-transfer-progress $(MVNFLAGS)

export PATH := $(PATH):/usr/sbin

.PHONY: help demo test test-fast test-java test-python test-e2e lint format java clean \
	bench bench-sampler bench-analyze bench-plan bench-timing bench-connections \
	bench-check bench-check-analyze bench-check-sampler

help: ## list the targets
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

$(VENV)/.runtime: pyproject.toml
	@test -n "$(PYTHON)" \
		|| { echo "AckGate needs Python 3.11 or newer, and none was found on the path. Set PYTHON=..." >&2; exit 2; }
	@test -x $(BIN)/python || "$(PYTHON)" -m venv $(VENV)
	$(BIN)/pip install -q --disable-pip-version-check -e .
	@touch $@

$(VENV)/.dev: $(VENV)/.runtime
	$(BIN)/pip install -q --disable-pip-version-check -e '.[dev,pdf]'
	@touch $@

demo: $(VENV)/.runtime ## run the whole way once, in about a minute, and say where the report is
	$(BIN)/ackgate demo

java: $(VENV)/.runtime ## build the plug-in jar and the demo broker, assemble JMeter
	$(BIN)/ackgate setup

test: test-java lint test-python test-e2e ## everything that CI runs, against real programs

test-fast: $(VENV)/.dev ## the tests that start no other program
	$(BIN)/pytest -m "not e2e" -q

test-java: ## build and test the Java parts
	$(MVN) -f java-sampler/pom.xml verify

test-python: $(VENV)/.dev
	$(BIN)/pytest -m "not e2e"

test-e2e: $(VENV)/.dev java
	$(BIN)/pytest -m e2e

lint: $(VENV)/.dev ## style, types and layers
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/.dev ## rewrite the sources in house style
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format
	$(MVN) -f java-sampler/pom.xml spotless:apply

bench: bench-sampler bench-analyze bench-plan ## all benchmarks; each prints a ratio against a named rival

bench-sampler: $(VENV)/.dev java
	$(BIN)/python scripts/bench_sampler.py --docs

bench-check-sampler: $(VENV)/.dev java # far above what is measured, so that only a real loss of speed is red
	$(BIN)/python scripts/bench_sampler.py --rounds 1 --seconds 12 --warm-up 6 --most-cpu-ratio 1.2

bench-analyze: $(VENV)/.dev java
	$(BIN)/python scripts/bench_analyze.py --docs

bench-check: bench-check-analyze bench-check-sampler ## small regression checks of speed and memory, with wide margins

bench-check-analyze: $(VENV)/.dev java
	$(BIN)/python scripts/bench_analyze.py --check

bench-timing: $(VENV)/.runtime ## how exact a recorded time is, as a table
	$(MVN) -q -f java-sampler/sampler/pom.xml test -Dtest=DecodeTimingBench
	$(BIN)/python scripts/bench_docs.py bench-timing java-sampler/sampler/target/decode-timing.md
	@cat java-sampler/sampler/target/decode-timing.md

bench-connections: $(VENV)/.dev java ## 15,000 live connections in one JMeter
	$(BIN)/python scripts/bench_connections.py --docs

bench-plan: $(VENV)/.dev
	$(BIN)/python scripts/bench_plan.py

clean: ## remove what was built; the JMeter cache and your runs stay
	$(MVN) -f java-sampler/pom.xml clean
	rm -rf $(VENV) build dist
