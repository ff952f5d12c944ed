// The doctor's checks, each a sentence: what was looked at, and what to do when it is not well.

import Albums
import HTTP
import Host
import Scanning
import Store

struct Finding {
  let subject: String

  /// What to do; nil when all is well.
  let remedy: String?

  /// It works today; the remedy is for later.
  var isWarning = false

  var isWell: Bool { remedy == nil || isWarning }

  var line: String {
    let mark = remedy == nil ? "ok  " : isWarning ? "WARN" : "FAIL"
    return "\(mark) \(subject)\(remedy.map { ": \($0)" } ?? "")"
  }
}

struct Examination {
  let setup: Setup

  private var configuration: Configuration { setup.configuration }

  func findings() -> [Finding] {
    [
      Finding(subject: "configuration \(configuration.file)", remedy: nil), dataFolder(),
      database(), site(), keys(), contact(), disk(), clock(), photoProgram(), modelAddress(),
      openNetwork(),
    ].compactMap(\.self)
  }

  /// One known cover through the real code to every configured service; none without a model.
  func askServices() async throws -> [Finding] {
    let records = Records(try setup.openStore())
    let services = setup.services(records)
    if let reason = services.missingModel {
      return hasProvider ? [Finding(subject: "model", remedy: reason)] : []
    }
    let album = try await records.with { (store) throws(StoreError) in
      try Self.albumWithArtwork(in: store)
    }
    guard let album, let artwork = album.artwork else {
      return [
        Finding(
          subject: "a picture to try the services with",
          remedy: "import a cover first: albumscan catalogue import")
      ]
    }
    let picture = "\(configuration.artwork)/\(artwork.fileName(side: 1000))"
    let results = await services.checkup(
      picture: picture, of: album, photoProgram: setup.photoProgram, words: setup.words)
    return results.map {
      Finding(subject: $0.subject, remedy: $0.remedy, isWarning: $0.isWarning)
    }
  }

  private static func albumWithArtwork(in store: borrowing Store) throws(StoreError) -> Album? {
    for cover in try store.knownCovers() {
      if let album = try store.album(cover.album), album.artwork != nil { return album }
    }
    return try store.newestFinds(100).lazy.map(\.album).first { $0.artwork != nil }
  }

  /// A provider, a contact.
  var missing: [String] {
    var missing: [String] = []
    if !hasProvider {
      missing.append(
        "a provider (without one only covers already known here are recognised: put a key into "
          + "\(configuration.keys)/openai or /anthropic, mode 0600, or set provider: and its url)")
    }
    if configuration.contact == nil {
      missing.append(
        "a contact (set contact: to your e-mail or page; MusicBrainz asks for it)")
    }
    return missing
  }

  /// One line of it.
  var missingForRealUse: String {
    missing.isEmpty
      ? "Nothing is missing for real use."
      : "For real use there is still missing: \(missing.joined(separator: "; ")). "
        + "The control file is \(configuration.file)."
  }

  private var hasProvider: Bool {
    if let provider = configuration.provider { return provider != .sample }
    return ["openai", "openai-compatible", "anthropic"].contains {
      Files.exists("\(configuration.keys)/\($0)")
    }
  }

  private func dataFolder() -> Finding {
    let subject = "data folder \(configuration.data)"
    do {
      try setup.refuseForeignUser()
      try writeProbe(in: configuration.photos)
      return Finding(subject: subject, remedy: nil)
    } catch let ending as Ending {
      return Finding(subject: subject, remedy: ending.message)
    } catch {
      return Finding(subject: subject, remedy: "\(error); make it writable for this user")
    }
  }

  private func database() -> Finding {
    let subject = "database \(configuration.database)"
    do {
      let damage = try Store.open(configuration.database).damage()
      return Finding(
        subject: subject, remedy: damage.map { "\($0); stop using it and restore a backup" })
    } catch {
      return Finding(subject: subject, remedy: "\(error)")
    }
  }

  private func site() -> Finding {
    let subject = "site \(configuration.site)"
    guard Files.exists("\(configuration.site)/index.html") else {
      return Finding(subject: subject, remedy: "there are no pages yet; run albumscan build")
    }
    do {
      // Those that every find and scan changes; the first of its kind makes its folder.
      for folder in ["", "/album", "/history", "/scan"].map({ configuration.site + $0 })
      where Files.exists(folder) {
        try writeProbe(in: folder)
      }
      return Finding(subject: subject, remedy: nil)
    } catch {
      return Finding(
        subject: subject, remedy: "\(error); make all of it writable for this user")
    }
  }

  private func writeProbe(in folder: String) throws(HostError) {
    let probe = "\(folder)/.tmp-doctor"
    try Files.replace(probe, with: [], durably: false)
    try Files.remove(probe)
  }

  private func keys() -> Finding {
    let open = ["openai", "openai-compatible", "anthropic"].map { "\(configuration.keys)/\($0)" }
      .filter { Files.exists($0) && Files.isReadableByOthers($0) }
    return Finding(
      subject: "keys \(configuration.keys)",
      remedy: open.isEmpty ? nil : "others may read \(open.joined(separator: ", ")); chmod 600")
  }

  /// MusicBrainz throttles or refuses who does not say whom to write to (CONTRACTS §4.1).
  private func contact() -> Finding? {
    guard hasProvider else { return nil }
    return Finding(
      subject: "contact \(configuration.contact ?? "")",
      remedy: configuration.contact == nil
        ? "set contact: to your e-mail or page in \(configuration.file)" : nil)
  }

  /// Whoever is on the same network can read pictures and answers that go by plain http.
  private func modelAddress() -> Finding? {
    guard let url = configuration.services.openAICompatibleURL, url.hasPrefix("http://"),
      let address = HostPort(url),
      !["localhost", "127.0.0.1", "[::1]"].contains(address.host)
    else { return nil }
    return Finding(
      subject: "openai-compatible-url \(url)",
      remedy: "it is plain http: everybody on that network can read what is sent; use https there",
      isWarning: true)
  }

  /// `insecure-lan: on` lets every client of the local network scan and delete. The CGI ignores it with
  /// an https or public base-url (`AccessPolicy`), since a proxy would let in the whole internet.
  private func openNetwork() -> Finding? {
    guard configuration.isOpenToLAN else { return nil }
    let base = configuration.baseURL
    let isLocal = base.hasPrefix("http://") && HostPort(base)?.isPrivate == true
    return Finding(
      subject: "insecure-lan: on",
      remedy: isLocal
        ? "everybody in the local network may scan and delete without a password; requests that come "
          + "through a proxy are refused"
        : "it has no effect, because base-url \(base) is not a plain http address in the local network; "
          + "remove it, or set base-url to the local address",
      isWarning: isLocal)
  }

  private func disk() -> Finding {
    let free = Files.freeBytes(at: configuration.data) ?? 0
    return Finding(
      subject: "disk: \(free >> 20) MB free",
      remedy: free >= 200 << 20 ? nil : "uploads are refused below 200 MB; free some space")
  }

  private func clock() -> Finding {
    let isSet = Zone.utc.month(of: Setup.now()).year >= 2025
    return Finding(
      subject: "clock \(Setup.now().iso)",
      remedy: isSet ? nil : "the clock is wrong; dates and monthly limits depend on it")
  }

  /// A picture that is none must be refused by name: the program runs, and under its limits.
  private func photoProgram() -> Finding {
    let subject = "photo program \(Programs.ownFolder)/albumscan-photo"
    do {
      _ = try setup.photoProgram.crop(configuration.file, guide: nil)
      return Finding(subject: subject, remedy: "it read a text as a picture")
    } catch {
      switch error {
      case .unusable(let failure):
        return Finding(
          subject: subject, remedy: failure.code == .notJPEG ? nil : failure.code.rawValue)
      case .broken(let reason):
        return Finding(subject: subject, remedy: "\(reason); is it installed beside albumscan?")
      }
    }
  }
}
