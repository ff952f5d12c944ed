// Counts the bits in which many codes differ from one code. The code is C, because Swift 6.2 cannot
// choose instructions at run time. The functions ask the processor which instructions it has.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Instruction sets for counting, from slow to fast; all give the same result.
enum albumscan_hamming_way {
  ALBUMSCAN_HAMMING_PLAIN,   // the compiler's default instructions
  ALBUMSCAN_HAMMING_POPCNT,  // x86-64-v2: one word per instruction
  ALBUMSCAN_HAMMING_AVX2,    // x86-64-v3: 32 table lookups per instruction
};

/// The fastest instruction set of this processor.
int albumscan_hamming_fastest(void);

/// Whether this processor has the instruction set `way`.
int albumscan_hamming_has(int way);

/// Finds the codes of 256 bits that differ in at most `limit` bits from one of four wanted codes.
///
/// A block has 256 bytes: the first words of eight codes, then their second words, and so on.
/// `wanted` has four codes of four words. Writes the number of each near code to `found`, in
/// ascending order. A number is 8 · block + position. `found` has `capacity` elements. Returns the
/// count of numbers. Stops before a block whose codes might not fit; `*done` is the number of
/// compared blocks.
size_t albumscan_hamming_near(int way, const uint64_t *blocks, size_t count, const uint64_t *wanted,
                              uint32_t limit, uint32_t *found, size_t capacity, size_t *done);

/// Finds the nearest of `others` for each of `codes`, and the nearest of `codes` for each of
/// `others`. A code has four words.
///
/// A result is 65,536 · number of different bits + number of the nearest code. If several codes are
/// equally near, the result has the first. If there is no code, the result is UINT32_MAX. Each
/// array has at most 65,536 codes.
void albumscan_hamming_nearest(const uint64_t *codes, size_t count, const uint64_t *others, size_t other_count,
                               uint32_t *nearest_other, uint32_t *nearest_code);
