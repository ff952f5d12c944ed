// A line that a test adds to the summary of a run: a seed, the cells of a sample, a measurement.

/// Prints a line that `Tests/Run/run-tests` repeats on the terminal, with the name of the test's file.
package func note(_ text: String, file: StaticString = #fileID) {
  print("note: \(file): \(text)")
}
