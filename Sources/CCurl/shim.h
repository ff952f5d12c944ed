// libcurl for the module HTTP. The comment of each function says why Swift cannot do its task.
#pragma once
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <netinet/in.h>
#include <sys/socket.h>

/// `curl_easy_setopt` is variadic, so each type of its value has a function here.
static inline CURLcode albumscan_curl_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode albumscan_curl_set_size(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode albumscan_curl_set_text(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode albumscan_curl_set_pointer(CURL *easy, CURLoption option, void *value) {
  return curl_easy_setopt(easy, option, value);
}

/// The same for function pointers: WRITEFUNCTION, HEADERFUNCTION, OPENSOCKETFUNCTION and PREREQFUNCTION.
static inline CURLcode albumscan_curl_set_writer(
    CURL *easy, CURLoption option, curl_write_callback value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode albumscan_curl_set_opener(CURL *easy, curl_opensocket_callback value) {
  return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, value);
}
static inline CURLcode albumscan_curl_set_gate(CURL *easy, curl_prereq_callback value) {
  return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, value);
}

/// `curl_easy_getinfo` is variadic.
static inline long albumscan_curl_long(CURL *easy, CURLINFO info) {
  long value = 0;
  return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}
static inline curl_off_t albumscan_curl_size(CURL *easy, CURLINFO info) {
  curl_off_t value = 0;
  return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}
static inline const char *albumscan_curl_text(CURL *easy, CURLINFO info) {
  char *value = 0;
  return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

/// Opens a socket that the worker's children do not inherit. Swift imports `SOCK_CLOEXEC` as an enum case, which
/// `socket` does not accept. Returns `CURL_SOCKET_BAD` on failure.
static inline curl_socket_t albumscan_curl_socket(const struct curl_sockaddr *address) {
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/// Copies the 4 or 16 bytes of an address and returns their number, or 0 for another address family.
/// Socket addresses need pointer casts that Swift cannot express.
static inline int albumscan_curl_address(const struct curl_sockaddr *from, unsigned char *bytes) {
  const unsigned char *start = 0;
  int count = 0;
  if (from->family == AF_INET) {
    start = (const unsigned char *)&((const struct sockaddr_in *)(const void *)&from->addr)->sin_addr;
    count = 4;
  } else if (from->family == AF_INET6) {
    start = (const unsigned char *)&((const struct sockaddr_in6 *)(const void *)&from->addr)->sin6_addr;
    count = 16;
  }
  for (int index = 0; index < count; index++) bytes[index] = start[index];
  return count;
}
