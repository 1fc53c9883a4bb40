# `make aiplayer`: the AI player for the course's referee, in Java. Only this part needs a JDK, version 11 or newer.

JAVAC ?= javac
JAR   ?= jar
HAVE_JDK := $(or $(call which,$(JAVAC)),$(wildcard $(JAVAC)))
JAVAC_FLAGS := --release 11 -encoding UTF-8 -Xlint:all

AIPLAYER          := $(BIN)/misere-aiplayer.jar
AIPLAYER_REFEREE  := $(BUILD)/aiplayer/misere-aiplayer-referee.jar
AIPLAYER_SOURCES  := $(wildcard $(addprefix tools/aiplayer/player/,misere/aiplayer/*.java antichess/*.java net/antichess/ai/*.java))
COURSE_SOURCES    := $(wildcard tools/aiplayer/course/net/antichess/ai/*.java)
REFEREE_SOURCES   := $(wildcard tools/aiplayer/referee/misere/referee/*.java)

.PHONY: aiplayer test-aiplayer
#: aiplayer   makes bin/misere-aiplayer.jar, the player in Java
aiplayer: $(AIPLAYER)

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

# A referee that plays games through the jar. It contains our declarations of the course's interfaces.
$(AIPLAYER_REFEREE): $(REFEREE_SOURCES) $(COURSE_SOURCES) tools/aiplayer/aiplayer.mk
	@rm -rf $(BUILD)/aiplayer/referee && mkdir -p $(BUILD)/aiplayer/referee
	$(call say,JAR)
	$(Q)$(JAVAC) $(JAVAC_FLAGS) -d $(BUILD)/aiplayer/referee $(REFEREE_SOURCES) $(COURSE_SOURCES)
	$(Q)$(JAR) cfe $@ misere.referee.Referee -C $(BUILD)/aiplayer/referee .

# A hundred games of each of three rulesets. AIPLAYER_FLAGS adds options, for example '--time 60000'.
test-aiplayer: $(AIPLAYER) $(AIPLAYER_REFEREE)
	java -jar $(AIPLAYER_REFEREE) --judge $(BIN)/misere --games 50 --time 2000 \
	    --ruleset 6170-spring-2007 --ruleset 6170-spring-2006-antiking \
	    --ruleset 6170-fall-2003-mindcontrol $(AIPLAYER_FLAGS) \
	    $(AIPLAYER):misere.aiplayer.MisereFactory random greedy
