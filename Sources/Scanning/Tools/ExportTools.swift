// How the worker writes exports for the web. The program makes the closure, because module `Exchange` does
// this work and is in the same layer as this module.

package import Albums

package struct ExportTools: Sendable {
  /// Writes the file of an export completely, or leaves no file. The call may last for minutes, and blocks
  /// neither the database nor a thread of the worker.
  let write:
    @Sendable (
      _ content: ExportContent, _ person: PersonID, _ path: String
    ) async throws(ScanFailure) -> Void

  package init(
    write:
      @escaping @Sendable (
        _ content: ExportContent, _ person: PersonID, _ path: String
      ) async throws(ScanFailure) -> Void
  ) {
    self.write = write
  }
}
