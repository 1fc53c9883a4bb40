# `make windows` builds the engine for 64-bit Windows into bin/windows, with its books: a folder to copy.

WINDOWS_HOST  ?= x86_64-w64-mingw32
WINDOWS_BUILD := $(BUILD)/windows
WINDOWS_BIN   := $(BIN)/windows

# mingw-w64 has POSIX threads.
WINDOWS_OS := $(wildcard engine/base/os/windows/*.c) engine/base/os/posix/thread.c
# Paths are in UTF-8, where one of 260 characters may take 780 bytes. The formats of printf() are those of C,
# not those of Windows, with which gcc compares them. All code is linked statically, so it needs no pointers to
# what other libraries may define.
WINDOWS_CFLAGS := -DPATH_MAX=1024 -Wno-format -mcmodel=small
# As much stack as on Linux.
WINDOWS_LDFLAGS := -static -Wl,--stack,8388608
# Windows aligns the stack to 16 bytes only, and gcc does not know: https://gcc.gnu.org/PR54412
WINDOWS_FAST_FLAGS := -Wa,-muse-unaligned-vector-move

windows_make = $(MAKE) --no-print-directory $(if $(V),,-s) CC=$(WINDOWS_HOST)-gcc AR=$(WINDOWS_HOST)-ar \
    OBJCOPY=$(WINDOWS_HOST)-objcopy HOSTCC=$(HOSTCC) PLATFORM=windows EXE=.exe BUILD=$(WINDOWS_BUILD) BIN=$(WINDOWS_BUILD)/bin \
    NATIVE= SANITIZE= OS_SOURCES='$(WINDOWS_OS)' CFLAGS='$(WINDOWS_CFLAGS)' LDFLAGS='$(WINDOWS_LDFLAGS)' \
    FAST_FLAGS='$(FAST_FLAGS) $(WINDOWS_FAST_FLAGS)' $(WINDOWS_BUILD)/bin/misere.exe

.PHONY: windows
windows:
	$(Q)$(windows_make)
