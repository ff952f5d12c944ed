// Says what is wrong with an installation and what to do, and what is missing for real use.

import ArgumentParser
import Host
import Scanning
import Store

struct Doctor: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check the installation; say what fails and what to do.",
    discussion: """
      Where a model is configured, one known cover is really sent to it, to MusicBrainz and to the \
      Cover Art Archive; that call is booked and counts for the cap.
      """)

  @ParentCommand var program: AlbumScan

  @Flag(help: "Only the line on what is missing for real use; exits 0.")
  var missing = false

  func run() async throws {
    let setup = try Setup(program)
    let examination = Examination(setup: setup)
    if missing { return Terminal.print(examination.missingForRealUse) }
    var findings = examination.findings()
    for finding in findings { Terminal.print(finding.line) }
    if findings.allSatisfy(\.isWell) {
      let asked = try await examination.askServices()
      for finding in asked { Terminal.print(finding.line) }
      findings += asked
    }
    let isWell = findings.allSatisfy(\.isWell)
    if isWell || !examination.missing.isEmpty { Terminal.print(examination.missingForRealUse) }
    guard isWell else {
      Terminal.print("What failed has to be mended first.")
      throw Ending(.no)
    }
  }
}
