// Backups with a database of an earlier or a later version, which this program would not write.

import Host
import Support

extension Installation {
  /// Replaces the database by one of an earlier version with some rows.
  func useDatabase(ofVersion version: Int) throws {
    let fixtures = "\(Checkout.root)/Tests/Store/Fixtures"
    try Files.remove("\(data)/albums.db")
    for file in ["v\(version).sql", "v\(version)-rows.sql"] {
      _ = try sqlite(".read \(fixtures)/\(file)")
    }
  }

  /// Writes a backup of the database as it is, with python. `schema` is the version that the
  /// manifest claims.
  func writeOldBackup(to file: String, schema: Int) throws {
    let script = """
      import sys, tarfile, hashlib, json, io
      db = open(sys.argv[2], 'rb').read()
      listed = json.dumps({"format": "albumscan-backup", "version": 1, "program": "0", "schema":
        int(sys.argv[3]), "created": "2026-11-22T00:00:00Z", "finds": 4, "missing": [], "files": [
        {"name": "albums.db", "size": len(db), "sha256": hashlib.sha256(db).hexdigest()}]}).encode()
      with open(sys.argv[1], 'wb') as out:
        for name, data in (("albums.db", db), ("manifest.json", listed)):
          info = tarfile.TarInfo(name); info.size = len(data); info.mode = 0o600
          head = bytearray(info.tobuf(tarfile.USTAR_FORMAT))
          out.write(head + data + bytes(-len(data) % 512))
        out.write(bytes(1024))
      """
    let output = try Programs.run(
      "/usr/bin/python3", ["-c", script, file, "\(data)/albums.db", "\(schema)"],
      input: "/dev/null", limit: 1 << 16, timeoutMilliseconds: 10_000)
    guard output.exitCode == 0 else { throw InstallationError.failed("python3") }
  }
}
