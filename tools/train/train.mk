# Lets the compiler use vectors for square roots and comparisons. The results are the same.
$(BUILD)/tools/train/%.o: ALL_CFLAGS += -fno-math-errno -fno-trapping-math
