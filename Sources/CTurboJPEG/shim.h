// libjpeg-turbo's TurboJPEG API, whose calls return codes: no longjmp ever crosses a Swift frame.
#pragma once
#include <turbojpeg.h>
