// Replaces two parts of the Swift runtime's start; nothing calls it. See CStart.c.
#pragma once
