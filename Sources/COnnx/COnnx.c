#include "COnnx.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// All entries below are in version 8 and later; Debian 13 has version 21, and a library accepts every earlier version.
enum { API_VERSION = 16 };

// Positions in the table. Versions 1 and later: below 102. Version 2: 111 to 118. Version 4: 130. Version 8: 165.
enum entry {
  GET_ERROR_MESSAGE = 2,
  CREATE_ENVIRONMENT = 3,
  DISABLE_TELEMETRY = 6,
  CREATE_SESSION = 7,
  RUN = 9,
  CREATE_SESSION_OPTIONS = 10,
  SET_EXECUTION_MODE = 13,
  SET_OPTIMISATION = 23,
  SET_INTRA_THREADS = 24,
  SET_INTER_THREADS = 25,
  INPUT_COUNT = 30,
  OUTPUT_COUNT = 31,
  INPUT_NAME = 36,
  OUTPUT_NAME = 37,
  CREATE_RUN_OPTIONS = 39,
  CREATE_TENSOR = 49,
  TENSOR_NUMBERS = 51,
  ELEMENT_TYPE = 60,
  DIMENSION_COUNT = 61,
  DIMENSIONS = 62,
  TENSOR_SHAPE = 65,
  CREATE_MEMORY_INFO = 69,
  FREE = 76,
  DEFAULT_ALLOCATOR = 78,
  RELEASE_ENVIRONMENT = 92,
  RELEASE_STATUS = 93,
  RELEASE_MEMORY_INFO = 94,
  RELEASE_SESSION = 95,
  RELEASE_VALUE = 96,
  RELEASE_SHAPE = 99,
  RELEASE_SESSION_OPTIONS = 100,
  MODEL_METADATA = 111,
  METADATA_TEXT = 116,
  RELEASE_METADATA = 118,
  ADD_OPTION = 130,
  ADD_RUN_OPTION = 165,
};

enum { LOG_ERRORS = 3, SEQUENTIAL = 0, ALL = 99, FLOAT = 1, ARENA_ALLOCATOR = 1, DEFAULT_MEMORY = 0 };

typedef void *status;

struct base {
  const void *const *(*table)(uint32_t version);
  const char *(*version)(void);
};

struct albumscan_onnx {
  const void *const *table;
  const char *version;
  void *environment;
  void *memory;
  // For each run: the memory goes back to the system after it. Without the library's own arena, a run needs a third more.
  void *run_options;
  // Belongs to the library.
  void *allocator;
};

struct albumscan_model {
  const struct albumscan_onnx *onnx;
  void *session;
  char *input, *output;
};

struct albumscan_tensor {
  const struct albumscan_onnx *onnx;
  void *value;
  const float *numbers;
  size_t count, rank;
  int64_t dimensions[4];
};

// Calls an entry that returns a status, with the types of its parameters.
#define CALL(onnx, entry, types, ...) (((status(*) types)(onnx)->table[entry])(__VA_ARGS__))
#define RELEASE(onnx, entry, value) (((void (*)(void *))(onnx)->table[entry])(value))

static void write_message(char *message, size_t size, const char *text) { snprintf(message, size, "%s", text ? text : ""); }

// True without an error. Otherwise writes the message of the library and frees the status.
static int succeeds(const struct albumscan_onnx *onnx, status failure, char *message, size_t size) {
  if (!failure) return 1;
  write_message(message, size, ((const char *(*)(const void *))onnx->table[GET_ERROR_MESSAGE])(failure));
  RELEASE(onnx, RELEASE_STATUS, failure);
  return 0;
}

struct albumscan_onnx *albumscan_onnx_open(const char *path, char *message, size_t size) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) return write_message(message, size, dlerror()), NULL;
  const struct base *(*base)(void) = (const struct base *(*)(void))dlsym(library, "OrtGetApiBase");
  if (!base) return write_message(message, size, "the file is not ONNX Runtime"), NULL;
  const void *const *table = base()->table(API_VERSION);
  if (!table) return write_message(message, size, "the library is too old"), NULL;
  struct albumscan_onnx *onnx = calloc(1, sizeof *onnx);
  if (!onnx) return write_message(message, size, "out of memory"), NULL;
  onnx->table = table;
  onnx->version = base()->version();
  if (succeeds(onnx, CALL(onnx, CREATE_ENVIRONMENT, (int, const char *, void **), LOG_ERRORS, "albumscan", &onnx->environment),
               message, size) &&
      succeeds(onnx, CALL(onnx, DISABLE_TELEMETRY, (const void *), onnx->environment), message, size) &&
      succeeds(onnx, CALL(onnx, CREATE_MEMORY_INFO, (int, int, void **), ARENA_ALLOCATOR, DEFAULT_MEMORY, &onnx->memory),
               message, size) &&
      succeeds(onnx, CALL(onnx, CREATE_RUN_OPTIONS, (void **), &onnx->run_options), message, size) &&
      succeeds(onnx,
               CALL(onnx, ADD_RUN_OPTION, (void *, const char *, const char *), onnx->run_options,
                    "memory.enable_memory_arena_shrinkage", "cpu:0"),
               message, size) &&
      succeeds(onnx, CALL(onnx, DEFAULT_ALLOCATOR, (void **), &onnx->allocator), message, size))
    return onnx;
  free(onnx);
  return NULL;
}

const char *albumscan_onnx_version(const struct albumscan_onnx *onnx) { return onnx->version; }

// One thread, which does not spin.
static int set_options(const struct albumscan_onnx *onnx, void *options, char *message, size_t size) {
  return succeeds(onnx, CALL(onnx, SET_INTRA_THREADS, (void *, int), options, 1), message, size) &&
         succeeds(onnx, CALL(onnx, SET_INTER_THREADS, (void *, int), options, 1), message, size) &&
         succeeds(onnx, CALL(onnx, SET_EXECUTION_MODE, (void *, int), options, SEQUENTIAL), message, size) &&
         succeeds(onnx, CALL(onnx, SET_OPTIMISATION, (void *, int), options, ALL), message, size) &&
         succeeds(onnx,
                  CALL(onnx, ADD_OPTION, (void *, const char *, const char *), options, "session.intra_op.allow_spinning", "0"),
                  message, size);
}

// Lettering's models have one input and one output. Nothing else is run.
static int read_names(struct albumscan_model *model, char *message, size_t size) {
  const struct albumscan_onnx *onnx = model->onnx;
  size_t inputs = 0, outputs = 0;
  if (!succeeds(onnx, CALL(onnx, INPUT_COUNT, (const void *, size_t *), model->session, &inputs), message, size) ||
      !succeeds(onnx, CALL(onnx, OUTPUT_COUNT, (const void *, size_t *), model->session, &outputs), message, size))
    return 0;
  if (inputs != 1 || outputs != 1) return write_message(message, size, "the model has several inputs or outputs"), 0;
  return succeeds(onnx,
                  CALL(onnx, INPUT_NAME, (const void *, size_t, void *, char **), model->session, 0, onnx->allocator,
                       &model->input),
                  message, size) &&
         succeeds(onnx,
                  CALL(onnx, OUTPUT_NAME, (const void *, size_t, void *, char **), model->session, 0, onnx->allocator,
                       &model->output),
                  message, size);
}

struct albumscan_model *albumscan_model_open(struct albumscan_onnx *onnx, const char *path, char *message, size_t size) {
  struct albumscan_model *model = calloc(1, sizeof *model);
  if (!model) return write_message(message, size, "out of memory"), NULL;
  model->onnx = onnx;
  void *options = NULL;
  int succeeded =
      succeeds(onnx, CALL(onnx, CREATE_SESSION_OPTIONS, (void **), &options), message, size) &&
      set_options(onnx, options, message, size) &&
      succeeds(onnx,
               CALL(onnx, CREATE_SESSION, (const void *, const char *, const void *, void **), onnx->environment, path, options,
                    &model->session),
               message, size) &&
      read_names(model, message, size);
  if (options) RELEASE(onnx, RELEASE_SESSION_OPTIONS, options);
  if (succeeded) return model;
  albumscan_model_close(model);
  return NULL;
}

static void free_text(const struct albumscan_onnx *onnx, char *text) {
  char message[1];
  if (text) succeeds(onnx, CALL(onnx, FREE, (void *, void *), onnx->allocator, text), message, sizeof message);
}

void albumscan_model_close(struct albumscan_model *model) {
  free_text(model->onnx, model->input);
  free_text(model->onnx, model->output);
  if (model->session) RELEASE(model->onnx, RELEASE_SESSION, model->session);
  free(model);
}

char *albumscan_model_text(const struct albumscan_model *model, const char *key) {
  const struct albumscan_onnx *onnx = model->onnx;
  char message[1];
  void *metadata = NULL;
  if (!succeeds(onnx, CALL(onnx, MODEL_METADATA, (const void *, void **), model->session, &metadata), message, sizeof message))
    return NULL;
  char *text = NULL, *copy = NULL;
  if (succeeds(onnx,
               CALL(onnx, METADATA_TEXT, (const void *, void *, const char *, char **), metadata, onnx->allocator, key, &text),
               message, sizeof message) &&
      text)
    copy = strdup(text);
  free_text(onnx, text);
  RELEASE(onnx, RELEASE_METADATA, metadata);
  return copy;
}

// Reads type and shape of the value. False for another type than 32-bit numbers, or for more than four dimensions.
static int read_shape(struct albumscan_tensor *tensor, char *message, size_t size) {
  const struct albumscan_onnx *onnx = tensor->onnx;
  void *shape = NULL;
  if (!succeeds(onnx, CALL(onnx, TENSOR_SHAPE, (const void *, void **), tensor->value, &shape), message, size)) return 0;
  int type = 0;
  int succeeded =
      succeeds(onnx, CALL(onnx, ELEMENT_TYPE, (const void *, int *), shape, &type), message, size) &&
      succeeds(onnx, CALL(onnx, DIMENSION_COUNT, (const void *, size_t *), shape, &tensor->rank), message, size);
  if (succeeded && (type != FLOAT || tensor->rank > 4)) {
    write_message(message, size, "the output has another form");
    succeeded = 0;
  }
  succeeded = succeeded && succeeds(onnx,
                                    CALL(onnx, DIMENSIONS, (const void *, int64_t *, size_t), shape, tensor->dimensions,
                                         tensor->rank),
                                    message, size);
  RELEASE(onnx, RELEASE_SHAPE, shape);
  tensor->count = 1;
  for (size_t index = 0; succeeded && index < tensor->rank; index++)
    if (tensor->dimensions[index] < 0 || __builtin_mul_overflow(tensor->count, (size_t)tensor->dimensions[index], &tensor->count)) {
      write_message(message, size, "the output has another form");
      succeeded = 0;
    }
  return succeeded;
}

struct albumscan_tensor *albumscan_model_run(
    const struct albumscan_model *model, float *input, const int64_t shape[4], char *message, size_t size) {
  const struct albumscan_onnx *onnx = model->onnx;
  struct albumscan_tensor *tensor = calloc(1, sizeof *tensor);
  if (!tensor) return write_message(message, size, "out of memory"), NULL;
  tensor->onnx = onnx;
  size_t bytes = sizeof *input;
  for (int index = 0; index < 4; index++) bytes *= (size_t)shape[index];
  void *value = NULL;
  int succeeded =
      succeeds(onnx,
               CALL(onnx, CREATE_TENSOR, (const void *, void *, size_t, const int64_t *, size_t, int, void **), onnx->memory,
                    input, bytes, shape, 4, FLOAT, &value),
               message, size) &&
      succeeds(onnx,
               CALL(onnx, RUN,
                    (void *, const void *, const char *const *, const void *const *, size_t, const char *const *, size_t,
                     void **),
                    model->session, onnx->run_options, (const char *const *)&model->input, (const void *const *)&value, 1,
                    (const char *const *)&model->output, 1, &tensor->value),
               message, size) &&
      read_shape(tensor, message, size) &&
      succeeds(onnx, CALL(onnx, TENSOR_NUMBERS, (void *, void **), tensor->value, (void **)&tensor->numbers), message, size);
  if (value) RELEASE(onnx, RELEASE_VALUE, value);
  if (succeeded) return tensor;
  albumscan_tensor_free(tensor);
  return NULL;
}

const float *albumscan_tensor_numbers(const struct albumscan_tensor *tensor) { return tensor->numbers; }
size_t albumscan_tensor_count(const struct albumscan_tensor *tensor) { return tensor->count; }
size_t albumscan_tensor_rank(const struct albumscan_tensor *tensor) { return tensor->rank; }
int64_t albumscan_tensor_dimension(const struct albumscan_tensor *tensor, size_t index) { return tensor->dimensions[index]; }

void albumscan_tensor_free(struct albumscan_tensor *tensor) {
  if (tensor->value) RELEASE(tensor->onnx, RELEASE_VALUE, tensor->value);
  free(tensor);
}
