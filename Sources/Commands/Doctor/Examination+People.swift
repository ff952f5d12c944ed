// The checks of the doctor about people: settings that contradict accounts, the files of sessions, and
// the file that opens the pages.

import Albums
import Host
import Serving
import Store

extension Examination {
  /// No finding for an installation whose database cannot be opened, because another check reports
  /// that.
  func people() -> [Finding] {
    guard let store = openedStore() else { return [] }
    do {
      let hasPeople = try store.hasPeople()
      let access = pageAccess(hasPeople: hasPeople)
      guard hasPeople else { return [access, settingsWithoutPeople()].compactMap(\.self) }
      return [
        openNetworkWithPeople(), plainHTTP(), trustedProxy(), protectedByProxy(), peerAddress(),
        sessions(store), access, qrCodes(),
      ]
      .compactMap(\.self)
    } catch {
      return [Self.unchecked("people", error)]
    }
  }

  /// Pages that sign in a phone show a QR code if the program that draws it is installed.
  private func qrCodes() -> Finding? {
    guard QRCode.installed.path == nil, configuration.people.proxyUserHeader == nil else {
      return nil
    }
    return Finding(
      subject: "QR codes, with which a phone signs in", remedy: "apt-get install qrencode",
      isWarning: true)
  }

  /// With the header of a proxy there are no sessions, so a web server would refuse every page.
  private func protectedByProxy() -> Finding? {
    guard configuration.people.proxyUserHeader != nil,
      configuration.pageAccess(hasPeople: true) == .protected
    else { return nil }
    return Finding(
      subject: "proxy-user-header, and protected pages",
      remedy: "with the header of a proxy there are no sessions, so this web server sends no page; "
        + "let the proxy protect the pages, and write pages: open into \(configuration.file)")
  }

  /// With people and `insecure-lan`, the CGI refuses every request that needs a sender.
  private func openNetworkWithPeople() -> Finding? {
    guard configuration.isOpenToLAN else { return nil }
    return Finding(
      subject: "insecure-lan: on, and people",
      remedy: "the two exclude each other, and nobody can scan; remove insecure-lan from "
        + configuration.file)
  }

  private func plainHTTP() -> Finding? {
    guard configuration.isPlainHTTPForOthers else { return nil }
    return Finding(
      subject: "base-url \(configuration.baseURL)",
      remedy: "people cannot sign in over plain http, because everybody in the network could read "
        + "their cookie; serve the site over https and set base-url to that address")
  }

  private func trustedProxy() -> Finding? {
    guard !configuration.people.trustedProxies.isEmpty,
      configuration.people.proxyUserHeader == nil
    else { return nil }
    return Finding(
      subject: "trusted-proxy",
      remedy: "it has no effect without proxy-user-header, the header in which the proxy names the "
        + "person; add it, or remove trusted-proxy",
      isWarning: true)
  }

  /// Reports modules that take the peer's address from a header. A client could write the address of a
  /// trusted proxy into that header.
  private func peerAddress() -> Finding? {
    let settings = configuration.people
    guard !settings.trustedProxies.isEmpty || settings.proxyUserHeader != nil else { return nil }
    let modules = PeerAddressModules().found
    guard !modules.isEmpty else { return nil }
    return Finding(
      subject: "trusted-proxy",
      remedy: "\(modules.joined(separator: ", ")) replaces the address of the peer, so AlbumScan "
        + "cannot see whether a request comes from the proxy; switch it off for this site",
      isWarning: true)
  }

  private func sessions(_ store: borrowing Store) -> Finding {
    let files = configuration.sessionFiles
    let subject = "session files \(files.folder)"
    do {
      let count = try store.unmatchedFiles(files)
      return Finding(
        subject: subject,
        remedy: count == 0
          ? nil : "\(count.of("file")) and the sessions differ; run \(setup.command("init"))",
        isWarning: true)
    } catch {
      return Finding(subject: subject, remedy: error.explanation)
    }
  }

  /// Compares the file that web servers check with the people and the settings.
  private func pageAccess(hasPeople: Bool) -> Finding {
    let files = configuration.sessionFiles
    let (present, wanted) = (files.readers, configuration.pageReaders(hasPeople: hasPeople))
    let isLocal = present == .thisComputer || (present == .signedIn && wanted == .thisComputer)
    let subject = "page access \(isLocal ? files.localMarker : files.openMarker)"
    switch present {
    case wanted: return Finding(subject: subject, remedy: nil)
    case .everybody:
      return Finding(
        subject: subject,
        remedy: "every client can read the pages, because this file exists; run "
          + setup.command("init"))
    case .thisComputer where wanted == .signedIn:
      return Finding(
        subject: subject,
        remedy: "every client of this computer can read the pages, because this file exists; run "
          + setup.command("init"))
    case .thisComputer, .signedIn:
      return Finding(
        subject: subject,
        remedy: "the pages are open to fewer clients than the settings say; run "
          + setup.command("init"),
        isWarning: true)
    }
  }

  private func settingsWithoutPeople() -> Finding? {
    let settings = configuration.people
    let named = [
      configuration.pages == .protected ? "pages: protected" : nil,
      settings.trustedProxies.isEmpty ? nil : "trusted-proxy",
      settings.proxyUserHeader == nil ? nil : "proxy-user-header",
      settings.usesRemoteUser ? "remote-user" : nil,
    ].compactMap(\.self)
    guard !named.isEmpty else { return nil }
    return Finding(
      subject: named.joined(separator: ", "),
      remedy: "no effect without people; add yourself with: "
        + setup.command("person add NAME"),
      isWarning: true)
  }
}
