// The settings of glibc's allocator, which Swift's Glibc module does not include.
#ifndef SLUICE_CMALLOC_SHIM_H
#define SLUICE_CMALLOC_SHIM_H

#include <malloc.h>

/// Lets all threads allocate from as many arenas at most.
static inline void sluice_limit_arenas(int count) { mallopt(M_ARENA_MAX, count); }

#endif
