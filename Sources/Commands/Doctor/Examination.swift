// The checks of the doctor that send no request. Each check names its subject and the remedy if it
// fails.

import Albums
import HTTP
import Host
import Models
import Photos
import Store

struct Examination {
  let setup: Setup

  var configuration: Configuration { setup.configuration }

  /// The results of all checks that send no request. A check without a subject is left out.
  /// If one fault makes many checks fail, only this fault is reported.
  func findings() -> [Finding] {
    if let cause = commonCause() {
      return controlFile().coded(.controlFile) + cause.coded(.commonCause)
    }
    return [
      controlFile().coded(.controlFile),
      cgiFile().coded(.cgiFile),
      dataFolder().coded(.dataFolder),
      privateFiles().coded(.privateFiles),
      database().coded(.database),
      site().coded(.site),
      templates().coded(.templates),
      prompts().coded(.prompts),
      reviewLanguage().coded(.reviewLanguage),
      keys().coded(.keys),
      model().coded(.model),
      contact().coded(.contact),
      disk().coded(.disk),
      clock().coded(.clock),
      photoProgram().coded(.photoProgram),
      modelAddress().coded(.modelAddress),
      openNetwork().coded(.openNetwork),
      servingPrograms().coded(.servingPrograms),
      work().coded(.worker),
      artwork().coded(.artwork),
      backups().coded(.backups),
      rehearsal().coded(.rehearsal),
      rcloneConfiguration().coded(.rclone),
      replacedFolders().coded(.replacedFolders),
      unownedPictures().coded(.unownedPictures),
      albumNames().coded(.albumNames),
      https().coded(.https),
      people().coded(.people),
      publishing().coded(.publishing),
    ].flatMap(\.self)
  }

  /// The database, for a check that needs it; nil if it cannot be opened, and `database()` names the
  /// reason.
  func openedStore() -> Store? {
    do { return try Store.open(configuration.database) } catch { return nil }
  }

  /// The result of a check that an error has ended.
  static func unchecked(
    _ subject: String, _ error: any Error, isWarning: Bool = false
  ) -> Finding {
    let reason = (error as? StoreError)?.explanation ?? (error as? Ending)?.message ?? "\(error)"
    return Finding(
      subject: subject, remedy: "this could not be checked: \(reason)", isWarning: isWarning)
  }

  /// The settings that are missing for real use: a provider, a contact.
  var missing: [String] {
    var missing: [String] = []
    if !hasProvider {
      let names = Provider.withModel.filter { $0 != .openAICompatible }.map(\.rawValue)
      missing.append(
        "a provider (without one, finds have no review, and sleeves without readable words stay unknown: put a key into "
          + "\(configuration.keys)/\(names.joined(separator: ", /")), mode 0600, or set provider: and its url)"
      )
    }
    if configuration.contact == nil {
      missing.append(
        "a contact (set contact: to your e-mail or page; MusicBrainz asks for it)")
    }
    return missing
  }

  /// The settings in `missing`, as one line.
  var missingForRealUse: String {
    missing.isEmpty
      ? "Nothing is missing for real use."
      : "For real use there is still missing: \(missing.joined(separator: "; ")). "
        + "The control file is \(configuration.file)."
  }

  var hasProvider: Bool {
    if let provider = configuration.provider { return provider != .sample }
    return !keyFiles.isEmpty
  }

  var keyFiles: [String] {
    Provider.withModel.map(configuration.keyFile).filter(Files.exists)
  }

  /// Checks the key and the names of the models without a request to the service.
  private func model() -> Finding? {
    guard hasProvider else { return nil }
    do {
      let models = try ModelSetup(configuration, transport: setup.transport)
      return Finding(subject: "provider \(models.kind.rawValue)", remedy: nil)
    } catch {
      return Finding(subject: "provider", remedy: "\(error)")
    }
  }

  /// Checks that a contact is set, because MusicBrainz slows down or refuses programs without a
  /// contact (docs/services.md §4.1).
  private func contact() -> Finding? {
    guard hasProvider else { return nil }
    return Finding(
      subject: "contact \(configuration.contact ?? "")",
      remedy: configuration.contact == nil
        ? "set contact: to your e-mail or page in \(configuration.file)" : nil)
  }

  /// Checks the address of a model's server. Other computers on the network can read pictures and
  /// answers that are sent by plain http.
  private func modelAddress() -> Finding? {
    let local = Provider.openAICompatible
    guard let url = configuration.services.providerURLs[local], url.hasPrefix("http://"),
      let address = HostPort(url),
      !["localhost", "127.0.0.1", "[::1]"].contains(address.host)
    else { return nil }
    return Finding(
      subject: "\(local.urlSetting) \(url)",
      remedy: "it is plain http: everybody on that network can read what is sent; use https there",
      isWarning: true)
  }

  /// Checks `insecure-lan: on`, which lets every client of the local network scan and delete. The
  /// CGI ignores the setting if base-url is public or begins with https (`AccessPolicy`), because a
  /// proxy would then let in the whole internet.
  private func openNetwork() -> Finding? {
    guard configuration.isOpenToLAN else { return nil }
    let base = configuration.baseURL
    let isLocal =
      base.hasPrefix("http://")
      && HostPort(base)?.isPrivate(further: configuration.services.ownHosts) == true
    return Finding(
      subject: "insecure-lan: on",
      remedy: isLocal
        ? "everybody in the local network may scan and delete without a password; requests that come "
          + "through a proxy are refused"
        : "it has no effect, because base-url \(base) is not a plain http address in the local network; "
          + "remove it, set base-url to the local address, or name its host in own-network:",
      isWarning: isLocal)
  }

  private func disk() -> Finding? {
    guard let free = Files.freeBytes(at: configuration.data) else { return nil }
    return Finding(
      subject: "disk: \(free >> 20) MB free",
      remedy: free >= Health.leastFreeBytes
        ? nil
        : "below \(Health.leastFreeBytes >> 20) MB, uploads of more than a third of the free space "
          + "are refused; free some space")
  }

  private func clock() -> Finding {
    let isSet = Zone.utc.civilTime(of: Setup.now()).year >= 2025
    return Finding(
      subject: "clock \(Setup.now().iso)",
      remedy: isSet ? nil : "the clock is wrong; dates and monthly limits depend on it")
  }

  /// Checks albumscan-photo with a text file, which it must refuse with the right error. This
  /// refusal shows that the program runs with its limits.
  private func photoProgram() -> Finding {
    let subject = "photo program \(Surroundings.current.programs)/albumscan-photo"
    do {
      _ = try setup.photoProgram.crop(configuration.file, guide: nil)
      return Finding(subject: subject, remedy: "it read a text as a picture")
    } catch {
      switch error {
      case .unusable(let failure):
        return Finding(
          subject: subject, remedy: failure.code == .notJPEG ? nil : setup.words.text(failure.line))
      case .broken, .stopped, .unavailable:
        let program = setup.photoProgram.path
        return Finding(
          subject: subject,
          remedy: CGIFile.mountObstacle(to: program)
            ?? "\(error); is it installed beside albumscan?")
      }
    }
  }
}
