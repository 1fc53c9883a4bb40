# The tables of moves and of hash keys are computed during the build, by a program that runs here.
OBJECTS_rules  += $(GENERATED)/bitboard_tables.o
SHARED_OBJECTS += $(GENERATED)/bitboard_tables.o

$(GENERATED)/bitboard_tables.c: $(BUILD)/make_tables
	@mkdir -p $(@D)
	$(call say,GEN)
	$(Q)$< $(TABLES_FLAGS) > $@.new && mv $@.new $@

$(BUILD)/make_tables: $(addprefix engine/,rules/make_tables.c rules/sliders.c rules/sliders.h rules/bitboard.h \
                      rules/zobrist.h base/random.h)
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(HOSTCC) -std=c11 -O2 $(WARNINGS) $(INCLUDES) $(filter %.c,$^) -o $@
