// The sheets of a shelf and the real requests to each provider: every provider accepts the question,
// and a failure of one call loses no other sheet.

import Albums
import HTTP
import Host
import JPEG
import Models
import Pictures
import Services
import Store
import Support
import Synchronization
import Testing

@testable import Scanning

@Suite struct PlayedShelfTests {
  private static let spines = (1...30).map { number in
    PlayedSpine(
      number % 7 == 0 ? nil : "Title \(number)", "Creator \(number)", publisher: "House",
      kind: number % 2 == 0 ? .book : .record)
  }

  /// The provider as the program makes it from its control file.
  private func provider(
    of service: any PlayedModel, in house: PlayedShelfHouse, timeoutSeconds: Int
  ) throws -> any ModelProvider {
    let settings = service.settings.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
    let file = try house.folder.write(
      "data: data\nsite: site\nmodel-timeout: \(timeoutSeconds)\n\(settings)\n", to: "albumscan")
    if let key = service.key {
      try house.folder.write("\(key)\n", to: "data/keys/\(service.provider)")
    }
    let configuration = try Configuration(reading: file, installation: Checkout.root)
    return try ModelSetup(
      configuration,
      transport: .live(
        userAgent: "AlbumScan/test (+test)", caFile: "/etc/ssl/certs/ca-certificates.crt")
    ).provider
  }

  private func stage(
    _ service: any PlayedModel, in house: PlayedShelfHouse, timeoutSeconds: Int = 60
  ) throws -> ShelfReading {
    let models = [
      "openai": "gpt-6-luna", "anthropic": "claude-sonnet-5-5", "gemini": "gemini-3.8-flash",
    ]
    let model = service.modelToName ?? models[service.provider] ?? ""
    return try house.stage(
      try provider(of: service, in: house, timeoutSeconds: timeoutSeconds), model)
  }

  private func service(_ provider: PlayedProvider) throws -> any PlayedModel {
    let service = try provider.model()
    service.plan { $0.read(PlayedShelf(Self.spines)) }
    return service
  }

  @Test(arguments: PlayedProvider.all + [.unstreamed(.ollama)])
  func `every provider accepts the question, and all names arrive as they are printed`(
    provider: PlayedProvider
  ) async throws {
    let (house, service) = (try PlayedShelfHouse(), try service(provider))
    let result = await house.read(try stage(service, in: house), try PlayedShelfHouse.sheets(3))
    #expect(result.failures.isEmpty, "\(service.log.refusals)")
    for (number, spine) in zip(1..., Self.spines) {
      let reading = try #require(result.readings[number], "\(number)")
      #expect(reading.title == spine.title && reading.creator == spine.creator)
      #expect(reading.publisher == "House" && reading.kind.rawValue == spine.kind.rawValue)
    }
    #expect(house.givenNumbers.sorted() == Array(1...30))
    #expect(service.log.privacyFaults.isEmpty && service.log.charged(.shelf) == 3)
    #expect(service.log.requests.flatMap(\.ignored).isEmpty)
    service.stop()
  }

  static let faults: [MatrixFault] = [
    MatrixFault(name: "refused", fault: nil), MatrixFault(name: "timeout", fault: .timeout),
    MatrixFault(name: "401", fault: .unauthorised),
    MatrixFault(name: "429", fault: .rateLimited(retryAfterSeconds: 1)),
    MatrixFault(name: "500", fault: .serverError), MatrixFault(name: "garbage", fault: .garbage),
    MatrixFault(name: "cut off", fault: .cutOff(afterBytes: nil)),
  ]

  static let cells = sampled(
    PlayedProvider.all.flatMap { provider in faults.map { (provider, $0) } }, 10,
    of: "faults of providers that read a shelf", name: { "\($0.0) \($0.1)" })

  @Test(arguments: cells)
  func `a fault of a sheet leaves the others, and the next attempt reads the rest`(
    provider: PlayedProvider, fault: MatrixFault
  ) async throws {
    let (house, service) = (try PlayedShelfHouse(), try service(provider))
    let timeout = fault.fault == .timeout ? 1 : 60
    let impatient = try stage(service, in: house, timeoutSeconds: timeout)
    let sheets = try PlayedShelfHouse.sheets(3)
    if let fault = fault.fault {
      service.order(fault, .always, of: .shelf, for: "11, 12")
    } else {
      try service.refuseConnections()
    }
    let first = await house.read(impatient, sheets)
    let failure = try #require(first.failures[11], "\(fault)")
    #expect(first.retryable != nil && !failure.isFinal, "\(failure)")
    // A refused key may stop the sheets that were not sent yet, and a slow computer may let them time
    // out, too.
    if fault.fault != nil, !["401", "timeout"].contains(fault.name) {
      #expect(first.failures.count == 1)
    }
    let sent = service.log.count(of: .shelf)
    service.recover()
    house.wait(seconds: 700)
    let second = await house.read(try stage(service, in: house), sheets)
    #expect(second.failures.isEmpty && second.readings.count == 30, "\(second.failures)")
    #expect(service.log.count(of: .shelf) - sent == first.failures.count, "no sheet twice")
    for (number, reading) in second.readings {
      #expect(reading.creator == Self.spines[number - 1].creator)
    }
    service.stop()
  }
}

/// A real database in a temporary folder, a clock, and the numbers of the items that the reading
/// has passed on.
private final class PlayedShelfHouse: Sendable {
  static let owner = CallOwner(
    ScanID(unchecked: String(repeating: "a", count: 26)), job: 3, person: .owner)

  let folder: TemporaryFolder
  private let database: DatabaseActor
  private let clock = Mutex(Timestamp(milliseconds: 1_795_262_400_000))
  private let given = Mutex<[Int]>([])

  init() throws {
    folder = try TemporaryFolder()
    database = DatabaseActor(try Store.openUpgrading(folder.file("albums.db")))
  }

  var givenNumbers: [Int] { given.withLock { $0 } }

  func wait(seconds: Int64) {
    clock.withLock { $0 = $0.advanced(byMilliseconds: seconds * 1000) }
  }

  func stage(_ provider: any ModelProvider, _ model: String) throws -> ShelfReading {
    let call = ModelCall(
      provider: provider, database: database, cap: Money(microdollars: 100_000_000),
      price: { _ in Price(input: 1_000_000, output: 1_000_000) }, isPrivate: false,
      log: LogFile(path: folder.file("log")), now: { self.clock.withLock { $0 } })
    return ShelfReading(
      call: call, model: model, prompt: try Prompt("shelf", in: "\(Checkout.root)/prompts"))
  }

  func read(_ stage: ShelfReading, _ sheets: [ShelfSheet]) async -> ShelfReadings {
    await stage.read(sheets, for: Self.owner) { number, _ in
      self.given.withLock { $0.append(number) }
    }
  }

  /// Sheets of ten items each: 1…10, 11…20 ….
  static func sheets(_ count: Int) throws -> [ShelfSheet] {
    let jpeg = try JPEG.encode(
      Pixels(width: 60, height: 40, rgb: Array(repeating: 128, count: 7200)), quality: 80,
      maximumBytes: 1 << 20)
    return (0..<count).compactMap { index in
      ShelfSheet(part: index * 10 + 1, jpeg: jpeg, numbers: Array(index * 10 + 1...index * 10 + 10))
    }
  }
}
