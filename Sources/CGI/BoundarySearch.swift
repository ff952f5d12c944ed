// Finds one delimiter in a stream and passes on what is not it.
// The only file that must be fast (32 MB in well under 300 ms: FAULTS A7) and the only one that
// reads through pointers. It copies nothing and remembers how much of a delimiter it has seen.

import Text

/// The search for `CR LF -- boundary` in bytes that come in pieces.
///
/// A delimiter begins with CR and has no other, so after a mismatch nothing needs to be read twice:
/// the search goes on at the byte that did not fit. That makes it linear for any body.
struct BoundarySearch: Sendable {
  private let delimiter: [UInt8]

  /// How many bytes of the delimiter have been seen; those of earlier pieces are held back.
  private var matched = 0

  /// How many of the `matched` bytes belong to the line before and must never be passed on.
  private var borrowed = 0

  init(boundary: [UInt8]) {
    delimiter = [.carriageReturn, .lineFeed, .dash, .dash] + boundary
    beginLine()
  }

  /// Takes bytes from `rest` up to the end of the delimiter, or all of them; whether it was found.
  ///
  /// Everything that is not the delimiter goes to `pass`, in order and never empty: what was held
  /// back, then one run.
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

  /// Every search begins behind a line end, which may be the delimiter's own: before a body that
  /// begins with its delimiter, and in a part without a body (RFC 2046 §5.1.1 `body-part`).
  private mutating func beginLine() {
    matched = 2
    borrowed = 2
  }

  /// Moves on over the bytes that continue the delimiter.
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

/// The index of the next CR that may begin a delimiter, since LF or nothing yet follows it; or the
/// end. Words of eight bytes without a CR are passed over whole.
private func nextReturn(in rest: Slice<UnsafeRawBufferPointer>, from start: Int) -> Int {
  let bytes = rest.base
  var index = start
  while index < rest.endIndex {
    let stop = min(index + 8, rest.endIndex)
    if index + 8 == stop, !holdsReturn(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    {
      index = stop
    }
    while index < stop {
      let isLast = index + 1 == rest.endIndex
      if bytes[index] == .carriageReturn, isLast || bytes[index + 1] == .lineFeed { return index }
      index += 1
    }
  }
  return index
}

/// Whether one of eight bytes is CR: then `word ^ 0x0D0D…` has a zero byte, and the subtraction
/// borrows from its highest bit. Source:
/// <https://graphics.stanford.edu/~seander/bithacks.html#ZeroInWord>.
private func holdsReturn(_ word: UInt64) -> Bool {
  let zeroed = word ^ 0x0D0D_0D0D_0D0D_0D0D
  return (zeroed &- 0x0101_0101_0101_0101) & ~zeroed & 0x8080_8080_8080_8080 != 0
}
