// Programs whose albumscan-photo fails when a test wants it: the real program, behind a script that
// reads which fault the test has ordered.

import Host
import Support

/// The fault of a command of albumscan-photo, in place of its work.
enum PhotoProgramFault: String, CaseIterable, Sendable {
  /// It ends with exit code 1 and without output.
  case ends
  /// It says that the picture is unreadable.
  case refuses
  /// It is ended by SIGKILL, as the kernel does when memory is short.
  case killed
  /// It crashes.
  case crashes
  /// It never ends.
  case hangs
  /// It prints another document.
  case garbage
  /// It prints only the beginning of its output.
  case cutOff
}

enum FaultyPhotoProgram {
  /// The folder of the programs, which is made once in each run.
  static func programs() throws -> String {
    // A program of root works with root's own data only if it is the program of a checkout.
    let below = ".build/programs"
    let made = try Fixtures.folder("faulty-photo-program") { whole in
      let folder = "\(whole)/\(below)"
      try Files.makeDirectories(folder)
      let real = ["albumscan", "albumscan-cgi"].map { "\(Checkout.debugPrograms)/\($0)" }
      let output = try Programs.run(
        "/bin/cp", real + [folder], input: "/dev/null", limit: 1 << 16,
        timeoutMilliseconds: 60_000)
      guard output.exitCode == 0 else { throw InstallationError.failed("cp") }
      try Files.replace(
        "\(folder)/albumscan-photo", with: Array(script.utf8), mode: 0o755, durably: false)
    }
    return "\(made)/\(below)"
  }

  /// The program gets a clean environment, and its picture as standard input. The path of the picture
  /// leads to the installation.
  private static var script: String {
    """
    #!/bin/sh
    picture=$(/usr/bin/readlink "/proc/$$/fd/0")
    order="${picture%/data/*}/photo-fault"
    if [ -f "$order" ]; then
      read -r command fault < "$order"
      if [ "$command" = "$1" ]; then
        case "$fault" in
          ends) exit 1 ;;
          refuses) echo "error: unreadable"; exit 3 ;;
          killed) kill -KILL $$ ;;
          crashes) kill -SEGV $$ ;;
          hangs) exec /bin/sleep 60 ;;
          garbage) echo "<title>502</title>"; exit 0 ;;
          cutOff) \(real) "$@" | /usr/bin/head -c 300; exit 0 ;;
        esac
      fi
    fi
    exec \(real) "$@"

    """
  }

  private static var real: String { "\(Checkout.debugPrograms)/albumscan-photo" }
}

extension Installation {
  /// Orders a fault of a command of albumscan-photo until `recoverPhotoProgram`. The installation must
  /// have the programs of `FaultyPhotoProgram`.
  func order(_ fault: PhotoProgramFault, of command: String) throws {
    try folder.write("\(command) \(fault.rawValue)\n", to: "photo-fault")
  }

  func recoverPhotoProgram() throws { try Files.remove(folder.file("photo-fault")) }
}
