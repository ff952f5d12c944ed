// Runs a child program, and collects its output until it ends.

import CHost
import Glibc

extension Programs {
  /// The destination of a child's output to stderr.
  package enum ErrorOutput: Sendable {
    /// The stderr of this process.
    case shared

    /// /dev/null: the output is lost.
    case hidden

    /// `Output.errors`.
    case kept
  }

  /// The result of a child program.
  package struct Output: Sendable {
    /// The exit code; as in the shell, 128 + signal if a signal ended the program.
    package let exitCode: Int32

    /// The program's whole output to stdout.
    package let bytes: [UInt8]

    /// The last 64 KiB of the program's output to stderr; empty unless it is kept.
    package let errors: [UInt8]

    package init(exitCode: Int32, bytes: [UInt8], errors: [UInt8]) {
      self.exitCode = exitCode
      self.bytes = bytes
      self.errors = errors
    }
  }

  /// Whether a signal tells that the program crashed. SIGKILL and SIGTERM come from the kernel or from a
  /// person.
  package static func isCrash(signal: Int32) -> Bool { signal != SIGKILL && signal != SIGTERM }

  /// The maximum length of `Output.errors`, in bytes.
  private static let mostErrors = 64 << 10

  /// The interval of the checks of `isCancelled`.
  private static let checkMilliseconds: Int64 = 50

  /// Runs a program with a file as its stdin and returns its output to stdout.
  ///
  /// Throws `childOverran` when the program writes more than `limit` bytes to stdout, or runs longer
  /// than `timeoutMilliseconds`, even if it has closed its stdout. The program is killed then.
  /// `variables` (`NAME=value`) are added to the clean environment.
  package static func run(
    _ path: String, _ arguments: [String], input: String, limit: Int, timeoutMilliseconds: Int64,
    errors: ErrorOutput = .shared, variables: [String] = []
  ) throws(HostError) -> Output {
    let source = try FileDescriptor(opening: input, O_RDONLY)
    return try run(
      path, arguments, reading: source, limit: limit, timeoutMilliseconds: timeoutMilliseconds,
      errors, variables)
  }

  /// Like the other `run`, with the file of `lock` as the stdin of the program. The program then
  /// holds the lock, too, so the lock stays until the program ends, even if this process is killed
  /// before.
  package static func run(
    _ path: String, _ arguments: [String], holding lock: borrowing Lock, limit: Int,
    timeoutMilliseconds: Int64, errors: ErrorOutput = .shared, variables: [String] = []
  ) throws(HostError) -> Output {
    try run(
      path, arguments, reading: lock.file, limit: limit, timeoutMilliseconds: timeoutMilliseconds,
      errors, variables)
  }

  /// Like the other `run`, with `bytes` as the stdin of the program: a file in memory, so that a program that does not read
  /// cannot stop this one. While the program has its output open, `isCancelled` is called every 50 ms. If it returns true,
  /// the program is killed, and the function throws `childCancelled`.
  package static func run(
    _ path: String, _ arguments: [String], sending bytes: [UInt8], limit: Int,
    timeoutMilliseconds: Int64, errors: ErrorOutput = .shared,
    isCancelled: (() -> Bool)? = nil
  ) throws(HostError) -> Output {
    let number = try valueOrErrno("memfd_create", path) { albumscan_memory_file() }
    let source = FileDescriptor(taking: number, path: "the input of \(path)")
    try source.write(bytes)
    guard lseek(number, 0, SEEK_SET) == 0 else {
      throw .system(operation: "lseek", path: source.path, code: errno)
    }
    return try run(
      path, arguments, reading: source, limit: limit, timeoutMilliseconds: timeoutMilliseconds,
      errors, [], isCancelled)
  }

  private static func run(
    _ path: String, _ arguments: [String], reading source: borrowing FileDescriptor, limit: Int,
    timeoutMilliseconds: Int64, _ errors: ErrorOutput, _ variables: [String],
    _ isCancelled: (() -> Bool)? = nil
  ) throws(HostError) -> Output {
    let output = try Pipe()
    let messages = try Pipe()
    let child = try start(
      path, arguments, reading: source, writing: output.writing, messages: messages.writing, errors,
      variables)
    do {
      let deadline = Clock.bootMilliseconds() + timeoutMilliseconds
      let texts = try collect(
        output.reading, messages.reading, limit: limit, until: deadline, program: path,
        isCancelled)
      return Output(
        exitCode: try wait(for: child, until: deadline, program: path), bytes: texts.output,
        errors: texts.errors)
    } catch {
      kill(child, SIGKILL)
      var status: Int32 = 0
      while waitpid(child, &status, 0) == -1, errno == EINTR {}
      throw error
    }
  }

  /// Reads both pipes until the child has closed them.
  private static func collect(
    _ output: borrowing FileDescriptor, _ messages: borrowing FileDescriptor, limit: Int,
    until deadline: Int64, program: String, _ isCancelled: (() -> Bool)?
  ) throws(HostError) -> (output: [UInt8], errors: [UInt8]) {
    var bytes: [UInt8] = []
    var errors: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    // poll(2) ignores a negative descriptor: such a pipe is closed.
    var pipes = [output.number, messages.number].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    while pipes.contains(where: { $0.fd >= 0 }) {
      let rest = deadline - Clock.bootMilliseconds()
      guard rest > 0 else { throw .childOverran(path: program) }
      if isCancelled?() == true { throw .childCancelled(path: program) }
      let wait = isCancelled == nil ? rest : min(rest, checkMilliseconds)
      let ready = poll(&pipes, nfds_t(pipes.count), Int32(clamping: wait))
      if ready < 0, errno == EINTR { continue }
      guard ready >= 0 else { throw .system(operation: "poll", path: program, code: errno) }
      if pipes[0].revents != 0 {
        let count = try fill(&chunk, from: output)
        bytes += chunk[..<count]
        guard bytes.count <= limit else { throw .childOverran(path: program) }
        if count == 0 { pipes[0].fd = -1 }
      }
      if pipes[1].revents != 0 {
        let count = try fill(&chunk, from: messages)
        errors = (errors + chunk[..<count]).suffix(mostErrors)
        if count == 0 { pipes[1].fd = -1 }
      }
    }
    return (bytes, errors)
  }

  private static func fill(
    _ chunk: inout [UInt8], from pipe: borrowing FileDescriptor
  ) throws(HostError) -> Int {
    try chunk.withUnsafeMutableBytes { raw in
      Result { () throws(HostError) in try pipe.read(into: raw) }
    }.get()
  }

  /// Waits for the exit code. Throws `childOverran` when the program runs past `deadline`.
  private static func wait(
    for child: pid_t, until deadline: Int64, program: String
  ) throws(HostError) -> Int32 {
    var status: Int32 = 0
    while true {
      let ended = waitpid(child, &status, WNOHANG)
      if ended == child { return albumscan_exit_code(status) }
      guard ended == 0 || errno == EINTR else {
        throw .system(operation: "waitpid", path: program, code: errno)
      }
      guard Clock.bootMilliseconds() < deadline else { throw .childOverran(path: program) }
      usleep(500)
    }
  }

  /// Starts the child and closes this process's copies of the pipes' writing ends.
  private static func start(
    _ path: String, _ arguments: [String], reading source: borrowing FileDescriptor,
    writing output: consuming FileDescriptor, messages: consuming FileDescriptor,
    _ errors: ErrorOutput, _ variables: [String]
  ) throws(HostError) -> pid_t {
    let error =
      switch errors {
      case .shared: Int32(2)
      case .hidden: Int32(-1)
      case .kept: messages.number
      }
    return try spawn(
      path, arguments, input: source.number, output: output.number, error: error,
      ownSession: false, variables: variables)
  }
}

/// The two ends of a pipe. The corresponding C function is `pipe`.
private struct Pipe: ~Copyable {
  let reading: FileDescriptor
  let writing: FileDescriptor

  init() throws(HostError) {
    var ends: [Int32] = [0, 0]
    _ = try valueOrErrno("pipe", "") { Glibc.pipe(&ends) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    reading = FileDescriptor(taking: ends[0], path: "pipe")
    writing = FileDescriptor(taking: ends[1], path: "pipe")
  }
}
