// Converts the result of comparing 16 bytes at once to the bits of a number. Processors have instructions for it that
// Swift's vectors do not use.
//
// A lane of a mask is 0 or -1, as comparisons of Swift's SIMD16 return. Nothing here reads memory. Each function has a
// portable version, which tests compare with that of the processor.
#ifndef SLUICE_CSCAN_SHIM_H
#define SLUICE_CSCAN_SHIM_H

#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>
#endif

typedef int8_t sluice_mask __attribute__((vector_size(16)));
typedef uint64_t sluice_halves __attribute__((vector_size(16)));

#define SLUICE_SCAN static inline __attribute__((always_inline))

/// Returns a bit for each of eight lanes, the lowest for the first.
SLUICE_SCAN uint32_t sluice_scan_half(uint64_t half) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  half = __builtin_bswap64(half);
#endif
  // The multiplication moves the highest bits of all bytes next to one another.
  return (uint32_t)(((half & 0x8080808080808080) * 0x0002040810204081) >> 56);
}

SLUICE_SCAN uint32_t sluice_scan_bits_portable(sluice_mask mask) {
  sluice_halves halves = (sluice_halves)mask;
  return sluice_scan_half(halves[0]) | sluice_scan_half(halves[1]) << 8;
}

/// Returns a bit for each lane, the lowest for the first.
SLUICE_SCAN uint32_t sluice_scan_bits(sluice_mask mask) {
#if defined(__SSE2__)
  return (uint32_t)_mm_movemask_epi8((__m128i)mask);
#elif defined(__ARM_NEON) && defined(__aarch64__)
  static const uint8_t bits[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  uint8x16_t set = vandq_u8(vreinterpretq_u8_s8((int8x16_t)mask), vld1q_u8(bits));
  return (uint32_t)vaddv_u8(vget_low_u8(set)) | (uint32_t)vaddv_u8(vget_high_u8(set)) << 8;
#else
  return sluice_scan_bits_portable(mask);
#endif
}

SLUICE_SCAN intptr_t sluice_scan_first_portable(sluice_mask mask) {
  return __builtin_ctz(sluice_scan_bits_portable(mask) | 1u << 16);
}

/// Returns the number of lanes before the first one that is not 0, which is 16 if there is none.
SLUICE_SCAN intptr_t sluice_scan_first(sluice_mask mask) {
#if defined(__ARM_NEON) && defined(__aarch64__) && !defined(__SSE2__)
  // Four bits for each lane.
  uint8x8_t narrow = vshrn_n_u16(vreinterpretq_u16_s8((int8x16_t)mask), 4);
  uint64_t nibbles = vget_lane_u64(vreinterpret_u64_u8(narrow), 0);
  return nibbles ? __builtin_ctzll(nibbles) >> 2 : 16;
#else
  // Most callers compare the result with 16, which the compiler knows from the branch here.
  uint32_t bits = sluice_scan_bits(mask);
  if (bits == 0) return 16;
  intptr_t count = __builtin_ctz(bits);
  __builtin_assume(count < 16);
  return count;
#endif
}

#endif
