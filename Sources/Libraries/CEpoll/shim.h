// Linux's event queues and timers, which Swift's Glibc module does not include. C libraries differ in what they declare
// as an enumeration and in which pointers may be null. Swift imports these as different types; here each has one type.
#ifndef SLUICE_CEPOLL_SHIM_H
#define SLUICE_CEPOLL_SHIM_H

#include <signal.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>

static const uint32_t SLUICE_EPOLLIN = EPOLLIN;
static const uint32_t SLUICE_EPOLLOUT = EPOLLOUT;
static const uint32_t SLUICE_EPOLLERR = EPOLLERR;
static const uint32_t SLUICE_EPOLLHUP = EPOLLHUP;
static const uint32_t SLUICE_EPOLLET = (uint32_t)EPOLLET;

/// Creates an event queue, which is closed in programs that this process executes.
static inline int sluice_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

/// Creates a nonblocking counter, which is closed in programs that this process executes.
static inline int sluice_eventfd_create(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

static inline int sluice_eventfd_ring(int descriptor) { return eventfd_write(descriptor, 1); }

static inline int sluice_epoll_add(int queue, int descriptor, uint32_t events, uint64_t data) {
  struct epoll_event event = {.events = events, .data = {.u64 = data}};
  return epoll_ctl(queue, EPOLL_CTL_ADD, descriptor, &event);
}

static inline int sluice_epoll_modify(int queue, int descriptor, uint32_t events, uint64_t data) {
  struct epoll_event event = {.events = events, .data = {.u64 = data}};
  return epoll_ctl(queue, EPOLL_CTL_MOD, descriptor, &event);
}

static inline int sluice_epoll_remove(int queue, int descriptor) {
  return epoll_ctl(queue, EPOLL_CTL_DEL, descriptor, 0);
}

/// - Parameter events: Memory for `count` events; null does not wait and reports none.
static inline int sluice_epoll_wait(int queue, struct epoll_event *_Nullable events, int count, int milliseconds) {
  return events ? epoll_wait(queue, events, count, milliseconds) : 0;
}

/// Calls `function` with a number on another thread, each time the calling thread has used as much processor time.
static inline int sluice_processor_timer_start(int number, long milliseconds, void (*_Nonnull function)(union sigval),
                                               timer_t _Nullable *_Nonnull timer) {
  struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_value = {.sival_int = number}};
  event.sigev_notify_function = function;
  int result = timer_create(CLOCK_THREAD_CPUTIME_ID, &event, timer);
  if (result != 0) return result;
  struct timespec interval = {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000};
  struct itimerspec times = {.it_interval = interval, .it_value = interval};
  result = timer_settime(*timer, 0, &times, 0);
  if (result != 0) timer_delete(*timer);
  return result;
}

#endif
