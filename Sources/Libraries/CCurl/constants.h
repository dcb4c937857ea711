// Constants that libcurl's headers declare as enumerations in one version, as macros in another, and as macros of type
// `long` in a third. Swift imports each of these as a different type; here each constant has one type in every version.
#ifndef SLUICE_CCURL_CONSTANTS_H
#define SLUICE_CCURL_CONSTANTS_H

#include <curl/curl.h>

// MARK: Arguments of options

static const long SLUICE_CURL_HTTP_VERSION_1_0 = CURL_HTTP_VERSION_1_0;
static const long SLUICE_CURL_HTTP_VERSION_1_1 = CURL_HTTP_VERSION_1_1;
static const long SLUICE_CURL_HTTP_VERSION_2_0 = CURL_HTTP_VERSION_2_0;
static const long SLUICE_CURL_HTTP_VERSION_2TLS = CURL_HTTP_VERSION_2TLS;
static const long SLUICE_CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE = CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE;
static const long SLUICE_CURL_HTTP_VERSION_3 = CURL_HTTP_VERSION_3;
static const long SLUICE_CURL_NETRC_OPTIONAL = CURL_NETRC_OPTIONAL;
static const long SLUICE_CURL_SSLVERSION_TLSv1_2 = CURL_SSLVERSION_TLSv1_2;
static const long SLUICE_CURL_SSLVERSION_TLSv1_3 = CURL_SSLVERSION_TLSv1_3;
static const long SLUICE_CURLAUTH_BASIC = CURLAUTH_BASIC;
static const long SLUICE_CURLAUTH_DIGEST = CURLAUTH_DIGEST;
// With a single scheme, libcurl sends a request without its body first.
static const long SLUICE_CURLAUTH_DIGEST_IF_ASKED = (long)(CURLAUTH_DIGEST | CURLAUTH_ONLY);
static const long SLUICE_CURL_GLOBAL_DEFAULT = CURL_GLOBAL_DEFAULT;
static const unsigned int SLUICE_CURLU_PATH_AS_IS = CURLU_PATH_AS_IS;
static const unsigned int SLUICE_CURLU_DEFAULT_PORT = CURLU_DEFAULT_PORT;

// MARK: Results of callbacks, and arguments of calls

static const size_t SLUICE_CURL_READFUNC_PAUSE = CURL_READFUNC_PAUSE;
static const size_t SLUICE_CURL_READFUNC_ABORT = CURL_READFUNC_ABORT;
static const size_t SLUICE_CURL_WRITEFUNC_PAUSE = CURL_WRITEFUNC_PAUSE;
static const int SLUICE_CURL_SEEKFUNC_OK = CURL_SEEKFUNC_OK;
static const int SLUICE_CURL_SEEKFUNC_FAIL = CURL_SEEKFUNC_FAIL;
static const int SLUICE_CURL_PREREQFUNC_OK = CURL_PREREQFUNC_OK;
static const int SLUICE_CURL_PREREQFUNC_ABORT = CURL_PREREQFUNC_ABORT;
static const int SLUICE_CURLPAUSE_SEND = CURLPAUSE_SEND;
static const int SLUICE_CURLPAUSE_RECV = CURLPAUSE_RECV;
static const int SLUICE_CURL_CSELECT_IN = CURL_CSELECT_IN;
static const int SLUICE_CURL_CSELECT_OUT = CURL_CSELECT_OUT;
static const int SLUICE_CURL_POLL_IN = CURL_POLL_IN;
static const int SLUICE_CURL_POLL_OUT = CURL_POLL_OUT;
static const int SLUICE_CURL_POLL_REMOVE = CURL_POLL_REMOVE;
static const curl_socket_t SLUICE_CURL_SOCKET_BAD = CURL_SOCKET_BAD;
static const curl_socket_t SLUICE_CURL_SOCKET_TIMEOUT = CURL_SOCKET_TIMEOUT;
static const size_t SLUICE_CURL_ERROR_SIZE = CURL_ERROR_SIZE;

// MARK: Features of the library at run time

static const int SLUICE_CURL_VERSION_SSL = CURL_VERSION_SSL;
static const int SLUICE_CURL_VERSION_ASYNCHDNS = CURL_VERSION_ASYNCHDNS;
static const int SLUICE_CURL_VERSION_HTTP2 = CURL_VERSION_HTTP2;
static const int SLUICE_CURL_VERSION_HTTP3 = CURL_VERSION_HTTP3;

// MARK: Additions to libcurl after 7.81.0, the oldest version that Sluice supports
//
// These numbers are part of libcurl's binary interface, so they do not depend on the headers. CurlFeature determines
// whether the library at run time knows them.

static const CURLoption SLUICE_CURLOPT_PROTOCOLS_STR = (CURLoption)(CURLOPTTYPE_OBJECTPOINT + 318);  // 7.85.0
static const CURLoption SLUICE_CURLOPT_QUICK_EXIT = (CURLoption)(CURLOPTTYPE_LONG + 322);            // 7.87.0
static const CURLMoption SLUICE_CURLMOPT_QUICK_EXIT = (CURLMoption)(CURLOPTTYPE_LONG + 21);           // 8.20.0
static const long SLUICE_CURL_HTTP_VERSION_3ONLY = 31;                                               // 7.88.0
static const CURLcode SLUICE_CURLE_UNRECOVERABLE_POLL = (CURLcode)99;                                // 7.84.0
static const CURLcode SLUICE_CURLE_TOO_LARGE = (CURLcode)100;                                        // 8.6.0
static const CURLcode SLUICE_CURLE_ECH_REQUIRED = (CURLcode)101;                                     // 8.8.0

// MARK: Names that newer headers deprecate, but older libraries need

static const CURLoption SLUICE_CURLOPT_PROTOCOLS = (CURLoption)(CURLOPTTYPE_LONG + 181);
static const long SLUICE_CURLPROTO_HTTP_AND_HTTPS = CURLPROTO_HTTP | CURLPROTO_HTTPS;

#endif
