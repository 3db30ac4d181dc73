# make demo      start Ninetimer with a demo event (the first time it installs itself; then it needs no internet)
# make password  gives the demo's director a new password
# make test      every check and every test, as the project's own server runs them
# make quick     the checks that take less than a minute: style, layers, names, documentation, both engines
# make long      what is too long for every day: fuzz, simulated events, kills, load, other Pythons
# make fuzz      property tests with new random examples, for twenty minutes (MINUTES=60 for more)
# make mutation  faults put into engines, actions, queries, pages and reports, and how many the tests notice
# make strings   counts what is said in English outside gettext: pages, reports, commands, messages
# make format    put the layout of the Python files in order
# make bench     how many recorded games are verified in a second
# make help      this list

PYTHON := .venv/bin/python
PORT ?= 8000
MINUTES ?= 20
PIP := $(PYTHON) -m pip install -qq --disable-pip-version-check --constraint constraints.txt

# Each of these can be made alone: `make tests-browser`. The longest stand first, they are begun in this order.
CHECKS := tests-browser-o-z tests-browser-a-n tests-rest tests-web tests-web-safety tests-starts tests-postgres tests-papers types \
  tests-tournament-engine tests-scoring-engine tests-house security lint templates

# Compiled modules are kept: tests start the program a hundred times, and it would be compiled each time.
unexport PYTHONDONTWRITEBYTECODE

.NOTPARALLEL:
.PHONY: help demo password test quick long tests-long simulated-events load other-pythons fuzz mutation strings format bench clean programs tests-browser $(CHECKS)

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
	@touch $@ .venv/.program

# --- checks --------------------------------------------------------------------------------

test: .venv/.tools programs
	@$(PYTHON) -m tests.side_by_side $(CHECKS)

quick: .venv/.tools
	@$(PYTHON) -m tests.side_by_side tests-tournament-engine tests-scoring-engine types tests-house lint

# What is too long for every day; with `make -k long` the others go on where one failed.
long: tests-long fuzz simulated-events load other-pythons

# Among them: the server killed a hundred times on each database, and 50 events on each proposed plan.
tests-long: .venv/.tools programs
	$(PYTHON) -m pytest -q -m long

simulated-events: .venv/.tools
	$(PYTHON) -m tests.benchmarks.pairing

load: .venv/.tools programs
	$(PYTHON) -m tests.benchmarks.results_entry

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

lint: .venv/.tools
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .

strings: .venv/.tools
	$(PYTHON) -m pytest -q -s tests/tournament/test_pseudo_language.py | grep -o "strings left.*\|[0-9]* \(passed\|failed\).*"

format: .venv/.tools
	$(PYTHON) -m ruff check --fix .
	$(PYTHON) -m ruff format .

types: .venv/.tools
	$(PYTHON) -m mypy

templates: .venv/.tools
	$(PYTHON) -m djlint --lint --quiet templates

security: .venv/.tools
	$(PYTHON) -m bandit --quiet --severity-level medium --recursive --configfile pyproject.toml scoring tournament manage.py

# The tests in groups; CONTRIBUTING.md says how long each takes. "rest" is all that is in no other group.
HOUSE := tests/architecture tests/documentation/test_readme.py
ENGINES := tests/scoring/engine tests/tournament/engine
WEB_SAFETY := tests/scoring/views tests/tournament/web/safety
WEB := tests/tournament/web
PAPERS := tests/tournament/reports tests/tournament/exchange
# What starts the program as processes of its own, and waits for them.
STARTS := tests/packaging tests/reliability tests/documentation/test_benchmarks.py tests/tournament/server \
  tests/tournament/test_command.py tests/tournament/test_head_requests.py tests/tournament/test_killed.py
# On PostgreSQL what differs there: constraints, triggers, locks, JSON, collation and search are met where rows
# are written and asked for; pages, papers and files only pass on what these give them. An owner's walk over all
# addresses, and an event written out and read in again, hold the rest together. Snapshots are SQLite's alone, and a
# practice event is made by actions that are tried one by one.
ON_POSTGRES := tests/scoring/models tests/scoring/actions tests/scoring/queries tests/scoring/management \
  tests/tournament/actions tests/tournament/queries tests/tournament/web/safety/test_activity.py \
  tests/tournament/exchange/test_archive.py --ignore=tests/tournament/actions/safety/test_snapshots.py \
  --ignore=tests/tournament/actions/event/test_practice.py \
  "tests/tournament/web/safety/test_who_may.py::test_every_address_answers_every_role_as_its_row_says_and_leads_nowhere_closed[owner]"
ON_SQLITE := env -u DATABASE_URL $(PYTHON) -m pytest -q

tests-house: .venv/.tools
	$(ON_SQLITE) $(HOUSE)

tests-scoring-engine: .venv/.tools
	$(ON_SQLITE) tests/scoring/engine

tests-tournament-engine: .venv/.tools
	$(ON_SQLITE) tests/tournament/engine

tests-web: .venv/.tools
	$(ON_SQLITE) $(WEB) --ignore=tests/tournament/web/safety

tests-web-safety: .venv/.tools
	$(ON_SQLITE) $(WEB_SAFETY)

tests-papers: .venv/.tools
	$(ON_SQLITE) $(PAPERS)

tests-starts: .venv/.tools
	$(ON_SQLITE) $(STARTS)

tests-rest: .venv/.tools
	$(ON_SQLITE) tests $(addprefix --ignore=,$(HOUSE) $(ENGINES) $(WEB) $(WEB_SAFETY) $(PAPERS) $(STARTS) tests/browser)

# In two halves, by the first letter of a file: a browser waits much of its time.
tests-browser: tests-browser-a-n tests-browser-o-z

tests-browser-a-n: .venv/.tools
	$(ON_SQLITE) tests/browser/test_[a-n]*.py

tests-browser-o-z: .venv/.tools
	$(ON_SQLITE) tests/browser/test_[o-z]*.py

tests-postgres: .venv/.tools
	$(PYTHON) -m tests.on_postgres $(PYTHON) -m pytest -q $(ON_POSTGRES)

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

clean:
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis build ninetimer.egg-info
