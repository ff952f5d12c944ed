// Checks an installation. Prints the failed checks with their remedies, and the settings that are
// missing for real use.

import ArgumentParser
import Host
import Scanning
import Store

struct Doctor: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check the installation; print what fails and what to do.",
    discussion: """
      Unless --offline is given, one known cover is sent to the configured model, to MusicBrainz and \
      to the Cover Art Archive. The call to the model is paid, booked, and counts for the monthly limit.
      The file that the web server runs is run once, and the web server at base-url gets a request for the \
      session; if the pages are protected, also for some of them, without signing in. If backup-to or \
      publish-remote names a remote, rclone lists the files there.
      """)

  @ParentCommand var program: AlbumScan

  @Flag(help: "Only print what is missing for real use; exits 0.")
  var missing = false

  @Flag(help: "Send nothing to any service, web server or remote: no paid call.")
  var offline = false

  @Flag(help: "Print one JSON document.")
  var json = false

  func run() async throws {
    let setup = try Setup(program)
    let examination = Examination(setup: setup)
    if missing { return Terminal.print(examination.missingForRealUse) }
    var findings = examination.findings()
    let isReachable = !findings.contains { $0.code == .commonCause }
    if isReachable { findings += await examination.textReader().coded(.textReader) }
    if !offline, isReachable { findings += await asked(examination) }
    if !json { findings.forEach { Terminal.print($0.line) } }
    if isReachable {
      let last = await lastFindings(examination)
      if !json { last.forEach { Terminal.print($0.line) } }
      findings += last
    }
    let isWell = findings.allSatisfy(\.isWell)
    if json {
      try Terminal.printJSON(Report(checks: findings, missing: examination.missing))
    } else {
      if isWell || !examination.missing.isEmpty { Terminal.print(examination.missingForRealUse) }
      if !isWell { Terminal.print("What failed has to be mended first.") }
    }
    guard isWell else { throw Ending(.no) }
  }

  /// The findings of the requests to the web server, to systemd and to the remotes.
  private func asked(_ examination: Examination) async -> [Finding] {
    let server = await examination.askCGI()
    var findings = examination.runCGI().coded(.server) + server.coded(.server)
    // Behind a web server that does not answer, further requests fail for the same reason.
    if server.allSatisfy(\.isWell) {
      findings += await examination.askH2C().coded(.server)
      findings += await examination.askCertificate().coded(.https)
      findings += await examination.askSite().coded(.pages)
    }
    findings += await examination.askForWorker().coded(.worker)
    return findings
      + (examination.askBackupDestination() + examination.askPublishRemote()).coded(.remote)
  }

  /// The findings of the services, which take longest, and of the jobs that wait for them.
  private func lastFindings(_ examination: Examination) async -> [Finding] {
    let services = offline ? [] : await examination.askServices().coded(.services)
    return services + examination.waitingForHost(after: services).coded(.worker)
  }

  private struct Report: Encodable {
    let version = 1
    let checks: [Finding]
    let missing: [String]
  }
}
