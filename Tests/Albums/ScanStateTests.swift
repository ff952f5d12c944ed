// The eight states of a scan, from every combination of its job, its item and its find.

import Albums
import Testing

@Suite struct ScanStateTests {
  typealias Row = (
    job: JobState?, isWaiting: Bool, progress: ItemProgress, failure: FailureCode?, state: ScanState
  )

  /// Rows for a scan without a find. A queued job without a failure does not wait. An item keeps
  /// its last failure until it is identified again.
  static let rows: [Row] = [
    (.queued, false, .queued, nil, .queued), (.queued, false, .identifying, nil, .identifying),
    (.queued, false, .identified, nil, .identified), (.queued, false, .reviewing, nil, .reviewing),
    // The user chose an album after the scan had failed, so the job is queued again.
    (.queued, false, .queued, .notIdentified, .queued),
    (.queued, false, .queued, .unreadable, .queued),
    (.queued, true, .queued, nil, .waiting), (.queued, true, .identifying, nil, .waiting),
    (.queued, true, .identified, nil, .waiting), (.queued, true, .reviewing, nil, .waiting),
    (.failed, false, .identifying, .notIdentified, .identificationFailed),
    (.failed, false, .identifying, .providerRefused, .identificationFailed),
    (.failed, false, .identifying, .unreadable, .failed),
    (.failed, false, .reviewing, .providerFailed, .failed),
    (.failed, false, .queued, .cap, .failed), (.failed, true, .identifying, .network, .failed),
    // The job is removed 30 days after its end. The item still has the failure.
    (nil, false, .identifying, .notIdentified, .identificationFailed),
    (nil, false, .identifying, .unreadable, .failed), (nil, false, .identifying, nil, .failed),
  ]

  @Test(arguments: rows)
  func `the state of a scan without a find follows from its job and its item`(row: Row) {
    let facts = ScanFacts(
      job: row.job, isWaiting: row.isWaiting, progress: row.progress, failure: row.failure,
      hasFind: false)
    #expect(ScanState(facts) == row.state)
  }

  @Test func `each of the eight states occurs`() {
    #expect(Set(Self.rows.map(\.state)).union([.complete]) == Set(ScanState.allCases))
  }

  @Test func `a scan with a find is complete, whatever else is stored`() {
    let jobs: [JobState?] = [nil] + JobState.allCases
    for job in jobs {
      for progress in ItemProgress.allCases {
        for failure in [nil] + FailureCode.allCases {
          let facts = ScanFacts(
            job: job, isWaiting: false, progress: progress, failure: failure, hasFind: true)
          #expect(ScanState(facts) == .complete)
        }
      }
    }
  }

  @Test func `an ended scan is one of two failures, by its code alone`() {
    for code in FailureCode.allCases {
      for progress in ItemProgress.allCases {
        let facts = ScanFacts(
          job: .failed, isWaiting: false, progress: progress, failure: code, hasFind: false)
        let isUnidentified = code == .notIdentified || code == .providerRefused
        #expect(ScanState(facts) == (isUnidentified ? .identificationFailed : .failed))
      }
    }
  }
}
