// The rows of an export as JSON. Every member is always there, so equal rows give equal bytes.

import Albums
import FoundationEssentials
import Host
import Store
import Text
import Tracks

extension JSON {
  static func text(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
  static func whole(_ number: Int?) -> JSON { number.map { .integer($0) } ?? .null }
  static func texts(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }

  /// Milliseconds since 1970.
  static func time(_ time: Timestamp?) -> JSON {
    time.map { .number(Number(digits: "\($0.milliseconds)")) } ?? .null
  }

  static func base64(_ bytes: [UInt8]?) -> JSON {
    bytes.map { .string(Data($0).base64EncodedString()) } ?? .null
  }
}

extension AlbumRecord {
  /// Throws `.damaged` if the stored tracks cannot be read.
  func json() throws(StoreError) -> JSON {
    let list = tracks?.list
    if let tracks, list == nil { throw .damaged("the tracks of release \(tracks.release)") }
    return [
      "key": .string(key.text), "keyRules": .integer(keyRules),
      "kind": .string(album.kind.rawValue), "artist": .string(album.artist),
      "title": .string(album.title), "year": .whole(album.year), "genres": .texts(album.genres),
      "recordLabel": .text(album.recordLabel), "releaseGroup": .text(sources.releaseGroup),
      "release": .text(sources.release), "factsOfEdition": .bool(sources.areFactsOfEdition),
      "artwork": .text(album.artwork?.digest), "artworkSource": .text(sources.artwork),
      "ownArtwork": .text(unownedArtwork?.digest), "isbn": .text(album.isbn),
      "pages": .whole(album.pages), "tracks": list?.json ?? .null,
      "covers": .array(covers.map(\.json)),
    ]
  }
}

extension TrackList {
  fileprivate var json: JSON {
    [
      "release": .string(release),
      "media": .array(
        media.map { medium in
          [
            "title": .text(medium.title),
            "tracks": .array(
              medium.tracks.map { track in
                [
                  "number": .string(track.number), "title": .string(track.title),
                  "milliseconds": .whole(track.milliseconds),
                ]
              }),
          ]
        }),
    ]
  }
}

extension AlbumRecord.Cover {
  fileprivate var json: JSON {
    let name: String? = if case .catalogue(let name) = source { name } else { nil }
    return [
      "catalogue": .text(name), "artwork": .text(artwork?.digest),
      "picture": .text(picture.map(hexadecimal)), "fingerprint": .base64(fingerprint),
    ]
  }
}

extension ReviewRecord {
  var json: JSON {
    [
      "key": .string(key.text), "language": .string(review.language),
      "summary": .string(review.summary), "bullets": .texts(review.bullets),
      "rating": .integer(review.rating.tenths),
      "recommendation": .string(review.recommendation.rawValue),
      "keyTracks": .texts(review.keyTracks), "sources": .array(review.sources.map(\.json)),
      "origin": .string(origin), "prompt": .string(prompt), "written": .time(written),
    ]
  }
}

extension ReviewSource {
  fileprivate var json: JSON {
    let number = if case .bullet(let index) = passage { index + 1 } else { 0 }
    return [
      "passage": .integer(number), "address": .string(address), "title": .string(title),
    ]
  }
}

extension FindRecord {
  var json: JSON {
    let unreviewed = unreviewed?.stored
    let arguments = unreviewed?.arguments.flatMap { JSON(Array($0.utf8)) } ?? .null
    let json: JSON = [
      "id": .string(id.text), "person": .string(person.text), "album": .string(album.text),
      "found": .time(found), "status": .text(details.status?.rawValue),
      "tags": .texts(details.tags.map(\.text)), "note": .text(details.note),
      "place": .text(details.place), "public": .bool(details.publicChoice == .yes),
      // Another history imports an unconfirmed find as "no", like each find in an export of the
      // earlier version.
      "publicChoice": isUnconfirmed ? .null : .string(details.publicChoice.word),
      "feedID": .text(feedID), "ownArtwork": .text(ownArtwork?.digest), "moved": .bool(isMoved),
      "unreviewed": unreviewed.map { ["code": .string($0.code), "arguments": arguments] } ?? .null,
      "item": item.json, "candidates": .array(candidates.map(\.json)),
    ]
    return Detail.all.filter { !$0.isOfFirstVersion }.reduce(json) { json, detail in
      json.setting(detail.member, to: detail.value(details)?.json ?? .null)
    }
  }
}

extension FindRecord.Item {
  fileprivate var json: JSON {
    [
      "recognised": .bool(isRecognised), "evidence": .text(evidence?.stored),
      "hints": .texts(advice.map(\.rawValue)), "crop": .text(crop), "quad": .text(quad),
      "codes": .texts(codes.map(\.digits)),
      "observation": observation.map {
        [
          "text": .string($0.text), "description": .string($0.description),
          "confidence": .string($0.textConfidence.rawValue),
        ]
      } ?? .null,
      "knownCover": .bool(isKnownCover), "fingerprint": .base64(fingerprint),
    ]
  }
}

extension FindRecord.Candidate {
  fileprivate var json: JSON {
    [
      "album": .string(album.text), "kind": .string(kind.rawValue),
      "similarity": .double(similarity), "reason": .string(reason),
    ]
  }
}

extension Person {
  var json: JSON {
    [
      "id": .string(id.text), "name": .string(name.text), "plan": .string(plan.rawValue),
      "disabled": .bool(isDisabled), "advancedSearch": advancedSearch.map { .bool($0) } ?? .null,
      "created": .time(created),
    ]
  }
}

extension ImportRecord {
  var json: JSON {
    [
      "person": .string(person.text), "format": .string(format.rawValue), "name": .string(name),
      "digest": .string(hexadecimal(digest)), "header": header.map { .texts($0) } ?? .null,
      "read": .integer(read), "created": .time(created), "ended": .time(ended),
      "undone": .time(undone),
    ]
  }
}

extension ImportedRow {
  /// `number` is the number of the import in `log.json`, from 1.
  func json(_ number: Int) -> JSON {
    [
      "import": .integer(number), "line": .integer(line), "identity": .string(identity),
      "find": .string(find.text), "raw": .texts(raw), "state": .string(state),
    ]
  }
}
