# One folder for each operating system.
OS_SOURCES ?= $(wildcard engine/base/os/$(PLATFORM)/*.c)
OBJECTS_os += $(OS_SOURCES:%.c=$(BUILD)/%.o)
