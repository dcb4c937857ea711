// A handler of signals may call few functions, and may run where no stack is left. So it is written in C.
#define _GNU_SOURCE
#include "CWorker.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
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

static void handle(int number) {
  record->signal = number;
  record->count = backtrace(record->addresses, SLUICE_TRAP_CAPACITY);
  // The handler is reset. The instruction that failed is repeated now, and ends the process.
}

void sluice_record_trap(struct sluice_trap *trap) {
  record = trap;
  // The first call loads a library, which a handler must not.
  record->count = backtrace(record->addresses, SLUICE_TRAP_CAPACITY);
  record->count = 0;

  const size_t size = 1 << 17;
  stack_t stack = {.ss_sp = malloc(size), .ss_size = size};
  if (stack.ss_sp != NULL) sigaltstack(&stack, NULL);
  struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESETHAND | SA_ONSTACK};
  sigset_t signals;
  sigemptyset(&signals);
  const int numbers[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS};
  for (unsigned index = 0; index < sizeof numbers / sizeof *numbers; index++) {
    sigaction(numbers[index], &action, NULL);
    sigaddset(&signals, numbers[index]);
  }
  sigprocmask(SIG_UNBLOCK, &signals, NULL);
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
