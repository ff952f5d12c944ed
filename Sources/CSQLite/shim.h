// SQLite for the module Store. The comment of each function says why Swift cannot do its task.
#pragma once
#include <sqlite3.h>

/// `SQLITE_TRANSIENT` is a macro with a cast to a function pointer, which Swift does not import.
static inline int albumscan_bind_text(sqlite3_stmt *statement, int position, const char *text, int length) {
  return sqlite3_bind_text(statement, position, text, length, SQLITE_TRANSIENT);
}

/// The same for blobs.
static inline int albumscan_bind_blob(sqlite3_stmt *statement, int position, const void *bytes, int length) {
  if (length == 0) return sqlite3_bind_zeroblob(statement, position, 0);
  return sqlite3_bind_blob(statement, position, bytes, length, SQLITE_TRANSIENT);
}

/// `sqlite3_db_config` is variadic.
static inline int albumscan_db_config(sqlite3 *database, int option, int value) {
  return sqlite3_db_config(database, option, value, (int *)0);
}

/// `sqlite3_config` is variadic.
static inline int albumscan_count_no_memory(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
