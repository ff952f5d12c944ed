// libcmark for the module Site. Swift can import the whole header.
#pragma once
#include <cmark.h>
