# `make windows` builds the engine for 64-bit Windows, with its books, into the folder bin/windows, which can be
# copied anywhere.

WINDOWS_HOST  ?= x86_64-w64-mingw32
WINDOWS_BUILD := $(BUILD)/windows
WINDOWS_BIN   := $(BIN)/windows
WINDOWS_NOTICES := /usr/share/doc/mingw-w64-common/copyright

# mingw-w64 has POSIX threads, so thread.c is that of posix.
WINDOWS_OS := $(wildcard engine/base/os/windows/*.c) engine/base/os/posix/thread.c
# PATH_MAX: a path of 260 characters, Windows's limit, takes up to 780 bytes in UTF-8. -Wno-format: gcc checks formats
# against Windows's printf(), but mingw-w64's, which we link, follows C. -mcmodel=small: all code is linked statically,
# so no variable is in a DLL, which needs a pointer.
WINDOWS_CFLAGS := -DPATH_MAX=1024 -Wno-format -mcmodel=small
# 8 MiB of stack, as on Linux.
WINDOWS_LDFLAGS := -static -Wl,--stack,8388608
# Windows aligns the stack to 16 bytes only, but gcc uses it as if aligned to 32: https://gcc.gnu.org/PR54412
WINDOWS_FAST_FLAGS := -Wa,-muse-unaligned-vector-move

windows_make = $(MAKE) --no-print-directory $(if $(V),,-s) CC=$(WINDOWS_HOST)-gcc AR=$(WINDOWS_HOST)-ar \
    OBJCOPY=$(WINDOWS_HOST)-objcopy HOSTCC=$(HOSTCC) PLATFORM=windows EXE=.exe BUILD=$(WINDOWS_BUILD) \
    BIN=$(WINDOWS_BUILD)/bin NATIVE= SANITIZE= THREADS=-pthread OS_SOURCES='$(WINDOWS_OS)' \
    CFLAGS='$(WINDOWS_CFLAGS)' LDFLAGS='$(WINDOWS_LDFLAGS)' \
    FAST_FLAGS='$(FAST_FLAGS) $(WINDOWS_FAST_FLAGS)' $(WINDOWS_BUILD)/bin/misere.exe

.PHONY: windows windows-packages check-windows
#: windows    builds the engine for Windows into bin/windows
windows: windows-packages
	+$(Q)$(windows_make)
	$(Q)$(MAKE) --no-print-directory $(if $(V),,-s) $(WINDOWS_BIN)/misere.exe

# The folder has the books, WinBoard's settings for each ruleset, and the licences of the code that is linked in.
$(WINDOWS_BIN)/misere.exe: $(wildcard $(WINDOWS_BUILD)/bin/misere.exe book/*.bin tools/xboard/*.xop) LICENSE \
                           tools/windows/windows.mk
	@mkdir -p $(@D)/book $(@D)/winboard
	$(call say,GEN)
	$(Q)cp book/*.bin $(@D)/book
	$(Q)cp tools/xboard/*.xop $(@D)/winboard
	$(Q)cp LICENSE $(@D)/LICENSE.txt
	$(Q)if [ -f $(WINDOWS_NOTICES) ]; then cp $(WINDOWS_NOTICES) $(@D)/LICENSE-mingw-w64.txt; fi
	$(Q)$(WINDOWS_HOST)-strip -o $@ $<

windows-packages:
	$(Q)tools/install-packages gcc libc6-dev gcc-mingw-w64-x86-64

# --- tests, under wine ---

# Debian's package wine64 puts its program here.
WINE ?= $(firstword $(shell command -v wine64 wine) /usr/lib/wine/wine64)
WINESERVER ?= $(firstword $(shell command -v wineserver) /usr/lib/wine/wineserver)
WINE_SETTINGS = WINE=$(WINE) WINEPREFIX=$(abspath $(WINDOWS_BUILD)/wine) WINEDEBUG=-all
# MISERE_BIN for the tests: a folder in which `misere` runs the engine for Windows.
WINDOWS_TESTED := $(WINDOWS_BUILD)/tested
# The tests of the engine that are the same on all platforms, and those for Windows only.
WINDOWS_TESTS := $(addprefix tests/script/,uci.bats cecp.bats experience.bats) tests/windows/windows.bats

# wineserver is started with -p30: it stays for 30 s after the last program, so that the next one need not wait for it.
# Starting it fails if it is running already.
#: check-windows  tests the engine for Windows under wine
check-windows: test-packages windows
	$(Q)tools/install-packages wine64
	$(Q)$(MAKE) --no-print-directory $(if $(V),,-s) all
	$(Q)mkdir -p $(WINDOWS_TESTED) $(WINDOWS_BUILD)/wine
	$(Q)cp tools/windows/misere-wine $(WINDOWS_TESTED)/misere
	$(Q)cp $(WINDOWS_BIN)/misere.exe $(WINDOWS_TESTED)/
	$(Q)$(WINDOWS_HOST)-gcc -O $(WARNINGS) tests/windows/hold.c -o $(WINDOWS_TESTED)/hold.exe
	$(Q)ln -sf $(abspath $(BIN)/misere-referee) $(abspath $(BIN)/misere-book) $(WINDOWS_TESTED)/
	$(Q)$(WINE_SETTINGS) $(WINESERVER) -p30 || true
	$(Q)$(WINE_SETTINGS) $(WINE) wineboot -i > /dev/null 2>&1
	$(Q)$(WINE_SETTINGS) MISERE_WINDOWS=$(abspath $(WINDOWS_BIN)) MISERE_BIN=$(WINDOWS_TESTED) MISERE_NATIVE=$(abspath $(BIN)/misere) \
	    $(PROVE) $(PROVE_FLAGS) --exec '' $(WINDOWS_TESTS)
