# Needs python3 (3.11 or newer) with its venv module, and make. `make` alone lists what there is.
PYTHON ?= python3
PORT ?= 8000
HOST ?= 127.0.0.1
CHROMIUM := $(shell command -v chromium chromium-browser google-chrome 2>/dev/null | head -n 1)
VENV := .venv
PY := $(VENV)/bin/python

.PHONY: help run club club-link restore test test-all test-fast fast-files long-tests exhaustive bench hunt verify lines mutate lint lint-code lint-types lint-site messages pictures docs architecture dump lock advisories wheel release venv runtime tools clean
help:
	@echo 'make run         install, and serve the demo club (PORT=8000 HOST=127.0.0.1)'
	@echo 'make club        serve your own club, empty at first (the same PORT; HOST=0.0.0.0 lets phones in)'
	@echo 'make club-link   print once more where your own club is set up'
	@echo 'make restore     put a backup back (FILE=name.backup; REPLACE=1 where a club is already)'
	@echo 'make test        in about five minutes: what needs no browser and starts no programs'
	@echo 'make test-all    all tests; browser tests where a Chromium is found'
	@echo 'make long-tests  measure which tests make test leaves to make test-all'
	@echo 'make test-fast   within a minute: the layers, worked examples, the steps, who may press what'
	@echo 'make exhaustive  the tests again, with many more random cases'
	@echo 'make bench       what pairing, pages and commands cost, and what became slower (ONLY="swiss web" KEEP=1)'
	@echo 'make hunt        which rounds are slow to pair? (SECONDS=3600 SEED=1 KEEP=a folder for their documents)'
	@echo 'make mutate      would the tests notice a slip? (MODULE=pairing/core/tiebreaks.py COUNT=40)'
	@echo 'make verify      is a round paired by the book? (FILE=round.json; of a TRF also SYSTEM=knsb-rating)'
	@echo 'make lines       how large the program, its tests and its pages are'
	@echo 'make lint        formatter, linters, types, migrations, deployment check'
	@echo 'make messages    gather the texts to translate (needs gettext)'
	@echo 'make pictures    take the pictures in docs/ anew (needs a Chromium)'
	@echo 'make architecture  draw docs/architecture.svg from the imports'
	@echo 'make docs        docs/ and the manual as a site with a search, in dist/site/'
	@echo 'make dump        keep what an upgrade is tested from, on the commit of a release (RELEASE=1.1)'
	@echo 'make lock        requirements.lock anew from requirements.txt (needs a package index)'
	@echo 'make advisories  is something known against a package of the lock? (asks PyPI)'
	@echo 'make wheel       the program as one file to install, in dist/'
	@echo 'make release     check, set the number, and build all of a release in dist/ (VERSION=1.2.0 URL=where the files are read)'
	@echo 'make clean       remove the virtual environment and what was built'

# The demo and a real club never share a database.
# Exported, not written before the command: a shell in between would not pass on a signal.
run: export CLUBCOMP_DEMO = 1
run: runtime
	@$(PY) manage.py serve --host $(HOST) --port $(PORT)

club: runtime
	@$(PY) manage.py serve --host $(HOST) --port $(PORT)

club-link: runtime
	@$(PY) manage.py set_up_link

restore: runtime
	@$(PY) manage.py restore $(FILE) $(if $(REPLACE),--replace)

# A worker takes over from one that has more left; files stay together where they can.
WORKERS ?= auto
PYTEST := $(PY) -m pytest -n $(WORKERS) --dist worksteal
TESTS ?= tests
test: tools
	@$(PYTEST) --tier=usual tests

test-all: tools browser-note
	@$(PYTEST) $(TESTS)

long-tests: tools
	@$(PYTEST) --measure --ignore=tests/browser --ignore=tests/postgres --ignore=tests/upgrade -m 'not slow' tests

FAST := tests/test_architecture.py tests/test_tiers.py tests/pairing/test_golden.py \
	$(wildcard tests/pairing/test_core_*.py) tests/views/test_results.py \
	tests/views/test_access.py::test_a_press_is_answered_to_those_who_may_and_nobody_else \
	$(patsubst %,tests/flow/test_%.py,absences attendance evenings pairings publishing results \
	corrections steps) \
	tests/views/test_stages.py::test_of_a_finished_competition_nothing_changes_that_was_played
test-fast: tools
	@$(PYTEST) $(FAST)

# Would it notice a slip? `python -m tests.mutation.gate` asks that of it.
fast-files:
	@echo $(FAST)

exhaustive: tools browser-note
	@EXHAUSTIVE=1 $(PYTEST) -m "not slow"

bench: tools
	@$(PY) -m tests.bench $(ONLY) $(if $(KEEP),--keep)

hunt: tools
	@$(PY) -m tests.hunt $(if $(SECONDS),--seconds $(SECONDS)) $(if $(SEED),--seed $(SEED)) $(if $(KEEP),--keep $(KEEP))

verify: tools
	@test -n "$(FILE)" || { echo 'Which file? make verify FILE=round.json'; exit 1; }
	@$(PY) -m tests.verify $(FILE) $(if $(SYSTEM),--system $(SYSTEM)) $(if $(ROUNDS),--rounds $(ROUNDS))

lines: tools
	@$(PY) -m tests.lines

mutate: tools
	@$(PY) -m tests.mutation $(MODULE) $(if $(COUNT),--count $(COUNT)) $(if $(SEED),--seed $(SEED))

# Three parts, which `make -j` runs side by side.
lint: lint-code lint-types lint-site

lint-code: tools
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m djlint templates --lint --quiet

lint-types: tools
	$(PY) -m mypy

# The deployment check sees the settings of a public site; it connects to nothing.
lint-site: tools
	$(PY) manage.py makemigrations --check --dry-run
	@echo 'manage.py check --deploy, as a public site'
	@SITE_URL=https://club.example SECRET_KEY=$$($(PY) -c 'import secrets; print(secrets.token_hex(40))') \
		$(PY) manage.py check --deploy --fail-level WARNING

messages: tools
	$(PY) manage.py makemessages --all --ignore .venv --ignore tests --add-location file --no-wrap --no-obsolete
	$(PY) manage.py compilemessages --ignore .venv

docs: tools
	@$(PY) docs/site/build.py dist/site
	@echo 'Open dist/site/index.html'

pictures: tools
	$(PY) -m tests.browser.pictures

architecture: tools
	$(PY) -m tests.draw_architecture

dump: tools
	@test -n "$(RELEASE)" || { echo 'Which release? make dump RELEASE=1.1'; exit 1; }
	$(PY) -m tests.upgrade.make_dump $(RELEASE)

# Each package with the hashes of all its files, of whatever machine; newer ones only with UPGRADE=1.
LOCK := requirements.lock
UV ?= uv==0.13.9
lock: venv
	@rm -rf $(VENV)/lock && $(PIP) --target $(VENV)/lock $(UV) && cp $(LOCK) $(VENV)/lock/
	@$(VENV)/lock/bin/uv pip compile requirements.txt --universal --python-version 3.11 --generate-hashes --quiet \
	  --no-config --no-header --no-annotate $(if $(UPGRADE),--upgrade) --output-file $(VENV)/lock/$(LOCK)
	@echo '# Made by `make lock`: what requirements.txt asks, what that needs in turn, and the hashes of the files.' > $(LOCK)
	@grep -v '^#' $(VENV)/lock/$(LOCK) >> $(LOCK) && rm -rf $(VENV)/lock

advisories: tools
	@$(PY) -m tests.advisories

wheel: runtime
	@$(PIP:install=wheel) --no-deps --wheel-dir dist .
	@ls dist/*.whl

release: tools
	@test -n "$(VERSION)" || { echo 'Which one? make release VERSION=1.2.0'; exit 1; }
	@$(PY) -m tests.release $(VERSION) $(URL)

clean:
	rm -rf $(VENV) dist staticfiles .mypy_cache .pytest_cache .ruff_cache

.PHONY: browser-note
browser-note:
ifeq ($(CHROMIUM),)
	@echo 'No Chromium found on PATH: the browser tests are skipped (Debian: apt install chromium).'
ifdef CI
	@echo 'In CI they must run.' && exit 1
endif
else
	@echo 'Browser tests run in $(CHROMIUM).'
endif

# The virtual environment. It is made anew when its Python is gone or is not the one asked for.
venv:
	@command -v $(PYTHON) >/dev/null || { echo 'No $(PYTHON) found; install Python 3.11 or newer, or: make run PYTHON=/path/to/python3'; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Clubcomp needs Python 3.11 or newer; $(PYTHON) is " + sys.version.split()[0] + ". Another one: make run PYTHON=/path/to/python3")'
	@wanted=$$($(PYTHON) -c 'import sys; print(sys.version_info[:2])'); \
	 present=$$($(PY) -c 'import sys; print(sys.version_info[:2])' 2>/dev/null); \
	 test "$$wanted" = "$$present" || { \
	   $(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo 'This Python has no venv module (Debian: apt install python3-venv).'; exit 1; }; \
	   echo 'Making a virtual environment in $(VENV) ...'; \
	   rm -rf $(VENV) && $(PYTHON) -m venv $(VENV); }

# What is installed is remembered as a copy of what was asked: no pip while that stays the same.
PIP := $(PY) -m pip install --quiet --disable-pip-version-check --no-input
runtime: venv
	@cmp -s $(LOCK) $(VENV)/$(LOCK) || { \
	  echo 'Installing what Clubcomp needs (the first time this takes a minute) ...' && \
	  $(PIP) --require-hashes -r $(LOCK) && cp $(LOCK) $(VENV)/$(LOCK); }

tools: runtime
	@cmp -s requirements-test.txt $(VENV)/requirements-test.txt || { \
	  echo 'Installing what the tests need ...' && \
	  $(PIP) -r requirements-test.txt && cp requirements-test.txt $(VENV)/requirements-test.txt; }
