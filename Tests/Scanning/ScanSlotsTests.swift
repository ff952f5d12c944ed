// The slots of running scans: when a job leaves the line or its slot, the next job continues.

import Testing

@testable import Scanning

@Suite struct ScanSlotsTests {
  /// Lets other tasks run until the number of jobs in the line is `count`.
  private func line(is count: Int, in slots: ScanSlots) async {
    while await slots.waitingCount != count { await Task.yield() }
  }

  @Test func `jobs get slots in the order of the line`() async throws {
    let slots = ScanSlots(models: 1)
    #expect(await slots.takeModelSlot(1))
    let second = Task { try await slots.awaitModelSlot(2) }
    await line(is: 1, in: slots)
    let third = Task { try await slots.awaitModelSlot(3) }
    await line(is: 2, in: slots)
    await slots.leave(1)
    try await second.value
    #expect(await slots.waitingCount == 1)
    #expect(await !slots.takeModelSlot(4), "no job overtakes the line")
    await slots.leaveModels(2)
    try await third.value
    #expect(await slots.waitingCount == 0)
  }

  @Test func `a cancelled job leaves the line, and its slot goes to the next one`() async throws {
    let slots = ScanSlots(models: 1)
    #expect(await slots.takeModelSlot(1))
    let second = Task { try await slots.awaitModelSlot(2) }
    await line(is: 1, in: slots)
    let third = Task { try await slots.awaitModelSlot(3) }
    await line(is: 2, in: slots)
    second.cancel()
    await #expect(throws: AttemptPostponed.self) { try await second.value }
    await line(is: 1, in: slots)
    await slots.leave(1)
    try await third.value
  }

  @Test func `a worker that ends postpones the jobs in the line`() async throws {
    let slots = ScanSlots(models: 1)
    #expect(await slots.takeModelSlot(1))
    let second = Task { try await slots.awaitModelSlot(2) }
    await line(is: 1, in: slots)
    await slots.close()
    await #expect(throws: AttemptPostponed.self) { try await second.value }
    await #expect(throws: AttemptPostponed.self) { try await slots.awaitModelSlot(3) }
    await slots.leave(1)
    await slots.open()
    try await slots.awaitModelSlot(3)
  }
}
