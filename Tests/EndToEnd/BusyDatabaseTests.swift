// Many processes use one database at the same time, and readers read pages while they are built.

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct BusyDatabaseTests {
  /// Runs a loop for each line of `commands` until `seconds` have passed. Returns the lines that the loops printed: "ok"
  /// after each command that succeeded, otherwise its message.
  private func loop(
    _ commands: [String], for seconds: Int, _ installation: Installation
  ) throws -> [Substring] {
    let albumscan = "'\(installation.programs)/albumscan' --config '\(installation.controlFile)'"
    let loops = commands.map { command in
      "( while [ $(date +%s) -lt $end ]; do said=$(\(albumscan) \(command) 2>&1) && echo ok || echo \"\(command): $said\"; done ) &"
    }
    let script = (["end=$(( $(date +%s) + \(seconds) ))"] + loops + ["wait"]).joined(
      separator: "\n")
    let output = try Programs.run(
      "/bin/sh", ["-c", script], input: "/dev/null", limit: 1 << 22,
      timeoutMilliseconds: Int64(seconds + 120) * 1000)
    return String(decoding: output.bytes, as: UTF8.self).split(separator: "\n")
  }

  @Test func `eight writers and a backup wait for each other, and none gets an error`() throws {
    let installation = try Installation()
    try installation.copySampleFind()
    let find = try #require(try installation.store().newestFinds(1).first).id
    let writers = (1...8).map { "edit \(find) --notes 'by \($0)' --add-tags 'tag \($0)'" }
    let backup = "backup --replace '\(installation.folder.file("backup.tar"))'"
    let said = try loop(writers + [backup], for: Environment.isTorture ? 60 : 4, installation)
    let failures = said.filter { $0 != "ok" }
    #expect(failures.isEmpty, "\(failures.prefix(3))")
    #expect(said.count > 9)
    note("busy database: \(said.count) commands, \(failures.count) errors")
    #expect(try installation.store().details(of: find)?.tags.count == 8)
    #expect(try installation.told(["check"]).code == 0)
  }

  @Test func `a reader of the site finds each page whole while pages are built and changed`() throws
  {
    let installation = try Installation()
    try installation.copySampleFind()
    let find = try #require(try installation.store().newestFinds(1).first).id
    let names = [
      "index.html", "history/index.html", "album/\(find)/index.html", "statistics/index.html",
    ]
    .map { "'\(installation.site)/\($0)'" }.joined(separator: " ")
    let rounds = Environment.isTorture ? 25_000 : 250
    // Reads each page, and prints the pages that are missing or do not end as a page ends.
    let reader = """
      i=0; while [ $i -lt \(rounds) ]; do i=$((i + 1)); for name in \(names); do \
      read=$(tail -c 8 $name 2>&1); case "$read" in *'</html>') ;; *) echo "$name: $read";; esac; done; done; echo done
      """
    let albumscan = "'\(installation.programs)/albumscan' --config '\(installation.controlFile)'"
    let writer = """
      while kill -0 $reader 2>/dev/null; do \(albumscan) build >/dev/null || echo 'build failed'; \
      \(albumscan) edit \(find) --notes "$(date)" >/dev/null || echo 'edit failed'; done
      """
    let output = try Programs.run(
      "/bin/sh", ["-c", "( \(reader) ) & reader=$!\n\(writer)\nwait"], input: "/dev/null",
      limit: 1 << 20,
      timeoutMilliseconds: 1_800_000)
    let said = String(decoding: output.bytes, as: UTF8.self).split(separator: "\n")
    #expect(said == ["done"], "\(said.prefix(5))")
    note("reader of the site: \(rounds * 4) reads, \(said.count - 1) faults")
  }
}
