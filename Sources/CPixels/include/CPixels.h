// The loops that touch every pixel, in C: clang's vector types become SSE2 or NEON, which Swift's do
// not reliably. They allocate nothing and decide nothing; Swift checks sizes before it calls.
#pragma once
#include <stddef.h>
#include <stdint.h>

// An 8-bit RGB picture without padding, at least 2 × 2.
struct albumscan_picture {
  const uint8_t *rgb;
  int32_t width, height;
};

// Colours at `count` places on a line: the first at (x, y), each next (dx, dy) further. In 1/65536
// of a pixel from the middle of the first pixel. Bilinear; outside the picture its edge goes on.
// Writes 3 bytes each, and one byte more.
void albumscan_sample_line(const struct albumscan_picture *picture, int64_t x, int64_t y,
                           int64_t dx, int64_t dy, size_t count, uint8_t *target);

// sums[i] = weights[0] * row 0's byte i + weights[1] * row 1's byte i + … Weights of 256 in all fit.
void albumscan_weigh_rows(const uint8_t *first, size_t stride, const uint16_t *weights,
                          size_t rows, uint16_t *sums, size_t count);

// Each of `count` pixels from `taps` pixels of a weighed line, beginning at its start; its weights
// (256 in all) stand at taps * its index.
void albumscan_weigh_columns(const uint16_t *line, const int32_t *starts, const uint16_t *weights,
                             size_t taps, uint8_t *target, size_t count);

// sums[i] += row[i].
void albumscan_add_row(const uint8_t *row, uint32_t *sums, size_t count);

// Each of `count` pixels the rounded mean of the columns edges[i] ..< edges[i + 1] of `rows` rows
// that were added.
void albumscan_mean_columns(const uint32_t *sums, const int32_t *edges, size_t rows,
                            uint8_t *target, size_t count);

// `count` pixels, each `step` bytes after the one before: a row of a turned picture.
void albumscan_pick_pixels(const uint8_t *source, ptrdiff_t step, uint8_t *target, size_t count);
