// Errors of backups, worded for the command line.

package import Host
package import Store

/// The reason why a backup could not be made or used. Nothing was replaced.
package enum BackupError: Error, Equatable, Sendable, CustomStringConvertible {
  case host(HostError)
  case store(StoreError)
  /// The file, or its place, cannot be used; the text gives the reason.
  case refused(String)
  /// The program that sends backups failed.
  case remote(String)

  /// Bytes that no version of AlbumScan writes.
  static let damaged = BackupError.refused("it is damaged")

  package var description: String {
    switch self {
    case .host(let error): "\(error)"
    case .store(let error): "\(error)"
    case .refused(let reason), .remote(let reason): reason
    }
  }
}

/// Gives errors of the operating system their case.
func hosting<Value: ~Copyable>(
  _ body: () throws(HostError) -> Value
) throws(BackupError) -> Value {
  do { return try body() } catch { throw .host(error) }
}

/// Gives errors of the database their case.
func storing<Value: ~Copyable>(
  _ body: () throws(StoreError) -> Value
) throws(BackupError) -> Value {
  do { return try body() } catch { throw .store(error) }
}

extension FileDescriptor {
  /// Reads at most `chunk.count` bytes into `chunk`; 0 at the end.
  borrowing func fill(_ chunk: inout [UInt8]) throws(BackupError) -> Int {
    let result = chunk.withUnsafeMutableBytes { raw in
      Result { () throws(HostError) in try read(into: raw) }
    }
    do { return try result.get() } catch { throw .host(error) }
  }
}
