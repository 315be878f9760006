# Two commands for everybody: `make demo` and `make test`. Both set up their own environment in .venv.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready
LIST := catalogue/rogue-conflict/lists/kestrel-response-unit.yaml

.PHONY: demo test ends lint schemas corpus mutants bench pictures clean

demo: $(READY)
	@$(BIN)/listbuilder validate $(LIST)
	@mkdir -p out
	@$(BIN)/listbuilder cards $(LIST) -o out/cards.pdf --force
	@$(BIN)/listbuilder sheet $(LIST) -o out/sheet.pdf --force
	@$(BIN)/listbuilder validate catalogue/*/lists --json --report out/report.json --force > /dev/null
	@echo "The verdict on every starter list is in out/report.json."

test: $(READY)
	@$(BIN)/pytest -n auto

# The oldest and the newest of all parts that listbuilder says it works with, each in an environment of its own.
PIP := bin/pip install --quiet --disable-pip-version-check --no-warn-script-location
NEWEST = $(shell for minor in 15 14 13 12; do python3.$$minor -c "" 2> /dev/null && echo python3.$$minor && exit; done; echo $(PYTHON))

ends:
	@rm -rf .ends && mkdir .ends && $(PYTHON) tests/oldest.py > .ends/oldest.txt
	@$(PYTHON) -m venv .ends/oldest
	@.ends/oldest/$(PIP) --constraint .ends/oldest.txt . 2> .ends/pip.log || { cat .ends/pip.log; exit 1; }
	@$(PYTHON) tests/smoke.py .ends/oldest/bin --bare
	@.ends/oldest/$(PIP) --constraint .ends/oldest.txt '.[all]' 2> .ends/pip.log || { cat .ends/pip.log; exit 1; }
	@$(PYTHON) tests/smoke.py .ends/oldest/bin
	@$(NEWEST) -m venv .ends/newest
	@.ends/newest/$(PIP) '.[all]' 2> .ends/pip.log || { cat .ends/pip.log; exit 1; }
	@$(PYTHON) tests/smoke.py .ends/newest/bin
	@echo "Oldest and newest parts work."

lint: $(READY)
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy

schemas: $(READY)
	@$(BIN)/listbuilder schema --write schemas --force
	@$(BIN)/listbuilder schema --reference catalogue/REFERENCE.md --force

corpus: $(READY)
	@$(BIN)/python tests/corpus_make.py
	@$(BIN)/python tests/told.py

# Small mistakes in the rules and the resolver, each tried against the cases; fails where a file has less than 90 % noticed.
mutants: $(READY)
	@$(BIN)/python tests/code_mutants.py

# The pictures that are kept: the terminal builder, two cards of each game, and the page, taken in a browser.
pictures: $(READY)
	@$(BIN)/python tests/screen_pictures.py
	@$(BIN)/python tests/contact_sheet.py .pictures/cards.png
	@$(BIN)/python tests/page_pictures.py

bench: $(READY)
	@$(BIN)/python tests/bench.py

$(READY): pyproject.toml
	@$(PYTHON) -m venv .venv
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-warn-script-location --editable '.[dev]' 2> .venv/pip.log || { cat .venv/pip.log; exit 1; }
	@touch $(READY)

clean:
	rm -rf .venv .ends out
