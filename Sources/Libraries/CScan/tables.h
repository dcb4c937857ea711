// Tables of the text of small numbers and of characters that JSON escapes.
//
// An entry has the characters from its lowest byte, and their number in its highest byte.
#ifndef SLUICE_CSCAN_TABLES_H
#define SLUICE_CSCAN_TABLES_H

#include <stdbool.h>
#include <stdint.h>

#define SLUICE_TABLE static inline __attribute__((always_inline))

#define SLUICE_DIGITS(n)                                                          \
  ((n) < 10    ? ('0' + (n)) | 1u << 24                                           \
   : (n) < 100 ? ('0' + (n) / 10) | ('0' + (n) % 10) << 8 | 2u << 24              \
               : ('0' + (n) / 100) | ('0' + (n) / 10 % 10) << 8 | ('0' + (n) % 10) << 16 | 3u << 24)
#define SLUICE_TEN(n)                                                                                         \
  SLUICE_DIGITS(n), SLUICE_DIGITS(n + 1), SLUICE_DIGITS(n + 2), SLUICE_DIGITS(n + 3), SLUICE_DIGITS(n + 4),   \
      SLUICE_DIGITS(n + 5), SLUICE_DIGITS(n + 6), SLUICE_DIGITS(n + 7), SLUICE_DIGITS(n + 8), SLUICE_DIGITS(n + 9)
#define SLUICE_HUNDRED(n)                                                                               \
  SLUICE_TEN(n), SLUICE_TEN(n + 10), SLUICE_TEN(n + 20), SLUICE_TEN(n + 30), SLUICE_TEN(n + 40),        \
      SLUICE_TEN(n + 50), SLUICE_TEN(n + 60), SLUICE_TEN(n + 70), SLUICE_TEN(n + 80), SLUICE_TEN(n + 90)

/// Returns the one to three digits of a number below 1000.
SLUICE_TABLE uint32_t sluice_table_digits(uint64_t number) {
  static const uint32_t table[1000] = {
      SLUICE_HUNDRED(0),   SLUICE_HUNDRED(100), SLUICE_HUNDRED(200), SLUICE_HUNDRED(300), SLUICE_HUNDRED(400),
      SLUICE_HUNDRED(500), SLUICE_HUNDRED(600), SLUICE_HUNDRED(700), SLUICE_HUNDRED(800), SLUICE_HUNDRED(900),
  };
  return number < 1000 ? table[number] : 0;
}

#define SLUICE_HEX(n) (uint64_t)((n) < 10 ? '0' + (n) : 'a' + (n) - 10)
#define SLUICE_UNICODE(c)                                                                               \
  ('\\' | 'u' << 8 | '0' << 16 | (uint64_t)'0' << 24 | SLUICE_HEX((c) >> 4) << 32 | SLUICE_HEX((c) & 15) << 40 | \
   (uint64_t)6 << 56)
#define SLUICE_FOUR(c) SLUICE_UNICODE(c), SLUICE_UNICODE(c + 1), SLUICE_UNICODE(c + 2), SLUICE_UNICODE(c + 3)
#define SLUICE_LETTER(letter) ('\\' | (letter) << 8 | (uint64_t)2 << 56)

/// Returns the escape of a character, or 0 if it has none.
SLUICE_TABLE uint64_t sluice_table_escape(uint8_t character, bool escapes_slashes) {
  static const uint64_t table[256] = {
      // The characters up to 1F, of which some have short escapes.
      SLUICE_FOUR(0x00), SLUICE_FOUR(0x04), SLUICE_LETTER('b'), SLUICE_LETTER('t'), SLUICE_LETTER('n'),
      SLUICE_UNICODE(0x0B), SLUICE_LETTER('f'), SLUICE_LETTER('r'), SLUICE_UNICODE(0x0E), SLUICE_UNICODE(0x0F),
      SLUICE_FOUR(0x10), SLUICE_FOUR(0x14), SLUICE_FOUR(0x18), SLUICE_FOUR(0x1C),
      ['"'] = SLUICE_LETTER('"'), ['\\'] = SLUICE_LETTER('\\'), ['/'] = SLUICE_LETTER('/'),
  };
  return character == '/' && !escapes_slashes ? 0 : table[character];
}

#endif
