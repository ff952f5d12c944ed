// Errors of backups, worded for the command line.

package import Host
package import Store

/// The reason why a backup could not be made or used. Nothing was replaced.
package enum BackupError: Error, Equatable, Sendable, CustomStringConvertible {
  case host(HostError)
  case store(StoreError)
  /// The file, or its folder, cannot be used; the text gives the reason.
  case refused(String)
  /// The program that sends backups failed.
  case remote(String)
  /// Another process makes, sends or restores a backup.
  case busy(String)
  /// The disk of `folder` is too full: the two numbers are bytes.
  case noSpace(needed: Int, free: Int, folder: String)

  /// Bytes that no version of AlbumScan writes.
  static let damaged = BackupError.refused("it is damaged")

  package var description: String {
    switch self {
    case .host(let error): "\(error)"
    case .store(let error): "\(error)"
    case .refused(let reason), .remote(let reason), .busy(let reason): reason
    case .noSpace(let needed, let free, let folder):
      "\(folder) has \(free >> 20) MB of free disk space, and the restore needs "
        + "\(Self.megabytes(needed)) MB; make room there and run the command again"
    }
  }

  /// Rounded up, so that the message never names less than the needed space.
  private static func megabytes(_ bytes: Int) -> Int {
    (bytes >> 20) + (bytes & 0xF_FFFF == 0 ? 0 : 1)
  }
}

extension BackupError {
  init(_ error: RcloneError) {
    switch error {
    case .missing, .badList: self = .refused("\(error)")
    case .host(let error): self = .host(error)
    case .ended: self = .remote("\(error)")
    }
  }
}

/// Turns errors of the operating system into cases of this type.
func hosting<Value: ~Copyable>(
  _ body: () throws(HostError) -> Value
) throws(BackupError) -> Value {
  do { return try body() } catch { throw .host(error) }
}

/// Turns errors of the database into cases of this type.
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
