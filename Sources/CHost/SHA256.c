// SHA-256 of whole blocks with the SHA instructions of the processor, which are ten times faster than the plain C code of
// libmd. Source: FIPS 180-4, section 6.2; Intel 64 Architectures Software Developer's Manual, SHA256RNDS2, SHA256MSG1, SHA256MSG2.
#include "CHost.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

enum { BLOCK = 64, ROUNDS = 64 };

// FIPS 180-4, section 4.2.2.
static const uint32_t CONSTANTS[ROUNDS] __attribute__((aligned(16))) = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

// Whether the processor has the SHA instructions, SSSE3 and SSE4.1.
static int has_sha(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_SSSE3) || !(c & bit_SSE4_1)) return 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_SHA);
}

// The instructions keep the eight words of the state as (a, b, e, f) and (c, d, g, h).
__attribute__((target("sha,ssse3,sse4.1"))) static void blocks(
    uint32_t state[8], const uint8_t *bytes, size_t count) {
  const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  __m128i dcba = _mm_loadu_si128((const __m128i *)state), hgfe = _mm_loadu_si128((const __m128i *)(state + 4));
  __m128i cdab = _mm_shuffle_epi32(dcba, 0xb1), efgh = _mm_shuffle_epi32(hgfe, 0x1b);
  __m128i abef = _mm_alignr_epi8(cdab, efgh, 8), cdgh = _mm_blend_epi16(efgh, cdab, 0xf0);
  for (; count > 0; count--, bytes += BLOCK) {
    const __m128i abef_before = abef, cdgh_before = cdgh;
    __m128i words[4];
    for (int i = 0; i < 4; i++)
      words[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(bytes + 16 * i)), big_endian);
#pragma unroll
    for (int i = 0; i < ROUNDS / 4; i++) {
      __m128i *word = &words[i % 4], next = words[(i + 1) % 4], third = words[(i + 2) % 4], last = words[(i + 3) % 4];
      __m128i sum = _mm_add_epi32(*word, _mm_load_si128((const __m128i *)(CONSTANTS + 4 * i)));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0e));
      // The words for the iteration after the next three.
      __m128i middle = _mm_add_epi32(_mm_sha256msg1_epu32(*word, next), _mm_alignr_epi8(last, third, 4));
      *word = _mm_sha256msg2_epu32(middle, last);
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  __m128i feba = _mm_shuffle_epi32(abef, 0x1b), dchg = _mm_shuffle_epi32(cdgh, 0xb1);
  _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(feba, dchg, 0xf0));
  _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

size_t albumscan_sha256_blocks(uint32_t state[8], const uint8_t *bytes, size_t count) {
  static _Atomic int known;  // 1: no, 2: yes
  if (count < BLOCK) return 0;
  if (!known) known = 1 + !!has_sha();
  if (known == 1) return 0;
  blocks(state, bytes, count / BLOCK);
  return count / BLOCK * BLOCK;
}
#else
size_t albumscan_sha256_blocks(uint32_t state[8], const uint8_t *bytes, size_t count) { return 0; }
#endif
