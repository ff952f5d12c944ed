// Tries what a program that draws must not do, and what it needs. Prints a line "NAME yes" or "NAME no" for each
// attempt. VICTIM is a process of the same user, ATTEMPTED a folder with the file data/keys/openai.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

static void say(const char *name, int succeeded) {
  char line[100];
  int length = snprintf(line, sizeof line, "%s %s\n", name, succeeded ? "yes" : "no");
  if (write(1, line, length) != length) _exit(3);
}

static int opened(int descriptor) {
  if (descriptor >= 0) close(descriptor);
  return descriptor >= 0;
}

static void *nothing(void *value) { return value; }

int main(void) {
  pid_t victim = atoi(getenv("VICTIM"));
  char path[500], key[500];
  snprintf(key, sizeof key, "%s/data/keys/openai", getenv("ATTEMPTED"));

  // What it needs.
  pthread_t thread;
  say("start-thread", pthread_create(&thread, 0, nothing, 0) == 0 && pthread_join(thread, 0) == 0);
  say("read-library", opened(open("/usr/bin/env", O_RDONLY)));
  say("read-font-folder", opened(open("/usr/share", O_RDONLY | O_DIRECTORY)));
  say("abort-own-thread", syscall(SYS_tgkill, getpid(), gettid(), 0) == 0);

  // Reads of files.
  say("read-key", opened(open(key, O_RDONLY)));
  say("read-passwords", opened(open("/etc/passwd", O_RDONLY)));
  snprintf(path, sizeof path, "/proc/%d/environ", victim);
  say("read-environment", opened(open(path, O_RDONLY)));
  say("list-data", opened(open(getenv("ATTEMPTED"), O_RDONLY | O_DIRECTORY)));
  int watch = inotify_init1(0);
  say("watch-data", watch >= 0 && inotify_add_watch(watch, getenv("ATTEMPTED"), IN_ALL_EVENTS) >= 0);

  // Signals to other processes.
  say("signal", kill(victim, 0) == 0);
  say("signal-thread", syscall(SYS_tgkill, victim, victim, 0) == 0);
  say("signal-task", syscall(SYS_tkill, victim, 0) == 0);
  siginfo_t info = {.si_code = SI_QUEUE};
  say("queue-signal", syscall(SYS_rt_sigqueueinfo, victim, SIGCONT, &info) == 0);
  int process = syscall(SYS_pidfd_open, victim, 0);
  say("open-process", process >= 0);
  say("signal-open-process", syscall(SYS_pidfd_send_signal, process, 0, 0, 0) == 0);
  int pipes[2];
  say("signal-by-descriptor", pipe(pipes) == 0 && fcntl(pipes[0], F_SETOWN, victim) == 0);

  // Limits and priorities of other processes.
  struct rlimit limit;
  say("read-limit", prlimit(victim, RLIMIT_NOFILE, 0, &limit) == 0);
  say("change-limit", prlimit(victim, RLIMIT_CORE, &(struct rlimit){0, 0}, 0) == 0);
  say("change-priority", setpriority(PRIO_PROCESS, victim, 19) == 0);
  say("change-io-priority", syscall(SYS_ioprio_set, 1, victim, 3 << 13) == 0);
  cpu_set_t processors;
  sched_getaffinity(0, sizeof processors, &processors);
  say("change-processors", sched_setaffinity(victim, sizeof processors, &processors) == 0);
  struct sched_param batch = {0};
  say("change-scheduler", sched_setscheduler(victim, SCHED_BATCH, &batch) == 0);

  // Attributes of files. The key is open from before only without the confinement.
  int file = open(key, O_RDONLY);
  struct timespec times[2] = {{0, UTIME_NOW}, {0, UTIME_NOW}};
  say("change-mode", chmod(key, 0600) == 0);
  say("change-mode-open", fchmod(file, 0600) == 0);
  say("change-owner", chown(key, getuid(), getgid()) == 0);
  say("change-times", utimensat(AT_FDCWD, key, times, 0) == 0);
  say("change-attribute", setxattr(key, "user.a", "b", 1, 0) == 0 || errno == ENOTSUP);
  say("change-attribute-open", fsetxattr(file, "user.a", "b", 1, 0) == 0 || errno == ENOTSUP);
  say("remove-attribute", removexattr(key, "user.a") == 0 || errno == ENOTSUP || errno == ENODATA);

  // Files, processes and the network.
  snprintf(path, sizeof path, "%s/made", getenv("ATTEMPTED"));
  say("make-file", opened(open(path, O_WRONLY | O_CREAT, 0600)));
  snprintf(path, sizeof path, "%s/made-folder", getenv("ATTEMPTED"));
  say("make-folder", mkdir(path, 0700) == 0);
  say("truncate", truncate(key, 3) == 0);
  say("make-memory-file", opened(memfd_create("a", 0)));
  pid_t child = fork();
  if (child == 0) _exit(0);
  say("start-process", child > 0 && waitpid(child, 0, 0) == child);
  say("open-socket", opened(socket(AF_INET, SOCK_STREAM, 0)));
  return 0;
}
