// `albumscan serve` becomes a web server: it must be possible to stop it as any other.

import Glibc
import Host
import Support
import Testing

@Suite(.serialized) struct ServeTests {
  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func `a served site ends when it is told to`(signal: Int32) throws {
    let server = try HostServer(.lighttpd)
    if signal == SIGHUP {
      // lighttpd opens its logs again then, and stays.
      server.processes.forEach { $0.signal(signal) }
      #expect(isListening(server.installation.port))
    } else {
      #expect(server.stop(signal), "signal \(signal) was not heard")
    }
  }
}
