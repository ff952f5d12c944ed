// An executor with a thread of its own for each job. A test that mostly waits for programs would otherwise hold one of
// the few threads of Swift's pool, so that no more tests than processors run at the same time.
// Source: SE-0417 (task executor preference).

package final class OwnThreads: TaskExecutor {
  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    startThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
