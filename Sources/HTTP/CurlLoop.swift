// libcurl's multi interface: one thread, on which every handle is made, used and freed.
// With CurlTransfer the only file that touches libcurl.

import CCurl
import Glibc
import Host
import Synchronization

/// The way to the loop's thread, which begins with the first request and ends when this does.
final class CurlLoop: Sendable {
  private let inbox = Inbox()
  private let surroundings: Surroundings
  private let isRunning = Mutex(false)

  init(_ surroundings: Surroundings) { self.surroundings = surroundings }

  /// A program that asks nobody has no thread and no socket of libcurl's.
  private func startOnce() {
    let isFirst = isRunning.withLock { isRunning in
      defer { isRunning = true }
      return !isRunning
    }
    if isFirst { startThread() }
  }

  private func startThread() {
    let start = ThreadStart(inbox: inbox, surroundings: surroundings)
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
      inbox.close()
    }
  }

  deinit { inbox.close() }

  /// The answer of one hop. When the task is cancelled the transfer ends at once.
  func perform(_ hop: Hop) async throws(HTTPError) -> Answer {
    startOnce()
    let number = inbox.nextNumber()
    let inbox = inbox
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { reply in
        inbox.post(.start(number, hop, reply))
        // The handler below may have run before there was anything to cancel.
        if Task.isCancelled { inbox.post(.cancel(number)) }
      }
    } onCancel: {
      inbox.post(.cancel(number))
    }
    return try result.get()
  }
}

/// What the thread starts with.
private final class ThreadStart: Sendable {
  let inbox: Inbox
  let surroundings: Surroundings

  init(inbox: Inbox, surroundings: Surroundings) {
    self.inbox = inbox
    self.surroundings = surroundings
  }

  func run() {
    // No signal of the program's is handled here; a broken pipe is an error code.
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
    guard Self.isLibraryReady, let multi = curl_multi_init() else {
      inbox.close()
      for case .start(_, _, let reply) in inbox.take().letters {
        reply.resume(returning: .failure(.other(code: Int(CURLE_FAILED_INIT.rawValue))))
      }
      return
    }
    var thread = LoopThread(multi: multi, surroundings: surroundings)
    // The address alone: waking is the one call that libcurl allows from other threads.
    let address = UInt(bitPattern: multi)
    inbox.setWake { _ = curl_multi_wakeup(UnsafeMutableRawPointer(bitPattern: address)) }
    thread.run(inbox)
    inbox.setWake(nil)
    curl_multi_cleanup(multi)
  }

  /// Once in a program; thread-safe where libcurl says `threadsafe`, as Debian's does.
  private static let isLibraryReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}

/// The loop itself: letters, transfers, sleep.
private struct LoopThread {
  let multi: UnsafeMutableRawPointer
  let surroundings: Surroundings
  var transfers: [Int: CurlTransfer] = [:]

  mutating func run(_ inbox: Inbox) {
    while true {
      let (letters, isClosed) = inbox.take()
      for letter in letters { open(letter) }
      if isClosed { break }
      var running: Int32 = 0
      curl_multi_perform(multi, &running)
      finishDone()
      let wait = finishIdle(now: Clock.bootMilliseconds())
      curl_multi_poll(multi, nil, 0, wait, nil)
    }
    for number in transfers.keys { finish(number, .failure(.cancelled)) }
  }

  private mutating func open(_ letter: Letter) {
    switch letter {
    case .cancel(let number): finish(number, .failure(.cancelled))
    case .start(let number, let hop, let reply):
      do {
        let transfer = try CurlTransfer(hop, surroundings, reply)
        transfers[number] = transfer
        let code = curl_multi_add_handle(multi, transfer.easy)
        if code != CURLM_OK { finish(number, .failure(.other(code: Int(code.rawValue)))) }
      } catch {
        reply.resume(returning: .failure(error))
      }
    }
  }

  /// A handle that fails at once is never counted as running: only these messages tell.
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

  /// Ends what stood still too long; how long to sleep at most, in milliseconds.
  private mutating func finishIdle(now: Int64) -> Int32 {
    var nearest = now + 60_000
    for (number, transfer) in transfers {
      let deadline = transfer.deadline(now: now)
      if deadline <= now { finish(number, .failure(transfer.standstill)) }
      nearest = min(nearest, max(deadline, now))
    }
    return Int32(clamping: nearest - now)
  }

  private mutating func finish(_ number: Int, _ result: Result<Answer, HTTPError>) {
    guard let transfer = transfers.removeValue(forKey: number) else { return }
    curl_multi_remove_handle(multi, transfer.easy)
    transfer.reply.resume(returning: result)
  }
}
