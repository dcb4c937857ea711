// The functions of OpenSSL that Sluice calls if libcurl has loaded it into the process. Sluice neither includes nor
// links OpenSSL.
#ifndef SLUICE_CCURL_OPENSSL_H
#define SLUICE_CCURL_OPENSSL_H

#include <curl/curl.h>
#include <dlfcn.h>
#include <stdint.h>
#include <sys/socket.h>

/// OpenSSL's functions with these names, without the prefix `SSL_` or `SSL_CTX_`.
struct sluice_openssl {
  int (*get_shutdown)(const void *ssl);
  void (*get0_alpn_selected)(const void *ssl, const unsigned char **name, unsigned int *length);
  void *(*get_SSL_CTX)(const void *ssl);
  void (*sess_set_new_cb)(void *context, void *callback);
  int (*set_fd)(void *ssl, int socket);
  int (*read)(void *ssl, void *buffer, int count);
  int (*has_pending)(const void *ssl);
};

/// Finds OpenSSL, for the first call only.
///
/// - Returns: Null if libcurl uses another TLS library.
static inline const struct sluice_openssl *_Nullable sluice_find_openssl(void) {
  static struct sluice_openssl found;
  void *program = dlopen(NULL, RTLD_LAZY);
  if (!program) return NULL;
  *(void **)&found.get_shutdown = dlsym(program, "SSL_get_shutdown");
  *(void **)&found.get0_alpn_selected = dlsym(program, "SSL_get0_alpn_selected");
  *(void **)&found.get_SSL_CTX = dlsym(program, "SSL_get_SSL_CTX");
  *(void **)&found.sess_set_new_cb = dlsym(program, "SSL_CTX_sess_set_new_cb");
  *(void **)&found.set_fd = dlsym(program, "SSL_set_fd");
  *(void **)&found.read = dlsym(program, "SSL_read");
  *(void **)&found.has_pending = dlsym(program, "SSL_has_pending");
  int has_all = found.get_shutdown && found.get0_alpn_selected && found.get_SSL_CTX && found.sess_set_new_cb
      && found.set_fd && found.read && found.has_pending;
  return has_all ? &found : NULL;
}

/// OpenSSL's connection of a running transfer, or null if there is none.
static inline void *curl_easy_openssl(CURL *easy) {
  struct curl_tlssessioninfo *info = NULL;
  if (curl_easy_getinfo(easy, CURLINFO_TLS_SSL_PTR, &info) != CURLE_OK || !info) return NULL;
  return info->backend == CURLSSLBACKEND_OPENSSL ? info->internals : NULL;
}

/// Whether the peer of a running transfer has sent `close_notify`, the end of its side of the TLS connection.
static inline int curl_easy_has_close_notify(CURL *easy, const struct sluice_openssl *openssl) {
  void *ssl = curl_easy_openssl(easy);
  return ssl && (openssl->get_shutdown(ssl) & 2 /* SSL_RECEIVED_SHUTDOWN */) != 0;
}

/// Whether OpenSSL has bytes of the connection of a running transfer that libcurl has not read: the rest of a TLS record,
/// or further ones, which libcurl 8.15 and later let it read ahead.
///
/// - Parameter openssl: OpenSSL, or null if libcurl uses another TLS library.
static inline int curl_easy_has_unread(CURL *easy, const struct sluice_openssl *_Nullable openssl) {
  void *ssl = openssl ? curl_easy_openssl(easy) : NULL;
  return ssl && openssl->has_pending(ssl) > 0;
}

/// Whether TLS has negotiated HTTP/2 for a connection.
static inline int sluice_openssl_has_http2(const struct sluice_openssl *openssl, const void *ssl) {
  const unsigned char *name = NULL;
  unsigned int length = 0;
  openssl->get0_alpn_selected(ssl, &name, &length);
  return length == 2 /* h2 */;
}

/// A number that identifies the connection of a running transfer, if it is one of HTTP/1 over OpenSSL, or 0.
///
/// - Parameter openssl: OpenSSL, or null if libcurl uses another TLS library.
static inline uintptr_t curl_easy_http1_connection(CURL *easy, const struct sluice_openssl *_Nullable openssl) {
  void *ssl = openssl ? curl_easy_openssl(easy) : NULL;
  return ssl && !sluice_openssl_has_http2(openssl, ssl) ? (uintptr_t)ssl : 0;
}

/// Prepares a connection of OpenSSL that libcurl is about to close for `SSL_read` outside of libcurl: OpenSSL must not
/// call libcurl back.
///
/// - Returns: 0 for an HTTP/2 connection, which other transfers may use.
static inline int sluice_openssl_detach(const struct sluice_openssl *openssl, void *ssl, int socket) {
  if (sluice_openssl_has_http2(openssl, ssl)) return 0;
  openssl->sess_set_new_cb(openssl->get_SSL_CTX(ssl), NULL);
  return openssl->set_fd(ssl, socket) == 1;
}

/// Reads what has arrived over the connection of a running transfer that the peer has reset, and that libcurl is about
/// to close.
///
/// - Parameter openssl: OpenSSL, or null if libcurl uses another TLS library.
/// - Returns: The number of bytes.
static inline size_t curl_easy_read_rest(
    CURL *easy, const struct sluice_openssl *_Nullable openssl, int socket, void *_Nullable buffer, size_t capacity) {
  void *ssl = openssl ? curl_easy_openssl(easy) : NULL;
  if (!buffer || (ssl && !sluice_openssl_detach(openssl, ssl, socket))) return 0;
  size_t count = 0;
  while (count < capacity) {
    char *next = (char *)buffer + count;
    size_t room = capacity - count;
    ssize_t received = ssl ? openssl->read(ssl, next, (int)room) : recv(socket, next, room, MSG_DONTWAIT);
    if (received <= 0) break;
    count += (size_t)received;
  }
  return count;
}

#endif
