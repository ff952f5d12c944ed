// Stored answers of services, so that a known album causes no second request.

/// Reads and stores answers by question. The caller chooses the storage; tests may use memory.
///
/// Neither closure throws: an answer that cannot be read is requested again, and an answer that
/// cannot be stored is used once.
package struct AnswerCache: Sendable {
  /// The stored answer to a question; nil without one.
  package let read: @Sendable (_ question: String) async -> [UInt8]?

  /// Stores an answer, and replaces an earlier answer to the same question.
  package let write: @Sendable (_ answer: [UInt8], _ question: String) async -> Void

  package init(
    read: @escaping @Sendable (_ question: String) async -> [UInt8]?,
    write: @escaping @Sendable (_ answer: [UInt8], _ question: String) async -> Void
  ) {
    self.read = read
    self.write = write
  }
}
