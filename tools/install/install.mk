# `make install` and `make uninstall`: the programs and everything that belongs to them. Both read INSTALLED, a list of
# words MODE:SOURCE:TARGET, where the MODE of a symbolic link is `link`.

SHARE := $(PREFIX)/share
ICON  := $(GENERATED)/misere.svg

# $(call installs,MODE,FOLDER,FILES): adds files that keep their names.
INSTALLED :=
installs  = $(eval INSTALLED += $(foreach file,$3,$1:$(file):$2/$(notdir $(file))))

$(call installs,755,$(PREFIX)/bin,$(PROGRAMS))
$(eval INSTALLED += 755:tools/referee-many:$(PREFIX)/bin/misere-referee-many)
$(call installs,644,$(SHARE)/misere,$(wildcard schemas/*.xsd) tools/fairy-variants.ini $(wildcard $(BIN)/misere-board.html))
$(call installs,644,$(SHARE)/misere/book,$(wildcard book/*.bin))
$(call installs,644,$(SHARE)/misere/xboard,$(wildcard tools/xboard/*.xop))
$(call installs,644,$(SHARE)/doc/misere,README.md LICENSE CHANGELOG.md CONTRIBUTING.md SECURITY.md)
$(call installs,644,$(SHARE)/doc/misere/docs,$(wildcard docs/*.md) docs/experiments.tsv)
$(call installs,644,$(SHARE)/doc/misere/docs/images,$(wildcard docs/images/*))
$(call installs,644,$(SHARE)/doc/misere/docs/solved,$(wildcard docs/solved/*))
$(call installs,644,$(SHARE)/man/man1,$(wildcard docs/man/*.1))
$(call installs,644,$(SHARE)/games/plugins/xboard,tools/install/misere.eng)
$(call installs,644,$(SHARE)/applications,tools/install/misere.desktop)
$(call installs,644,$(SHARE)/icons/hicolor/scalable/apps,$(ICON))
$(call installs,644,$(SHARE)/bash-completion/completions,tools/install/misere)
# The C library, if it has been made.
$(call installs,644,$(PREFIX)/lib,$(wildcard $(LIBRARY)/$(SONAME) $(LIBRARY)/libmisere.a))
$(call installs,644,$(PREFIX)/lib/$(FAST_FOLDER),$(wildcard $(LIBRARY)/glibc-hwcaps/*/$(SONAME)))
$(call installs,644,$(PREFIX)/lib/pkgconfig,$(wildcard $(LIBRARY)/misere.pc))
$(call installs,644,$(PREFIX)/include,$(wildcard $(LIBRARY)/misere.h))
INSTALLED += $(if $(wildcard $(LIBRARY)/$(SONAME)),link:$(SONAME):$(PREFIX)/lib/libmisere.so)
# bash-completion looks for a file with the program's name: all but one are links.
COMPLETED := $(filter-out misere,$(notdir $(PROGRAMS))) misere-referee-many
INSTALLED += $(COMPLETED:%=link:misere:$(SHARE)/bash-completion/completions/%)

# The icon is an anti-king: a king upside down.
$(ICON): tools/pieces.svg tools/install/install.mk
	@mkdir -p $(@D)
	$(call say,GEN)
	$(Q){ echo '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="64" height="64">'; \
	  echo '<rect width="40" height="40" rx="6" fill="#b58863"/>'; \
	  echo '<g transform="rotate(180 20 20)" fill="#fff" stroke="#222" stroke-width="1.5" stroke-linejoin="round">'; \
	  sed -n '/^<g id="k">/p' $<; echo '</g></svg>'; } > $@.new && mv $@.new $@

# Folders that uninstall removes when they are empty. The others belong to the system.
OWN_FOLDERS := $(SHARE)/misere $(SHARE)/doc/misere

# What `make install-strip` strips: most of their size is debugging information.
STRIP   ?= $(OBJCOPY:%objcopy=%strip)
STRIPPED = $(filter 755:$(BIN)/% 644:$(LIBRARY)/lib% 644:$(LIBRARY)/glibc-hwcaps/%,$(INSTALLED))

.PHONY: install install-strip uninstall
#: install    installs under PREFIX (/usr/local), inside DESTDIR if set
install: all $(ICON)
	$(Q)for line in $(INSTALLED); do \
	    mode=$${line%%:*} to="$(DESTDIR)$${line##*:}" from=$${line#*:}; \
	    from=$${from%:*}; \
	    if [ $$mode = link ]; then ln -sf "$$from" "$$to"; \
	    else install -D -m $$mode "$$from" "$$to"; fi || exit 1; \
	done
	@echo "Installed in $(DESTDIR)$(PREFIX)"

#: install-strip  the same without debugging information
install-strip: install
	$(Q)for line in $(STRIPPED); do \
	    $(STRIP) --strip-unneeded "$(DESTDIR)$${line##*:}" || exit 1; \
	done

#: uninstall  removes what was installed with the same PREFIX and DESTDIR
uninstall:
	$(Q)for line in $(INSTALLED); do \
	    rm -f "$(DESTDIR)$${line##*:}" || exit 1; \
	done
	$(Q)find $(wildcard $(OWN_FOLDERS:%=$(DESTDIR)%)) -depth -type d -empty -delete
	@echo "Removed from $(DESTDIR)$(PREFIX)"

# The man pages are kept in git, so that installing a cross-compiled build needs neither help2man nor programs that run
# here.
.PHONY: man
man: all
	MISERE_BIN=$(BIN) tools/make-man-pages
