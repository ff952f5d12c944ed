// libcmark for the Site room; everything it needs is importable as it is.
#pragma once
#include <cmark.h>
