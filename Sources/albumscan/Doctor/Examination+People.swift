// The checks of the doctor about people: settings that contradict accounts, and the files of sessions.

import Albums
import Host
import Serving
import Store

extension Examination {
  /// Nothing for an installation whose database cannot be opened; another check names the reason.
  func people() -> [Finding] {
    guard let store = try? Store.open(configuration.database),
      let hasPeople = try? store.hasPeople()
    else { return [] }
    guard hasPeople else { return [settingsWithoutPeople()].compactMap(\.self) }
    return [openNetworkWithPeople(), plainHTTP(), trustedProxy(), peerAddress(), sessions(store)]
      .compactMap(\.self)
  }

  /// Every client of the network could scan without an account.
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

  /// A client could write the address of a trusted proxy into a forwarding header.
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
          ? nil : "\(count.of("file")) and the sessions differ; run albumscan init",
        isWarning: true)
    } catch {
      return Finding(subject: subject, remedy: error.explanation)
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
      remedy: "no effect without people; add yourself with: albumscan person add NAME",
      isWarning: true)
  }
}
