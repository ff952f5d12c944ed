// A library for LD_PRELOAD, which numbers the calls with which a program changes files or connects. It writes each call
// to a list, kills the program at one of them, makes one of them fail, or records what a loss of power may leave. It can
// also change the clock of the program.
// Tests/EndToEnd/SystemCalls.swift compiles and uses the library. Source: docs/test-seams.md.
//
//   FAULTS_ROOT    only files below this folder count, and all connections
//   FAULTS_LIST    the file for the list: "NUMBER CALL PATH"
//   FAULTS_KILL    the number of the call before which the program gets SIGKILL
//   FAULTS_FAIL    the number of the call that fails, and the errno: "17 28"; with "17- 28", all from this call on
//   FAULTS_CLOCK   the seconds by which the clock of the program differs from that of the computer
//   FAULTS_RECORD  a folder: the bytes of each write as NUMBER, and in the list the offset and the length
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static atomic_int count;
static int kill_at, fail_at, fails_after, fail_code, list = -1;
static const char *root, *record;
static long clock_seconds;

__attribute__((constructor)) static void begin(void) {
  const char *text = getenv("FAULTS_KILL");
  if (text) kill_at = atoi(text);
  text = getenv("FAULTS_FAIL");
  if (text) {
    char *rest;
    fail_at = (int)strtol(text, &rest, 10);
    if (*rest == '-') fails_after = 1, rest++;
    fail_code = atoi(rest);
  }
  text = getenv("FAULTS_CLOCK");
  if (text) clock_seconds = atol(text);
  root = getenv("FAULTS_ROOT");
  record = getenv("FAULTS_RECORD");
  text = getenv("FAULTS_LIST");
  if (text) list = (int)syscall(SYS_openat, AT_FDCWD, text, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  // The programs close low descriptors that they do not know.
  if (list >= 0) {
    int high = fcntl(list, F_DUPFD_CLOEXEC, 900);
    if (high >= 0) syscall(SYS_close, list), list = high;
  }
}

static int counts(const char *path) { return !root || !strncmp(path, root, strlen(root)); }

static void path_of(int file, char *path) {
  char name[64];
  snprintf(name, sizeof name, "/proc/self/fd/%d", file);
  long length = syscall(SYS_readlinkat, AT_FDCWD, name, path, PATH_MAX - 1);
  path[length < 0 ? 0 : length] = 0;
}

static void whole(const char *path, char *result) {
  if (*path == '/') {
    snprintf(result, PATH_MAX, "%s", path);
    return;
  }
  char folder[PATH_MAX];
  if (syscall(SYS_getcwd, folder, sizeof folder) < 0) folder[0] = 0;
  snprintf(result, PATH_MAX, "%.2000s/%.2000s", folder, path);
}

/// Numbers a call. Returns the errno with which it fails, or 0. `bytes` are recorded.
static int pass(const char *call, const char *path, const char *more, const void *bytes, size_t length) {
  if (!counts(path)) return 0;
  int saved = errno, number = atomic_fetch_add(&count, 1) + 1;
  if (list >= 0) {
    char line[3 * PATH_MAX];
    int size = snprintf(line, sizeof line, "%d\t%s\t%s\t%s\n", number, call, path, more);
    syscall(SYS_write, list, line, size);
  }
  if (record && bytes) {
    char name[PATH_MAX];
    snprintf(name, sizeof name, "%s/%d", record, number);
    int file = (int)syscall(SYS_openat, AT_FDCWD, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    syscall(SYS_write, file, bytes, length);
    syscall(SYS_close, file);
  }
  if (number == kill_at) syscall(SYS_kill, getpid(), SIGKILL);
  // A worker that waits for its next attempt replaces its process, which then counts from 1 again. The new process has
  // this environment, so the failure of one call happens only once.
  if (number == fail_at && !fails_after) unsetenv("FAULTS_FAIL");
  errno = saved;
  return fail_at && (number == fail_at || (fails_after && number > fail_at)) ? fail_code : 0;
}

static int pass_file(const char *call, int file, const char *more, const void *bytes, size_t length) {
  char path[PATH_MAX];
  path_of(file, path);
  return pass(call, path, more, bytes, length);
}

#define FAIL_IF(code) \
  do { \
    int failed = (code); \
    if (failed) { \
      errno = failed; \
      return -1; \
    } \
  } while (0)

ssize_t write(int file, const void *bytes, size_t length) {
  char place[32];
  long offset = syscall(SYS_lseek, file, 0L, SEEK_CUR);
  snprintf(place, sizeof place, "%ld %zu", offset, length);
  FAIL_IF(pass_file("write", file, place, bytes, length));
  return syscall(SYS_write, file, bytes, length);
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t offset) {
  char place[48];
  snprintf(place, sizeof place, "%ld %zu", (long)offset, length);
  FAIL_IF(pass_file("write", file, place, bytes, length));
  return syscall(SYS_pwrite64, file, bytes, length, offset);
}

int ftruncate(int file, off_t length) {
  char place[32];
  snprintf(place, sizeof place, "%ld", (long)length);
  FAIL_IF(pass_file("truncate", file, place, NULL, 0));
  return (int)syscall(SYS_ftruncate, file, length);
}

int fsync(int file) {
  FAIL_IF(pass_file("sync", file, "", NULL, 0));
  return (int)syscall(SYS_fsync, file);
}

int fdatasync(int file) {
  FAIL_IF(pass_file("sync", file, "", NULL, 0));
  return (int)syscall(SYS_fdatasync, file);
}

int rename(const char *from, const char *to) {
  char one[PATH_MAX], other[PATH_MAX];
  whole(from, one), whole(to, other);
  FAIL_IF(pass("rename", other, one, NULL, 0));
  return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int link(const char *from, const char *to) {
  char one[PATH_MAX], other[PATH_MAX];
  whole(from, one), whole(to, other);
  FAIL_IF(pass("link", other, one, NULL, 0));
  return (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int unlink(const char *path) {
  char one[PATH_MAX];
  whole(path, one);
  FAIL_IF(pass("unlink", one, "", NULL, 0));
  return (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}

int mkdir(const char *path, mode_t mode) {
  char one[PATH_MAX];
  whole(path, one);
  FAIL_IF(pass("mkdir", one, "", NULL, 0));
  return (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
}

int connect(int file, const struct sockaddr *address, socklen_t length) {
  if (address->sa_family == AF_INET || address->sa_family == AF_INET6)
    FAIL_IF(pass("connect", root ? root : "", "", NULL, 0));
  return (int)syscall(SYS_connect, file, address, length);
}

static int open_at(const char *path, int flags, mode_t mode) {
  if (flags & O_CREAT) {
    char one[PATH_MAX];
    whole(path, one);
    FAIL_IF(pass("create", one, flags & O_TRUNC ? "truncate" : "", NULL, 0));
  }
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags | O_LARGEFILE, mode);
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open_at(path, flags, mode);
}

// On a machine with 64 bits, both kinds of offsets are the same.
int open64(const char *path, int flags, ...) __attribute__((alias("open")));
ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t offset) __attribute__((alias("pwrite")));
int ftruncate64(int file, off64_t length) __attribute__((alias("ftruncate")));

int clock_gettime(clockid_t clock, struct timespec *now) {
  int result = (int)syscall(SYS_clock_gettime, clock, now);
  if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) now->tv_sec += clock_seconds;
  return result;
}

time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}

int gettimeofday(struct timeval *result, void *zone) {
  (void)zone;
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  result->tv_sec = now.tv_sec, result->tv_usec = now.tv_nsec / 1000;
  return 0;
}
