// Parses a multipart/form-data body that comes in pieces of any size (RFC 7578, RFC 2046 §5.1).
// It keeps at most a delimiter, one part's headers (4 kB) and the file names in memory. It refuses bare
// line feeds in headers and delimiters and a second part of one name, decodes no transfer encoding, reads a
// nested multipart body as data, and gives no part a meaning.

import Text

/// An event of the parser. Each part gives one `partBegan`, any number of `data` and one `partEnded`,
/// in this order, unless the body ends early.
package enum MultipartEvent {
  /// The name from Content-Disposition: 1–64 bytes of UTF-8 without control characters.
  case partBegan(name: String)
  /// The next bytes of the part, at least one. Valid only during the call.
  case data(UnsafeRawBufferPointer)
  case partEnded
}

/// A push parser: the caller feeds the body in pieces. The sizes of the pieces change only how a
/// part is divided into `data` events, nothing else. The time is linear in the length of the body.
///
/// An error is kept and not thrown by `feed`, because the rest of the body must be read before the
/// response is sent (docs/faults.md §0.6). `finish()` throws it.
package struct MultipartParser: Sendable {
  /// Limits for one body. Source: docs/faults.md A7, §6.
  package struct Limits: Sendable {
    package var parts = 8
    /// For the headers of one part with their blank line, and for the padding of one delimiter.
    package var headerBytes = 4096

    package init() {}
  }

  /// The first error. Once it is set, no event follows.
  package private(set) var error: MultipartError?

  /// The file names that the client gives, by the names of their parts, as they were sent. They are
  /// untrusted text for pages, never paths.
  package private(set) var fileNames: [String: [UInt8]] = [:]

  /// The names of all parts.
  private var names: Set<String> = []

  private let limits: Limits
  private var state = State.preamble
  private var boundary: BoundarySearch
  /// The line after a delimiter, or the headers of a part, as far as they have arrived.
  private var held: [UInt8] = []

  private enum State {
    case preamble, delimiterLine, headers, data, epilogue
  }

  /// Throws `.notMultipart` or `.boundary` if `contentType` does not announce a valid multipart
  /// body.
  package init(contentType: String, limits: Limits = Limits()) throws(MultipartError) {
    self.limits = limits
    boundary = BoundarySearch(boundary: try multipartBoundary(in: contentType))
  }

  /// Takes the next bytes of the body. Rethrows errors of `emit`; the parser must not be used after that.
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

  /// Throws the body's first error; `.truncated` when it has no final boundary.
  package func finish() throws(MultipartError) {
    if let error { throw error }
    guard case .epilogue = state else { throw .truncated }
  }

  private typealias Rest = Slice<UnsafeRawBufferPointer>

  /// Drops the text before the first delimiter, which is meant for old mail programs (RFC 2046
  /// §5.1.1).
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

  /// Reads the rest of a delimiter's line: `--`, or blanks and a line end. Any other text means
  /// that the boundary occurs in the data, which RFC 2046 §5.1.1 forbids.
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

  /// Reads headers up to the first blank line.
  private mutating func readHeaders<E: Error>(
    _ rest: inout Rest, _ emit: (MultipartEvent) throws(E) -> Void
  ) throws(E) {
    while let byte = hold(from: &rest) {
      guard byte == .lineFeed, endsBlank(held) else { continue }
      guard self.names.count < limits.parts else {
        error = .tooManyParts
        return
      }
      guard let names = partNames(inHeaders: held) else {
        error = .headers
        return
      }
      // RFC 7578 §4.3 permits several files in one field, but none of our forms has such a field; `Form`
      // refuses a repeated name, too.
      guard self.names.insert(names.name).inserted else {
        error = .repeated
        return
      }
      fileNames[names.name] = names.fileName
      enter(.data)
      return try emit(.partBegan(name: names.name))
    }
  }

  /// Takes one byte into `held`. Nil if there is no byte, or if `held` is full; then `error` is
  /// set.
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

/// Why a multipart body is malformed.
package enum MultipartError: Error, Equatable, Sendable, CaseIterable {
  /// The Content-Type is not multipart/form-data.
  case notMultipart
  /// No boundary, two boundaries, or one that violates RFC 2046 §5.1.1 (1–70 characters of its set).
  case boundary
  /// The boundary occurs in the data: a delimiter is followed by other characters on its line.
  case delimiter
  /// A part's headers are malformed, or have no form-data name (RFC 7578 §4.2).
  case headers
  case headersTooLong
  case tooManyParts
  /// Two parts have the same name.
  case repeated
  /// The body ends before its final boundary.
  case truncated
}
