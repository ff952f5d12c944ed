// The part of ONNX Runtime that Lettering uses. The library is loaded while the program runs, so that no program needs it
// to start, and an installation without it works. The declarations are our own: the library's interface is one table of
// functions, to which new versions only add entries at the end.
// Source: include/onnxruntime/core/session/onnxruntime_c_api.h of ONNX Runtime 1.21 (`OrtApi`).
//
// The library is C++. Its C interface turns every exception into a status, so that none reaches Swift.
#pragma once
#include <stddef.h>
#include <stdint.h>

// A loaded library with its environment; a model of it that can be run; the result of a run.
struct albumscan_onnx;
struct albumscan_model;
struct albumscan_tensor;

// Every function that can fail writes at most `size` bytes with a final NUL to `message` if it fails.

// Loads the library at `path`. NULL if it is no such library, or if it is older than version 1.16.
struct albumscan_onnx *albumscan_onnx_open(const char *path, char *message, size_t size);

// The version of the library, such as "1.32.0".
const char *albumscan_onnx_version(const struct albumscan_onnx *onnx);

// Loads the model file at `path` for one thread. It stays valid until `albumscan_model_close`; `onnx` must outlive it.
struct albumscan_model *albumscan_model_open(
    struct albumscan_onnx *onnx, const char *path, char *message, size_t size);
void albumscan_model_close(struct albumscan_model *model);

// The text of `key` in the metadata of the model; NULL if it has none. The caller frees it with `free`.
char *albumscan_model_text(const struct albumscan_model *model, const char *key);

// Computes the model's only output from its only input, four-dimensional 32-bit numbers in row-major order. NULL if the
// library refuses them, or if the output is of another type.
struct albumscan_tensor *albumscan_model_run(
    const struct albumscan_model *model, float *input, const int64_t shape[4], char *message, size_t size);

// The numbers of a tensor, in row-major order; their count; the number of dimensions, at most 4, and the dimensions.
const float *albumscan_tensor_numbers(const struct albumscan_tensor *tensor);
size_t albumscan_tensor_count(const struct albumscan_tensor *tensor);
size_t albumscan_tensor_rank(const struct albumscan_tensor *tensor);
int64_t albumscan_tensor_dimension(const struct albumscan_tensor *tensor, size_t index);
void albumscan_tensor_free(struct albumscan_tensor *tensor);
