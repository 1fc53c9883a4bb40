# `make library` builds the C library into bin/library: libmisere.so, libmisere.a, misere.h and what pkg-config reads. See
# docs/library.md.

LIBRARY       := $(BIN)/library
LIBRARY_ROOMS := libraryfiles libraryproofs librarysamples libraryengine
# Changes with every change that breaks programs: a function or a member of a struct that vanishes or changes.
SONAME        := libmisere.so.0
# On x86-64 the library exists twice, too: glibc's loader takes the second one, for processors since about 2013.
FAST_FOLDER   := $(if $(filter x86_64%,$(MACHINE)),glibc-hwcaps/x86-64-v3)
PIC_FLAGS     := -fPIC -fvisibility=hidden

# $1: the build folder, $2: flags.
library_make = $(MAKE) --no-print-directory BUILD=$(BUILD)/$1 CFLAGS='$(PIC_FLAGS) $2 $(CFLAGS)'
WHOLE_ROOMS    = -Wl,--whole-archive $^ -Wl,--no-whole-archive

.PHONY: library build-library
#: library    builds the C library into bin/library
library: packages
	+$(Q)$(MAKE) --no-print-directory build-library

# The same, where nothing may be installed for it.
build-library:
	+$(Q)$(call library_make,pic) $(LIBRARY)/$(SONAME) $(LIBRARY)/libmisere.a $(LIBRARY)/misere.h $(LIBRARY)/misere.pc
	$(Q)ln -sf $(SONAME) $(LIBRARY)/libmisere.so
	$(if $(FAST_FOLDER),+$(Q)$(call library_make,pic-fast,$(FAST_FLAGS)) $(LIBRARY)/$(FAST_FOLDER)/$(SONAME))

$(LIBRARY)/$(SONAME) $(LIBRARY)/$(FAST_FOLDER)/$(SONAME): $(call libraries,$(LIBRARY_ROOMS))
	@mkdir -p $(@D)
	$(call say,LD)
	$(Q)$(CC) $(ALL_LDFLAGS) -shared -Wl,-soname,$(SONAME) -Wl,-z,defs $(WHOLE_ROOMS) $(call system,$(LIBRARY_ROOMS)) -o $@

# One object that shows no names but those of misere.h.
$(LIBRARY)/libmisere.a: $(call libraries,$(LIBRARY_ROOMS))
	@mkdir -p $(@D)
	$(call say,AR)
	$(Q)$(CC) -r -nostdlib $(WHOLE_ROOMS) -o $(BUILD)/misere.o && $(OBJCOPY) --localize-hidden $(BUILD)/misere.o
	$(Q)rm -f $@ && $(AR) rcs $@ $(BUILD)/misere.o

$(LIBRARY)/misere.h: tools/library/misere.h
	@mkdir -p $(@D)
	$(Q)cp $< $@

$(LIBRARY)/misere.pc: tools/library/library.mk
	@mkdir -p $(@D)
	$(call say,GEN)
	$(Q)printf '%s\n' 'prefix=$${pcfiledir}/../..' 'libdir=$${prefix}/lib' 'includedir=$${prefix}/include' '' 'Name: misere' \
	    'Description: The rules, game files and search of antichess and other losing games' 'Version: $(VERSION)' \
	    'Libs: -L$${libdir} -lmisere' 'Libs.private: $(call system,$(LIBRARY_ROOMS))' \
	    'Cflags: -I$${includedir}' > $@
