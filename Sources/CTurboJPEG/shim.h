// libjpeg-turbo's TurboJPEG API. Its functions return error codes, so no longjmp passes through
// Swift code.
#pragma once
#include <turbojpeg.h>
