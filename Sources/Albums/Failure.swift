// The closed list of failures that a user can see, with their texts. No other module has texts for
// users (docs/style.md 15).

/// The codes of `{"error":{"code"}}` and of `failure.code`. Source: docs/interface.md "HTTP".
package enum FailureCode: String, CaseIterable, Hashable, Sendable {
  case notJPEG, unreadable, tooLarge, empty, noPhoto, badLength, badRoute, badMethod, notAllowed
  case notFound, conflict, quota, cap, queueFull, diskFull, busy, notIdentified, providerRefused
  case providerFailed, network, review

  /// The failure, as a heading.
  package var headline: String {
    switch self {
    case .notJPEG: "This is not a JPEG picture"
    case .unreadable: "This picture cannot be read"
    case .tooLarge: "This picture is too large"
    case .empty: "The picture is empty"
    case .noPhoto: "There was no photo in the upload"
    case .badLength: "The upload did not arrive whole"
    case .badRoute: "There is nothing at this address"
    case .badMethod: "This address does not take that request"
    case .notAllowed: "You may not do this here"
    case .notFound: "This is not here any more"
    case .conflict: "This was already sent with another photo"
    case .quota: "Your scans are used"
    case .cap: "This month's spending limit is reached"
    case .queueFull: "Too many photos are waiting"
    case .diskFull: "The server's disk is full"
    case .busy: "The server is busy"
    case .notIdentified: "Unable to identify this cover art"
    case .providerRefused: "The model did not want to answer"
    case .providerFailed: "The model could not be reached"
    case .network: "The network is down"
    case .review: "Review Temporarily Unavailable"
    }
  }

  /// The reason and the advice; one or two sentences.
  package var advice: String {
    switch self {
    case .notJPEG:
      "AlbumScan reads JPEG. Save the picture as JPEG and send that. An iPhone takes JPEG with Settings → Camera → Formats → Most Compatible, and converts what is chosen from its library."
    case .unreadable:
      "The file is damaged or is not really a photo. Take it again, or choose another one. Nothing was charged."
    case .tooLarge:
      "A photo may have up to 32 MB and 120 megapixels. Take it at a smaller size, or crop it first."
    case .empty: "The file that arrived has no bytes in it. Take the photo again."
    case .noPhoto: "Choose or take a photo first, then send it."
    case .badLength:
      "The connection broke off, or the upload did not say how long it is. Send the photo again; nothing was kept and nothing was charged."
    case .badRoute: "Go back to the camera, or look in the history."
    case .badMethod: "Go back and use the page's own buttons."
    case .notAllowed:
      "Only this computer itself may scan as long as no people are set up. The README says how to open it (insecure-lan, people). If you came here from another site, open AlbumScan's own page and try again."
    case .notFound: "It may have been deleted. Older scans are removed after 30 days."
    case .conflict:
      "The same key came with a different picture. Reload the page and send the photo again; the first one is kept."
    case .quota: "Ask whoever runs this server for more."
    case .cap:
      "The photo waits for 24 hours at most, until next month or until the host raises the limit."
    case .queueFull: "Wait a minute and send it again; your phone still has the photo."
    case .diskFull:
      "The photo could not be kept, and nothing was lost. Whoever runs this server has to free some space."
    case .busy: "Wait a few seconds and send it again."
    case .notIdentified:
      "Fill the guide with the whole cover, avoid glare, and hold the phone straight over it."
    case .providerRefused:
      "The model refused this picture. Try another photo of the cover."
    case .providerFailed: "The photo is kept, and the scan tries again by itself."
    case .network: "The photo is kept, and the scan tries again by itself."
    case .review: "The find is saved without a review. You can ask for it again."
    }
  }
}

/// The failure that ended or delays a scan, with the text for its page.
package struct ScanFailure: Hashable, Sendable, Error {
  package let code: FailureCode

  /// The failure, as a heading.
  package var headline: String { code.headline }

  /// One or two sentences: the reason and the advice.
  package let message: String

  /// A retry before this time cannot help. No page shows it.
  package let notBefore: Timestamp?

  /// No retry can help. No page shows it.
  package let isFinal: Bool

  /// The message without its clause about the photo, because the photo is deleted after the scan.
  package var reason: String {
    if let clause = message.ranges(ofText: "; the photo is kept").first {
      return message[..<clause.lowerBound] + "."
    }
    let sentence = message.ranges(ofText: " The photo is kept").first
    return sentence.map { String(message[..<$0.lowerBound]) } ?? message
  }

  /// The failure after 24 hours of waiting: the photo is deleted, and there is no retry.
  package var givenUp: ScanFailure {
    let why = message == code.advice ? "" : "\(reason) "
    return ScanFailure(
      code, "\(why)It was tried for 24 hours, and then the photo was deleted. Take it again.")
  }

  package init(
    _ code: FailureCode, _ message: String? = nil, notBefore: Timestamp? = nil,
    isFinal: Bool = false
  ) {
    self.code = code
    self.message = message ?? code.advice
    self.notBefore = notBefore
    self.isFinal = isFinal
  }
}
