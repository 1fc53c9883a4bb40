# The terminal's line editor, a folder here: `libedit`, or `plain` if libedit is not installed.
LINE_EDITOR ?= $(if $(filter posix,$(PLATFORM)),$(call found,line-editor, \
    printf '\043include <histedit.h>\nint main(void) { return !el_init; }\n' | \
    $(CC) $(LDFLAGS) -xc - -ledit $(LDLIBS) -o $(BUILD)/try-libedit 2>/dev/null && echo libedit))
LINE_EDITOR := $(or $(LINE_EDITOR),plain)
MISSING_LIBRARIES := $(if $(filter plain,$(LINE_EDITOR)),-ledit)
OBJECTS_console += $(BUILD)/protocol/console/$(LINE_EDITOR)/line_editor.o
