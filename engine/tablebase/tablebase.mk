# The solver of endings has memory of its own, and would take six seconds if ThreadSanitizer observed it.
ifneq ($(findstring thread,$(SANITIZE)),)
$(BUILD)/engine/tablebase/retrograde.o: ALL_CFLAGS += -fno-sanitize=thread -O2
endif
