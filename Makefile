# Misère: `make play` sits you down at a game, `make check` passes the tests. See CONTRIBUTING.md.

CC       ?= cc
HOSTCC   ?= $(CC)
PREFIX   ?= /usr/local
BUILD    ?= build
BIN      ?= bin
OPTIMISE ?= -O3

WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Werror
INCLUDES := -Iengine/rules -Iengine/search -Iprotocol
ALL_CFLAGS = -std=c11 -D_GNU_SOURCE $(OPTIMISE) -g -pthread $(WARNINGS) $(INCLUDES) -MMD -MP \
             $(if $(NATIVE),-march=native) $(SANITIZE) $(CFLAGS)
ALL_LDFLAGS = -pthread $(SANITIZE) $(LDFLAGS)
XML_CFLAGS := $(shell xml2-config --cflags 2>/dev/null || echo -I/usr/include/libxml2)
XML_LIBS   := -lxml2

GENERATED := $(BUILD)/generated
RULES     := $(patsubst engine/rules/%.c,%,$(filter-out %/make_tables.c,$(wildcard engine/rules/*.c)))
SEARCH    := $(patsubst engine/search/%.c,%,$(wildcard engine/search/*.c))
RULES_OBJ  := $(RULES:%=$(BUILD)/engine/rules/%.o) $(BUILD)/generated/bitboard_tables.o
SEARCH_OBJ := $(SEARCH:%=$(BUILD)/engine/search/%.o)
UCI_OBJ    := $(patsubst %,$(BUILD)/protocol/%.o,uci options lines)
FILE_OBJ   := $(patsubst %,$(BUILD)/protocol/%.o,gamefile board1994) $(GENERATED)/schemas.o
TEXTUI_OBJ := $(patsubst %,$(BUILD)/protocol/%.o,textui client) $(FILE_OBJ)

PROGRAMS := $(BIN)/misere $(BIN)/misere-textui

# `make V=1` shows the commands.
Q := $(if $(V),,@)
say = $(if $(V),,@echo "  $1  $(patsubst $(CURDIR)/%,%,$@)")

.PHONY: all clean
all: $(PROGRAMS)

# On x86-64 the engine is compiled twice, for any processor and for those of about 2013 on, and
# chooses when it starts (engine/dispatch.c). One relocatable object with one global name holds the
# second copy; the big constant tables are shared.
ENGINE_OBJ := $(BUILD)/engine/main.o $(UCI_OBJ) $(SEARCH_OBJ) $(RULES_OBJ)
FAST_FLAGS := -mpopcnt -mbmi -mbmi2 -mavx2
ifeq ($(shell $(CC) -dumpmachine | cut -d- -f1)$(NATIVE)$(SANITIZE),x86_64)
FAST_OBJ      := $(patsubst $(BUILD)/%,$(BUILD)/fast/%,$(filter-out $(BUILD)/generated/%,$(ENGINE_OBJ)))
FAST_ENGINE   := $(BUILD)/fast/engine.o
DISPATCH_FLAG := -DHAVE_FAST_ENGINE
endif

$(BIN)/misere: $(BUILD)/engine/dispatch.o $(ENGINE_OBJ) $(FAST_ENGINE)
	@mkdir -p $(@D)
	$(call say,LD)
	$(Q)$(CC) $(ALL_LDFLAGS) $^ -o $@

$(BUILD)/engine/dispatch.o: ALL_CFLAGS += $(DISPATCH_FLAG)

$(BUILD)/fast/engine.o: $(FAST_OBJ)
	$(call say,LD)
	$(Q)$(LD) -r $^ -o $@.new
	$(Q)objcopy --redefine-sym engine_main=engine_main_fast --keep-global-symbol=engine_main_fast \
	    $@.new $@ && rm $@.new

$(BUILD)/fast/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(ALL_CFLAGS) $(FAST_FLAGS) -c $< -o $@

$(BIN)/misere-textui: $(BUILD)/protocol/textui_main.o $(TEXTUI_OBJ) $(RULES_OBJ)
	@mkdir -p $(@D)
	$(call say,LD)
	$(Q)$(CC) $(ALL_LDFLAGS) $^ -o $@ $(XML_LIBS)

# Tables and schemas become constants in the programs, so that they need no file to run.
$(GENERATED)/bitboard_tables.c: $(BUILD)/make_tables
	@mkdir -p $(@D)
	$(call say,GEN)
	$(Q)$< > $@.new && mv $@.new $@

$(BUILD)/make_tables: engine/rules/make_tables.c engine/rules/bitboard.h engine/rules/zobrist.h
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(HOSTCC) -std=c11 -O2 $(WARNINGS) -Iengine/rules $< -o $@

$(GENERATED)/schemas.c: schemas/antichess.xsd schemas/antichess-2003.xsd Makefile
	@mkdir -p $(@D)
	$(call say,GEN)
	$(Q){ echo '#include "schemas.h"'; \
	  for name in antichess antichess-2003; do \
	    echo "const char SCHEMA_$$(echo $$name | tr 'a-z-' 'A-Z_')[] ="; \
	    sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/^/    "/' -e 's/$$/\\n"/' schemas/$$name.xsd; \
	    echo ';'; \
	  done; } > $@.new && mv $@.new $@

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(ALL_CFLAGS) $(XML_CFLAGS) -c $< -o $@

$(GENERATED)/%.o: $(GENERATED)/%.c
	$(call say,CC)
	$(Q)$(CC) $(ALL_CFLAGS) -c $< -o $@

# --- tests ---

UNIT_TESTS := $(patsubst tests/unit/%.c,$(BUILD)/tests/%,$(wildcard tests/unit/test_*.c))

# Each unit test is a program of its own, linked with everything below the programs.
$(BUILD)/tests/%: $(BUILD)/tests/unit/%.o $(TEXTUI_OBJ) $(UCI_OBJ) $(SEARCH_OBJ) $(RULES_OBJ) \
                  $(BUILD)/tests/reference/reference.o
	$(call say,LD)
	$(Q)$(CC) $(ALL_LDFLAGS) $^ -o $@ -lcmocka $(XML_LIBS) -lm

$(BUILD)/tests/mock_engine: $(BUILD)/tests/mock_engine.o
	$(call say,LD)
	$(Q)$(CC) $(ALL_LDFLAGS) $^ -o $@

$(BUILD)/tests/reference-perft: $(BUILD)/tests/reference/main.o $(BUILD)/tests/reference/reference.o
	$(call say,LD)
	$(Q)$(CC) $(ALL_LDFLAGS) $^ -o $@

clean:
	rm -rf build bin

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
