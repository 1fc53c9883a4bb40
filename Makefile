# Misère: `make play` sits you down at a game, `make check` passes the tests. See CONTRIBUTING.md.

VERSION  := 0.1
CC       ?= cc
OBJCOPY  ?= objcopy
HOSTCC   ?= $(CC)
PREFIX   ?= /usr/local
BUILD    ?= build
BIN      ?= bin
OPTIMISE ?= -O3

WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Werror
INCLUDES := -Iengine/rules -Iengine/search -Iprotocol $(patsubst %/,-I%,$(sort $(dir $(wildcard tools/*/*.h))))
ALL_CFLAGS = -std=c11 -D_GNU_SOURCE -DMISERE_VERSION='"$(VERSION)"' $(OPTIMISE) -g -pthread $(WARNINGS) $(INCLUDES) -MMD -MP \
             $(if $(NATIVE),-march=native) $(SANITIZE) $(CFLAGS)
ALL_LDFLAGS = -pthread $(SANITIZE) $(LDFLAGS)
XML_CFLAGS := $(shell xml2-config --cflags 2>/dev/null || echo -I/usr/include/libxml2)
LIBS       := -lxml2 -ljansson -lm

GENERATED := $(BUILD)/generated
RULES     := $(patsubst engine/rules/%.c,%,$(filter-out %/make_tables.c,$(wildcard engine/rules/*.c)))
SEARCH    := $(patsubst engine/search/%.c,%,$(wildcard engine/search/*.c))
RULES_OBJ  := $(RULES:%=$(BUILD)/engine/rules/%.o) $(BUILD)/generated/bitboard_tables.o
NETWORKS   := $(BUILD)/engine/search/networks/networks.o
SEARCH_OBJ := $(SEARCH:%=$(BUILD)/engine/search/%.o) $(NETWORKS)
UCI_OBJ    := $(patsubst %,$(BUILD)/protocol/%.o,uci uci_go uci_info cecp cecp_clock cecp_core cecp_highlight \
                cecp_variants inbox thinker options transcript lines ownbook experiencefile wholefile)
objects    = $(patsubst %.c,$(BUILD)/%.o,$(wildcard $1))
FILE_OBJ   := $(call objects,protocol/gamefile*.c protocol/board1994.c protocol/record.c protocol/wholefile.c \
                protocol/xml*.c protocol/pgn*.c protocol/games*.c protocol/utf8.c) $(GENERATED)/schemas.o
COMMAND_OBJ := $(call objects,protocol/commandline.c protocol/lines.c)
# What needs jansson, of which only the tools know.
LOG_OBJ    := $(call objects,protocol/gamelog.c)
CLIENT_OBJ := $(call objects,protocol/process.c protocol/client*.c protocol/beside.c)
TEXTUI_OBJ := $(call objects,$(filter-out protocol/textui_main.c,$(wildcard protocol/textui*.c))) $(COMMAND_OBJ)

# A folder tools/NAME with C in it is the program misere-NAME; it may use everything below it.
TOOLS      := $(sort $(patsubst tools/%/main.c,%,$(wildcard tools/*/main.c)))
TOOL_OBJ   := $(filter-out %/main.o,$(call objects,tools/*/*.c))

PROGRAMS := $(BIN)/misere $(BIN)/misere-textui $(TOOLS:%=$(BIN)/misere-%)

# `make V=1` shows the commands.
Q := $(if $(V),,@)
say = $(if $(V),,@echo "  $1  $(patsubst $(CURDIR)/%,%,$@)")

.PHONY: all clean
all: $(PROGRAMS)

# What was compiled with other flags is compiled again.
FLAGS := $(BUILD)/flags
$(shell mkdir -p $(BUILD); echo '$(subst ','\'',$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) $(FAST_FLAGS))' > $(FLAGS).new; \
        cmp -s $(FLAGS).new $(FLAGS) && rm $(FLAGS).new || mv $(FLAGS).new $(FLAGS))

# On x86-64 the engine is compiled twice, for any processor and for those of about 2013 on, and
# chooses when it starts (engine/dispatch.c). One relocatable object with one global name holds the
# second copy; the big constant tables are shared.
ENGINE_OBJ := $(BUILD)/engine/main.o $(UCI_OBJ) $(SEARCH_OBJ) $(RULES_OBJ)
FAST_FLAGS := -mpopcnt -mbmi -mbmi2 -mavx2
ifeq ($(shell $(CC) -dumpmachine | cut -d- -f1)$(NATIVE)$(SANITIZE),x86_64)
FAST_OBJ      := $(patsubst $(BUILD)/%,$(BUILD)/fast/%,$(filter-out $(BUILD)/generated/% $(NETWORKS),$(ENGINE_OBJ)))
FAST_ENGINE   := $(BUILD)/fast/engine.o
DISPATCH_FLAG := -DHAVE_FAST_ENGINE
endif

$(BIN)/misere: $(BUILD)/engine/dispatch.o $(ENGINE_OBJ) $(FAST_ENGINE)
	@mkdir -p $(@D)
	$(call say,LD)
	$(Q)$(CC) $(ALL_LDFLAGS) $(filter %.o,$^) -o $@ -lm

$(BUILD)/engine/dispatch.o: ALL_CFLAGS += $(DISPATCH_FLAG)

$(BUILD)/fast/engine.o: $(FAST_OBJ)
	$(call say,LD)
	$(Q)$(CC) -r -nostdlib $(filter %.o,$^) -o $@.new
	$(Q)$(OBJCOPY) --redefine-sym engine_main=engine_main_fast --keep-global-symbol=engine_main_fast \
	    $@.new $@ && rm $@.new

$(BUILD)/fast/%.o: %.c $(FLAGS)
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(ALL_CFLAGS) $(FAST_FLAGS) -c $< -o $@

$(BIN)/misere-textui: $(BUILD)/protocol/textui_main.o $(TEXTUI_OBJ) $(CLIENT_OBJ) $(FILE_OBJ) \
                      $(BUILD)/engine/search/timing.o $(RULES_OBJ)
	@mkdir -p $(@D)
	$(call say,LD)
	$(Q)$(CC) $(ALL_LDFLAGS) $(filter %.o,$^) -o $@ -lxml2

define tool
$(BIN)/misere-$1: $(call objects,tools/$1/*.c) $(CLIENT_OBJ) $(FILE_OBJ) $(LOG_OBJ) $(COMMAND_OBJ) $(SEARCH_OBJ) $(RULES_OBJ)
	@mkdir -p $$(@D)
	$$(call say,LD)
	$$(Q)$$(CC) $$(ALL_LDFLAGS) $$(filter %.o,$$^) -o $$@ $$(LIBS)
endef
$(foreach name,$(TOOLS),$(eval $(call tool,$(name))))

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

$(BUILD)/%.o: %.c $(FLAGS)
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(ALL_CFLAGS) $(XML_CFLAGS) -c $< -o $@

$(GENERATED)/%.o: $(GENERATED)/%.c $(FLAGS)
	$(call say,CC)
	$(Q)$(CC) $(ALL_CFLAGS) -c $< -o $@

$(NETWORKS): engine/search/networks/networks.S $(wildcard engine/search/networks/*.net) $(FLAGS)
	@mkdir -p $(@D)
	$(call say,AS)
	$(Q)$(CC) -c -Wa,-I$(<D) $< -o $@

# --- the AI-player bridge, in Java ---

# Needs a JDK, 11 or newer; nothing else does.
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

# The course's interfaces are compiled against and left out: the course's own jar brings them.
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

# Plays games through it, with declarations of the course's interfaces inside.
$(AIPLAYER_REFEREE): $(REFEREE_SOURCES) $(COURSE_SOURCES) Makefile
	@rm -rf $(BUILD)/aiplayer/referee && mkdir -p $(BUILD)/aiplayer/referee
	$(call say,JAR)
	$(Q)$(JAVAC) $(JAVAC_FLAGS) -d $(BUILD)/aiplayer/referee $(REFEREE_SOURCES) $(COURSE_SOURCES)
	$(Q)$(JAR) cfe $@ misere.referee.Referee -C $(BUILD)/aiplayer/referee .

# A hundred games of each family. AIPLAYER_FLAGS='--time 60000' for slower ones.
test-aiplayer: $(AIPLAYER) $(AIPLAYER_REFEREE)
	java -jar $(AIPLAYER_REFEREE) --judge $(BIN)/misere --games 50 --time 2000 \
	    --ruleset 6170-spring-2007 --ruleset 6170-spring-2006-antiking \
	    --ruleset 6170-fall-2003-mindcontrol $(AIPLAYER_FLAGS) \
	    $(AIPLAYER):misere.aiplayer.MisereFactory random greedy

# --- playing and installing ---

.PHONY: play install packages test-packages
play: packages
	$(Q)$(MAKE) --no-print-directory all
	$(Q)if [ -t 0 ] && [ -t 1 ]; then $(BIN)/misere-textui --extended --play; \
	    else $(BIN)/misere-textui --extended --demo; fi

install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/misere/book
	install -m 755 $(PROGRAMS) $(DESTDIR)$(PREFIX)/bin
	install -m 755 tools/referee-many $(DESTDIR)$(PREFIX)/bin/misere-referee-many
	install -m 644 schemas/*.xsd $(DESTDIR)$(PREFIX)/share/misere
	install -m 644 book/*.bin $(DESTDIR)$(PREFIX)/share/misere/book

packages:
	$(Q)tools/install-packages gcc libc6-dev libxml2-dev libjansson-dev

test-packages:
	$(Q)tools/install-packages gcc libc6-dev libxml2-dev libjansson-dev libcmocka-dev bats libxml2-utils perl procps \
	    parallel rsync jq default-jdk-headless

# --- tests ---

UNIT_TESTS  := $(patsubst tests/unit/%.c,$(BUILD)/tests/%,$(wildcard tests/unit/test_*.c))
TEST_TOOLS  := $(patsubst tests/%.c,$(BUILD)/tests/%,$(wildcard tests/mock_*.c)) $(BUILD)/tests/reference-perft
TESTS       ?= $(UNIT_TESTS) $(wildcard tests/script/*.bats tests/script/*.t)
PROVE_FLAGS ?= -j2 --timer

.PHONY: check build-tests test asan tsan soak
check: test-packages
	$(Q)$(MAKE) --no-print-directory test
	$(Q)$(MAKE) --no-print-directory asan
	$(Q)$(MAKE) --no-print-directory tsan

# Without a JDK the tests of the bridge are skipped.
build-tests: all $(UNIT_TESTS) $(TEST_TOOLS) $(BUILD)/tests/soak $(BUILD)/tests/judge \
             $(if $(shell command -v $(JAVAC)),$(AIPLAYER) $(AIPLAYER_REFEREE))

test: build-tests
	$(Q)MISERE_BIN=$(BIN) MISERE_TESTS=$(BUILD)/tests MOCK_ENGINE=$(BUILD)/tests/mock_engine \
	    prove $(PROVE_FLAGS) --exec '' $(TESTS)

asan:
	@echo "--- everything under AddressSanitizer and UndefinedBehaviorSanitizer ---"
	$(Q)MISERE_SANITIZED=1 $(MAKE) --no-print-directory test BUILD=$(BUILD)/asan BIN=$(BUILD)/asan/bin OPTIMISE=-O1 \
	    SANITIZE='-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer'

tsan:
	@echo "--- what has threads under ThreadSanitizer ---"
	$(Q)MISERE_SANITIZED=1 $(MAKE) --no-print-directory test BUILD=$(BUILD)/tsan BIN=$(BUILD)/tsan/bin OPTIMISE=-O1 \
	    SANITIZE=-fsanitize=thread TESTS='$(addprefix $(BUILD)/tsan/tests/,test_search test_prover test_team test_thinker test_cecp test_client test_client_cecp test_client_textui test_duel) \
	    tests/script/uci.bats tests/script/cecp.bats tests/script/referee.bats'

# Plays GAMES computer games of every ruleset (or of RULESET), two at a time.
GAMES ?= 1000
soak: all $(BUILD)/tests/soak
	$(BUILD)/tests/soak $(BIN)/misere $(GAMES) $(RULESET)

# Each unit test is a program of its own, linked with everything below the programs.
$(BUILD)/tests/test_%: $(BUILD)/tests/unit/test_%.o $(TOOL_OBJ) $(TEXTUI_OBJ) $(CLIENT_OBJ) \
                       $(FILE_OBJ) $(LOG_OBJ) $(UCI_OBJ) $(SEARCH_OBJ) $(RULES_OBJ) $(BUILD)/tests/reference/reference.o
	$(call say,LD)
	$(Q)$(CC) $(ALL_LDFLAGS) $(sort $(filter %.o,$^)) -o $@ -lcmocka $(LIBS)

$(BUILD)/tests/mock_%: $(BUILD)/tests/mock_%.o $(RULES_OBJ)
	$(call say,LD)
	$(Q)$(CC) $(ALL_LDFLAGS) $(filter %.o,$^) -o $@

$(BUILD)/tests/reference-perft: $(BUILD)/tests/reference/main.o $(BUILD)/tests/reference/reference.o
	$(call say,LD)
	$(Q)$(CC) $(ALL_LDFLAGS) $(filter %.o,$^) -o $@

$(BUILD)/tests/soak: $(BUILD)/tests/soak.o $(BUILD)/tests/reference/reference.o \
                     $(CLIENT_OBJ) $(FILE_OBJ) $(BUILD)/engine/search/timing.o $(RULES_OBJ)
	$(call say,LD)
	$(Q)$(CC) $(ALL_LDFLAGS) $(filter %.o,$^) -o $@ -lxml2

# Judges the games of a referee's logs by the rules and by the reference.
$(BUILD)/tests/judge: $(BUILD)/tests/judge.o $(BUILD)/tests/reference/reference.o $(RULES_OBJ)
	$(call say,LD)
	$(Q)$(CC) $(ALL_LDFLAGS) $(filter %.o,$^) -o $@ -ljansson

# --- measuring ---

# FAIRY names a Fairy-Stockfish to measure beside.
.PHONY: bench-perft bench-strength bench-builtin bench-against bench-smp bench-overhead bench-stop bench-threads networks
bench-perft: $(BIN)/misere
	tools/bench-perft $(BIN)/misere $(FAIRY)

# Matches; tools/bench-strength --help says with what they can be varied.
bench-strength: all
	MISERE_BIN=$(BIN) FAIRY=$(FAIRY) tools/bench-strength $(RULESET)

bench-builtin: all
	MISERE_BIN=$(BIN) tools/bench-strength --builtin $(RULESET)

# OTHER names another build of the engine.
bench-against: all
	MISERE_BIN=$(BIN) tools/bench-strength --against $(OTHER) $(RULESET)

# Two threads against one.
bench-smp: all
	MISERE_BIN=$(BIN) tools/bench-strength --threads $(RULESET)

# Networks out of the engine's own games; see tools/make-networks --help.
networks: all
	MISERE_BIN=$(BIN) tools/make-networks

# What the referee costs for each turn.
bench-overhead: all $(BUILD)/tests/mock_chaos
	tools/bench-overhead $(BIN)/misere-referee $(BUILD)/tests/mock_chaos

# How long `stop` takes, and what a second thread is worth.
bench-stop: $(BIN)/misere
	tools/bench-search stop $(BIN)/misere

bench-threads: $(BIN)/misere
	tools/bench-search threads $(BIN)/misere

# The opening books, out of the engine's own games; tools/make-books --help says with what they can be varied.
.PHONY: book
book: all
	MISERE_BIN=$(BIN) WORK=$(BUILD)/books tools/make-books

clean:
	rm -rf $(BUILD) $(BIN)

# Objects are kept: they are shared between programs.
.PRECIOUS: $(BUILD)/%.o $(BUILD)/fast/%.o $(GENERATED)/%.o $(GENERATED)/%.c

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
