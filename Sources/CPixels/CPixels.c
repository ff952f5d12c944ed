#include "CPixels.h"
#include <string.h>

typedef uint8_t bytes8 __attribute__((vector_size(8)));
typedef uint16_t words8 __attribute__((vector_size(16)));

// Loads two neighbouring pixels: exactly six bytes, because they may be the last of the picture.
static inline words8 two_pixels(const uint8_t *pixel) {
  uint32_t four;
  uint16_t two;
  memcpy(&four, pixel, 4);
  memcpy(&two, pixel + 4, 2);
  uint64_t six = four | (uint64_t)two << 32;
  bytes8 bytes;
  memcpy(&bytes, &six, 8);
  return __builtin_convertvector(bytes, words8);
}

// Loads two pixels and two bytes of the next pixel, which must exist.
static inline words8 two_pixels_and_more(const uint8_t *pixel) {
  bytes8 bytes;
  memcpy(&bytes, pixel, 8);
  return __builtin_convertvector(bytes, words8);
}

// Moves lanes 3, 4, 5 to lanes 0, 1, 2.
static inline words8 second(words8 pixels) {
  return __builtin_shufflevector(pixels, pixels, 3, 4, 5, 3, 4, 5, 3, 4);
}

static inline int64_t clamped(int64_t value, int64_t most) {
  return value < 0 ? 0 : value > most ? most : value;
}

// Interpolates between a pixel and its neighbours to the right and below. `right` and `below` are
// the weights of the neighbours in 1/256. Writes four bytes.
static inline void blend(words8 upper, words8 lower, uint16_t right, uint16_t below,
                         uint8_t *target) {
  const words8 column = (upper * (uint16_t)(256 - below) + lower * below + 128) >> 8;
  const words8 colour = (column * (uint16_t)(256 - right) + second(column) * right + 128) >> 8;
  const bytes8 bytes = __builtin_convertvector(colour, bytes8);
  memcpy(target, &bytes, 4);
}

void albumscan_sample_line(const struct albumscan_picture *picture, int64_t x, int64_t y,
                           int64_t dx, int64_t dy, size_t count, uint8_t *target) {
  const int64_t last_x = picture->width - 1, last_y = picture->height - 1;
  const int64_t stride = 3 * (int64_t)picture->width;
  const int64_t end_x = x + dx * (int64_t)count, end_y = y + dy * (int64_t)count;
  // The usual case: the whole line is well inside the picture, so no point needs a check.
  const int64_t most_x = (last_x - 2) << 16, most_y = (last_y - 2) << 16;
  if (x >= 0 && end_x >= 0 && y >= 0 && end_y >= 0 && x < most_x && end_x < most_x &&
      y < most_y && end_y < most_y) {
    for (size_t index = 0; index < count; index++, x += dx, y += dy, target += 3) {
      const uint8_t *pixel = picture->rgb + (y >> 16) * stride + 3 * (x >> 16);
      blend(two_pixels_and_more(pixel), two_pixels_and_more(pixel + stride),
            (uint16_t)(x >> 8 & 255), (uint16_t)(y >> 8 & 255), target);
    }
    return;
  }
  for (size_t index = 0; index < count; index++, x += dx, y += dy, target += 3) {
    const int64_t across = clamped(x >> 8, last_x << 8), down = clamped(y >> 8, last_y << 8);
    const int64_t left = across >> 8 == last_x ? last_x - 1 : across >> 8;
    const int64_t top = down >> 8 == last_y ? last_y - 1 : down >> 8;
    const uint8_t *pixel = picture->rgb + top * stride + 3 * left;
    blend(two_pixels(pixel), two_pixels(pixel + stride), (uint16_t)(across - (left << 8)),
          (uint16_t)(down - (top << 8)), target);
  }
}

void albumscan_halve_rows(const uint8_t *one, const uint8_t *other, uint8_t *target,
                          size_t count) {
  for (size_t i = 0; i < count; i++, one += 6, other += 6, target += 3) {
    const words8 both = two_pixels(one) + two_pixels(other);
    const bytes8 bytes = __builtin_convertvector((both + second(both) + 2) >> 2, bytes8);
    memcpy(target, &bytes, 3);
  }
}

void albumscan_weigh_rows(const uint8_t *first, size_t stride, const uint16_t *weights,
                          size_t rows, uint16_t *restrict sums, size_t count) {
  memset(sums, 0, count * sizeof *sums);
  for (size_t row = 0; row < rows; row++) {
    const uint8_t *line = first + row * stride;
    const uint16_t weight = weights[row];
    for (size_t i = 0; i < count; i++) sums[i] += (uint16_t)(line[i] * weight);
  }
}

// The three colours of a pixel and one unused number, so that one instruction computes with all four.
typedef uint16_t words4 __attribute__((vector_size(8)));
typedef int32_t numbers4 __attribute__((vector_size(16)));
typedef float floats4 __attribute__((vector_size(16)));

static inline void put_colours(uint8_t *target, numbers4 value) {
  target[0] = (uint8_t)value[0];
  target[1] = (uint8_t)value[1];
  target[2] = (uint8_t)value[2];
}

void albumscan_weigh_columns(const uint16_t *line, const int32_t *starts, const uint16_t *weights,
                             size_t taps, uint8_t *target, size_t count) {
  for (size_t i = 0; i < count; i++, target += 3, weights += taps) {
    const uint16_t *from = line + 3 * (ptrdiff_t)starts[i];
    // The sums stay below 2^24, so a float holds them exactly.
    floats4 sum = {1 << 15, 1 << 15, 1 << 15, 0};
    for (size_t tap = 0; tap < taps; tap++) {
      words4 pixel;
      memcpy(&pixel, from + 3 * tap, sizeof pixel);
      sum += __builtin_convertvector(pixel, floats4) * (float)weights[tap];
    }
    put_colours(target, __builtin_convertvector(sum, numbers4) >> 16);
  }
}

void albumscan_add_row(const uint8_t *row, uint32_t *restrict sums, size_t count) {
  for (size_t i = 0; i < count; i++) sums[i] += row[i];
}

void albumscan_mean_columns(const uint32_t *sums, const int32_t *edges, size_t rows,
                            uint8_t *target, size_t count) {
  for (size_t i = 0; i < count; i++, target += 3) {
    numbers4 sum = {0};
    for (int32_t column = edges[i]; column < edges[i + 1]; column++) {
      numbers4 pixel;
      memcpy(&pixel, sums + 3 * (ptrdiff_t)column, sizeof pixel);
      sum += pixel;
    }
    const float share = 1 / (float)(rows * (size_t)(edges[i + 1] - edges[i]));
    const floats4 mean = __builtin_convertvector(sum, floats4) * share + 0.5f;
    put_colours(target, __builtin_convertvector(mean, numbers4));
  }
}

void albumscan_pick_pixels(const uint8_t *source, ptrdiff_t step, uint8_t *target, size_t count) {
  for (size_t i = 0; i < count; i++, source += step, target += 3) memcpy(target, source, 3);
}

void albumscan_convert_colours(uint8_t *rgb, size_t count, const uint16_t *lights,
                               const int32_t *matrix, const uint8_t *numbers) {
  for (size_t i = 0; i < count; i++, rgb += 3) {
    const int32_t red = lights[rgb[0]], green = lights[rgb[1]], blue = lights[rgb[2]];
    for (int channel = 0; channel < 3; channel++) {
      const int32_t *row = matrix + 3 * channel;
      const int32_t light = (row[0] * red + row[1] * green + row[2] * blue) / 4096;
      rgb[channel] = numbers[clamped(light, 16383) >> 2];
    }
  }
}

static inline uint16_t size_of(int32_t step) { return (uint16_t)(step < 0 ? -step : step); }

static inline uint8_t largest(uint16_t one, uint16_t other, uint16_t third) {
  const uint16_t two = one > other ? one : other;
  return (uint8_t)((two > third ? two : third) >> 3);
}

void albumscan_differences(const uint8_t *const *rows, uint16_t *restrict sums,
                           int16_t *restrict steps, uint8_t *restrict across,
                           uint8_t *restrict down, size_t count) {
  memset(across, 0, count);
  memset(down, 0, count);
  if (count < 5) return;
  const uint8_t *first = rows[0], *above = rows[1], *row = rows[2], *below = rows[3],
                *last = rows[4];
  for (size_t i = 0; i < 3 * count; i++) {
    sums[i] = (uint16_t)(first[i] + last[i] + 2 * (above[i] + row[i] + below[i]));
    steps[i] = (int16_t)(below[i] - above[i]);
  }
  for (size_t i = 2; i < count - 2; i++) {
    uint16_t sides[3], falls[3];
    for (size_t c = 0; c < 3; c++) {
      const size_t k = 3 * i + c;
      sides[c] = size_of((int32_t)sums[k + 3] - (int32_t)sums[k - 3]);
      falls[c] = size_of(steps[k - 6] + steps[k + 6] + 2 * (steps[k - 3] + steps[k] + steps[k + 3]));
    }
    across[i] = largest(sides[0], sides[1], sides[2]);
    down[i] = largest(falls[0], falls[1], falls[2]);
  }
}
