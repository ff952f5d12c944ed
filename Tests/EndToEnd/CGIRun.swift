// Runs the CGI program without a web server, with any environment, any input, and any descriptor
// closed. No web server can do all this reliably. Source: docs/faults.md §7.

import Glibc
import Host
import Routes
import Support

/// A running CGI program. It is killed if it still runs when the value is destroyed.
struct CGIRun: ~Copyable {
  let process: pid_t
  private var input: Int32
  private var output: Int32

  /// The body that the program reads.
  enum Input {
    /// A file, read from its beginning. `bytesRead` later gives the number of bytes that were read.
    case file(String)
    /// A pipe that the test writes into.
    case pipe
  }

  /// Starts a program with exactly `environment` (`NAME=value`, duplicates included) and without
  /// the descriptors in `closed`. Its stderr is discarded.
  init(
    _ words: [String], environment: [String], input source: Input, closed: Set<Int32> = []
  ) throws {
    // Writing to a CGI that has ended must not end the tests. Apache also starts a CGI with SIGPIPE
    // ignored.
    signal(SIGPIPE, SIG_IGN)
    let body = try Self.ends(of: source)
    let answer = try closedOnExec()
    (process, input, output) = (
      try Self.spawn(words, environment, body.reading, answer.writing, closed), body.ours,
      answer.reading
    )
    close(answer.writing)
    if body.reading != body.ours { close(body.reading) }
  }

  private static func ends(of source: Input) throws -> (reading: Int32, ours: Int32) {
    switch source {
    case .file(let path):
      let number = open(path, O_RDONLY | O_CLOEXEC)
      guard number >= 0 else { throw RunError.system("open", errno) }
      return (number, number)
    case .pipe:
      let ends = try closedOnExec()
      return (ends.reading, ends.writing)
    }
  }

  private static func spawn(
    _ words: [String], _ environment: [String], _ input: Int32, _ output: Int32,
    _ closed: Set<Int32>
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    for number in closed { posix_spawn_file_actions_addclose(&actions, number) }
    // A thread of a test blocks all signals. The child of a web server begins with no signal
    // blocked.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var child: pid_t = 0
    let code = withStrings(words) { arguments in
      withStrings(environment) {
        posix_spawn(&child, words[0], &actions, &attributes, arguments, $0)
      }
    }
    guard code == 0 else { throw RunError.system("posix_spawn", code) }
    return child
  }

  deinit {
    close(input)
    close(output)
    if waitpid(process, nil, WNOHANG) == 0 {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
  }

  /// Sends a part of the body. If the program no longer reads, the rest is dropped.
  func send(_ bytes: some Collection<UInt8>) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  mutating func closeInput() {
    close(input)
    input = -1
  }

  /// Closes the reading end of the answer.
  mutating func closeOutput() {
    close(output)
    output = -1
  }

  /// The whole answer. It is complete when no process has the writing end of the pipe open.
  func answer(within milliseconds: Int64 = 60_000) throws -> [UInt8] {
    let deadline = Clock.bootMilliseconds() + milliseconds
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      var question = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      let rest = deadline - Clock.bootMilliseconds()
      guard rest > 0, poll(&question, 1, Int32(rest)) > 0 else { throw RunError.tooLong }
      let count = read(output, &chunk, chunk.count)
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
    }
  }

  /// The exit code as a shell reports it. Throws if the program does not end in time.
  func exitCode(within milliseconds: Int64 = 60_000) throws -> Int32 {
    let deadline = Clock.bootMilliseconds() + milliseconds
    var status: Int32 = 0
    while waitpid(process, &status, WNOHANG) == 0 {
      guard Clock.bootMilliseconds() < deadline else { throw RunError.tooLong }
      usleep(1000)
    }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }

  /// The number of bytes that the program has read of its input file. The test and the program
  /// share one file offset.
  var bytesRead: Int { Int(lseek(input, 0, SEEK_CUR)) }
}

/// A pipe whose ends are closed in started programs. The corresponding C function is `pipe`.
private func closedOnExec() throws -> (reading: Int32, writing: Int32) {
  var ends: [Int32] = [0, 0]
  guard pipe(&ends) == 0 else { throw RunError.system("pipe", errno) }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  return (ends[0], ends[1])
}

enum RunError: Error, Equatable {
  case system(String, Int32)
  case tooLong
}

/// A CGI's answer: its head and its body.
struct CGIAnswer {
  let exitCode: Int32
  let head: [String]
  let body: String

  /// The status; 0 if the answer has no status.
  let status: Int

  /// The number of bytes that the program read of its input file.
  let bytesRead: Int

  init(_ bytes: [UInt8], exitCode: Int32, bytesRead: Int) {
    let parts = RawAnswer(Array("HTTP/1.1 0\r\n".utf8) + bytes)
    self.exitCode = exitCode
    self.bytesRead = bytesRead
    head = Array(parts.head.dropFirst())
    body = parts.body
    let words = (head.first ?? "").split(separator: " ")
    status = words.first == "Status:" && words.count > 1 ? Int(words[1]) ?? 0 : 0
  }
}

extension Installation {
  /// The CGI program, which starts the worker in the same folder.
  var cgi: String { "\(programs)/albumscan-cgi" }

  /// A copy of the CGI in a folder without the worker's program, so accepted scans stay in the
  /// queue.
  func loneCGI() throws -> String {
    let folder = folder.file("lone")
    try Files.makeDirectories(folder)
    let path = "\(folder)/albumscan-cgi"
    if !Files.exists(path) {
      try Files.replace(
        path, with: try Files.read("\(programs)/albumscan-cgi"), mode: 0o755, durably: false)
    }
    return path
  }

  /// The CGI environment of a request from this machine.
  func environment(_ method: String, _ path: String, _ more: [String] = []) -> [String] {
    let parts = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let query = parts.count == 2 ? ["QUERY_STRING=\(parts[1])"] : []
    return [
      "GATEWAY_INTERFACE=CGI/1.1", "SERVER_PROTOCOL=HTTP/1.1", "SCRIPT_NAME=/cgi-bin/albumscan",
      "REQUEST_METHOD=\(method)", "PATH_INFO=\(parts[0])", "REMOTE_ADDR=127.0.0.1",
      "HTTP_HOST=127.0.0.1:\(port)",
    ] + query + more
  }

  /// The environment of an upload of `body`.
  func uploadEnvironment(_ body: Multipart, _ more: [String] = []) -> [String] {
    environment(
      "POST", "/scans",
      ["CONTENT_TYPE=\(body.contentType)", "CONTENT_LENGTH=\(body.bytes.count)"] + more)
  }

  /// Runs the CGI with a file, or nothing, as its input.
  func runCGI(
    _ program: String, _ environment: [String], input: String = "/dev/null",
    closed: Set<Int32> = []
  ) throws -> CGIAnswer {
    let run = try CGIRun(
      [program, controlFile], environment: environment,
      input: .file(input), closed: closed)
    let bytes = try run.answer()
    let exitCode = try run.exitCode()
    return CGIAnswer(bytes, exitCode: exitCode, bytesRead: run.bytesRead)
  }

  /// The answer of the CGI's routes in this process to a request without a body. No worker starts.
  func callCGI(_ environment: [String]) throws -> CGIAnswer {
    let variables = environment.map { entry in
      let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (name: String(parts[0]), value: Array(parts[1].utf8))
    }
    let bytes = try CGIRequestRunner.answer(
      to: variables, controlFile: controlFile, programs: folder.file("none"))
    return CGIAnswer(bytes, exitCode: 0, bytesRead: 0)
  }

  /// Writes a body into a file for `runCGI`.
  func bodyFile(_ bytes: [UInt8]) throws -> String {
    let file = folder.file("body-\(hexadecimal(Randomness.bytes(6)))")
    try Files.replace(file, with: bytes, durably: false)
    return file
  }
}

private func withStrings<Result>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = strings.map { strdup($0) }
  defer { copies.forEach { free($0) } }
  return body(copies + [nil])
}
