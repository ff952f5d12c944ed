// Loops over all pixels. The loops are C, because clang reliably compiles its vector types to SSE2
// or NEON, and Swift does not. The functions allocate nothing. The Swift callers check all sizes.
#pragma once
#include <stddef.h>
#include <stdint.h>

// An 8-bit RGB picture without padding, at least 2 × 2.
struct albumscan_picture {
  const uint8_t *rgb;
  int32_t width, height;
};

// Writes the colours at `count` points on a line. The first point is (x, y); each following point
// is (dx, dy) farther. The unit is 1/65536 of a pixel, from the middle of the first pixel.
// Interpolates (bilinear) between four pixels; outside the picture, the nearest pixel at the edge
// counts. Writes 3 bytes for each point, and one extra byte at the end.
void albumscan_sample_line(const struct albumscan_picture *picture, int64_t x, int64_t y,
                           int64_t dx, int64_t dy, size_t count, uint8_t *target);

// sums[i] = weights[0] * byte i of row 0 + weights[1] * byte i of row 1 + … The weights' sum is at most 256.
void albumscan_weigh_rows(const uint8_t *first, size_t stride, const uint16_t *weights,
                          size_t rows, uint16_t *sums, size_t count);

// Makes `count` pixels. Pixel i is the weighted mean of `taps` pixels of `line` that begin at
// starts[i]. Their weights begin at weights[taps * i] and have the sum 256. One number behind the
// last pixel of `line` is read, too.
void albumscan_weigh_columns(const uint16_t *line, const int32_t *starts, const uint16_t *weights,
                             size_t taps, uint8_t *target, size_t count);

// Makes `count` pixels. Each pixel is the rounded mean of 2 × 2 pixels of two rows.
void albumscan_halve_rows(const uint8_t *one, const uint8_t *other, uint8_t *target, size_t count);

// sums[i] += row[i].
void albumscan_add_row(const uint8_t *row, uint32_t *sums, size_t count);

// Makes `count` pixels from `sums`, the sum of `rows` rows. Pixel i is the rounded mean of the
// columns edges[i] ..< edges[i + 1]. One number behind the last pixel of `sums` is read, too.
void albumscan_mean_columns(const uint32_t *sums, const int32_t *edges, size_t rows,
                            uint8_t *target, size_t count);

// Copies `count` pixels that are `step` bytes apart: a row of a rotated picture.
void albumscan_pick_pixels(const uint8_t *source, ptrdiff_t step, uint8_t *target, size_t count);

// Converts colours. `lights` (256 entries of 14 bits) gives the linear light of a stored number.
// The 3 × 3 matrix, in 1/4096, converts the light. `numbers` (4096 entries) gives the new stored
// number.
void albumscan_convert_colours(uint8_t *rgb, size_t count, const uint16_t *lights,
                               const int32_t *matrix, const uint8_t *numbers);

// Differences of neighbouring pixels in the third of five rows of `count` pixels. across[i]: between
// the pixels to the right and to the left, as the mean of the five rows; down[i]: between the pixels
// below and above, as the mean of five columns. The weights are 1, 2, 2, 2, 1. The largest
// difference of red, green and blue counts: 0…255. The first two and the last two entries are 0.
// `sums` and `steps` have room for 3 * count numbers.
void albumscan_differences(const uint8_t *const *rows, uint16_t *sums, int16_t *steps,
                           uint8_t *across, uint8_t *down, size_t count);
