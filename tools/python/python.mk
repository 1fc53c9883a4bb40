# `make wheel` makes a wheel and a source distribution of the Python package, in build/python. See docs/library.md.

# Debian's Python has Debian's modules.
PYTHON3      ?= $(firstword $(wildcard /usr/bin/python3) python3)
PYTHON_BUILD := $(BUILD)/python
PYTHON_TREE  := $(PYTHON_BUILD)/misere-$(VERSION)
# What the library is built from: the folder `source` of the source distribution.
LIBRARY_SOURCES := Makefile LICENSE schemas engine protocol tools/library tools/install-packages $(filter %.mk,$(MAKEFILE_LIST))
# The wheel's library contains libxml2, and so needs only the C library.
WHEEL_BUILD   := $(PYTHON_BUILD)/library
WHEEL_LIBRARY := $(WHEEL_BUILD)/bin/library
WHEEL_VARIABLES = BUILD=$(WHEEL_BUILD) BIN=$(WHEEL_BUILD)/bin LDLIBS=-lm XML_CFLAGS='$(STATIC_XML_CFLAGS)' \
    LDFLAGS='-L$(STATIC_XML) -Wl,--exclude-libs,libxml2.a $(LDFLAGS)'
# manylinux_2_34: for systems with glibc 2.34 or newer, that of the newest function that the library calls.
WHEEL_SYSTEM = $$(readelf -W --dyn-syms $(WHEEL_LIBRARY)/$(SONAME) $(WHEEL_LIBRARY)/$(FAST_FOLDER)/$(SONAME) | \
    sed -n 's/.*GLIBC_\([0-9]*\)\.\([0-9]*\).*/manylinux_\1_\2/p' | sort -uV | tail -n 1)
SETUP = cd $(PYTHON_TREE) && $(PYTHON3) -W ignore setup.py -q

.PHONY: wheel wheel-packages
#: wheel      makes a wheel and a source distribution for Python
wheel: wheel-packages static-xml
	+$(Q)$(MAKE) --no-print-directory $(WHEEL_VARIABLES) build-library
	$(Q)rm -rf $(PYTHON_TREE) $(PYTHON_BUILD)/misere-*.* && mkdir -p $(PYTHON_TREE)/source
	$(Q)tar -c --exclude=__pycache__ -C tools/python . | tar -x -C $(PYTHON_TREE)
	$(Q)tar -c $(LIBRARY_SOURCES) | tar -x -C $(PYTHON_TREE)/source
	$(Q)cp LICENSE $(PYTHON_TREE)
	$(Q)$(SETUP) sdist -d ..
	$(Q)cp $(STATIC_XML_SOURCE)/Copyright $(PYTHON_TREE)/LICENSE-libxml2
	$(Q)export MISERE_LIBRARY_FOLDER=$(abspath $(WHEEL_LIBRARY)) system=$(WHEEL_SYSTEM) && \
	    $(SETUP) bdist_wheel -d .. --plat-name $${system}_$(firstword $(subst -, ,$(MACHINE)))
	$(Q)rm -r $(PYTHON_TREE)
	@ls $(PYTHON_BUILD)/misere-*

#: check-wheel  tests what make wheel makes, as pip installs it
.PHONY: check-wheel
check-wheel: wheel
	$(Q)tools/install-packages bats binutils python3-pip python3-venv unzip
	$(Q)bats tests/packages/wheel.bats

wheel-packages: packages
	$(Q)tools/install-packages python3-setuptools python3-wheel $(if $(shell command -v $(NPM)),,npm)
