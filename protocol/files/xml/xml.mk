# Only this room uses libxml2. xml2-config runs at the first compilation that needs it.
XML_CFLAGS = $(eval XML_CFLAGS := $(shell xml2-config --cflags 2>/dev/null || echo -I/usr/include/libxml2))$(XML_CFLAGS)
$(BUILD)/protocol/files/xml/%.o: ALL_CFLAGS += $(XML_CFLAGS)

# The schemas are compiled in.
OBJECTS_xml += $(GENERATED)/schemas.o

$(GENERATED)/schemas.c: schemas/antichess.xsd schemas/antichess-2003.xsd protocol/files/xml/xml.mk
	@mkdir -p $(@D)
	$(call say,GEN)
	$(Q){ echo '#include "files/xml/schemas.h"'; \
	  for name in antichess antichess-2003; do \
	    echo "const char SCHEMA_$$(echo $$name | tr 'a-z-' 'A-Z_')[] ="; \
	    $(call c_string,schemas/$$name.xsd); \
	    echo ';'; \
	  done; } > $@.new && mv $@.new $@
