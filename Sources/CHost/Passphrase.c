// Hashes passphrases with Debian's libcrypt. The first hash loads the library, so that programs that hash nothing
// start faster.
#define _GNU_SOURCE
#include "CHost.h"
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

// The functions and sizes of <crypt.h>. No version of libcrypt.so.1 changes them (crypt(3)).
enum { crypt_data_size = 32768 };
typedef char *(*crypt_function)(const char *phrase, const char *setting, void *data, int size);
typedef char *(*setting_function)(const char *prefix, unsigned long count, const char *bytes, int byte_count,
                                  char *output, int output_size);

static void *function(const char *name) {
  void *library = dlopen("libcrypt.so.1", RTLD_NOW | RTLD_LOCAL);
  return library ? dlsym(library, name) : NULL;
}

static int copy(const char *text, char *output, size_t size) {
  size_t length = strlen(text) + 1;
  if (length > size) return ERANGE;
  memcpy(output, text, length);
  return 0;
}

int albumscan_hash_passphrase(const char *passphrase, const char *setting, char *hash, size_t size) {
  crypt_function crypt_rn = (crypt_function)function("crypt_rn");
  if (!crypt_rn) return ENOENT;
  void *data = calloc(1, crypt_data_size);
  if (!data) return ENOMEM;
  errno = 0;
  char *result = crypt_rn(passphrase, setting, data, crypt_data_size);
  int code = result ? copy(result, hash, size) : (errno ? errno : EINVAL);
  // The scratch memory holds values that were computed from the passphrase.
  explicit_bzero(data, crypt_data_size);
  free(data);
  return code;
}

int albumscan_passphrase_setting(unsigned long cost, const char *random, int count, char *setting, size_t size) {
  setting_function gensalt_rn = (setting_function)function("crypt_gensalt_rn");
  if (!gensalt_rn) return ENOENT;
  char text[192];
  errno = 0;
  char *result = gensalt_rn("$y$", cost, random, count, text, sizeof text);
  return result ? copy(result, setting, size) : (errno ? errno : EINVAL);
}
