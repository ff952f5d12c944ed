// The commands that install, check and remove the files of the text reader. They need no control file.

import ArgumentParser
import Host
import Installing
import Photos
import Pictures

struct ReaderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reader", abstract: "The text reader, which reads the lettering of sleeves.",
    subcommands: [Install.self, CheckReader.self, Remove.self])

  struct Install: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Download and install the text reader.",
      discussion: """
        pip downloads two packages of PyPI at fixed versions. The library and two models stay, each checked against a \
        digest of this program. An installed program keeps one copy for the computer, which root writes: \
        /usr/local/lib/albumscan-reader. The program of a checkout keeps its own in .build/reader.
        """)

    @Option(help: "A folder with the downloaded packages; then no network is needed.")
    var from: String?

    func run() async throws {
      let installation = try ReaderInstallation()
      guard installation.fault() != nil else {
        return Terminal.print("The text reader is installed in \(installation.folder).")
      }
      let packages = installation.packages
      let kept = packages.flatMap(\.files).reduce(0) { $0 + $1.bytes }
      for package in packages {
        Terminal.note(
          "\(package.name) \(package.version): \(package.bytes.megabytes), licence \(package.licence)."
        )
      }
      Terminal.note("Unpacked, \(kept.megabytes) stay in \(installation.folder).")
      let source = from.map { Files.absolutePath($0, from: Files.workingDirectory) }
      do {
        try installation.install(from: source)
      } catch {
        throw Ending(.no, "\(error)")
      }
      Terminal.print("The text reader is installed in \(installation.folder).")
    }
  }

  struct CheckReader: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Compare the files with their digests and read a drawn sleeve.",
      discussion: "Prints the words that it read. Exits 1 if a file or a word is wrong.")

    func run() async throws {
      let installation = try ReaderInstallation()
      if let fault = installation.fault() {
        throw Ending(.no, "\(fault) is missing or damaged; albumscan reader install")
      }
      let reader = ReaderProgram(programs: Surroundings.current.programs)
      let lines = try await reader.lines(ReaderSample.sleeve, ReadOptions())
      for line in lines { Terminal.print(line.text) }
      guard ReaderSample.isRead(in: lines) else {
        let words = ReaderSample.lines.joined(separator: ", ")
        throw Ending(.no, "the text reader did not read the words of the drawn sleeve: \(words)")
      }
    }
  }

  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Remove the text reader from this computer.",
      discussion: "Scans go on without it.")

    func run() async throws {
      let installation = try ReaderInstallation()
      do {
        let isRemoved = try installation.remove()
        Terminal.print(
          isRemoved ? "\(installation.folder) is removed." : "There is no text reader.")
      } catch {
        throw Ending(.no, "\(error)")
      }
    }
  }
}

extension ReaderInstallation {
  /// That of the present program.
  init(for processor: ReaderPackage.Processor) {
    self.init(
      folder: ReaderProgram(programs: Surroundings.current.programs).folder,
      packages: ReaderPackage.all(for: processor), report: { Terminal.note($0) })
  }

  /// The same; ends the command if there is no package for the processor.
  fileprivate init() throws {
    guard let processor = ReaderPackage.Processor.present else {
      throw Ending(.no, "the text reader has no package for this processor")
    }
    self.init(for: processor)
  }
}
