# Misère: `make play` starts a game, `make check` runs all tests. See CONTRIBUTING.md.
#
# This file builds the programs from the table in rooms.mk. What only one room or tool needs is in a .mk file beside it.

VERSION  := 0.1
CC       ?= cc
OBJCOPY  ?= objcopy
HOSTCC   ?= $(CC)
prefix   ?= /usr/local
PREFIX   ?= $(prefix)
BUILD    ?= $(if $(TUNE),build/tune,build)
BIN      ?= $(if $(TUNE),$(BUILD)/bin,bin)
OPTIMISE ?= -O3
# The target's operating system, a folder in engine/base/os, and the extension of its programs.
PLATFORM ?= posix
EXE      ?=
# Empty for a platform without threads.
THREADS  ?= -pthread

# -g1: debuggers and sanitizers name functions and lines. Variables, too, with CFLAGS=-g.
WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Werror
INCLUDES := -Iengine -Iprotocol -Itools
ALL_CFLAGS = -std=c11 -D_GNU_SOURCE -DMISERE_VERSION='"$(VERSION)"' $(OPTIMISE) -g1 $(THREADS) $(WARNINGS) $(INCLUDES) \
             -MMD -MP $(if $(NATIVE),-march=native) $(if $(TUNE),-DTUNE) $(SANITIZE) $(CFLAGS)
ALL_LDFLAGS = $(THREADS) $(SANITIZE) $(LDFLAGS)
# For processors since about 2013.
FAST_FLAGS := -mpopcnt -mbmi -mbmi2 -mavx2

MAKEFLAGS += --no-builtin-rules
CORES      = $(shell nproc)
GENERATED := $(BUILD)/generated

# `make V=1` shows the commands.
Q := $(if $(V),,@)
say = $(if $(V),,@echo "  $1  $(patsubst $(CURDIR)/%,%,$@)")

# Holds the compiler and its flags; everything is recompiled when they change. What is found out about the compiler is
# kept beside it.
FLAGS := $(BUILD)/flags
FLAGS_NOW := $(strip $(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) $(FAST_FLAGS))
ifneq ($(FLAGS_NOW),$(strip $(file < $(FLAGS))))
$(shell mkdir -p $(BUILD) && rm -f $(BUILD)/found-*)
$(file > $(FLAGS),$(FLAGS_NOW))
endif
found   = $(or $(strip $(file < $(BUILD)/found-$1)),$(shell $2 | tee $(BUILD)/found-$1))
# The path of the program $1, if it is installed; without running one.
which   = $(firstword $(wildcard $(addsuffix /$1,$(subst :, ,$(PATH)))))
MACHINE := $(call found,machine,$(CC) -dumpmachine)

.PHONY: all clean help
#: all        builds the programs into bin (what `make` does)
all:

#: help       prints this list
help:
	@echo 'make [TARGET]... [VARIABLE=VALUE]...'
	@sed -n 's/^#: //p' $(filter %Makefile %.mk,$(MAKEFILE_LIST)) | LC_ALL=C sort | \
	    while read -r target what; do printf '  %-14s %s\n' "$$target" "$$what"; done
	@echo 'Variables: PREFIX, DESTDIR, CC, CFLAGS, NATIVE=1 (for this processor only),'
	@echo 'V=1 (show the commands).'
	@echo 'More targets, for tests and documents: CONTRIBUTING.md.'

# --- rooms ---

# For each room: its folder, the rooms to link with it (itself and all below it), the system's libraries, its objects,
# and its unit tests: those of engine/rules are in tests/unit/rules, or in tests/unit/engine/rules. ROOMS lists the
# highest room first, since static libraries are linked after their users.
mirror = $(firstword $(foreach top,engine protocol tools,$(patsubst $(top)/%,tests/unit/%,$(filter $(top)/%,$1))))
room = $(eval $(call define_room,$(strip $1),$(strip $2),$(strip $3),$(strip $4)))
define define_room
ROOMS       := $1 $(ROOMS)
FOLDER_$1   := $2
CLOSURE_$1  := $(sort $1 $3 $(foreach used,$3,$(CLOSURE_$(used))))
SYSTEM_$1   := $(sort $4 $(foreach used,$3,$(SYSTEM_$(used))))
OBJECTS_$1  := $(patsubst %.c,$(BUILD)/%.o,$(filter-out %/main.c %/make_tables.c,$(wildcard $2/*.c)))
UNIT_$1     := $(basename $(or $(wildcard tests/unit/$2/test_*.c),$(wildcard $(call mirror,$2)/test_*.c)))
endef
# The engine program stands on these rooms.
program = $(eval ENGINE_ROOMS := $(strip $3))
include rooms.mk

# The rooms $1 and all below them, their libraries in linking order, and the system's libraries.
closure   = $(filter $(sort $(foreach room,$1,$(CLOSURE_$(room)))),$(ROOMS))
libraries = $(patsubst %,$(BUILD)/lib/%.a,$(call closure,$1))
system    = $(sort $(filter-out $(MISSING_LIBRARIES),$(foreach room,$1,$(SYSTEM_$(room))))) $(LDLIBS)
LINK      = $(CC) $(ALL_LDFLAGS) $(filter %.o,$^) $(filter %.a,$^) -o $@

# What is particular to the room in a folder NAME is in NAME.mk there. It may add to the room's objects.
include $(wildcard $(foreach room,$(ROOMS),$(FOLDER_$(room))/$(notdir $(FOLDER_$(room))).mk))

define room_library
$(BUILD)/lib/$1.a: $(OBJECTS_$1)
	@mkdir -p $$(@D)
	$$(call say,AR)
	$$(Q)rm -f $$@ && $$(AR) rcs $$@ $$^
endef
$(foreach room,$(ROOMS),$(eval $(call room_library,$(room))))

# --- the programs ---

# A room with a main.c is the program misere-ROOM.
PROGRAM_ROOMS := $(foreach room,$(ROOMS),$(if $(wildcard $(FOLDER_$(room))/main.c),$(room)))
PROGRAMS      := $(BIN)/misere $(PROGRAM_ROOMS:%=$(BIN)/misere-%)
all: $(PROGRAMS)

define program_of_room
$(BIN)/misere-$1: $(BUILD)/$(FOLDER_$1)/main.o $(call libraries,$1)
	@mkdir -p $$(@D)
	$$(call say,LD)
	$$(Q)$$(LINK) $(call system,$1)
endef
$(foreach room,$(PROGRAM_ROOMS),$(eval $(call program_of_room,$(room))))

# On x86-64 the engine is compiled twice, for any processor and for those since about 2013, and chooses at startup
# (engine/dispatch.c). The second copy is linked into one relocatable object that exports a single symbol; the large
# constant tables, SHARED_OBJECTS, exist once.
ENGINE_OBJECTS := $(BUILD)/engine/main.o $(foreach room,$(call closure,$(ENGINE_ROOMS)),$(OBJECTS_$(room)))
ifeq ($(firstword $(subst -, ,$(MACHINE)))$(NATIVE)$(SANITIZE),x86_64)
FAST_OBJECTS   := $(patsubst $(BUILD)/%,$(BUILD)/fast/%,$(filter-out $(SHARED_OBJECTS),$(ENGINE_OBJECTS)))
FAST_ENGINE    := $(BUILD)/fast/engine.o
$(BUILD)/engine/dispatch.o: ALL_CFLAGS += -DHAVE_FAST_ENGINE
endif

$(BIN)/misere$(EXE): $(BUILD)/engine/dispatch.o $(BUILD)/engine/main.o $(FAST_ENGINE) $(call libraries,$(ENGINE_ROOMS))
	@mkdir -p $(@D)
	$(call say,LD)
	$(Q)$(LINK) $(call system,$(ENGINE_ROOMS))

$(BUILD)/fast/engine.o: $(FAST_OBJECTS)
	$(call say,LD)
	$(Q)$(CC) -r -nostdlib $(filter %.o,$^) -o $@.new
	$(Q)$(OBJCOPY) --redefine-sym engine_main=engine_main_fast --keep-global-symbol=engine_main_fast \
	    $@.new $@ && rm $@.new

# --- compiling ---

$(BUILD)/%.o: %.c $(FLAGS)
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(ALL_CFLAGS) -c $< -o $@

$(BUILD)/fast/%.o: %.c $(FLAGS)
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(ALL_CFLAGS) $(FAST_FLAGS) -c $< -o $@

$(GENERATED)/%.o: $(GENERATED)/%.c $(FLAGS)
	$(call say,CC)
	$(Q)$(CC) $(ALL_CFLAGS) -c $< -o $@

# The lines of a file as a string constant of C, for files that are compiled into the programs.
c_string = sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/^/    "/' -e 's/$$/\\n"/' $1

# Keep objects, which are shared between programs.
.PRECIOUS: $(BUILD)/%.o $(BUILD)/fast/%.o $(GENERATED)/%.o $(GENERATED)/%.c

# --- playing ---

.PHONY: play packages
# RULESET, LEVEL and COLOUR choose the first game: `make play RULESET=losers LEVEL=3 COLOUR=black`.
# After Ctrl-C the recipe waits, as make 4.3 reports "wait: No child processes" if it ends before make has seen the key.
#: play       builds, and starts a game; RULESET=NAME, LEVEL=0..20
play: packages
	$(Q)$(MAKE) --no-print-directory $(if $(V),,--silent) -j$(CORES) $(BIN)/misere $(BIN)/misere-textui
	$(Q)trap 'sleep 0.5' INT; if [ -t 0 ] && [ -t 1 ]; then \
	    $(BIN)/misere-textui --play$(RULESET:%==%) $(LEVEL:%=--level %) $(COLOUR:%=--colour %); \
	    else $(BIN)/misere-textui --demo; fi || [ $$? -eq 130 ] # Ctrl-C

packages:
	$(Q)tools/install-packages gcc libc6-dev libxml2-dev libjansson-dev libedit-dev zlib1g-dev

#: clean      removes build and bin
clean:
	rm -rf $(BUILD) $(BIN)

include tools/aiplayer/aiplayer.mk tools/board/board.mk tools/windows/windows.mk
include tests/tests.mk tests/fuzz/fuzz.mk tests/browser/browser.mk
include tools/install/install.mk tools/install/dist.mk tools/install/deb.mk \
    tools/python/python.mk

# The headers of each object, as its last compilation found them; those of the tests only if there is a goal to build.
-include $(wildcard $(patsubst %.o,%.d,$(ENGINE_OBJECTS) $(FAST_OBJECTS) $(BUILD)/engine/dispatch.o \
    $(foreach room,$(ROOMS),$(OBJECTS_$(room)) $(BUILD)/$(FOLDER_$(room))/main.o) \
    $(if $(MAKECMDGOALS),$(TEST_OBJECTS))))
