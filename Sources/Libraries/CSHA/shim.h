// SHA-256 (FIPS 180-4) by the processor's own instructions, which Swift does not have.
#ifndef SLUICE_CSHA_SHIM_H
#define SLUICE_CSHA_SHIM_H

#include <stdint.h>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

/// Whether this processor has the instructions. The other function must not be called otherwise.
static inline int sluice_sha256_is_available(void) {
  uint32_t a, b, c, d;
  // SSSE3 and SSE4.1, and the SHA extensions.
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & 1u << 9) || !(c & 1u << 19)) return 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & 1u << 29);
}

/// Processes blocks of 64 bytes (§6.2.2). The state has 8 words, and there are 64 constants.
__attribute__((target("sha,sse4.1,ssse3"))) static inline void sluice_sha256_mix(
    uint32_t *state, const uint32_t *constants, const uint8_t *blocks, intptr_t count) {
  const __m128i order = _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
  // The instructions take the state in two halves, A B E F and C D G H, each with its first word highest.
  __m128i abef = _mm_set_epi32((int)state[0], (int)state[1], (int)state[4], (int)state[5]);
  __m128i cdgh = _mm_set_epi32((int)state[2], (int)state[3], (int)state[6], (int)state[7]);
  for (; count > 0; count--, blocks += 64) {
    const __m128i first_abef = abef, first_cdgh = cdgh;
    // The last 16 words of the message schedule.
    __m128i words[4];
    for (int i = 0; i < 4; i++)
      words[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(blocks + 16 * i)), order);
#pragma clang loop unroll(full)
    for (int i = 0; i < 16; i++) {
      const __m128i terms = _mm_add_epi32(words[i % 4], _mm_loadu_si128((const __m128i *)(constants + 4 * i)));
      // Two rounds each. The halves change places twice.
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, terms);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(terms, 0x0E));
      if (i < 12) {
        const __m128i last = words[(i + 3) % 4];
        const __m128i sum = _mm_add_epi32(
            _mm_sha256msg1_epu32(words[i % 4], words[(i + 1) % 4]), _mm_alignr_epi8(last, words[(i + 2) % 4], 4));
        words[i % 4] = _mm_sha256msg2_epu32(sum, last);
      }
    }
    abef = _mm_add_epi32(abef, first_abef);
    cdgh = _mm_add_epi32(cdgh, first_cdgh);
  }
  state[0] = (uint32_t)_mm_extract_epi32(abef, 3);
  state[1] = (uint32_t)_mm_extract_epi32(abef, 2);
  state[2] = (uint32_t)_mm_extract_epi32(cdgh, 3);
  state[3] = (uint32_t)_mm_extract_epi32(cdgh, 2);
  state[4] = (uint32_t)_mm_extract_epi32(abef, 1);
  state[5] = (uint32_t)_mm_extract_epi32(abef, 0);
  state[6] = (uint32_t)_mm_extract_epi32(cdgh, 1);
  state[7] = (uint32_t)_mm_extract_epi32(cdgh, 0);
}
#else
static inline int sluice_sha256_is_available(void) { return 0; }
static inline void sluice_sha256_mix(
    uint32_t *state, const uint32_t *constants, const uint8_t *blocks, intptr_t count) {
  (void)state, (void)constants, (void)blocks, (void)count;
}
#endif

#endif
