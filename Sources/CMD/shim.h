// SHA-256 and SHA-1 from libmd, which every Debian has because dpkg uses it.
#pragma once
#include <sys/types.h>
#include <stdint.h>
#include <sha1.h>
#include <sha2.h>
