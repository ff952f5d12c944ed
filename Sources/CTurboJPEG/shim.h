// libjpeg-turbo's TurboJPEG API. Its calls return codes, so no longjmp crosses a Swift frame.
#pragma once
#include <turbojpeg.h>
