// The certificates of a site in the local network: a certificate authority of its own, and the
// server's certificate. Each file has a key and its certificate and is replaced by one rename, so a
// kill at any time leaves a state that the next start can use.
// Source: docs/decisions/070-https-in-the-lan.md.

import Host

package struct Certificates: Sendable {
  /// Browsers of phones refuse certificates that are valid for more than 398 days:
  /// <https://support.apple.com/en-us/102028>.
  static let serverDays = 397
  static let authorityDays = 3653

  /// The server's certificate is renewed when fewer days remain.
  package static let renewalDays = 30

  /// `data/tls`.
  let folder: String
  private let openSSL: OpenSSL

  /// `program` is the path of openssl, and `mostMilliseconds` the limit of each run.
  package init(folder: String, program: String, mostMilliseconds: Int64 = 30_000) {
    self.folder = folder
    openSSL = OpenSSL(path: program, mostMilliseconds: mostMilliseconds)
  }

  var authority: String { Self.authority(in: folder) }
  package var server: String { Self.server(in: folder) }

  /// The file of the authority's key and certificate.
  package static func authority(in folder: String) -> String { "\(folder)/authority.pem" }

  /// The file of the server's key and certificate.
  package static func server(in folder: String) -> String { "\(folder)/server.pem" }

  /// The effect of new certificates on the phones that open the site.
  package enum Change: Equatable, Sendable {
    case none
    /// The authority is the same, so the phones trust the new certificate.
    case renewed
    /// Every phone must trust the first authority.
    case firstAuthority
    /// Every phone must trust the authority that replaces the previous one.
    case newAuthority
  }

  /// The certificate that a web server sends, as PEM. Does not check it.
  package func sent(by host: String, port: UInt16) throws(CertificateError) -> [UInt8] {
    let name = host.hasPrefix("[") ? [] : ["-servername", host]
    let output = try openSSL.output(of: ["s_client", "-connect", "\(host):\(port)"] + name)
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    guard let first = lines.firstIndex(of: "-----BEGIN CERTIFICATE-----"),
      let last = lines.firstIndex(of: "-----END CERTIFICATE-----"), first < last
    else { throw .openSSL(command: "s_client", exitCode: 0) }
    return Array((lines[first...last].joined(separator: "\n") + "\n").utf8)
  }

  /// Makes each certificate that is missing, belongs to other names or ends soon.
  package func keepValid(for names: CertificateNames) throws(CertificateError) -> Change {
    try prepareFolder()
    if try isValid(server, for: names), try lasts(server, days: Self.renewalDays) { return .none }
    if let change = try renewed(names) { return change }
    let isFirst = !Files.exists(authority) && !Files.exists(server)
    try makeAuthority(names)
    guard try renewed(names) != nil else { throw .notValid(names: names.all) }
    return isFirst ? .firstAuthority : .newAuthority
  }

  /// Issues a certificate for the server; nil when the present authority cannot.
  private func renewed(_ names: CertificateNames) throws(CertificateError) -> Change? {
    guard Files.exists(authority), try lasts(authority, days: Self.serverDays) else { return nil }
    let temporary = Files.temporaryPath(for: server)
    let request = CertificateRequest(names: names)
    let bytes = try keyAndCertificate(
      request.server, days: Self.serverDays, ["-CA", authority, "-CAkey", authority])
    try write(bytes, to: temporary)
    guard try isValid(temporary, for: names) else {
      try remove(temporary)
      return nil
    }
    let change = try changeOnRenewal()
    Failpoint.pass("certificate:before")
    try files { () throws(HostError) in
      try Files.move(temporary, to: server, durably: true)
    }
    Failpoint.pass("certificate:after")
    return change
  }

  /// After a kill, the server's certificate can be missing, or belong to the previous authority.
  private func changeOnRenewal() throws(CertificateError) -> Change {
    guard Files.exists(server) else { return .firstAuthority }
    let isReadable = try openSSL.succeeds(["x509", "-in", server, "-noout"])
    let isOfAuthority = try isIssued(server)
    return isReadable && !isOfAuthority ? .newAuthority : .renewed
  }

  private func makeAuthority(_ names: CertificateNames) throws(CertificateError) {
    let request = CertificateRequest(names: names)
    let bytes = try keyAndCertificate(request.authority, days: Self.authorityDays, [])
    Failpoint.pass("authority:before")
    try write(bytes, to: authority)
    Failpoint.pass("authority:after")
  }

  private func write(_ bytes: [UInt8], to path: String) throws(CertificateError) {
    try files { () throws(HostError) in
      try Files.replace(path, with: bytes, mode: 0o400, durably: true)
    }
  }

  private func remove(_ path: String) throws(CertificateError) {
    _ = try files { () throws(HostError) in try Files.remove(path) }
  }

  /// A new P-256 key and its certificate, as PEM.
  private func keyAndCertificate(
    _ request: String, days: Int, _ issuer: [String]
  ) throws(CertificateError) -> [UInt8] {
    let file = Files.temporaryPath(for: server)
    try files { () throws(HostError) in
      try Files.replace(file, with: Array(request.utf8), mode: 0o600, durably: false)
    }
    let bytes = try openSSL.output(
      of: [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-noenc",
        "-keyout", "-", "-config", file, "-days", "\(days)",
      ] + issuer)
    try remove(file)
    return bytes
  }

  /// Makes the folder for this user only, and removes the temporary files of a killed process.
  private func prepareFolder() throws(CertificateError) {
    try files { () throws(HostError) in
      try Files.makeDirectories(folder, mode: 0o700)
      if Files.isOpenToOthers(folder) { try Files.setMode(0o700, of: folder) }
      for name in try Files.entries(of: folder, startingWith: ".tmp-") {
        try Files.remove("\(folder)/\(name)")
      }
      for file in [authority, server] where Files.mode(of: file) ?? 0o400 != 0o400 {
        try Files.setMode(0o400, of: file)
      }
    }
  }
}

// MARK: Checks

extension Certificates {
  /// Whether the present authority issued the server's certificate for all `names`, regardless of
  /// the time: a computer without a clock may start in 1970.
  package func isServerValid(for names: CertificateNames) throws(CertificateError) -> Bool {
    try isValid(server, for: names)
  }

  private func isValid(
    _ file: String, for names: CertificateNames
  ) throws(CertificateError) -> Bool {
    guard Files.exists(file), Files.exists(authority) else { return false }
    let options =
      names.addresses.map { ["-verify_ip", $0.text] }
      + names.names.map { ["-verify_hostname", $0] }
    for option in options where try !isIssued(file, option) { return false }
    return true
  }

  private func isIssued(
    _ file: String, _ option: [String] = []
  ) throws(CertificateError) -> Bool {
    try openSSL.succeeds(
      [
        "verify", "-no_check_time", "-no-CApath", "-no-CAstore", "-CAfile", authority, "-purpose",
        "sslserver",
      ] + option + [file])
  }

  /// Whether a certificate is still valid after `days`.
  package func lasts(_ file: String, days: Int) throws(CertificateError) -> Bool {
    try openSSL.succeeds(["x509", "-in", file, "-noout", "-checkend", "\(days * 86_400)"])
  }

  /// The day on which a certificate ends, such as `2027-12-24`.
  package func end(of file: String) throws(CertificateError) -> String {
    let line = try openSSL.output(
      of: ["x509", "-in", file, "-noout", "-enddate", "-dateopt", "iso_8601"])
    return String(
      decoding: line.drop { $0 != UInt8(ascii: "=") }.dropFirst().prefix(10), as: UTF8.self)
  }

  /// The authority's certificate without its key, as PEM.
  package func authorityCertificate() throws(CertificateError) -> [UInt8] {
    try openSSL.output(of: ["x509", "-in", authority])
  }

  /// The SHA-256 of the authority's certificate, in 16 groups of four hexadecimal digits. Phones show
  /// the same digits in pairs.
  package func fingerprint() throws(CertificateError) -> [String] {
    let line = try openSSL.output(of: [
      "x509", "-in", authority, "-noout", "-fingerprint", "-sha256",
    ])
    let digits = Array(line.drop { $0 != UInt8(ascii: "=") }.dropFirst())
      .filter { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "\n") }
    return stride(from: 0, to: digits.count, by: 4).map {
      String(decoding: digits[$0..<min($0 + 4, digits.count)], as: UTF8.self)
    }
  }
}
