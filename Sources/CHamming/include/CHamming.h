// Counts the bits in which many codes differ from one code. In C, because Swift 6.2 cannot choose instructions at
// run time. The functions ask the processor which instructions it has.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Instruction sets for counting, from slow to fast; all give the same result.
enum albumscan_hamming_way {
  ALBUMSCAN_HAMMING_PLAIN,   // the compiler's target
  ALBUMSCAN_HAMMING_POPCNT,  // x86-64-v2: one word per instruction
  ALBUMSCAN_HAMMING_AVX2,    // x86-64-v3: 32 table look-ups per instruction
};

/// The fastest instruction set of this processor.
int albumscan_hamming_fastest(void);

/// Whether this processor has the instruction set `way`.
int albumscan_hamming_has(int way);

/// Codes of 256 bits that differ in at most `limit` bits from the nearest of four.
///
/// `blocks`: blocks of 256 bytes with eight codes, word by word: the eight first words, the eight second, …
/// `wanted`: four codes of four words. Writes the numbers of near codes (8 · block + place), ascending, to `found`,
/// which has `capacity` elements; returns their count. Stops before a block whose codes might not fit; `*done` is
/// the number of compared blocks.
size_t albumscan_hamming_near(int way, const uint64_t *blocks, size_t count, const uint64_t *wanted,
                              uint32_t limit, uint32_t *found, size_t capacity, size_t *done);

/// For each of `codes` the nearest of `others`, and for each of `others` the nearest of `codes`; four words per code.
///
/// A result is 65,536 · differing bits + number of the nearest code (the first of equals); UINT32_MAX without
/// codes. At most 65,536 codes on either side.
void albumscan_hamming_nearest(const uint64_t *codes, size_t count, const uint64_t *others, size_t other_count,
                               uint32_t *nearest_other, uint32_t *nearest_code);
