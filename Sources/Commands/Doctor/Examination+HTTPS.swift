// The checks of the doctor about `albumscan serve` and its HTTPS: installed programs, the certificates
// and the modes of their files.

import HTTP
import Host
import Serving

extension Examination {
  /// The checks of HTTPS; none for an installation that does not use it.
  func https() -> [Finding] {
    let folder = configuration.certificates
    guard configuration.usesHTTPS || Files.exists(folder) else { return [] }
    guard configuration.baseURL.hasPrefix("https://") else {
      // This is the case if `make run` runs without HTTPS=on after a run with HTTPS=on.
      guard configuration.usesHTTPS else { return [] }
      return [
        Finding(
          subject: "https: on",
          remedy: "base-url \(configuration.baseURL) is not https; set it to https://…, or remove "
            + "https: on")
      ]
    }
    return [httpsPrograms(), certificateKeys(), certificate()].compactMap(\.self)
  }

  /// Checks the programs of `albumscan serve`, if this installation has used it.
  func servingPrograms() -> Finding? {
    guard Files.exists(configuration.lighttpdFile) else { return nil }
    let missing = ServingProgram.needed.filter { $0.path == nil }.map(\.package)
    return Finding(
      subject: "programs for albumscan serve",
      remedy: missing.isEmpty ? nil : "apt-get install \(missing.joined(separator: " "))",
      isWarning: true)
  }

  private func httpsPrograms() -> Finding {
    let missing = ServingProgram.neededForHTTPS.filter { $0.path == nil }.map(\.package)
    return Finding(
      subject: "programs for HTTPS",
      remedy: missing.isEmpty ? nil : "apt-get install \(missing.joined(separator: " "))")
  }

  /// Checks that only this user can read the keys. Anybody who has read the authority's key can imitate the
  /// site.
  private func certificateKeys() -> Finding? {
    let folder = configuration.certificates
    let present = [Certificates.authority(in: folder), Certificates.server(in: folder)]
      .filter(Files.exists)
    guard !present.isEmpty else { return nil }
    let subject = "keys of the certificates \(folder)"
    let open = present.filter(Files.isOpenToOthers)
    if !open.isEmpty {
      return Finding(
        subject: subject,
        remedy: "others may read \(open.joined(separator: ", ")); chmod 400. If somebody has read "
          + "it, remove \(folder) and start albumscan serve again: each phone must then trust a "
          + "new certificate authority")
    }
    let other = present.filter { Files.mode(of: $0) != 0o400 }
    return Finding(
      subject: subject,
      remedy: other.isEmpty ? nil : "chmod 400 \(other.joined(separator: " "))", isWarning: true)
  }

  /// Checks the server's certificate: its end, and its names.
  private func certificate() -> Finding? {
    let file = Certificates.server(in: configuration.certificates)
    guard let program = ServingProgram.openSSL.path, Files.exists(file) else { return nil }
    let certificates = Certificates(folder: configuration.certificates, program: program)
    let remedy = "restart albumscan serve, which makes a new one"
    do {
      let end = try certificates.end(of: file)
      let subject = "certificate until \(end)"
      guard try certificates.lasts(file, days: 0) else {
        return Finding(subject: subject, remedy: "it has ended; \(remedy)")
      }
      // Without the options of `serve`, the address on which it listens is unknown.
      if let names = setup.certificateNames(listening: ""),
        try !certificates.isServerValid(for: names)
      {
        return Finding(
          subject: subject,
          remedy: "it is not valid for \(names.all.joined(separator: ", ")); \(remedy)")
      }
      let isEnding = try !certificates.lasts(file, days: Certificates.renewalDays)
      return Finding(
        subject: subject,
        remedy: isEnding
          ? "it ends in fewer than \(Certificates.renewalDays) days; \(remedy)" : nil,
        isWarning: true)
    } catch {
      return Finding(subject: "certificate \(file)", remedy: "\(error); \(remedy)")
    }
  }

  /// The number of days before the end of the web server's certificate from which it is a warning. certbot and Caddy
  /// renew 30 days before the end, so that this renewal has failed. Source: docs/limits.md.
  private static let lateDays = 14

  /// Reports a certificate of the web server that ends soon; `askCGI` reports one that browsers refuse already. No
  /// finding without the program openssl, and for the own certificates of `albumscan serve`, which `https` checks.
  func askCertificate() async -> [Finding] {
    guard configuration.baseURL.hasPrefix("https://"),
      let address = HostPort(configuration.baseURL),
      let program = ServingProgram.openSSL.path,
      !Files.exists(Certificates.server(in: configuration.certificates))
    else { return [] }
    let certificates = Certificates(folder: configuration.data, program: program)
    let subject = "certificate of \(address.host)"
    let file = Files.temporaryPath(for: "\(configuration.data)/certificate")
    do {
      let sent = try certificates.sent(by: address.host, port: address.port)
      try Files.replace(file, with: sent, durably: false)
      let read = Result {
        (try certificates.lasts(file, days: Self.lateDays), try certificates.end(of: file))
      }
      try Files.remove(file)
      let (lasts, end) = try read.get()
      return [
        Finding(
          subject: "\(subject) until \(end)",
          remedy: lasts
            ? nil
            : "it ends in fewer than \(Self.lateDays) days, and its renewal has failed. If certbot renews it, its log says "
              + "why; sudo certbot renew", isWarning: true)
      ]
    } catch {
      return [Self.unchecked(subject, error, isWarning: true)]
    }
  }
}
