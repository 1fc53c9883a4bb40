# `make dist`: the files of a release, in build/dist: the source; the programs for Linux without shared libraries, and
# apart from them their debugging information; the engine for Linux on arm64 and for Windows; the board; the packages for
# npm and Python; what is inside, with licences, as SPDX; and the checksums of all. Needs a clone: the source is that of
# the last commit.

DIST         := $(BUILD)/dist
RELEASE      := misere-$(VERSION)
WINDOWS_NAME := $(RELEASE)-windows
STATIC_NAME  := $(RELEASE)-linux-$(firstword $(subst -, ,$(MACHINE)))
STATIC       := $(BUILD)/static
# libxml2 is compiled from the source that the WebAssembly module uses, without iconv: in a static program that would
# need the shared libraries of the same glibc.
STATIC_XML   := $(STATIC)/libxml2
STATIC_XML_SOURCE := $(STATIC_XML)/node_modules/libxmljs/vendor/libxml2
STATIC_XML_CFLAGS := -I$(STATIC_XML)/include -I$(STATIC_XML_SOURCE)/include
STATIC_VARIABLES := BUILD=$(STATIC) BIN=$(STATIC)/bin LDFLAGS='-static -L$(STATIC_XML)' \
    LDLIBS='-lm -ltinfo -lbsd -lmd' XML_CFLAGS='$(STATIC_XML_CFLAGS)'
# The packages of the other libraries. Each has its licence in /usr/share/doc.
STATIC_PACKAGES := libc6-dev libjansson-dev libedit-dev libncurses-dev libbsd-dev libmd-dev
STATIC_NOTICES  := $(STATIC_XML_SOURCE)/Copyright $(wildcard $(STATIC_PACKAGES:%=/usr/share/doc/%/copyright))

# The engine for Linux on arm64, cross-compiled: CONTRIBUTING.md.
ARM64           := $(BUILD)/arm64
ARM64_NAME      := $(RELEASE)-linux-arm64
ARM64_VARIABLES := CC=aarch64-linux-gnu-gcc OBJCOPY=aarch64-linux-gnu-objcopy HOSTCC=$(HOSTCC) BUILD=$(ARM64) BIN=$(ARM64)/bin
ARM64_NOTICES   := /usr/share/doc/libc6-arm64-cross/copyright
# $(call pack,NAME): packs the folder NAME of the release, and removes it.
pack = tar -C $(DIST) -cJf $(DIST)/$1.tar.xz $1 && rm -r $(DIST)/$1

.PHONY: dist dist-files dist-source dist-packages static static-xml arm64
#: dist       makes the files of a release in build/dist
dist: dist-packages wasm-packages board-packages windows-packages wheel-packages
	$(MAKE) --no-print-directory -j$(CORES) board windows static arm64 wheel
	$(MAKE) --no-print-directory dist-files

dist-files:
	rm -rf $(DIST)
	$(MAKE) --no-print-directory dist-source
	cp $(BOARD_PAGE) $(STATIC)/bin
	$(MAKE) --no-print-directory $(STATIC_VARIABLES) install-strip DESTDIR=$(abspath $(DIST))/$(STATIC_NAME) PREFIX= > /dev/null
	tail -n +1 $(STATIC_NOTICES) > $(DIST)/$(STATIC_NAME)/share/doc/misere/LICENSE-libraries
	mkdir $(DIST)/$(STATIC_NAME)-debug && for program in $(notdir $(PROGRAMS)); do \
	    debug=$(DIST)/$(STATIC_NAME)-debug/$$program.debug; \
	    $(OBJCOPY) --only-keep-debug $(STATIC)/bin/$$program $$debug && \
	    $(OBJCOPY) --add-gnu-debuglink=$$debug $(DIST)/$(STATIC_NAME)/bin/$$program || exit 1; done
	$(call pack,$(STATIC_NAME))
	$(call pack,$(STATIC_NAME)-debug)
	mkdir -p $(DIST)/$(ARM64_NAME) && cp -r book tools/xboard LICENSE $(DIST)/$(ARM64_NAME)
	tail -n +1 $(ARM64_NOTICES) > $(DIST)/$(ARM64_NAME)/LICENSE-libraries
	aarch64-linux-gnu-strip -o $(DIST)/$(ARM64_NAME)/misere $(ARM64)/bin/misere
	$(call pack,$(ARM64_NAME))
	cp -r $(WINDOWS_BIN) $(DIST)/$(WINDOWS_NAME)
	cd $(DIST) && zip -qr $(WINDOWS_NAME).zip $(WINDOWS_NAME) && rm -r $(WINDOWS_NAME)
	cp $(BOARD_PAGE) $(DIST)
	cd $(WASM_BIN) && $(NPM) pack --silent --pack-destination $(abspath $(DIST))
	cp $(PYTHON_BUILD)/misere-*.whl $(DIST)
	SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) tools/install/make-spdx $(DIST) $(VERSION) > $(BUILD)/$(RELEASE).spdx.json
	mv $(BUILD)/$(RELEASE).spdx.json $(DIST)
	cd $(DIST) && sha256sum * > SHA256SUMS

# The user's settings of git do not change the archive.
dist-source:
	$(Q)mkdir -p $(DIST)
	$(Q)git -c tar.umask=0022 archive --prefix=$(RELEASE)/ --output=$(DIST)/$(RELEASE).tar.gz HEAD

# The programs without shared libraries.
static: packages static-xml
	+$(Q)$(MAKE) --no-print-directory $(STATIC_VARIABLES) all

# As position-independent code, for the wheel's library, too.
static-xml: packages
	+$(Q)$(MAKE) --no-print-directory LIBXML2_BUILD=$(STATIC_XML) WASM_CC='$(CC) -fPIC' WASM_AR=ar \
	    $(STATIC_XML)/libxml2.a

# The node count is the same on every machine.
arm64: dist-packages
	+$(Q)$(MAKE) --no-print-directory $(ARM64_VARIABLES) LDFLAGS=-static $(ARM64)/bin/misere
	$(Q)qemu-aarch64 $(ARM64)/bin/misere bench | grep -qw "$$(cat tests/data/bench-nodes)"

dist-packages:
	$(Q)tools/install-packages git xz-utils zip gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user \
	    $(STATIC_PACKAGES) $(NODE_PACKAGES)
