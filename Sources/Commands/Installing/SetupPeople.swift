// Whether an installation has people. The program answers as the owner of the data; root opens no file of the owner.

import Host
import Text

struct SetupPeople {
  let controlFile: String

  /// False, too, if the installation has no database yet.
  func exist() throws(HostError) -> Bool {
    let listed = try Programs.run(
      "\(Surroundings.current.programs)/albumscan",
      ["--config", controlFile, "person", "list", "--json"],
      input: "/dev/null", limit: 1 << 20, timeoutMilliseconds: 60_000, errors: .kept)
    guard listed.exitCode == 0, let report = JSON(listed.bytes) else { return false }
    return !report["people"].items.isEmpty
  }

  /// How a host adds the first person.
  var advice: String {
    "There is no person yet, so every visitor may read, and every client that may scan is the owner. Add the owner: "
      + "albumscan --config \(controlFile) person add NAME"
  }
}
