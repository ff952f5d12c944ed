// HTTPS for `albumscan serve`: keeps the certificates valid, writes the certificate page, and prints
// its address.

import Albums
import HTTP
import Host
import Serving
import Site

struct HTTPSService {
  private let setup: Setup
  private let names: CertificateNames
  private let fingerprint: [String]

  /// The port of the certificate page.
  let port: UInt16

  private var words: Phrasebook { setup.words }

  /// Throws a usage error unless everything is installed and `base-url` is https.
  init(_ setup: Setup, at served: ServedAddress, port: UInt16) throws {
    self.setup = setup
    self.port = port
    let base = setup.configuration.baseURL
    guard base.hasPrefix("https://"), let names = setup.certificateNames(listening: served.host)
    else { throw Ending(.usage, setup.words("cli.serve.https-base-url", ["address": .text(base)])) }
    guard port != served.port else {
      throw Ending(.usage, setup.words("cli.serve.same-port", ["port": .text("\(port)")]))
    }
    for program in ServingProgram.neededForHTTPS { _ = try setup.path(of: program) }
    self.names = names
    let certificates = Certificates(
      folder: setup.configuration.certificates, program: try setup.path(of: .openSSL))
    do {
      let change = try certificates.keepValid(for: names)
      fingerprint = try certificates.fingerprint()
      try report(change, until: certificates.end(of: certificates.server))
      // A folder of the data is closed to other users (docs/decisions/117-private-data.md).
      try Files.makeDirectories(setup.configuration.certificatePage, mode: 0o750)
      try setup.openSite().writeCertificatePage(
        CertificateFacts(
          authorityName: names.authorityName, names: names.all, fingerprint: fingerprint,
          certificate: certificates.authorityCertificate()),
        into: setup.configuration.certificatePage)
    } catch let error as CertificateError {
      throw Ending(.no, setup.words("cli.serve.no-certificate", ["reason": .text("\(error)")]))
    } catch let error as SiteError {
      throw Ending(.usage, "\(error)")
    }
  }

  var configuration: HTTPSConfiguration {
    let folder = setup.configuration.certificates
    return HTTPSConfiguration(
      certificate: Certificates.server(in: folder), page: setup.configuration.certificatePage,
      certificatePort: port)
  }

  /// Prints the address of the certificate page and the fingerprint; at a terminal also a QR code
  /// of the address, and the first sign-in.
  func announce() throws {
    let isOpen = setup.configuration.isOpenToLAN
    if isOpen { Terminal.note(words("cli.serve.open-lan")) }
    if Surroundings.current.isTerminal(1) {
      Terminal.print(words("cli.serve.first-code"))
      setup.printQRCode(of: address)
    }
    try FirstSignIn(setup).announce()
    Terminal.print(
      words(
        "cli.serve.fingerprint", ["fingerprint": .text(fingerprint.joined(separator: " "))]))
    Terminal.print(words("cli.serve.page", ["address": .text(address)]))
  }

  /// The address of the certificate page, with the host of `base-url`.
  private var address: String {
    "http://\(HostPort(setup.configuration.baseURL)?.host ?? ""):\(port)/"
  }

  private func report(_ change: Certificates.Change, until day: String) {
    let all = SentenceArgument.text(names.all.joined(separator: ", "))
    switch change {
    case .none: break
    case .renewed: Terminal.note(words("cli.serve.renewed", ["day": .text(day)]))
    case .firstAuthority: Terminal.note(words("cli.serve.first-authority", ["names": all]))
    case .newAuthority: Terminal.note(words("cli.serve.new-authority", ["names": all]))
    }
  }
}

extension Setup {
  /// The names for the certificates of a server that listens at `host`.
  func certificateNames(listening host: String) -> CertificateNames? {
    CertificateNames(
      baseURL: configuration.baseURL, listening: host, hostName: Programs.hostName)
  }
}
