# `make dist`: the files of a release, in build/dist: the source, programs for Linux that need no
# library, the engine for Windows, the board, the npm package, and their checksums.

DIST        := $(BUILD)/dist
RELEASE     := misere-$(VERSION)
STATIC      := $(BUILD)/static
STATIC_XML  := $(STATIC)/libxml2
STATIC_NAME := $(RELEASE)-linux-$(firstword $(subst -, ,$(shell $(CC) -dumpmachine)))
# libxml2 is compiled from the source that the WebAssembly module uses.
STATIC_MAKE := $(MAKE) --no-print-directory BUILD=$(STATIC) BIN=$(STATIC)/bin LDFLAGS='-static -L$(STATIC_XML)' \
    LDLIBS='-lm -ltinfo -lbsd -lmd' XML_CFLAGS='-I$(STATIC_XML)/include -I$(STATIC_XML)/node_modules/libxmljs/vendor/libxml2/include'

.PHONY: dist dist-packages static
#: dist       makes the files of a release in build/dist
dist: dist-packages board windows static
	rm -rf $(DIST) && mkdir -p $(DIST)
	git archive --prefix=$(RELEASE)/ HEAD | xz > $(DIST)/$(RELEASE).tar.xz
	$(STATIC_MAKE) install DESTDIR=$(CURDIR)/$(DIST)/$(STATIC_NAME) PREFIX= > /dev/null
	tar -C $(DIST) -cJf $(DIST)/$(STATIC_NAME).tar.xz $(STATIC_NAME) && rm -r $(DIST)/$(STATIC_NAME)
	cp $(BOARD_PAGE) $(DIST)
	cp -r $(WINDOWS_BIN) $(DIST)/$(RELEASE)-windows
	cd $(DIST) && zip -qr $(RELEASE)-windows.zip $(RELEASE)-windows && rm -r $(RELEASE)-windows
	cd $(WASM_BIN) && $(NPM) pack --silent --pack-destination $(CURDIR)/$(DIST)
	cd $(DIST) && sha256sum * > SHA256SUMS

# The programs without shared libraries.
static: packages
	$(Q)$(MAKE) --no-print-directory LIBXML2_BUILD=$(STATIC_XML) EMSCRIPTEN= EMCC=$(CC) EMAR=ar $(STATIC_XML)/libxml2.a
	$(Q)$(STATIC_MAKE) all

dist-packages:
	$(Q)tools/install-packages git xz-utils zip $(if $(shell command -v $(NODE)),,nodejs) $(if $(shell command -v $(NPM)),,npm)
