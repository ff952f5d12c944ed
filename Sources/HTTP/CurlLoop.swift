// libcurl's multi interface on one thread, which creates, uses and frees all handles.
// Only this file, CurlTransfer and CurlSettings call libcurl.

import CCurl
import Glibc
import Host
import Synchronization

/// Sends hops to the loop's thread. The thread starts with the first request and ends with this object.
final class CurlLoop: Sendable {
  private let queue = CommandQueue()
  private let settings: TransportSettings
  private let isRunning = Mutex(false)

  init(_ settings: TransportSettings) { self.settings = settings }

  /// Starts the thread with the first request. A program that sends no request has no thread and no
  /// socket of libcurl.
  private func startOnce() {
    let isFirst = isRunning.withLock { isRunning in
      defer { isRunning = true }
      return !isRunning
    }
    if isFirst { startThread() }
  }

  private func startThread() {
    let start = ThreadStart(queue: queue, settings: settings)
    let context = Unmanaged.passRetained(start)
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<ThreadStart>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, context.toOpaque())
    if code == 0 {
      pthread_detach(thread)
    } else {
      context.release()
      queue.close()
    }
  }

  deinit { queue.close() }

  /// The response of one hop. Cancelling the task ends the transfer at once.
  func perform(_ hop: Hop) async throws(HTTPError) -> HopResponse {
    startOnce()
    let number = queue.nextNumber()
    let queue = queue
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { reply in
        queue.post(.start(number, hop, reply))
        // The handler below may have run before the start was posted.
        if Task.isCancelled { queue.post(.cancel(number)) }
      }
    } onCancel: {
      queue.post(.cancel(number))
    }
    return try result.get()
  }
}

/// The thread's argument.
private final class ThreadStart: Sendable {
  let queue: CommandQueue
  let settings: TransportSettings

  init(queue: CommandQueue, settings: TransportSettings) {
    self.queue = queue
    self.settings = settings
  }

  func run() {
    // The thread handles no signals; a broken pipe gives an error code.
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
    guard Self.isLibraryReady, let multi = curl_multi_init() else {
      queue.close()
      for case .start(_, _, let reply) in queue.take().commands {
        reply.resume(returning: .failure(.other(code: Int(CURLE_FAILED_INIT.rawValue))))
      }
      return
    }
    var thread = LoopThread(multi: multi, settings: settings)
    // `curl_multi_wakeup` is the only call that libcurl allows from other threads.
    let address = UInt(bitPattern: multi)
    queue.setWake { _ = curl_multi_wakeup(UnsafeMutableRawPointer(bitPattern: address)) }
    thread.run(queue)
    queue.setWake(nil)
    curl_multi_cleanup(multi)
  }

  /// Called once in a program. The call is thread-safe if libcurl reports `threadsafe`, as Debian's
  /// libcurl does.
  private static let isLibraryReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}

/// The loop: take commands, move transfers, sleep.
private struct LoopThread {
  let multi: UnsafeMutableRawPointer
  let settings: TransportSettings
  var transfers: [Int: CurlTransfer] = [:]

  mutating func run(_ queue: CommandQueue) {
    while true {
      let (commands, isClosed) = queue.take()
      for command in commands { perform(command) }
      if isClosed { break }
      var running: Int32 = 0
      curl_multi_perform(multi, &running)
      for transfer in transfers.values { transfer.endPermitIfSent() }
      finishDone()
      let wait = finishIdle(now: Clock.bootMilliseconds())
      curl_multi_poll(multi, nil, 0, wait, nil)
    }
    for number in transfers.keys { finish(number, .failure(.cancelled)) }
  }

  private mutating func perform(_ command: LoopCommand) {
    switch command {
    case .cancel(let number): finish(number, .failure(.cancelled))
    case .start(let number, let hop, let reply):
      do {
        let transfer = try CurlTransfer(hop, settings, reply)
        transfers[number] = transfer
        let code = curl_multi_add_handle(multi, transfer.easy)
        if code != CURLM_OK { finish(number, .failure(.other(code: Int(code.rawValue)))) }
      } catch {
        reply.resume(returning: .failure(error))
      }
    }
  }

  /// Finishes the transfers whose end libcurl reported in a message. The number of running handles
  /// cannot show each end, because libcurl never counts a handle that fails at once.
  private mutating func finishDone() {
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE else { continue }
      let easy = message.pointee.easy_handle
      let code = message.pointee.data.result
      if let (number, transfer) = transfers.first(where: { $0.value.easy == easy }) {
        finish(number, transfer.result(of: code))
      }
    }
  }

  /// Ends the transfers whose idle deadline has passed. Returns how long the loop may sleep, in
  /// milliseconds.
  private mutating func finishIdle(now: Int64) -> Int32 {
    var nearest = now + 60_000
    for (number, transfer) in transfers {
      let deadline = transfer.deadline(now: now)
      if deadline <= now { finish(number, .failure(transfer.idleError)) }
      nearest = min(nearest, max(deadline, now))
    }
    return Int32(clamping: nearest - now)
  }

  private mutating func finish(_ number: Int, _ result: Result<HopResponse, HTTPError>) {
    guard let transfer = transfers.removeValue(forKey: number) else { return }
    curl_multi_remove_handle(multi, transfer.easy)
    transfer.reply.resume(returning: result)
  }
}
