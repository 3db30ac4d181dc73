# make demo      start Ninetimer with a demo event (the first time it installs itself; then it needs no internet)
# make password  gives the demo's director a new password
# make test      the gate, five minutes on two cores: every capability once, where a fault of it would be seen best
# make test-all  everything else that is checked before a change lands
# make quick     style, layers, names, documentation and both engines
# make long      what is too long for every change: fuzz, simulated events, kills, load, other Pythons
# make fuzz      property tests with new random examples, for twenty minutes (MINUTES=60 for more)
# make mutation  faults put into engines, actions, queries, pages and reports, and how many the tests notice
# make reliability  bad days on purpose, with figures: kills, pairs of actions, spoilt files, full disks, a soak
# make strings   counts what is said in English outside gettext: pages, reports, commands, messages
# make help-pictures  takes the pictures of the help from the demo event; TOPICS="prizes board" only some
# make types     mypy alone
# make format    put the layout of the Python files in order
# make bench     how many recorded games are verified in a second
# make docs      builds the manual into build/manual (index.html)
# make pictures  takes the pictures of the README anew
# make help      this list

PYTHON := .venv/bin/python
PORT ?= 8000
MINUTES ?= 20
PIP := $(PYTHON) -m pip install -qq --disable-pip-version-check --constraint constraints.txt

# Compiled modules are kept: tests start the program a hundred times, and it would be compiled each time.
unexport PYTHONDONTWRITEBYTECODE

.NOTPARALLEL:
.PHONY: help demo password test test-all quick long tests-long simulated-events load reliability other-pythons fuzz mutation strings help-pictures types format bench docs pictures clean programs

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

# The system's own Python stands first where it is new enough and can make such a place: distributions
# optimise theirs with a profile, and it does the same work in a sixth less time than one compiled by hand.
$(PYTHON):
	@found=; \
	for needed in "import ensurepip, sys" "import sys"; do \
	  for name in /usr/bin/python3 python3.11 python3.12 python3.13 python3.14 python3 python; do \
	    if [ -z "$$found" ] && $$name -c "$$needed; sys.exit(sys.version_info < (3, 11))" >/dev/null 2>&1; then found=$$name; fi; \
	  done; \
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
	@$(PYTHON) -m compileall -q -j 0 scoring tournament
	@touch $@ .venv/.program

# --- checks --------------------------------------------------------------------------------

test: .venv/.tools programs
	@$(PYTHON) -m tests.running gate

test-all: .venv/.tools programs
	@$(PYTHON) -m tests.running rest

quick: .venv/.tools
	@$(PYTHON) -m tests.running quick

# What is too long for every day; with `make -k long` the others go on where one failed.
long: tests-long fuzz simulated-events load other-pythons

# Among them: the server killed a hundred times on each database, and 50 events on each proposed plan.
tests-long: .venv/.tools programs
	$(PYTHON) -m pytest -q -m long

simulated-events: .venv/.tools
	$(PYTHON) -m tests.benchmarks.pairing

load: .venv/.tools programs
	$(PYTHON) -m tests.benchmarks.results_entry

# Bad days on purpose, with figures; tests/reliability has them one by one.
reliability: .venv/.tools programs
	$(PYTHON) -m pytest -q -m "" tests/tournament/test_killed.py tests/reliability \
	  tournament/federation/tests/test_last_place.py tests/tournament/web/test_error_pages.py \
	  tests/tournament/queries/safety/test_whole.py tests/tournament/management/test_heads.py \
	  tests/scoring/management/test_verify_audit.py
	$(PYTHON) -m tests.reliability.pairs
	$(PYTHON) -m tests.reliability.mutated
	$(PYTHON) -m tests.reliability.soak
	$(PYTHON) -m tests.reliability.soak --minutes 1 --helpers 8 --pause 0

other-pythons: .venv/.tools
	@$(PIP) --editable ".[pythons]"
	$(PYTHON) -m nox --noxfile tests/noxfile.py

# Each pass draws new examples, until the time is over. Every failure found becomes a case: hypothesis prints the
# smallest "Falsifying example"; it is added to the folder's file of cases, or as an @example(...) above the property.
fuzz: .venv/.tools
	@end=$$(($$(date +%s) + 60 * $(MINUTES))); \
	while :; do \
	  seed=$$(od -An -N4 -tu4 /dev/urandom | tr -d ' '); \
	  echo "Again with $(PYTHON) -m pytest -m hypothesis --hypothesis-profile=fuzz --hypothesis-seed=$$seed"; \
	  $(PYTHON) -m pytest -m hypothesis --hypothesis-profile=fuzz -q -p no:cacheprovider --hypothesis-seed=$$seed || exit 1; \
	  [ $$(date +%s) -lt $$end ] || break; \
	done

# Its packages are many and rarely needed: they are installed when it is asked for.
mutation: .venv/.tools
	@$(PIP) --editable ".[mutation]"
	@$(PYTHON) -m tests.mutation

strings: .venv/.tools
	$(PYTHON) -m pytest -q -s tests/tournament/test_pseudo_language.py | grep -o "strings left.*\|[0-9]* \(passed\|failed\).*"

help-pictures: .venv/.tools
	$(PYTHON) -m tests.browser.help_pictures $(TOPICS)

format: .venv/.tools
	$(PYTHON) -m ruff check --fix .
	$(PYTHON) -m ruff format .

types: .venv/.tools
	$(PYTHON) -m mypy

# The programs that tests start: installed where that may be done, else named. Where CI is set, to lack one is a failure.
# Without Caddy the service is not tried behind its proxy, and that is said. Any Chromium will do; Debian's chromium-headless-shell is wanted first, for it does the same with less work.
programs:
	@have() { command -v "$$1" >/dev/null 2>&1; }; \
	install() { \
	  DEBIAN_FRONTEND=noninteractive timeout 300 apt-get install -qq --yes --no-install-recommends "$$@" >/dev/null; \
	}; \
	look() { \
	  missing=; \
	  have chromium-headless-shell || have chromium || have chromium-browser || have google-chrome || missing="$$missing chromium"; \
	  have initdb || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$$missing postgresql"; \
	  have msgfmt || missing="$$missing gettext"; \
	  have pdftoppm || missing="$$missing poppler-utils"; \
	}; \
	look; \
	if [ "$$(id -u)" = 0 ] && have apt-get && { [ -n "$$missing" ] || ! have chromium-headless-shell || ! have caddy; }; then \
	  echo "Installing the programs that tests start:$$missing (and chromium-headless-shell and caddy where there are)"; \
	  timeout 120 apt-get update -qq || true; \
	  have chromium-headless-shell || install chromium-headless-shell 2>/dev/null || true; \
	  have caddy || install caddy 2>/dev/null || true; \
	  look; \
	  [ -z "$$missing" ] || install $$missing || true; \
	  look; \
	fi; \
	if [ -n "$$missing" ]; then \
	  echo "Tests lack programs. On Debian: sudo apt-get install$$missing"; \
	  [ -z "$$CI" ]; \
	fi

bench: .venv/.tools
	$(PYTHON) -m tests.benchmarks.verify_games

# What the manual has from the code is written first. A page that is in no list, a link that leads nowhere: each is an error.
docs: .venv/.tools
	@$(PYTHON) -m tests.documentation
	@$(PYTHON) -m mkdocs build --strict --quiet
	@echo "The manual: build/manual/index.html"

pictures: .venv/.tools programs
	$(PYTHON) -m tests.documentation.pictures

clean:
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis build ninetimer.egg-info
