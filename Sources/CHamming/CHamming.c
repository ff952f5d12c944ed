#include "CHamming.h"

#define NEAR(name)                                                                                \
  static size_t name(const uint64_t *blocks, size_t count, const uint64_t *wanted, uint32_t limit, \
                     uint32_t *found, size_t capacity, size_t *done)

// The compiler must not vectorise this loop: on processors without a vector popcount, the
// vectorised loop is several times slower.
#define WORD_BY_WORD                                                                    \
  size_t n = 0, block = 0;                                                              \
  for (; block < count && capacity - n >= 8; block++) {                                 \
    const uint64_t *words = blocks + 32 * block;                                        \
    _Pragma("clang loop vectorize(disable) unroll(disable)")                            \
    for (int index = 0; index < 8; index++) {                                           \
      uint64_t a = words[index], b = words[8 + index], c = words[16 + index], d = words[24 + index]; \
      uint32_t least = 256;                                                             \
      for (int turn = 0; turn < 4; turn++) {                                            \
        const uint64_t *w = wanted + 4 * turn;                                          \
        uint32_t bits = (uint32_t)(__builtin_popcountll(a ^ w[0]) + __builtin_popcountll(b ^ w[1]) + \
                                   __builtin_popcountll(c ^ w[2]) + __builtin_popcountll(d ^ w[3])); \
        least = bits < least ? bits : least;                                            \
      }                                                                                 \
      if (least <= limit) found[n++] = (uint32_t)(8 * block + (size_t)index);           \
    }                                                                                   \
  }                                                                                     \
  *done = block;                                                                        \
  return n;

NEAR(near_plain) { WORD_BY_WORD }

#define NEAREST(name)                                                                            \
  static void name(const uint64_t *codes, size_t count, const uint64_t *others, size_t other_count, \
                   uint32_t *nearest_other, uint32_t *nearest_code)

#define EACH_WITH_EACH                                                                  \
  for (size_t j = 0; j < other_count; j++) nearest_code[j] = UINT32_MAX;                \
  for (size_t i = 0; i < count; i++) {                                                  \
    uint64_t a = codes[4 * i], b = codes[4 * i + 1], c = codes[4 * i + 2], d = codes[4 * i + 3]; \
    uint32_t least = UINT32_MAX;                                                        \
    _Pragma("clang loop vectorize(disable)")                                            \
    for (size_t j = 0; j < other_count; j++) {                                          \
      const uint64_t *w = others + 4 * j;                                               \
      uint32_t bits = (uint32_t)(__builtin_popcountll(a ^ w[0]) + __builtin_popcountll(b ^ w[1]) + \
                                 __builtin_popcountll(c ^ w[2]) + __builtin_popcountll(d ^ w[3])); \
      uint32_t mine = bits << 16 | (uint32_t)j, yours = bits << 16 | (uint32_t)i;       \
      least = mine < least ? mine : least;                                              \
      nearest_code[j] = yours < nearest_code[j] ? yours : nearest_code[j];              \
    }                                                                                   \
    nearest_other[i] = least;                                                           \
  }

NEAREST(nearest_plain) { EACH_WITH_EACH }

#if defined(__x86_64__)
#include <immintrin.h>

__attribute__((target("popcnt"))) NEAR(near_popcnt) { WORD_BY_WORD }
__attribute__((target("popcnt"))) NEAREST(nearest_popcnt) { EACH_WITH_EACH }

// Counts the bits of each half byte by table lookup. Adds the counts for each byte (at most 32),
// then for each word. Source: W. Muła, N. Kurz, D. Lemire, Faster Population Counts Using AVX2
// Instructions (2018), 3.1.
__attribute__((target("avx2"))) NEAR(near_avx2) {
  const __m256i zero = _mm256_setzero_si256(), low = _mm256_set1_epi8(15);
  const __m256i bits = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,  //
                                        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
  const __m256i beyond = _mm256_set1_epi64x((long long)limit + 1);
  size_t n = 0, block = 0;
  for (; block < count && capacity - n >= 8; block++) {
    for (size_t half = 0; half < 8; half += 4) {
      const uint64_t *words = blocks + 32 * block + half;
      __m256i least = beyond;
      for (int turn = 0; turn < 4; turn++) {
        __m256i sums = zero;
        for (int word = 0; word < 4; word++) {
          __m256i code = _mm256_loadu_si256((const __m256i *)(words + 8 * word));
          __m256i x = _mm256_xor_si256(code, _mm256_set1_epi64x((long long)wanted[4 * turn + word]));
          __m256i high = _mm256_and_si256(_mm256_srli_epi16(x, 4), low);
          sums = _mm256_add_epi8(sums, _mm256_shuffle_epi8(bits, _mm256_and_si256(x, low)));
          sums = _mm256_add_epi8(sums, _mm256_shuffle_epi8(bits, high));
        }
        least = _mm256_min_epu16(least, _mm256_sad_epu8(sums, zero));
      }
      int near = _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpgt_epi64(beyond, least)));
      for (; near; near &= near - 1)
        found[n++] = (uint32_t)(8 * block + half + (size_t)__builtin_ctz((unsigned)near));
    }
  }
  *done = block;
  return n;
}

int albumscan_hamming_has(int way) {
  switch (way) {
    case ALBUMSCAN_HAMMING_PLAIN: return 1;
    case ALBUMSCAN_HAMMING_POPCNT: return __builtin_cpu_supports("popcnt") != 0;
    case ALBUMSCAN_HAMMING_AVX2: return __builtin_cpu_supports("avx2") != 0;
    default: return 0;
  }
}
#else
int albumscan_hamming_has(int way) { return way == ALBUMSCAN_HAMMING_PLAIN; }
#endif

int albumscan_hamming_fastest(void) {
  int way = ALBUMSCAN_HAMMING_AVX2;
  while (!albumscan_hamming_has(way)) way--;
  return way;
}

size_t albumscan_hamming_near(int way, const uint64_t *blocks, size_t count, const uint64_t *wanted,
                              uint32_t limit, uint32_t *found, size_t capacity, size_t *done) {
#if defined(__x86_64__)
  switch (way) {
    case ALBUMSCAN_HAMMING_AVX2: return near_avx2(blocks, count, wanted, limit, found, capacity, done);
    case ALBUMSCAN_HAMMING_POPCNT: return near_popcnt(blocks, count, wanted, limit, found, capacity, done);
    default: break;
  }
#endif
  (void)way;
  return near_plain(blocks, count, wanted, limit, found, capacity, done);
}

void albumscan_hamming_nearest(const uint64_t *codes, size_t count, const uint64_t *others, size_t other_count,
                               uint32_t *nearest_other, uint32_t *nearest_code) {
#if defined(__x86_64__)
  if (albumscan_hamming_has(ALBUMSCAN_HAMMING_POPCNT))
    return nearest_popcnt(codes, count, others, other_count, nearest_other, nearest_code);
#endif
  nearest_plain(codes, count, others, other_count, nearest_other, nearest_code);
}
