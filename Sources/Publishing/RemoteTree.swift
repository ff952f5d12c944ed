// The published log at its remote. rclone sends exactly the listed files, and asks the remote for
// nothing else.
//
// Measured with rclone 1.60.1 and the options below: S3 gets one PUT for each changed file and one
// DELETE for each removed file, and no other request.

import Exchange
import Host
import Site

/// The destination that the setting `publish-remote` names.
struct RemoteTree: Sendable {
  /// The maximum number of files in one run of rclone, and of bytes in a run of more than one file. After
  /// each run, the files count as sent, so a killed process repeats one run at most, and a job of the
  /// worker ends between two runs. Source: docs/limits.md.
  static let filesPerRun = 500
  static let bytesPerRun = 64 << 20

  /// The maximum time of one run, and of a list of all files.
  private static let runMilliseconds: Int64 = 6 * 3_600_000
  private static let listMilliseconds: Int64 = 3_600_000

  /// The exit code of rclone for a folder that does not exist yet.
  private static let noFolder: Int32 = 3

  /// With `--ignore-times`, our own list of digests decides, not rclone. With
  /// `--s3-no-head-object`, rclone sends no request for an object before it replaces or removes the
  /// object. With the other options, rclone asks neither for the bucket nor for the result.
  private static let options = [
    "--ignore-times", "--no-traverse", "--no-update-modtime", "--s3-no-head", "--s3-no-head-object",
    "--s3-no-check-bucket", "--transfers", "8", "--checkers", "8", "--retries", "1",
    "--low-level-retries", "4",
  ]

  let rclone: Rclone

  /// The folder of the published log.
  let folder: String

  /// `REMOTE:PATH`, or the absolute path of a folder.
  let target: String

  /// The folder for rclone's lists.
  let lists: String

  /// Of the listed files, sends those that the folder has, and removes the others. The remote keeps
  /// every other file. rclone holds `lock`, too.
  func synchronise(
    _ files: [String], headers: [String] = [], holding lock: borrowing Lock
  ) throws(PublishError) {
    let headers = headers.flatMap { ["--header-upload", $0] }
    let arguments = ["sync"] + Self.options + headers + ["--", folder, target]
    let output: Programs.Output
    do {
      output = try rclone.run(
        arguments, files: files, listedIn: lists, holding: lock, within: Self.runMilliseconds)
    } catch {
      throw .rclone(error)
    }
    guard output.exitCode == 0 else { throw .rclone(rclone.failure("sync", at: target, output)) }
  }

  /// The sizes of all files at the remote, by path; nil for a size that the remote does not know. Asks
  /// S3 once for 1,000 files, and other remotes once for each folder.
  func files() throws(PublishError) -> PathTable<Int?> {
    let output = try remotely { () throws(RcloneError) in
      try rclone.run(
        [
          "lsf", "--recursive", "--files-only", "--format", "sp", "--s3-no-head-object", "--",
          target,
        ], within: Self.listMilliseconds, limit: Rclone.longestList)
    }
    if output.exitCode == Self.noFolder { return [:] }
    guard output.exitCode == 0 else { throw .rclone(rclone.failure("lsf", at: target, output)) }
    var files = PathTable<Int?>()
    for line in output.bytes.split(separator: UInt8(ascii: "\n")) {
      guard let separator = line.firstIndex(of: UInt8(ascii: ";")) else { continue }
      let size = Int(String(decoding: line[..<separator], as: UTF8.self))
      let path = String(decoding: line[(separator + 1)...], as: UTF8.self)
      files[path] = .some(size.flatMap { $0 < 0 ? nil : $0 })
    }
    return files
  }

  /// Makes sure that the remote belongs to the published log whose feed has the id `log`, before
  /// anything is sent or removed there. `files` are the files that the remote has. The folder's marker
  /// file becomes the first file of an empty remote. Throws `.refused` if the remote has other files and
  /// no marker file of this published log; with `takesOver`, sends the folder's marker file
  /// nevertheless.
  func claim(
    for log: String, having files: PathTable<Int?>, takesOver: Bool, holding lock: borrowing Lock
  ) throws(PublishError) {
    let hasMarker = files[PublishMarker.name] != nil
    if hasMarker, try marker().log == log { return }
    if !takesOver, let first = files.paths.first {
      let problem =
        hasMarker
        ? "belongs to another published log"
        : "is not empty, and AlbumScan did not make it: it has "
          + "\"\(first)\""
      throw .refused(
        "publish-remote (\(target)) \(problem). Sending deletes files there; name an empty place, or, if "
          + "everything there belongs to this log, run albumscan publish --all --take-over")
    }
    try synchronise(
      [PublishMarker.name], headers: FileHeaders(PublishMarker.name).lines, holding: lock)
  }

  /// The marker file that the remote has.
  private func marker() throws(PublishError) -> PublishMarker {
    let file = Rclone.path(of: PublishMarker.name, in: target)
    let output = try remotely { () throws(RcloneError) in
      try rclone.run(
        ["cat", "--count", "\(PublishMarker.limit)", "--", file], within: Self.listMilliseconds)
    }
    guard output.exitCode == 0 else { throw .rclone(rclone.failure("cat", at: file, output)) }
    return PublishMarker(output.bytes)
  }

  /// Asks whether the remote answers.
  func probe() throws(PublishError) {
    let output = try remotely { () throws(RcloneError) in
      try rclone.run(
        ["lsf", "--max-depth", "1", "--retries", "1", "--low-level-retries", "2", "--", target],
        within: 120_000)
    }
    guard output.exitCode == 0 || output.exitCode == Self.noFolder else {
      throw .rclone(rclone.failure("lsf", at: target, output))
    }
  }
}

extension RemoteTree {
  /// The folders and files at the root that only a published log has. Other files of the remote belong
  /// to the host.
  static let ownFolders = PublishedFolders.all
  static let ownFiles: Set<String> = [
    "404.html", "_headers", "archive.zip", "feed.atom", "feed.json", "index.html", "robots.txt",
    "sitemap.xml",
  ]

  /// The names of these folders and files, sorted.
  static var ownNames: [String] { ownFolders.union(ownFiles).sorted() }

  /// Whether a file at the remote belongs to a published log. Sending removes such a file if the
  /// folder does not have it.
  static func isOwn(_ path: String) -> Bool {
    guard let slash = path.utf8.firstIndex(of: UInt8(ascii: "/")) else {
      return ownFiles.contains(path) || path.hasPrefix("sitemap-")
    }
    return ownFolders.contains(String(path[..<slash]))
  }
}
