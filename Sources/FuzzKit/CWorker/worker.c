// A handler of signals may call few functions, and may run where no stack is left; and between the copy of a process and
// the program that it executes, no code of Swift may run. So both are written in C.
#define _GNU_SOURCE
#include "CWorker.h"

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

int sluice_socket_pair(int *ends) { return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends); }

void sluice_begin_copy(int socket, int errors) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  dup2(errors, STDERR_FILENO);
  if (socket != 3) dup2(socket, 3);
  close_range(4, ~0u, 0);
  // A limit of 1 byte also keeps the system from passing the core to a program.
  struct rlimit limit = {1, 1};
  setrlimit(RLIMIT_CORE, &limit);
}

static struct sluice_trap *record;

static void handle(int number, siginfo_t *information, void *context) {
  (void)context;
  record->signal = number;
  record->count = backtrace(record->addresses, SLUICE_TRAP_CAPACITY);
  // The handler is reset. The instruction that failed is repeated now, and ends the process, unless a call has sent the
  // signal.
  if (information->si_code <= 0) raise(number);
}

void sluice_record_trap(struct sluice_trap *trap) {
  record = trap;
  // The first call loads a library, which a handler must not.
  record->count = backtrace(record->addresses, SLUICE_TRAP_CAPACITY);
  record->count = 0;

  const size_t size = 1 << 17;
  stack_t stack = {.ss_sp = malloc(size), .ss_size = size};
  if (stack.ss_sp != NULL) sigaltstack(&stack, NULL);
  struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_RESETHAND | SA_ONSTACK | SA_SIGINFO};
  const int numbers[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS};
  for (unsigned index = 0; index < sizeof numbers / sizeof *numbers; index++) {
    sigaction(numbers[index], &action, NULL);
  }
  // The thread that was copied may block all signals, so that no call could send one to the parser.
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_UNBLOCK, &all, NULL);
}

const char *sluice_image(const void *address, const void **start) {
  Dl_info info;
  if (dladdr(address, &info) == 0) return NULL;
  *start = info.dli_fbase;
  return info.dli_fname;
}

// Only a program that is built for it has them.
void __llvm_profile_reset_counters(void) __attribute__((weak));
int __llvm_profile_write_file(void) __attribute__((weak));

void sluice_reset_coverage(void) {
  if (__llvm_profile_reset_counters) __llvm_profile_reset_counters();
}

void sluice_write_coverage(void) {
  if (__llvm_profile_write_file) __llvm_profile_write_file();
}

// Executes the program in the copy of the process, or returns.
static void execute(const struct sluice_program *program) {
  struct sigaction standard = {.sa_handler = SIG_DFL};
  for (int number = 1; number < NSIG; number++) sigaction(number, &standard, NULL);
  setpgid(0, 0);
  for (int number = 0; number < program->count; number++) {
    int own = program->descriptors[number];
    if (own == number ? fcntl(own, F_SETFD, 0) < 0 : dup2(own, number) < 0) return;
  }
  if (program->memory) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) < 0) return;
    if (program->memory < limit.rlim_max) limit.rlim_max = program->memory;
    limit.rlim_cur = limit.rlim_max;
    if (setrlimit(RLIMIT_AS, &limit) < 0) return;
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execve(program->path, program->words, program->variables);
}

pid_t sluice_start(const struct sluice_program *program) {
  int ends[2], error = 0;
  if (pipe2(ends, O_CLOEXEC) < 0) return -1;
  // Not a number that a descriptor of the program gets.
  int report = fcntl(ends[1], F_DUPFD_CLOEXEC, program->count);
  if (report < 0) error = errno;
  close(ends[1]);
  // No handler of this process may run in the copy, which shares its memory.
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  pid_t id = error ? -1 : vfork();
  if (id == 0) {
    execute(program);
    int failure = errno;
    (void)!write(report, &failure, sizeof failure);
    _exit(127);
  }
  if (id < 0 && error == 0) error = errno;
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  if (report >= 0) close(report);
  // The end of the pipe is that of the copy, or of its program's start.
  if (id > 0) (void)!read(ends[0], &error, sizeof error);
  close(ends[0]);
  if (error == 0) return id;
  if (id > 0) waitpid(id, NULL, 0);
  errno = error;
  return -1;
}
