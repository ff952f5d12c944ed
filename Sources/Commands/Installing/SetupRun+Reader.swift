// The text reader, which `albumscan setup` installs for the whole computer.

import Host
import Installing

extension SetupRun {
  /// A failure costs only the reader: the text says how to install it later.
  func installReader() throws {
    Terminal.print("Installing the text reader. The download may take some minutes.")
    let ended = try Programs.run(albumscan: ["reader", "install"], answers)
    Terminal.print(ended.text)
    if ended.code != 0 {
      Terminal.print("setup goes on without the text reader; later: sudo albumscan reader install")
    }
  }
}
