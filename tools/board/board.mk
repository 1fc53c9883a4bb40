# `make board` makes bin/misere-board.html: the board, in one file. See docs/board.md.

BOARD_BUILD := $(BUILD)/board
BOARD_PAGE  := $(BIN)/misere-board.html

.PHONY: board board-packages
#: board      makes bin/misere-board.html, the board for browsers
board: board-packages wasm
	$(Q)$(MAKE) --no-print-directory $(BOARD_PAGE)

$(BOARD_PAGE): $(WASM_BIN)/misere.js $(BOARD_BUILD)/installed $(BOARD_BUILD)/books.txt tools/pieces.svg \
              $(wildcard docs/solved/*.tsv) \
              $(wildcard tools/board/*.* tools/board/*/* tools/board/*/*/*)
	$(call say,GEN)
	$(Q)$(NODE) tools/board/build.mjs $(WASM_BIN) $(WASM_BUILD)/networks $(BOARD_BUILD) $@

$(BOARD_BUILD)/books.txt: $(BIN)/misere-book $(wildcard book/*.bin)
	@mkdir -p $(@D)
	$(call say,GEN)
	$(Q)for book in book/*.bin; do $(BIN)/misere-book --show $$book --replies || exit; done > $@.part
	$(Q)mv $@.part $@

$(BOARD_BUILD)/installed: $(addprefix tools/board/,package.json package-lock.json)
	$(npm_install)

board-packages:
	$(Q)tools/install-packages $(NODE_PACKAGES)

# The board's tests, in Chromium and Firefox.
.PHONY: check-board bench-board soak-board
BOARD_TEST = MISERE_BIN=$(BIN) MISERE_BOARD=$(BOARD_PAGE) MISERE_BOARD_LIBRARIES=$(BOARD_BUILD) \
    MISERE_BROWSER_LIBRARIES=$(BROWSER_BUILD) $(NODE) --test --test-reporter=tap
BOARD_TESTS = $(wildcard tests/board/*.test.mjs)
#: check-board  tests the board in Chromium and Firefox
check-board: board browsers
	$(Q)$(MAKE) --no-print-directory $(BIN)/misere $(BIN)/misere-book $(BIN)/misere-convert $(BIN)/misere-textui \
	    $(BIN)/misere-annotate
	$(Q)$(BOARD_TEST) --test-concurrency=2 $(BOARD_TESTS)

# How soon a first move is possible, and how smooth the page is during a search.
bench-board: board browsers
	$(BOARD_TEST) tests/board/speed.mjs

# Whether its memory stays the same in an analysis of so many minutes.
MINUTES = 60
soak-board: board browsers
	MISERE_BROWSERS=chromium MINUTES=$(MINUTES) $(BOARD_TEST) tests/board/memory.mjs

# The pictures in docs/board.md and the README.
.PHONY: screenshots
screenshots: board browsers
	$(Q)MISERE_BOARD=$(BOARD_PAGE) MISERE_BROWSER_LIBRARIES=$(BROWSER_BUILD) \
	    $(NODE) tests/board/screenshots.mjs docs/images
