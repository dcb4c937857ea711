#ifndef CWORKER_H
#define CWORKER_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Makes two connected sockets, which programs that this one starts do not get.
///
/// Returns 0, or -1 with the error in errno.
int sluice_socket_pair(int *ends);

/// Leaves a copy of a process, in which this runs, with the standard streams and its socket, which gets the number 3. The
/// standard error is `errors`. The copy ends with the process that made it, and its core is not written.
void sluice_begin_copy(int socket, int errors);

/// The number of calls of a stack that are recorded.
#define SLUICE_TRAP_CAPACITY 48

/// The signal that ended a process, and the return addresses of its stack, the innermost first.
struct sluice_trap {
  int signal;
  int count;
  void *addresses[SLUICE_TRAP_CAPACITY];
};

/// Records in `trap`, which two processes share, with which signal the calling process ends, and its stack. No backtrace
/// is printed then. Call it once in a process.
void sluice_record_trap(struct sluice_trap *trap);

/// Returns the path of the program or library that has the address, and where it begins, or null if none has.
const char *sluice_image(const void *address, const void **start);

/// Swift's runtime: returns the name of a symbol as in the source, in new memory, or null if it is not one of Swift's.
char *swift_demangle(const char *name, size_t count, char *output, size_t *output_count, uint32_t flags);

/// Starts to count anew which code of this process runs, if it was built to be measured.
void sluice_reset_coverage(void);

/// Adds what the process has counted to the file of the measurement.
void sluice_write_coverage(void);

/// A program that is started, with arrays that end with null.
struct sluice_program {
  const char *path;
  char *const *words;
  char *const *variables;
  /// The descriptors that get the numbers from 0. None has a lower number before.
  const int *descriptors;
  int count;
  /// The maximum size of the address space in bytes, or 0 for that of this process. A lower limit of this process stays.
  uint64_t memory;
};

/// Starts a program in a process group of its own, which neither ignores nor blocks signals, as this process may.
///
/// Returns the ID of its process, or -1 with the error in errno, if it cannot be executed.
pid_t sluice_start(const struct sluice_program *program);

#endif
