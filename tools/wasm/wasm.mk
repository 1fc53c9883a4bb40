# `make wasm` builds the engine for browsers and node into bin/wasm: an npm package. See docs/wasm.md.

EMCC       ?= emcc
EMAR       ?= emar
NODE       ?= node
WASM_BUILD := $(BUILD)/wasm
WASM_BIN   := $(BIN)/wasm

# Debian's Emscripten finds its JavaScript libraries only with this.
EMSCRIPTEN := $(if $(wildcard /usr/share/nodejs/acorn),NODE_PATH=/usr/share/nodejs)

WASM_EXPORTS := malloc free $(addprefix wasm_server_,new free execute run state take_output) \
    $(addprefix wasm_game_,new free text start play take_back turns history notation status fen board) \
    $(addprefix wasm_ruleset_,count name start_fen family)
comma := ,
empty :=
WASM_LINK := -O3 -msimd128 -g0 --no-entry -sMODULARIZE -sENVIRONMENT=web,worker,node -sFILESYSTEM=0 \
    -sALLOW_MEMORY_GROWTH -sINITIAL_MEMORY=64MB -sMAXIMUM_MEMORY=2GB \
    -sNODEJS_CATCH_EXIT=0 -sNODEJS_CATCH_REJECTION=0 \
    -sEXPORTED_FUNCTIONS=$(subst $(empty) $(empty),$(comma),$(addprefix _,$(strip $(WASM_EXPORTS)))) \
    -sEXPORTED_RUNTIME_METHODS=UTF8ToString,stringToUTF8,lengthBytesUTF8

# One thread, which runs anywhere. Asyncify lets the search give way to messages (engine/base/os/wasm/thread.c).
WASM_ONE := -sASYNCIFY -sEXPORT_NAME=createMisereModule
# Threads, for pages with shared memory. They cannot be started while the worker is busy, so they all start with it.
WASM_THREADED := -pthread -sEXPORT_NAME=createMisereThreads \
    '-sPTHREAD_POOL_SIZE=Math.max((globalThis.navigator||{}).hardwareConcurrency||4,4)' -Wno-pthreads-mem-growth
# Emscripten has the streams of POSIX and, with shared memory, its threads.
WASM_OS_ONE      := $(wildcard engine/base/os/wasm/*.c) engine/base/os/posix/stream.c
WASM_OS_THREADED := $(filter-out %/thread.c,$(WASM_OS_ONE)) engine/base/os/posix/thread.c

wasm_libraries = $(patsubst %,$(WASM_BUILD)/$1/lib/%.a,$(call closure,wasm))
wasm_make = $(EMSCRIPTEN) $(MAKE) --no-print-directory $(if $(V),,-s) CC=$(EMCC) AR=$(EMAR) HOSTCC=$(HOSTCC) PLATFORM=wasm \
    BUILD=$(WASM_BUILD)/$1 BIN=$(WASM_BUILD)/$1/bin NATIVE= SANITIZE= CFLAGS=-msimd128 TABLES_FLAGS=--compute-sliders $(call wasm_libraries,$1)

.PHONY: wasm wasm-packages check-wasm bench-wasm
wasm: wasm-packages
	$(Q)$(call wasm_make,one) THREADS= OS_SOURCES='$(WASM_OS_ONE)'
	$(Q)$(call wasm_make,threaded) THREADS=-pthread OS_SOURCES='$(WASM_OS_THREADED)'
	$(Q)$(MAKE) --no-print-directory $(WASM_BIN)/misere.js

$(WASM_BIN)/misere.js: $(WASM_BUILD)/one/misere.js $(WASM_BUILD)/threaded/misere-threads.js docs/wasm.md LICENSE \
                       $(wildcard tools/wasm/*.js tools/wasm/*.mjs tools/wasm/*.ts)
	$(call say,GEN)
	$(Q)$(NODE) tools/wasm/make-package.mjs $(WASM_BIN) $(VERSION) $(WASM_BUILD)/one/misere \
	    $(WASM_BUILD)/threaded/misere-threads

$(WASM_BUILD)/one/misere.js: $(wildcard $(call wasm_libraries,one)) tools/wasm/wasm.mk
	$(call say,LD)
	$(Q)$(EMSCRIPTEN) $(EMCC) $(WASM_LINK) $(WASM_ONE) $(filter %.a,$^) -o $@

$(WASM_BUILD)/threaded/misere-threads.js: $(wildcard $(call wasm_libraries,threaded)) tools/wasm/wasm.mk
	$(call say,LD)
	$(Q)$(EMSCRIPTEN) $(EMCC) $(WASM_LINK) $(WASM_THREADED) $(filter %.a,$^) -o $@

wasm-packages:
	$(Q)tools/install-packages gcc libc6-dev emscripten $(if $(shell command -v $(NODE)),,nodejs)

# CPU time in comparison with the native engine, and sizes.
bench-wasm: wasm $(BIN)/misere
	$(NODE) tools/wasm/bench.mjs $(BIN)/misere $(WASM_BIN)

check-wasm: wasm browsers
	$(Q)$(MAKE) --no-print-directory $(BIN)/misere
	$(Q)MISERE_BIN=$(BIN) MISERE_BROWSER_LIBRARIES=$(BROWSER_BUILD) $(NODE) --test --test-reporter=tap $(wildcard tests/wasm/*.test.mjs)
