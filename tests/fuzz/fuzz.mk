# Fuzzing: CONTRIBUTING.md describes it. A file tests/fuzz/NAME.c is a target, linked with the rooms that its line here
# names, and with fuzz_objects_NAME.

fuzz_rooms_board1994 := files json
fuzz_rooms_book := openings
fuzz_rooms_cecp := cecp
fuzz_rooms_checkpoint := train
fuzz_rooms_client := client
fuzz_rooms_command_line := config annotate book convert prove puzzles textui train uci cecp
fuzz_rooms_compact := compact
fuzz_rooms_experience := experience
fuzz_rooms_fen := rules
fuzz_rooms_game_json := json
fuzz_rooms_list := files json
fuzz_rooms_log := log files json
fuzz_rooms_network := eval
fuzz_rooms_openings := prove
fuzz_rooms_pgn := files json
fuzz_rooms_proof := proofs compact
fuzz_rooms_samples := traindata
fuzz_rooms_shard := traindata
fuzz_rooms_solver_state := solver
fuzz_rooms_syzygy := syzygy
fuzz_rooms_textui := textui
fuzz_rooms_turn := rules
fuzz_rooms_uci := uci
fuzz_rooms_xml := files json

fuzz_objects_compact := $(BUILD)/tests/reference/compact_proof.o
fuzz_objects_proof := $(addprefix $(BUILD)/tests/reference/,proven_openings.o compact_proof.o)
fuzz_objects_command_line := $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/fuzz/programs/*.c))

FUZZ_TARGETS := $(sort $(patsubst fuzz_rooms_%,%,$(filter fuzz_rooms_%,$(.VARIABLES))))
FUZZ_SUPPORT := $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/fuzz/support/*.c))

# NAME is driven by libFuzzer, which only clang has; NAME-replay checks files.
define fuzz_target
$(BUILD)/tests/fuzz/$1: $(BUILD)/tests/fuzz/$1.o $(fuzz_objects_$1) $(BUILD)/lib/fuzz.a $(REFERENCE) $(call libraries,$2)
	$$(call say,LD)
	$$(Q)$$(LINK) -fsanitize=fuzzer $(call system,$2)

$(BUILD)/tests/fuzz/$1-replay: $(BUILD)/tests/fuzz/$1.o $(fuzz_objects_$1) $(BUILD)/tests/fuzz/replay.o \
        $(BUILD)/lib/fuzz.a $(REFERENCE) $(call libraries,$2)
	$$(call say,LD)
	$$(Q)$$(LINK) $(call system,$2)
endef
$(foreach name,$(FUZZ_TARGETS),$(eval $(call fuzz_target,$(name),$(fuzz_rooms_$(name)))))

$(BUILD)/lib/fuzz.a: $(FUZZ_SUPPORT)
	@mkdir -p $(@D)
	$(call say,AR)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

# If libFuzzer observed the reference, and the comparisons of numbers in the search and in checksums of large files, that
# would take most of the time.
ifneq ($(findstring fuzzer,$(SANITIZE)),)
$(REFERENCE): ALL_CFLAGS += -O2 -fno-sanitize=all
$(BUILD)/engine/search/%.o $(BUILD)/engine/eval/%.o $(BUILD)/engine/tablebase/retrograde.o \
$(BUILD)/engine/tablebase/ending_set.o $(BUILD)/engine/rules/movegen.o $(BUILD)/engine/rules/outcome.o \
$(BUILD)/tools/train/checkpoint.o $(BUILD)/tests/fuzz/checkpoint.o: \
    ALL_CFLAGS += -fno-sanitize-coverage=trace-cmp
endif

# The build with libFuzzer, AddressSanitizer and UndefinedBehaviorSanitizer.
FUZZ_BUILD     := $(BUILD)/fuzz
FUZZ_SANITIZE  := -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
FUZZ_MAKE       = $(MAKE) --no-print-directory -j$(CORES) BUILD=$(FUZZ_BUILD) BIN=$(FUZZ_BUILD)/bin CC=clang HOSTCC=clang \
                  OPTIMISE=-O1 SANITIZE='$(FUZZ_SANITIZE)'
TARGETS        ?= $(FUZZ_TARGETS)
JOBS           ?= $(CORES)
TIME           ?= 600

.PHONY: fuzz check-fuzz fuzz-programs fuzz-replays fuzz-packages
#: fuzz       feeds mutated input to readers and protocols; TIME=SECONDS
fuzz: fuzz-packages
	$(Q)$(FUZZ_MAKE) fuzz-programs TARGETS='$(TARGETS)'
	$(Q)tests/fuzz/run $(FUZZ_BUILD)/tests/fuzz $(FUZZ_BUILD)/work $(JOBS) $(TIME) $(TARGETS)

# Replays the seeds and all findings, in the build of `make asan`: `make check` has made most of it.
#: check-fuzz  replays the seeds and findings of the fuzz targets
check-fuzz: packages
	+$(Q)$(call make_in,asan,$(ASAN_VARIABLES)) -j$(CORES) fuzz-replays TARGETS='$(TARGETS)'
	$(Q)printf '%s\n' $(TARGETS) | xargs -P $(JOBS) -n 1 tests/fuzz/replay $(BUILD)/asan/tests/fuzz

fuzz-programs: $(TARGETS:%=$(BUILD)/tests/fuzz/%)

# Programs that check files, made with any compiler; also for AFL++.
fuzz-replays: $(TARGETS:%=$(BUILD)/tests/fuzz/%-replay)

fuzz-packages: packages
	$(Q)tools/install-packages clang libclang-rt-dev
