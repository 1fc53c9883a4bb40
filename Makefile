# Misère: `make play` starts a game, `make check` runs all tests. See CONTRIBUTING.md.

VERSION  := 0.1
CC       ?= cc
OBJCOPY  ?= objcopy
HOSTCC   ?= $(CC)
prefix   ?= /usr/local
PREFIX   ?= $(prefix)
BUILD    ?= $(if $(TUNE),build/tune,build)
BIN      ?= $(if $(TUNE),$(BUILD)/bin,bin)
OPTIMISE ?= -O3

WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Werror
INCLUDES := -Iengine -Iprotocol -Itools
# Empty for a platform without threads.
THREADS  ?= -pthread
ALL_CFLAGS = -std=c11 -D_GNU_SOURCE -DMISERE_VERSION='"$(VERSION)"' $(OPTIMISE) -g $(THREADS) $(WARNINGS) $(INCLUDES) -MMD -MP \
             $(if $(NATIVE),-march=native) $(if $(TUNE),-DTUNE) $(SANITIZE) $(CFLAGS)
ALL_LDFLAGS = $(THREADS) $(SANITIZE) $(LDFLAGS)
XML_CFLAGS := $(shell xml2-config --cflags 2>/dev/null || echo -I/usr/include/libxml2)
GENERATED  := $(BUILD)/generated
# The target's operating system, a folder in engine/base/os, and the extension of its programs.
PLATFORM   ?= posix
EXE        ?=

# The terminal's line editor, a folder in protocol/console: `libedit`, or `plain` if libedit is not installed.
LINE_EDITOR ?= $(shell mkdir -p $(BUILD); printf '\043include <histedit.h>\nint main(void) { return !el_init; }\n' | \
                       $(CC) $(LDFLAGS) -xc - -ledit $(LDLIBS) -o $(BUILD)/try-libedit 2>/dev/null && echo libedit || echo plain)
LINE_EDITOR := $(LINE_EDITOR)
MISSING_LIBRARIES := $(if $(filter plain,$(LINE_EDITOR)),-ledit)

# --- rooms ---

# For each room: its folder, the rooms to link with it (itself and all below it), the system's libraries,
# and its objects. ROOMS lists the highest room first, since static libraries are linked after their users.
room = $(eval $(call define_room,$(strip $1),$(strip $2),$(strip $3),$(strip $4)))
define define_room
ROOMS            := $1 $(ROOMS)
FOLDER_$1        := $2
CLOSURE_$1       := $(sort $1 $3 $(foreach used,$3,$(CLOSURE_$(used))))
SYSTEM_$1        := $(sort $(filter-out $(MISSING_LIBRARIES),$4) $(foreach used,$3,$(SYSTEM_$(used))))
OBJECTS_$1       := $(patsubst %.c,$(BUILD)/%.o,$(filter-out %/main.c %/make_tables.c,$(wildcard $2/*.c)))
endef
# The engine program stands on these rooms.
program = $(eval ENGINE_ROOMS := $(strip $3))
include rooms.mk
OS_SOURCES    ?= $(wildcard engine/base/os/$(PLATFORM)/*.c)
OBJECTS_os    += $(OS_SOURCES:%.c=$(BUILD)/%.o)
OBJECTS_console += $(BUILD)/protocol/console/$(LINE_EDITOR)/line_editor.o
OBJECTS_rules += $(GENERATED)/bitboard_tables.o
OBJECTS_eval  += $(BUILD)/engine/eval/networks/networks.o
OBJECTS_xml   += $(GENERATED)/schemas.o
OBJECTS_annotate += $(GENERATED)/pieces_svg.o

# The rooms $1 and all below them, their libraries in linking order, and the system's libraries.
closure   = $(filter $(sort $(foreach room,$1,$(CLOSURE_$(room)))),$(ROOMS))
libraries = $(patsubst %,$(BUILD)/lib/%.a,$(call closure,$1))
system    = $(sort $(foreach room,$1,$(SYSTEM_$(room)))) $(LDLIBS)
LINK      = $(CC) $(ALL_LDFLAGS) $(filter %.o,$^) $(filter %.a,$^) -o $@

# A folder tools/NAME with a main.c is the program misere-NAME.
TOOLS    := $(sort $(patsubst tools/%/main.c,%,$(wildcard tools/*/main.c)))
PROGRAMS := $(BIN)/misere $(BIN)/misere-textui $(TOOLS:%=$(BIN)/misere-%)

# `make V=1` shows the commands.
Q := $(if $(V),,@)
say = $(if $(V),,@echo "  $1  $(patsubst $(CURDIR)/%,%,$@)")

.PHONY: all clean help
#: all        builds the programs into bin (what `make` does)
all: $(PROGRAMS)

#: help       prints this list
help:
	@echo 'make [TARGET]... [VARIABLE=VALUE]...'
	@sed -n 's/^#: //p' $(MAKEFILE_LIST) | LC_ALL=C sort | \
	    while read -r target what; do printf '  %-14s %s\n' "$$target" "$$what"; done
	@echo 'Variables: PREFIX, DESTDIR, CC, CFLAGS, NATIVE=1 (for this processor only),'
	@echo 'V=1 (show the commands).'
	@echo 'More targets, for measuring and for tests: CONTRIBUTING.md.'

# The engine with the constants of the search as UCI options, for tools/tune-search. `make TUNE=1` makes it, too.
TUNED_ENGINE := $(if $(TUNE),,$(BUILD)/tune/bin/misere)
.PHONY: $(TUNED_ENGINE)
$(TUNED_ENGINE):
	$(Q)$(MAKE) --no-print-directory $(if $(V),,--silent) TUNE=1 BUILD=$(BUILD)/tune BIN=$(BUILD)/tune/bin $@

# Holds the compiler flags; everything is recompiled when they change.
FLAGS := $(BUILD)/flags
$(shell mkdir -p $(BUILD); echo '$(subst ','\'',$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) $(FAST_FLAGS))' > $(FLAGS).new; \
        cmp -s $(FLAGS).new $(FLAGS) && rm $(FLAGS).new || mv $(FLAGS).new $(FLAGS))

define room_library
$(BUILD)/lib/$1.a: $(OBJECTS_$1)
	@mkdir -p $$(@D)
	$$(call say,AR)
	$$(Q)rm -f $$@ && $$(AR) rcs $$@ $$^
endef
$(foreach room,$(ROOMS),$(eval $(call room_library,$(room))))

# --- the engine ---

# On x86-64 the engine is compiled twice, for any processor and for those since about 2013, and chooses
# at startup (engine/dispatch.c). The second copy is linked into one relocatable object that exports a
# single symbol; the large constant tables are shared.
SHARED_OBJECTS := $(GENERATED)/bitboard_tables.o $(BUILD)/engine/eval/networks/networks.o
ENGINE_OBJECTS := $(BUILD)/engine/main.o $(foreach room,$(call closure,$(ENGINE_ROOMS)),$(OBJECTS_$(room)))
FAST_FLAGS     := -mpopcnt -mbmi -mbmi2 -mavx2
ifeq ($(shell $(CC) -dumpmachine | cut -d- -f1)$(NATIVE)$(SANITIZE),x86_64)
FAST_OBJECTS  := $(patsubst $(BUILD)/%,$(BUILD)/fast/%,$(filter-out $(SHARED_OBJECTS),$(ENGINE_OBJECTS)))
FAST_ENGINE   := $(BUILD)/fast/engine.o
DISPATCH_FLAG := -DHAVE_FAST_ENGINE
endif

$(BIN)/misere$(EXE): $(BUILD)/engine/dispatch.o $(BUILD)/engine/main.o $(FAST_ENGINE) $(call libraries,$(ENGINE_ROOMS))
	@mkdir -p $(@D)
	$(call say,LD)
	$(Q)$(LINK) $(call system,$(ENGINE_ROOMS))

$(BUILD)/engine/dispatch.o: ALL_CFLAGS += $(DISPATCH_FLAG)

$(BUILD)/fast/engine.o: $(FAST_OBJECTS)
	$(call say,LD)
	$(Q)$(CC) -r -nostdlib $(filter %.o,$^) -o $@.new
	$(Q)$(OBJCOPY) --redefine-sym engine_main=engine_main_fast --keep-global-symbol=engine_main_fast \
	    $@.new $@ && rm $@.new

$(BUILD)/fast/%.o: %.c $(FLAGS)
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(ALL_CFLAGS) $(FAST_FLAGS) -c $< -o $@

# --- the other programs ---

$(BIN)/misere-textui: $(BUILD)/protocol/textui/main.o $(call libraries,textui)
	@mkdir -p $(@D)
	$(call say,LD)
	$(Q)$(LINK) $(call system,textui)

define tool
$(BIN)/misere-$1: $(BUILD)/tools/$1/main.o $(call libraries,$1)
	@mkdir -p $$(@D)
	$$(call say,LD)
	$$(Q)$$(LINK) $(call system,$1)
endef
$(foreach name,$(TOOLS),$(eval $(call tool,$(name))))

# --- compiling ---

$(BUILD)/%.o: %.c $(FLAGS)
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(ALL_CFLAGS) -c $< -o $@

# Lets the compiler use vectors for square roots and comparisons. The results are the same.
$(BUILD)/tools/train/%.o: ALL_CFLAGS += -fno-math-errno -fno-trapping-math

# Only this room uses libxml2.
$(BUILD)/protocol/files/xml/%.o: ALL_CFLAGS += $(XML_CFLAGS)

# Tables, schemas and pieces are compiled into the programs, so that they need no files at run time.
$(GENERATED)/bitboard_tables.c: $(BUILD)/make_tables
	@mkdir -p $(@D)
	$(call say,GEN)
	$(Q)$< $(TABLES_FLAGS) > $@.new && mv $@.new $@

$(BUILD)/make_tables: engine/rules/make_tables.c engine/rules/sliders.c engine/rules/sliders.h engine/rules/bitboard.h engine/rules/zobrist.h engine/base/random.h
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(HOSTCC) -std=c11 -O2 $(WARNINGS) $(INCLUDES) $(filter %.c,$^) -o $@

# The lines of a file as a string constant of C.
c_string = sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/^/    "/' -e 's/$$/\\n"/' $1

$(GENERATED)/schemas.c: schemas/antichess.xsd schemas/antichess-2003.xsd Makefile
	@mkdir -p $(@D)
	$(call say,GEN)
	$(Q){ echo '#include "files/xml/schemas.h"'; \
	  for name in antichess antichess-2003; do \
	    echo "const char SCHEMA_$$(echo $$name | tr 'a-z-' 'A-Z_')[] ="; \
	    $(call c_string,schemas/$$name.xsd); \
	    echo ';'; \
	  done; } > $@.new && mv $@.new $@

$(GENERATED)/pieces_svg.c: tools/pieces.svg Makefile
	@mkdir -p $(@D)
	$(call say,GEN)
	$(Q){ echo '#include "annotate/pieces_svg.h"'; echo 'const char PIECES_SVG[] ='; \
	  $(call c_string,$<); echo ';'; } > $@.new && mv $@.new $@

$(GENERATED)/%.o: $(GENERATED)/%.c $(FLAGS)
	$(call say,CC)
	$(Q)$(CC) $(ALL_CFLAGS) -c $< -o $@

NETWORKS_SOURCE := $(firstword $(wildcard engine/eval/networks/networks-$(PLATFORM).S) engine/eval/networks/networks.S)
$(BUILD)/engine/eval/networks/networks.o: $(NETWORKS_SOURCE) $(wildcard engine/eval/networks/*.net) $(FLAGS)
	@mkdir -p $(@D)
	$(call say,AS)
	$(Q)$(CC) -c -Wa,-I$(<D) $< -o $@

# --- the AI player, in Java ---

# Only this part needs a JDK, version 11 or newer.
JAVAC ?= javac
JAR   ?= jar
JAVAC_FLAGS := --release 11 -encoding UTF-8 -Xlint:all

AIPLAYER          := $(BIN)/misere-aiplayer.jar
AIPLAYER_REFEREE  := $(BUILD)/aiplayer/misere-aiplayer-referee.jar
AIPLAYER_SOURCES  := $(wildcard tools/aiplayer/player/misere/aiplayer/*.java)
COURSE_SOURCES    := $(wildcard tools/aiplayer/course/net/antichess/ai/*.java)
REFEREE_SOURCES   := $(wildcard tools/aiplayer/referee/misere/referee/*.java)

.PHONY: aiplayer test-aiplayer
aiplayer: $(AIPLAYER)

# The jar does not contain the course's interfaces, which the course's own jar supplies.
$(AIPLAYER): $(AIPLAYER_SOURCES) $(COURSE_SOURCES) $(BIN)/misere Makefile
	@rm -rf $(BUILD)/aiplayer/player && mkdir -p $(BUILD)/aiplayer/player/misere/aiplayer
	$(call say,JAR)
	$(Q)$(JAVAC) $(JAVAC_FLAGS) -sourcepath tools/aiplayer/course -implicit:none \
	    -d $(BUILD)/aiplayer/player $(AIPLAYER_SOURCES)
	$(Q)cp $(BIN)/misere $(BUILD)/aiplayer/player/misere/aiplayer/
	$(Q)printf '%s\n' 'Implementation-Title: Misere AI player' 'Implementation-Version: $(VERSION)' \
	    'Misere-Factory: misere.aiplayer.MisereFactory' \
	    "Misere-Engine-Platform: $$($(CC) -dumpmachine)" \
	    'Misere-Course-Interfaces: not included' > $(BUILD)/aiplayer/player.mf
	$(Q)$(JAR) cfm $@ $(BUILD)/aiplayer/player.mf -C $(BUILD)/aiplayer/player .

# A referee that plays games through the jar. It contains our declarations of the course's interfaces.
$(AIPLAYER_REFEREE): $(REFEREE_SOURCES) $(COURSE_SOURCES) Makefile
	@rm -rf $(BUILD)/aiplayer/referee && mkdir -p $(BUILD)/aiplayer/referee
	$(call say,JAR)
	$(Q)$(JAVAC) $(JAVAC_FLAGS) -d $(BUILD)/aiplayer/referee $(REFEREE_SOURCES) $(COURSE_SOURCES)
	$(Q)$(JAR) cfe $@ misere.referee.Referee -C $(BUILD)/aiplayer/referee .

# A hundred games of each of three rulesets. AIPLAYER_FLAGS adds options, for example '--time 60000'.
test-aiplayer: $(AIPLAYER) $(AIPLAYER_REFEREE)
	java -jar $(AIPLAYER_REFEREE) --judge $(BIN)/misere --games 50 --time 2000 \
	    --ruleset 6170-spring-2007 --ruleset 6170-spring-2006-antiking \
	    --ruleset 6170-fall-2003-mindcontrol $(AIPLAYER_FLAGS) \
	    $(AIPLAYER):misere.aiplayer.MisereFactory random greedy

# --- playing ---

.PHONY: play man packages test-packages
# RULESET, LEVEL and COLOUR choose the first game: `make play RULESET=losers LEVEL=3 COLOUR=black`.
#: play       builds, and starts a game; RULESET=NAME, LEVEL=0..20
play: packages
	$(Q)$(MAKE) --no-print-directory $(if $(V),,--silent) -j$(CORES) $(BIN)/misere $(BIN)/misere-textui
	$(Q)if [ -t 0 ] && [ -t 1 ]; then $(BIN)/misere-textui --play$(RULESET:%==%) $(LEVEL:%=--level %) $(COLOUR:%=--colour %); \
	    else $(BIN)/misere-textui --extended --demo; fi

# The man pages are kept in git, so that installing a cross-compiled build needs neither help2man nor
# programs that run here.
man: all
	MISERE_BIN=$(BIN) tools/make-man-pages

packages:
	$(Q)tools/install-packages gcc libc6-dev libxml2-dev libjansson-dev libedit-dev

test-packages:
	$(Q)tools/install-packages gcc libc6-dev libxml2-dev libjansson-dev libedit-dev libcmocka-dev bats expect libxml2-utils \
	    perl procps strace parallel rsync jq help2man man-db mandoc default-jdk-headless

# --- tests ---

# tests/unit mirrors the rooms: tests/unit/files/log tests the room protocol/files/log.
UNIT_SOURCES := $(sort $(shell find tests/unit -name 'test_*.c'))
UNIT_TESTS   := $(UNIT_SOURCES:%.c=$(BUILD)/%)
TEST_TOOLS   := $(patsubst tests/mocks/%.c,$(BUILD)/tests/%,$(wildcard tests/mocks/mock_*.c)) \
                $(addprefix $(BUILD)/tests/,reference-perft check-proof soak judge failing_malloc.so)
SCRIPT_TESTS := $(wildcard tests/script/*.bats tests/script/*.t)
TESTS       ?= $(UNIT_TESTS) $(SCRIPT_TESTS)
CORES       := $(shell nproc)
PROVE       ?= prove
# Some tests wait most of the time, so more of them run at once than there are cores.
PROVE_FLAGS ?= -j$(shell expr $(CORES) + 1) --timer --failures --comments

.PHONY: check build-tests test asan tsan soak
#: check      builds, and runs all tests, also under the sanitizers
check: test-packages
	$(Q)$(MAKE) --no-print-directory -j$(CORES) test
	$(Q)$(MAKE) --no-print-directory asan
	$(Q)$(MAKE) --no-print-directory tsan

# Builds what TESTS need. Without a JDK the tests of the AI player are skipped.
build-tests: all $(filter $(BUILD)/%,$(TESTS)) $(TEST_TOOLS) \
             $(if $(filter %/aiplayer.bats,$(TESTS)),$(if $(shell command -v $(JAVAC)),$(AIPLAYER) $(AIPLAYER_REFEREE))) \
             $(if $(filter %/tune.bats,$(TESTS)),$(TUNED_ENGINE))

#: test       builds, and runs all tests once, without sanitizers
test: build-tests
	$(Q)MISERE_BIN=$(BIN) MISERE_TESTS=$(BUILD)/tests MOCK_ENGINE=$(BUILD)/tests/mock_engine \
	    $(PROVE) $(PROVE_FLAGS) --exec '$(RUN_TEST)' $(TESTS)

# Tests of scripts, Java, documents and data. What they run of our C code the other tests run, too.
NOT_OF_C := $(addprefix tests/script/,aiplayer.bats bench.bats dist.bats install.bats man.bats python-chess.bats \
                                      schema.bats shards.bats tune.bats glossary.t layering.t shipped-puzzles.t style.t)

asan:
	@echo "--- the tests of C code under AddressSanitizer and UndefinedBehaviorSanitizer ---"
	$(Q)MISERE_SANITIZED=1 $(MAKE) --no-print-directory -j$(CORES) test BUILD=$(BUILD)/asan BIN=$(BUILD)/asan/bin OPTIMISE=-O1 \
	    SANITIZE='-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer' \
	    TESTS='$(UNIT_TESTS:$(BUILD)/%=$(BUILD)/asan/%) $(filter-out $(NOT_OF_C),$(SCRIPT_TESTS))'

# The tests of code with threads: programs in tests/unit, and scripts, of which only the tests tagged so run.
THREADED_TESTS   := search/test_search search/test_shared search/proof/test_prover search/smp/test_abdada search/smp/test_threads \
                    core/test_engine core/test_event_queue uci/test_uci uci/test_waiting wasm/test_server cecp/test_session client/test_uci_client client/test_cecp_client \
                    client/test_textui_client client/test_client referee/test_match_game referee/test_openings referee/test_worker_pool \
                    puzzles/test_selection train/test_team
THREADED_SCRIPTS := $(addprefix tests/script/,uci.bats cecp.bats referee.bats)

# The solver of endings has memory of its own, and would take six seconds if ThreadSanitizer observed it.
ifneq ($(findstring thread,$(SANITIZE)),)
$(BUILD)/engine/knowledge/retrograde.o: ALL_CFLAGS += -fno-sanitize=thread -O2
endif

tsan:
	@echo "--- tests of code with threads under ThreadSanitizer ---"
	$(Q)MISERE_SANITIZED=1 $(MAKE) --no-print-directory -j$(CORES) test BUILD=$(BUILD)/tsan BIN=$(BUILD)/tsan/bin OPTIMISE=-O1 \
	    SANITIZE=-fsanitize=thread RUN_TEST=tests/with-threads TESTS='$(THREADED_TESTS:%=$(BUILD)/tsan/tests/unit/%) $(THREADED_SCRIPTS)'

# Plays GAMES computer games of every ruleset (or of RULESET), two at a time, and checks every turn.
GAMES ?= 1000
soak: all $(BUILD)/tests/soak
	$(BUILD)/tests/soak $(BIN)/misere $(GAMES) $(RULESET)

# Which branches the tests take: a page, and the share in each folder, in the engine, in protocol and in each tool.
# Calls of assert() do not count. Nothing is inlined, since each copy of a function would count its branches for
# itself; with gnu11 gcc keeps the counts of a process when it becomes another program. Threads that run at the end of
# a process make some counts inconsistent, so gcovr must tolerate that.
.PHONY: coverage
coverage:
	$(Q)tools/install-packages gcovr jq
	$(Q)mkdir -p $(BUILD)/coverage && find $(BUILD)/coverage -name '*.gcda' -delete
	$(Q)MISERE_SANITIZED=coverage FAULTS=$(or $(FAULTS),2) \
	    $(MAKE) --no-print-directory -j$(CORES) test BUILD=$(BUILD)/coverage BIN=$(BUILD)/coverage/bin OPTIMISE=-O0 \
	    CFLAGS='-std=gnu11 -Dalways_inline= $(CFLAGS)' SANITIZE='--coverage -fprofile-update=atomic' \
	    TESTS='$(patsubst $(BUILD)/%,$(BUILD)/coverage/%,$(filter-out $(NOT_OF_C),$(TESTS)))'
	$(Q)gcovr --gcov-ignore-parse-errors --exclude-branches-by-pattern '.*\bassert\(.*' --filter '(engine|protocol|tools)/' --exclude '.*make_tables' \
	    --html-details $(BUILD)/coverage/index.html --json-summary $(BUILD)/coverage/summary.json $(BUILD)/coverage
	$(Q)jq -r '.files[] | .folder = (.filename | sub("/[^/]*$$"; "")) | (.folder, "all of " + (.folder | capture("^(?<top>engine|protocol|tools/[^/]*)").top)) + "\t\(.branch_covered)\t\(.branch_total)"' \
	    $(BUILD)/coverage/summary.json | awk -F '\t' '{ taken[$$1] += $$2; all[$$1] += $$3 } \
	    END { for (i in all) if (all[i]) printf "%-28s %6d of %6d branches %5.1f%%\n", i, taken[i], all[i], 100 * taken[i] / all[i] }' | LC_ALL=C sort
	$(Q)echo 'The page: $(BUILD)/coverage/index.html'

# Changes the sources in COUNT places (0: all of them), one at a time, and lists the changes that no test notices.
# FILES: C sources, or lines of them as FILE:LINE; the default is all.
.PHONY: mutants
COUNT ?= 20
SEED  ?= 1
mutants:
	tests/stress/mutants $(COUNT) $(SEED) $(FILES)

# Each unit test is a program, linked with its room, the rooms below it, and the reference implementation.
REFERENCE := $(BUILD)/tests/reference/reference.o
define unit_test
$(BUILD)/$1: $(BUILD)/$1.o $(REFERENCE) $(call libraries,$2)
	$$(call say,LD)
	$$(Q)$$(LINK) -lcmocka $(sort -lxml2 -ljansson $(call system,$2))
endef
room_of = $(strip $(foreach room,$(ROOMS),$(if $(filter %/$1,/$(FOLDER_$(room))),$(room))))
$(foreach test,$(UNIT_SOURCES:%.c=%),$(eval $(call unit_test,$(test),$(call room_of,$(patsubst tests/unit/%/,%,$(dir $(test)))))))
$(BUILD)/tests/%.o: ALL_CFLAGS += -Itests $(XML_CFLAGS)

$(BUILD)/tests/mock_%: $(BUILD)/tests/mocks/mock_%.o $(call libraries,rules)
	$(call say,LD)
	$(Q)$(LINK)

# Preloaded into programs without sanitizers, to make one allocation fail.
$(BUILD)/tests/failing_malloc.so: tests/mocks/failing_malloc.c
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) -std=c11 -D_GNU_SOURCE -O2 $(WARNINGS) -shared -fPIC $< -o $@

$(BUILD)/tests/reference-perft: $(BUILD)/tests/reference/main.o $(REFERENCE)
	$(call say,LD)
	$(Q)$(LINK)

# Checks proofs with the reference implementation alone.
$(BUILD)/tests/check-proof: $(BUILD)/tests/reference/check_proof.o $(REFERENCE)
	$(call say,LD)
	$(Q)$(LINK)

$(BUILD)/tests/soak: $(BUILD)/tests/stress/soak.o $(REFERENCE) $(call libraries,client)
	$(call say,LD)
	$(Q)$(LINK) $(call system,client)

# Replays the games of match logs, checking them with engine/rules and the reference implementation.
$(BUILD)/tests/judge: $(BUILD)/tests/stress/judge.o $(REFERENCE) $(call libraries,rules)
	$(call say,LD)
	$(Q)$(LINK) -ljansson -lm

include tests/fuzz/fuzz.mk

# --- WebAssembly ---

include tools/wasm/wasm.mk
include tools/board/board.mk
include tests/browser/browser.mk

# --- Windows ---

include tools/windows/windows.mk

# --- installing ---

include tools/install/install.mk
include tools/install/dist.mk

# --- measuring ---

# FAIRY is the path of Fairy-Stockfish, to compare with.
.PHONY: bench-perft bench-strength bench-builtin bench-against bench-smp bench-overhead bench-stop bench-threads \
        bench-growth bench-refuted bench-startup bench-clocks bench-floods networks
bench-perft: $(BIN)/misere
	tools/bench-perft $(BIN)/misere $(FAIRY)

# Matches; see tools/bench-strength --help for settings.
bench-strength: all
	MISERE_BIN=$(BIN) FAIRY=$(FAIRY) tools/bench-strength $(RULESET)

bench-builtin: all
	MISERE_BIN=$(BIN) tools/bench-strength --builtin $(RULESET)

# OTHER is the path of another build of the engine.
bench-against: all
	MISERE_BIN=$(BIN) tools/bench-strength --against $(OTHER) $(RULESET)

# Two threads against one.
bench-smp: all
	MISERE_BIN=$(BIN) tools/bench-strength --threads $(RULESET)

# Trains networks on the engine's own games; see tools/make-networks --help.
networks: all
	MISERE_BIN=$(BIN) tools/make-networks

# The referee's overhead per turn.
bench-overhead: all $(BUILD)/tests/mock_chaos
	tools/bench-overhead $(BIN)/misere-referee $(BUILD)/tests/mock_chaos

# How long the engine takes to start, and how much memory it needs; how well it keeps its clock.
bench-startup: $(BIN)/misere
	tools/bench-search startup $(BIN)/misere

bench-clocks: $(BIN)/misere
	tools/bench-search clocks $(BIN)/misere

# How long `stop` takes, and how much a second thread speeds up the search.
bench-stop: $(BIN)/misere
	tools/bench-search stop $(BIN)/misere

bench-threads: $(BIN)/misere
	tools/bench-search threads $(BIN)/misere

# How fast the search tree grows.
bench-growth: $(BIN)/misere
	tools/bench-search growth $(BIN)/misere tests/data/openings

# How many first moves of antichess are proven to lose.
bench-refuted: $(BIN)/misere
	tools/bench-search refuted $(BIN)/misere

# How the time to read hostile game files grows with their size: four times for four times as much, unless it is short.
FLOOD_TESTS := $(addprefix $(BUILD)/tests/unit/files/,test_gamefile_hostile test_pgn)
bench-floods: $(FLOOD_TESTS)
	$(Q)for test in $(FLOOD_TESTS); do BENCH_FLOODS=1 $$test | grep -a ' times as much '; done

# Tunes the constants of the search; TUNE_FLAGS adds options, for example '--ruleset losers'. See tools/tune-search --help.
.PHONY: tune
tune: $(BIN)/misere-referee $(TUNED_ENGINE)
	MISERE_BIN=$(BIN) tools/tune-search --engine $(TUNED_ENGINE) $(TUNE_FLAGS)

# Makes the opening books from the engine's own games; see tools/make-books --help.
.PHONY: book puzzles solved
book: all
	MISERE_BIN=$(BIN) WORK=$(BUILD)/books tools/make-books

# Makes the board's puzzles from the engine's own games; see tools/make-puzzles --help.
puzzles: all
	MISERE_BIN=$(BIN) WORK=$(BUILD)/puzzles tools/make-puzzles

# Decides pairs of first half-moves, for docs/solved.md; see tools/make-solved --help.
solved: all $(BUILD)/tests/check-proof
	MISERE_BIN=$(BIN) CHECK=$(BUILD)/tests/check-proof WORK=$(BUILD)/solved tools/make-solved $(RULESET)

#: clean      removes build and bin
clean:
	rm -rf $(BUILD) $(BIN)

# Keep objects, which are shared between programs.
.PRECIOUS: $(BUILD)/%.o $(BUILD)/fast/%.o $(GENERATED)/%.o $(GENERATED)/%.c

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
