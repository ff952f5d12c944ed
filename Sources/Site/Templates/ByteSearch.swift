// Finds bytes and ASCII texts with memchr(3), which compares many bytes at once. Each start of the program searches all
// templates and all files of public/; the generic searches of the standard library took a quarter of that time.

import Glibc

extension UnsafeBufferPointer<UInt8> {
  /// The index of the first such byte from `start` on, before `end`.
  func index(of byte: UInt8, from start: Int, before end: Int) -> Int? {
    guard let baseAddress, start < end else { return nil }
    precondition(start >= 0 && end <= count)
    guard let found = memchr(baseAddress + start, Int32(byte), end - start) else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(baseAddress)
  }

  /// The index of the first occurrence of an ASCII text from `start` on, before `end`.
  func index(of text: StaticString, from start: Int, before end: Int) -> Int? {
    text.withUTF8Buffer { index(of: $0, from: start, before: end) }
  }

  /// The index of the first occurrence of `text`, which is not empty.
  func index(of text: UnsafeBufferPointer<UInt8>, from start: Int, before end: Int) -> Int? {
    var position = start
    while let found = index(of: text[0], from: position, before: end - text.count + 1) {
      if has(text, at: found) { return found }
      position = found + 1
    }
    return nil
  }

  /// Whether the bytes from `position` on, before `end`, begin with an ASCII text.
  func has(_ text: StaticString, at position: Int, before end: Int) -> Bool {
    position + text.utf8CodeUnitCount <= end && text.withUTF8Buffer { has($0, at: position) }
  }

  /// `text` lies within these bytes.
  private func has(_ text: UnsafeBufferPointer<UInt8>, at position: Int) -> Bool {
    guard let baseAddress, let other = text.baseAddress else { return false }
    return memcmp(baseAddress + position, other, text.count) == 0
  }
}

extension Substring {
  /// The first occurrence of an ASCII text.
  func firstRange(of text: String) -> Range<Index>? {
    var (whole, wanted) = (self, text)
    let count = wanted.utf8.count
    let offset = whole.withUTF8 { bytes in
      wanted.withUTF8 { bytes.index(of: $0, from: 0, before: bytes.count) }
    }
    guard let offset else { return nil }
    let start = utf8.index(startIndex, offsetBy: offset)
    return start..<utf8.index(start, offsetBy: count)
  }
}

extension [UInt8] {
  /// The index of the first occurrence of an ASCII text from `start` on.
  func firstIndex(of text: StaticString, from start: Int) -> Int? {
    withUnsafeBufferPointer { $0.index(of: text, from: start, before: $0.count) }
  }
}

extension ArraySlice<UInt8> {
  /// The index of the first occurrence of an ASCII text.
  func firstIndex(of text: StaticString) -> Int? {
    withUnsafeBufferPointer { $0.index(of: text, from: 0, before: $0.count) }.map {
      startIndex + $0
    }
  }
}
