// The settings of glibc's allocator, which Swift's Glibc module does not include.
#ifndef SLUICE_CMALLOC_SHIM_H
#define SLUICE_CMALLOC_SHIM_H

#include <malloc.h>

/// Lets all threads allocate from as many arenas at most.
static inline void sluice_limit_arenas(int count) { mallopt(M_ARENA_MAX, count); }

/// Maps each block of at least so many bytes by itself. Otherwise, glibc stops to do so for the sizes that it frees.
static inline void sluice_map_blocks(int byte_count) { mallopt(M_MMAP_THRESHOLD, byte_count); }

#endif
