// An installation of its own for a test: the real programs, a control file, data and site in a folder.

import Albums
import Host
import Store
import Support

final class Installation: Sendable {
  let folder: TemporaryFolder
  let programs: String
  var controlFile: String { folder.file("albumscan") }
  var site: String { folder.file("site") }
  var data: String { folder.file("data") }
  var database: String { folder.file("data/albums.db") }

  init(programs: String = Checkout.debugPrograms) throws {
    folder = try TemporaryFolder()
    self.programs = programs
  }
}
