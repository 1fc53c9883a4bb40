# `make wasm` builds the engine for browsers and node into bin/wasm: an npm package. See docs/wasm.md.

EMCC       ?= emcc
EMAR       ?= emar
NODE       ?= node
NPM        ?= npm
WASM_BUILD := $(BUILD)/wasm
WASM_BIN   := $(BIN)/wasm

# The packages of node and npm, if they are missing.
NODE_PACKAGES = $(if $(shell command -v $(NODE)),,nodejs) $(if $(shell command -v $(NPM)),,npm)
# The libraries of package.json, exactly as package-lock.json has them; none may run a script of its own.
define npm_install
	@mkdir -p $(@D)
	$(call say,NPM)
	$(Q)cp $^ $(@D) && cd $(@D) && $(NPM) ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@
endef

# emcc gives this to clang with -Os and -Oz.
WASM_SMALLER := -fno-inline-functions
include tools/wasm/libxml2.mk

# Debian's Emscripten finds its JavaScript libraries only with this.
EMSCRIPTEN := $(if $(wildcard /usr/share/nodejs/acorn),NODE_PATH=/usr/share/nodejs)

# emcc and emar are programs in Python, which would take most of the time for small files: what they call, clang with
# their flags and llvm-ar, is called directly. emcc links.
WASM_CC = $(or $(call found,wasm-compiler, \
    $(EMCC) -v -Iengine -c engine/base/hash.c -o $(BUILD)/try-wasm.o 2>&1 | \
    sed -nE 's/^ *"?([^ "]*clang[^ "]*)"? (-target .*) -v .*/\1 \2/p'),$(EMCC))
WASM_AR = $(or $(wildcard $(subst clang,llvm-ar,$(firstword $(WASM_CC)))),$(EMAR))

# The functions that JavaScript calls: those of the library's headers and of tools/wasm/server.h.
WASM_GAME := malloc free $(addprefix misere_,free rulesets $(addprefix game_,new free ruleset tournament_draws \
    set_tournament_draws set_chips play undo expire history status start_fen fen turns write_turn refuse_turn board marks \
    moves write_half refuse_piece))
WASM_FILES := $(addprefix misere_,reader_new reader_free reader_next game_to_json game_from_json game_write \
    check_proof check_compact_proof)
WASM_SERVER := $(addprefix wasm_server_,new free execute run state take_output)
comma := ,
empty :=
wasm_exports = -sEXPORTED_FUNCTIONS=$(subst $(empty) $(empty),$(comma),$(addprefix _,$(strip $1)))
WASM_LINK   := -g0 --no-entry -sFILESYSTEM=0 -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=2GB
# What is for node is in program.js.
WASM_ENGINE := -O3 -msimd128 -sMODULARIZE -sENVIRONMENT=web,worker -sINITIAL_MEMORY=80MB \
    -sEXPORTED_RUNTIME_METHODS=UTF8ToString,stringToUTF8,lengthBytesUTF8 \
    $(call wasm_exports,malloc free misere_rulesets $(WASM_SERVER))

# One thread, which runs anywhere. Asyncify lets the search give way to messages (engine/base/os/wasm/thread.c).
WASM_ONE := -sASYNCIFY -sEXPORT_NAME=createMisereModule
# Threads, for pages with shared memory. They cannot be started while the worker is busy, so they all start with it: those
# of a search and one for the tablebase.
WASM_THREADED := -pthread -sEXPORT_NAME=createMisereThreads \
    '-sPTHREAD_POOL_SIZE=Math.max((globalThis.navigator||{}).hardwareConcurrency||4,4)+1' -Wno-pthreads-mem-growth
# Emscripten has the streams of POSIX and, with shared memory, its threads.
WASM_OS_ONE      := $(wildcard engine/base/os/wasm/*.c) engine/base/os/posix/stream.c
WASM_OS_THREADED := $(filter-out %/thread.c,$(WASM_OS_ONE)) $(addprefix engine/base/os/posix/,thread.c processors.c)

# Rules and files: small, never suspended, and without Emscripten's JavaScript. Checking a compact proof takes up to
# 3 MB of stack.
WASM_SMALL := -Oz -sSTANDALONE_WASM -sMALLOC=emmalloc -sTOTAL_STACK=5MB

# The libraries of the rooms $2, and how to make them, in the build folder $1.
wasm_libraries = $(patsubst %,$(WASM_BUILD)/$1/lib/%.a,$(call closure,$2))
wasm_make = $(MAKE) --no-print-directory $(if $(V),,-s) CC='$(WASM_CC)' AR=$(WASM_AR) HOSTCC=$(HOSTCC) PLATFORM=wasm \
    BUILD=$(WASM_BUILD)/$1 BIN=$(WASM_BUILD)/$1/bin NATIVE= SANITIZE= TABLES_FLAGS=--compute-sliders $(call wasm_libraries,$1,$2)
WASM_ENGINE_ROOMS := wasm library
WASM_FILES_ROOMS  := libraryfiles libraryproofs

.PHONY: wasm wasm-packages check-wasm
#: wasm       makes bin/wasm, the engine for web pages and node
wasm: wasm-packages
	+$(Q)$(call wasm_make,one,$(WASM_ENGINE_ROOMS)) CFLAGS='-g0 -msimd128' THREADS= OS_SOURCES='$(WASM_OS_ONE)'
	+$(Q)$(call wasm_make,threaded,$(WASM_ENGINE_ROOMS)) CFLAGS='-g0 -msimd128' THREADS=-pthread OS_SOURCES='$(WASM_OS_THREADED)'
	$(Q)$(MAKE) --no-print-directory $(LIBXML2_BUILD)/libxml2.a
	+$(Q)$(call wasm_make,files,$(WASM_FILES_ROOMS)) CFLAGS='-g0 $(WASM_SMALLER)' THREADS= OPTIMISE=-Os OS_SOURCES='$(WASM_OS_ONE)' \
	    XML_CFLAGS='$(patsubst -I%,-isystem %,$(filter -I%,$(LIBXML2_FLAGS)))'
	$(Q)$(MAKE) --no-print-directory $(WASM_BIN)/misere.js

$(WASM_BIN)/misere.js: $(WASM_BUILD)/one/misere.js $(WASM_BUILD)/threaded/misere-threads.js \
                       $(WASM_BUILD)/files/misere-files.wasm $(WASM_BUILD)/files/misere-rules.wasm \
                       docs/wasm.md LICENSE \
                       $(wildcard tools/wasm/*.js tools/wasm/*.mjs tools/wasm/*.ts)
	$(call say,GEN)
	$(Q)$(NODE) tools/wasm/make-package.mjs $(WASM_BIN) $(VERSION) $(WASM_BUILD) $(LIBXML2)/Copyright

$(WASM_BUILD)/one/misere.js: $(wildcard $(call wasm_libraries,one,$(WASM_ENGINE_ROOMS))) tools/wasm/wasm.mk
	$(call say,LD)
	$(Q)$(EMSCRIPTEN) $(EMCC) $(WASM_LINK) $(WASM_ENGINE) $(WASM_ONE) $(filter %.a,$^) -o $@

$(WASM_BUILD)/threaded/misere-threads.js: $(wildcard $(call wasm_libraries,threaded,$(WASM_ENGINE_ROOMS))) tools/wasm/wasm.mk
	$(call say,LD)
	$(Q)$(EMSCRIPTEN) $(EMCC) $(WASM_LINK) $(WASM_ENGINE) $(WASM_THREADED) $(filter %.a,$^) -o $@

$(WASM_BUILD)/files/misere-files.wasm: $(wildcard $(call wasm_libraries,files,$(WASM_FILES_ROOMS))) $(LIBXML2_BUILD)/libxml2.a \
                                     tools/wasm/wasm.mk
	$(call say,LD)
	$(Q)$(EMSCRIPTEN) $(EMCC) $(WASM_LINK) $(WASM_SMALL) $(call wasm_exports,$(WASM_GAME) $(WASM_FILES)) $(filter %.a,$^) -o $@

$(WASM_BUILD)/files/misere-rules.wasm: $(wildcard $(call wasm_libraries,files,library)) tools/wasm/wasm.mk
	$(call say,LD)
	$(Q)$(EMSCRIPTEN) $(EMCC) $(WASM_LINK) $(WASM_SMALL) $(call wasm_exports,$(WASM_GAME)) $(filter %.a,$^) -o $@

wasm-packages:
	$(Q)tools/install-packages gcc libc6-dev emscripten zopfli $(NODE_PACKAGES)

# The bundlers that build pages with the package, and TypeScript.
BUNDLER_BUILD := $(BUILD)/bundlers
$(BUNDLER_BUILD)/installed: $(addprefix tests/wasm/bundlers/,package.json package-lock.json)
	$(npm_install)

WASM_TEST = MISERE_BIN=$(BIN) MISERE_BROWSER_LIBRARIES=$(BROWSER_BUILD) MISERE_BUNDLERS=$(BUNDLER_BUILD) \
    $(NODE) --test --test-reporter=tap
#: check-wasm  tests bin/wasm in node, browsers and bundlers
check-wasm: packages wasm-packages browsers
	$(Q)$(MAKE) --no-print-directory -j$(CORES) wasm $(BIN)/misere $(BIN)/misere-convert $(BIN)/misere-prove \
	    $(BUNDLER_BUILD)/installed
	$(Q)$(WASM_TEST) --test-concurrency=2 $(wildcard tests/wasm/*.test.mjs)
