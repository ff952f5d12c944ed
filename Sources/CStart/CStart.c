// Two functions of the Swift runtime, whose own versions took a twentieth of the time of `GET …/session`
// (docs/decisions/162-start-of-the-cgi.md). The linker takes a file out of the runtime's archive only if a symbol of it is
// missing, so these definitions leave CommandLine.cpp and Paths.cpp out. If a later runtime needs another symbol of these
// files, the link fails with "duplicate symbol".
#include "CStart.h"
#include <stddef.h>

static int argument_count;
static char **argument_values;

// glibc calls constructors with the arguments of `main`. The runtime searches the stack for them instead, for which it reads
// all lines of /proc/self/maps.
__attribute__((constructor)) static void keep_arguments(int count, char **values, char **environment) {
  (void)environment;
  argument_count = count;
  argument_values = values;
}

char **_swift_stdlib_getUnsafeArgvArgc(int *count) {
  *count = argument_count;
  return argument_values;
}

void _swift_stdlib_overrideUnsafeArgvArgc(char **values, int count) {
  argument_values = values;
  argument_count = count;
}

// The runtime looks for the program swift-backtrace in eight places at each start. No installation has it.
const char *swift_copyAuxiliaryExecutablePath(const char *name) {
  (void)name;
  return NULL;
}
