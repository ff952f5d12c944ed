// Google's errors, by status and by details. Source: docs/services.md §10.5.

import HTTP
import Testing

@testable import Models

@Suite struct GeminiErrorTests {
  static func fault(
    _ code: Int, _ status: String, _ message: String = "m", _ details: String = ""
  ) -> String {
    #"{"error":{"code":\#(code),"message":"\#(message)","status":"\#(status)","details":[\#(details)]}}"#
  }

  static func info(_ reason: String) -> String {
    #"{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"\#(reason)","domain":"googleapis.com"}"#
  }

  static func limit(_ name: String, _ more: String = "") -> String {
    #"{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{"quotaMetric":"x","quotaId":"\#(name)"}]}\#(more)"#
  }

  static func retry(_ delay: String) -> String {
    #"{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"\#(delay)"}"#
  }

  static let exceeded =
    "You exceeded your current quota, please check your plan and billing details."

  static let statuses: [(status: Int, body: String, fate: Fate, words: String)] = [
    (400, fault(400, "INVALID_ARGUMENT", "Unknown name x"), .misconfigured, "Unknown name x"),
    (
      400,
      fault(400, "INVALID_ARGUMENT", "API key not valid.", info("API_KEY_INVALID")),
      .misconfigured, "the key is not accepted"
    ),
    (
      400, fault(400, "INVALID_ARGUMENT", "API key expired. Please renew the API key."),
      .misconfigured, "the key is not accepted"
    ),
    (400, fault(400, "INVALID_ARGUMENT", "Unable to process input image."), .unusable, "image"),
    (400, fault(400, "INVALID_ARGUMENT", "Provided image is not valid."), .unusable, "image"),
    (
      400, fault(400, "FAILED_PRECONDITION", "User location is not supported for the API use."),
      .misconfigured, "FAILED_PRECONDITION"
    ),
    (401, fault(401, "UNAUTHENTICATED"), .misconfigured, "the key is not accepted"),
    (402, fault(402, "RESOURCE_EXHAUSTED", "Your prepayment credits are depleted."), .quota, "402"),
    (403, fault(403, "PERMISSION_DENIED"), .misconfigured, "the key may not do this"),
    (403, fault(403, "PERMISSION_DENIED", "m", info("BILLING_DISABLED")), .quota, "credit"),
    (404, fault(404, "NOT_FOUND", "models/x is not found"), .misconfigured, "no such model"),
    (408, "", .unavailable, "408"), (409, "", .unavailable, "409"),
    (413, "", .misconfigured, "413"),
    (429, fault(429, "RESOURCE_EXHAUSTED", exceeded), .unavailable, "RESOURCE_EXHAUSTED"),
    (
      429,
      fault(
        429, "RESOURCE_EXHAUSTED", exceeded,
        limit("GenerateRequestsPerMinutePerProjectPerModel-FreeTier")), .unavailable, "exceeded"
    ),
    (
      429,
      fault(
        429, "RESOURCE_EXHAUSTED", exceeded,
        limit("GenerateRequestsPerDayPerProjectPerModel-FreeTier", ",\(retry("18s"))")), .quota,
      "a limit of the day"
    ),
    (
      429,
      fault(429, "RESOURCE_EXHAUSTED", "Quota exceeded for metric: x, limit: 0, model: y"),
      .quota, "limit: 0"
    ),
    (
      429, fault(429, "RESOURCE_EXHAUSTED", "Quota exceeded for metric: x, limit: 10, model: y"),
      .unavailable, "limit: 10"
    ),
    (
      429,
      fault(429, "RESOURCE_EXHAUSTED", "Your project has exceeded its monthly spending cap."),
      .quota, "spending cap"
    ),
    (429, "[\(fault(429, "RESOURCE_EXHAUSTED"))]", .unavailable, "RESOURCE_EXHAUSTED"),
    (499, fault(499, "CANCELLED"), .unavailable, "CANCELLED"),
    (500, fault(500, "INTERNAL"), .unavailable, "INTERNAL"), (502, "<html>", .unavailable, "502"),
    (503, fault(503, "UNAVAILABLE", "The model is overloaded."), .unavailable, "overloaded"),
    (504, fault(504, "DEADLINE_EXCEEDED"), .unavailable, "DEADLINE_EXCEEDED"),
    (301, "", .misconfigured, "301"), (204, "", .misconfigured, "204"),
  ]

  @Test(arguments: statuses)
  func `a status tells whether the host has to act, and nothing was charged`(
    status: Int, body: String, fate: Fate, words: String
  ) {
    let error = Gemini.error(for: HTTPResponse(status: status, body: Array(body.utf8)), after: 7)
    #expect(Fate(error) == fate, "\(error)")
    #expect(error.words.contains(words) && error.words.contains("HTTP \(status)"), "\(error)")
    #expect(!error.mayBeCharged)
    if case .unavailable(_, let after) = error { #expect(after == 7) }
  }

  static let pauses: [(delay: String, header: Int?, after: Int?)] = [
    ("33s", nil, 33_000), ("0.5s", nil, 500), ("34.074824224s", nil, 34_075), ("33s", 7, 7),
    ("120s", nil, 120_000), ("121s", nil, 600_000), ("1e300s", nil, 600_000), ("0s", nil, nil),
    ("-3s", nil, nil), ("infs", nil, nil), ("nans", nil, nil), ("s", nil, nil), ("33", nil, nil),
    ("", nil, nil),
  ]

  @Test(arguments: pauses)
  func `the pause is in the details, unless a header names one`(
    delay: String, header: Int?, after: Int?
  ) {
    let body = Self.fault(
      429, "RESOURCE_EXHAUSTED", "m", Self.limit("PerMinute", ",\(Self.retry(delay))"))
    let error = Gemini.error(for: .json(body, 429), after: header)
    guard case .unavailable(_, let pause) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(pause == after)
  }
}
