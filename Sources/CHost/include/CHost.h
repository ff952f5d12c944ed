// Functions of glibc that Swift cannot import: GNU extensions behind feature macros, variadic functions
// and function-like macros. The feature macros are defined in CHost.c only; in an imported header they
// clash with Glibc's module.
#pragma once
#include <spawn.h>
#include <stdint.h>
#include <sys/types.h>

/// Starts `path` with default signal handlers and no blocked signal. `input`, `output` and `error`
/// become descriptors 0–2 (-1: /dev/null); all other descriptors are closed. With `own_session` the
/// child leads a new session, and its soft limits for memory and processor time equal the hard limits.
/// Returns 0 or an errno; `*child` is the process id.
/// `POSIX_SPAWN_SETSID` and `posix_spawn_file_actions_addclosefrom_np` are GNU extensions.
int albumscan_spawn(pid_t *child, const char *path, char *const arguments[],
                    char *const environment[], int input, int output, int error, int own_session);

/// A signal handler in Swift may not touch the runtime. After this call, the first SIGINT (Ctrl-C) only sets a
/// flag, and the second one ends the process. Children get a process group of their own, so that Ctrl-C
/// does not reach them.
void albumscan_watch_interrupts(void);
int albumscan_was_interrupted(void);

/// `open` is variadic. `mode` is used with O_CREAT. Always adds O_CLOEXEC.
int albumscan_open(const char *path, int flags, mode_t mode);

/// `memfd_create` is a GNU extension. Returns the descriptor of an empty file in memory, or -1.
int albumscan_memory_file(void);

/// `WIFEXITED` and its like are function-like macros. Returns the exit code, or 128 + signal.
int albumscan_exit_code(int status);

/// `RLIMIT_*` are an enum whose type differs between C dialects. Sets the soft limit; with `is_final`, also
/// lowers the hard limit. Never raises a hard limit. Returns 0 or an errno.
int albumscan_limit_memory(unsigned long long bytes, int is_final);
int albumscan_limit_cpu(unsigned long long seconds, int is_final);
int albumscan_limit_core(unsigned long long bytes, int is_final);
int albumscan_limit_file_size(unsigned long long bytes);
int albumscan_limit_files(unsigned long long count);

/// `syncfs` is a GNU extension: writes all changes of the file system of `path` to the disk.
int albumscan_sync_file_system(const char *path);

/// `prctl` is variadic. PR_SET_DUMPABLE 0: no core dump, and /proc/self/mem only for root.
int albumscan_hide_memory(void);

/// Reserves heap in large pages if the kernel has them, and keeps freed memory. Without this, a program
/// with a few large buffers spends a tenth of its time in page faults.
void albumscan_keep_heap(size_t bytes);

/// Listens on a numeric address; returns a descriptor, or -errno. `addrinfo` and `sockaddr` need casts.
int albumscan_listen(const char *address, const char *port);

/// Neither this process nor a program it starts can gain privileges. Returns 0 or an errno.
int albumscan_no_new_privileges(void);

/// Forbids all threads all system calls except those that read and write open descriptors, manage memory and exit. Memory
/// cannot become executable. A forbidden call fails with EPERM. Needs `albumscan_no_new_privileges`. Returns 0, or an errno:
/// EINVAL if the kernel has no filters, ESRCH if another thread cannot have the filter, ENOSYS if the filter does not know
/// the processor.
int albumscan_allow_computing_only(void);

/// Forbids this program, and the program that replaces it, all system calls except those that read files, start
/// threads and compute; a forbidden call fails with ENOSYS. Needs and returns the same as
/// `albumscan_allow_computing_only`.
int albumscan_allow_drawing_only(void);

/// Forbids this program, and the program that replaces it, to read or execute any file but those at and below the
/// paths, and to change files. Open descriptors are not limited. Needs `albumscan_no_new_privileges`. Returns 0, or
/// an errno. On a kernel without Landlock, it returns 0 and limits nothing.
int albumscan_read_only_below(const char *const paths[], size_t count);

/// The hash of a passphrase: yescrypt of libcrypt (crypt(5)). `setting` is a stored hash, or a new setting.
/// The library is loaded by the first call. Writes at most `size` bytes with a final NUL to `hash`.
/// Returns 0, or an errno: ENOENT without the library, EINVAL for an invalid setting.
int albumscan_hash_passphrase(const char *passphrase, const char *setting, char *hash, size_t size);

/// A new setting for `albumscan_hash_passphrase` with the cost 1–11 and 16 or more random bytes as its salt.
/// Returns the same as that function.
int albumscan_passphrase_setting(unsigned long cost, const char *random, int count, char *setting, size_t size);

/// Adds the whole blocks of 64 bytes at the beginning of `bytes` to the state of a SHA-256, with the SHA instructions of the
/// processor. Returns the number of added bytes: 0 if the processor has no such instructions.
size_t albumscan_sha256_blocks(uint32_t state[8], const uint8_t *bytes, size_t count);
