# The tests. CONTRIBUTING.md describes the targets. A test says by tags how it is run:
#   plain    without sanitizers only: what it runs of our C code other tests run, too, or sanitizers would be too slow
#   threads  under ThreadSanitizer, too
#   slow     by `make check-slow`, not by `make check`
# bats reads those of its scripts (`# bats file_tags=plain`, `# bats test_tags=threads`). A unit test has them in a line
# `/* tags: threads */`. Tests in Perl are plain.

UNIT_TESTS   := $(patsubst %,$(BUILD)/%,$(foreach room,$(ROOMS),$(UNIT_$(room))))
SCRIPT_TESTS := $(wildcard tests/script/*.bats tests/script/*.t)
TESTS       ?= $(SCRIPT_TESTS) $(UNIT_TESTS)
MOCKS       := $(patsubst tests/mocks/%.c,$(BUILD)/tests/%,$(wildcard tests/mocks/mock_*.c))
TEST_TOOLS  := $(MOCKS) $(addprefix $(BUILD)/tests/,reference-perft check-proof check-tables compare-tables soak judge failing_malloc.so)
TUNED_ENGINE := $(BUILD)/tune/bin/misere
PROVE       ?= prove
# Some tests wait most of the time, so more of them run at once than there are cores.
PROVE_FLAGS ?= -j$(shell expr $(CORES) + 1) --timer --failures --comments
prove_tests  = MISERE_BIN=$(BIN) MISERE_TESTS=$(BUILD)/tests MOCK_ENGINE=$(BUILD)/tests/mock_engine \
               $(PROVE) $(PROVE_FLAGS) --exec tests/run-test $1

# The TESTS with the tag $2, of the whole file ($1 is `file`) or of any test in it (`[a-z]*`).
tagged = $(patsubst tests/unit/%.c,$(BUILD)/tests/unit/%,$(shell \
         grep -lE '^(# bats $1_tags=|/\* tags:).*\<$2\>' /dev/null \
         $(patsubst $(BUILD)/tests/unit/%,tests/unit/%.c,$(TESTS))))
PLAIN_TESTS     = $(filter %.t,$(TESTS)) $(call tagged,file,plain)
SLOW_TESTS      = $(call tagged,[a-z]*,slow)
SANITIZED_TESTS = $(filter-out $(PLAIN_TESTS),$(TESTS))
THREADED_TESTS  = $(call tagged,[a-z]*,threads)
# Sanitizers have allocators of their own, in which nothing can be made to fail.
ALLOCATION_TESTS = $(filter $(TESTS),$(patsubst tests/unit/%.c,$(BUILD)/tests/unit/%,$(shell \
                   grep -rl '^#include "unit/failing_allocations.h"' tests/unit)))

# tests/run-test knows by its path how to run a test: that of the build build/asan is build/asan/tests/...
# $(call make_in,NAME,VARIABLES) is make for build/NAME; $(call build_in,NAME,TESTS,VARIABLES) builds what the tests need
# there.
in_build = $(patsubst %,$(BUILD)/$1/%,$(patsubst $(BUILD)/%,%,$2))
make_in  = $(MAKE) --no-print-directory BUILD=$(BUILD)/$1 BIN=$(BUILD)/$1/bin $2
build_in = $(call make_in,$1,$3) build-tests TESTS='$(call in_build,$1,$2)'

# `make check` runs scripts with the programs that users get, and unit tests under AddressSanitizer, or without it to
# see what they do when an allocation fails. `make check-slow` runs the rest: scripts under AddressSanitizer, code with threads under ThreadSanitizer, and what takes long: failing
# calls in every program, kills, several machines, tuning, packages, the AI player.
RUN_asan       = $(call in_build,asan,$(SANITIZED_TESTS))
RUN_tsan       = $(call in_build,tsan,$(THREADED_TESTS))
RUN_plain      = $(filter-out $(UNIT_TESTS) $(call tagged,file,slow),$(TESTS)) $(ALLOCATION_TESTS)
RUN_check      = $(RUN_plain) $(filter-out %.bats,$(RUN_asan))
RUN_check-slow = $(SLOW_TESTS) $(filter %.bats,$(RUN_asan) $(RUN_tsan)) $(filter-out %.bats,$(RUN_tsan))

.PHONY: check check-slow asan tsan test build-tests build-plain build-slow build-asan build-tsan \
        test-packages slow-packages
#: check      builds, and runs the tests, those of C code under a sanitizer
check:      BUILDS = build-plain build-asan
check-slow: BUILDS = build-slow build-asan build-tsan
check:      export TEST_TAGS = !slow
check-slow: export TEST_TAGS = slow
asan tsan:  BUILDS = $(TEST_TOOLS) build-$@
check-slow: slow-packages
check check-slow asan tsan: test-packages
	$(Q)$(MAKE) --no-print-directory -j$(CORES) $(BUILDS)
	$(Q)$(call prove_tests,$(RUN_$@))

# Without a JDK the tests of the AI player are skipped.
build-tests: all $(filter $(UNIT_TESTS),$(TESTS)) $(if $(SANITIZE),,$(TEST_TOOLS)) \
             $(if $(filter %/aiplayer.bats,$(TESTS)),$(if $(HAVE_JDK),$(AIPLAYER) $(AIPLAYER_UCI))) \
             $(if $(filter %/tune.bats,$(TESTS)),$(TUNED_ENGINE)) \
             $(if $(filter %/layering.t,$(TESTS)),$(ROOMS:%=$(BUILD)/lib/%.a))
	@:

build-plain:
	$(Q)$(MAKE) --no-print-directory build-tests TESTS='$(RUN_plain)'

build-slow:
	$(Q)$(MAKE) --no-print-directory build-tests TESTS='$(SLOW_TESTS)'

# Code is not specialised by inlining it, which would take these compilers 15 seconds for one file.
ASAN := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
SANITIZED_FLAGS = OPTIMISE=-O1 CFLAGS='-Dalways_inline= $(CFLAGS)'
ASAN_VARIABLES  = $(SANITIZED_FLAGS) SANITIZE='$(ASAN)' \
                  SANITIZERS='$(if $(findstring clang,$(CC)),,-static-libasan -static-libubsan)'
# Programs are started by the thousand. With gcc's sanitizers linked in they start and end in three quarters of the time.
$(PROGRAMS): ALL_LDFLAGS += $(SANITIZERS)
build-asan:
	+$(Q)$(call build_in,asan,$(SANITIZED_TESTS),$(ASAN_VARIABLES))

build-tsan:
	+$(Q)$(call build_in,tsan,$(THREADED_TESTS),$(SANITIZED_FLAGS) SANITIZE=-fsanitize=thread)

#: test       builds, and runs all tests once, without sanitizers
test: build-tests
	$(Q)$(call prove_tests,$(TESTS))

test-packages: packages
	$(Q)tools/install-packages libcmocka-dev bats expect libxml2-utils perl procps strace parallel rsync jq help2man \
	    man-db mandoc

slow-packages:
	$(Q)tools/install-packages default-jdk-headless g++ pkg-config python3 python3-numpy

# --- programs for tests ---

# Each unit test is a program, linked with its room, the rooms below it, and the reference implementation. There are
# many, so gold links them if it is installed: it takes half the time.
UNIT_LDFLAGS := $(if $(call which,ld.gold),-fuse-ld=gold)
REFERENCE := $(BUILD)/tests/reference/reference.o
define unit_test
$(BUILD)/$1: $(BUILD)/$1.o $(REFERENCE) $(call libraries,$2)
	$$(call say,LD)
	$$(Q)$$(LINK) $(UNIT_LDFLAGS) -lcmocka $(sort -lxml2 -ljansson $(call system,$2))
endef
$(foreach room,$(ROOMS),$(foreach test,$(UNIT_$(room)),$(eval $(call unit_test,$(test),$(room)))))
# cmocka gives every test a parameter, which most do not need.
$(BUILD)/tests/%.o: ALL_CFLAGS += -Itests -Wno-unused-parameter $(XML_CFLAGS)
# What they test takes the time of a test, and compiling takes half as long.
$(BUILD)/tests/unit/%.o: ALL_CFLAGS += -O0

# Their objects, and those of the programs below.
TEST_OBJECTS := $(UNIT_TESTS:%=%.o) $(patsubst %.c,$(BUILD)/%.o, \
                $(wildcard $(addprefix tests/,mocks/*.c reference/*.c stress/*.c fuzz/*.c fuzz/*/*.c)))

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
$(BUILD)/tests/check-proof: $(BUILD)/tests/reference/check_proof.o $(BUILD)/tests/reference/compact_proof.o \
        $(BUILD)/tests/reference/proven_openings.o $(REFERENCE)
	$(call say,LD)
	$(Q)$(LINK) -lz

$(BUILD)/tests/soak: $(BUILD)/tests/stress/soak.o $(REFERENCE) $(call libraries,client)
	$(call say,LD)
	$(Q)$(LINK) $(call system,client)

# Checks Syzygy tables with the reference implementation.
$(BUILD)/tests/check-tables: $(BUILD)/tests/stress/check_tables.o $(REFERENCE) $(call libraries,syzygy)
	$(call say,LD)
	$(Q)$(LINK)

# Compares Syzygy tables with an analysis of its own.
$(BUILD)/tests/compare-tables: $(BUILD)/tests/stress/compare_tables.o $(call libraries,syzygy)
	$(call say,LD)
	$(Q)$(LINK)

# Compares the solver of misere-prove with the engine's proof-number search.
$(BUILD)/tests/bench-prove: $(BUILD)/tests/stress/bench_prove.o $(call libraries,prove)
	$(call say,LD)
	$(Q)$(LINK) $(call system,prove)

# Replays the games of match logs, checking them with engine/rules and the reference implementation.
$(BUILD)/tests/judge: $(BUILD)/tests/stress/judge.o $(REFERENCE) $(call libraries,rules)
	$(call say,LD)
	$(Q)$(LINK) -ljansson -lm

# The engine with the constants of the search as UCI options. Users make it with `make TUNE=1`.
.PHONY: $(TUNED_ENGINE)
$(TUNED_ENGINE):
	$(Q)$(MAKE) --no-print-directory $(if $(V),,--silent) TUNE=1 NATIVE=1 BUILD=$(BUILD)/tune BIN=$(BUILD)/tune/bin $@

# --- more ---

# Plays GAMES computer games of every ruleset (or of RULESET), two at a time, and checks every turn.
.PHONY: soak
GAMES ?= 1000
soak: all $(BUILD)/tests/soak
	$(BUILD)/tests/soak $(BIN)/misere $(GAMES) $(RULESET)

# Which branches the tests take: a page, and the share in each folder, in the engine, in protocol and in each tool.
# Calls of assert() do not count. Nothing is inlined, since each copy of a function would count its branches for
# itself; with gnu11 gcc keeps the counts of a process when it becomes another program. Threads that run at the end of
# a process make some counts inconsistent, so gcovr must tolerate that.
COVERAGE := $(BUILD)/coverage
.PHONY: coverage
coverage: $(TEST_TOOLS)
	$(Q)tools/install-packages gcovr jq
	$(Q)mkdir -p $(COVERAGE) && find $(COVERAGE) -name '*.gcda' -delete
	+$(Q)$(call build_in,coverage,$(SANITIZED_TESTS),-j$(CORES) OPTIMISE=-O0 \
	    CFLAGS='-std=gnu11 -Dalways_inline= $(CFLAGS)' SANITIZE='--coverage -fprofile-update=atomic')
	$(Q)FAULTS=$(or $(FAULTS),2) $(call prove_tests,$(call in_build,coverage,$(SANITIZED_TESTS)))
	$(Q)gcovr --gcov-ignore-parse-errors --exclude-branches-by-pattern '.*\bassert\(.*' --filter '(engine|protocol|tools)/' --exclude '.*make_tables' \
	    --html-details $(COVERAGE)/index.html --json-summary $(COVERAGE)/summary.json $(COVERAGE)
	$(Q)jq -r '.files[] | .folder = (.filename | sub("/[^/]*$$"; "")) | (.folder, "all of " + (.folder | capture("^(?<top>engine|protocol|tools/[^/]*)").top)) + "\t\(.branch_covered)\t\(.branch_total)"' \
	    $(COVERAGE)/summary.json | awk -F '\t' '{ taken[$$1] += $$2; all[$$1] += $$3 } \
	    END { for (i in all) if (all[i]) printf "%-28s %6d of %6d branches %5.1f%%\n", i, taken[i], all[i], 100 * taken[i] / all[i] }' | LC_ALL=C sort
	$(Q)echo 'The page: $(COVERAGE)/index.html'

# How many known wins the engine announces: no rival is needed for it.
.PHONY: bench-solved
bench-solved: $(BIN)/misere
	$(Q)tools/bench-search solved $< 100000 tests/data/solved/*.fen

# How many nodes and how much time the solver of misere-prove and the engine's search need for proofs.
.PHONY: bench-prove
bench-prove: $(BUILD)/tests/bench-prove
	$(Q)tools/bench-prove $< tests/data/prove.tsv $(NODES)

# How the time to read hostile game files grows with their size.
.PHONY: bench-floods
FLOOD_TESTS := $(addprefix $(BUILD)/tests/unit/files/,test_gamefile_hostile test_pgn)
bench-floods: $(FLOOD_TESTS)
	$(Q)for test in $(FLOOD_TESTS); do BENCH_FLOODS=1 $$test | grep -a ' times as much '; done
