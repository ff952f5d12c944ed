// Two system call filters, each a list of the permitted calls. The first is for a program that only computes: it may
// read and write open descriptors, take and return memory that is not executed, and exit; every other call fails with
// EPERM. The second is for a program that only draws: it may also open files for reading, execute them and start threads;
// every other call fails with ENOSYS, after which libraries use an older call or go on without it. A list of paths limits
// the files that it reads.
// Source: Linux kernel, Documentation/userspace-api/seccomp_filter.rst and landlock.rst.
#define _GNU_SOURCE
#include "CHost.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

int albumscan_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ? errno : 0; }

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE
#define ALLOW(call)                                       \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 1), \
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

// Permits a call whose argument has the value.
#define ALLOW_VALUE(call, argument, value)                                                     \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 4),                                           \
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[argument])),       \
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW), \
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))
// With `if_set` 1 and `if_clear` 0, permits a call whose argument has one of the bits; with 0 and 1, a call whose
// argument has none of them. Both processors are little-endian, so the argument begins with its lower half.
#define ALLOW_BITS(call, argument, bits, if_set, if_clear)                                     \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 4),                                           \
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[argument])),       \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), !(if_set), !(if_clear)),                    \
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),                                            \
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))

int albumscan_allow_computing_only(void) {
  struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      // Numbers from 2^30 are the x32 calls of x86-64; no entry below matches them.
      ALLOW(SYS_read), ALLOW(SYS_write), ALLOW(SYS_readv), ALLOW(SYS_writev), ALLOW(SYS_close),
      ALLOW(SYS_fstat), ALLOW(SYS_lseek),
      // Memory, but none that the processor may execute: no program comes after the filter.
      ALLOW_BITS(SYS_mmap, 2, PROT_EXEC, 0, 1), ALLOW_BITS(SYS_mprotect, 2, PROT_EXEC, 0, 1),
      ALLOW(SYS_munmap), ALLOW(SYS_mremap), ALLOW(SYS_madvise), ALLOW(SYS_brk),
      ALLOW(SYS_futex), ALLOW(SYS_sched_yield), ALLOW(SYS_getrandom),
      ALLOW(SYS_clock_gettime), ALLOW(SYS_gettimeofday),
      // abort() and the report of a crash.
      ALLOW(SYS_rt_sigaction), ALLOW(SYS_rt_sigprocmask), ALLOW(SYS_rt_sigreturn),
      ALLOW(SYS_sigaltstack), ALLOW(SYS_getpid), ALLOW(SYS_gettid), ALLOW(SYS_tgkill),
      ALLOW(SYS_exit), ALLOW(SYS_exit_group),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
  };
  struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
  // For all threads: a library may have started some. A thread that cannot have the filter is an error, too.
  long code = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
  return code > 0 ? ESRCH : code < 0 ? errno : 0;
}

int albumscan_allow_drawing_only(void) {
  enum { writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC };
  struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      // Open descriptors.
      ALLOW(SYS_read), ALLOW(SYS_write), ALLOW(SYS_readv), ALLOW(SYS_writev), ALLOW(SYS_pread64), ALLOW(SYS_close),
      ALLOW(SYS_fstat), ALLOW(SYS_lseek), ALLOW(SYS_fadvise64), ALLOW(SYS_dup), ALLOW(SYS_dup3), ALLOW(SYS_pipe2),
      ALLOW(SYS_eventfd2), ALLOW(SYS_ppoll), ALLOW(SYS_getdents64), ALLOW(SYS_fstatfs),
      // Files by name. A write needs another kind of opening.
      ALLOW_BITS(SYS_openat, 2, writing, 0, 1), ALLOW(SYS_newfstatat), ALLOW(SYS_statx), ALLOW(SYS_faccessat),
      ALLOW(SYS_readlinkat), ALLOW(SYS_statfs), ALLOW(SYS_getcwd),
#ifdef SYS_faccessat2
      ALLOW(SYS_faccessat2),
#endif
#ifdef SYS_open
      // The older forms of these calls, which x86-64 has, too.
      ALLOW_BITS(SYS_open, 1, writing, 0, 1), ALLOW(SYS_stat), ALLOW(SYS_lstat), ALLOW(SYS_access), ALLOW(SYS_readlink),
      ALLOW(SYS_getdents), ALLOW(SYS_dup2), ALLOW(SYS_pipe), ALLOW(SYS_poll), ALLOW(SYS_time), ALLOW(SYS_arch_prctl),
#endif
      // Whether a descriptor is a terminal; its copies and flags. No other command, because F_SETOWN sends signals.
      ALLOW_VALUE(SYS_ioctl, 1, TCGETS), ALLOW_VALUE(SYS_ioctl, 1, FIOCLEX), ALLOW_VALUE(SYS_fcntl, 1, F_DUPFD),
      ALLOW_VALUE(SYS_fcntl, 1, F_DUPFD_CLOEXEC),
      ALLOW_VALUE(SYS_fcntl, 1, F_GETFD), ALLOW_VALUE(SYS_fcntl, 1, F_SETFD), ALLOW_VALUE(SYS_fcntl, 1, F_GETFL),
      ALLOW_VALUE(SYS_fcntl, 1, F_SETFL),
      // Memory.
      ALLOW(SYS_mmap), ALLOW(SYS_munmap), ALLOW(SYS_mremap), ALLOW(SYS_mprotect), ALLOW(SYS_madvise), ALLOW(SYS_brk),
      // The program itself, its threads and their locks. A new process has no CLONE_THREAD.
      ALLOW(SYS_execve), ALLOW_BITS(SYS_clone, 0, CLONE_THREAD, 1, 0), ALLOW(SYS_set_tid_address),
      ALLOW(SYS_set_robust_list), ALLOW(SYS_futex), ALLOW(SYS_sched_yield), ALLOW(SYS_sched_getaffinity),
      ALLOW(SYS_getcpu), ALLOW_VALUE(SYS_prctl, 0, PR_SET_NAME), ALLOW_VALUE(SYS_prlimit64, 0, 0),
      ALLOW(SYS_getpid), ALLOW(SYS_gettid), ALLOW(SYS_getppid), ALLOW(SYS_getuid), ALLOW(SYS_geteuid), ALLOW(SYS_getgid),
      ALLOW(SYS_getegid), ALLOW(SYS_uname), ALLOW(SYS_sysinfo), ALLOW(SYS_getrusage), ALLOW(SYS_exit),
      ALLOW(SYS_exit_group), ALLOW(SYS_membarrier),
      // A further filter, which can only forbid more.
      ALLOW(SYS_seccomp),
#ifdef SYS_rseq
      ALLOW(SYS_rseq),
#endif
      // Signals: only to this process, whose number the program that replaces it keeps.
      ALLOW(SYS_rt_sigaction), ALLOW(SYS_rt_sigprocmask), ALLOW(SYS_rt_sigreturn), ALLOW(SYS_sigaltstack),
      ALLOW_VALUE(SYS_tgkill, 0, (unsigned)getpid()),
      // Time and randomness.
      ALLOW(SYS_clock_gettime), ALLOW(SYS_clock_getres), ALLOW(SYS_clock_nanosleep), ALLOW(SYS_nanosleep),
      ALLOW(SYS_gettimeofday), ALLOW(SYS_times), ALLOW(SYS_restart_syscall), ALLOW(SYS_getrandom),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
  };
  struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) ? errno : 0;
}
#else
int albumscan_allow_computing_only(void) { return ENOSYS; }
int albumscan_allow_drawing_only(void) { return ENOSYS; }
#endif

// Permits to read and execute the file, or the files below the folder. A path that this program cannot open gets no
// permission, and the next program cannot read it either.
static int permit(int rules, const char *path) {
  int folder = open(path, O_PATH | O_CLOEXEC);
  if (folder < 0) return 0;
  struct stat status;
  int code = fstat(folder, &status) ? errno : 0;
  struct landlock_path_beneath_attr beneath = {
      .allowed_access = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE, .parent_fd = folder};
  if (code == 0 && S_ISDIR(status.st_mode)) beneath.allowed_access |= LANDLOCK_ACCESS_FS_READ_DIR;
  if (code == 0 && syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0)) code = errno;
  close(folder);
  return code;
}

int albumscan_read_only_below(const char *const paths[], size_t count) {
  // The rights of the first version of Landlock: all that read, execute, write, make or remove.
  struct landlock_ruleset_attr handled = {.handled_access_fs = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1};
  int rules = (int)syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0);
  // The kernel has no Landlock, or a container forbids the call.
  if (rules < 0) return errno == ENOSYS || errno == EOPNOTSUPP || errno == EPERM ? 0 : errno;
  int code = 0;
  for (size_t index = 0; code == 0 && index < count; index++) code = permit(rules, paths[index]);
  if (code == 0 && syscall(SYS_landlock_restrict_self, rules, 0)) code = errno;
  close(rules);
  return code;
}
