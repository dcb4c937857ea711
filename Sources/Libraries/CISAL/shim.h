// Intel's ISA-L, a faster deflate. Its structures have arrays that Swift cannot import, so they stay behind functions.
#ifndef SLUICE_CISAL_SHIM_H
#define SLUICE_CISAL_SHIM_H

#include <isa-l.h>
#include <stdint.h>
#include <stdlib.h>

// A decompressor of deflated data without a header and a trailer.
typedef struct sluice_isal_inflater sluice_isal_inflater;

static const uint32_t SLUICE_ISAL_CRC32 = ISAL_GZIP_NO_HDR;
static const uint32_t SLUICE_ISAL_ADLER32 = ISAL_ZLIB_NO_HDR;
static const uint32_t SLUICE_ISAL_NO_CHECKSUM = ISAL_DEFLATE;

/// Starts over. The checksum is one of the three above.
static inline void sluice_isal_inflate_reset(sluice_isal_inflater *inflater, uint32_t checksum) {
  struct inflate_state *state = (struct inflate_state *)inflater;
  isal_inflate_reset(state);
  state->crc_flag = checksum;
  state->hist_bits = ISAL_DEF_MAX_HIST_BITS;
}

/// Returns null if there is no memory.
static inline sluice_isal_inflater *sluice_isal_inflate_create(void) {
  struct inflate_state *state = (struct inflate_state *)malloc(sizeof(struct inflate_state));
  if (state) isal_inflate_init(state);
  return (sluice_isal_inflater *)state;
}

static inline void sluice_isal_inflate_free(sluice_isal_inflater *inflater) { free(inflater); }

/// Decompresses, and changes the counts to those of the bytes that were consumed and produced. A negative result is an
/// error in the data.
static inline int sluice_isal_inflate(
    sluice_isal_inflater *inflater, const uint8_t *input, uint32_t *input_count, uint8_t *output,
    uint32_t *output_count) {
  struct inflate_state *state = (struct inflate_state *)inflater;
  state->next_in = (uint8_t *)input;
  state->avail_in = *input_count;
  state->next_out = output;
  state->avail_out = *output_count;
  int result = isal_inflate(state);
  *input_count -= state->avail_in;
  *output_count -= state->avail_out;
  state->next_in = state->next_out = 0;
  return result;
}

/// Whether all of the output has been produced.
static inline int sluice_isal_inflate_is_at_end(const sluice_isal_inflater *inflater) {
  return ((const struct inflate_state *)inflater)->block_state == ISAL_BLOCK_FINISH;
}

/// The checksum of the output so far.
static inline uint32_t sluice_isal_inflate_checksum(const sluice_isal_inflater *inflater) {
  return ((const struct inflate_state *)inflater)->crc;
}

/// After the end, returns the number of bytes after the data that were consumed, at most 8, and their values in a
/// number, the first one lowest.
static inline uint32_t sluice_isal_inflate_rest(const sluice_isal_inflater *inflater, uint64_t *bytes) {
  const struct inflate_state *state = (const struct inflate_state *)inflater;
  if (state->read_in_length <= 0 || state->read_in_length > 64) return 0;
  *bytes = state->read_in_length < 8 ? 0 : state->read_in >> (state->read_in_length % 8);
  return (uint32_t)state->read_in_length / 8;
}

// A compressor of level 1.
typedef struct sluice_isal_deflater sluice_isal_deflater;

/// Returns null if there is no memory. The format is IGZIP_GZIP, IGZIP_ZLIB or IGZIP_DEFLATE.
static inline sluice_isal_deflater *sluice_isal_deflate_create(uint16_t format) {
  const size_t level_size = ISAL_DEF_LVL1_DEFAULT;
  // The memory of the level follows the stream.
  const size_t size = (sizeof(struct isal_zstream) + 63) / 64 * 64;
  struct isal_zstream *stream = (struct isal_zstream *)calloc(1, size + level_size);
  if (!stream) return 0;
  isal_deflate_init(stream);
  stream->level = 1;
  stream->level_buf = (uint8_t *)stream + size;
  stream->level_buf_size = (uint32_t)level_size;
  stream->gzip_flag = format;
  return (sluice_isal_deflater *)stream;
}

static inline void sluice_isal_deflate_free(sluice_isal_deflater *deflater) { free(deflater); }

/// Compresses, and changes the counts to those of the bytes that were consumed and produced.
///
/// Returns whether the output is complete.
static inline int sluice_isal_deflate(
    sluice_isal_deflater *deflater, const uint8_t *input, uint32_t *input_count, uint8_t *output,
    uint32_t *output_count, int is_last) {
  struct isal_zstream *stream = (struct isal_zstream *)deflater;
  stream->next_in = (uint8_t *)input;
  stream->avail_in = *input_count;
  stream->next_out = output;
  stream->avail_out = *output_count;
  stream->end_of_stream = is_last != 0;
  isal_deflate(stream);
  *input_count -= stream->avail_in;
  *output_count -= stream->avail_out;
  stream->next_in = stream->next_out = 0;
  return stream->internal_state.state == ZSTATE_END;
}

#endif
