// Counting the bits by which very many codes differ from one: what Swift 6.2 has no instruction for at run time.
// The same source serves every processor; which of its ways is taken is asked of the processor, not the compiler.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Ways to count, each faster than the one before; every way finds the same.
enum albumscan_hamming_way {
  ALBUMSCAN_HAMMING_PLAIN,   // whatever the compiler was told to build for
  ALBUMSCAN_HAMMING_POPCNT,  // x86-64-v2: one word an instruction
  ALBUMSCAN_HAMMING_AVX2,    // x86-64-v3: 32 table look-ups an instruction
};

/// The fastest way this processor has; all before it but those of another architecture work too.
int albumscan_hamming_fastest(void);

/// Whether this processor has `way`.
int albumscan_hamming_has(int way);

/// Codes of 256 bits that differ in at most `limit` bits from the nearest of four.
///
/// `blocks`: eight codes a block of 256 bytes, word by word: the eight first words, the eight second, …
/// `wanted`: four codes of four words. Puts the numbers of near codes (8 · block + place) into `found`, which
/// has room for `capacity`, ascending; returns how many. Stops before a block that might not fit;
/// `*done` says how many blocks were looked at.
size_t albumscan_hamming_near(int way, const uint64_t *blocks, size_t count, const uint64_t *wanted,
                              uint32_t limit, uint32_t *found, size_t capacity, size_t *done);

/// The nearest of `others` for each of `codes`, and the other way round; four words a code.
///
/// Each answer is 65,536 · differing bits + the number of the nearest, the first of equals; UINT32_MAX where
/// there is none. At most 65,536 codes on either side.
void albumscan_hamming_nearest(const uint64_t *codes, size_t count, const uint64_t *others, size_t other_count,
                               uint32_t *nearest_other, uint32_t *nearest_code);
