# The drawings of the pieces are compiled in.
OBJECTS_annotate += $(GENERATED)/pieces_svg.o

$(GENERATED)/pieces_svg.c: tools/pieces.svg tools/annotate/annotate.mk
	@mkdir -p $(@D)
	$(call say,GEN)
	$(Q){ echo '#include "annotate/pieces_svg.h"'; echo 'const char PIECES_SVG[] ='; \
	  $(call c_string,$<); echo ';'; } > $@.new && mv $@.new $@
