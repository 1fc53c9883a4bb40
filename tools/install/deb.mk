# `make deb` builds Debian's packages in build/deb, from the source of the last commit and the board.
# tools/install/debian becomes the folder debian of the unpacked source.

DEB      := $(BUILD)/deb
DEB_TREE := $(DEB)/$(RELEASE)
# Who answers for the packages: as is customary the environment says it; else the author of the last commit.
MAINTAINER = $(if $(DEBEMAIL),$(DEBFULLNAME) <$(DEBEMAIL)>,$(shell git log -1 --format='%an <%ae>'))

.PHONY: deb build-deb deb-packages check-deb
#: deb        builds Debian's packages in build/deb
deb: deb-packages board
	$(Q)$(MAKE) --no-print-directory build-deb

build-deb:
	$(Q)rm -rf $(DEB) && mkdir -p $(DEB)/board
	$(Q)$(MAKE) --no-print-directory dist-source DIST=$(DEB)
	$(Q)mv $(DEB)/$(RELEASE).tar.gz $(DEB)/misere_$(VERSION).orig.tar.gz
	$(Q)cp $(BOARD_PAGE) $(DEB)/board && tar -C $(DEB) -czf $(DEB)/misere_$(VERSION).orig-board.tar.gz board
	$(Q)tar -C $(DEB) -xf $(DEB)/misere_$(VERSION).orig.tar.gz && mv $(DEB)/board $(DEB_TREE)
	$(Q)cp -r $(DEB_TREE)/tools/install/debian $(DEB_TREE)
	$(Q)sed -i 's/@MAINTAINER@/$(MAINTAINER)/' $(DEB_TREE)/debian/control
	$(Q)printf '%s\n' 'misere ($(VERSION)-1) unstable; urgency=medium' '' '  * The release $(VERSION): see CHANGELOG.md.' '' \
	    " -- $(MAINTAINER)  $$(git log -1 --format=%cD)" > $(DEB_TREE)/debian/changelog
	$(Q)cd $(DEB_TREE) && env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS dpkg-buildpackage --no-sign > ../build.log 2>&1 || \
	    { tail -n 50 ../build.log; exit 1; }
	$(Q)rm -r $(DEB_TREE)
	@ls $(DEB)/*.deb

deb-packages: packages
	$(Q)tools/install-packages build-essential debhelper dh-python git python3-all

# A clean system, and in it what a user would do.
#: check-deb  tests Debian's packages, in a clean system
check-deb: deb
	$(Q)tools/install-packages lintian mmdebstrap
	$(Q)tests/packages/check-deb $(DEB)
