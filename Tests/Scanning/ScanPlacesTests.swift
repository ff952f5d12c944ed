// The slots of running scans: when a job leaves the line or its slot, the next job continues.

import Testing

@testable import Scanning

@Suite struct ScanPlacesTests {
  /// Lets other tasks run until the number of jobs in the line is `count`.
  private func line(is count: Int, in places: ScanPlaces) async {
    while await places.waitingCount != count { await Task.yield() }
  }

  @Test func `jobs get places in the order of the line`() async throws {
    let places = ScanPlaces(models: 1)
    #expect(await places.takeModelPlace(1))
    let second = Task { try await places.awaitModelPlace(2) }
    await line(is: 1, in: places)
    let third = Task { try await places.awaitModelPlace(3) }
    await line(is: 2, in: places)
    await places.leave(1)
    try await second.value
    #expect(await places.waitingCount == 1)
    #expect(await !places.takeModelPlace(4), "no job overtakes the line")
    await places.leaveModels(2)
    try await third.value
    #expect(await places.waitingCount == 0)
  }

  @Test func `a cancelled job leaves the line, and its place goes to the next one`() async throws {
    let places = ScanPlaces(models: 1)
    #expect(await places.takeModelPlace(1))
    let second = Task { try await places.awaitModelPlace(2) }
    await line(is: 1, in: places)
    let third = Task { try await places.awaitModelPlace(3) }
    await line(is: 2, in: places)
    second.cancel()
    await #expect(throws: AttemptPostponed.self) { try await second.value }
    await line(is: 1, in: places)
    await places.leave(1)
    try await third.value
  }

  @Test func `a worker that ends postpones the jobs in the line`() async throws {
    let places = ScanPlaces(models: 1)
    #expect(await places.takeModelPlace(1))
    let second = Task { try await places.awaitModelPlace(2) }
    await line(is: 1, in: places)
    await places.close()
    await #expect(throws: AttemptPostponed.self) { try await second.value }
    await #expect(throws: AttemptPostponed.self) { try await places.awaitModelPlace(3) }
    await places.leave(1)
    await places.open()
    try await places.awaitModelPlace(3)
  }
}
