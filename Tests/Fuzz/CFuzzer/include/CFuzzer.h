// The function of libFuzzer that the program calls. Source: LLVM, "Structure-aware fuzzing with libFuzzer".
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Changes `size` bytes of `data` in place; the new size is at most `most`.
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
