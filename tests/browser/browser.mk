# The browsers that tests run in, and what drives them. See tests/browser/browser.mjs.

NPM             ?= npm
BROWSER_BUILD   := $(BUILD)/browser
BROWSER_LIBRARY := $(addprefix tests/browser/,package.json package-lock.json)

.PHONY: browsers
browsers:
	$(Q)tools/install-packages $(patsubst firefox,firefox-esr,$(or $(MISERE_BROWSERS),chromium firefox)) \
	    $(if $(shell command -v $(NODE)),,nodejs) $(if $(shell command -v $(NPM)),,npm)
	$(Q)$(MAKE) --no-print-directory $(BROWSER_BUILD)/installed

# The libraries, exactly as the lock file has them; none may run a script of its own.
$(BROWSER_BUILD)/installed: $(BROWSER_LIBRARY)
	@mkdir -p $(@D)
	$(call say,NPM)
	$(Q)cp $(BROWSER_LIBRARY) $(@D)
	$(Q)cd $(@D) && $(NPM) ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@
