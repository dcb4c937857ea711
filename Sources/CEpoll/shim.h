// Linux's event queues, which Swift's Glibc module leaves out.
#include <sys/epoll.h>
#include <sys/eventfd.h>
