# `make aiplayer`: the AI player for the course's referee, in Java. Only this part needs a JDK, version 11 or newer.

JAVAC ?= javac
JAR   ?= jar
HAVE_JDK := $(or $(call which,$(JAVAC)),$(wildcard $(JAVAC)))
JAVAC_FLAGS := --release 11 -encoding UTF-8 -Xlint:all

AIPLAYER          := $(BIN)/misere-aiplayer.jar
AIPLAYER_UCI      := $(BUILD)/aiplayer/misere-uci.jar
AIPLAYER_SOURCES  := $(wildcard $(addprefix tools/aiplayer/player/,misere/aiplayer/*.java antichess/*.java net/antichess/ai/*.java))
COURSE_SOURCES    := $(wildcard tools/aiplayer/course/net/antichess/ai/*.java)
UCI_SOURCES       := $(wildcard tools/aiplayer/uci/misere/uci/*.java)

.PHONY: aiplayer test-aiplayer
#: aiplayer   makes bin/misere-aiplayer.jar, the player in Java
aiplayer: $(AIPLAYER) $(AIPLAYER_UCI)

# The jar does not contain the course's interfaces, which the course's own jar supplies.
$(AIPLAYER): $(AIPLAYER_SOURCES) $(COURSE_SOURCES) $(BIN)/misere $(BIN)/misere-textui tools/aiplayer/aiplayer.mk
	@rm -rf $(BUILD)/aiplayer/player && mkdir -p $(BUILD)/aiplayer/player/misere/aiplayer
	$(call say,JAR)
	$(Q)$(JAVAC) $(JAVAC_FLAGS) -sourcepath tools/aiplayer/course -implicit:none \
	    -d $(BUILD)/aiplayer/player $(AIPLAYER_SOURCES)
	$(Q)cp $(BIN)/misere $(BIN)/misere-textui $(BUILD)/aiplayer/player/misere/aiplayer/
	$(Q)printf '%s\n' 'Implementation-Title: Misere AI player' 'Implementation-Version: $(VERSION)' \
	    'Misere-Factory: misere.aiplayer.MisereFactory' \
	    "Misere-Engine-Platform: $(MACHINE)" \
	    'Misere-Course-Interfaces: not included' > $(BUILD)/aiplayer/player.mf
	$(Q)$(JAR) cfm $@ $(BUILD)/aiplayer/player.mf -C $(BUILD)/aiplayer/player .

# A UCI engine of any factory in a jar. It contains our declarations of the course's interfaces.
$(AIPLAYER_UCI): $(UCI_SOURCES) $(COURSE_SOURCES) tools/aiplayer/aiplayer.mk
	@rm -rf $(BUILD)/aiplayer/uci && mkdir -p $(BUILD)/aiplayer/uci
	$(call say,JAR)
	$(Q)$(JAVAC) $(JAVAC_FLAGS) -d $(BUILD)/aiplayer/uci $(UCI_SOURCES) $(COURSE_SOURCES)
	$(Q)$(JAR) cfe $@ misere.uci.UciEngine -C $(BUILD)/aiplayer/uci .

# A hundred games of each of three rulesets. AIPLAYER_FLAGS adds options of the referee, for example '--tc 60'.
test-aiplayer: $(AIPLAYER) $(AIPLAYER_UCI) $(BIN)/misere-referee
	rm -rf $(BUILD)/aiplayer/games
	for ruleset in 6170-spring-2007 6170-spring-2006-antiking 6170-fall-2003-mindcontrol; do \
	    $(BIN)/misere-referee --ruleset $$ruleset --format gauntlet --games 50 --tc 2 --draws --quiet \
	        --out $(BUILD)/aiplayer/games/$$ruleset $(AIPLAYER_FLAGS) --player cmd=java name=MisereFactory \
	        arg=-jar arg=$(AIPLAYER_UCI) arg=$(AIPLAYER):misere.aiplayer.MisereFactory \
	        --player random --player greedy && \
	        ! grep -E '^#.*(Illegal|Time|Crash)' $(BUILD)/aiplayer/games/$$ruleset/crosstable.txt || exit; \
	done
