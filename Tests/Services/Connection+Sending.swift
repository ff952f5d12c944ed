// Sends an answer as a whole, in small pieces, byte by byte, or incomplete.

extension Connection {
  /// Whether an answer was sent completely.
  enum Sent: Equatable {
    case all
    /// The connection can serve another request only after `all`.
    case broken
  }

  /// `origin` is the arrival of the request, in microseconds since start-up. The times of a
  /// stream's pieces count from `origin`.
  mutating func deliver(
    _ answer: Answer, _ delivery: Delivery, withBody: Bool = true, from origin: Int64
  ) -> Sent {
    switch delivery {
    case .reset:
      resetOnClose()
      return .broken
    case .never:
      waitForEnd()
      return .broken
    case .whole, .awkward, .slow, .cutOff: break
    }
    guard write(head(of: answer)[...]) else { return .broken }
    guard withBody else { return .all }
    switch answer.body {
    case .whole(let bytes): return sendWhole(bytes, delivery)
    case .streamed(let pieces): return sendStreamed(pieces, delivery, from: origin)
    case .endless(let bytes):
      while !isStopped(), sendChunk(bytes[...]) {}
      return .broken
    }
  }

  private func head(of answer: Answer) -> [UInt8] {
    var lines = ["HTTP/1.1 \(answer.status) \(answer.reason)"]
    lines += answer.headers.map { "\($0.name): \($0.value)" }
    switch answer.body {
    case .whole(let bytes): lines.append("Content-Length: \(bytes.count)")
    case .streamed, .endless: lines.append("Transfer-Encoding: chunked")
    }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  private mutating func sendWhole(_ bytes: [UInt8], _ delivery: Delivery) -> Sent {
    switch delivery {
    case .cutOff(let count):
      _ = write(bytes[..<min(count ?? bytes.count / 2, bytes.count)])
      return .broken
    case .awkward:
      return awkwardPieces(of: bytes).allSatisfy { write($0) } ? .all : .broken
    case .slow(let rate):
      for byte in bytes.indices {
        guard write(bytes[byte...byte]), pause(milliseconds: Int64(1000 / max(rate, 1))) else {
          return .broken
        }
      }
      return .all
    case .whole, .reset, .never: return write(bytes[...]) ? .all : .broken
    }
  }

  private mutating func sendStreamed(
    _ pieces: [Answer.Piece], _ delivery: Delivery, from origin: Int64
  ) -> Sent {
    var due = origin
    var rest = Int.max
    if case .cutOff(let count) = delivery {
      rest = count ?? pieces.reduce(0) { $0 + $1.bytes.count } / 2
    }
    for piece in pieces {
      due += piece.afterMilliseconds * 1000
      guard pause(until: due) else { return .broken }
      guard sendPiece(piece.bytes.prefix(rest), delivery) else { return .broken }
      rest -= min(rest, piece.bytes.count)
      guard rest > 0 else { return .broken }
    }
    return write(Array("0\r\n\r\n".utf8)[...]) ? .all : .broken
  }

  private mutating func sendPiece(_ bytes: ArraySlice<UInt8>, _ delivery: Delivery) -> Bool {
    switch delivery {
    case .awkward:
      return awkwardPieces(of: Array(bytes)).allSatisfy { sendChunk($0) }
    case .slow(let rate):
      for byte in bytes.indices {
        guard sendChunk(bytes[byte...byte]), pause(milliseconds: Int64(1000 / max(rate, 1))) else {
          return false
        }
      }
      return true
    case .whole, .cutOff, .reset, .never: return sendChunk(bytes)
    }
  }

  private func sendChunk(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard !bytes.isEmpty else { return true }
    let head = Array("\(String(bytes.count, radix: 16))\r\n".utf8)
    return write((head + bytes + [13, 10])[...])
  }

  /// Slices of 1, 2, 3, 5 … 89 bytes, then again from 1. They cut an answer at many different
  /// positions.
  private func awkwardPieces(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var sizes = (1, 2)
    var start = 0
    while start < bytes.count {
      let end = min(start + sizes.0, bytes.count)
      pieces.append(bytes[start..<end])
      start = end
      sizes = sizes.0 > 80 ? (1, 2) : (sizes.1, sizes.0 + sizes.1)
    }
    return pieces
  }
}
