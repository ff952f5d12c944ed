// What the models cost, by month; the cap, and what is left of it.

import Albums
import ArgumentParser
import Host
import Store

extension Show {
  struct SpendingByMonth: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "spending", abstract: "What models cost, by month, and the cap.")

    @ParentCommand var program: AlbumScan
    @Flag var json = false

    func run() async throws {
      let setup = try Setup(program)
      let store = try setup.openStore()
      let cap = Money(microdollars: setup.configuration.services.monthlyCapMicrodollars)
      let months = try store.spendingByMonth()
      if json {
        return try Terminal.printJSON(
          SpendingReport(cap: cap.dollars, months: months.map(Item.init)))
      }
      Terminal.print("cap a month: \(cap)")
      for month in months {
        let open = month.reserved > .zero ? ", \(month.reserved) not known yet" : ""
        Terminal.print("\(month.month): \(month.spent) in \(month.callCount) calls\(open)")
      }
    }

    struct SpendingReport: Encodable {
      let cap: Double
      let months: [Item]
    }

    struct Item: Encodable {
      let month: String
      let spent: Double
      let reserved: Double
      let calls: Int

      init(_ spending: Spending) {
        month = spending.month.description
        spent = spending.spent.dollars
        reserved = spending.reserved.dollars
        calls = spending.callCount
      }
    }
  }
}
