# The networks are linked into the engine.
NETWORKS_OBJECT := $(BUILD)/engine/eval/networks/networks.o
OBJECTS_eval    += $(NETWORKS_OBJECT)
SHARED_OBJECTS  += $(NETWORKS_OBJECT)

$(NETWORKS_OBJECT): engine/eval/networks/networks.S $(wildcard engine/eval/networks/*.net) $(FLAGS)
	@mkdir -p $(@D)
	$(call say,AS)
	$(Q)$(CC) -c -Wa,-I$(<D) $< -o $@
