// Two system call filters. The first is for a program that only computes: it may read and write open descriptors, take
// and return memory, and exit; every other call fails with EPERM. The second is for a program that only draws: calls
// that use the network, change files, start processes or affect other processes fail.
// Source: Linux kernel, Documentation/userspace-api/seccomp_filter.rst.
#define _GNU_SOURCE
#include "CHost.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

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

int albumscan_allow_computing_only(void) {
  struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      // Numbers from 2^30 are the x32 calls of x86-64; no entry below matches them.
      ALLOW(SYS_read), ALLOW(SYS_write), ALLOW(SYS_readv), ALLOW(SYS_writev), ALLOW(SYS_close),
      ALLOW(SYS_fstat), ALLOW(SYS_lseek),
      ALLOW(SYS_mmap), ALLOW(SYS_munmap), ALLOW(SYS_mremap), ALLOW(SYS_mprotect),
      ALLOW(SYS_madvise), ALLOW(SYS_brk),
      ALLOW(SYS_futex), ALLOW(SYS_sched_yield), ALLOW(SYS_getrandom),
      ALLOW(SYS_clock_gettime), ALLOW(SYS_gettimeofday),
      // abort() and the report of a crash.
      ALLOW(SYS_rt_sigaction), ALLOW(SYS_rt_sigprocmask), ALLOW(SYS_rt_sigreturn),
      ALLOW(SYS_sigaltstack), ALLOW(SYS_getpid), ALLOW(SYS_gettid), ALLOW(SYS_tgkill),
      ALLOW(SYS_exit), ALLOW(SYS_exit_group),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
  };
  struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) ? errno : 0;
}

#define DENY(call)                                    \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 1), \
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
// With `if_set` 1 and `if_clear` 0, denies a call whose argument has one of the bits; with 0 and 1, a call whose
// argument has none of them. Both processors are little-endian, so the argument begins with its lower half.
#define DENY_BITS(call, argument, bits, if_set, if_clear)                                                  \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 4),                                                       \
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[argument])),                   \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), if_set, if_clear),                                      \
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)

int albumscan_allow_drawing_only(void) {
  enum { writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC };
  struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      // The x32 calls of x86-64 are other numbers for the same calls.
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      DENY(SYS_socket), DENY(SYS_socketpair), DENY(SYS_connect), DENY(SYS_io_uring_setup),
      DENY(SYS_ptrace), DENY(SYS_process_vm_readv), DENY(SYS_process_vm_writev), DENY(SYS_kill), DENY(SYS_bpf),
      DENY(SYS_mount), DENY(SYS_unshare), DENY(SYS_setns), DENY(SYS_open_by_handle_at), DENY(SYS_openat2),
      DENY(SYS_unlinkat), DENY(SYS_renameat2), DENY(SYS_mkdirat), DENY(SYS_mknodat), DENY(SYS_linkat),
      DENY(SYS_symlinkat), DENY(SYS_fchmodat), DENY(SYS_fchmod), DENY(SYS_fchownat), DENY(SYS_fchown),
      DENY(SYS_truncate), DENY(SYS_utimensat), DENY(SYS_setxattr), DENY(SYS_renameat),
#ifdef SYS_open
      // The older forms of these calls, which x86-64 has, too.
      DENY(SYS_fork), DENY(SYS_vfork), DENY(SYS_creat), DENY(SYS_unlink), DENY(SYS_rename), DENY(SYS_mkdir),
      DENY(SYS_rmdir), DENY(SYS_mknod), DENY(SYS_link), DENY(SYS_symlink), DENY(SYS_chmod), DENY(SYS_chown),
      DENY(SYS_lchown), DENY(SYS_utime), DENY(SYS_utimes),
      DENY_BITS(SYS_open, 1, writing, 1, 0),
#endif
      DENY_BITS(SYS_openat, 2, writing, 1, 0),
      // A thread may start, but no process. A filter cannot read the arguments of clone3, because they are in memory;
      // after ENOSYS, glibc uses clone.
      DENY_BITS(SYS_clone, 0, CLONE_THREAD, 0, 1),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) ? errno : 0;
}
#else
int albumscan_allow_computing_only(void) { return ENOSYS; }
int albumscan_allow_drawing_only(void) { return ENOSYS; }
#endif
