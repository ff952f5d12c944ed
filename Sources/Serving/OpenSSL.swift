// Runs the program `openssl`. This process reads each key from the stdout of `openssl`. So no file
// contains a key before this process creates the file with its final mode.

package import Host

/// Why there is no valid certificate.
package enum CertificateError: Error, CustomStringConvertible {
  case openSSL(command: String, exitCode: Int32)
  /// The certificate that openssl has made is not valid for the names.
  case notValid(names: [String])
  case files(HostError)

  package var description: String {
    switch self {
    case .openSSL(let command, let code): "openssl \(command) ended with exit code \(code)"
    case .notValid(let names):
      "the new certificate is not valid for \(names.joined(separator: ", "))"
    case .files(let error): "\(error)"
    }
  }
}

/// Runs a file operation and converts its error to a `CertificateError`.
func files<Value>(_ body: () throws(HostError) -> Value) throws(CertificateError) -> Value {
  do {
    return try body()
  } catch {
    throw .files(error)
  }
}

struct OpenSSL {
  let path: String

  /// The most milliseconds of a run.
  let mostMilliseconds: Int64

  /// The bytes that a command writes to stdout. Throws unless its exit code is 0.
  func output(of arguments: [String]) throws(CertificateError) -> [UInt8] {
    let result = try run(arguments)
    guard result.exitCode == 0 else {
      throw .openSSL(command: arguments.first ?? "", exitCode: result.exitCode)
    }
    return result.bytes
  }

  /// Whether a check succeeds. Throws if a signal ended the program, because then the check has no answer: without this
  /// error, a valid authority could be replaced, and every phone would have to trust the new one.
  func succeeds(_ arguments: [String]) throws(CertificateError) -> Bool {
    let exitCode = try run(arguments).exitCode
    guard exitCode < 128 else {
      throw .openSSL(command: arguments.first ?? "", exitCode: exitCode)
    }
    return exitCode == 0
  }

  private func run(_ arguments: [String]) throws(CertificateError) -> Programs.Output {
    try files { () throws(HostError) in
      try Programs.run(
        path, arguments, input: "/dev/null", limit: 1 << 20, timeoutMilliseconds: mostMilliseconds,
        errors: .hidden)
    }
  }
}
