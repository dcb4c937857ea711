// rtnetlink(7), which Swift's Glibc module does not contain. Each number and call has one type.
#ifndef SLUICE_CNETLINK_SHIM_H
#define SLUICE_CNETLINK_SHIM_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <net/if.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>

static const uint16_t SLUICE_NLMSG_ERROR = NLMSG_ERROR;
static const uint16_t SLUICE_NLMSG_DONE = NLMSG_DONE;
static const uint16_t SLUICE_NLM_F_DUMP_INTR = NLM_F_DUMP_INTR;
static const uint16_t SLUICE_NLA_TYPE_MASK = (uint16_t)NLA_TYPE_MASK;

static const uint16_t SLUICE_RTM_NEWLINK = RTM_NEWLINK;
static const uint16_t SLUICE_RTM_DELLINK = RTM_DELLINK;
static const uint16_t SLUICE_RTM_GETLINK = RTM_GETLINK;
static const uint16_t SLUICE_RTM_NEWADDR = RTM_NEWADDR;
static const uint16_t SLUICE_RTM_DELADDR = RTM_DELADDR;
static const uint16_t SLUICE_RTM_GETADDR = RTM_GETADDR;
static const uint16_t SLUICE_RTM_NEWROUTE = RTM_NEWROUTE;
static const uint16_t SLUICE_RTM_DELROUTE = RTM_DELROUTE;
static const uint16_t SLUICE_RTM_GETROUTE = RTM_GETROUTE;

static const uint16_t SLUICE_IFLA_IFNAME = IFLA_IFNAME;
static const uint16_t SLUICE_IFA_FLAGS = IFA_FLAGS;
static const uint16_t SLUICE_RTA_OIF = RTA_OIF;
static const uint16_t SLUICE_RTA_MULTIPATH = RTA_MULTIPATH;

static const uint32_t SLUICE_IFF_UP = IFF_UP;
static const uint32_t SLUICE_IFF_RUNNING = IFF_RUNNING;
static const uint32_t SLUICE_IFF_LOOPBACK = IFF_LOOPBACK;
static const uint32_t SLUICE_IFA_F_OPTIMISTIC = IFA_F_OPTIMISTIC;
static const uint32_t SLUICE_IFA_F_DADFAILED = IFA_F_DADFAILED;
static const uint32_t SLUICE_IFA_F_TENTATIVE = IFA_F_TENTATIVE;
static const uint32_t SLUICE_RTM_F_CLONED = RTM_F_CLONED;
static const uint8_t SLUICE_RT_SCOPE_LINK = RT_SCOPE_LINK;
static const uint8_t SLUICE_RTN_UNICAST = RTN_UNICAST;

/// Opens a socket, which is closed in programs that this process executes.
///
/// - Parameter reports_changes: Whether the socket receives the changes of links, addresses and routes.
/// - Returns: The descriptor; -1 with `errno` set.
static inline int sluice_netlink_open(_Bool reports_changes) {
  int descriptor = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
  if (descriptor < 0 || !reports_changes) return descriptor;
  struct sockaddr_nl address = {
    .nl_family = AF_NETLINK,
    .nl_groups = RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_IFADDR | RTMGRP_IPV6_ROUTE,
  };
  if (bind(descriptor, (struct sockaddr *)&address, sizeof address) < 0) {
    int number = errno;
    close(descriptor);
    errno = number;
    return -1;
  }
  return descriptor;
}

/// Requests all links, addresses or routes.
///
/// - Returns: 0; -1 with `errno` set.
static inline int sluice_netlink_request_dump(int descriptor, uint16_t type, uint32_t sequence) {
  struct {
    struct nlmsghdr header;
    union {
      struct ifinfomsg link;
      struct ifaddrmsg address;
      struct rtmsg route;
    } content;
  } request;
  memset(&request, 0, sizeof request);
  size_t size = type == RTM_GETLINK ? sizeof(struct ifinfomsg)
              : type == RTM_GETADDR ? sizeof(struct ifaddrmsg) : sizeof(struct rtmsg);
  request.header.nlmsg_len = (uint32_t)NLMSG_LENGTH(size);
  request.header.nlmsg_type = type;
  request.header.nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
  request.header.nlmsg_seq = sequence;
  struct sockaddr_nl kernel = {.nl_family = AF_NETLINK};
  ssize_t sent = sendto(descriptor, &request, request.header.nlmsg_len, 0, (struct sockaddr *)&kernel, sizeof kernel);
  return sent < 0 ? -1 : 0;
}

/// Receives a datagram.
///
/// - Parameters:
///   - waits: Whether to wait for it.
///   - is_from_kernel: Set to whether the kernel has sent it.
/// - Returns: The size of the datagram, which may be larger than `size`; -1 with `errno` set.
static inline ssize_t sluice_netlink_receive(
    int descriptor, void *_Nullable buffer, size_t size, _Bool waits, _Bool *_Nonnull is_from_kernel) {
  struct sockaddr_nl sender = {0};
  socklen_t length = sizeof sender;
  ssize_t count = recvfrom(
      descriptor, buffer, size, MSG_TRUNC | (waits ? 0 : MSG_DONTWAIT), (struct sockaddr *)&sender, &length);
  *is_from_kernel = length == sizeof sender && sender.nl_family == AF_NETLINK && sender.nl_pid == 0;
  return count;
}

#endif
