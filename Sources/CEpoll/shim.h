// Linux's event queues, which Swift's Glibc module leaves out. The C library's headers differ in what they declare as
// enumerations and in which pointers may be null, which Swift imports as different types: here each has one type.
#ifndef SLUICE_CEPOLL_SHIM_H
#define SLUICE_CEPOLL_SHIM_H

#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

static const uint32_t SLUICE_EPOLLIN = EPOLLIN;
static const uint32_t SLUICE_EPOLLOUT = EPOLLOUT;
static const uint32_t SLUICE_EPOLLERR = EPOLLERR;
static const uint32_t SLUICE_EPOLLHUP = EPOLLHUP;
static const uint32_t SLUICE_EPOLLET = (uint32_t)EPOLLET;

/// An event queue that no program that is started inherits.
static inline int sluice_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

/// A counter that does not block, and that no program that is started inherits.
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

/// - Parameter events: room for `count` events; null does not wait.
static inline int sluice_epoll_wait(int queue, struct epoll_event *_Nullable events, int count, int milliseconds) {
  return events ? epoll_wait(queue, events, count, milliseconds) : 0;
}

#endif
