// Lists the calls of a program that may fail, makes one of them fail, ends the program beside it, or sets its clock. It
// is loaded with LD_PRELOAD. Calls count from the start of `main`, in that process and not in its children.
//
//   FAULT_FOLDER  the folder whose files have names that begin with ~/
//   FAULT_CALL    KINDS:NUMBER:FAULT:CLASS, for the call with this number of those whose kind and class match two
//                 patterns. FAULT is the number of an error, "before" or "after" (the process is killed), or "short"
//                 (one byte is read or written)
//   FAULT_LIST    a file to which a line is added for each call: its kind, class, object and caller
//   FAULT_CLOCK   NUMBER:SECONDS, to move the time of day after this number of calls that read it
//   FAULT_FIRED   a file that is created when the fault is injected, with the line of that call
//   FAULT_END     a file that the names of open files are written to, when the program ends by itself
//
// The class of a call tells calls apart whose order differs between runs: the name of its file, in which # stands for
// numbers and random text, or what its descriptor is, such as a socket, or the library that allocates memory.

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <link.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum fault { NONE, ERROR, BEFORE, AFTER, SHORT };

// What a call is about: a path, a descriptor, or a library. A relative path is in `folder`.
struct object {
  const char *path;
  int file;
  const char *library;
  int folder;
};

static const char *folder, *list, *fired, *atEnd, *kinds, *class;
static int number, error;
static enum fault fault;
static long clockNumber, clockSeconds;
static atomic_int calls;
static atomic_long clockCalls;
static atomic_int isActive;
static pid_t process;

// The program, and the libraries whose allocations count.
static struct library {
  const char *name;
  uintptr_t start, end;
} libraries[] = {{"sluice"}, {"libcurl"}, {"libz."}, {"libzstd"}, {"libbrotlidec"}};
enum { LIBRARIES = sizeof libraries / sizeof *libraries };

static int addLibrary(struct dl_phdr_info *info, size_t size, void *unused) {
  const char *name = strrchr(info->dlpi_name, '/');
  for (int index = 0; index < LIBRARIES; index++) {
    struct library *library = &libraries[index];
    // The program is the first one, and has no name.
    int isOther = index ? !name || strncmp(name + 1, library->name, strlen(library->name))
                        : *info->dlpi_name || library->end;
    if (isOther) continue;
    library->start = info->dlpi_addr;
    for (int part = 0; part < info->dlpi_phnum; part++) {
      uintptr_t end = info->dlpi_addr + info->dlpi_phdr[part].p_vaddr + info->dlpi_phdr[part].p_memsz;
      if (info->dlpi_phdr[part].p_type == PT_LOAD && end > library->end) library->end = end;
    }
    break;
  }
  return 0;
}

static struct library *libraryOf(const void *address) {
  for (int index = 0; index < LIBRARIES; index++)
    if ((uintptr_t)address >= libraries[index].start && (uintptr_t)address < libraries[index].end)
      return &libraries[index];
  return NULL;
}

__attribute__((constructor)) static void start(void) {
  folder = getenv("FAULT_FOLDER");
  list = getenv("FAULT_LIST");
  fired = getenv("FAULT_FIRED");
  atEnd = getenv("FAULT_END");
  const char *call = getenv("FAULT_CALL"), *clock = getenv("FAULT_CLOCK");
  static char patterns[2][PATH_MAX], what[16];
  if (call && sscanf(call, "%4095[^:]:%d:%15[^:]:%4095[^\n]", patterns[0], &number, what, patterns[1]) == 4) {
    kinds = patterns[0];
    class = patterns[1];
    error = atoi(what);
    fault = error ? ERROR : !strcmp(what, "before") ? BEFORE : !strcmp(what, "after") ? AFTER : SHORT;
  }
  if (clock) sscanf(clock, "%ld:%ld", &clockNumber, &clockSeconds);
  dl_iterate_phdr(addLibrary, NULL);
  process = getpid();
  unsetenv("LD_PRELOAD");
}

static void writeTo(const char *path, const char *text) {
  long file = syscall(SYS_openat, AT_FDCWD, path, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0600);
  if (file < 0) return;
  syscall(SYS_write, file, text, strlen(text));
  syscall(SYS_close, file);
}

static void killProcess(void) { syscall(SYS_kill, process, SIGKILL); }

// Writes ~ for the folder.
static void shorten(const char *path, char *name) {
  size_t count = folder ? strlen(folder) : 0;
  if (count && !strncmp(path, folder, count) && (path[count] == '/' || !path[count]))
    snprintf(name, PATH_MAX, "~/%s", path[count] ? path + count + 1 : "");
  else
    snprintf(name, PATH_MAX, "%s", path);
}

static void describeFile(int file, char *name) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  long count = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
  path[count < 0 ? 0 : count] = 0;
  if (file >= 0 && file <= 2) {
    strcpy(name, file == 0 ? "input" : file == 1 ? "output" : "errors");
  } else if (!strncmp(path, "socket:", 7)) {
    int domain = 0;
    socklen_t size = sizeof domain;
    syscall(SYS_getsockopt, file, SOL_SOCKET, SO_DOMAIN, &domain, &size);
    snprintf(name, PATH_MAX, "socket %s", domain == AF_UNIX ? "unix" : domain == AF_NETLINK ? "netlink" : "inet");
  } else if (!strncmp(path, "pipe:", 5)) {
    strcpy(name, "pipe");
  } else if (!strncmp(path, "anon_inode:", 11)) {
    snprintf(name, PATH_MAX, "%s", path + 11 + (path[11] == '['));
    name[strcspn(name, "]")] = 0;
  } else {
    char *deleted = strstr(path, " (deleted)");
    if (deleted) *deleted = 0;
    shorten(path, name);
  }
}

static void describe(struct object object, char *name) {
  if (object.library) {
    snprintf(name, PATH_MAX, "%s", object.library);
  } else if (!object.path) {
    describeFile(object.file, name);
  } else if (*object.path == '/') {
    shorten(object.path, name);
  } else {
    char path[PATH_MAX];
    long count;
    if (object.folder == AT_FDCWD) {
      count = syscall(SYS_getcwd, path, sizeof path) - 1;
    } else {
      char link[64];
      snprintf(link, sizeof link, "/proc/self/fd/%d", object.folder);
      count = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
    }
    if (count < 0) count = 0;
    snprintf(path + count, sizeof path - count, "/%s", object.path);
    shorten(path, name);
  }
}

// Writes # for numbers, for two hexadecimal digits, and for words of four characters or more with a digit or a capital
// letter.
static void generalize(const char *name, char *class) {
  while (*name) {
    size_t count = 0, digits = 0, letters = 0, capitals = 0;
    for (char c; (c = name[count]), (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); count++)
      digits += c <= '9', letters += c >= 'a' && c <= 'f', capitals += c <= 'Z';
    if ((digits && digits == count) || (count == 2 && digits + letters == 2) || (capitals && count >= 4)) {
      *class++ = '#';
    } else {
      memcpy(class, name, count);
      class += count;
    }
    name += count;
    if (*name) *class++ = *name++;
  }
  *class = 0;
}

// The fault of this call.
static enum fault next(const char *kind, struct object object, const void *caller) {
  if (!isActive || !(list || kinds) || getpid() != process) return NONE;
  if (kinds && fnmatch(kinds, kind, FNM_EXTMATCH)) return NONE;
  int saved = errno;
  enum fault now = NONE;
  char name[PATH_MAX], general[PATH_MAX], line[3 * PATH_MAX];
  describe(object, name);
  generalize(name, general);
  if (!kinds || (!fnmatch(class, general, 0) && atomic_fetch_add(&calls, 1) == number)) {
    struct library *library = libraryOf(caller);
    snprintf(line, sizeof line, "%s\t%s\t%s\t%s\t%lx\n", kind, general, name, library ? library->name : "other",
             library ? (long)((uintptr_t)caller - library->start) : 0);
    now = kinds ? fault : NONE;
    if (now == BEFORE || (now != NONE && now != AFTER) || !kinds) writeTo(kinds ? fired : list, line);
    if (now == BEFORE) killProcess();
  }
  errno = saved;
  return now;
}

static void endAfter(void) {
  writeTo(fired, "after\n");
  killProcess();
}

// Writes the names of the files that are open.
__attribute__((destructor)) static void finish(void) {
  if (!atEnd || !isActive || getpid() != process) return;
  isActive = 0;
  char text[1 << 16], name[PATH_MAX];
  int count = 0;
  *text = 0;
  for (int file = 3; file < 256 && count < (int)sizeof text - PATH_MAX; file++) {
    describeFile(file, name);
    if (*name) count += snprintf(text + count, sizeof text - count, "%s\n", name);
  }
  writeTo(atEnd, text);
}

static int (*realMain)(int, char **, char **);

static int startMain(int count, char **arguments, char **environment) {
  isActive = 1;
  return realMain(count, arguments, environment);
}

int __libc_start_main(int (*main)(int, char **, char **), int count, char **arguments, void (*first)(void),
                      void (*last)(void), void (*loader)(void), void *stack) {
  int (*real)() = (int (*)())dlsym(RTLD_NEXT, "__libc_start_main");
  realMain = main;
  return real(startMain, count, arguments, first, last, loader, stack);
}

void _exit(int status) {
  finish();
  syscall(SYS_exit_group, status);
  __builtin_unreachable();
}

// Functions.

#define ON(place) ((struct object){.path = place, .folder = AT_FDCWD})
#define IN(place, parent) ((struct object){.path = place, .folder = parent})
#define OF(number) ((struct object){.file = number})
#define FROM(name) ((struct object){.library = name})
#define REAL(result, name, parameters) \
  static result(*real) parameters; \
  if (!real) real = (result(*) parameters)dlsym(RTLD_NEXT, #name)
#define NEXT(kind, object) next(kind, object, __builtin_return_address(0))

// A function that returns `failure` and sets `errno`, or calls the real one. A process that is killed after the call
// does not return.
#define CALL(result, name, kind, object, failure, parameters, arguments) \
  result name parameters { \
    REAL(result, name, parameters); \
    enum fault now = NEXT(kind, object); \
    if (now == ERROR) return errno = error, failure; \
    result value = real arguments; \
    if (now == AFTER) endAfter(); \
    return value; \
  }
#define PLAIN(name, object, parameters, arguments) CALL(int, name, #name, object, -1, parameters, arguments)
// A function that moves `count` bytes.
#define MOVE(name, kind, parameters, arguments) \
  ssize_t name parameters { \
    REAL(ssize_t, name, parameters); \
    enum fault now = NEXT(kind, OF(file)); \
    if (now == ERROR) return errno = error, -1; \
    if (now == SHORT && count > 1) count = 1; \
    ssize_t value = real arguments; \
    if (now == AFTER) endAfter(); \
    return value; \
  }

MOVE(read, "read", (int file, void *bytes, size_t count), (file, bytes, count))
MOVE(pread, "pread", (int file, void *bytes, size_t count, off_t offset), (file, bytes, count, offset))
MOVE(pread64, "pread", (int file, void *bytes, size_t count, off_t offset), (file, bytes, count, offset))
MOVE(write, "write", (int file, const void *bytes, size_t count), (file, bytes, count))
MOVE(pwrite, "pwrite", (int file, const void *bytes, size_t count, off_t offset), (file, bytes, count, offset))
MOVE(pwrite64, "pwrite", (int file, const void *bytes, size_t count, off_t offset), (file, bytes, count, offset))
MOVE(send, "send", (int file, const void *bytes, size_t count, int flags), (file, bytes, count, flags))
MOVE(recv, "recv", (int file, void *bytes, size_t count, int flags), (file, bytes, count, flags))
MOVE(sendto, "send", (int file, const void *bytes, size_t count, int flags, const struct sockaddr *to, socklen_t size),
     (file, bytes, count, flags, to, size))
MOVE(recvfrom, "recv", (int file, void *bytes, size_t count, int flags, struct sockaddr *from, socklen_t *size),
     (file, bytes, count, flags, from, size))
CALL(ssize_t, writev, "write", OF(file), -1, (int file, const struct iovec *parts, int count), (file, parts, count))

ssize_t sendfile(int file, int source, off_t *offset, size_t count) {
  REAL(ssize_t, sendfile, (int, int, off_t *, size_t));
  enum fault now = NEXT("sendfile", OF(file));
  if (now == ERROR) return errno = error, -1;
  ssize_t value = real(file, source, offset, now == SHORT ? 1 : count);
  if (now == AFTER) endAfter();
  return value;
}

// A descriptor is closed even if that fails.
int close(int file) {
  REAL(int, close, (int));
  enum fault now = NEXT("close", OF(file));
  int value = real(file);
  if (now == AFTER) endAfter();
  return now == ERROR ? (errno = error, -1) : value;
}

PLAIN(fsync, OF(file), (int file), (file))
PLAIN(fdatasync, OF(file), (int file), (file))
PLAIN(ftruncate, OF(file), (int file, off_t size), (file, size))
PLAIN(fchmod, OF(file), (int file, mode_t mode), (file, mode))
PLAIN(flock, OF(file), (int file, int operation), (file, operation))
PLAIN(rename, ON(new), (const char *old, const char *new), (old, new))
PLAIN(link, ON(new), (const char *old, const char *new), (old, new))
PLAIN(linkat, IN(new, other), (int folder, const char *old, int other, const char *new, int flags),
      (folder, old, other, new, flags))
PLAIN(unlink, ON(path), (const char *path), (path))
PLAIN(rmdir, ON(path), (const char *path), (path))
PLAIN(mkdir, ON(path), (const char *path, mode_t mode), (path, mode))
CALL(int, fstat, "fstat", OF(file), -1, (int file, struct stat *status), (file, status))
CALL(int, stat, "stat", ON(path), -1, (const char *restrict path, struct stat *restrict status), (path, status))
CALL(int, lstat, "stat", ON(path), -1, (const char *restrict path, struct stat *restrict status), (path, status))
CALL(int, access, "access", ON(path), -1, (const char *path, int mode), (path, mode))
CALL(int, faccessat, "access", IN(path, folder), -1, (int folder, const char *path, int mode, int flags),
     (folder, path, mode, flags))
CALL(DIR *, opendir, "opendir", ON(path), NULL, (const char *path), (path))
CALL(struct dirent *, readdir, "readdir", OF(dirfd(stream)), NULL, (DIR * stream), (stream))
CALL(FILE *, fopen, "fopen", ON(path), NULL, (const char *restrict path, const char *restrict mode), (path, mode))

#define OPEN(name, object, parameters, ...) \
  int name parameters { \
    REAL(int, name, parameters); \
    va_list more; \
    va_start(more, flags); \
    int mode = flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(more, int) : 0; \
    va_end(more); \
    enum fault now = NEXT(flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE ? "create" : "open", object); \
    if (now == ERROR) return errno = error, -1; \
    int value = real(__VA_ARGS__, mode); \
    if (now == AFTER) endAfter(); \
    return value; \
  }

OPEN(open, ON(path), (const char *path, int flags, ...), path, flags)
OPEN(open64, ON(path), (const char *path, int flags, ...), path, flags)
OPEN(openat, IN(path, folder), (int folder, const char *path, int flags, ...), folder, path, flags)
OPEN(openat64, IN(path, folder), (int folder, const char *path, int flags, ...), folder, path, flags)

// Only locks, and copies of descriptors.
#define CONTROL(name) \
  int name(int file, int command, ...) { \
    REAL(int, name, (int, int, ...)); \
    va_list more; \
    va_start(more, command); \
    long argument = va_arg(more, long); \
    va_end(more); \
    int isLock = command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK || command == F_OFD_SETLKW; \
    int isUnlock = isLock && ((struct flock *)argument)->l_type == F_UNLCK; \
    int isCopy = command == F_DUPFD || command == F_DUPFD_CLOEXEC; \
    const char *kind = isUnlock ? "unlock" : isLock ? "lock" : isCopy ? "dup" : NULL; \
    enum fault now = kind ? NEXT(kind, OF(file)) : NONE; \
    if (now == ERROR) return errno = error, -1; \
    return real(file, command, argument); \
  }

CONTROL(fcntl)
CONTROL(fcntl64)

// Only FICLONE.
int ioctl(int file, unsigned long request, ...) {
  REAL(int, ioctl, (int, unsigned long, ...));
  va_list more;
  va_start(more, request);
  long argument = va_arg(more, long);
  va_end(more);
  if (request == 0x40049409 && NEXT("clone", OF(file)) == ERROR) return errno = error, -1;
  return real(file, request, argument);
}

// Only renameat2 and statx.
long syscall(long call, ...) {
  REAL(long, syscall, (long, ...));
  va_list more;
  va_start(more, call);
  long a[6];
  for (int index = 0; index < 6; index++) a[index] = va_arg(more, long);
  va_end(more);
  enum fault now = call == SYS_renameat2 ? NEXT("rename", ON((const char *)a[3]))
                   : call == SYS_statx   ? NEXT("stat", ON((const char *)a[1]))
                                         : NONE;
  if (now == ERROR) return errno = error, -1;
  long value = real(call, a[0], a[1], a[2], a[3], a[4], a[5]);
  if (now == AFTER) endAfter();
  return value;
}

#define MAP(name) \
  void *name(void *start, size_t size, int protection, int flags, int file, off_t offset) { \
    REAL(void *, name, (void *, size_t, int, int, int, off_t)); \
    if (file >= 0 && NEXT("mmap", OF(file)) == ERROR) return errno = error, MAP_FAILED; \
    return real(start, size, protection, flags, file, offset); \
  }

MAP(mmap)
MAP(mmap64)

PLAIN(pipe, FROM("pipe"), (int files[2]), (files))
CALL(int, pipe2, "pipe", FROM("pipe"), -1, (int files[2], int flags), (files, flags))
PLAIN(eventfd, FROM("eventfd"), (unsigned start, int flags), (start, flags))
PLAIN(epoll_create1, FROM("eventpoll"), (int flags), (flags))
PLAIN(epoll_ctl, OF(file), (int queue, int operation, int file, struct epoll_event *event),
      (queue, operation, file, event))
PLAIN(epoll_wait, OF(queue), (int queue, struct epoll_event *events, int count, int timeout),
      (queue, events, count, timeout))
PLAIN(poll, OF(entries ? entries->fd : -1), (struct pollfd * entries, nfds_t count, int timeout),
      (entries, count, timeout))
#define DOMAIN FROM(domain == AF_UNIX ? "socket unix" : domain == AF_NETLINK ? "socket netlink" : "socket inet")
PLAIN(socket, DOMAIN, (int domain, int type, int protocol), (domain, type, protocol))
PLAIN(socketpair, DOMAIN, (int domain, int type, int protocol, int files[2]), (domain, type, protocol, files))
PLAIN(bind, OF(file), (int file, const struct sockaddr *address, socklen_t size), (file, address, size))
PLAIN(listen, OF(file), (int file, int count), (file, count))
PLAIN(accept, OF(file), (int file, struct sockaddr *address, socklen_t *size), (file, address, size))
CALL(int, accept4, "accept", OF(file), -1, (int file, struct sockaddr *address, socklen_t *size, int flags),
     (file, address, size, flags))
PLAIN(connect, OF(file), (int file, const struct sockaddr *address, socklen_t size), (file, address, size))
// These two return the error.
CALL(int, getaddrinfo, "getaddrinfo", FROM("host"), -error,
     (const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **result),
     (name, service, hints, result))
CALL(int, pthread_create, "pthread_create", FROM("thread"), error,
     (pthread_t * thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument),
     (thread, attributes, run, argument))
CALL(ssize_t, getrandom, "getrandom", FROM("random"), -1, (void *bytes, size_t count, unsigned flags),
     (bytes, count, flags))

// Memory of libraries. Swift ends a program that has none. The real functions have other names, because `dlsym`
// allocates.
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);

static int hasMemory(const void *caller) {
  struct library *library = isActive ? libraryOf(caller) : NULL;
  if (!library || library == libraries || next("allocate", FROM(library->name), caller) != ERROR) return 1;
  errno = ENOMEM;
  return 0;
}

#define MEMORY(name, parameters, ...) \
  void *name parameters { return hasMemory(__builtin_return_address(0)) ? __libc_##name(__VA_ARGS__) : NULL; }

MEMORY(malloc, (size_t size), size)
MEMORY(calloc, (size_t count, size_t size), count, size)
MEMORY(realloc, (void *old, size_t size), old, size)

char *strdup(const char *text) {
  size_t count = strlen(text) + 1;
  void *copy = hasMemory(__builtin_return_address(0)) ? __libc_malloc(count) : NULL;
  return copy ? memcpy(copy, text, count) : NULL;
}

// The seconds by which the clock is wrong now.
static long jump(void) {
  if (!clockSeconds) return 0;
  long count = atomic_fetch_add(&clockCalls, 1);
  int saved = errno;
  if (count == clockNumber) writeTo(fired, "clock\n");
  errno = saved;
  return count < clockNumber ? 0 : clockSeconds;
}

int clock_gettime(clockid_t id, struct timespec *now) {
  REAL(int, clock_gettime, (clockid_t, struct timespec *));
  int value = real(id, now);
  if (value == 0 && id == CLOCK_REALTIME) now->tv_sec += jump();
  return value;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  REAL(int, gettimeofday, (struct timeval *restrict, void *restrict));
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
