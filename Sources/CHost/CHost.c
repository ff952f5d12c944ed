#define _GNU_SOURCE
#include "CHost.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <malloc.h>
#include <netdb.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

// Set by `albumscan_watch_interrupts` and by its signal handler.
static volatile sig_atomic_t watches_interrupts, was_interrupted;

static int add_descriptor(posix_spawn_file_actions_t *actions, int from, int to) {
  if (from < 0) return posix_spawn_file_actions_addopen(actions, to, "/dev/null", O_RDWR, 0);
  return posix_spawn_file_actions_adddup2(actions, from, to);
}

static int spawn_child(pid_t *child, const char *path, char *const arguments[],
                       char *const environment[], int input, int output, int error,
                       int own_session) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  int code = posix_spawn_file_actions_init(&actions);
  if (code) return code;
  code = posix_spawnattr_init(&attributes);
  if (code) {
    posix_spawn_file_actions_destroy(&actions);
    return code;
  }
  short flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
  if (own_session) flags |= POSIX_SPAWN_SETSID;
  // Ctrl-C reaches the whole process group of the terminal. In a group of its own, a child can finish its work.
  else if (watches_interrupts) flags |= POSIX_SPAWN_SETPGROUP;
  code = posix_spawnattr_setflags(&attributes, flags);
  if (!code) code = posix_spawnattr_setsigdefault(&attributes, &all);
  if (!code) code = posix_spawnattr_setsigmask(&attributes, &none);
  if (!code) code = add_descriptor(&actions, input, 0);
  if (!code) code = add_descriptor(&actions, output, 1);
  if (!code) code = add_descriptor(&actions, error, 2);
  if (!code) code = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  if (!code) code = posix_spawn(child, path, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return code;
}

// Sets the soft limit to the hard limit; `*before` receives the earlier soft limit.
static void raise_soft_limit(int resource, struct rlimit *before) {
  if (getrlimit(resource, before)) {
    before->rlim_cur = before->rlim_max = RLIM_INFINITY;
    return;
  }
  struct rlimit raised = {.rlim_cur = before->rlim_max, .rlim_max = before->rlim_max};
  setrlimit(resource, &raised);
}

int albumscan_spawn(pid_t *child, const char *path, char *const arguments[],
                    char *const environment[], int input, int output, int error, int own_session) {
  if (!own_session)
    return spawn_child(child, path, arguments, environment, input, output, error, 0);
  struct rlimit memory, cpu;
  raise_soft_limit(RLIMIT_AS, &memory);
  raise_soft_limit(RLIMIT_CPU, &cpu);
  int code = spawn_child(child, path, arguments, environment, input, output, error, 1);
  setrlimit(RLIMIT_AS, &memory);
  setrlimit(RLIMIT_CPU, &cpu);
  return code;
}

static void note_interrupt(int number) {
  (void)number;
  was_interrupted = 1;
}

void albumscan_watch_interrupts(void) {
  struct sigaction action = {.sa_handler = note_interrupt, .sa_flags = SA_RESTART | SA_RESETHAND};
  sigemptyset(&action.sa_mask);
  watches_interrupts = 1;
  sigaction(SIGINT, &action, NULL);
}

int albumscan_was_interrupted(void) { return was_interrupted; }

int albumscan_open(const char *path, int flags, mode_t mode) {
  return open(path, flags | O_CLOEXEC, mode);
}

int albumscan_memory_file(void) { return memfd_create("albumscan", MFD_CLOEXEC); }

int albumscan_exit_code(int status) {
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  return 128 + WTERMSIG(status);
}

// Sets the soft limit to `value`, and the hard limit too when `is_final`. Neither exceeds the present hard limit.
static int limit(int resource, unsigned long long value, int is_final) {
  struct rlimit now;
  if (getrlimit(resource, &now)) return errno;
  rlim_t wanted = value < now.rlim_max ? value : now.rlim_max;
  struct rlimit lowered = {.rlim_cur = wanted, .rlim_max = is_final ? wanted : now.rlim_max};
  return setrlimit(resource, &lowered) ? errno : 0;
}

int albumscan_limit_memory(unsigned long long bytes, int is_final) {
  return limit(RLIMIT_AS, bytes, is_final);
}
int albumscan_limit_cpu(unsigned long long seconds, int is_final) {
  return limit(RLIMIT_CPU, seconds, is_final);
}
int albumscan_limit_file_size(unsigned long long bytes) { return limit(RLIMIT_FSIZE, bytes, 1); }
int albumscan_limit_files(unsigned long long count) { return limit(RLIMIT_NOFILE, count, 1); }
int albumscan_limit_core(unsigned long long bytes, int is_final) {
  return limit(RLIMIT_CORE, bytes, is_final);
}

int albumscan_sync_file_system(const char *path) {
  int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return errno;
  int code = syncfs(folder) ? errno : 0;
  close(folder);
  return code;
}

int albumscan_hide_memory(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) ? errno : 0; }

void albumscan_keep_heap(size_t bytes) {
  const uintptr_t large = 2 << 20;
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
  char *heap = malloc(bytes);
  if (!heap) return;
  uintptr_t first = ((uintptr_t)heap + large - 1) & ~(large - 1);
  if (first + large <= (uintptr_t)heap + bytes)
    madvise((void *)first, ((uintptr_t)heap + bytes - first) & ~(large - 1), MADV_HUGEPAGE);
  free(heap);
}

int albumscan_listen(const char *address, const char *port) {
  struct addrinfo wanted, *found = 0;
  memset(&wanted, 0, sizeof wanted);
  wanted.ai_socktype = SOCK_STREAM;
  wanted.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE;
  if (getaddrinfo(address, port, &wanted, &found)) return -EADDRNOTAVAIL;
  int on = 1, code = 0;
  int number = socket(found->ai_family, found->ai_socktype | SOCK_CLOEXEC, found->ai_protocol);
  if (number < 0 || setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) ||
      bind(number, found->ai_addr, found->ai_addrlen) || listen(number, 128)) {
    code = errno;
    if (number >= 0) close(number);
  }
  freeaddrinfo(found);
  return code ? -code : number;
}
