# Each target sets up what it needs: a machine with Python 3.11 or newer, make and git is enough.
# Choose another interpreter with `make PYTHON=/path/to/python ...`.

PYTHON  ?=
PYTHONS = $(or $(PYTHON),python3.13 python3.12 python3.11 python3 python)

BIN   = .venv/bin
READY = .venv/.ready
# Measuring it makes tests take twice as long; these cover what has to be covered all by themselves.
COVERS = tests/engine tests/words tests/golden tests/referee
# A file is run by one process, and the order is that of tests/conftest.py: the longest first.
AT_ONCE = -n auto --dist loadfile --no-loadscope-reorder
SOAK   = 20
RANDOM = $(shell grep -rlE '^from tests.how_much import' tests)
PURE  = */minecart_robbery/engine/*,*/minecart_robbery/words/*

export PYRIGHT_PYTHON_IGNORE_WARNINGS = 1

.PHONY: help rehearse sample check test soak lint bench lock clean

help:
	@echo "make rehearse  play a match in the browser, on this machine alone"
	@echo "make sample    referee the sample match and print how it went"
	@echo "make check     style, types and the quick tests: within a minute"
	@echo "make test      run the tests; engine and words must be covered in full"
	@echo "make soak      try $(SOAK) times as much at random as the tests do, and drawn anew"
	@echo "make lint      check style, format and types"
	@echo "make bench     measure"
	@echo "make lock      choose the newest dependencies again and write requirements.lock"
	@echo "make clean     remove all that was made here, also the environment"

rehearse: $(READY)
	@$(BIN)/minecart rehearse

sample: $(READY)
	@$(BIN)/minecart referee samples/a-short-match.txt

check: lint
	$(BIN)/python -m pytest $(AT_ONCE) -q -m 'not no_cover' $(COVERS)

test: $(READY)
	$(BIN)/python -m pytest $(AT_ONCE) -q -m 'not no_cover' --cov --cov-report= $(COVERS)
	$(BIN)/coverage report --include='$(PURE)' --fail-under=100
	$(BIN)/python -m pytest $(AT_ONCE) --but-covering

soak: $(READY)
	SOAK=$(SOAK) $(BIN)/python -m pytest $(AT_ONCE) $(RANDOM)

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright

bench: $(READY)
	$(BIN)/python -m bench.bench
	$(BIN)/python -m bench.growth
	$(BIN)/python -m bench.starts

# Set-up, done again when what is to be installed has changed. A name on the PATH may belong to a
# Python that is too old or doesn't start, so each one is tried.
$(READY): requirements.lock pyproject.toml
	@python=; for name in $(PYTHONS); do \
	  if "$$name" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' \
	    >/dev/null 2>&1; then python=$$name; break; fi; \
	done; \
	if [ -z "$$python" ]; then \
	  echo "No Python 3.11 or newer with venv works here; tried: $(PYTHONS)." >&2; \
	  echo "Install one, or name yours: make PYTHON=/path/to/python" >&2; exit 1; \
	fi; \
	echo "Setting up .venv with $$("$$python" --version)"; \
	set -e; \
	"$$python" -m venv --clear .venv; \
	if command -v uv >/dev/null 2>&1; then install="uv pip install --python $(BIN)/python"; \
	else install="$(BIN)/python -m pip install --disable-pip-version-check"; fi; \
	$$install --quiet --require-hashes -r requirements.lock; \
	$$install --quiet --no-deps --no-build-isolation -e .
	@touch $@

lock: $(READY)
	@command -v uv >/dev/null 2>&1 || $(BIN)/python -m pip install --quiet uv
	@PATH="$(BIN):$$PATH" uv pip compile --no-config --universal --python-version 3.11 \
	  --generate-hashes --no-emit-index-url --no-header --upgrade --quiet \
	  --group dev pyproject.toml --output-file requirements.lock

clean:
	rm -rf .venv dist build .coverage .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
