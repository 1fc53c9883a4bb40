# libxml2 for WebAssembly, from the source in the npm package libxmljs, whose hash tools/wasm/package-lock.json holds.
# Only what protocol/files/xml uses is compiled in.

LIBXML2_BUILD := $(WASM_BUILD)/libxml2
LIBXML2       := $(LIBXML2_BUILD)/node_modules/libxmljs/vendor/libxml2
LIBXML2_HAS   := TREE OUTPUT PATTERN REGEXPS SCHEMAS ISO8859X
LIBXML2_NAMES := SAX2 buf chvalid dict encoding entities error globals hash list parser parserInternals pattern relaxng tree \
    threads uri valid xmlIO xmlmemory xmlregexp xmlsave xmlschemas xmlschemastypes xmlstring xmlunicode xpath
LIBXML2_FLAGS := -Oz $(WASM_SMALLER) -DHAVE_CONFIG_H -I$(LIBXML2_BUILD)/include -I$(LIBXML2)/include
# What the C library has; RAND, SRAND and TIME make the hash tables proof against chosen keys.
LIBXML2_HAVE  := CTYPE_H ERRNO_H FLOAT_H INTTYPES_H LIMITS_H MATH_H STDINT_H STDLIB_H STRING_H SYS_TYPES_H TIME_H \
    RAND SRAND TIME

$(LIBXML2_BUILD)/installed: tools/wasm/package.json tools/wasm/package-lock.json
	$(npm_install)

# The configure script begins with the three parts of the version.
$(LIBXML2_BUILD)/include/libxml/xmlversion.h: $(LIBXML2_BUILD)/installed tools/wasm/libxml2.mk
	@mkdir -p $(@D)
	$(call say,GEN)
	$(Q)set -- $$(sed -n 's/.*M[A-Z]*_VERSION\], \([0-9]*\)).*/\1/p' $(LIBXML2)/configure.ac); \
	sed -e "s/@VERSION@/$$1.$$2.$$3/" -e "s/@LIBXML_VERSION_NUMBER@/$$(($$1 * 10000 + $$2 * 100 + $$3))/" \
	    $(LIBXML2_HAS:%=-e 's/@WITH_%@/1/') -e 's/@WITH_[A-Z0-9_]*@/0/' -e 's/@[A-Z_]*@//' \
	    $(LIBXML2)/include/libxml/xmlversion.h.in > $@
	$(Q)printf '#define HAVE_%s 1\n' $(LIBXML2_HAVE) > $(LIBXML2_BUILD)/include/config.h

$(LIBXML2_BUILD)/%.o: tools/wasm/libxml2.mk $(LIBXML2_BUILD)/include/libxml/xmlversion.h
	$(call say,CC)
	$(Q)$(WASM_CC) $(LIBXML2_FLAGS) -w -c $(LIBXML2)/$*.c -o $@

$(LIBXML2_BUILD)/libxml2.a: $(LIBXML2_NAMES:%=$(LIBXML2_BUILD)/%.o)
	$(call say,AR)
	$(Q)rm -f $@ && $(WASM_AR) rcs $@ $^
