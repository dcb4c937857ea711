// A call of Linux that Swift's Glibc module does not include, because the headers declare it as an extension of GNU.
#ifndef SLUICE_CFILE_SHIM_H
#define SLUICE_CFILE_SHIM_H

#include <stdint.h>

extern int sync_file_range(int descriptor, int64_t offset, int64_t count, unsigned int flags);

/// Starts writing to the disk what a file has in memory, and does not wait: `SYNC_FILE_RANGE_WRITE`.
static inline int sluice_start_writing_to_disk(int descriptor) { return sync_file_range(descriptor, 0, 0, 2); }

#endif
