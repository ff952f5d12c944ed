// Finds one delimiter in a stream and passes on all other bytes.
// The search must be fast (32 MB in well under 300 ms: docs/faults.md A7), so it reads through
// pointers and copies nothing. It remembers how many bytes of a delimiter have matched.

import Glibc
import Text

/// The search for `CR LF -- boundary` in bytes that come in pieces.
///
/// A delimiter begins with CR and contains no other CR. After a mismatch, the search therefore
/// continues at the byte that did not match. Its time is linear for any body.
struct BoundarySearch: Sendable {
  private let delimiter: [UInt8]

  /// The number of matched bytes of the delimiter. The search holds back matched bytes of earlier
  /// pieces, because they may be data.
  private var matched = 0

  /// The number of `matched` bytes that belong to the previous line. They are never data.
  private var borrowed = 0

  init(boundary: [UInt8]) {
    delimiter = [.carriageReturn, .lineFeed, .dash, .dash] + boundary
    beginLine()
  }

  /// Takes bytes from `rest` up to the end of the delimiter, or all bytes. Returns whether it found
  /// the delimiter.
  ///
  /// `pass` gets all bytes that are not part of the delimiter, in their order: first the bytes that
  /// were held back, then the bytes of `rest`. It never gets an empty run of bytes.
  mutating func find<E: Error>(
    in rest: inout Slice<UnsafeRawBufferPointer>,
    passing pass: (UnsafeRawBufferPointer) throws(E) -> Void
  ) throws(E) -> Bool {
    let heldBack = borrowed..<matched
    let dataStart = rest.startIndex
    var candidate: Int?
    var position = rest.startIndex
    match(rest, at: &position)
    while matched < delimiter.count, position < rest.endIndex {
      position = nextReturn(in: rest, from: position)
      candidate = position
      matched = 0
      borrowed = 0
      match(rest, at: &position)
    }
    let data = rest[dataStart..<(candidate ?? dataStart)]
    let isFound = matched == delimiter.count
    if isFound { beginLine() }
    rest = rest[position...]
    guard candidate != nil else { return isFound }
    try delimiter.withUnsafeBufferPointer { bytes throws(E) in
      try passed(UnsafeRawBufferPointer(bytes)[heldBack], to: pass)
    }
    try passed(data, to: pass)
    return isFound
  }

  /// Starts as if a line end had been matched: a body may begin with its delimiter, and a part may have
  /// no body (RFC 2046 §5.1.1 `body-part`).
  private mutating func beginLine() {
    matched = 2
    borrowed = 2
  }

  /// Skips the bytes that continue the delimiter.
  private mutating func match(_ rest: Slice<UnsafeRawBufferPointer>, at position: inout Int) {
    while matched < delimiter.count, position < rest.endIndex,
      rest[position] == delimiter[matched]
    {
      matched += 1
      position += 1
    }
  }
}

private func passed<E: Error>(
  _ run: Slice<UnsafeRawBufferPointer>, to pass: (UnsafeRawBufferPointer) throws(E) -> Void
) throws(E) {
  if !run.isEmpty { try pass(UnsafeRawBufferPointer(rebasing: run)) }
}

/// The index of the next CR that may begin a delimiter, because LF follows it or the piece ends there; else the end. The
/// corresponding C function is `memchr`: reading words of eight bytes took a tenth of the time of an upload.
private func nextReturn(in rest: Slice<UnsafeRawBufferPointer>, from start: Int) -> Int {
  guard let base = rest.base.baseAddress else { return rest.endIndex }
  var index = start
  while index < rest.endIndex,
    let found = memchr(base + index, Int32(UInt8.carriageReturn), rest.endIndex - index)
  {
    index = UnsafeRawPointer(found) - base
    let isLast = index + 1 == rest.endIndex
    if isLast || rest[index + 1] == .lineFeed { return index }
    index += 1
  }
  return rest.endIndex
}
