// Makes calls of a program fail, ends it between two calls, or sets its clock. It is loaded with LD_PRELOAD.
//
//   CHAOS_FOLDER  only calls for files in this folder count
//   CHAOS_CALL    CLASS:NUMBER:FAULT, for the call with this number of a class: write, sync, name, open, read or any.
//                 FAULT is the number of an error, "before" or "after" (the process is killed), or "short" (a write
//                 writes half of its bytes)
//   CHAOS_CLOCK   NUMBER:SECONDS, to move the time of day after this number of calls that read it
//   CHAOS_FIRED   a file that is created when the fault is injected

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum fault { NONE, ERROR, BEFORE, AFTER, SHORT };

static const char *folder, *class, *fired;
static int number, error;
static enum fault fault;
static long clockNumber, clockSeconds;
static atomic_int calls;
static atomic_long clockCalls;

__attribute__((constructor)) static void start(void) {
  folder = getenv("CHAOS_FOLDER");
  fired = getenv("CHAOS_FIRED");
  const char *call = getenv("CHAOS_CALL"), *clock = getenv("CHAOS_CLOCK");
  static char name[16], what[16];
  if (folder && call && sscanf(call, "%15[^:]:%d:%15s", name, &number, what) == 3) {
    class = name;
    error = atoi(what);
    fault = error ? ERROR : !strcmp(what, "before") ? BEFORE : !strcmp(what, "after") ? AFTER : SHORT;
  }
  if (clock) sscanf(clock, "%ld:%ld", &clockNumber, &clockSeconds);
  unsetenv("LD_PRELOAD");
}

static void note(void) {
  int saved = errno;
  long file = syscall(SYS_openat, AT_FDCWD, fired, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
  if (file >= 0) syscall(SYS_close, file);
  errno = saved;
}

static void end(void) {
  note();
  syscall(SYS_kill, getpid(), SIGKILL);
}

static int isInside(const char *path) {
  if (!folder || !path) return 0;
  if (path[0] == '/') return !strncmp(path, folder, strlen(folder));
  char current[PATH_MAX];
  return getcwd(current, sizeof current) && !strncmp(current, folder, strlen(folder));
}

static int isFileInside(int file) {
  if (!class) return 0;
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  long count = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
  if (count < 0) return 0;
  path[count] = 0;
  return path[0] == '/' && isInside(path);
}

// The fault of this call.
static enum fault next(const char *kind, int isInFolder) {
  if (!class || !isInFolder || (strcmp(class, kind) && strcmp(class, "any"))) return NONE;
  if (atomic_fetch_add(&calls, 1) != number) return NONE;
  if (fault == BEFORE) end();
  if (fault != AFTER) note();
  return fault;
}

#define REAL(result, name, ...) \
  static result (*real)(__VA_ARGS__); \
  if (!real) real = (result(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

// Calls the function, or fails instead. A process that is killed after the call does not return.
#define CALL(kind, isInFolder, ...) \
  enum fault now = next(kind, isInFolder); \
  if (now == ERROR) return errno = error, -1; \
  __auto_type value = real(__VA_ARGS__); \
  if (now == AFTER) end(); \
  return value

#define WRITE(count, ...) \
  enum fault now = next("write", isFileInside(file)); \
  if (now == ERROR) return errno = error, -1; \
  if (now == SHORT && count > 1) count /= 2; \
  ssize_t value = real(__VA_ARGS__); \
  if (now == AFTER) end(); \
  return value

ssize_t write(int file, const void *bytes, size_t count) {
  REAL(ssize_t, write, int, const void *, size_t);
  WRITE(count, file, bytes, count);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
  REAL(ssize_t, pwrite, int, const void *, size_t, off_t);
  WRITE(count, file, bytes, count, offset);
}

int ftruncate(int file, off_t size) {
  REAL(int, ftruncate, int, off_t);
  CALL("write", isFileInside(file), file, size);
}

int fsync(int file) {
  REAL(int, fsync, int);
  CALL("sync", isFileInside(file), file);
}

int fdatasync(int file) {
  REAL(int, fdatasync, int);
  CALL("sync", isFileInside(file), file);
}

int rename(const char *old, const char *new) {
  REAL(int, rename, const char *, const char *);
  CALL("name", isInside(new), old, new);
}

int link(const char *old, const char *new) {
  REAL(int, link, const char *, const char *);
  CALL("name", isInside(new), old, new);
}

int linkat(int folder, const char *old, int other, const char *new, int flags) {
  REAL(int, linkat, int, const char *, int, const char *, int);
  CALL("name", isInside(new), folder, old, other, new, flags);
}

int unlink(const char *path) {
  REAL(int, unlink, const char *);
  CALL("name", isInside(path), path);
}

int mkdir(const char *path, mode_t mode) {
  REAL(int, mkdir, const char *, mode_t);
  CALL("name", isInside(path), path, mode);
}

int open(const char *path, int flags, ...) {
  REAL(int, open, const char *, int, ...);
  va_list arguments;
  va_start(arguments, flags);
  int mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(arguments, int) : 0;
  va_end(arguments);
  CALL("open", isInside(path), path, flags, mode);
}

ssize_t read(int file, void *bytes, size_t count) {
  REAL(ssize_t, read, int, void *, size_t);
  CALL("read", isFileInside(file), file, bytes, count);
}

ssize_t pread(int file, void *bytes, size_t count, off_t offset) {
  REAL(ssize_t, pread, int, void *, size_t, off_t);
  CALL("read", isFileInside(file), file, bytes, count, offset);
}

// The seconds by which the clock is wrong now.
static long jump(void) {
  if (!clockSeconds) return 0;
  long count = atomic_fetch_add(&clockCalls, 1);
  if (count == clockNumber) note();
  return count < clockNumber ? 0 : clockSeconds;
}

int clock_gettime(clockid_t id, struct timespec *now) {
  REAL(int, clock_gettime, clockid_t, struct timespec *);
  int value = real(id, now);
  if (value == 0 && id == CLOCK_REALTIME) now->tv_sec += jump();
  return value;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  REAL(int, gettimeofday, struct timeval *restrict, void *restrict);
  int value = real(now, zone);
  if (value == 0) now->tv_sec += jump();
  return value;
}

time_t time(time_t *now) {
  struct timespec value;
  clock_gettime(CLOCK_REALTIME, &value);
  if (now) *now = value.tv_sec;
  return value.tv_sec;
}
