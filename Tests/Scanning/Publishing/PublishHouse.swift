// An installation with a published log in a temporary folder: a real database, real pages, and a script
// in the place of rclone.

import Albums
import Exchange
import Host
import Publishing
import Site
import Store
import Support
import Text

final class PublishHouse: Sendable {
  static let now = Timestamp(milliseconds: 1_795_262_400_000)

  /// The usual value of `publish-url` in these tests.
  static let address = "https://records.example/log"

  let folder: TemporaryFolder
  let configuration: Configuration

  /// The settings of the published log.
  private let lines: String

  /// Whether the published log has pictures to share, which the real `vips` draws.
  private let drawsPictures: Bool

  /// With `remote`, the published log is sent there; `played:log` is the folder `remote` of the
  /// script. `settings` is added to the control file.
  convenience init(
    choice: String = "chosen", remote: String? = "played:log",
    url: String? = PublishHouse.address, settings: String = "", drawsPictures: Bool = false
  ) throws {
    try self.init(
      lines: """
        publish-to: public-log
        publish: \(choice)
        \(url.map { "publish-url: \($0)" } ?? "")
        \(remote.map { "publish-remote: \($0)" } ?? "")
        \(settings)
        """, drawsPictures: drawsPictures)
  }

  private init(lines: String, drawsPictures: Bool) throws {
    self.lines = lines
    self.drawsPictures = drawsPictures
    folder = try TemporaryFolder()
    let file = try folder.write(
      """
      data: data
      site: site
      templates: \(Checkout.root)/templates
      public: \(Checkout.root)/public
      prompts: \(Checkout.root)/prompts
      \(lines)
      """, to: "albumscan")
    configuration = try Configuration(reading: file, installation: Checkout.root)
    try Files.makeDirectories(configuration.artwork)
    try folder.write(PlayedRclone.script, to: "rclone")
    try Files.setMode(0o755, of: folder.file("rclone"))
    _ = try Store.openUpgrading(configuration.database)
  }

  /// Another installation with the same settings and a copy of the history, which has published
  /// nothing yet. The history must not change during the copy.
  func copy() throws -> PublishHouse {
    let other = try PublishHouse(lines: lines, drawsPictures: drawsPictures)
    let log = try Files.read(configuration.database)
    try Files.replace(other.configuration.database, with: log, mode: 0o600, durably: false)
    for name in try Files.entries(of: configuration.artwork) {
      try Files.linkOrCopy(
        "\(configuration.artwork)/\(name)", to: "\(other.configuration.artwork)/\(name)",
        durably: false)
    }
    return other
  }

  /// Copies the times of the feeds into a published database that has nothing else.
  func takeFeedTimes(of other: PublishHouse) throws {
    let path = configuration.publishedDatabase
    guard Files.exists(other.configuration.publishedDatabase) else { return }
    let bytes = try Files.read(other.configuration.publishedDatabase)
    try Files.replace(path, with: bytes, mode: 0o600, durably: false)
    // A database with another digest is made anew.
    let output = try Programs.run(
      "/usr/bin/sqlite3", [path, "UPDATE published SET digest = ''"], input: "/dev/null",
      limit: 1 << 16, timeoutMilliseconds: 60_000)
    guard output.exitCode == 0 else { throw HouseError.noPublishing }
  }

  func store() throws -> Store { try Store.open(configuration.database) }

  /// The settings of the published log.
  var settings: PublishSettings {
    get throws {
      guard let settings = configuration.publishing else { throw HouseError.noPublishing }
      return settings
    }
  }

  func site(title: String = "Records", draws: Bool? = nil) throws -> Site {
    let settings = try settings
    let look = PublishedAppearance(title: title, author: "Ada", url: settings.url)
    return try Site(
      root: settings.folder, templates: configuration.templates,
      publishedTemplates: settings.templates, publicFiles: configuration.publicFiles,
      artwork: configuration.artwork,
      settings: SiteSettings(
        publishing: look,
        pictureQueue: draws ?? drawsPictures ? configuration.pictureQueue : nil,
        words: try Phrasebook.english()))
  }

  /// `rclone` is the program; nil for the script.
  func publisher(
    rclone: Rclone? = nil, title: String = "Records", draws: Bool? = nil
  ) throws -> LogPublisher {
    let drawer = PictureDrawer(
      photoProgram: "\(Checkout.debugPrograms)/albumscan-photo", configuration: configuration)
    return LogPublisher(
      configuration: configuration, settings: try settings,
      site: try site(title: title, draws: draws),
      program: "1", zone: .utc, rclone: rclone ?? Rclone(program: folder.file("rclone")),
      drawer: draws ?? drawsPictures ? drawer : nil)
  }

  @discardableResult
  func publish(_ options: PublishOptions = PublishOptions()) throws -> PublishReport {
    try publisher().publish(from: try store(), at: Self.now, options)
  }

  /// The error of a publish; nil if it succeeds. No run of the script lasts longer than `patience` milliseconds.
  func failure(
    _ options: PublishOptions = PublishOptions(), patience: Int64 = .max
  ) throws -> PublishError? {
    do {
      let rclone = Rclone(program: folder.file("rclone"), mostMilliseconds: patience)
      _ = try publisher(rclone: rclone).publish(from: try store(), at: Self.now, options)
      return nil
    } catch let error as PublishError {
      return error
    }
  }

  static var all: PublishOptions {
    var options = PublishOptions()
    options.all = true
    return options
  }

  static var takeOver: PublishOptions {
    var options = all
    options.takesOver = true
    return options
  }

  static var findsOnly: PublishOptions {
    var options = PublishOptions()
    options.findsOnly = true
    return options
  }

  /// The steps of the script since the last call: `run HEADERS`, `put PATH`, `delete PATH`, `list`.
  func runs() throws -> [String] {
    let path = folder.file("rclone.log")
    guard Files.exists(path) else { return [] }
    let lines = try folder.text("rclone.log").split(separator: "\n").map(String.init)
    try Files.remove(path)
    return lines
  }

  /// The files of the folder that readers get, by path.
  func tree() throws -> [String: [UInt8]] {
    let paths = try site().archivePaths() + ["archive.zip"]
    return try Dictionary(
      uniqueKeysWithValues: paths.map { ($0, try Files.read("\(try settings.folder)/\($0)")) })
  }

  /// The folder in which the script keeps the files of its remote.
  var remoteFolder: String { folder.file("remote") }

  /// The files at the remote of the script, without the marker file.
  func remote() throws -> [String: [UInt8]] {
    try contents(of: remoteFolder).filter { $0.key != ".albumscan" }
  }

  /// All files of the folder, with its lists and its marker file.
  func folderFiles() throws -> [String: [UInt8]] { try contents(of: try settings.folder) }

  private func contents(of root: String) throws -> [String: [UInt8]] {
    try Dictionary(
      uniqueKeysWithValues: files(in: root).map { ($0, try Files.read("\(root)/\($0)")) })
  }

  private func files(in root: String, _ path: String = "") throws -> [String] {
    guard Files.isDirectory("\(root)/\(path)") else { return [] }
    return try Files.entries(of: "\(root)/\(path)").flatMap { name in
      let inside = path.isEmpty ? name : "\(path)/\(name)"
      return Files.isDirectory("\(root)/\(inside)") ? try files(in: root, inside) : [inside]
    }
  }
}

enum HouseError: Error { case noPublishing }

// MARK: Finds

extension PublishHouse {
  /// Adds a find with artwork. `number` determines its names, its day and its pictures; `title` and `cover`,
  /// the bytes of a JPEG, replace them.
  @discardableResult
  func addFind(
    _ number: Int, isPublic: Bool = true, title: String? = nil, cover: [UInt8]? = nil
  ) throws -> FindID {
    let store = try store()
    let time = Self.now.advanced(byMilliseconds: Int64(number - 1000) * 60_000)
    var album = Album(
      artist: "Artist \(number)", title: title ?? "Title \(number)", year: 1970 + number % 20,
      genres: ["Rock"], recordLabel: "Label \(number % 3)")
    album.artwork = try cover.map(addCover) ?? addPicture(number)
    let id = try store.keep(album)
    let bytes = { (mark: Int) in
      (0..<17).map { UInt8(truncatingIfNeeded: number &* 31 &+ mark &+ $0) }
    }
    _ = try store.accept(
      NewScan(
        id: ScanID(randomBytes: bytes(1)), person: .owner, key: nil,
        digest: SHA256.digest(of: Array("\(number)".utf8)), byteCount: 9, guide: nil), at: time)
    guard let job = try store.claimJob(of: [.scan], at: time) else { throw HouseError.noPublishing }
    try store.identify(job, as: id, isRecognised: false, at: time)
    let find = FindID(randomBytes: bytes(7))
    try store.finish(job, as: find, evidence: Evidence(.person), at: time)
    if isPublic { try setPublic(find, true) }
    return find
  }

  func setPublic(_ find: FindID, _ isPublic: Bool) throws {
    let id = EditID(randomBytes: Randomness.bytes(EditID.randomByteCount))
    _ = try store().edit(
      [find], FindEdit(publicChoice: isPublic ? "yes" : "no"), as: id, by: .owner, at: Self.now)
  }

  /// Gives a find another picture.
  func replacePicture(of find: FindID) throws {
    try store().keepOwn((artwork: try addPicture(999), fingerprint: [1]), of: find)
  }

  /// Gives a find the picture of a JPEG.
  func replacePicture(of find: FindID, by cover: [UInt8]) throws {
    try store().keepOwn((artwork: try addCover(cover), fingerprint: [1]), of: find)
  }

  /// Adds artwork whose files are all the same JPEG.
  private func addCover(_ jpeg: [UInt8]) throws -> Artwork {
    guard let artwork = Artwork(digest: hexadecimal(SHA256.digest(of: jpeg))) else {
      throw HouseError.noPublishing
    }
    for side in Artwork.sides {
      let path = "\(configuration.artwork)/\(artwork.fileName(side: side))"
      try Files.replace(path, with: jpeg, durably: false)
    }
    return artwork
  }

  private func addPicture(_ number: Int) throws -> Artwork {
    try addPicture("picture \(number)")
  }

  /// Adds the files of artwork whose bytes contain `text`.
  func addPicture(_ text: String) throws -> Artwork {
    let digest = SHA256.digest(of: [0xFF, 0xD8, 0xFF] + Array(text.utf8))
    guard let artwork = Artwork(digest: hexadecimal(digest)) else {
      throw HouseError.noPublishing
    }
    try addFiles(of: artwork, text)
    return artwork
  }

  /// Adds the files of the artwork of `ChangingLog`.
  func addPicturesOfChangingLog() throws {
    for artwork in ChangingLog.artworks { try addFiles(of: artwork, artwork.digest) }
  }

  private func addFiles(of artwork: Artwork, _ text: String) throws {
    let large = [0xFF, 0xD8, 0xFF] + Array(text.utf8)
    for side in Artwork.sides {
      let bytes = large + Array("\(side)".utf8)
      try Files.replace(
        "\(configuration.artwork)/\(artwork.fileName(side: side))", with: bytes, durably: false)
    }
  }
}
