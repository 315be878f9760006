# Two commands for everybody: `make demo` and `make test`. Both set up their own environment in .venv.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready
DEV := .venv/dev-ready
LIST := catalogue/rogue-conflict/lists/kestrel-response-unit.yaml

.PHONY: demo test test-all ends lint schemas docs corpus mutants bench pictures site clean

demo: $(READY)
	@echo "Validating $(LIST):"
	@$(BIN)/listbuilder validate $(LIST)
	@mkdir -p out
	@$(BIN)/listbuilder cards $(LIST) -o out/cards.pdf --force
	@$(BIN)/listbuilder sheet $(LIST) -o out/sheet.pdf --force
	@$(BIN)/listbuilder validate catalogue/*/lists --json --report out/report.json --force > /dev/null
	@echo "The verdict on every starter list is in out/report.json."

# The quick tests. A file's tests stay in one process, so that its browser or service starts once.
test: $(DEV)
	@$(BIN)/pytest -n auto --dist loadfile

# Everything: long fuzzing, kills, shells, browsers, and all of what `make test` takes samples of.
test-all: $(DEV)
	@$(BIN)/pytest -n auto --dist loadfile -m ''

# The oldest and the newest supported version of every dependency, each set in an environment of its own.
PIP := bin/pip install --quiet --disable-pip-version-check --no-warn-script-location
NEWEST = $(shell for minor in 15 14 13 12; do python3.$$minor -c "" 2> /dev/null && echo python3.$$minor && exit; done; echo $(PYTHON))

ends:
	@rm -rf .ends && mkdir .ends && $(PYTHON) tests/tools/oldest.py > .ends/oldest.txt
	@$(PYTHON) -m venv .ends/oldest
	@.ends/oldest/$(PIP) --constraint .ends/oldest.txt . 2> .ends/pip.log || { cat .ends/pip.log; exit 1; }
	@$(PYTHON) tests/tools/smoke.py .ends/oldest/bin --bare
	@.ends/oldest/$(PIP) --constraint .ends/oldest.txt '.[all]' 2> .ends/pip.log || { cat .ends/pip.log; exit 1; }
	@$(PYTHON) tests/tools/smoke.py .ends/oldest/bin
	@$(NEWEST) -m venv .ends/newest
	@.ends/newest/$(PIP) '.[all]' 2> .ends/pip.log || { cat .ends/pip.log; exit 1; }
	@$(PYTHON) tests/tools/smoke.py .ends/newest/bin
	@echo "The oldest and the newest supported dependencies work."

lint: $(DEV)
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/lint-imports --no-logo > .venv/lint-imports.log || { cat .venv/lint-imports.log; exit 1; }
	@$(BIN)/mypy

schemas: $(READY)
	@$(BIN)/listbuilder schema --write schemas --force
	@$(BIN)/listbuilder schema --reference docs/design/REFERENCE.md --force

# The output below the commands of every documentation page.
docs: $(DEV)
	@$(BIN)/python -m tests.tools.doc_pages

corpus: $(DEV)
	@$(BIN)/python -m tests.tools.corpus_make
	@$(BIN)/python -m tests.support.cases

# Small mistakes in the rules and the resolver, each tried against the cases; fails where a file has less than 90 % noticed.
mutants: $(DEV)
	@$(BIN)/python -m tests.tools.code_mutants

# The five games as a static site in out/site; needs Node.js.
site: $(READY)
	@$(BIN)/listbuilder publish $(notdir $(wildcard catalogue/*)) -o out/site --force

# The pictures in the documentation: the architecture, the terminal builder, two cards of each game, the page and the desk, taken in a browser.
pictures: $(DEV)
	@$(BIN)/python -m tests.tools.architecture_picture
	@$(BIN)/python -m tests.tools.screen_pictures
	@$(BIN)/python -m tests.tools.contact_sheet .pictures/cards.png
	@$(BIN)/python -m tests.tools.page_pictures
	@$(BIN)/python -m tests.tools.desk_pictures

bench: $(DEV)
	@$(BIN)/python -m tests.tools.bench

$(READY): pyproject.toml
	@echo "Creating a Python environment in .venv …"
	@$(PYTHON) -m venv .venv
	@echo "Installing listbuilder and its dependencies into .venv; only the first run does this …"
	@.venv/$(PIP) --editable . 2> .venv/pip.log || { cat .venv/pip.log; exit 1; }
	@touch $(READY)

$(DEV): $(READY)
	@echo "Installing the tools that the tests need into .venv; only the first run does this …"
	@.venv/$(PIP) --editable '.[dev]' 2> .venv/pip.log || { cat .venv/pip.log; exit 1; }
	@touch $(DEV)

clean:
	rm -rf .venv .ends out
