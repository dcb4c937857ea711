// Gets a URL many times with libcurl alone: a multi handle, epoll(7), and easy handles that are reset and used again. This
// is the least that a client over libcurl can do. `SessionBenchmark` counts its instructions, `latency.py` compares times.
//
//     CurlLoop <url> <count> [<width> [<authority> <version>]]
//
// - width: The number of requests at a time. Defaults to 64. If it is given, the time that each request takes is printed
//   in nanoseconds.
// - authority: A PEM file with the certificates that are trusted.
// - version: 1 or 2, the version of HTTP.

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <time.h>

// The most events that are taken at a time.
#define EVENTS 64

struct loop {
  CURLM *multi;
  int queue;
  // The time until libcurl must be called, in milliseconds, or -1 for never.
  long timeout;
  const char *url, *authority;
  // The version of HTTP, as libcurl names it, or 0 for its default.
  long version;
  struct curl_slist *fields;
  // When each request has started, in nanoseconds, or NULL if times are not printed.
  long long *starts;
};

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static size_t discard(char *bytes, size_t size, size_t count, void *context) { return size * count; }

static int watch(CURL *easy, curl_socket_t socket, int what, void *context, void *mark) {
  struct loop *loop = context;
  if (what == CURL_POLL_REMOVE) {
    epoll_ctl(loop->queue, EPOLL_CTL_DEL, socket, NULL);
    return 0;
  }
  struct epoll_event event = {.data.fd = socket};
  if (what & CURL_POLL_IN) event.events |= EPOLLIN;
  if (what & CURL_POLL_OUT) event.events |= EPOLLOUT;
  int first = mark ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, second = mark ? EPOLL_CTL_ADD : EPOLL_CTL_MOD;
  if (epoll_ctl(loop->queue, first, socket, &event) != 0) epoll_ctl(loop->queue, second, socket, &event);
  curl_multi_assign(loop->multi, socket, loop);
  return 0;
}

static int set_timer(CURLM *multi, long timeout, void *context) {
  ((struct loop *)context)->timeout = timeout;
  return 0;
}

static void start(struct loop *loop, CURL *easy, long index) {
  curl_easy_setopt(easy, CURLOPT_URL, loop->url);
  curl_easy_setopt(easy, CURLOPT_HTTPHEADER, loop->fields);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, discard);
  curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, discard);
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_PROXY, "");
  if (loop->authority) curl_easy_setopt(easy, CURLOPT_CAINFO, loop->authority);
  if (loop->version) {
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, loop->version);
    // As Sluice: a second connection is not opened while the first may turn out to carry several requests.
    curl_easy_setopt(easy, CURLOPT_PIPEWAIT, (long)(loop->version == CURL_HTTP_VERSION_2TLS));
  }
  if (loop->starts) {
    loop->starts[index] = now();
    curl_easy_setopt(easy, CURLOPT_PRIVATE, (char *)&loop->starts[index]);
  }
  curl_multi_add_handle(loop->multi, easy);
}

int main(int count, char **arguments) {
  if (count < 3 || count == 5 || count > 6) return 64;
  curl_global_init(CURL_GLOBAL_DEFAULT);
  struct loop loop = {
    .multi = curl_multi_init(), .queue = epoll_create1(EPOLL_CLOEXEC), .timeout = -1, .url = arguments[1]};
  curl_multi_setopt(loop.multi, CURLMOPT_SOCKETFUNCTION, watch);
  curl_multi_setopt(loop.multi, CURLMOPT_SOCKETDATA, &loop);
  curl_multi_setopt(loop.multi, CURLMOPT_TIMERFUNCTION, set_timer);
  curl_multi_setopt(loop.multi, CURLMOPT_TIMERDATA, &loop);
  // As many fields as Sluice sends.
  loop.fields = curl_slist_append(NULL, "User-Agent: a client of some length, with its version and system");
  loop.fields = curl_slist_append(loop.fields, "Accept-Encoding: gzip, deflate");

  int total = atoi(arguments[2]), width = count > 3 ? atoi(arguments[3]) : 64, started = 0, ended = 0, running;
  if (count > 3) loop.starts = calloc(total, sizeof *loop.starts);
  if (count > 5) {
    loop.authority = arguments[4];
    loop.version = atoi(arguments[5]) == 2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1;
  }
  for (; started < total && started < width; started++) start(&loop, curl_easy_init(), started);
  while (ended < total) {
    struct epoll_event events[EVENTS];
    int ready = epoll_wait(loop.queue, events, EVENTS, (int)loop.timeout);
    if (ready <= 0 || loop.timeout == 0) {
      loop.timeout = -1;
      curl_multi_socket_action(loop.multi, CURL_SOCKET_TIMEOUT, 0, &running);
    }
    for (int index = 0; index < ready; index++) {
      int action = (events[index].events & EPOLLIN ? CURL_CSELECT_IN : 0)
        | (events[index].events & EPOLLOUT ? CURL_CSELECT_OUT : 0);
      curl_multi_socket_action(loop.multi, events[index].data.fd, action, &running);
    }
    CURLMsg *message;
    int left;
    while ((message = curl_multi_info_read(loop.multi, &left)) != NULL) {
      if (message->data.result != CURLE_OK) return 1;
      CURL *easy = message->easy_handle;
      curl_multi_remove_handle(loop.multi, easy);
      ended++;
      if (loop.starts) {
        long long *start;
        curl_easy_getinfo(easy, CURLINFO_PRIVATE, (char **)&start);
        printf("%lld\n", now() - *start);
      }
      if (started < total) {
        curl_easy_reset(easy);
        start(&loop, easy, started++);
      }
    }
  }
  return 0;
}
