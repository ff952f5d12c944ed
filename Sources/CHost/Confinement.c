// A system call filter for a program that only computes. The program may read and write open descriptors, take and
// return memory, and exit. Every other call fails with EPERM.
// Source: Linux kernel, Documentation/userspace-api/seccomp_filter.rst.
#define _GNU_SOURCE
#include "CHost.h"
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
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
#else
int albumscan_allow_computing_only(void) { return ENOSYS; }
#endif
