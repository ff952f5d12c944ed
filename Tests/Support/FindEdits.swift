// Changes of finds, written as Swift values. The program reads them from forms and options.

package import Albums

extension FindEdit {
  /// The parameters are the texts of the form's fields. A nil field changes nothing.
  package init(
    status: String? = nil, tags: String? = nil, addTags: String? = nil, removeTags: String? = nil,
    note: String? = nil, place: String? = nil, publicChoice: String? = nil,
    ownRating: String? = nil, favourite: String? = nil
  ) throws(FindEditError) {
    let fields = [
      "status": status, "tags": tags, "add-tags": addTags, "remove-tags": removeTags,
      "notes": note, "place": place, "public": publicChoice, "own-rating": ownRating,
      "favourite": favourite,
    ]
    try self.init { (name) in fields[name] ?? nil }
  }

  package var status: Change<FindStatus>? {
    get { changes["status"].map { .init($0) { FindStatus(rawValue: $0) } } }
    set { changes["status"] = newValue.map { .init($0, \.rawValue) } }
  }

  package var note: Change<String>? {
    get { changes["note"].map { .init($0) { $0 } } }
    set { changes["note"] = newValue.map { .init($0, \.self) } }
  }

  package var place: Change<String>? {
    get { changes["place"].map { .init($0) { $0 } } }
    set { changes["place"] = newValue.map { .init($0, \.self) } }
  }

  package var publicChoice: Change<PublicChoice>? {
    get { changes["public"].map { .init($0) { PublicChoice(rawValue: $0) } } }
    set { changes["public"] = newValue.map { .init($0, \.rawValue) } }
  }
}

extension FindEdit {
  package var ownRating: Change<Rating>? {
    get { changes["ownRating"]?.value?.integer.flatMap { Rating(tenths: $0) }.map { .set($0) } }
    set {
      changes["ownRating"] = newValue.map { change in
        change.value.map { .set(.integer($0.tenths)) } ?? .clear
      }
    }
  }
}

extension FindEdit.Change {
  fileprivate init(_ stored: FindEdit.Change<DetailValue>, _ read: (String) -> Value?) {
    self = stored.value?.text.flatMap(read).map { .set($0) } ?? .clear
  }
}

extension FindEdit.Change<DetailValue> {
  fileprivate init<Read>(_ change: FindEdit.Change<Read>, _ text: (Read) -> String) {
    self = change.value.map { .set(.text(text($0))) } ?? .clear
  }
}
