// Inline wrappers of libcurl's variadic calls, which Swift does not import: one for each argument type.
#ifndef SLUICE_CCURL_SHIM_H
#define SLUICE_CCURL_SHIM_H

#include <curl/curl.h>
#include "constants.h"

static inline CURLcode curl_easy_setopt_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_easy_setopt_offset(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}

/// Sets an option to a string, which libcurl copies.
static inline CURLcode curl_easy_setopt_string(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_easy_setopt_pointer(CURL *easy, CURLoption option, void *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_easy_setopt_list(CURL *easy, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(easy, option, value);
}

/// Sets an option to bytes, which libcurl copies.
static inline CURLcode curl_easy_setopt_bytes(CURL *easy, CURLoption option, const void *bytes, size_t count) {
  struct curl_blob blob = {(void *)bytes, count, CURL_BLOB_COPY};
  return curl_easy_setopt(easy, option, &blob);
}

/// Sets READFUNCTION, WRITEFUNCTION or HEADERFUNCTION.
static inline CURLcode curl_easy_setopt_data_callback(
    CURL *easy, CURLoption option, size_t (*callback)(char *, size_t, size_t, void *)) {
  return curl_easy_setopt(easy, option, callback);
}

static inline CURLcode curl_easy_setopt_seek_callback(CURL *easy, curl_seek_callback callback) {
  return curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, callback);
}

static inline CURLcode curl_easy_setopt_opensocket_callback(CURL *easy, curl_opensocket_callback callback) {
  return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, callback);
}

static inline CURLcode curl_easy_setopt_prereq_callback(CURL *easy, curl_prereq_callback callback) {
  return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, callback);
}

static inline CURLcode curl_easy_setopt_progress_callback(CURL *easy, curl_xferinfo_callback callback) {
  return curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, callback);
}

static inline CURLcode curl_easy_getinfo_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode curl_easy_getinfo_long(CURL *easy, CURLINFO info, long *value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode curl_easy_getinfo_pointer(CURL *easy, CURLINFO info, void **value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLSHcode curl_share_setopt_data(CURLSH *share, CURLSHoption option, curl_lock_data data) {
  return curl_share_setopt(share, option, data);
}

static inline CURLSHcode curl_share_setopt_locks(
    CURLSH *share, curl_lock_function lock, curl_unlock_function unlock, void *context) {
  CURLSHcode result = curl_share_setopt(share, CURLSHOPT_LOCKFUNC, lock);
  if (result == CURLSHE_OK) result = curl_share_setopt(share, CURLSHOPT_UNLOCKFUNC, unlock);
  if (result == CURLSHE_OK) result = curl_share_setopt(share, CURLSHOPT_USERDATA, context);
  return result;
}

/// The version of the library at run time: 0xXXYYZZ.
static inline unsigned int curl_version_number(void) { return curl_version_info(CURLVERSION_NOW)->version_num; }

/// The features of the library at run time: a mask of `SLUICE_CURL_VERSION_` constants.
static inline int curl_version_features(void) { return curl_version_info(CURLVERSION_NOW)->features; }

static inline CURLMcode curl_multi_setopt_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

// Looks at all transfers, and says which sockets they wait for. It is deprecated because it is slow.
static inline CURLMcode curl_multi_act_on_all(CURLM *multi, int *running) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  return curl_multi_socket_all(multi, running);
#pragma GCC diagnostic pop
}

static inline CURLMcode curl_multi_setopt_pointer(CURLM *multi, CURLMoption option, void *value) {
  return curl_multi_setopt(multi, option, value);
}

static inline CURLMcode curl_multi_setopt_socket_callback(CURLM *multi, curl_socket_callback callback) {
  return curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, callback);
}

static inline CURLMcode curl_multi_setopt_timer_callback(CURLM *multi, curl_multi_timer_callback callback) {
  return curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, callback);
}

/// The result of a finished transfer, from a C union that has no name in Swift.
static inline CURLcode curl_message_result(const CURLMsg *message) {
  return message->data.result;
}

#endif
