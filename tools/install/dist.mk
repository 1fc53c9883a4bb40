# `make dist`: the files of a release, in build/dist: the source, the programs for Linux without shared libraries, the
# engine for Windows, the board, the npm package, and their checksums. Needs a clone: the source is that of the last
# commit.

DIST         := $(BUILD)/dist
RELEASE      := misere-$(VERSION)
WINDOWS_NAME := $(RELEASE)-windows
STATIC_NAME  := $(RELEASE)-linux-$(firstword $(subst -, ,$(MACHINE)))
STATIC       := $(BUILD)/static
# libxml2 is compiled from the source that the WebAssembly module uses, without iconv: in a static program that would
# need the shared libraries of the same glibc.
STATIC_XML   := $(STATIC)/libxml2
STATIC_XML_SOURCE := $(STATIC_XML)/node_modules/libxmljs/vendor/libxml2
STATIC_VARIABLES := BUILD=$(STATIC) BIN=$(STATIC)/bin LDFLAGS='-static -L$(STATIC_XML)' \
    LDLIBS='-lm -ltinfo -lbsd -lmd' XML_CFLAGS='-I$(STATIC_XML)/include -I$(STATIC_XML_SOURCE)/include'
# The packages of the other libraries. Each has its licence in /usr/share/doc.
STATIC_PACKAGES := libc6-dev libjansson-dev libedit-dev libncurses-dev libbsd-dev libmd-dev
STATIC_NOTICES  := $(STATIC_XML_SOURCE)/Copyright $(wildcard $(STATIC_PACKAGES:%=/usr/share/doc/%/copyright))

.PHONY: dist dist-source dist-packages static
#: dist       makes the files of a release in build/dist
dist: dist-packages board windows static
	rm -rf $(DIST)
	$(MAKE) --no-print-directory dist-source
	cp $(BOARD_PAGE) $(STATIC)/bin
	$(MAKE) --no-print-directory $(STATIC_VARIABLES) install DESTDIR=$(abspath $(DIST))/$(STATIC_NAME) PREFIX= > /dev/null
	tail -n +1 $(STATIC_NOTICES) > $(DIST)/$(STATIC_NAME)/share/doc/misere/LICENSE-libraries
	tar -C $(DIST) -cJf $(DIST)/$(STATIC_NAME).tar.xz $(STATIC_NAME) && rm -r $(DIST)/$(STATIC_NAME)
	cp -r $(WINDOWS_BIN) $(DIST)/$(WINDOWS_NAME)
	cd $(DIST) && zip -qr $(WINDOWS_NAME).zip $(WINDOWS_NAME) && rm -r $(WINDOWS_NAME)
	cp $(BOARD_PAGE) $(DIST)
	cd $(WASM_BIN) && $(NPM) pack --silent --pack-destination $(abspath $(DIST))
	cd $(DIST) && sha256sum * > SHA256SUMS

# The user's settings of git do not change the archive.
dist-source:
	$(Q)mkdir -p $(DIST)
	$(Q)git -c tar.umask=0022 archive --prefix=$(RELEASE)/ --output=$(DIST)/$(RELEASE).tar.gz HEAD

# The programs without shared libraries.
static: packages
	$(Q)$(MAKE) --no-print-directory LIBXML2_BUILD=$(STATIC_XML) EMSCRIPTEN= EMCC=$(CC) EMAR=ar $(STATIC_XML)/libxml2.a
	$(Q)$(MAKE) --no-print-directory $(STATIC_VARIABLES) all

dist-packages:
	$(Q)tools/install-packages git xz-utils zip $(STATIC_PACKAGES) $(if $(shell command -v $(NODE)),,nodejs) \
	    $(if $(shell command -v $(NPM)),,npm)
