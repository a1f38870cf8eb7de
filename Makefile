# Thin on purpose: what the targets do is in packaging/setup.sh and packaging/check.sh.
.DEFAULT_GOAL := help
.PHONY: help demo check test long bundle smoke faults fuzz properties pythons installs e2e-llm judge-figures setup bench coverage replay snapshots pictures pages texts measure lock clean

help:  ## list the targets
	@grep -E '^[a-z0-9-]+:.*##' Makefile | sed -E 's/^([a-z0-9-]+):.*## (.*)/  make \1\t\2/' | expand -t 17

demo:  ## set up, make the sample project and open it (without a display: draw it and say where)
	@packaging/setup.sh demo

check:  ## for daily work, minutes: types, contracts, golden files, tests of what changed (SINCE=COMMIT: since when)
	@CHECKS="contracts mypy changed" packaging/check.sh

test:  ## set up and run all checks; the time of each is printed
	@packaging/check.sh

long:  ## run the tests that take minutes (they need ../shared/data)
	@packaging/setup.sh test
	@.venv/bin/python -m pytest tests/long -q
	@QT_QPA_PLATFORM=offscreen .venv/bin/python -m pytest tests/core tests/gui -q -m long

bundle:  ## build the application as one folder, dist/galley, that needs no Python
	@packaging/bundle.sh

smoke:  ## use the built application in an empty home on a virtual screen (after make bundle)
	@packaging/setup.sh test
	@.venv/bin/python -m pytest tests/smoke -q -s

faults:  ## kill, cut the power, and write over the file, at 200 random moments under each kind of work
	@packaging/setup.sh test
	@.venv/bin/python -m tests.faults

fuzz:  ## give every reader of foreign input 100,000 mutated files
	@packaging/setup.sh test
	@.venv/bin/python -m tests.fuzz

properties:  ## look for new counterexamples of everything that a test states of all input: ten rounds, new each time
	@packaging/setup.sh test
	@for round in 1 2 3 4 5 6 7 8 9 10; do \
		.venv/bin/python -m pytest tests/core -q -m hypothesis --hypothesis-profile=search --timeout=900 || exit 1; done

coverage:  ## what the intervals cover, by simulation: a table, and a failure where it is too little (minutes; SHORT=1: seconds)
	@packaging/setup.sh test
	@.venv/bin/python -m benchmarks.coverage $(if $(SHORT),--short)

replay:  ## replay recorded judges: what each order finds, what drawn intervals cover (minutes; SHORT=1: seconds, made up)
	@packaging/setup.sh test
	@.venv/bin/python -m benchmarks.replay $(if $(SHORT),--short)

pythons:  ## run tests/core on each Python from 3.11 to 3.14 that this machine has
	@packaging/pythons.sh

installs:  ## install the wheel with uv and pipx, each in an empty home, and use it (downloads all that it needs)
	@packaging/setup.sh test
	@packaging/installs.sh

e2e-llm:  ## run judges against llama.cpp's server with a tiny random model (compiles it once: minutes)
	@packaging/setup.sh test
	@packaging/e2e_llm.sh

judge-figures:  ## measure the built-in judge: its checks on the open set and other texts, then its word-overlap score
	@packaging/setup.sh test
	@.venv/bin/python -m benchmarks.open_set
	@.venv/bin/python -m benchmarks.offline

setup:  ## set up .venv with everything that the checks need, and nothing more
	@packaging/setup.sh test

bench:  ## measure; one JSON line a figure, with the bare SQLite or Qt figure beside it
	@packaging/setup.sh test
	@.venv/bin/python -m benchmarks
	@QT_QPA_PLATFORM=offscreen .venv/bin/python -m pytest tests/gui/timing_window.py tests/core/timing_core.py -q -s

snapshots:  ## take the pictures anew that the tests compare the views with (look at them before a commit)
	@packaging/setup.sh test
	@RENEW_SNAPSHOTS=1 QT_QPA_PLATFORM=offscreen .venv/bin/python -m pytest tests/gui/test_snapshots.py -q

pictures:  ## take the pictures of the README and docs/ anew, of made-up projects, and of every chart in build/charts
	@packaging/setup.sh test
	@.venv/bin/python -m tests.gui.pictures docs
	@.venv/bin/python -m tests.gui.chart_gallery build/charts

pages:  ## write the pages of docs/ that the registries hold: commands, keys, metrics, formats, mapping and protocol fields
	@packaging/setup.sh test
	@.venv/bin/python packaging/reference_pages.py

texts:  ## print every sentence that a user can read, with its place
	@packaging/setup.sh test
	@.venv/bin/python -m tests.all_texts

measure:  ## print figures about the code: size by package, import circles, what may only fall, unused definitions
	@packaging/setup.sh test
	@.venv/bin/python packaging/measure.py --dead

lock:  ## resolve the requirements anew (needs uv)
	@packaging/lock.sh

clean:  ## remove the environment, the caches and what was built
	rm -rf .names .venv .venv-llm .venv-bundle .venv-3.* build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find galley core gui tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +
