// A multipart/form-data body, pushed through in pieces of any size (RFC 7578, RFC 2046 §5.1).
// It keeps a delimiter and one part's headers (4 kB), never a part. It refuses file names, nested
// parts and bare line feeds; it decodes no transfer encoding and asks no part what it means.

import Text

/// What the parser came upon, in this order for every part: one `partBegan`, any number of `data`,
/// one `partEnded` — unless the body breaks off.
package enum MultipartEvent {
  /// The name from Content-Disposition: 1–64 bytes of UTF-8 without control characters.
  case partBegan(name: String)
  /// The next bytes of the part, at least one. Valid only during the call.
  case data(UnsafeRawBufferPointer)
  case partEnded
}

/// A push parser. The same bytes give the same events (but for where `data` is cut), however they
/// are split. Linear in the length of the body.
///
/// A malformed body is remembered and not thrown: it must be drained before we may answer
/// (FAULTS 0.6), so feed it on; `finish()` throws.
package struct MultipartParser: Sendable {
  /// Bounds on what a body may make us do. Source: FAULTS A7, §6.
  package struct Limits: Sendable {
    package var parts = 8
    /// For one part, its delimiter's padding and the blank line included.
    package var headerBytes = 4096

    package init() {}
  }

  /// What is wrong so far. Once it is set, no event follows.
  package private(set) var error: MultipartError?

  private let limits: Limits
  private var state = State.preamble
  private var boundary: BoundarySearch
  /// The line after a delimiter, or the headers of a part: what must be seen whole.
  private var held: [UInt8] = []
  private var partCount = 0

  private enum State {
    case preamble, delimiterLine, headers, data, epilogue
  }

  /// Throws `.notMultipart` or `.boundary` when `contentType` promises no body we can read.
  package init(contentType: String, limits: Limits = Limits()) throws(MultipartError) {
    self.limits = limits
    boundary = BoundarySearch(boundary: try multipartBoundary(in: contentType))
  }

  /// Takes the next bytes of the body. Rethrows what `emit` throws; then the parser is of no use.
  package mutating func feed<E: Error>(
    _ bytes: UnsafeRawBufferPointer, _ emit: (MultipartEvent) throws(E) -> Void
  ) throws(E) {
    var rest = bytes[...]
    while error == nil, !rest.isEmpty {
      switch state {
      case .preamble: skipPreamble(&rest)
      case .delimiterLine: readDelimiterLine(&rest)
      case .headers: try readHeaders(&rest, emit)
      case .data: try readData(&rest, emit)
      case .epilogue: return
      }
    }
  }

  /// Throws what is wrong with the body; `.truncated` when it has no final boundary.
  package func finish() throws(MultipartError) {
    if let error { throw error }
    guard case .epilogue = state else { throw .truncated }
  }

  private typealias Rest = Slice<UnsafeRawBufferPointer>

  /// Text before the first delimiter is for old mail programs (RFC 2046 §5.1.1) and dropped.
  private mutating func skipPreamble(_ rest: inout Rest) {
    if boundary.find(in: &rest, passing: { _ in }) { state = .delimiterLine }
  }

  private mutating func readData<E: Error>(
    _ rest: inout Rest, _ emit: (MultipartEvent) throws(E) -> Void
  ) throws(E) {
    let isOver = try boundary.find(in: &rest) { data throws(E) in try emit(.data(data)) }
    guard isOver else { return }
    try emit(.partEnded)
    state = .delimiterLine
  }

  /// After a delimiter stand `--`, or blanks and a line end; anything else is a body that contains
  /// its own boundary (RFC 2046 §5.1.1: "must not appear within the encapsulated material").
  private mutating func readDelimiterLine(_ rest: inout Rest) {
    while let byte = hold(from: &rest) {
      if held == [.dash, .dash] { return enter(.epilogue) }
      if byte == .lineFeed, held.dropLast().last == .carriageReturn { return enter(.headers) }
      let isFirstDash = byte == .dash && held.count == 1
      let isPadding = held.dropLast().last?.isBlank ?? true
      let mayGoOn = isFirstDash || (isPadding && (byte.isBlank || byte == .carriageReturn))
      guard mayGoOn else {
        error = .delimiter
        return
      }
    }
  }

  /// Headers end at the first blank line.
  private mutating func readHeaders<E: Error>(
    _ rest: inout Rest, _ emit: (MultipartEvent) throws(E) -> Void
  ) throws(E) {
    while let byte = hold(from: &rest) {
      guard byte == .lineFeed, endsBlank(held) else { continue }
      guard partCount < limits.parts else {
        error = .tooManyParts
        return
      }
      guard let name = partName(inHeaders: held) else {
        error = .headers
        return
      }
      partCount += 1
      enter(.data)
      return try emit(.partBegan(name: name))
    }
  }

  /// Takes one byte into `held`; nil when there is none, or no room: then `error` is set.
  private mutating func hold(from rest: inout Rest) -> UInt8? {
    guard let byte = rest.popFirst() else { return nil }
    guard held.count < limits.headerBytes else {
      error = .headersTooLong
      return nil
    }
    held.append(byte)
    return byte
  }

  private mutating func enter(_ next: State) {
    held.removeAll(keepingCapacity: true)
    state = next
  }
}

/// What is wrong with a multipart body.
package enum MultipartError: Error, Equatable, Sendable, CaseIterable {
  /// The Content-Type is not multipart/form-data.
  case notMultipart
  /// No boundary, two, or one outside RFC 2046 §5.1.1 (1–70 characters of its set).
  case boundary
  /// Something follows a delimiter on its line: the boundary stands in the data.
  case delimiter
  /// A part's headers are malformed, or hold no form-data name (RFC 7578 §4.2).
  case headers
  case headersTooLong
  case tooManyParts
  /// The body ends before its final boundary.
  case truncated
}
