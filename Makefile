# make demo      start Ninetimer with a demo event (the first time it installs itself; then it needs no internet)
# make password  gives the demo's director a new password
# make test      every check and every test, as the project's own server runs them
# make format    put the layout of the Python files in order
# make bench     how many recorded games are verified in a second
# make help      this list

PYTHON := .venv/bin/python
PORT ?= 8000
PIP := $(PYTHON) -m pip install -qq --disable-pip-version-check --constraint constraints.txt

.NOTPARALLEL:
.PHONY: help demo password test lint format types templates security migrations tests tests-postgres chromium bench clean

help:
	@sed -n 's/^# make /make /p' Makefile

# --- the program ---------------------------------------------------------------------------

# The demo keeps its data in a folder of its own, beside the program; a second start finds it again.
demo password: export NINETIMER_DATA_DIR := $(or $(NINETIMER_DATA_DIR),$(CURDIR)/.demo)

demo: .venv/.program
	@$(PYTHON) manage.py migrate --verbosity 0
	@$(PYTHON) manage.py load_demo
	@echo "If the password is lost: make password"
	@$(PYTHON) manage.py serve --port $(PORT)

password: .venv/.program
	@$(PYTHON) manage.py load_demo --reset-password

# --- what is installed, again only when the lists of packages change ------------------------

$(PYTHON):
	@found=; \
	for name in python3.11 python3.12 python3.13 python3.14 python3 python; do \
	  if $$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then \
	    found=$$name; break; \
	  fi; \
	done; \
	if [ -z "$$found" ]; then \
	  echo "Ninetimer needs Python 3.11 or newer, and this computer has none."; \
	  echo "On Debian and Ubuntu: sudo apt-get install python3 python3-venv. Elsewhere: python.org."; \
	  exit 1; \
	fi; \
	echo "Making a place for the packages in .venv with $$($$found --version)"; \
	$$found -m venv .venv || { \
	  rm -rf .venv; \
	  echo "Python's part that makes such places is missing."; \
	  echo "On Debian and Ubuntu: sudo apt-get install python3-venv. Then start again."; \
	  exit 1; \
	}

.venv/.program: pyproject.toml constraints.txt | $(PYTHON)
	@echo "Installing the packages Ninetimer is built on (once; this needs the internet)"
	@$(PIP) --editable .
	@touch $@

.venv/.tools: pyproject.toml constraints.txt | $(PYTHON)
	@echo "Installing the packages that test Ninetimer"
	@$(PIP) --editable ".[dev]"
	@touch $@ .venv/.program

# --- checks --------------------------------------------------------------------------------

test: lint types templates security migrations tests tests-postgres
	@echo "Everything passed."

lint: .venv/.tools
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .

format: .venv/.tools
	$(PYTHON) -m ruff check --fix .
	$(PYTHON) -m ruff format .

types: .venv/.tools
	$(PYTHON) -m mypy

templates: .venv/.tools
	$(PYTHON) -m djlint --lint --quiet templates

security: .venv/.tools
	$(PYTHON) -m bandit --quiet --severity-level medium --recursive --configfile pyproject.toml scoring tournament manage.py

migrations: .venv/.tools
	DJANGO_SETTINGS_MODULE=tests.settings $(PYTHON) manage.py makemigrations --check --dry-run

tests: .venv/.tools chromium
	env -u DATABASE_URL $(PYTHON) -m pytest

tests-postgres: .venv/.tools
	$(PYTHON) -m tests.on_postgres $(PYTHON) -m pytest --database-only

# Without a browser the browser tests are skipped, and fail where CI is set.
chromium:
	@if ! command -v chromium chromium-browser google-chrome >/dev/null 2>&1; then \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then \
	    echo "Installing Chromium for the browser tests"; \
	    apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
	      apt-get install -qq --yes --no-install-recommends chromium >/dev/null || true; \
	  else \
	    echo "No Chromium: the browser tests cannot run. On Debian: sudo apt-get install chromium"; \
	  fi; \
	fi

bench: .venv/.tools
	$(PYTHON) -m tests.benchmarks.verify_games

clean:
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis build ninetimer.egg-info
