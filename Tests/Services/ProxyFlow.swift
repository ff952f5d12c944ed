// The bytes of one connection of a shaping proxy, in one direction.

import Glibc

struct ProxyFlow {
  /// Bytes, and the time at which they arrive. No bytes mean that the sender has ended.
  private struct Piece {
    var bytes: ArraySlice<UInt8>
    let due: Int64
  }

  let source: Int32
  let sink: Int32
  /// Whether the bytes go from the client to the server.
  let isUp: Bool
  /// The time at which the connection is open, in microseconds.
  let readsFrom: Int64
  private var pieces: [Piece] = []
  private var hasEnded = false

  /// Whether the receiver takes no more bytes at present.
  private(set) var isBlocked = false
  /// Whether the receiver has got all bytes and the end.
  private(set) var isOver = false
  /// Whether the connection has to be closed.
  var isBroken = false

  init(from source: Int32, to sink: Int32, isUp: Bool, readsFrom: Int64) {
    self.source = source
    self.sink = sink
    self.isUp = isUp
    self.readsFrom = readsFrom
  }

  /// The time at which the next bytes arrive; nil without bytes.
  var nextDue: Int64? { pieces.first?.due }

  func reads(at now: Int64) -> Bool { !hasEnded && now >= readsFrom }

  mutating func append(_ bytes: ArraySlice<UInt8>, due: Int64) {
    pieces.append(Piece(bytes: bytes, due: due))
    if bytes.isEmpty { hasEnded = true }
  }

  /// Sends the bytes that have arrived by `now`.
  mutating func deliver(at now: Int64) {
    isBlocked = false
    while let piece = pieces.first, piece.due <= now {
      guard !piece.bytes.isEmpty else {
        shutdown(sink, Int32(SHUT_WR))
        isOver = true
        pieces.removeFirst()
        return
      }
      let count = piece.bytes.withUnsafeBytes {
        send(sink, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      guard count > 0 else {
        if errno == EAGAIN || errno == EINTR { isBlocked = true } else { isBroken = true }
        return
      }
      if count == piece.bytes.count {
        pieces.removeFirst()
      } else {
        pieces[0].bytes = piece.bytes.dropFirst(count)
      }
    }
  }
}
