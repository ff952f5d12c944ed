// Installs and removes the files of the text reader. pip downloads the packages, and Python unpacks them: no code of a
// package runs. The folder is written beside its final place, so that a reader finds either all files or none.

import Host
import Pictures

package struct ReaderInstallation: Sendable {
  /// Milliseconds for the download of one package, and for its unpacking. Source: docs/limits.md.
  private static let downloadMilliseconds: Int64 = 1_800_000
  private static let unpackMilliseconds: Int64 = 120_000

  /// The variables by which pip finds its index, a proxy and certificates.
  private static let variables = [
    "PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "PIP_FIND_LINKS", "PIP_CERT", "PIP_CONFIG_FILE",
    "HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE",
  ]

  private static let python = InstalledProgram("python3")

  /// The folder of the reader.
  package let folder: String

  package let packages: [ReaderPackage]

  /// Receives a line for each step.
  private let report: @Sendable (String) -> Void

  package init(
    folder: String, packages: [ReaderPackage],
    report: @escaping @Sendable (String) -> Void
  ) {
    self.folder = folder
    self.packages = packages
    self.report = report
  }

  private var files: [ReaderPackage.File] { packages.flatMap(\.files) }

  /// The first file that is missing or has other contents; nil if the installation is whole.
  package func fault() -> String? {
    files.first { !isWhole("\(folder)/\($0.target)", $0.sha256, bytes: $0.bytes) }
      .map { "\(folder)/\($0.target)" }
  }

  /// Makes the folder. `source` is a folder with the wheels; nil if pip downloads them. What an interrupted run has
  /// downloaded is used again.
  package func install(from source: String?) throws(InstallingError) {
    try throwing { () throws(HostError) in
      try Files.makeDirectories(download)
    }
    let lock = try takeLock()
    let python = try python()
    for package in packages {
      let wheel: String
      if let source {
        wheel = try find(package, in: source)
      } else {
        wheel = try fetch(package, python)
      }
      try unpack(wheel, python)
    }
    let foreign = files.first { !isWhole("\(unpacked)/\($0.source)", $0.sha256, bytes: $0.bytes) }
    if let foreign {
      throw InstallingError("\(foreign.source) is not the file that this version needs")
    }
    try throwing { () throws(HostError) in try place() }
    _ = consume lock
    try throwing { () throws(HostError) in try Files.removeTree(download) }
  }

  /// Removes the folder, and what an interrupted run left. False if there was nothing.
  package func remove() throws(InstallingError) -> Bool {
    let paths = [folder, download, new, old].filter { Files.exists($0) }
    try throwing { () throws(HostError) in
      for path in paths { try Files.removeTree(path) }
    }
    return !paths.isEmpty
  }

  // Beside the folder, on the same file system.
  private var download: String { "\(folder).download" }
  private var new: String { "\(folder).new" }
  private var old: String { "\(folder).old" }
  private var unpacked: String { "\(download)/unpacked" }

  private func takeLock() throws(InstallingError) -> Lock {
    do {
      if let lock = try Lock.take("\(download)/lock") { return lock }
    } catch {
      throw InstallingError("\(error)")
    }
    throw InstallingError("another command installs the text reader at present")
  }

  private func python() throws(InstallingError) -> String {
    guard let path = Self.python.path else {
      throw InstallingError("python3 is not installed; sudo apt-get install python3 python3-pip")
    }
    return path
  }

  private func isWhole(_ path: String, _ sha256: String, bytes: Int) -> Bool {
    guard Files.regularSize(of: path) == bytes else { return false }
    do {
      return hexadecimal(SHA256.digest(of: try Files.readRegular(path, limit: bytes))) == sha256
    } catch {
      return false
    }
  }

  private func find(
    _ package: ReaderPackage, in source: String
  ) throws(InstallingError) -> String {
    let path = "\(source)/\(package.wheel)"
    guard Files.isRegular(path) else {
      throw InstallingError("\(path) is missing; \(Self.remedy)")
    }
    guard isWhole(path, package.sha256, bytes: package.bytes) else {
      throw InstallingError("\(path) is not \(package.name) \(package.version); \(Self.remedy)")
    }
    return path
  }

  private static let remedy =
    "fetch the wheels on a computer with a network (docs/server.md, “The text reader”), then run "
    + "albumscan reader install --from FOLDER"

  /// Downloads a wheel, unless an earlier run did.
  private func fetch(
    _ package: ReaderPackage, _ python: String
  ) throws(InstallingError) -> String {
    let path = "\(download)/\(package.wheel)"
    if isWhole(path, package.sha256, bytes: package.bytes) { return path }
    report("Downloading \(package.name) \(package.version) (\(package.bytes.megabytes)) from PyPI.")
    let requirements = "\(download)/requirements.txt"
    let output = try throwing { () throws(HostError) in
      try Files.replace(
        requirements, with: Array("\(package.requirement)\n".utf8), durably: false)
      return try Programs.run(
        python, Self.arguments(of: package, requirements, to: download), input: "/dev/null",
        limit: 1 << 20, timeoutMilliseconds: Self.downloadMilliseconds, errors: .kept,
        variables: Self.variables.compactMap { name in
          Programs.environment(name).map { "\(name)=\($0)" }
        })
    }
    guard output.exitCode == 0 else { throw Self.failure(of: output) }
    guard isWhole(path, package.sha256, bytes: package.bytes) else {
      throw InstallingError("pip downloaded another file than \(package.wheel)")
    }
    return path
  }

  /// The wheel for Python 3.11 serves every Python, because only its library is used.
  private static func arguments(
    of package: ReaderPackage, _ requirements: String, to folder: String
  ) -> [String] {
    let isAny = package.wheel.hasSuffix("-any.whl")
    let platforms = ReaderPackage.Processor.allCases.map { "manylinux_2_28_\($0.rawValue)" }
      .filter { package.wheel.contains(Substring($0)) }
    return ["-m", "pip", "--disable-pip-version-check", "download", "--quiet", "--no-deps"]
      + ["--only-binary=:all:", "--require-hashes", "--no-cache-dir", "--dest", folder]
      + (isAny
        ? []
        : ["--python-version", "3.11", "--implementation", "cp", "--abi", "cp311"]
          + platforms.flatMap { ["--platform", $0] })
      + ["--requirement", requirements]
  }

  private static func failure(of output: Programs.Output) -> InstallingError {
    let lines = String(decoding: output.errors, as: UTF8.self).split(separator: "\n")
    let reason = lines.last { $0.hasPrefix("ERROR:") } ?? lines.last ?? "pip failed"
    if lines.contains(where: { $0.hasSuffix("No module named pip") }) {
      return InstallingError("pip is not installed; sudo apt-get install python3-pip")
    }
    return InstallingError("\(reason.trimmingPrefix("ERROR: ")); \(remedy)")
  }

  private func unpack(_ wheel: String, _ python: String) throws(InstallingError) {
    let output = try throwing { () throws(HostError) in
      try Programs.run(
        python, ["-m", "zipfile", "-e", wheel, unpacked], input: "/dev/null", limit: 1 << 20,
        timeoutMilliseconds: Self.unpackMilliseconds, errors: .kept)
    }
    guard output.exitCode == 0 else {
      throw InstallingError("python3 cannot unpack \(wheel)")
    }
  }

  /// Writes the unpacked files into a new folder, and puts this folder in its place.
  private func place() throws(HostError) {
    try Files.removeTree(new)
    for file in files {
      let (source, target) = ("\(unpacked)/\(file.source)", "\(new)/\(file.target)")
      try Files.makeDirectories(Files.parent(of: target))
      try Files.replace(
        target, with: Files.readRegular(source, limit: file.bytes), mode: Files.publicMode,
        durably: true)
    }
    try Files.removeTree(old)
    if Files.exists(folder) { try Files.relocate(folder, to: old, durably: false) }
    try Files.relocate(new, to: folder, durably: true)
    try Files.removeTree(old)
  }

  /// The errors of the system in words.
  private func throwing<Result>(
    _ body: () throws(HostError) -> Result
  ) throws(InstallingError) -> Result {
    do {
      return try body()
    } catch .system(_, let path, let code) where code == 13 || code == 1 {
      throw InstallingError(
        "this user cannot write \(path); run it as root: sudo albumscan reader install")
    } catch {
      throw InstallingError("\(error)")
    }
  }
}

extension Int {
  /// Such as `19 MB`.
  package var megabytes: String { "\((self + 500_000) / 1_000_000) MB" }
}
