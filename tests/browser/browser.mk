# The browsers that tests run in, and what drives them. See tests/browser/browser.mjs.

BROWSER_BUILD := $(BUILD)/browser

.PHONY: browsers
browsers:
	$(Q)tools/install-packages $(patsubst firefox,firefox-esr,$(or $(MISERE_BROWSERS),chromium firefox)) \
	    $(NODE_PACKAGES)
	$(Q)$(MAKE) --no-print-directory $(BROWSER_BUILD)/installed

$(BROWSER_BUILD)/installed: $(addprefix tests/browser/,package.json package-lock.json)
	$(npm_install)
