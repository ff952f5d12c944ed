// `try?` loses the reason of a failure. The table below has the permitted number for each file.
// docs/style.md allows these exceptions in rule 17: a clean-up, a probe, or an error that other
// code reports.

import Support
import Testing

@Suite struct SilentErrorTests {
  /// The number of `try?` in each file below Sources. A number may fall, never rise.
  static let counts = [
    "Albums/Values/Detail.swift": 1,
    "CGI/Request.swift": 1,
    "Exchange/Backups/Backup.swift": 3,
    "Exchange/Exports/HistoryExport.swift": 1,
    "Exchange/Imports/TableText.swift": 1,
    "Exchange/Remotes/Rclone.swift": 2,
    "HTTP/Destination.swift": 1,
    "HTTP/Pace.swift": 2,
    "Host/Files/Lock.swift": 1,
    "Host/Files/LogFile.swift": 4,
    "Host/Settings/PublishSettings.swift": 1,
    "Host/SignIn/QRCode.swift": 1,
    "Models/ModelSetup.swift": 1,
    "MusicBrainz/CoverArtArchive.swift": 1,
    "Photos/ArtworkKeeping.swift": 2,
    "Scanning/MetadataLookup/LookupSearch+Pictures.swift": 3,
    "Scanning/MetadataLookup/LookupStage.swift": 1,
    "Scanning/MetadataLookup/MetadataLookup.swift": 1,
    "Scanning/Recognition/CoverUpkeep.swift": 1,
    "Scanning/Recognition/KnownCovers.swift": 1,
    "Scanning/Recognition/RecognitionPass.swift": 2,
    "Scanning/Review/LiveText.swift": 1,
    "Scanning/Scans/ScanRun+Recognition.swift": 1,
    "Scanning/Tools/Services.swift": 1,
    "Serving/PeerAddressModules.swift": 2,
    "Store/Database/Store.swift": 1,
    "Store/Finds/Details.swift": 1,
    "Store/Keeping/DatabaseCopy.swift": 2,
    "Routes/Finds/TrayRoute.swift": 1,
    "Routes/Installation/Messages.swift": 2,
    "Routes/Installation/RouteResult.swift": 1,
    "Routes/Program/CGIRequestRunner.swift": 2,
    "Routes/Requests/Body.swift": 1,
    "Commands/Commands/CorrectCommand.swift": 1,
    "Commands/Commands/PictureCommands.swift": 1,
    "Commands/Commands/RestoreCommand.swift": 2,
    "Commands/Program/Setup+Publishing.swift": 1,
    "Commands/Program/Surroundings.swift": 1,
    "Commands/Reports/FollowedScan.swift": 1,
  ]

  @Test func `no file has a further silent error`() throws {
    let root = "\(Checkout.root)/Sources/"
    var found: [String: Int] = [:]
    for path in try ModuleFolders.sources(at: "\(Checkout.root)/Sources") {
      let count = try ModuleFolders.code(of: path).matches(of: #/\btry\?/#).count
      if count > 0 { found[String(path.dropFirst(root.count))] = count }
    }
    for (file, count) in found.sorted(by: { $0.key < $1.key }) {
      let allowed = Self.counts[file] ?? 0
      #expect(count <= allowed, "\(file): use do and catch, and log the reason")
      #expect(count >= allowed, "\(file) has fewer now: write \(count)")
    }
    #expect(Self.counts.keys.filter { found[$0] == nil }.sorted() == [], "they have none now")
  }
}
